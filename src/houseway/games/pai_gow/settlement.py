"""The settlement of Pai Gow Poker: every wager against the bank, and commissions [PGP-20..PGP-27, PGP-49]."""

from typing import NamedTuple

from ...rules.payments import HOUSE, Party, Payment, net, pays
from ...rules.paytable import LOSES, PUSH, Result
from ...rules.ranking import compare_strengths
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .banking import MAIN
from .fouls import foul
from .hand_order import HIGH, LOW, strength
from .house_way import house_way
from .terms import Terms

HUNDREDTHS_ADDED = {"down": 0, "nearest": 50, "up": 99}
"""By rounding: the hundredths of a chip added to a commission before it is rounded down [PGP-A3]."""


class SettledHand(NamedTuple):
    """The setting that a seat is settled by, and whether it is fouled."""

    setting: Setting
    fouled: bool


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments of a round: seat by seat, the House's own wager, then the bank's commission [PGP-24]."""
    banker = round_.opening.banker
    house = house_way(terms, round_.dealer)
    bank = house if banker == HOUSE else settled_hand(terms, round_.seat(banker), banker).setting
    payments: list[Payment] = []
    for seat in round_.seats:
        if seat.number != banker:
            hand = settled_hand(terms, seat, banker)
            seat_result = result(terms, hand.setting, bank, fouled=hand.fouled)
            payments += wager_payments(terms, seat.number, banker, seat.wagers[MAIN], seat_result)
    if round_.opening.house_bet:
        payments += wager_payments(terms, HOUSE, banker, round_.opening.house_bet, result(terms, house, bank))
    return payments + bank_commission(terms, banker, payments)


def settled_hand(terms: Terms, seat: Seat, banker: Party) -> SettledHand:
    """A seat's own setting; the house way if it has none, or if it is fouled and the rules reset it."""
    setting = seat.setting or house_way(terms, seat.cards)
    if not foul(terms, setting, {}):
        return SettledHand(setting, fouled=False)
    is_bank = seat.number == banker  # [PGP-48]
    if is_bank or terms.foul_policy == "reset_house_way":  # [PGP-A7]
        return SettledHand(house_way(terms, seat.cards), fouled=False)
    return SettledHand(setting, fouled=True)


def result(terms: Terms, setting: Setting, bank: Setting, *, fouled: bool = False) -> Result:
    """The result of a setting against the bank's [PGP-20..PGP-24]; copies go to the bank [PGP-22, PGP-A4]."""
    if fouled:
        return Result("foul", LOSES, "PGP-10")
    balance = 0
    copy_lost = False
    for slot in (LOW.name, HIGH.name):
        comparison = compare_strengths(strength(terms, setting[slot]), strength(terms, bank[slot]))
        if comparison == 0 and terms.copies == "bank_wins":
            comparison = -1
            copy_lost = True
        balance += comparison
    if balance > 0:
        return Result("win", terms.win_pays, "PGP-20")
    if balance < 0:
        return Result("lose", LOSES, "PGP-22" if copy_lost else "PGP-21")
    return Result("push", PUSH, "PGP-23")


def wager_payments(terms: Terms, bettor: Party, banker: Party, chips: int, outcome: Result) -> list[Payment]:
    """The payment of one wager, and the commission on a win unless the House is the bettor [PGP-25..PGP-27]."""
    won = outcome.pays * chips
    if bettor == HOUSE:
        return pays(bettor, banker, won, "house bet", outcome.clause, outcome.in_words)
    payments = pays(bettor, banker, won, MAIN, outcome.clause, outcome.in_words)
    fee = commission(terms, won)
    return payments + pays(bettor, HOUSE, -fee, "commission", "PGP-26", "commission on a win")


def commission(terms: Terms, won: int) -> int:
    """The commission on a win in whole chips; none on a loss [PGP-26, PGP-27, PGP-A3]."""
    hundredths = max(won, 0) * terms.commission
    return (hundredths + HUNDREDTHS_ADDED[terms.commission_rounding]) // 100


def bank_commission(terms: Terms, banker: Party, payments: list[Payment]) -> list[Payment]:
    """The commission of a player who banks: on the bank's net win of the round, or on each win [PGP-49, PGP-A8]."""
    if banker == HOUSE or terms.bank_commission == "none":
        return []
    if terms.bank_commission == "each_win":
        fee = sum(commission(terms, payment.chips) for payment in payments if payment.payee == banker)
    else:
        net_win = net(payment for payment in payments if payment.wager != "commission").get(banker, 0)
        fee = commission(terms, net_win)
    return pays(banker, HOUSE, -fee, "commission", "PGP-49", "commission on the bank's win")

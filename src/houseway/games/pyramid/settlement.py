"""The settlement of Pyramid Poker: every wager of every seat, from the dealer's right [PYR-42]."""

from collections.abc import Sequence

from ...rules.payments import HOUSE, Payment, pays
from ...rules.paytable import Result
from ...rules.round import Round, Seat
from .banking import bank_setting, house_bet
from .cover import limit_to_bank
from .fouls import settled_hand
from .main_wager import main_result
from .payout_cap import limit_to_cap
from .side_wagers import six_card_result, three_card_result
from .terms import Terms
from .wagers import MAIN, SIX_CARD, THREE_CARD, WAGERS


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments of a round: the seats' wagers, the House's own wager, then the bank's chips and the payout cap."""
    results_by_seat = {seat.number: results(terms, round_, seat) for seat in round_.seats}
    payments: list[Payment] = []
    for seat, wager in settlement_order(terms, round_.seats):
        result = results_by_seat[seat.number].get(wager)
        if result is not None:
            payments += wager_payments(terms, round_, seat, wager, result)
    payments += house_bet(terms, round_)
    payments = limit_to_bank(terms, round_, payments)
    return limit_to_cap(terms, round_, payments)


def settlement_order(terms: Terms, seats: Sequence[Seat]) -> list[tuple[Seat, str]]:
    """Seat by seat, or all first wagers and then the others in a second pass [PYR-42, PYR-A29]."""
    if terms.side_settlement == "per_player":
        return [(seat, wager) for seat in seats for wager in WAGERS]
    first_pass = [(seat, MAIN) for seat in seats]
    second_pass = [(seat, wager) for seat in seats for wager in (THREE_CARD, SIX_CARD)]
    return first_pass + second_pass


def results(terms: Terms, round_: Round, seat: Seat) -> dict[str, Result]:
    """The result of each wager that a seat made; a Player Banker has no first wager."""
    banker = round_.opening.banker
    hand = settled_hand(terms, seat, banker)
    main = main_result(
        terms,
        hand.setting,
        bank_setting(terms, round_),
        fouled=hand.fouled,
        bank_trips_win=terms.banker_trips_auto and banker != HOUSE,  # [PYR-A25]
    )
    six_cards = seat.cards + round_.dealer  # the House's cards, even if a player banks [PYR-62, PYR-A20]
    all_results = {
        MAIN: main,
        THREE_CARD: three_card_result(terms, seat.cards),  # a foul does not affect it [PYR-36]
        SIX_CARD: six_card_result(terms, six_cards),
    }
    return {wager: result for wager, result in all_results.items() if seat.wagers.get(wager)}


def wager_payments(terms: Terms, round_: Round, seat: Seat, wager: str, result: Result) -> list[Payment]:
    """One wager's payment, and the commission on a first wager that wins [PYR-61, PYR-69, PYR-A24]."""
    chips = result.pays * seat.wagers[wager]
    if wager != MAIN:
        return pays(seat.number, HOUSE, chips, wager, result.clause, result.in_words)
    payments = pays(seat.number, round_.opening.banker, chips, wager, result.clause, result.in_words)
    commission = max(chips, 0) * terms.commission // 100
    return payments + pays(seat.number, HOUSE, -commission, "commission", "PYR-A24", "commission")

"""
Settlement: net points as antes won or lost, and the payments of a round [CAS-19..CAS-26].

What a fold costs is in `wagers.py` (`fold_payments`).
"""

from typing import NamedTuple

from ...rules.costs import FoulCost
from ...rules.payments import HOUSE, CapShare, Party, Payment, SeatNumber, capped, limit_to_table_stakes, pays
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .house_way import house_way
from .scoring import least_points, points
from .setting import HANDS, foul
from .terms import Terms
from .wagers import ANTE, BUY_IN, POINTS, fold_payments

# Points as money ---------------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """One part of what net points win (positive) or lose, in antes."""

    wager: str
    antes: int
    clause: str


def shares(terms: Terms, net_points: int) -> tuple[Share, ...]:
    """What net points win or lose, in antes: points, buy-in, ante [CAS-19, CAS-D5, CAS-A24, CAS-A25]."""
    for_points = Share(POINTS, net_points * terms.point_value_antes, "CAS-20")
    if net_points > 0:
        bonus = 1 if net_points >= terms.ante_bonus_threshold else 0  # below the threshold the ante pushes [CAS-25]
        return for_points, Share(BUY_IN, terms.buy_in_antes, "CAS-21"), Share(ANTE, bonus, "CAS-26")
    if net_points < 0:
        return for_points, Share(BUY_IN, -terms.buy_in_antes, "CAS-22"), Share(ANTE, -1, "CAS-24")
    return ()  # all push [CAS-23, CAS-25]


def antes_won(terms: Terms, net_points: int) -> int:
    """What net points win or lose in all, in antes [CAS-D5]."""
    return sum(share.antes for share in shares(terms, net_points))


def payments_for_points(terms: Terms, party: Party, ante: int, net_points: int, why: str) -> list[Payment]:
    """The payments of one hand for its net points."""
    payments = []
    for share in shares(terms, net_points):
        payments += pays(party, HOUSE, share.antes * ante, share.wager, share.clause, why)
    return payments


# Fouls -------------------------------------------------------------------------------------------------------------


def foul_cost(terms: Terms, round_: Round, seat: Seat) -> FoulCost:
    """What a player's foul costs, or that the dealer resets or refuses it [CAS-D7, CAS-A12]."""
    if terms.foul_policy == "block":
        return FoulCost("a foul has to be corrected", "CAS-A12", is_blocked=True)
    if terms.foul_policy == "reset":
        return FoulCost("the dealer sets a fouled hand again the house way; it costs nothing more", "CAS-A12")
    least = -antes_won(terms, -least_points(terms)) * seat.wagers[ANTE]
    says = f"a foul loses all three hands, each at what the dealer's hand scores: at least {least} chips"
    return FoulCost(says, "CAS-D7")


# The round ---------------------------------------------------------------------------------------------------------


def setting_that_counts(terms: Terms, seat: Seat) -> Setting:
    """The setting of a seat, or the dealer's where the dealer resets a foul [CAS-A12]."""
    setting = seat.setting or house_way(terms, seat.cards)
    if terms.foul_policy == "reset" and foul(terms, setting, seat.jokers):
        return house_way(terms, seat.cards)
    return setting


def scores(terms: Terms, round_: Round) -> dict[int, tuple[int, ...]]:
    """The points of each live seat against the dealer's three hands, by seat number [CAS-01, CAS-11]."""
    if not round_.live:
        return {}
    dealers = round_.dealer_setting or house_way(terms, round_.dealer)
    seat_points = {}
    for seat in round_.live:
        setting = setting_that_counts(terms, seat)
        jokers = seat.jokers if setting == seat.setting else {}
        seat_points[seat.number] = points(terms, setting, dealers, jokers)
    return seat_points


def points_by_slot(terms: Terms, round_: Round) -> dict[tuple[SeatNumber, Party], dict[str, int]]:
    """The points of `scores` by the names of the slots."""
    return {(number, HOUSE): dict(zip(HANDS, won, strict=True)) for number, won in scores(terms, round_).items()}


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments: first of the seats that folded, then seat by seat [CAS-D8]."""
    payments = fold_payments(terms, round_)
    for number, hand_points in scores(terms, round_).items():
        why = ", ".join(f"{slot} {won:+d}" for slot, won in zip(HANDS, hand_points, strict=True))
        ante = round_.seat(number).wagers[ANTE]
        payments += payments_for_points(terms, number, ante, sum(hand_points), why)
    return within_means(terms, round_, within_cap(terms, payments))


def within_cap(terms: Terms, payments: list[Payment]) -> list[Payment]:
    """Cut payments so that no hand is paid more than the house's maximum, if it has one [CAS-A15]."""
    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=lambda payment: CapShare(payment.payee))


def within_means(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """Cut payments so that no player loses more than the own chips, where the worst need not be covered [CAS-A14]."""
    if terms.cover_antes == "12":
        return payments
    players = round_.opening.players
    chips = round_.opening.chips
    first_seats = {player: players.index(player) + 1 for player in players}
    means: dict[Party, int] = {seat: chips[player] for player, seat in first_seats.items() if player in chips}

    def purse(party: Party) -> Party:
        """All seats of a player draw on the chips of the first one."""
        return first_seats[players[party - 1]] if isinstance(party, int) else party

    return limit_to_table_stakes(payments, means, purse=purse)

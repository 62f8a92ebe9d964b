"""The settlement of Chinese Poker: every player against every other [CHI-16, CHI-D4, CHI-D8, CHI-D9]."""

from itertools import combinations

from ...rules.payments import HOUSE, Party, Payment, limit_groups_to_table_stakes, pays
from ...rules.ranking import compare_strengths
from ...rules.round import Round
from .exposure import ExposedHand, expose, is_row_contest
from .fouls import foul_units
from .hand_order import ROWS
from .prizes import prize_payments
from .scoring import score_rows
from .terms import Terms

ROW_BY_ROW_ORDER = ("fee", "surrender", "natural", "foul", *ROWS, "two_rows", "sweep", "bonus")
"""The order of payments where hands are exposed row by row [CHI-A30]."""


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments of a round: the fees, then the pairs 1-2, 1-3, 1-4, 2-3, 2-4, 3-4 [CHI-16, CHI-D8, CHI-D9]."""
    table = tuple(expose(terms, seat) for seat in round_.seats)
    groups = [[fee] for fee in fees(terms, round_)]
    groups += [pair_payments(terms, table, ours, theirs) for ours, theirs in combinations(table, 2)]
    if terms.shortage == "table_stakes":
        groups = limit_groups_to_table_stakes(groups, chips_by_seat(round_))
    payments = [payment for group in groups for payment in group]
    if terms.reveal == "row_by_row":
        payments.sort(key=lambda payment: ROW_BY_ROW_ORDER.index(payment.wager))
    return payments


def chips_by_seat(round_: Round) -> dict[Party, int]:
    """The chips of each seat whose player has a limited account."""
    chips = round_.opening.chips
    return {seat.number: chips[seat.player] for seat in round_.seats if seat.player in chips}


def fees(terms: Terms, round_: Round) -> list[Payment]:
    """What each player pays the house for a round [CHI-A32]."""
    payments = []
    for seat in round_.seats:
        payments += pays(HOUSE, seat.number, terms.fee, "fee", "CHI-A32", "for the round")
    return payments


def pair_payments(
    terms: Terms, table: tuple[ExposedHand, ...], ours: ExposedHand, theirs: ExposedHand
) -> list[Payment]:
    """What two players pay each other: a surrender and nothing else, or rows, naturals and bonuses [CHI-D4]."""
    if ours.gone or theirs.gone:
        return surrender_payments(terms, ours, theirs)
    payments = []
    if terms.natural_mode == "add" or is_row_contest(terms, ours, theirs):  # [CHI-A14]
        payments += row_payments(terms, ours, theirs)
    payments += prize_payments(terms, table, ours, theirs)
    payments += prize_payments(terms, table, theirs, ours)
    return payments


def surrender_payments(terms: Terms, ours: ExposedHand, theirs: ExposedHand) -> list[Payment]:
    """A set amount to a live player; two who surrendered pay each other nothing [CHI-37, CHI-A25, CHI-A28]."""
    payer, live = (ours, theirs) if ours.gone else (theirs, ours)
    if live.gone or (live.status == "foul" and not terms.foul_collects_surrender):  # [CHI-A26]
        return []
    clause = "CHI-37" if payer.status == "surrender" else "CHI-A1"
    chips = terms.surrender_units[terms.scoring] * terms.unit_value
    return pays(live.seat, payer.seat, chips, payer.status, clause, f"{payer.status} at the set amount")


def row_payments(terms: Terms, ours: ExposedHand, theirs: ExposedHand) -> list[Payment]:
    """Units for the rows won, by the method of scoring, in chips [CHI-17, CHI-19]."""
    if ours.fouled or theirs.fouled:
        return foul_payments(terms, ours, theirs)
    payments = []
    for result in score_rows(terms, [compare_strengths(ours.rows[row], theirs.rows[row]) for row in ROWS]):
        why = result.in_words
        if result.line in ROWS:
            why = f"{ours.rows[result.line].in_words} against {theirs.rows[result.line].in_words}"
        payments += pays(ours.seat, theirs.seat, result.pays * terms.unit_value, result.line, result.clause, why)
    return payments


def foul_payments(terms: Terms, ours: ExposedHand, theirs: ExposedHand) -> list[Payment]:
    """What a fouled hand pays; two fouled hands pay each other nothing [CHI-A1, CHI-D4]."""
    if ours.fouled and theirs.fouled:
        return []
    winner, loser = (theirs, ours) if ours.fouled else (ours, theirs)
    return pays(winner.seat, loser.seat, foul_units(terms) * terms.unit_value, "foul", "CHI-A1", "fouled")

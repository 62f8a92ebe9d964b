"""What one player of Chinese Poker owes another for a natural or a bonus [CHI-29, CHI-35, CHI-36, CHI-D6]."""

from collections.abc import Mapping

from ...rules.payments import Payment, pays
from ...rules.paytable import Result
from .bonuses import bonuses_paid_together
from .exposure import ExposedHand, is_row_contest
from .naturals import NATURALS
from .terms import Terms

NATURAL = "natural"
"""The key of a natural among prizes; the key of a bonus is its row."""
NATURAL_RANKS = tuple(NATURALS)


def prize_payments(
    terms: Terms, table: tuple[ExposedHand, ...], winner: ExposedHand, payer: ExposedHand
) -> list[Payment]:
    """What one player pays another for a natural and bonuses."""
    payments = []
    for name, prize in prizes(terms, table, winner, payer).items():
        chips = prize_share(terms, table, winner, payer, name, prize.pays * terms.unit_value)
        wager = "natural" if name == NATURAL else "bonus"
        payments += pays(winner.seat, payer.seat, chips, wager, prize.clause, prize.in_words)
    return payments


def prize_share(
    terms: Terms, table: tuple[ExposedHand, ...], winner: ExposedHand, payer: ExposedHand, name: str, chips: int
) -> int:
    """One payer's part of a prize: all of it, or an equal share with odd chips from the first payers [CHI-A12]."""
    if terms.bonus_payers == "each_full":
        return chips
    payers = [hand for hand in table if name in prizes(terms, table, winner, hand)]
    share, odd_chips = divmod(chips, len(payers))
    return share + 1 if payers.index(payer) < odd_chips else share


def prizes(
    terms: Terms, table: tuple[ExposedHand, ...], winner: ExposedHand, payer: ExposedHand
) -> Mapping[str, Result]:
    """The natural, and the bonus by row, that one player owes another."""
    bonuses = bonuses_against(terms, table, winner, payer)
    if terms.bonus_conflict == "higher_only":  # [CHI-A9]
        payer_bonuses = bonuses_against(terms, table, payer, winner)
        if total_units(bonuses) <= total_units(payer_bonuses):
            bonuses = {}
    if winner.natural is None or not wins_natural(terms, winner.natural, payer):
        return bonuses
    natural = Result(winner.natural, terms.natural_units, NATURALS[winner.natural])
    return {NATURAL: natural, **bonuses}


def total_units(bonuses: Mapping[str, Result]) -> int:
    """The units of several bonuses together."""
    return sum(bonus.pays for bonus in bonuses.values())


def wins_natural(terms: Terms, natural: str, payer: ExposedHand) -> bool:
    """Does this player pay for the natural? Two naturals push, or the higher one is paid [CHI-A16]."""
    if payer.gone:
        return False
    if payer.natural is None:
        return True
    is_higher = NATURAL_RANKS.index(natural) < NATURAL_RANKS.index(payer.natural)
    return terms.natural_vs_natural == "ranked" and is_higher


def bonuses_against(
    terms: Terms, table: tuple[ExposedHand, ...], winner: ExposedHand, payer: ExposedHand
) -> Mapping[str, Result]:
    """
    The bonuses that one player can claim from another; by default also for a row that lost [CHI-A8].

    Where only the best bonus is paid, it is the best of those that may be claimed [CHI-A10].
    """
    if not pays_bonuses(terms, winner, payer) or (payer.fouled and not terms.foul_pays_bonuses):  # [CHI-A13]
        return {}
    if terms.bonus_requires_win == "no":
        return bonuses_paid_together(terms, winner.bonuses)
    if terms.bonus_requires_win == "row":
        to_beat = [payer]
    else:
        to_beat = [hand for hand in table if pays_bonuses(terms, winner, hand)]
    won = {row: bonus for row, bonus in winner.bonuses.items() if beats_all(winner, row, to_beat)}
    return bonuses_paid_together(terms, won)


def beats_all(winner: ExposedHand, row: str, opponents: list[ExposedHand]) -> bool:
    """Does this row beat the same row of every opponent? A fouled hand is always beaten."""
    return all(hand.fouled or winner.rows[row] > hand.rows[row] for hand in opponents)


def pays_bonuses(terms: Terms, ours: ExposedHand, theirs: ExposedHand) -> bool:
    """Are bonuses paid between these two? Never after a surrender; with a natural if the house allows it [CHI-A15]."""
    if ours.seat == theirs.seat or ours.gone or theirs.gone:
        return False
    return terms.natural_bonuses or is_row_contest(terms, ours, theirs)

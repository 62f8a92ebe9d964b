"""The two hands of Pyramid Poker and how they are compared [PYR-33, PYR-42, PYR-50, PYR-51]."""

from typing import NamedTuple

from ...rules.cards import Cards
from ...rules.ranking import Made, Ranking, Strength, compare_strengths
from ...rules.setting import Setting, Slot
from .terms import Terms

LOW = Slot("low", (1,), "PYR-33")
HIGH = Slot("high", (2,), "PYR-33")
TWO_CARDS = Ranking((Made.ONE_PAIR, Made.HIGH_CARD))  # jacks rank between queens and tens [PYR-50, PYR-A2, PYR-A4]


class Comparison(NamedTuple):
    """How two settings compare, hand by hand: 1 the first wins, -1 the second wins, 0 a copy."""

    low: int
    high: int


def high_strength(terms: Terms, high: Cards) -> Strength:
    """A pair beats two single cards; then the higher card counts, then the lower, never suits [PYR-50, PYR-D1]."""
    strength = TWO_CARDS.of(high)
    if terms.high_hand_second_card:  # [PYR-A4]
        return strength
    return strength._replace(ranks=strength.ranks[:1])


def compare_low(ours: Setting, theirs: Setting) -> int:
    """1, 0 or -1 as our low card ranks above, equal to or below theirs; suits never count [PYR-51, PYR-D1]."""
    our_rank = ours["low"][0].rank
    their_rank = theirs["low"][0].rank
    if our_rank == their_rank:
        return 0
    return 1 if our_rank > their_rank else -1


def compare_high(terms: Terms, ours: Setting, theirs: Setting) -> int:
    """1, 0 or -1 as our high hand ranks above, equal to or below theirs [PYR-50]."""
    return compare_strengths(high_strength(terms, ours["high"]), high_strength(terms, theirs["high"]))


def compare(terms: Terms, ours: Setting, theirs: Setting) -> Comparison:
    """Low against low, then high against high [PYR-42]."""
    return Comparison(compare_low(ours, theirs), compare_high(terms, ours, theirs))

"""Rankings of published games that others have counted, and our counts of their hands."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from houseway.kernels.cards import encoded_hands
from houseway.kernels.enumerate import shape_classes
from houseway.kernels.evaluate import evaluator
from houseway.rules.cards import Cards
from houseway.rules.ranking import Made, Ranking, Strength

FIVE_CARD_LINES = (
    Made.ROYAL_FLUSH,
    Made.STRAIGHT_FLUSH,
    Made.FOUR_OF_A_KIND,
    Made.FULL_HOUSE,
    Made.FLUSH,
    Made.STRAIGHT,
    Made.THREE_OF_A_KIND,
    Made.TWO_PAIRS,
    Made.ONE_PAIR,
    Made.HIGH_CARD,
)
THREE_CARD_LINES = (
    Made.STRAIGHT_FLUSH,
    Made.THREE_OF_A_KIND,
    Made.STRAIGHT,
    Made.FLUSH,
    Made.ONE_PAIR,
    Made.HIGH_CARD,
)
FIVE_CARDS = Ranking(FIVE_CARD_LINES)
FIVE_WILD = Ranking((Made.FIVE_OF_A_KIND, *FIVE_CARD_LINES))
THREE_CARDS = Ranking(THREE_CARD_LINES)
THREE_CARDS_BUG = Ranking(THREE_CARD_LINES, joker="bug", natural_beats_wild=True)
PAI_GOW_MANIA = Ranking(
    (
        Made.FIVE_OF_A_KIND,
        Made.ROYAL_FLUSH,
        Made.STRAIGHT_FLUSH,
        Made.FOUR_OF_A_KIND,
        Made.FULL_HOUSE,
        Made.FLUSH,
        Made.THREE_OF_A_KIND,
        Made.STRAIGHT,
        Made.TWO_PAIRS,
        Made.ONE_PAIR,
        Made.HIGH_CARD,
    ),
    joker="bug",
)
"""This wager pays more for three of a kind than for a straight, so seven cards with both count as three of a kind."""


class HandClass(NamedTuple):
    """Hands that are the same up to suits."""

    strength: Strength
    cards: Cards
    hands: int
    """Number of hands in the class."""


def count_hands(ranking: Ranking, size: int, *, decks: int = 1, jokers: int = 0) -> Counter[Made]:
    """Number of hands of the shoe by made hand."""
    counts: Counter[Made] = Counter()
    for hand_class in hand_classes(ranking, size, decks=decks, jokers=jokers):
        counts[hand_class.strength.made] += hand_class.hands
    return counts


def hand_classes(ranking: Ranking, size: int, *, decks: int = 1, jokers: int = 0) -> Iterator[HandClass]:
    """Every class of hands of the shoe, evaluated by the kernels."""
    tables = evaluator(ranking, size, decks=decks, jokers=jokers)
    classes = list(shape_classes(size, decks=decks, jokers=jokers))
    codes = tables.codes(encoded_hands(cards for cards, _ in classes))
    for (cards, hands), code in zip(classes, codes, strict=True):
        strength = tables.strengths[code]
        assert strength is not None
        yield HandClass(strength, cards, hands)

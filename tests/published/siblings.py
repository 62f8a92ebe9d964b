"""Games that others have counted, said in our words: rankings, and what they pay."""

from collections import Counter
from collections.abc import Iterator

from houseway.kernels.cards import encoded_hands
from houseway.kernels.enumerate import shape_classes
from houseway.kernels.evaluate import evaluator
from houseway.rules.cards import Cards
from houseway.rules.ranking import Made, Ranking, Strength

FIVE_CARD_LINES = (
    *(Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH, Made.STRAIGHT),
    *(Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
)
THREE_CARD_LINES = (
    *(Made.STRAIGHT_FLUSH, Made.THREE_OF_A_KIND, Made.STRAIGHT, Made.FLUSH, Made.ONE_PAIR, Made.HIGH_CARD),
)
FIVE_CARDS = Ranking(FIVE_CARD_LINES)
FIVE_WILD = Ranking((Made.FIVE_OF_A_KIND, *FIVE_CARD_LINES))
THREE_CARDS = Ranking(THREE_CARD_LINES)
THREE_CARDS_BUG = Ranking(THREE_CARD_LINES, joker="bug", natural_beats_wild=True)
PAI_GOW_BET = Ranking(  # a wager that pays three of a kind above a straight takes a hand that holds both for the first
    (
        *(Made.FIVE_OF_A_KIND, Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH),
        *(Made.THREE_OF_A_KIND, Made.STRAIGHT, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
    ),
    joker="bug",
)


def counted(ranking: Ranking, size: int, *, decks: int = 1, jokers: int = 0) -> Counter[Made]:
    """How many hands of the shoe are each made hand."""
    counts: Counter[Made] = Counter()
    for strength, _, ways in evaluated(ranking, size, decks=decks, jokers=jokers):
        counts[strength.made] += ways
    return counts


def evaluated(ranking: Ranking, size: int, *, decks: int = 1, jokers: int = 0) -> Iterator[tuple[Strength, Cards, int]]:
    """Every class of hands, with what the kernels say it is and how many hands are like it."""
    tables = evaluator(ranking, size, decks=decks, jokers=jokers)
    classes = list(shape_classes(size, decks=decks, jokers=jokers))
    for (cards, ways), code in zip(classes, tables.codes(encoded_hands(cards for cards, _ in classes)), strict=True):
        strength = tables.strengths[code]
        assert strength is not None
        yield strength, cards, ways

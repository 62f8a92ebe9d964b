"""A joker that is a bug: an ace, or the card that completes a straight or a flush."""

import pytest

from houseway.rules.cards import read_cards
from houseway.rules.ranking import Made, Ranking

LINES = (
    *(Made.FIVE_OF_A_KIND, Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH),
    *(Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
)
BUG = Ranking(LINES, joker="bug")
WILD = Ranking(LINES)


@pytest.mark.parametrize(
    ("cards", "bug", "wild"),
    [
        ("Kh Kd Ks 4c Xx", Made.THREE_OF_A_KIND, Made.FOUR_OF_A_KIND),
        ("Kh Kd 4s 4c Xx", Made.TWO_PAIRS, Made.FULL_HOUSE),
        ("Kh Qd 7s 4c Xx", Made.HIGH_CARD, Made.ONE_PAIR),
        ("Ah Ad As Ac Xx", Made.FIVE_OF_A_KIND, Made.FIVE_OF_A_KIND),
        ("Ah Ad Ks Kc Xx", Made.FULL_HOUSE, Made.FULL_HOUSE),
        ("9h 8d 6s 5c Xx", Made.STRAIGHT, Made.STRAIGHT),
        ("9h 7h 3h 2h Xx", Made.FLUSH, Made.FLUSH),
        ("9h 8h 6h 5h Xx", Made.STRAIGHT_FLUSH, Made.STRAIGHT_FLUSH),
    ],
)
def test_a_bug_is_an_ace_or_completes_a_straight_or_a_flush(cards: str, bug: Made, wild: Made) -> None:
    assert BUG.of(read_cards(cards)).made == bug
    assert WILD.of(read_cards(cards)).made == wild


def test_a_bug_that_completes_nothing_is_an_ace() -> None:
    assert BUG.of(read_cards("Kh Qd 7s 4c Xx")).ranks == (14, 13, 12, 7, 4)

"""Setting nine cards into hands of one, three and five: the slots, fouls and all legal settings."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...rules.cards import Card, Cards, sort_key, write_cards
from ...rules.ranking import Strength
from ...rules.setting import Setting, Slot
from .hand_order import height, ranking, strength
from .terms import Terms

NINE = 9
"""Cards of a player who bought two, and of the dealer [CAS-10]."""
FIRST = "first"
SECOND = "second"
THIRD = "third"
HANDS = (FIRST, SECOND, THIRD)
SLOTS = (
    Slot(FIRST, (1,), "CAS-04"),
    Slot(SECOND, (3,), "CAS-04"),
    Slot(THIRD, (5,), "CAS-04"),
)


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why a setting is a foul: the third hand must be greater than the second, the second than the first [CAS-05]."""
    for lower, upper in ((FIRST, SECOND), (SECOND, THIRD)):
        below = setting[lower]
        above = setting[upper]
        if height(terms, strength(terms, above)) <= height(terms, strength(terms, below)):
            hands = f"the {upper} hand {write_cards(above)} is not greater than the {lower} hand {write_cards(below)}"
            return f"{hands} [CAS-05]"
    return None


class RankedSetting(NamedTuple):
    """A legal setting and the strengths of its three hands."""

    setting: Setting
    first: Strength
    second: Strength
    third: Strength


class Arrangement(NamedTuple):
    """One way to divide nine cards: the number of the first, second and third hand among all hands of that size."""

    first: int
    second: int
    third: int


@lru_cache(maxsize=1)
def arrangements() -> tuple[Arrangement, ...]:
    """
    The 504 ways to divide nine cards into one, three and five [CAS-04].

    In the order of the first hand, then of the second. Hands of one size are numbered as `combinations` makes them.
    """
    number_of_three = _numbers_of_hands(3)
    number_of_five = _numbers_of_hands(5)
    ways = []
    for first in range(NINE):
        others = [position for position in range(NINE) if position != first]
        for second in combinations(others, 3):
            third = tuple(position for position in others if position not in second)
            ways.append(Arrangement(first, number_of_three[second], number_of_five[third]))
    return tuple(ways)


def _numbers_of_hands(size: int) -> dict[tuple[int, ...], int]:
    return {positions: number for number, positions in enumerate(combinations(range(NINE), size))}


class RankedHand(NamedTuple):
    """A hand, its strength, and its sort key among hands of every size."""

    cards: Cards
    strength: Strength
    height: tuple[int, tuple[int, ...], int]


def legal_settings(terms: Terms, cards: Cards) -> Iterator[RankedSetting]:
    """Every legal setting of nine cards, in deck order of the first hand, then of the second [CAS-04, CAS-05]."""
    deck_order = sorted(cards, key=sort_key)
    ones = ranked_hands(terms, deck_order, 1)
    threes = ranked_hands(terms, deck_order, 3)
    fives = ranked_hands(terms, deck_order, 5)
    for arrangement in arrangements():
        first = ones[arrangement.first]
        second = threes[arrangement.second]
        third = fives[arrangement.third]
        if third.height > second.height > first.height:
            setting = {FIRST: first.cards, SECOND: second.cards, THIRD: third.cards}
            yield RankedSetting(setting, first.strength, second.strength, third.strength)


def ranked_hands(terms: Terms, cards: list[Card], size: int) -> list[RankedHand]:
    """All hands of one size that these cards make."""
    order = ranking(terms)
    hands = []
    for hand in combinations(cards, size):
        hand_strength = order.of(hand)
        hands.append(RankedHand(hand, hand_strength, height(terms, hand_strength)))
    return hands

"""Setting nine cards into hands of one, three and five: the slots, fouls and all legal settings."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from ...rules.cards import DECK, JOKER, Card, Cards, sort_key, write_cards
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
NEIGHBOURS = ((FIRST, SECOND), (SECOND, THIRD))
"""Of each two hands, the second must be greater."""
ANY_CARD = tuple(sorted(DECK, reverse=True))
"""The cards that a joker may stand for."""
Height = tuple[int, tuple[int, ...], int]
"""A sort key of hands of every size, made by `hand_order.height`."""
SLOTS = (
    Slot(FIRST, (1,), "CAS-04"),
    Slot(SECOND, (3,), "CAS-04"),
    Slot(THIRD, (5,), "CAS-04"),
)


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why a setting is a foul: the third hand must be greater than the second, the second than the first [CAS-05]."""
    return why_not_rising(terms, setting, named_jokers(terms, setting, jokers))


def why_not_rising(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Which hand is not greater than the one before it, with these names for jokers; None if all are."""
    for lower, upper in NEIGHBOURS:
        if not is_rising(terms, setting, jokers, lower, upper):
            above = write_cards(setting[upper])
            below = write_cards(setting[lower])
            return f"the {upper} hand {above} is not greater than the {lower} hand {below} [CAS-05]"
    return None


def is_rising(terms: Terms, setting: Setting, jokers: Mapping[str, Cards], lower: str, upper: str) -> bool:
    """True if the upper hand is greater than the lower one, with these names for jokers."""
    above = hand_height(terms, setting[upper], jokers.get(upper, ()))
    below = hand_height(terms, setting[lower], jokers.get(lower, ()))
    return above > below


def order_kept(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> dict[tuple[str, str], bool]:
    """For each two neighbouring hands set so far, whether the second is greater [CAS-05]."""
    if all(slot in setting for slot in HANDS):
        names = named_jokers(terms, setting, jokers)
        return {(lower, upper): is_rising(terms, setting, names, lower, upper) for lower, upper in NEIGHBOURS}
    return {
        (lower, upper): is_rising(terms, setting, jokers, lower, upper)
        for lower, upper in NEIGHBOURS
        if lower in setting and upper in setting and not may_become_lower(terms, setting, jokers, lower)
    }


def may_become_lower(terms: Terms, setting: Setting, jokers: Mapping[str, Cards], slot: str) -> bool:
    """True if a joker of this hand has no name yet and may stand for a low card [CAS-A31]."""
    return terms.joker_use == "any" and JOKER in setting[slot] and not jokers.get(slot)


def hand_height(terms: Terms, hand: Cards, jokers: Cards) -> Height:
    """The sort key of a hand among hands of every size."""
    return height(terms, strength(terms, hand, jokers))


# Jokers that stand for a lower card --------------------------------------------------------------------------------


def named_jokers(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> Mapping[str, Cards]:
    """
    By hand, the cards that jokers stand for other than at their best [CAS-A31].

    Where a joker may be any card, it is the card that the player named. If the setting then fouls, and lower cards for
    the other jokers would cure the foul, they stand for the highest such cards.
    """
    if terms.joker_use == "best":  # [CAS-D3]
        return {}
    if not has_unnamed_jokers(setting, jokers) or why_not_rising(terms, setting, jokers) is None:
        return jokers
    return cured(terms, setting, jokers) or jokers


def has_unnamed_jokers(setting: Setting, jokers: Mapping[str, Cards]) -> bool:
    return any(JOKER in setting[slot] and not jokers.get(slot) for slot in HANDS)


def cured(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> Mapping[str, Cards] | None:
    """Names with which the hands rise: the second as high as the third allows, then the first; None if none do."""
    below = hand_height(terms, setting[THIRD], jokers.get(THIRD, ()))
    names = dict(jokers)
    for slot in (SECOND, FIRST):
        choice = highest_below(terms, setting[slot], jokers.get(slot, ()), below)
        if choice is None:
            return None
        names[slot] = choice
        below = hand_height(terms, setting[slot], choice)
    return {slot: cards for slot, cards in names.items() if cards}


def highest_below(terms: Terms, hand: Cards, named: Cards, limit: Height) -> Cards | None:
    """The cards for the jokers of a hand with which it is as high as it can be below a limit; None if none is."""
    choices = [named] if named or JOKER not in hand else joker_choices(terms, hand)
    heights = {choice: hand_height(terms, hand, choice) for choice in choices}
    lower = [choice for choice in choices if heights[choice] < limit]
    return max(lower, key=heights.__getitem__, default=None)


def joker_choices(terms: Terms, hand: Cards) -> list[Cards]:
    """Every choice of cards for the jokers of a hand, only cards it does not hold if duplicates are forbidden."""
    jokers = hand.count(JOKER)
    if terms.joker_duplicates:
        return list(combinations_with_replacement(ANY_CARD, jokers))
    return list(combinations([card for card in ANY_CARD if card not in hand], jokers))


def why_not_named(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Why these names for jokers are refused [CAS-D3, CAS-A27, CAS-A31]; None if they are not."""
    if jokers and terms.joker_use == "best":
        return "a joker counts as the card that makes its hand strongest, so none is named [CAS-D3]"
    for slot, named in jokers.items():
        repeats = set(named) & set(setting[slot]) or len(set(named)) < len(named)
        if repeats and not terms.joker_duplicates:
            return f"a joker in the {slot} hand may not be a card that is there already [CAS-A27]"
    return None


# All legal settings ------------------------------------------------------------------------------------------------


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

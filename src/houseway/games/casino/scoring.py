"""Scoring: the points of each hand against the dealer's [CAS-12..CAS-19]."""

from collections.abc import Mapping

from ...rules.cards import ACE, JOKER, Cards
from ...rules.ranking import Made
from ...rules.setting import Setting
from ...rules.values import cache_with
from .hand_order import compare, strength
from .setting import FIRST, HANDS, SECOND, THIRD, named_jokers, why_not_rising
from .terms import Terms

ORDINARY_POINTS = 1
"""What a hand scores that wins and is no special [CAS-12]."""


@cache_with
def specials(terms: Terms) -> Mapping[tuple[str, Made], int]:
    """The points of each special of the second and the third hand, by slot and class."""
    return {
        (SECOND, Made.THREE_OF_A_KIND): terms.trips_second_points,  # [CAS-15]
        (THIRD, Made.FULL_HOUSE): terms.full_house_points,  # [CAS-16]
        (THIRD, Made.FOUR_OF_A_KIND): terms.four_kind_points,  # [CAS-17]
        (THIRD, Made.STRAIGHT_FLUSH): terms.straight_flush_points,  # [CAS-18]
        (THIRD, Made.FIVE_OF_A_KIND): terms.five_of_a_kind_points,  # [CAS-A7]
    }


def points_if_won(terms: Terms, slot: str, hand: Cards, jokers: Cards = ()) -> int:
    """What a hand scores if it wins: its special or one point [CAS-12, CAS-D4]; one special at most [CAS-A19]."""
    if slot != FIRST:
        return specials(terms).get((slot, strength(terms, hand, jokers).made), ORDINARY_POINTS)
    is_ace = strength(terms, hand, jokers).ranks[0] == ACE
    is_joker = hand[0] == JOKER
    if is_ace and (terms.joker_ace_special or not is_joker):  # [CAS-14, CAS-A9]
        return terms.ace_first_hand_points
    return ORDINARY_POINTS


@cache_with
def most_points(terms: Terms) -> int:
    """The most points that one side can win: 2 + 3 + 5 by default [CAS-D5]."""
    most = terms.ace_first_hand_points
    for slot in (SECOND, THIRD):
        of_slot = [points for (special_slot, _), points in specials(terms).items() if special_slot == slot]
        most += max(ORDINARY_POINTS, *of_slot)
    return most


def least_points(terms: Terms) -> int:
    """The fewest points that three winning hands score together: one each, unless a special scores less."""
    least = ORDINARY_POINTS
    for slot in (SECOND, THIRD):
        of_slot = [points for (special_slot, _), points in specials(terms).items() if special_slot == slot]
        least += min(ORDINARY_POINTS, *of_slot)
    return least


def hand_points(terms: Terms, slot: str, ours: Cards, dealers: Cards, jokers: Cards = ()) -> int:
    """
    The points of one hand from the player's side; only the winning hand scores [CAS-13, CAS-D4].

    Equal hands score nothing, also two aces, unless ties go to the dealer [CAS-A5, CAS-A10].
    """
    comparison = compare(terms, ours, dealers, jokers)
    if comparison > 0:
        return points_if_won(terms, slot, ours, jokers)
    if comparison == 0 and terms.tie_rule != "dealer":
        return 0
    return -points_if_won(terms, slot, dealers)


def points(terms: Terms, ours: Setting, dealers: Setting, jokers: Mapping[str, Cards] | None = None) -> tuple[int, ...]:
    """
    The points of the three hands from the player's side; a foul loses all three [CAS-01, CAS-D7].

    `jokers` are the cards that the player named for jokers [CAS-A31].
    """
    named = named_jokers(terms, ours, jokers or {})
    if why_not_rising(terms, ours, named):
        return tuple(-points_if_won(terms, slot, dealers[slot]) for slot in HANDS)
    return tuple(hand_points(terms, slot, ours[slot], dealers[slot], named.get(slot, ())) for slot in HANDS)

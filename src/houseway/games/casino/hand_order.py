"""What beats what: one scale for hands of one, three and five cards, and the order that a setting must keep."""

from functools import lru_cache
from typing import Literal

from ...rules.cards import Cards
from ...rules.ranking import Line, Made, Ranking, Strength, compare_strengths
from .terms import Terms

FIVE_CARD_ORDER = (  # the five-card list of the Showdown Version, best first [CAS-A6]
    Made.FIVE_OF_A_KIND,
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
THREE_CARD_ORDER = (  # [CAS-A6]
    Made.THREE_OF_A_KIND,
    Made.FLUSH,
    Made.STRAIGHT,
    Made.ONE_PAIR,
    Made.HIGH_CARD,
)


@lru_cache
def scale(
    three_card_classes: str,
    wheel: Literal["low", "second"],
    *,
    five_kind_above_sf: bool,
    joker_duplicates: bool,
    suits: bool,
) -> Ranking:
    """One scale for hands of one, three and five cards [CAS-D1]."""
    top: tuple[Line, ...] = ((Made.STRAIGHT_FLUSH, 5), Made.FIVE_OF_A_KIND)
    if five_kind_above_sf:  # [CAS-A8]
        top = (Made.FIVE_OF_A_KIND, (Made.STRAIGHT_FLUSH, 5))
    three_card_lines: tuple[Line, ...] = ()
    if three_card_classes == "showdown":  # [CAS-A6, CAS-A11]
        three_card_lines = ((Made.FLUSH, 3), (Made.STRAIGHT, 3))
    lines: tuple[Line, ...] = (
        *top,  # a royal flush is a straight flush [CAS-A18]; a suited run of three cards is a flush [CAS-A16]
        Made.FOUR_OF_A_KIND,
        Made.FULL_HOUSE,
        (Made.FLUSH, 5),
        (Made.STRAIGHT, 5),
        Made.THREE_OF_A_KIND,
        Made.TWO_PAIRS,
        *three_card_lines,
        Made.ONE_PAIR,
        Made.HIGH_CARD,
    )
    return Ranking(lines, wheel=wheel, suits="full" if suits else "off", joker_duplicates=joker_duplicates)


def ranking(terms: Terms, *, suits: bool = False) -> Ranking:
    """The scale under these terms, with suits if they break ties [CAS-A8, CAS-A26, CAS-A27]."""
    return scale(
        terms.three_card_classes,
        terms.wheel,
        five_kind_above_sf=terms.five_kind_above_sf,
        joker_duplicates=terms.joker_duplicates,
        suits=suits,
    )


def strength(terms: Terms, hand: Cards, jokers: Cards = ()) -> Strength:
    """
    The strength of a hand [CAS-03, CAS-A17].

    Its jokers are the cards named in `jokers` [CAS-A31]. Without names they make the hand strongest, and a joker alone
    is an ace [CAS-D3].
    """
    return ranked(ranking(terms), hand, jokers)


def ranked(order: Ranking, hand: Cards, jokers: Cards) -> Strength:
    """The strength of a hand on this scale."""
    return order.as_declared(hand, jokers) if jokers else order.of(hand)


def joker_cards(terms: Terms, hand: Cards, declared: Cards) -> Cards:
    """The cards that the jokers of a hand stand for: as named [CAS-A31], or else at their best [CAS-D3]."""
    return declared or ranking(terms, suits=True).joker_cards(hand)


def compare(terms: Terms, ours: Cards, theirs: Cards, jokers: Cards = ()) -> int:
    """
    1 if our hand is higher, -1 if theirs is, 0 if they are equal; suits count only by option [CAS-A5].

    `jokers` are the cards that our jokers stand for, if they are named.
    """
    order = ranking(terms, suits=terms.tie_rule == "suits")
    return compare_strengths(ranked(order, ours, jokers), order.of(theirs))


def height(terms: Terms, hand: Strength) -> tuple[int, tuple[int, ...], int]:
    """
    Sort key of a hand among hands of every size, for the order that a setting must keep [CAS-D2].

    If one list of ranks begins the other, the longer hand is higher. By class name a three-card flush equals a
    five-card flush [CAS-A11].
    """
    level = hand.level
    if terms.cross_size_order == "class_name":
        level = -FIVE_CARD_ORDER.index(hand.made)
    return level, hand.ranks, hand.size

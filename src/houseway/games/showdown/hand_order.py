"""What beats what in Pyramid Showdown: one scale for hands of every size, and the names of what stands on it."""

from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from ...rules.cards import JOKER, Cards
from ...rules.paytable import PayTable
from ...rules.ranking import COUNT_OF_A_KIND, OF_A_KIND, Line, Made, Ranking, Strength

ORDERED_BY = (
    *("two_pairs_vs_three_card", "three_card_sf", "power_order", "kind_points", "sf_points"),
    *("suit_tiebreak", "wheel", "joker_duplicates", "natural_beats_wild"),
)
"""The options that shape the scale."""
ordered_by = attrgetter(*ORDERED_BY)  # scales are kept by these few


class Laid(NamedTuple):
    """A hand as it lies, and what its jokers are named; unnamed they are what helps most [SHO-04, SHO-D4, SHO-A15]."""

    cards: Cards
    jokers: Cards = ()


@lru_cache
def scale_of(by_name: bool, chosen: tuple[Any, ...]) -> Ranking:
    """One scale for all sizes [SHO-D1], after both printed lists [SHO-17, SHO-19, SHO-20]; a royal is SF5 [SHO-A40]."""
    two_pairs, three_card_sf, power_order, kinds, runs, suits, wheel, duplicates, natural = chosen
    top: list[Line] = [(Made.STRAIGHT_FLUSH, 3)] if three_card_sf == "top" else []  # [SHO-A6]
    five: list[Line] = [(Made.FLUSH, 5), (Made.STRAIGHT, 5)]
    three: list[Line] = [(Made.FLUSH, 3), (Made.STRAIGHT, 3)]
    if by_name:  # a flush is a flush, whatever its size [SHO-A2]
        five = [Made.FLUSH, Made.STRAIGHT]
        three = []
    three.insert(0 if two_pairs == "above" else len(three), (Made.TWO_PAIRS, 5))  # [SHO-A3]
    high = [*power_lines(power_order, kinds, runs), (Made.FULL_HOUSE, 5), *five, *top, Made.THREE_OF_A_KIND]
    lines = (*high, *three, Made.ONE_PAIR, Made.HIGH_CARD)
    return Ranking(lines, wheel=wheel, suits=suits, joker_duplicates=duplicates, natural_beats_wild=natural)


def power_lines(power_order: str, kinds: PayTable, runs: PayTable) -> list[tuple[Made, int]]:
    """Four of a kind, five of a kind [SHO-18] and up, and straight flushes: by H6 points, or by cards [SHO-A5]."""
    found = {(OF_A_KIND[int(n)], max(int(n), 5)): (points, 1, int(n)) for n, points in kinds.items()}
    found |= {(Made.STRAIGHT_FLUSH, int(n)): (points, 0, int(n)) for n, points in runs.items()}
    return sorted(found, key=lambda line: found[line] if power_order == "points" else found[line][::-1], reverse=True)


def valued(scale: Ranking, hand: Laid) -> Strength:
    """Class, then ranks, then suits [SHO-D2, SHO-D3, SHO-41, SHO-42, SHO-A12]."""
    if len(hand.cards) <= 5:
        return whole(scale, hand)
    if found := all_power(scale, hand):
        return found
    cards = tuple(card for card in hand.cards if card != JOKER) + hand.jokers if hand.jokers else hand.cards
    wild = -hand.cards.count(JOKER) * scale.natural_beats_wild
    return scale.best_of(cards, 5)[0]._replace(naturalness=wild)  # the rest is inert [SHO-D6, SHO-A7]


def whole(scale: Ranking, hand: Laid) -> Strength:
    return scale.as_declared(*hand) if hand.jokers else scale.of(hand.cards)


def all_power(scale: Ranking, hand: Laid) -> Strength | None:
    """More than five cards all count as n of a kind or a straight flush, or not: so of one rank or of one suit."""
    naturals = [card for card in hand.cards if card != JOKER]
    if len({card.rank for card in naturals}) > 1 and len({card.suit for card in naturals}) > 1:
        return None
    found = whole(scale, hand)
    return found if power(found) else None


def power(found: Strength) -> tuple[int, int] | None:
    """(0, n) for four of a kind and up, (1, n) for a straight flush of five and up: the columns of the chart."""
    if found.made == Made.STRAIGHT_FLUSH and found.size >= 5:
        return 1, found.size
    count = COUNT_OF_A_KIND.get(found.made, 0)
    return (0, count) if count >= 4 else None


def class_name(found: Strength) -> str:
    """What a hand is called, in test vectors too."""
    count = COUNT_OF_A_KIND.get(found.made, 0)
    if count > 4:
        return f"{count}_of_a_kind"
    if found.made == Made.STRAIGHT_FLUSH:
        return f"straight_flush_{found.size}"
    if found.size == 3 and found.made in (Made.STRAIGHT, Made.FLUSH):
        return f"{found.made.value}3"
    return "trips" if count == 3 else found.made.value


def spoken(found: Strength) -> str:
    """The same as a person says it: `three-card flush`, `straight flush of 6`."""
    name = class_name(found)
    if name.endswith("3"):
        return f"three-card {name[:-1]}"
    return name.replace("straight_flush_", "straight flush of ").replace("_", " ")

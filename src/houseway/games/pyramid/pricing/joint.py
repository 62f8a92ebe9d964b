"""
The joint results of the three wagers of one hand, counted exactly.

A deal is the player's rank hand, the House's rank hand and their suits. Suits matter in two ways only: whether the
player's three cards are of one suit, and whether five or six of the six cards are. Each `Part` is one arrangement of
suits; its counts are products of a number of player hands and a number of House hands dealt after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ....rules.cards import SUITS, Cards
from ..terms import Terms
from .hands import (
    CARD_PLACES,
    HAND_COUNT,
    HAND_SIZE,
    HANDS,
    HELD,
    ODD_SUITS,
    RANK_SETS,
    Composition,
    Whole,
    cards_of,
    draws,
    held,
    rank_sets,
    without,
)
from .side_wager_tables import SIX, SixCardTable, shapes, six_card_table, three_card_table

ONE = SUITS[0]
OTHER = SUITS[1]
ALL_ONE = (ONE,) * HAND_SIZE
APART = tuple(SUITS)[1:]
"""The suits of a House hand without a card of the first suit."""


@dataclass(frozen=True, eq=False)
class Part:
    """One arrangement of suits, for all pairs of rank hands."""

    players: Whole
    """By rank hand: the number of player hands."""
    houses: Whole
    """House hands (column) after each player hand (row); negative to take away hands counted in another part."""
    suited: bool
    """Whether the player's three cards are of one suit."""
    six: Whole
    """The third wager's line, by both rank hands."""
    player_suits: tuple[int, ...] = ODD_SUITS
    house_suits: tuple[int, ...] = APART

    def cards(self, player: int, house: int) -> tuple[Cards, Cards]:
        """The cards of a deal of this part."""
        return cards_of(player, self.player_suits), cards_of(house, self.house_suits)


def _one_other_suit(place: int) -> tuple[int, ...]:
    """The suits of a hand of one suit, except for the card at this position."""
    return tuple(OTHER if other == place else ONE for other in CARD_PLACES)


def suit_parts(terms: Terms, shoe: Composition) -> tuple[Part, ...]:
    """Every arrangement of suits. They take about 40 MB, so compute them once per shoe and do not cache them."""
    table = six_card_table(terms)
    plain = table.unsuited(shapes(), RANK_SETS[:, None] | RANK_SETS)
    suited = np.zeros_like(shoe.first_hands)
    for suit, times in shoe.like_suits().items():
        suited += _in_suit(suit) * times
    parts = [Part(shoe.first_hands - suited, shoe.second_hands, False, plain)]
    for suit, times in shoe.like_suits().items():
        left = np.array(suit, dtype=np.int64)
        parts += _suited_player(shoe, left, times, plain, table)
        parts += _two_suited_player(shoe, left, times, plain, table)
    return tuple(parts)


def _in_suit(suit: tuple[int, ...]) -> Whole:
    """By rank hand: the number of hands that are all of this suit."""
    ways: Whole = draws(np.array([suit], dtype=np.int64), HANDS)[0]
    return ways


def _suited_player(shoe: Composition, suit: Whole, times: int, plain: Whole, table: SixCardTable) -> Iterator[Part]:
    """The parts with all of the player's cards of this suit: the House has three of it, two of it, or fewer."""
    players = draws(suit[None, :], HANDS)[0] * times
    others = shoe.ranks - suit
    plain_houses = shoe.second_hands.copy()
    six = table.with_suited(plain, SIX, RANK_SETS[:, None] | RANK_SETS)
    houses = draws(suit - HELD, HANDS)
    yield Part(players, houses, True, six, ALL_ONE, ALL_ONE)
    plain_houses -= houses
    for place in CARD_PLACES:
        rest, first = without(place)
        houses = draws(suit - HELD, rest) * (others[HANDS[:, place]] * first)
        five = table.with_suited(plain, SIX - 1, RANK_SETS[:, None] | rank_sets(rest))
        yield Part(players, houses, True, five, ALL_ONE, _one_other_suit(place))
        plain_houses -= houses
    yield Part(players, plain_houses, True, plain, ALL_ONE)


def _two_suited_player(shoe: Composition, suit: Whole, times: int, plain: Whole, table: SixCardTable) -> Iterator[Part]:
    """The parts with two of the player's cards and all three of the House's of this suit."""
    others = shoe.ranks - suit
    for place in CARD_PLACES:
        rest, first = without(place)
        players = draws(suit[None, :], rest)[0] * others[HANDS[:, place]] * first * times
        houses = draws(suit - held(rest), HANDS)
        five = table.with_suited(plain, SIX - 1, rank_sets(rest)[:, None] | RANK_SETS)
        yield Part(players, houses, False, five, _one_other_suit(place), ALL_ONE)
        yield Part(players, -houses, False, plain)


# Joint results -------------------------------------------------------------------------------------------------------


class JointResult(NamedTuple):
    """The results of the three wagers of a hand, as codes of their tables."""

    main: int
    three_card: int
    six_card: int


def tally(codes: Whole, counts: Whole, kinds: int) -> Whole:
    """By row and code: the sum of the counts."""
    totals = np.zeros(len(codes) * kinds, dtype=np.int64)
    np.add.at(totals, (codes + np.arange(len(codes))[:, None] * kinds).ravel(), counts.ravel())
    return totals.reshape(len(codes), kinds)


def whole_type(largest: int) -> type[np.int64] | type[object]:
    """int64 if no sum can overflow it, else Python's integers."""
    return np.int64 if largest < 2**62 else object


def joint_counts(terms: Terms, deals: int, parts: tuple[Part, ...], main: Whole) -> Counter[JointResult]:
    """The number of deals by joint result; `main` is the first wager's code for each pair of rank hands."""
    three = three_card_table(terms)
    lines = len(six_card_table(terms).results)
    kind = whole_type(deals)
    mains = int(main.max()) + 1
    totals: Any = np.zeros((len(three.results), mains * lines), dtype=kind)
    for part in parts:
        codes = three.suited if part.suited else three.odd
        houses = tally(main * lines + part.six, part.houses, mains * lines).astype(kind)
        players = (codes == np.arange(len(three.results))[:, None]) * part.players.astype(kind)
        totals += players @ houses
    return Counter(
        {
            JointResult(both // lines, code, both % lines): int(totals[code, both])
            for code, both in np.argwhere(totals).tolist()
        }
    )


class Example(NamedTuple):
    """A deal with a given joint result."""

    player: Cards
    house: Cards
    hand: int
    """The number of the player's rank hand."""


def example_deals(terms: Terms, parts: tuple[Part, ...], main: Whole) -> dict[JointResult, Example]:
    """An example deal for each joint result."""
    three = three_card_table(terms)
    lines = len(six_card_table(terms).results)
    examples: dict[JointResult, Example] = {}
    for part in parts:
        codes = (three.suited if part.suited else three.odd)[:, None]
        keys = (main * len(three.results) + codes) * lines + part.six
        possible = (part.houses > 0) & (part.players > 0)[:, None]
        for key, first in zip(*np.unique(np.where(possible, keys, -1), return_index=True), strict=True):
            if key >= 0:
                player, house = divmod(int(first), HAND_COUNT)
                both, six = divmod(int(key), lines)
                together = JointResult(*divmod(both, len(three.results)), six)
                examples.setdefault(together, Example(*part.cards(player, house), player))
    return examples


Won = tuple[Fraction, Fraction, Fraction]
"""The profit per unit of each of the three wagers."""
Nets = Mapping[JointResult, Won]
"""The profits of the wagers for each joint result."""


def covariance(counts: Mapping[JointResult, int], nets: Nets, first: int, second: int) -> Fraction:
    """The covariance of the profits per unit of two wagers, given by their positions."""
    deals = sum(counts.values())
    mean = [sum((nets[key][wager] * count for key, count in counts.items()), Fraction()) for wager in (first, second)]
    both = sum((nets[key][first] * nets[key][second] * count for key, count in counts.items()), Fraction())
    return both / deals - mean[0] * mean[1] / deals**2

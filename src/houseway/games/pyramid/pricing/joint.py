"""
How the three wagers of one hand come out together, counted exactly.

A deal is a player's rank hand, a house's rank hand and their suits. Suits matter in two ways only: whether the player's
three cards are of one suit, and whether five or six of the six cards are. Each part below is a way the suits can fall;
its counts are products of a number of player's hands and a number of house's hands after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ....rules.cards import SUITS, Cards
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
"""Suits of a house hand that adds nothing to a player's cards of the first suit."""


@dataclass(frozen=True, eq=False)
class Part:
    """One way the suits fall, for all pairs of rank hands."""

    players: Whole
    """How many player's hands, by rank hand."""
    houses: Whole
    """How many house's hands (column) after each of them (row); negative where hands move to another part."""
    suited: bool
    """Are the player's three cards of one suit?"""
    six: Whole
    """The third wager's line."""
    player_suits: tuple[int, ...] = ODD_SUITS
    house_suits: tuple[int, ...] = APART

    def cards(self, player: int, house: int) -> tuple[Cards, Cards]:
        """A deal of this part."""
        return cards_of(player, self.player_suits), cards_of(house, self.house_suits)


def _one_off(place: int) -> tuple[int, ...]:
    return tuple(OTHER if other == place else ONE for other in CARD_PLACES)


def suit_parts(terms: Any, shoe: Composition) -> tuple[Part, ...]:
    """Every way the suits fall. About 40 MB: to be made once for a shoe and not kept."""
    table = six_card_table(terms)
    plain = table.unsuited(shapes(), RANK_SETS[:, None] | RANK_SETS)
    suited = sum((_in_suit(suit) * times for suit, times in shoe.like_suits().items()), np.zeros_like(shoe.first_hands))
    parts = [Part(shoe.first_hands - suited, shoe.second_hands, False, plain)]
    for suit, times in shoe.like_suits().items():
        left = np.array(suit, dtype=np.int64)
        parts += _suited_player(shoe, left, times, plain, table)
        parts += _two_suited_player(shoe, left, times, plain, table)
    return tuple(parts)


def _in_suit(suit: tuple[int, ...]) -> Whole:
    found: Whole = draws(np.array([suit], dtype=np.int64), HANDS)[0]
    return found


def _suited_player(shoe: Composition, suit: Whole, times: int, plain: Whole, table: SixCardTable) -> Iterator[Part]:
    """The player's cards are all of this suit: the house has two of it and one other, or three."""
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
        yield Part(players, houses, True, five, ALL_ONE, _one_off(place))
        plain_houses -= houses
    yield Part(players, plain_houses, True, plain, ALL_ONE)


def _two_suited_player(shoe: Composition, suit: Whole, times: int, plain: Whole, table: SixCardTable) -> Iterator[Part]:
    """Two of the player's cards are of this suit and all three of the house's."""
    others = shoe.ranks - suit
    for place in CARD_PLACES:
        rest, first = without(place)
        players = draws(suit[None, :], rest)[0] * others[HANDS[:, place]] * first * times
        houses = draws(suit - held(rest), HANDS)
        five = table.with_suited(plain, SIX - 1, rank_sets(rest)[:, None] | RANK_SETS)
        yield Part(players, houses, False, five, _one_off(place), ALL_ONE)
        yield Part(players, -houses, False, plain)


# Together ----------------------------------------------------------------------------------------------------------


class Together(NamedTuple):
    """How the three wagers of a hand came out, as codes of their tables."""

    main: int
    three_card: int
    six_card: int


def tally(codes: Whole, counts: Whole, kinds: int) -> Whole:
    """For each row, the sum of counts by code."""
    found = np.zeros(len(codes) * kinds, dtype=np.int64)
    np.add.at(found, (codes + np.arange(len(codes))[:, None] * kinds).ravel(), counts.ravel())
    return found.reshape(len(codes), kinds)


def whole_type(largest: int) -> type[np.int64] | type[object]:
    """64 bits where no sum can pass them, else Python's integers."""
    return np.int64 if largest < 2**62 else object


def joint_counts(terms: Any, deals: int, parts: tuple[Part, ...], main: Whole) -> Counter[Together]:
    """Deals by how all three wagers came out; `main` is the first wager's code for each two rank hands."""
    three = three_card_table(terms)
    lines = len(six_card_table(terms).results)
    kind = whole_type(deals)
    mains = int(main.max()) + 1
    found: Any = np.zeros((len(three.results), mains * lines), dtype=kind)
    for part in parts:
        codes = three.suited if part.suited else three.odd
        houses = tally(main * lines + part.six, part.houses, mains * lines).astype(kind)
        players = (codes == np.arange(len(three.results))[:, None]) * part.players.astype(kind)
        found += players @ houses
    return Counter(
        {
            Together(both // lines, code, both % lines): int(found[code, both])
            for code, both in np.argwhere(found).tolist()
        }
    )


class Example(NamedTuple):
    """A deal in which the wagers come out in one way."""

    player: Cards
    house: Cards
    hand: int
    """The player's rank hand."""


def example_deals(terms: Any, parts: tuple[Part, ...], main: Whole) -> dict[Together, Example]:
    """A deal for each way the three wagers can come out together."""
    three = three_card_table(terms)
    lines = len(six_card_table(terms).results)
    found: dict[Together, Example] = {}
    for part in parts:
        codes = (three.suited if part.suited else three.odd)[:, None]
        keys = (main * len(three.results) + codes) * lines + part.six
        possible = (part.houses > 0) & (part.players > 0)[:, None]
        for key, first in zip(*np.unique(np.where(possible, keys, -1), return_index=True), strict=True):
            if key >= 0:
                player, house = divmod(int(first), HAND_COUNT)
                both, six = divmod(int(key), lines)
                together = Together(*divmod(both, len(three.results)), six)
                found.setdefault(together, Example(*part.cards(player, house), player))
    return found


Won = tuple[Fraction, Fraction, Fraction]
"""The profit per unit of each of the three wagers."""
Nets = Mapping[Together, Won]
"""What the wagers win for each way they come out together."""


def covariance(counts: Mapping[Together, int], nets: Nets, first: int, second: int) -> Fraction:
    """Between the profits per unit of two wagers, named by their place."""
    deals = sum(counts.values())
    mean = [sum((nets[key][wager] * count for key, count in counts.items()), Fraction()) for wager in (first, second)]
    both = sum((nets[key][first] * nets[key][second] * count for key, count in counts.items()), Fraction())
    return both / deals - mean[0] * mean[1] / deals**2

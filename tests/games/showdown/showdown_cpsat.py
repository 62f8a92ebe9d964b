"""
The best setting of a Showdown player's cards by a general solver (CP-SAT of ortools).

It is slow, exact and written from the sheet alone, to check our own solver. Every hand that the cards can make is a
candidate, with kickers and jokers and its strength by the rules. CP-SAT picks one for each slot so that no card is used
twice and strengths rise. There are some 50,000 candidates; for most of them an integer bound shows first that no
setting as good as the one wanted contains them (`Pool`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby, pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from games.showdown.showdown_candidates import Candidate, candidates, held_by_kind, may_be_set
from houseway.games.showdown import hand_order, legality
from houseway.games.showdown.hand_order import Hand
from houseway.games.showdown.house_way import house_way
from houseway.games.showdown.legality import SLOTS
from houseway.games.showdown.terms import Terms
from houseway.rules.cards import Cards
from houseway.rules.ranking import Made, Strength
from houseway.rules.setting import Setting

Value = Callable[[int, Strength], int]
"""Value of a hand in a slot; it must not depend on suits."""
Ints = NDArray[np.int64]

EXACT = 1000
"""Values are multiplied by this before cards are priced, so that prices in whole numbers are fine enough."""
STEPS = 250
"""Rounds of repricing."""
FEW = 800
"""With at most this many candidates CP-SAT takes over."""


@dataclass(frozen=True)
class Best:
    setting: Setting
    value: int


# Candidates of a slot, and prices of cards --------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """The candidates of one slot as arrays, weakest first."""

    at: Ints
    """Index in the list of all candidates."""
    order: Ints
    """A number that is equal where strengths are equal, suits included, and otherwise rises."""
    level: Ints
    values: Ints
    uses: NDArray[np.float64]
    """One row for each candidate: number of cards of each kind. Integers, as floats for fast products."""

    def only(self, keep: NDArray[np.bool_]) -> Column:
        return Column(self.at[keep], self.order[keep], self.level[keep], self.values[keep], self.uses[keep])


def columns(terms: Terms, cards: Cards, hands: list[Candidate], value: Value) -> list[Column]:
    kinds = {card: row for row, card in enumerate(held_by_kind(cards))}
    uses = np.zeros((len(hands), len(kinds)))
    for row, hand in enumerate(hands):
        for card in hand.cards:
            uses[row, kinds[card]] += 1
    higher = [1] + [int(a.strength < b.strength) for a, b in pairwise(hands)]
    order = np.cumsum(np.array(higher, np.int64))
    sizes = uses.sum(axis=1).astype(np.int64)
    level = np.array([hand.strength.level for hand in hands], np.int64)
    shapes = {
        shape: (sizes == shape[0]) & (level == shape[1])
        for shape in set(zip(sizes.tolist(), level.tolist(), strict=True))
    }
    made = []
    for place in SLOTS:
        fit = [rows for shape, rows in shapes.items() if may_be_set(terms, place, *shape)]
        at = np.flatnonzero(np.any(fit, axis=0))
        values = np.array([value(place, hands[row].strength) for row in at], np.int64)
        made.append(Column(at, order[at], level[at], values, uses[at]))
    return made


NEVER = -(10**15)
"""Below any value."""


@dataclass(frozen=True)
class Pool:
    """
    The candidates of each slot, and an upper bound on the value of settings.

    Let each kind of card have a price of at least 0. A legal setting uses no more cards of a kind than are held, so its
    value is at most the price of all cards held plus the value of its six hands less the price of their cards. Its
    hands rise in strength, so the latter is at most the greatest such sum over any six rising candidates; for a setting
    with a given hand in a given slot, over those that go `through` it. The bound holds for any prices, so it does not
    matter that they are found in floating point; the bound itself is an integer.
    """

    places: list[Column]
    held: Ints
    weaker: list[Ints]
    """For each candidate from H2 up, the number of candidates of the slot below that may be set under it."""

    @property
    def size(self) -> int:
        return sum(len(column.at) for column in self.places)

    @property
    def empty(self) -> bool:
        return not all(len(column.at) for column in self.places)

    def beyond(self, prices: Ints) -> list[Ints]:
        """Value of each candidate less the price of its cards. The product is exact: far below 2**53."""
        costs = [(column.uses @ prices.astype(float)).astype(np.int64) for column in self.places]
        return [column.values * EXACT - cost for column, cost in zip(self.places, costs, strict=True)]

    def from_below(self, beyond: list[Ints]) -> list[Ints]:
        """For each candidate, the greatest sum of rising candidates from H1 up to it."""
        sums = [beyond[0]]
        for own, weaker in zip(beyond[1:], self.weaker, strict=True):
            sums.append(own + np.concatenate(([NEVER], np.maximum.accumulate(sums[-1])))[weaker])
        return sums

    def from_above(self, beyond: list[Ints]) -> list[Ints]:
        """The greatest sum of rising candidates from each up to H6, without it."""
        sums = [np.zeros(len(beyond[-1]), np.int64)]
        for place in range(len(beyond) - 1, 0, -1):
            best = np.concatenate((np.maximum.accumulate((sums[0] + beyond[place])[::-1])[::-1], [NEVER]))
            first = np.searchsorted(self.weaker[place - 1], np.arange(len(beyond[place - 1])), "right")
            sums.insert(0, best[first])
        return sums

    def bound(self, prices: Ints) -> tuple[int, list[int]]:
        """For all settings, and the rows of six rising candidates that reach it."""
        sums = self.from_below(self.beyond(prices))
        rows = [int(np.argmax(sums[-1]))]
        top = (int(sums[-1][rows[0]]) + int(self.held @ prices)) // EXACT
        for below, weaker in zip(sums[-2::-1], self.weaker[::-1], strict=True):
            rows.insert(0, int(np.argmax(below[: max(1, weaker[rows[0]])])))
        return top, rows

    def through(self, prices: Ints) -> list[Ints]:
        """For settings with this candidate in this place."""
        beyond = self.beyond(prices)
        total = int(self.held @ prices)
        both = zip(self.from_below(beyond), self.from_above(beyond), strict=True)
        return [(below + above + total) // EXACT for below, above in both]


def pool(terms: Terms, places: list[Column], held: Ints) -> Pool:
    """The upper hand must be stronger, or may be as strong where that is allowed [SHO-16, SHO-A4]."""
    side: Literal["left", "right"] = "right" if terms.equal_hands_order == "allow" else "left"
    return Pool(places, held, [np.searchsorted(low.order, high.order, side) for low, high in pairwise(places)])


@dataclass(frozen=True)
class Part:
    """A part of the search, with the prices that bound it best."""

    pool: Pool
    prices: Ints
    top: int
    visited: list[list[int]]
    """The rows of the six rising candidates that were best at one time or another while prices were sought."""


def part(pool: Pool, goal: int, prices: NDArray[np.float64], steps: int) -> Part:
    """Raise the price of what the best six rising candidates use too often, lower that of what they leave over."""
    if pool.empty:
        return Part(pool, np.rint(prices).astype(np.int64), NEVER, [])
    best = Part(pool, np.zeros(0, np.int64), -2 * NEVER, [])
    reach = 1.0
    stale = 0
    for _ in range(steps):
        whole = np.rint(prices).astype(np.int64)
        top, rows = pool.bound(whole)
        best.visited.append(rows)
        stale += 1
        if top < best.top:
            best = Part(pool, whole, top, best.visited)
            stale = 0
        elif stale % 10 == 0:
            reach *= 0.7
        over = sum(column.uses[row] for column, row in zip(pool.places, rows, strict=True)) - pool.held
        over[(prices <= 0) & (over < 0)] = 0
        if top < goal or not over.any():
            break
        prices = np.maximum(0, prices + reach * (top - goal + 1) * EXACT / float(over @ over) * over)
    return best


def narrowed(terms: Terms, rest: Part, goal: int, steps: int) -> Part:
    """Leave out what is in no setting of that value, price again, and so on while it helps."""
    while True:
        bounds = zip(rest.pool.places, rest.pool.through(rest.prices), strict=True)
        less = pool(terms, [column.only(bound >= goal) for column, bound in bounds], rest.pool.held)
        again = part(less, goal, rest.prices.astype(float), steps)
        if again.top < goal or less.size > 0.8 * rest.pool.size:
            return again
        rest = again


def cut(part: Part) -> tuple[int, int]:
    """The place to tell apart, and the strength: between classes rather than within, and as evenly as may be."""
    best = (False, 0.0, 0, 0)
    late = part.visited[len(part.visited) // 3 :]
    for place, column in enumerate(part.pool.places):
        picked = np.sort(np.array([rows[place] for rows in late], np.int64))
        for row in np.unique(picked)[1:]:
            share = float(np.mean(picked < row))
            first = int(np.searchsorted(column.level, column.level[row]))
            between = bool(np.any(picked < first))
            even = min(share, 1 - share)
            best = max(best, (between, even, place, int(column.order[first if between else row])))
    if best[1]:
        return best[2], best[3]
    place = max(range(6), key=lambda at: len(part.pool.places[at].at))
    orders = part.pool.places[place].order
    return place, int(orders[len(orders) // 2])


# The choice --------------------------------------------------------------------------------------------------------

Picks = list[cp_model.IntVar]


def chosen(terms: Terms, pool: Pool, at_least: int) -> list[int] | None:
    """The candidates of the best setting of at least this value; None if CP-SAT proves that there is none."""
    model = cp_model.CpModel()
    places = pool.places
    picks = [[model.new_bool_var("") for _ in column.at] for column in places]
    for pick in picks:
        model.add_exactly_one(pick)
    for kind, count in enumerate(pool.held):
        model.add(total(picks, [column.uses[:, kind] for column in places]) <= int(count))
    for low, high in pairwise(range(len(places))):
        add_rise(terms, model, (places[low], picks[low]), (places[high], picks[high]))
    if terms.hand3_expansion == "both":  # H3 grows only with H4 [SHO-24, SHO-A8]
        third, fourth = (total([picks[at]], [places[at].uses.sum(axis=1) > 3]) for at in (2, 3))
        model.add(third <= fourth)
    else:
        add_either(terms, model, places, picks)
    value = total(picks, [column.values for column in places])
    model.add(value >= at_least)
    model.maximize(value)
    return solved(model, places, picks)


def total(picks: list[Picks], times: Sequence[NDArray[np.generic]]) -> cp_model.LinearExpr:
    """What the picked candidates come to."""
    terms = [
        (pick[row], int(each[row])) for pick, each in zip(picks, times, strict=True) for row in np.flatnonzero(each)
    ]
    return cp_model.LinearExpr.weighted_sum([pick for pick, _ in terms], [times for _, times in terms])


def solved(model: cp_model.CpModel, places: list[Column], picks: list[Picks]) -> list[int] | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT stopped with {solver.status_name(status)}")
    rows = [next(row for row, pick in enumerate(picked) if solver.value(pick)) for picked in picks]
    return [int(column.at[row]) for column, row in zip(places, rows, strict=True)]


def add_rise(terms: Terms, model: cp_model.CpModel, low: tuple[Column, Picks], high: tuple[Column, Picks]) -> None:
    """
    The upper hand is the stronger [SHO-16]: whenever it is among the weakest so many, the lower is too.

    Both columns are gone through by strength, an upper hand before a lower one that equals it, so that they cannot be
    picked together (after it, where equal hands are allowed [SHO-A4]). It is enough to say it before each lower hand
    that follows an upper one, and at the end.
    """
    turn = (0, 1) if terms.equal_hands_order == "allow" else (1, 0)
    events = [
        (order, turn[is_upper], is_upper, pick)
        for is_upper, (column, picks) in enumerate((low, high))
        for order, pick in zip(column.order.tolist(), picks, strict=True)
    ]
    events.sort(key=lambda event: event[:2])
    so_far: list[cp_model.LinearExprT] = [0, 0]
    for is_upper, block in groupby(events, key=lambda event: event[2]):
        reached = model.new_bool_var("")
        model.add(reached == so_far[is_upper] + cp_model.LinearExpr.sum([pick for *_, pick in block]))
        so_far[is_upper] = reached
        if is_upper:
            model.add(so_far[1] <= so_far[0])


def add_either(terms: Terms, model: cp_model.CpModel, places: list[Column], picks: list[Picks]) -> None:
    """An H3 of five that is no full house or better needs a grown H4 [SHO-A8]."""
    full = hand_order.scale(terms).level(Made.FULL_HOUSE, 5)
    poor = (places[2].uses.sum(axis=1) > 3) & (places[2].level < full)
    model.add(total([picks[2]], [poor]) <= total([picks[3]], [places[3].uses.sum(axis=1) > 3]))


def best_setting(terms: Terms, cards: Cards, value: Value, known: Setting | None = None) -> Best | None:
    """
    The best legal setting; None if there is none at all. The better the one that is known, the sooner it is found.

    What may lie in the six places is cut in two, by the strength of one of them, until it is shown to hold nothing
    better than what is known or is small enough for CP-SAT. Any setting is in one of the two.
    """
    if terms.cross_size_order != "merged":
        raise ValueError("the model knows one scale for hands of all sizes [SHO-A2]")
    hands = candidates(terms, cards)
    held = np.array(list(held_by_kind(cards).values()), np.int64)
    best = settled(terms, value, known) if known else by_house_way(terms, cards, value)
    places = columns(terms, cards, hands, value)
    goal = best.value + 1 if best else sum(int(column.values.min()) for column in places)
    whole = part(pool(terms, places, held), goal, np.zeros(len(held)), STEPS)
    parts = [(-whole.top, 0, whole)]
    while parts and -parts[0][0] >= goal:
        tried = narrowed(terms, heappop(parts)[2], goal, STEPS // 4)
        if tried.top >= goal and tried.pool.size > FEW:
            for half in halves(terms, tried):
                child = part(half, goal, tried.prices.astype(float), STEPS // 4)
                heappush(parts, (-child.top, id(child), child))
        elif tried.top >= goal and (picked := chosen(terms, tried.pool, goal)):
            best = settled(terms, value, named([hands[at].cards for at in picked]))
            goal = best.value + 1
    return best


def halves(terms: Terms, whole: Part) -> Iterator[Pool]:
    place, order = cut(whole)
    for stronger in (False, True):
        places = list(whole.pool.places)
        places[place] = places[place].only((places[place].order >= order) == stronger)
        yield pool(terms, places, whole.pool.held)


def by_house_way(terms: Terms, cards: Cards, value: Value) -> Best | None:
    setting = house_way(terms, cards)
    return None if legality.fault_codes(terms, setting, {}) else settled(terms, value, setting)


def named(hands: Sequence[Cards]) -> Setting:
    return {f"hand{place}": hand for place, hand in zip(SLOTS, hands, strict=True)}


def settled(terms: Terms, value: Value, setting: Setting) -> Best:
    """The six hands and their value, once the game has found no fault in them."""
    faults = legality.fault_codes(terms, setting, {})
    if faults:
        raise RuntimeError(f"{setting} is not legal: {', '.join(faults)}")
    strengths = {slot: hand_order.strength_of(terms, Hand(setting[f"hand{slot}"])) for slot in SLOTS}
    return Best(setting, sum(value(slot, strength) for slot, strength in strengths.items()))

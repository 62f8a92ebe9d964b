"""A field: the settings of opponents with their frequencies, and the value of a setting against them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import sheet as chinese
from ..kernels.bonus_classes import PROFILES
from ..kernels.setting import evaluated
from ..kernels.value import Grid, Meetings, grid_values, rows_won, units_won
from .payoff import GONE, Payoffs, payoffs

CELLS = 32


@dataclass(frozen=True)
class Field:
    """Opponents' hands with whole-number weights; card removal is ignored."""

    terms: chinese.Terms
    hands: Meetings

    @cached_property
    def pays(self) -> Payoffs:
        return payoffs(self.terms)

    @cached_property
    def total(self) -> int:
        return int(self.hands.weight.sum())

    @cached_property
    def live(self) -> int:
        """The weight of the hands that have not surrendered."""
        return int(self.hands.weight[self.hands.state != GONE].sum())

    @cached_property
    def grid(self) -> Grid:
        return grid_of(self.terms, self.hands, self.pays)

    def units(self, ours: Meetings) -> NDArray[np.int64]:
        """The units that each setting wins from the whole field of `total` hands."""
        return units_won(ours, self.hands, self.pays.units)

    def rows(self, ours: Meetings) -> NDArray[np.int64]:
        """(settings, 3, 3): how often each row wins, ties and loses, out of `live` hands."""
        ways = rows_won(ours, self.hands, GONE).reshape(-1, 3, 3, 3)
        return np.stack([ways.sum(axis=(1, 2)), ways.sum(axis=(1, 3)), ways.sum(axis=(2, 3))], axis=1)[:, :, ::-1]


def meetings(rows: Any, state: Any, weight: Any = None) -> Meetings:
    front, middle, back, states = (np.ascontiguousarray(part, dtype=np.uint16) for part in (*rows, state))
    often = np.ones(len(front)) if weight is None else weight
    return Meetings(front, middle, back, states, np.ascontiguousarray(often, dtype=np.int64))


# The grid ----------------------------------------------------------------------------------------------------------


def grid_of(terms: chinese.Terms, hands: Meetings, pays: Payoffs, cells: int = CELLS) -> Grid:
    """The grid of values against the field; bonuses and naturals are valued from one example of each state."""
    top = len(evaluated(terms.wheel).strengths)
    compared = pays.units[0, hands.state].max(axis=1) > pays.units[0, hands.state].min(axis=1)
    often = np.where(compared, hands.weight, 0).astype(np.float64) / hands.weight.sum()
    placed = [_placed(codes, often, top, cells) for codes in (hands.front, hands.middle, hands.back)]
    cell = [row[0][codes] for row, codes in zip(placed, (hands.front, hands.middle, hands.back), strict=True)]
    value = _edges(np.stack(cell), often, pays.units[0, 0].astype(np.float64), cells)
    place = np.stack([row[1] for row in placed]).astype(np.float32)
    rough = Grid(value.astype(np.float32), place, *np.zeros((2, GONE + 1), dtype=np.float32))
    return rough._replace(**_states(terms, hands, pays, rough))


def _placed(codes: NDArray[np.uint16], often: Any, top: int, cells: int) -> tuple[Any, Any]:
    """By code: its cell, and its position in cells from the lowest edge, by the share of the field below the code."""
    mass = np.bincount(codes, weights=often, minlength=top)
    below = (np.cumsum(mass) - mass / 2) / max(mass.sum(), 1e-300)
    cell = np.minimum((below * cells).astype(np.int64), cells - 1)
    share = np.concatenate([[0.0], np.cumsum(np.bincount(cell, weights=mass, minlength=cells))])
    share = share / max(share[-1], 1e-300) + np.arange(cells + 1) * 1e-12  # edges must increase even at empty cells
    return cell, np.interp(below, share, np.arange(cells + 1))


def _edges(cell: Any, often: Any, units: NDArray[np.float64], cells: int) -> NDArray[np.float64]:
    """(cells + 1,) * 3: the value at every edge; in each row the edge beats the field's codes below it only."""
    flat = (cell[0] * cells + cell[1]) * cells + cell[2]
    below = np.zeros((cells + 1,) * 3)
    below[1:, 1:, 1:] = np.bincount(flat, weights=often, minlength=cells**3).reshape((cells,) * 3)
    below = below.cumsum(0).cumsum(1).cumsum(2)
    value = np.zeros_like(below)
    for a, b, c in np.ndindex(2, 2, 2):
        part = below if a else below[-1:] - below
        part = part if b else part[:, -1:] - part
        part = part if c else part[:, :, -1:] - part
        value += units[2 * a + 6 * b + 18 * c] * part
    return value


def _states(terms: chinese.Terms, hands: Meetings, pays: Payoffs, rough: Grid) -> dict[str, NDArray[np.float32]]:
    """By state: whether its rows count, and the value to add to the grid's, computed for one example."""
    states = np.arange(GONE + 1)
    slope = (pays.units[:, 0].max(axis=1) > pays.units[:, 0].min(axis=1)).astype(np.float32)
    examples = _examples(terms, pays)
    ours = meetings([np.append(np.tile(row, GONE // PROFILES), 0) for row in examples], states)
    exact = units_won(ours, hands, pays.units) / hands.weight.sum()
    extra = exact - grid_values(rough._replace(slope=slope, extra=np.zeros_like(slope)), ours)
    return {"slope": slope, "extra": extra.astype(np.float32)}


def _examples(terms: chinese.Terms, pays: Payoffs) -> tuple[NDArray[np.int64], ...]:
    """By row and profile: an example code from the middle of the row's bonus class."""
    strengths = evaluated(terms.wheel).strengths
    rows = []
    for row, size in enumerate((3, 5, 5)):
        codes = np.array([code for code, strength in enumerate(strengths) if strength and strength.size == size])
        parts = pays.classes[row][codes]
        rows.append({int(part): int(codes[parts == part][(parts == part).sum() // 2]) for part in np.unique(parts)})
    examples = np.zeros((3, PROFILES), dtype=np.int64)
    for front, middle, back in np.ndindex(*(len(row) for row in rows)):
        keys = [sorted(row)[at] for row, at in zip(rows, (front, middle, back), strict=True)]
        examples[:, sum(keys)] = [row[key] for row, key in zip(rows, keys, strict=True)]
    return tuple(examples)

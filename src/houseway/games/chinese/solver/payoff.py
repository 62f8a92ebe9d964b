"""
Payments between two players of Chinese Poker, as a table of units made by calling the rules.

The state of a hand is the natural it is paid for and the bonus class of each row, or a surrender; there are few states.
The payment between two players depends only on their states and on which rows are won, tied or lost, so the rules
settle one example of each combination.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cache import source_hash
from ....kernels.disk_cache import cached
from ....rules.payments import net
from ....rules.round import Seat
from ....sampling.json_types import Json
from .. import naturals
from .. import sheet as chinese
from ..exposure import ExposedHand, expose
from ..hand_order import ROWS
from ..kernels.bonus_classes import CLASSES, COUNTS, PROFILES, class_table
from ..kernels.setting import evaluated
from ..settlement import pair_payments

SIGNS = (-1, 0, 1)
NATURALS = (None, *naturals.NATURALS)
GONE = len(NATURALS) * PROFILES
"""The state of a surrendered hand."""


@dataclass(frozen=True)
class Payoffs:
    """The units that the first state wins from the second."""

    units: NDArray[np.int32]
    """By our state, their state and the result of the rows, from 0 (all lost) to 26 (all won): the units we win."""
    classes: NDArray[np.uint16]
    """By row and code: the summand of the state."""
    monotone: bool
    """Whether a stronger row never wins less."""

    def profile(self, front: Any, middle: Any, back: Any) -> Any:
        """The state of a setting without a natural, by its codes."""
        return self.classes[0][front] + self.classes[1][middle] + self.classes[2][back]


def value_terms(terms: chinese.Terms) -> dict[str, Json]:
    """The options that affect the value of a setting between two players, without those of features that are off."""
    off = {"bonus": not terms.bonuses, "royal": not terms.bonuses, "natural": not terms.naturals}
    off |= {"six": not terms.naturals, "three": not terms.naturals}
    plain = {"players", "decks", "shuffler", "unit_value", "unit_max", "preset", "surrender_units", "surrender_order"}
    plain |= {"foul_policy", "foul_pays_bonuses", "foul_collects_surrender", "fee", "min_buy_in_units", "shortage"}
    plain |= {"reveal", "irregularity_policy", "bonus_payers", "variant_tie_rule"}
    named = {field.name: getattr(terms, field.name) for field in fields(terms) if field.name not in plain}
    relevant = {name: value for name, value in named.items() if name in ALWAYS or not off.get(name.split("_")[0])}
    if terms.surrender:
        relevant["surrender_units"] = terms.surrender_units[terms.scoring]
    if terms.scoring != "per_hand":
        relevant["variant_tie_rule"] = terms.variant_tie_rule
    return relevant


ALWAYS = ("bonuses", "naturals")


SOURCE = source_hash(Path(chinese.__file__).parent)
"""The hash of the game's source files, part of the cache key of its tables."""


@lru_cache(maxsize=8)
def payoffs(terms: chinese.Terms) -> Payoffs:
    what = json.dumps(value_terms(terms), sort_keys=True)
    return cached(f"chinese payoffs {SOURCE} {what}", lambda: _payoffs(terms), classes=(Payoffs,))


def _payoffs(terms: chinese.Terms) -> Payoffs:
    """The table of payments. It takes some seconds with naturals and bonuses, so it is cached on disk."""
    plain = replace(terms, unit_value=1, fee=0)
    units = np.zeros((GONE + 1, GONE + 1, 27), dtype=np.int32)
    met = list(meetings(plain))
    for ours, theirs in product(natural_groups(terms), repeat=2):
        _fill(plain, units, met, ours, theirs)
    _fill_gone(plain, units)
    return Payoffs(units, class_table(terms), _is_monotone(terms, units, met))


def natural_groups(terms: chinese.Terms) -> list[list[int]]:
    """Naturals grouped by equal payments: none (0), then all together unless the higher of two is paid [CHI-A16]."""
    if not terms.naturals:
        return [[0]]
    each = [[number] for number in range(1, len(NATURALS))]
    return [[0], *(each if terms.natural_vs_natural == "ranked" else [[n for one in each for n in one]])]


# Examples ----------------------------------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """Two profiles, the result of the rows for the first, and an example hand of each profile."""

    ours: int
    theirs: int
    won: int
    our_hand: ExposedHand
    their_hand: ExposedHand


@lru_cache(maxsize=4)
def _levels(wheel: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By row and class: three codes, weakest first, chosen so that back, middle and front are in legal order."""
    strengths = evaluated(wheel).strengths
    levels = []
    for row, size in zip(ROWS, (3, 5, 5), strict=True):
        made = {code: s.made for code, s in enumerate(strengths) if s and s.size == size}
        known = set(CLASSES[row])
        held = [[c for c, m in made.items() if (m if m in known else None) == one] for one in CLASSES[row]]
        low = [codes[:3] for codes in held]
        high = [codes[-3:] for codes in held]
        levels.append({"front": low, "middle": [high[0], *low[1:]], "back": high}[row])
    return tuple(tuple(tuple(codes) for codes in classes) for classes in levels)


def meetings(terms: chinese.Terms) -> Iterator[Meeting]:
    """One example of every combination of two profiles and a result, with legal hands without naturals."""
    made = COUNTS if terms.bonuses else (1, 1, 1)
    chains = [list(_row_meetings(levels[:n])) for levels, n in zip(_levels(terms.wheel), made, strict=True)]
    hands: dict[tuple[int, ...], ExposedHand] = {}
    for front, middle, back in product(*chains):
        ours, theirs = ((front[s], middle[s], back[s]) for s in (0, 1))
        for number, codes in ((1, ours), (2, theirs)):
            if (number, *codes) not in hands:
                hands[number, *codes] = _hand(terms, number, codes)
        one = hands[1, *ours]
        two = hands[2, *theirs]
        if not (one.fouled or two.fouled):
            won = sum((row[4] + 1) * 3**place for place, row in enumerate((front, middle, back)))
            yield Meeting(_profile(front[2], middle[2], back[2]), _profile(front[3], middle[3], back[3]), won, one, two)


def _profile(front: int, middle: int, back: int) -> int:
    return (front * COUNTS[1] + middle) * COUNTS[2] + back


def _row_meetings(levels: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, int, int, int, int]]:
    """One example of each comparison in a row: both codes, both classes, and the result (-1, 0 or 1) for the first."""
    for theirs, their_codes in enumerate(levels):
        their_code = their_codes[len(their_codes) // 2]
        for ours, our_codes in enumerate(levels):
            for our_code in our_codes if ours == theirs else our_codes[:1]:
                yield our_code, their_code, ours, theirs, (our_code > their_code) - (our_code < their_code)


def _hand(terms: chinese.Terms, number: int, codes: tuple[int, ...]) -> ExposedHand:
    examples = evaluated(terms.wheel).examples
    setting = {row: examples[code] for row, code in zip(ROWS, codes, strict=True)}
    return expose(terms, Seat(number=number, player="", setting=setting))


def examples_by_profile(terms: chinese.Terms) -> dict[int, ExposedHand]:
    """An opponent's hand of every combination of bonus classes that meets another."""
    return {meeting.theirs: meeting.their_hand for meeting in meetings(terms)}


def between(terms: chinese.Terms, ours: ExposedHand, theirs: ExposedHand) -> int:
    """The chips that the first of two hands wins from the second by the rules."""
    return net(pair_payments(terms, (ours, theirs), ours, theirs)).get(ours.seat, 0)


def _fill(
    terms: chinese.Terms, units: NDArray[np.int32], met: list[Meeting], ours: list[int], theirs: list[int]
) -> None:
    for meeting in met:
        one = _with_natural(meeting.our_hand, ours[0])
        two = _with_natural(meeting.their_hand, theirs[0])
        payment = between(terms, one, two)
        for our_natural, their_natural in product(ours, theirs):
            first = our_natural * PROFILES + meeting.ours
            units[first, their_natural * PROFILES + meeting.theirs, meeting.won] = payment


def _with_natural(hand: ExposedHand, number: int) -> ExposedHand:
    return hand._replace(natural=NATURALS[number], status="natural") if number else hand


def _fill_gone(terms: chinese.Terms, units: NDArray[np.int32]) -> None:
    """Fill in the payments if one of the two has surrendered: every live hand gets the same."""
    levels = _levels(terms.wheel)
    live = _hand(terms, 1, tuple(classes[0][0] for classes in levels))
    gone = live._replace(seat=2, status="surrender", gone=True)
    taken = between(terms, live, gone)
    units[:GONE, GONE] = taken
    units[GONE, :GONE] = -taken


# The check that a stronger row never wins less ---------------------------------------------------------------------


def _is_monotone(terms: chinese.Terms, units: NDArray[np.int32], every: list[Meeting]) -> bool:
    """Whether a stronger row never wins less, checked for each combination and each row that can be stronger."""
    made = COUNTS if terms.bonuses else (1, 1, 1)
    met = {(meeting.ours, meeting.theirs, meeting.won) for meeting in every}
    for ours, theirs, won in met:
        for row in range(3):
            for step in _steps_up(row, made[row], ours, won):
                if (step[0], theirs, step[1]) in met and units[step[0], theirs, step[1]] < units[ours, theirs, won]:
                    return False
    return True


def _steps_up(row: int, classes: int, profile: int, won: int) -> Iterator[tuple[int, int]]:
    """The same combination with a better result or a higher bonus class in this row."""
    room = int(np.prod(COUNTS[row + 1 :]))
    result = won // 3**row % 3
    held = profile // room % COUNTS[row]
    for higher_class, higher in product(range(held, classes), range(result, 3)):
        if (higher_class, higher) != (held, result):
            yield profile + (higher_class - held) * room, won + (higher - result) * 3**row

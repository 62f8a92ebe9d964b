"""
The results of the bonus wagers for every class of hands and every decision.

The rules are evaluated once for each kind of hand that the pay tables distinguish: the five-card line, the three-card
lines within the hand, and the line of the three cards played. All lines and figures come from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import cached_by_options
from ....rules.cards import Cards
from ....rules.paytable import Result
from ....rules.round import Seat
from .. import bonuses
from ..bonuses import in_action, p35_five_part, three_card_line
from ..settlement import FOLDED
from ..terms import Terms
from ..wagers import BONUS_3_5, BONUS_5_ONLY
from .hands import CARDS, CHOICES, PICKED, Dealt, dealt, examples

THREES = range(len(CHOICES))
FIVE = len(CHOICES)
FOLD = len(CHOICES) + 1
OPTIONS = FOLD + 1
"""Decisions. Each is a column: one of the ten choices of three, strongest first, all five, or a fold."""

# Numbers of what was played against the dealer, in `_kinds`; three cards have the number of their line added.
PLAYED_FIVE = 0
PLAYED_NOTHING = 1
PLAYED_THREE = 2

Ending = tuple[str, int]
"""How a wager ends: the name of its lines, and the profit per unit."""


@dataclass(frozen=True)
class Bonus:
    """The results of one bonus wager."""

    endings: tuple[Ending, ...]
    """Every way the wager can end, the best first."""
    ending: NDArray[np.uint16]
    """By class of hands and decision: the number of the ending."""

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        """By class of hands and decision: the profit per unit."""
        return np.array([net for _, net in self.endings], dtype=np.int64)[self.ending]

    @property
    def indifferent(self) -> bool:
        """Whether the result is the same for all decisions other than a fold."""
        return bool((self.ending[:, :FOLD] == self.ending[:, :1]).all())

    @property
    def choices_needed(self) -> int:
        """How many of the choices of three, strongest first, can be best: one if no weaker choice pays more."""
        return 1 if (self.nets[:, :FIVE] <= self.nets[:, :1]).all() else len(CHOICES)


@cached_by_options
def bonus_3_5(terms: Terms) -> Bonus:
    """The results of the 3-5 Bonus."""
    hands = dealt()
    return _evaluated(_kinds(terms, hands), lambda row, column: bonus_3_5_of(terms, hands, row, column))


def bonus_3_5_of(terms: Terms, hands: Dealt, row: int, column: int) -> list[Result]:
    """The results by the rules for one class of hands and one decision."""
    cards = hands.hand(row)
    played = hands.three_cards(row, column) if column in THREES else None
    return bonus_3_5_results(terms, cards, played, folded=column == FOLD)


def bonus_3_5_results(terms: Terms, cards: Cards, played: Cards | None, *, folded: bool) -> list[Result]:
    """The results of the 3-5 Bonus, which a fold may forfeit."""
    if folded and not survives(terms, BONUS_3_5):
        return [FOLDED]
    return bonuses.bonus_3_5(terms, cards, played, folded=folded)


def bonus_5_only_results(terms: Terms, cards: Cards, *, folded: bool) -> list[Result]:
    """The results of the 5 Card Bonus Only, which a fold may forfeit."""
    if folded and not survives(terms, BONUS_5_ONLY):
        return [FOLDED]
    return [bonuses.bonus_5_only(terms, cards)]


def survives(terms: Terms, bonus: str) -> bool:
    """Whether a bonus is still in action after its player folded."""
    return in_action(terms, Seat(number=1, player="", live=False), bonus)


@cached_by_options
def bonus_5_only(terms: Terms) -> Bonus:
    """The results of the 5 Card Bonus Only. They depend on the strength of all five cards and on a fold."""
    hands = examples(CARDS)
    played = {code: ending(bonus_5_only_results(terms, cards, folded=False)) for code, cards in hands.items()}
    folded = {code: ending(bonus_5_only_results(terms, cards, folded=True)) for code, cards in hands.items()}
    endings = _best_first({*played.values(), *folded.values()})
    played_column = _numbers_of_endings(played, endings)[dealt().five]
    folded_column = _numbers_of_endings(folded, endings)[dealt().five]
    return Bonus(endings, np.column_stack([played_column] * FOLD + [folded_column]))


def _numbers_of_endings(by_code: dict[int, Ending], endings: tuple[Ending, ...]) -> NDArray[np.uint16]:
    """By code: the number of the ending; 0 for a code without a hand."""
    numbers = np.zeros(max(by_code) + 1, dtype=np.uint16)
    for code, one_ending in by_code.items():
        numbers[code] = endings.index(one_ending)
    return numbers


def _kinds(terms: Terms, hands: Dealt) -> NDArray[np.int64]:
    """(classes, OPTIONS): the kind of each hand and decision; the 3-5 Bonus ends the same within a kind."""
    five_lines = _numbered({code: p35_five_part(terms, cards).line for code, cards in examples(CARDS).items()})
    three_lines = _numbered({code: three_card_line(terms, cards) for code, cards in examples(PICKED).items()})
    names = range(int(three_lines.max()) + 1)
    lines = three_lines[hands.three]
    held = np.bitwise_or.reduce(np.int64(1) << lines, axis=1)
    played = np.zeros((len(held), OPTIONS), dtype=np.int64)
    played[:, : len(CHOICES)] = lines + PLAYED_THREE
    played[:, FIVE] = PLAYED_FIVE
    played[:, FOLD] = PLAYED_NOTHING
    _, kind = np.unique((five_lines[hands.five] << len(names)) + held, return_inverse=True)
    return np.asarray(kind[:, None] * (len(names) + PLAYED_THREE) + played, dtype=np.int64)


def _numbered(lines: dict[int, str]) -> NDArray[np.int64]:
    """By code: the number of its line, in alphabetical order."""
    names = sorted(set(lines.values()))
    numbers = np.zeros(max(lines) + 1, dtype=np.int64)
    numbers[list(lines)] = [names.index(line) for line in lines.values()]
    return numbers


def _evaluated(kinds: NDArray[np.int64], results_of: Callable[[int, int], list[Result]]) -> Bonus:
    """A bonus evaluated once for each kind; `results_of` takes a row and a column."""
    example = np.full(int(kinds.max()) + 1, -1)
    example[kinds.ravel()] = np.arange(kinds.size)
    by_kind: dict[int, Ending] = {}
    for kind in np.flatnonzero(example >= 0).tolist():
        row, column = divmod(int(example[kind]), OPTIONS)
        by_kind[kind] = ending(results_of(row, column))
    endings = _best_first(set(by_kind.values()))
    return Bonus(endings, _numbers_of_endings(by_kind, endings)[kinds])


def _best_first(endings: set[Ending]) -> tuple[Ending, ...]:
    return tuple(sorted(endings, key=lambda named: (-named[1], named[0])))


def ending(results: list[Result]) -> Ending:
    """How a wager ends, which may win on two tables."""
    return "_and_".join(result.line for result in results), sum(result.pays for result in results)

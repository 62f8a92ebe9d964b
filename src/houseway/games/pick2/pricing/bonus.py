"""
What the bonus wagers of Pick 2 pay, for every class of hands and every decision.

The game is asked once for each kind of hand its tables can tell apart: the five-card line, the three-card lines that
are held, the line of the three cards played. No line or figure is written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import remembered
from ....rules.cards import Cards
from ....rules.paytable import Result
from ....rules.round import Seat
from .. import bonuses
from ..bonuses import in_action, p35_five_part, three_card_line
from ..settlement import FOLDED
from ..wagers import BONUS_3_5, BONUS_5_ONLY
from .hands import CARDS, CHOICES, KEPT, Dealt, dealt, examples

THREES = range(len(CHOICES))
FIVE = len(CHOICES)
FOLD = len(CHOICES) + 1
OPTIONS = FOLD + 1
"""A decision is a column: one of the ten choices of three, strongest first, all five, or a fold."""


@dataclass(frozen=True)
class Bonus:
    """One bonus wager: how it ends, by class of hands and decision."""

    endings: tuple[tuple[str, int], ...]
    """A name and the profit per unit."""
    ending: NDArray[np.uint16]

    @cached_property
    def nets(self) -> NDArray[np.int64]:
        return np.array([net for _, net in self.endings], dtype=np.int64)[self.ending]

    @property
    def indifferent(self) -> bool:
        """Is it the same whatever is played, as long as the hand is not folded?"""
        return bool((self.ending[:, :FOLD] == self.ending[:, :1]).all())

    @property
    def choices_needed(self) -> int:
        """How many of the choices of three, strongest first, can be best: one where no weaker one pays more."""
        return 1 if (self.nets[:, :FIVE] <= self.nets[:, :1]).all() else len(CHOICES)


@remembered
def bonus_3_5(terms: Any) -> Bonus:
    hands = dealt()
    return _asked(_kinds(terms, hands), lambda row, column: bonus_3_5_of(terms, hands, row, column))


def bonus_3_5_of(terms: Any, hands: Dealt, row: int, column: int) -> list[Result]:
    """The game's own answer for one class and decision."""
    cards = hands.hand(row)
    played = hands.three_cards(row, column) if column in THREES else None
    return bonus_3_5_results(terms, cards, played, folded=column == FOLD)


def bonus_3_5_results(terms: Any, cards: Cards, played: Cards | None, *, folded: bool) -> list[Result]:
    if folded and not survives(terms, BONUS_3_5):
        return [FOLDED]
    return bonuses.bonus_3_5(terms, cards, played, folded=folded)


def bonus_5_only_results(terms: Any, cards: Cards, *, folded: bool) -> list[Result]:
    if folded and not survives(terms, BONUS_5_ONLY):
        return [FOLDED]
    return [bonuses.bonus_5_only(terms, cards)]


def survives(terms: Any, bonus: str) -> bool:
    """Is a bonus in action when its player has folded?"""
    return in_action(terms, Seat(number=1, player="", live=False), bonus)


@remembered
def bonus_5_only(terms: Any) -> Bonus:
    """It looks at the strength of all five only, so one hand of each strength is asked for."""
    hands = examples(CARDS)
    played = {code: ending(bonus_5_only_results(terms, cards, folded=False)) for code, cards in hands.items()}
    folded = {code: ending(bonus_5_only_results(terms, cards, folded=True)) for code, cards in hands.items()}
    endings = _best_first({*played.values(), *folded.values()})
    codes = range(max(hands) + 1)
    by_code = [[endings.index(known.get(code, endings[0])) for code in codes] for known in (played, folded)]
    columns = [np.array(numbers, dtype=np.uint16)[dealt().five] for numbers in by_code]
    return Bonus(endings, np.column_stack([columns[0]] * FOLD + [columns[1]]))


def _kinds(terms: Any, hands: Dealt) -> NDArray[np.int64]:
    """A number for each hand and decision that the 3-5 Bonus can tell apart."""
    five_lines = _numbered({code: p35_five_part(terms, cards).line for code, cards in examples(CARDS).items()})
    three_lines = _numbered({code: three_card_line(terms, cards) for code, cards in examples(KEPT).items()})
    names = range(int(three_lines.max()) + 1)
    lines = three_lines[hands.three]
    held = np.bitwise_or.reduce(np.int64(1) << lines, axis=1)
    played = np.zeros((len(held), OPTIONS), dtype=np.int64)
    played[:, : len(CHOICES)] = lines + 2
    played[:, FOLD] = 1
    _, kind = np.unique((five_lines[hands.five] << len(names)) + held, return_inverse=True)
    return np.asarray(kind[:, None] * (len(names) + 2) + played, dtype=np.int64)


def _numbered(lines: dict[int, str]) -> NDArray[np.int64]:
    """By code: the number of its line."""
    names = sorted(set(lines.values()))
    numbers = np.zeros(max(lines) + 1, dtype=np.int64)
    numbers[list(lines)] = [names.index(line) for line in lines.values()]
    return numbers


def _asked(kinds: NDArray[np.int64], ask: Callable[[int, int], list[Result]]) -> Bonus:
    """One question for each kind."""
    example = np.full(int(kinds.max()) + 1, -1)
    example[kinds.ravel()] = np.arange(kinds.size)
    answers = {int(kind): ending(ask(*divmod(int(example[kind]), OPTIONS))) for kind in np.flatnonzero(example >= 0)}
    endings = _best_first(set(answers.values()))
    numbers = np.zeros(len(example), dtype=np.uint16)
    numbers[list(answers)] = [endings.index(answer) for answer in answers.values()]
    return Bonus(endings, numbers[kinds])


def _best_first(endings: set[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(endings, key=lambda named: (-named[1], named[0])))


def ending(results: list[Result]) -> tuple[str, int]:
    """How a wager ended that may have won on two tables."""
    return "_and_".join(result.line for result in results), sum(result.pays for result in results)

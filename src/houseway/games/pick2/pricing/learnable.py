"""
A strategy that a person can learn: a first rule and exceptions to it, with the cost of the rules up to each.

A rule looks at the best three cards and at all five: the class of each and its top rank. At every step the exception
that gains most is added, or a shorter one that gains nearly as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.evaluate import Evaluator
from ....rules.cards import RANK_NAMES, TWO, write_cards
from ....rules.game import Game
from ....rules.ranking import Made, Strength
from ....sampling.chunks import ignore_progress
from .. import wagers
from ..terms import Terms
from ..wagers import THREE
from .bonus import FIVE, FOLD, bonus_3_5
from .hands import DEALER_HANDS, HANDS, against, dealt, evaluators
from .play import main_values

NEARLY = Fraction(9, 10)
"""A shorter exception is preferred if it gains at least this share of the most."""
CLASS_LENGTH = 2
"""The length of a condition on a class."""
RANK_LENGTH = 3
"""The length of a condition on a class and its top rank."""
Flags = NDArray[np.bool_]
Sums = NDArray[np.int64]
DECISIONS = (wagers.FIVE, THREE, wagers.FOLD)
IN_WORDS = {wagers.FIVE: "play all five", THREE: "play your best three", wagers.FOLD: "fold"}


@dataclass(frozen=True)
class Rule:
    """One sentence of the strategy. A later rule overrides earlier ones."""

    sentence: str
    decision: str
    ev: Fraction
    """The value of Ante and Play by the rules up to this one, in antes."""
    cost: Fraction
    """What they lose against best play, in antes, with the 3-5 Bonus counted."""


@dataclass(frozen=True)
class Cells:
    """The value of each decision by cell. A cell is a group of hands that no rule tells apart."""

    three: list[Strength]
    """By cell: the strength of the best three of one hand."""
    five: list[Strength]
    """By cell: the strength of all five of one hand."""
    main: Sums
    """By cell and decision: the profit of Ante and Play over all deals."""
    joint: Sums
    """The same with one unit on the 3-5 Bonus."""
    best_of_cell: Sums
    """By cell: the joint profit of best play over all deals."""
    examples: list[str]
    """By cell: the cards of one hand."""

    @property
    def best(self) -> int:
        """The joint profit of best play over all deals."""
        return int(self.best_of_cell.sum())


@dataclass(frozen=True)
class Condition:
    """A condition on the best three or on all five cards."""

    text: str
    length: int
    """How much there is to learn; shorter conditions are preferred."""
    holds: Flags
    """By cell."""


def learnable(game: Game[Terms], *, rules: int = 6) -> list[Rule]:
    """At most this number of rules; fewer if no further one gains anything."""
    cells = cells_of(game.terms)
    chosen = np.zeros(len(cells.three), dtype=np.int64)
    learned = []
    for step in _steps(cells, rules):
        chosen = np.where(step.holds, step.decision, chosen)
        learned.append(_rule(step.sentence, step.decision, cells, chosen))
    return learned


def _steps(cells: Cells, rules: int) -> Iterator[_Exception]:
    """The first rule, which holds for all hands, then its exceptions."""
    start = int(np.argmax(cells.joint.sum(axis=0)))
    everywhere = np.ones(len(cells.three), dtype=np.bool_)
    chosen = np.full(len(cells.three), start)
    yield _Exception(f"{IN_WORDS[DECISIONS[start]].capitalize()}.", start, everywhere)
    three_conditions = list(conditions(cells.three, "your best three are"))
    five_conditions = list(conditions(cells.five, "all five are"))
    for _ in range(rules - 1):
        step = _next(cells, chosen, three_conditions, five_conditions)
        if step is None:
            return
        chosen = np.where(step.holds, step.decision, chosen)
        yield step


class LearnedRule(NamedTuple):
    """A rule with the kinds of hands that it applies to. A later rule overrides earlier ones."""

    sentence: str
    decision: str
    kinds: frozenset[tuple[int, int, int, int]]
    """The class and top rank of the best three and of all five cards."""

    def applies_to(self, three: Strength, five: Strength) -> bool:
        return kind_of(three, five) in self.kinds


def kind_of(three: Strength, five: Strength) -> tuple[int, int, int, int]:
    """What the rules can tell about a hand."""
    return three.level, three.ranks[0], five.level, five.ranks[0]


def learned_rules(terms: Terms, *, rules: int = 6) -> list[LearnedRule]:
    """The rules of `learnable`, each with the hands that it applies to."""
    cells = cells_of(terms)
    kinds = [kind_of(three, five) for three, five in zip(cells.three, cells.five, strict=True)]
    learned = []
    for step in _steps(cells, rules):
        applies = frozenset(kind for kind, holds in zip(kinds, step.holds.tolist(), strict=True) if holds)
        learned.append(LearnedRule(step.sentence, DECISIONS[step.decision], applies))
    return learned


def cells_of(terms: Terms) -> Cells:
    """Hands added up by class and top rank of their best three and of all five."""
    hands = dealt()
    threes, fives = evaluators()
    b35 = bonus_3_5(terms)
    main = main_values(terms, against(terms, b35.choices_needed, ignore_progress))
    joint = main + DEALER_HANDS * b35.nets
    best_three_column = 0
    columns = [FIVE, best_three_column, FOLD]  # in the order of DECISIONS
    kinds = (_kinds(threes)[hands.three[:, 0]] << 16) + _kinds(fives)[hands.five]
    _, first, cell = np.unique(kinds, return_index=True, return_inverse=True)
    main_sums = np.zeros((len(first), len(columns)), dtype=np.int64)
    joint_sums = np.zeros_like(main_sums)
    np.add.at(main_sums, cell, hands.counts[:, None] * main[:, columns])
    np.add.at(joint_sums, cell, hands.counts[:, None] * joint[:, columns])
    best_of_cell = np.zeros(len(first), dtype=np.int64)
    np.add.at(best_of_cell, cell, hands.counts * joint[:, : FOLD + 1].max(axis=1))
    return Cells(
        three=[_strength(threes, code) for code in hands.three[first, 0]],
        five=[_strength(fives, code) for code in hands.five[first]],
        main=main_sums,
        joint=joint_sums,
        best_of_cell=best_of_cell,
        examples=[write_cards(hands.hand(int(row))) for row in first],
    )


def _kinds(codes: Evaluator) -> Sums:
    """By code: a number for its class and top rank."""
    return np.array([strength.level * 16 + strength.ranks[0] if strength else 0 for strength in codes.strengths])


def _strength(codes: Evaluator, code: int) -> Strength:
    strength = codes.strengths[int(code)]
    assert strength is not None
    return strength


def _rule(sentence: str, decision: int, cells: Cells, chosen: NDArray[np.int64]) -> Rule:
    """A rule with the value and cost of the decisions chosen so far."""
    cell = np.arange(len(chosen))
    main = int(cells.main[cell, chosen].sum())
    joint = int(cells.joint[cell, chosen].sum())
    deals = HANDS * DEALER_HANDS
    return Rule(sentence, DECISIONS[decision], Fraction(main, deals), Fraction(cells.best - joint, deals))


class _Exception(NamedTuple):
    """A further rule: the decision it makes, and in which cells."""

    sentence: str
    decision: int
    holds: Flags


def _next(
    cells: Cells, chosen: NDArray[np.int64], threes: list[Condition], fives: list[Condition]
) -> _Exception | None:
    """The exception that gains most, or a shorter one that gains nearly as much; None if none gains."""
    now = cells.joint[np.arange(len(chosen)), chosen]
    three_holds = np.array([condition.holds for condition in threes]).astype(np.int64)
    five_holds = np.array([condition.holds for condition in fives]).astype(np.int64)
    gains_now = [cells.joint[:, decision] - now for decision in range(len(DECISIONS))]
    gains = np.stack([(three_holds * gain) @ five_holds.T for gain in gains_now])
    if gains.max() <= 0:
        return None
    good = np.argwhere(gains >= int(int(gains.max()) * NEARLY))

    def preference(candidate: NDArray[np.intp]) -> tuple[int, int]:
        """Shorter ones first, then those that gain more."""
        decision, three, five = candidate.tolist()
        return threes[three].length + fives[five].length, -int(gains[decision, three, five])

    decision, three, five = min(good, key=preference).tolist()
    both = (threes[three], fives[five])
    text = " and ".join(condition.text for condition in both if condition.text)
    holds = threes[three].holds & fives[five].holds
    return _Exception(f"But {IN_WORDS[DECISIONS[decision]]} when {text}.", decision, holds)


def conditions(hands: list[Strength], subject: str) -> Iterator[Condition]:
    """
    Every condition on some cards: none; a class, a class or better, a class or worse; a class and a top rank or higher,
    or lower.
    """
    levels = np.array([strength.level for strength in hands])
    tops = np.array([strength.ranks[0] for strength in hands])
    yield Condition("", 0, np.ones(len(hands), dtype=bool))
    for level, made in sorted({(strength.level, strength.made) for strength in hands}):
        same = levels == level
        named = f"{subject} {_with_article(made)}"
        yield Condition(named, CLASS_LENGTH, same)
        yield Condition(f"{named} or better", CLASS_LENGTH, levels >= level)
        yield Condition(f"{named} or worse", CLASS_LENGTH, levels <= level)
        for top in sorted(set(tops[same].tolist())):
            ranked = f"{named} {_rank_text(made, top)}"
            yield Condition(f"{ranked} or higher", RANK_LENGTH, same & (tops >= top))
            yield Condition(f"{ranked} or lower", RANK_LENGTH, same & (tops <= top))


def _with_article(made: Made) -> str:
    is_plural = made in (Made.TWO_PAIRS, Made.ONE_PAIR) or "of a kind" in made.in_words
    return made.in_words if is_plural else f"a {made.in_words}"


def _rank_text(made: Made, top: int) -> str:
    """The rank of a class in words: `of kings` for groups, `with king on top` for others."""
    rank = RANK_NAMES[top - TWO]
    is_group = made in (Made.ONE_PAIR, Made.TWO_PAIRS, Made.FULL_HOUSE) or "of a kind" in made.in_words
    if not is_group:
        return f"with {rank} on top"
    return f"of {rank}es" if rank == "six" else f"of {rank}s"

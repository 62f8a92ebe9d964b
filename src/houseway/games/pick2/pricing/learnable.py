"""
Pick 2 as a person can learn it: a first rule, and then exceptions to it, each with what following so far still costs.

A rule looks at the best three cards and at all five: the class of each and its top rank. At every step the exception
that gains most is added; where a shorter one gains nearly as much, the shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....kernels.evaluate import Evaluator
from ....rules.cards import RANK_NAMES, TWO
from ....rules.game import Game
from ....rules.ranking import Made, Strength
from .. import wagers
from ..terms import Terms
from ..wagers import THREE
from .bonus import FIVE, FOLD, bonus_3_5
from .hands import DEALER_HANDS, HANDS, against, dealt, evaluators
from .play import main_values

NEARLY = Fraction(9, 10)
Flags = NDArray[np.bool_]
Sums = NDArray[np.int64]
DECISIONS = (wagers.FIVE, THREE, wagers.FOLD)
SAYS = {wagers.FIVE: "play all five", THREE: "play your best three", wagers.FOLD: "fold"}


@dataclass(frozen=True)
class Rule:
    """One sentence of the strategy; later ones go before earlier ones."""

    sentence: str
    decision: str
    ev: Fraction
    """Ante and Play per ante, for who follows the rules up to this one."""
    cost: Fraction
    """What that loses against best play, in antes, the 3-5 Bonus counted."""


@dataclass(frozen=True)
class Cells:
    """Hands that no rule can tell apart, taken together, and what each decision is worth with them."""

    three: list[Strength]
    five: list[Strength]
    main: Sums
    """By cell and decision: the profit of Ante and Play over all deals."""
    joint: Sums
    """The same with one unit on the 3-5 Bonus."""
    best: int
    """The joint profit of best play over all deals."""


@dataclass(frozen=True)
class Condition:
    """Something to look for in one of the two hands."""

    says: str
    length: int
    holds: Flags


def learnable(game: Game[Terms], *, rules: int = 6) -> list[Rule]:
    """So many sentences at most; fewer when another gains nothing."""
    cells = cells_of(game.terms)
    start = int(np.argmax(cells.joint.sum(axis=0)))
    chosen = np.full(len(cells.three), start)
    found = [_rule(f"{SAYS[DECISIONS[start]].capitalize()}.", start, cells, chosen)]
    conditions = [list(_conditions(hands, say)) for hands, say in ((cells.three, _SAY_THREE), (cells.five, _SAY_FIVE))]
    while len(found) < rules:
        step = _next(cells, chosen, *conditions)
        if step is None:
            break
        sentence, decision, holds = step
        chosen = np.where(holds, decision, chosen)
        found.append(_rule(sentence, decision, cells, chosen))
    return found


def cells_of(terms: Any) -> Cells:
    """Classes of hands added up by class and top rank of their best three and of all five."""
    hands = dealt()
    (threes, fives) = evaluators()
    b35 = bonus_3_5(terms)
    main = main_values(terms, against(terms, b35.choices_needed, lambda done, total: None))
    joint = main + DEALER_HANDS * b35.nets
    columns = [FIVE, 0, FOLD]
    kinds = (_kinds(threes)[hands.three[:, 0]] << 16) + _kinds(fives)[hands.five]
    _, first, cell = np.unique(kinds, return_index=True, return_inverse=True)
    sums = [np.zeros((len(first), len(columns)), dtype=np.int64) for _ in range(2)]
    for total, values in zip(sums, (main, joint), strict=True):
        np.add.at(total, cell, hands.ways[:, None] * values[:, columns])
    best = int((hands.ways * joint[:, : FOLD + 1].max(axis=1)).sum())
    known = [
        [_known(codes, code) for code in chosen]
        for codes, chosen in ((threes, hands.three[first, 0]), (fives, hands.five[first]))
    ]
    return Cells(known[0], known[1], sums[0], sums[1], best)


def _kinds(codes: Evaluator) -> Sums:
    """By code: a number that only class and top rank decide."""
    return np.array([strength.level * 16 + strength.ranks[0] if strength else 0 for strength in codes.strengths])


def _known(codes: Evaluator, code: int) -> Strength:
    strength = codes.strengths[int(code)]
    assert strength is not None
    return strength


def _rule(sentence: str, decision: int, cells: Cells, chosen: NDArray[np.int64]) -> Rule:
    cell = np.arange(len(chosen))
    main, joint = (int(values[cell, chosen].sum()) for values in (cells.main, cells.joint))
    deals = HANDS * DEALER_HANDS
    return Rule(sentence, DECISIONS[decision], Fraction(main, deals), Fraction(cells.best - joint, deals))


def _next(
    cells: Cells, chosen: NDArray[np.int64], threes: list[Condition], fives: list[Condition]
) -> tuple[str, int, Flags] | None:
    """The exception that gains most, or a shorter one that gains nearly as much; None where none gains."""
    now = cells.joint[np.arange(len(chosen)), chosen]
    three_holds = np.array([condition.holds for condition in threes]).astype(np.int64)
    five_holds = np.array([condition.holds for condition in fives]).astype(np.int64)
    gains = np.stack([(three_holds * (cells.joint[:, d] - now)) @ five_holds.T for d in range(len(DECISIONS))])
    if gains.max() <= 0:
        return None
    good = np.argwhere(gains >= int(int(gains.max()) * NEARLY))
    length = [threes[three].length + fives[five].length for _, three, five in good]
    _, _, place = min((length[place], -int(gains[tuple(good[place])]), place) for place in range(len(good)))
    decision, three, five = (int(part) for part in good[place])
    said = " and ".join(part.says for part in (threes[three], fives[five]) if part.says)
    return f"But {SAYS[DECISIONS[decision]]} when {said}.", decision, threes[three].holds & fives[five].holds


_SAY_THREE = "your best three are"
_SAY_FIVE = "all five are"


def _conditions(hands: list[Strength], say: str) -> Iterator[Condition]:
    """Anything; a class, or that and better, or that and worse; a class with a top rank or higher, or or lower."""
    levels = np.array([strength.level for strength in hands])
    tops = np.array([strength.ranks[0] for strength in hands])
    yield Condition("", 0, np.ones(len(hands), dtype=bool))
    for level, made in sorted({(strength.level, strength.made) for strength in hands}):
        same = levels == level
        yield Condition(f"{say} {_a(made)}", 2, same)
        yield Condition(f"{say} {_a(made)} or better", 2, levels >= level)
        yield Condition(f"{say} {_a(made)} or worse", 2, levels <= level)
        for top in sorted(set(tops[same].tolist())):
            named = f"{say} {_a(made)} {_of(made, top)}"
            yield Condition(f"{named} or higher", 3, same & (tops >= top))
            yield Condition(f"{named} or lower", 3, same & (tops <= top))


def _a(made: Made) -> str:
    return (
        made.in_words
        if made in (Made.TWO_PAIRS, Made.ONE_PAIR) or "of a kind" in made.in_words
        else f"a {made.in_words}"
    )


def _of(made: Made, top: int) -> str:
    rank = RANK_NAMES[top - TWO]
    plural = f"{rank}es" if rank == "six" else f"{rank}s"
    groups = (Made.ONE_PAIR, Made.TWO_PAIRS, Made.FULL_HOUSE)
    return f"of {plural}" if made in groups or "of a kind" in made.in_words else f"with {rank} on top"

"""A strategy for Pick 2 Poker that a person can learn, in sentences, with the value of each."""

from __future__ import annotations

from fractions import Fraction

from ....rules.game import Game
from ....sampling.chunks import ignore_progress
from ....solving import Progress
from ....solving.results import EXACT, Explanation, Lesson
from ..pricing.hands import DEALER_HANDS, HANDS
from ..pricing.learnable import cells_of, learnable
from ..terms import Terms
from .optional_bonus import optional_bonus_value

UNIT = "antes a round"
SENTENCES = 6
"""Number of sentences about the decision."""
STEPS = 2
"""Number of steps reported as progress."""


def explain(game: Game[Terms], progress: Progress | None = None) -> Explanation:
    """
    A first rule, exceptions to it, and a sentence about the optional bonus.

    The value of the first rule is its gain over random decisions; the value of an exception is its gain over the rules
    before it.
    """
    report = progress or ignore_progress
    report(0, STEPS)
    rules = learnable(game, rules=SENTENCES)
    report(1, STEPS)
    lessons = []
    cost_before = _cost_of_random_decisions(game.terms)
    for rule in rules:
        lessons.append(Lesson(rule=rule.sentence, value=float(cost_before - rule.cost)))
        cost_before = rule.cost
    lessons.append(_bonus_lesson(optional_bonus_value(game.terms, 1, 1, 1)))
    report(STEPS, STEPS)
    cost = float(rules[-1].cost)
    return Explanation(lessons=tuple(lessons), unit=UNIT, cost=cost, standard_error=0.0, sure=EXACT)


def _cost_of_random_decisions(terms: Terms) -> Fraction:
    """The loss, compared with best play, of folding, playing five or playing the best three with equal probability."""
    cells = cells_of(terms)
    decisions = cells.joint.shape[1]
    value = Fraction(int(cells.joint.sum()), decisions)
    return (cells.best - value) / (HANDS * DEALER_HANDS)


def _bonus_lesson(value: Fraction) -> Lesson:
    if value > 0:
        return Lesson(rule="Make the 5 Card Bonus Only every time.", value=float(value))
    return Lesson(rule="Leave the 5 Card Bonus Only out.", value=float(-value))

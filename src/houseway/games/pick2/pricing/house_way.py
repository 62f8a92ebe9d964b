"""
Audit of the house way of Pick 2: which three cards it plays, and the cost of its decisions.

It plays the strongest three, which no other three beat [P2P-D6, P2P-A15], and decides between three and five cards by
their strength alone. So one hand of each strength is tried, and a second one to confirm it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.house_way_audit import CostlyHand, HouseWayAudit, Proof, Side
from ....rules.cards import write_cards
from ....rules.errors import Broken
from ....rules.game import Decide, Game, Opening
from ....rules.ranking import Made
from ....sampling.chunks import Progress, ignore_progress
from .. import wagers
from ..hand_order import three_strength
from ..sheet import house_way
from ..terms import Terms
from ..wagers import THREE
from .bonus import FIVE, FOLD, bonus_3_5
from .hands import DEALER_HANDS, HANDS, PICKED, against, dealt, evaluators
from .play import main_values, plan_of

COLUMNS = {THREE: 0, wagers.FIVE: FIVE, wagers.FOLD: FOLD}
"""The column of a decision; of the threes the strongest comes first."""
ROLE = "player, Ante and Play with the 3-5 Bonus, per ante"


def audit_house_way(game: Game[Terms], progress: Progress | None = None) -> HouseWayAudit[Fraction]:
    """Whether the house way is defined on every hand, and its cost with one unit on Ante and 3-5 Bonus."""
    report = progress or ignore_progress
    terms = game.terms
    b35 = bonus_3_5(game.terms)
    counts = against(terms, b35.choices_needed, report)
    main = main_values(terms, counts)
    joint = main + DEALER_HANDS * b35.nets
    decided = decisions(game)
    best = plan_of(terms, counts, main, joint).option
    rows = np.arange(len(best))
    house_way_values = joint[rows, decided]
    best_values = joint[rows, best]
    costly_hands = list(_costly_hands(decided, best, house_way_values, best_values))
    costly_hands.sort(key=lambda costly: -costly.weighted_cost)
    side = Side(
        role=ROLE,
        costly_hands=tuple(costly_hands),
        house_way_ev=_mean_value(house_way_values),
        best_ev=_mean_value(best_values),
    )
    return HouseWayAudit(proof=_proof(game), sides=(side,))


def _mean_value(values: NDArray[np.int64]) -> Fraction:
    """The value of a round, from values by class that are summed over the dealer's hands."""
    return Fraction(int((dealt().counts * values).sum()), HANDS * DEALER_HANDS)


def decisions(game: Game[Terms]) -> NDArray[np.int64]:
    """By class of hands: the column of the house way's decision."""
    strongest = dealt().three[:, 0]
    by_code = {code: _decision(game, np.flatnonzero(strongest == code)) for code in np.unique(strongest).tolist()}
    return np.array([by_code[code] for code in strongest.tolist()])


def _decision(game: Game[Terms], rows: NDArray[np.intp]) -> int:
    """The column of the decision with these classes, tried on the first and the last of them."""
    steps = game.steps(game.terms, Opening(players=("player",)))
    step = next(step for step in steps if isinstance(step, Decide))
    first = game.steady_decision(game.terms, step, dealt().hand(int(rows[0])))
    last = game.steady_decision(game.terms, step, dealt().hand(int(rows[-1])))
    if first != last:
        raise Broken("the house way decides by more than the best three cards")
    return COLUMNS[first]


def _proof(game: Game[Terms]) -> Proof:
    """The proof. A hand is ambiguous if its setting depends on the order of the cards."""
    hands = dealt()
    threes, _ = evaluators()
    ambiguous = []
    undefined = []
    for code in np.unique(hands.three[:, 0]).tolist():
        cards = hands.hand(int(np.flatnonzero(hands.three[:, 0] == code)[0]))
        settings = [house_way(game.terms, order).get(THREE, ()) for order in (cards, cards[::-1])]
        if any(len(three) != PICKED for three in settings):
            undefined.append(write_cards(cards))
        elif any(three_strength(three) != threes.strengths[code] for three in settings):
            ambiguous.append(write_cards(cards))
    return Proof(
        hands_checked=HANDS,
        checked=f"all {HANDS:,} hands, one for each strength of the best three",
        undefined=tuple(undefined),
        fouls=(),
        ambiguous=tuple(ambiguous),
    )


class Mistake(NamedTuple):
    """A kind of hand on which the house way makes the wrong decision."""

    three: Made
    five: Made
    house_way: str
    best: str


def _costly_hands(
    decided: NDArray[np.int64],
    best: NDArray[np.int64],
    house_way_values: NDArray[np.int64],
    best_values: NDArray[np.int64],
) -> Iterator[CostlyHand[Fraction]]:
    """The kinds of hands with which another decision has a higher value."""
    hands = dealt()
    threes, fives = evaluators()
    rows_by_mistake: dict[Mistake, list[int]] = {}
    for row in np.flatnonzero(best_values > house_way_values).tolist():
        three = threes.strengths[int(hands.three[row, 0])]
        five = fives.strengths[int(hands.five[row])]
        if three is None or five is None:
            raise Broken("a hand without a strength")
        mistake = Mistake(three.made, five.made, _decision_text(decided[row]), _decision_text(best[row]))
        rows_by_mistake.setdefault(mistake, []).append(row)
    for mistake, rows in rows_by_mistake.items():
        counts = hands.counts[rows]
        count = int(counts.sum())
        yield CostlyHand(
            hand=f"best three {_class_text(mistake.three)}, all five {_class_text(mistake.five)}: {count:,} hands",
            house_way=mistake.house_way,
            best=mistake.best,
            house_way_ev=Fraction(int((counts * house_way_values[rows]).sum()), count * DEALER_HANDS),
            best_ev=Fraction(int((counts * best_values[rows]).sum()), count * DEALER_HANDS),
            share=Fraction(count, HANDS),
        )


def _decision_text(column: int) -> str:
    return {FIVE: "play all five", FOLD: "fold"}.get(int(column), "play three")


def _class_text(made: Made) -> str:
    return made.value.replace("_", " ")

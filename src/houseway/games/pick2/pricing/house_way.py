"""
The house way of Pick 2, proved and priced: which three it puts down, and what deciding as it does costs.

It puts down the strongest three, which no other three outdoes [P2P-D6, P2P-A15], and plays three or all five by what
those are. What it looks at is their strength alone, so that one hand of every strength is asked, and another for proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....pricing.house_way_audit import HouseWayAudit, Proof, Side, Slip
from ....rules.errors import Broken
from ....rules.game import Decide, Game, Opening
from ....sampling.chunks import Progress
from .. import wagers
from ..hand_order import three_strength
from ..sheet import house_way
from ..terms import Terms
from ..wagers import THREE
from .bonus import FIVE, FOLD, bonus_3_5
from .hands import DEALER_HANDS, HANDS, against, dealt, evaluators
from .play import main_values, plan_of

COLUMNS = {THREE: 0, wagers.FIVE: FIVE, wagers.FOLD: FOLD}
"""Where the worth of a decision stands; of the threes the strongest comes first."""


def way(game: Game[Terms], progress: Progress | None = None) -> HouseWayAudit[Fraction]:
    """Whether it can always be put down, and what it costs a player with one unit on Ante and 3-5 Bonus."""
    told = progress or (lambda done, total: None)
    terms = game.terms
    b35 = bonus_3_5(game.terms)
    counts = against(terms, b35.choices_needed, told)
    main = main_values(terms, counts)
    joint = main + DEALER_HANDS * b35.nets
    decided = decisions(game)
    best = plan_of(terms, counts, main, joint).option
    hand = np.arange(len(best))
    worths = joint[hand, decided], joint[hand, best]
    evs = [Fraction(int((dealt().ways * worth).sum()), HANDS * DEALER_HANDS) for worth in worths]
    slips = sorted(_slips(decided, best, *worths), key=lambda slip: -slip.weighted_cost)
    side = Side(role=ROLE, slips=tuple(slips), house_way_ev=evs[0], best_ev=evs[1])
    return HouseWayAudit(proof=_proof(game), sides=(side,))


ROLE = "player, Ante and Play with the 3-5 Bonus, per ante"


def decisions(game: Game[Terms]) -> NDArray[np.int64]:
    """By class of hands the column of what the house way decides."""
    strongest = dealt().three[:, 0]
    by_code = {code: _decision(game, np.flatnonzero(strongest == code)) for code in np.unique(strongest).tolist()}
    return np.array([by_code[code] for code in strongest.tolist()])


def _decision(game: Game[Terms], rows: NDArray[np.intp]) -> int:
    steps = game.steps(game.terms, Opening(players=("player",)))
    step = next(step for step in steps if isinstance(step, Decide))
    said = {game.steady_decision(game.terms, step, dealt().hand(int(row))) for row in (rows[0], rows[-1])}
    if len(said) > 1:
        raise Broken("the house way decides by more than the best three cards")
    return COLUMNS[said.pop()]


def _proof(game: Game[Terms]) -> Proof:
    """Ambiguous is a hand that is put down otherwise when its cards are given in another order."""
    hands = dealt()
    (threes, _) = evaluators()
    ambiguous = []
    undefined = []
    for code in np.unique(hands.three[:, 0]).tolist():
        cards = hands.hand(int(np.flatnonzero(hands.three[:, 0] == code)[0]))
        put = [house_way(game.terms, order).get(THREE, ()) for order in (cards, cards[::-1])]
        strengths = [three_strength(three) for three in put if len(three) == 3]
        shown = " ".join(map(str, cards))
        undefined += [] if len(strengths) == 2 else [shown]
        ambiguous += [] if len(strengths) < 2 or strengths[0] == strengths[1] == threes.strengths[code] else [shown]
    return Proof(
        hands_checked=HANDS,
        checked=f"all {HANDS:,} hands, one for each strength of the best three",
        undefined=tuple(undefined),
        fouls=(),
        ambiguous=tuple(ambiguous),
    )


def _slips(
    decided: NDArray[np.int64], best: NDArray[np.int64], ours: NDArray[np.int64], top: NDArray[np.int64]
) -> Iterator[Slip[Fraction]]:
    """Hands on which another decision is worth more, by what the best three and all five are."""
    hands = dealt()
    (threes, fives) = evaluators()
    wrong = np.flatnonzero(top > ours)
    kinds: dict[tuple[Any, ...], list[int]] = {}
    for row in wrong.tolist():
        three = threes.strengths[int(hands.three[row, 0])]
        five = fives.strengths[int(hands.five[row])]
        if three is None or five is None:
            raise Broken("a hand without a strength")
        kinds.setdefault((three.made, five.made, _named(decided[row]), _named(best[row])), []).append(row)
    for (three, five, done, better), rows in kinds.items():
        ways = hands.ways[rows]
        count = int(ways.sum())
        evs = [Fraction(int((ways * worth[rows]).sum()), count * DEALER_HANDS) for worth in (ours, top)]
        yield Slip(
            hand=f"best three {_spoken(three)}, all five {_spoken(five)}: {count:,} hands",
            house_way=done,
            best=better,
            house_way_ev=evs[0],
            best_ev=evs[1],
            share=Fraction(count, HANDS),
        )


def _named(column: int) -> str:
    return {FIVE: "play all five", FOLD: "fold"}.get(int(column), "play three")


def _spoken(made: Any) -> str:
    return str(made.value).replace("_", " ")

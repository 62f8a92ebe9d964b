"""What hands of Pyramid Poker, Casino Version score and what the score wins, as tables made by asking the game."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, decoded, encoded
from ....kernels.suited import SuitedEvaluator, suited_evaluator
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.payments import net
from .. import house_way as casino_ways
from ..hand_order import ranking
from ..kernels.duel import Scores, Suits
from ..kernels.setting import NINE, Coded, Laid, Parts, Policy, coded, policy
from ..scoring import hand_points, most_points, points_if_won
from ..setting import FIRST, SECOND, THIRD
from ..settlement import payments_for_points, within_cap
from ..sheet import SHEET
from ..terms import Terms


class Table(NamedTuple):
    """A game's terms as numbers: codes, the dealer's policy and HW-2, and what hands score."""

    coded: Coded
    dealer: Policy
    house_way: Policy
    scores: Scores
    part: int
    """Parts of an ante in which money is counted."""
    folded: int
    """What a fold wins, in parts: never more than 0."""
    shoe: Hands
    suited: SuitedEvaluator | None
    """What breaks ties, where suits do."""

    @property
    def hands_in_shoe(self) -> int:
        return len(self.shoe) // NINE


def refuse(game: Game[Terms]) -> None:
    """Terms under which nothing can be reckoned."""
    if game.terms.dealer_policy == "free":
        others = ", ".join(name for name in casino_ways.POLICIES if name != "free")
        raise NotAllowed(f"a dealer who is free to set has no odds; dealer_policy takes {others} here [CAS-A4]")
    if game.terms.tie_rule == "suits" and not game.terms.joker_duplicates:
        raise NotAllowed(
            "tie_rule=suits with joker_duplicates=false is not priced; change one of them [CAS-A5, CAS-A27]"
        )


def antes(terms: Terms, points: int) -> Fraction:
    """What net points win, in antes, the house's maximum at the usual ante included."""
    payments = within_cap(terms, payments_for_points(terms, 1, terms.ante, points, ""))
    return Fraction(net(payments).get(1, 0), terms.ante)


def asymmetry(terms: Terms) -> dict[int, Fraction]:
    """What every net score wins, in antes: losing costs more than winning brings."""
    most = most_points(terms)
    return {points: antes(terms, points) for points in range(-most, most + 1)}


@lru_cache(maxsize=4)
def table(terms: Terms) -> Table:
    found = coded(terms)
    won = asymmetry(terms)
    part = lcm(*(amount.denominator for amount in won.values()))
    money = np.array([int(amount * part) for amount in won.values()], dtype=np.int64)
    second, third = (_worth(terms, found, slot, size) for slot, size in ((SECOND, 3), (THIRD, 5)))
    return Table(
        coded=found,
        dealer=policy(found, casino_ways.POLICIES[terms.dealer_policy]),
        house_way=policy(found, casino_ways.hw2),
        scores=Scores(_first_hands(terms), *second, *third, money),
        part=part,
        folded=-terms.fold_cost_antes * part,
        shoe=np.array([encoded(card) for card in SHEET.shoe(terms)], dtype=np.uint8),
        suited=_suited(terms),
    )


def _suited(terms: Terms) -> SuitedEvaluator | None:
    if terms.tie_rule != "suits":
        return None
    return suited_evaluator(ranking(terms, suits=True), 3, 5, decks=terms.decks, jokers=terms.jokers)


def _first_hands(terms: Terms) -> NDArray[np.int64]:
    cards = [(decoded(code),) for code in range(JOKER_CODE + 1)]
    points = [hand_points(terms, FIRST, ours, theirs) for ours, theirs in product(cards, repeat=2)]
    return np.array(points, dtype=np.int64).reshape(len(cards), len(cards))


def _worth(terms: Terms, found: Coded, slot: str, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By code: what a hand scores when it wins, and against its equal."""
    worth, tie = (np.zeros(len(found.evaluator.strengths), dtype=np.int64) for _ in range(2))
    for code in found.codes(size):
        hand = found.example[code]
        worth[code] = points_if_won(terms, slot, hand)
        tie[code] = hand_points(terms, slot, hand, hand)
    return worth, tie


def shuffled(chance: np.random.Generator, shoe: Hands, count: int, cards: int) -> Hands:
    """The first cards of so many shuffled shoes, one per row."""
    return chance.permuted(np.tile(shoe, (count, 1)), axis=1)[:, :cards]


def suits_of(found: Table, parts: Parts, laid: Laid) -> Suits:
    """What breaks the ties of these settings: nothing, unless suits do."""
    if found.suited is None:
        nothing = np.zeros(len(laid.first), dtype=np.int64)
        return Suits(nothing, nothing)
    picks = found.coded.scale.places
    rows = np.arange(len(laid.choice))[:, None]
    seconds = parts.hands[rows, picks.threes[picks.second[laid.choice]]]
    thirds = parts.hands[rows, picks.fives[picks.third[laid.choice]]]
    return Suits(*(found.suited.codes(np.ascontiguousarray(hands)).astype(np.int64) for hands in (seconds, thirds)))

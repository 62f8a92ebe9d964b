"""Points and money as tables for the kernels, computed from the rules."""

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
from .. import house_way as casino_house_way
from ..hand_order import ranking
from ..kernels.duel import Scores, Suits
from ..kernels.setting import NINE, Coded, CodedSettings, Parts, Policy, coded, policy
from ..scoring import hand_points, most_points, points_if_won
from ..setting import FIRST, SECOND, THIRD
from ..settlement import payments_for_points, within_cap
from ..sheet import SHEET
from ..terms import Terms


class CasinoTables(NamedTuple):
    """The tables of some terms: codes of hands, the dealer's policy, HW-2, points and money."""

    coded: Coded
    dealer: Policy
    house_way: Policy
    scores: Scores
    part: int
    """Money is counted in this many parts of an ante."""
    folded: int
    """What a fold wins, in parts: 0 or less."""
    shoe: Hands
    """All cards of the shoe."""
    suited: SuitedEvaluator | None
    """Breaks ties by suits; None if suits do not count."""

    @property
    def hands_in_shoe(self) -> int:
        return len(self.shoe) // NINE


def refuse(game: Game[Terms]) -> None:
    """Refuse terms that have no price."""
    if game.terms.dealer_policy == "free":
        others = ", ".join(name for name in casino_house_way.POLICIES if name != "free")
        raise NotAllowed(f"a dealer who is free to set has no odds; dealer_policy takes {others} here [CAS-A4]")
    if game.terms.tie_rule == "suits" and not game.terms.joker_duplicates:
        raise NotAllowed(
            "tie_rule=suits with joker_duplicates=false is not priced; change one of them [CAS-A5, CAS-A27]"
        )


def antes(terms: Terms, points: int) -> Fraction:
    """What net points win, in antes, within the house's maximum at the usual ante."""
    payments = within_cap(terms, payments_for_points(terms, 1, terms.ante, points, ""))
    return Fraction(net(payments).get(1, 0), terms.ante)


def asymmetry(terms: Terms) -> dict[int, Fraction]:
    """By net points, from the lowest: what they win, in antes. A loss costs more than the same win brings."""
    most = most_points(terms)
    return {points: antes(terms, points) for points in range(-most, most + 1)}


@lru_cache(maxsize=4)
def casino_tables(terms: Terms) -> CasinoTables:
    """The tables of these terms."""
    hands = coded(terms)
    won = asymmetry(terms)
    part = lcm(*(amount.denominator for amount in won.values()))
    second_points, second_tie = _points_by_code(terms, hands, SECOND, 3)
    third_points, third_tie = _points_by_code(terms, hands, THIRD, 5)
    scores = Scores(
        first=_first_hands(terms),
        second_points=second_points,
        second_tie=second_tie,
        third_points=third_points,
        third_tie=third_tie,
        money=np.array([int(amount * part) for amount in won.values()], dtype=np.int64),
    )
    dealer = policy(hands, casino_house_way.POLICIES[terms.dealer_policy])
    return CasinoTables(
        coded=hands,
        dealer=dealer,
        house_way=dealer if terms.dealer_policy == "hw2" else policy(hands, casino_house_way.hw2),
        scores=scores,
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
    """(cards, cards): the player's points in the first hand, by the player's card and the dealer's."""
    cards = [(decoded(code),) for code in range(JOKER_CODE + 1)]
    points = [hand_points(terms, FIRST, ours, theirs) for ours, theirs in product(cards, repeat=2)]
    return np.array(points, dtype=np.int64).reshape(len(cards), len(cards))


def _points_by_code(terms: Terms, hands: Coded, slot: str, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By code: the points of a hand that wins, and the player's points against an equal hand."""
    codes = len(hands.evaluator.strengths)
    if_won = np.zeros(codes, dtype=np.int64)
    tie = np.zeros(codes, dtype=np.int64)
    for code in hands.codes(size):
        hand = hands.example[code]
        if_won[code] = points_if_won(terms, slot, hand)
        tie[code] = hand_points(terms, slot, hand, hand)
    return if_won, tie


def shuffled(chance: np.random.Generator, shoe: Hands, count: int, cards: int) -> Hands:
    """(count, cards): the first cards of shuffled shoes."""
    return chance.permuted(np.tile(shoe, (count, 1)), axis=1)[:, :cards]


def suits_of(tables: CasinoTables, parts: Parts, chosen: CodedSettings) -> Suits:
    """The numbers that break ties of these settings by suits; all 0 if suits do not count."""
    if tables.suited is None:
        zeros = np.zeros(len(chosen.first), dtype=np.int64)
        return Suits(zeros, zeros)
    picks = tables.coded.scale.places
    rows = np.arange(len(chosen.choice))[:, None]
    seconds = parts.hands[rows, picks.threes[picks.second[chosen.choice]]]
    thirds = parts.hands[rows, picks.fives[picks.third[chosen.choice]]]
    return Suits(*(tables.suited.codes(np.ascontiguousarray(hands)).astype(np.int64) for hands in (seconds, thirds)))

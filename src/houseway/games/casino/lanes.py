"""The Casino Version in vectorised environments: the tables of its lanes, made by calling the rules."""

from __future__ import annotations

import numpy as np

from ...kernels.cards import Ints
from ...kernels.lanes import Lanes
from ...rules.game import Game
from ...sampling.lane_rules import not_on_kernels
from .kernels.lanes import FIRST, NO_CAP, SECOND, THIRD, LaneTables, settle_lanes, write_legal_settings
from .kernels.setting import NINE
from .kernels.setting import places as every_hand
from .pricing.scores import casino_tables
from .scoring import most_points
from .settlement import antes_won
from .terms import Terms


def refuse_game(game: Game[Terms]) -> None:
    """Refuse terms that the tables do not know."""
    terms = game.terms
    if terms.dealer_policy == "free":
        raise not_on_kernels(game, "lanes know dealers who follow a policy, so they do not know dealer_policy=free")
    if terms.tie_rule == "suits":
        raise not_on_kernels(game, "lanes break no ties by suits, so they do not know tie_rule=suits")
    if terms.joker_use == "any":
        raise not_on_kernels(game, "in lanes a joker is at its best, so they do not know joker_use=any")


class CasinoLanes:
    """The kernels of any number of seats."""

    def __init__(self, game: Game[Terms], seats: int, places: Ints) -> None:
        self.tables = lane_tables(game.terms, places)

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        write_legal_settings(self.tables, lanes, first, end)

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        settle_lanes(self.tables, lanes, first, end)


def lane_tables(terms: Terms, places: Ints) -> LaneTables:
    tables = casino_tables(terms)
    most = most_points(terms)
    three_number = _numbers_by_places(every_hand().threes)
    five_number = _numbers_by_places(every_hand().fives)
    return LaneTables(
        scale=tables.coded.scale,
        dealer=tables.dealer,
        scores=tables.scores,
        antes_won=np.array([antes_won(terms, points) for points in range(-most, most + 1)], dtype=np.int64),
        fold_cost=terms.fold_cost_antes,
        cap=NO_CAP if terms.max_aggregate is None else terms.max_aggregate,
        first=np.argmax(places == FIRST, axis=1).astype(np.int64),
        second=three_number[_bits(places == SECOND)],
        third=five_number[_bits(places == THIRD)],
        three_number=three_number,
        five_number=five_number,
    )


def _bits(chosen: Ints) -> Ints:
    """By row: the chosen places, one bit each."""
    bits: Ints = (chosen.astype(np.int64) << np.arange(NINE)).sum(axis=1)
    return bits


def _numbers_by_places(hands: Ints) -> Ints:
    """By places, one bit each: the number of the hand."""
    numbers = np.zeros(1 << NINE, dtype=np.int64)
    for number, positions in enumerate(hands.tolist()):
        numbers[sum(1 << position for position in positions)] = number
    return numbers

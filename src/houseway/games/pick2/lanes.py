"""Pick 2 Poker in vectorised environments: the tables of its lanes, made by calling the rules."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...kernels.cards import Ints
from ...kernels.lanes import Lanes
from ...rules.cards import Cards
from ...rules.errors import Broken
from ...rules.game import Game
from ...rules.paytable import PUSH, best_line
from ...sampling.lane_rules import not_on_kernels
from . import bonuses, wagers
from .kernels.lanes import (
    BEST_OF_FIVE,
    BONUS_3_5,
    BONUS_5_ONLY,
    LOSES,
    NO_CAP,
    NO_SPOT,
    ONLY_IF_THREE,
    PICKED,
    SET_CARDS,
    WAGERS,
    LaneTables,
    settle_lanes,
    write_legal_settings,
)
from .pay_tables import P35_THREE_CLAUSES
from .pricing.hands import CARDS, evaluators, examples, qualifying
from .pricing.hands import PICKED as PICKED_CARDS
from .settlement import main_results
from .terms import Terms

DECISIONS = (wagers.THREE, wagers.FIVE, wagers.FOLD)
THREES_COUNTED = {"best_of_five": BEST_OF_FIVE, "set_cards": SET_CARDS, "only_if_three": ONLY_IF_THREE}


def refuse_game(game: Game[Terms]) -> None:
    """Refuse terms that the tables do not know."""
    if game.terms.hole_sharing:
        raise not_on_kernels(game, "lanes show a seat its own cards only, so they do not know hole_sharing=true")
    if game.terms.b5_alone:
        raise not_on_kernels(game, "lanes offer every decision to every seat, so they do not know b5_alone=true")


class Pick2Lanes:
    """The kernels of any number of seats."""

    def __init__(self, game: Game[Terms], seats: int, places: Ints) -> None:
        self.tables = lane_tables(game.terms, places)

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        write_legal_settings(self.tables, lanes, first, end)

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        settle_lanes(self.tables, lanes, first, end)


def lane_tables(terms: Terms, places: Ints) -> LaneTables:
    threes, fives = evaluators()
    if fives.fives is None:
        raise Broken("the evaluator has no tables for five cards")
    spots = [spot.name for spot in wagers.spots(terms)]
    survive = bonuses.BONUSES_THAT_SURVIVE_A_FOLD[terms.fold_bonus]
    survives_fold = np.zeros(WAGERS, dtype=np.bool_)
    survives_fold[BONUS_3_5] = wagers.BONUS_3_5 in survive
    survives_fold[BONUS_5_ONLY] = wagers.BONUS_5_ONLY in survive
    return LaneTables(
        five=fives.fives,
        three=threes.threes,
        choices=np.array([np.flatnonzero(setting == PICKED) for setting in places], dtype=np.int64),
        only_best=terms.three_choice == "best",
        qualified=qualifying(terms),
        main_pays=_main_pays(terms),
        play_multiples=np.array([wagers.play_chips(terms, 1, option) for option in DECISIONS], dtype=np.int64),
        five_pays=_pays(CARDS, lambda cards: bonuses.p35_five_part(terms, cards).pays),
        three_pays=_pays(PICKED_CARDS, lambda cards: _three_card_pays(terms, cards)),
        bonus_5_pays=_pays(CARDS, lambda cards: bonuses.bonus_5_only(terms, cards).pays),
        threes_counted=THREES_COUNTED[terms.p35_three_cards],
        adds_tables=terms.p35_combine == "sum",
        miss_pays=PUSH if terms.p35_miss == "push" else LOSES,
        survives_fold=survives_fold,
        spots=np.array(
            [spots.index(wagers.ANTE), NO_SPOT, spots.index(wagers.BONUS_3_5), spots.index(wagers.BONUS_5_ONLY)],
            dtype=np.int64,
        ),
        tip_spot=spots.index(wagers.TIP) if wagers.TIP in spots else NO_SPOT,
        cap=NO_CAP if terms.max_aggregate is None else terms.max_aggregate,
    )


def _main_pays(terms: Terms) -> Ints:
    """By comparison (lower, equal, higher) and qualification: what Ante and Play pay."""
    pays = np.zeros((3, 2, 2), dtype=np.int64)
    for comparison in (-1, 0, 1):
        for qualified in (False, True):
            results = main_results(terms, comparison, qualified=qualified)
            pays[comparison + 1, int(qualified)] = results.ante.pays, results.play.pays
    return pays


def _pays(size: int, pays: Callable[[Cards], int]) -> Ints:
    """By code of hands of this size: what a table pays on them."""
    by_code = {code: pays(cards) for code, cards in examples(size).items()}
    table = np.full(max(by_code) + 1, LOSES, dtype=np.int64)
    table[list(by_code)] = list(by_code.values())
    return table


def _three_card_pays(terms: Terms, cards: Cards) -> int:
    """What the three-card table of the 3-5 Bonus pays on three cards."""
    table = bonuses.p35_three_table(terms)
    line = {bonuses.three_card_line(terms, cards)}
    return best_line(line & set(table), table, P35_THREE_CLAUSES, "P2P-68").pays

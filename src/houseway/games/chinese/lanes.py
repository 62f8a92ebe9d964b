"""Chinese Poker in vectorised environments: the tables of its lanes, made by calling the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import encoded_hands
from ...kernels.lanes import NONE, Lanes
from ...rules.cards import TWO, Cards
from ...rules.errors import Broken, shown
from ...rules.game import Game, Opening
from ...sampling.lane_rules import Completion, Places, not_on_kernels
from ...sampling.rounds_by_rules import RoundsByRules
from .bonuses import row_bonuses
from .hand_order import ROWS
from .kernels.lane_opponents import opponent_tables, set_in_lanes
from .kernels.lanes import (
    COMPARE_ROWS,
    COUNT_BITS,
    EVERY_ROW,
    ITS_ROW,
    NO_ROW,
    PUSH,
    RANKED,
    LaneTables,
    NaturalTables,
    SettingTables,
    places_of_settings,
    settle_lanes,
    write_open_slots,
    write_settings_by_row,
    write_sums,
)
from .kernels.setting import CARDS, FIVE, FRONT, evaluated
from .naturals import three_straights
from .rounds import HOUSE_WAY, PREFERENCES, house_way_on_kernels
from .rounds import setting_tables as setting_tables_of
from .scoring import score_rows
from .sheet import PLAY
from .terms import Terms

BONUS_TAKES = {"no": NO_ROW, "row": ITS_ROW, "all": EVERY_ROW}
TWO_NATURALS = {"push": PUSH, "ranked": RANKED, "compare_rows": COMPARE_ROWS}
OUTCOMES = (-1, 0, 1)
"""A row is lost, tied or won."""


class ChineseLanes:
    """The kernels of any number of seats."""

    def __init__(self, game: Game[Terms]) -> None:
        self.tables = lane_tables(game)

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        write_open_slots(self.tables, lanes, first, end)

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        settle_lanes(self.tables, lanes, first, end)


class ChineseOpponents:
    """Opponents who set their cards by preferences and never surrender."""

    decision = PLAY

    def __init__(self, game: Game[Terms], names: Mapping[int, str], seats: int) -> None:
        unknown = [name for name in names.values() if name not in PREFERENCES]
        if unknown:
            known = " and ".join(PREFERENCES)
            raise not_on_kernels(game, f"in lanes of {game.name} the opponents are {known}, not {shown(unknown[0])}")
        if game.terms.naturals and game.terms.natural_detection == "declared" and HOUSE_WAY in names.values():
            raise not_on_kernels(game, "in lanes nobody declares a natural, so opponents do not play house_way")
        by_rules = RoundsByRules(game, (house_way_on_kernels(game),) * seats)
        positions = by_rules.card_positions()
        setting = setting_tables_of(game.terms)
        self.tables = {
            seat: opponent_tables(setting.scale, setting.preferences[name], positions[seat])
            for seat, name in names.items()
        }

    def set_hands(self, lanes: Lanes, first: int, end: int) -> None:
        for seat, tables in self.tables.items():
            set_in_lanes(tables, lanes, seat, first, end)


def completion(terms: Terms, cards: Cards) -> Completion:
    """Finds legal settings of these cards, given in deck order."""
    tables = setting_tables(terms.wheel, terms.equal_rows)
    codes = encoded_hands([cards])[0]
    sums = np.empty(CARDS, dtype=np.uint32)
    write_sums(tables, codes, sums)
    row_of = np.zeros(CARDS, dtype=np.int64)
    rest = np.empty(len(ROWS), dtype=np.int64)
    settings = np.empty(len(ROWS), dtype=np.int64)

    def complete(placed: Places) -> Places | None:
        last = len(placed) - 1
        row_of[: last + 1] = placed
        write_settings_by_row(tables, codes, sums, row_of, last, rest, settings)
        setting = int(settings[placed[last]])
        return None if setting == NONE else rows_of_cards(tables, setting)

    return complete


def rows_of_cards(tables: SettingTables, setting: int) -> Places:
    """The row of each card in the setting of this number."""
    row_of = np.empty(CARDS, dtype=np.int64)
    row_of[tables.places[setting]] = [0] * FRONT + [1] * FIVE + [2] * FIVE
    return tuple(row_of.tolist())


@lru_cache(maxsize=4)
def setting_tables(wheel: str, equal_rows: str) -> SettingTables:
    codes = evaluated(wheel)
    if codes.fives is None:
        raise Broken("the evaluator of Chinese Poker has no table for five cards")
    return SettingTables(codes.fives, codes.threes, places_of_settings(), _ways(), equal_rows == "allow")


def _ways() -> NDArray[np.int64]:
    ways = np.empty((FRONT + 1, FIVE + 1, FIVE + 1), dtype=np.int64)
    for rest in product(range(FRONT + 1), range(FIVE + 1), range(FIVE + 1)):
        ways[rest] = factorial(sum(rest)) // prod(map(factorial, rest))
    return ways


def natural_tables(terms: Terms) -> NaturalTables:
    """A natural that has to be declared is never paid here, because agents declare nothing."""
    ranks = three_straights(ace_low=terms.natural_ace_low)
    keys = sorted(sum(1 << COUNT_BITS * (rank - TWO) for rank in held) for held in ranks if _is_possible(held))
    return NaturalTables(
        are_paid=terms.naturals and terms.natural_detection == "automatic",
        straights=np.array(keys, dtype=np.int64),
        ace_low=terms.natural_ace_low,
        must_be_set=terms.natural_needs_setting,
        pairs_of_four=terms.six_pairs_quads == "count",
        pairs_of_three=terms.six_pairs_trips == "count",
        shared_suits=not terms.three_flushes_distinct,
    )


def _is_possible(ranks: tuple[int, ...]) -> bool:
    """Whether a deck has so many cards of each rank."""
    return all(ranks.count(rank) <= 4 for rank in ranks)


def lane_tables(game: Game[Terms]) -> LaneTables:
    terms = game.terms
    return LaneTables(
        setting=setting_tables(terms.wheel, terms.equal_rows),
        naturals=natural_tables(terms),
        setting_step=len(game.steps(terms, Opening(players=("", "")))) - 1,
        row_units=np.array([_row_units(terms, result) for result in product(OUTCOMES, repeat=3)], dtype=np.int64),
        bonus=_bonuses(terms),
        bonus_takes=BONUS_TAKES[terms.bonus_requires_win],
        best_bonus_only=terms.bonus_stack == "best",
        higher_bonuses_only=terms.bonus_conflict == "higher_only",
        shared_prizes=terms.bonus_payers == "shared",
        natural_units=terms.natural_units,
        natural_adds_rows=terms.natural_mode == "add",
        natural_adds_bonuses=terms.natural_bonuses,
        two_naturals=TWO_NATURALS[terms.natural_vs_natural],
        surrender_units=terms.surrender_units[terms.scoring],
        unit=terms.unit_value,
        fee=terms.fee,
    )


def _row_units(terms: Terms, back_first: tuple[int, ...]) -> int:
    """The units of three rows; the kernels count the back as the highest digit of a result."""
    return sum(result.pays for result in score_rows(terms, back_first[::-1]))


def _bonuses(terms: Terms) -> NDArray[np.int64]:
    """By row and code: the units of the bonus."""
    strengths = evaluated(terms.wheel).strengths
    units = np.zeros((len(ROWS), len(strengths)), dtype=np.int64)
    if terms.bonuses:
        for number, row in enumerate(ROWS):
            for code, strength in enumerate(strengths):
                bonuses = row_bonuses(terms, {row: strength}) if strength else {}
                units[number, code] = sum(bonus.pays for bonus in bonuses.values())
    return units

"""
The best reply to a dealer, as the bots play it.

It comes from a sample of dealers' hands, set by the dealer's policy and counted by the cells of their three hands.
Every setting has a value in antes against this field. The value of seven cards is the mean value of the best setting
over all pairs of cards that can be bought. The dealer cannot have the cards that the player holds, so each card held
adds a small correction. To decide on a fold, a few pairs are tried first; if the result is close to the value of the
fold, all pairs are tried.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded
from ....rules.cards import Cards
from ....rules.errors import Unreadable
from ....rules.setting import Setting
from ....sampling.json_types import Json
from ....solving.strategy_files import Tables, cache_path, read_tables, shipped, write_tables
from ..kernels.setting import CodedSettings, Values, cards_of_choice, parts_of, set_by_value
from ..pricing.best_reply import value_of_sevens, values_against
from ..pricing.scores import CasinoTables, casino_tables
from ..terms import Terms
from .field import unpacked

KEY = "casino"
FEW = 37
"""For the first estimate, every 37th pair of kinds is tried."""
SHAPING = (
    "decks",
    "jokers",
    "first_cards",
    "bought_cards",
    "buy_in_antes",
    "fold_cost_antes",
    "point_value_antes",
    "ante_bonus_threshold",
    "ace_first_hand_points",
    "trips_second_points",
    "full_house_points",
    "four_kind_points",
    "straight_flush_points",
    "five_of_a_kind_points",
    "five_kind_above_sf",
    "dealer_policy",
    "tie_rule",
    "three_card_classes",
    "cross_size_order",
    "wheel",
    "joker_ace_special",
    "joker_duplicates",
    "max_aggregate",
    "ante",
)
"""The options that a strategy depends on; it depends on the ante only if the house has a maximum."""


@dataclass(frozen=True)
class BestReply:
    """The best reply to one dealer: how the expert plays."""

    tables: CasinoTables
    values: Values
    removal: NDArray[np.float64]
    """By card: the value, in antes, that holding it before buying adds, because the dealer then has it less often."""
    margin: float
    """In antes: if the estimate from a few pairs is further than this from the value of the fold, it decides."""

    @property
    def fold(self) -> float:
        """The value of a fold, in antes."""
        return self.tables.folded / self.tables.part

    def buying(self, sevens: Hands, *, every: int = 1) -> NDArray[np.float64]:
        """The value of buying for each row of seven cards, in antes, over every `every`-th pair of bought cards."""
        return value_of_sevens(self.tables, self.values, self.removal, sevens, every=every)

    def folds(self, sevens: Hands) -> NDArray[np.bool_]:
        """Which of these hands to fold: decided by a few pairs if the result is clear, else by all pairs."""
        values = self.buying(sevens, every=FEW)
        is_close = np.abs(values - self.fold) <= self.margin
        values[is_close] = self.buying(sevens[is_close])
        return values < self.fold

    def choice(self, hands: Hands) -> tuple[CodedSettings, NDArray[np.float32]]:
        """The best setting of each nine-card hand, and its value."""
        return set_by_value(self.tables.coded.scale, self.values, parts_of(self.tables.coded.scale, hands))

    def setting(self, cards: Cards) -> Setting:
        """The best setting of nine cards."""
        hand = np.array([[encoded(card) for card in cards]], dtype=np.uint8)
        parts = parts_of(self.tables.coded.scale, hand)
        settings, _ = set_by_value(self.tables.coded.scale, self.values, parts)
        return cards_of_choice(parts.hands[0], int(settings.choice[0]))


def made_for(terms: Terms) -> dict[str, Json]:
    """The options that a strategy depends on, with their values."""
    chosen = {option: getattr(terms, option) for option in SHAPING}
    return chosen if terms.max_aggregate is not None else {**chosen, "ante": None}


@lru_cache(maxsize=8)
def reply_to(terms: Terms) -> BestReply:
    """The best reply, from the tables in the package, from cached tables, or from tables made now and cached."""
    return reply_from(tables_for(terms), terms)


def tables_for(terms: Terms) -> Tables:
    wanted = made_for(terms)
    key = sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    cached = cache_path(KEY, key)
    for source in (shipped(__package__, terms.dealer_policy), cached):
        if isinstance(source, bytes) or (source is not None and source.is_file()):
            try:
                return read_tables(source, game=KEY, made_for=wanted)
            except Unreadable:
                continue  # for other terms, or damaged: the tables are made again below
    from .make_best_reply import make_tables

    made = make_tables(terms)
    if cached is not None:
        write_tables(made, cached)
    return made


def reply_from(strategy_file: Tables, terms: Terms) -> BestReply:
    """The best reply that a strategy file describes."""
    tables = casino_tables(terms)
    arrays = strategy_file.arrays
    try:
        values = values_against(tables, unpacked(arrays))
        return BestReply(tables, values, arrays["removal"], float(arrays["margin"][0]))
    except (KeyError, IndexError, ValueError):
        raise Unreadable("the strategy file lacks tables; houseway solve makes one") from None

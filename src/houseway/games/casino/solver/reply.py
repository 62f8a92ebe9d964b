"""
The best reply to a dealer of Pyramid Poker, Casino Version, as the bots play it.

It rests on a sample of dealers' hands, set by the dealer's policy and counted by the cells of their three hands. Every
setting has a worth in money against this field. Seven cards are worth the mean, over every two cards that can be
bought, of the best setting; and since cards that the player holds the dealer lacks, each card held moves that a little.
A few pairs decide the hands that are far from the fold, all of them the others.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands, encoded
from ....rules.cards import Cards
from ....rules.errors import Unreadable
from ....rules.setting import Setting
from ....solving.strategy_files import Tables, kept_path, read_tables, shipped, write_tables
from .. import sheet as casino
from ..kernels.buying import bought_in, worth_of_buying
from ..kernels.setting import Laid, Values, cards_of_choice, parts_of, set_by_value
from ..pricing.best_reply import values_against
from ..pricing.scores import Table, table
from .field import unpacked

KEY = "casino"
FEW = 37
"""One pair of kinds in so many is tried first."""
SHAPING = (
    *("decks", "jokers", "first_cards", "bought_cards", "buy_in_antes", "fold_cost_antes", "point_value_antes"),
    *("ante_bonus_threshold", "ace_first_hand_points", "trips_second_points", "full_house_points"),
    *("four_kind_points", "straight_flush_points", "five_of_a_kind_points", "five_kind_above_sf", "dealer_policy"),
    *("tie_rule", "three_card_classes", "cross_size_order", "wheel", "joker_ace_special", "joker_duplicates"),
    *("max_aggregate", "ante"),
)
"""The options that a strategy depends on; the ante only where the house has a maximum."""


@dataclass(frozen=True)
class Reply:
    """How the expert plays against one dealer."""

    found: Table
    values: Values
    removal: NDArray[np.float64]
    """By card: what holding it before buying adds, because the dealer has it less often."""
    margin: float
    """So far from the fold a few pairs decide."""

    @property
    def fold(self) -> float:
        return self.found.folded / self.found.part

    def buying(self, sevens: Hands, *, every: int = 1) -> NDArray[np.float64]:
        """What buying is worth for each seven cards, by the sum over every two cards more, or over some of them."""
        shoe = np.bincount(self.found.shoe, minlength=JOKER_CODE + 1)
        laid_out = np.ascontiguousarray(sevens)  # a kernel is compiled once more for every other way to lay them out
        worth = worth_of_buying(self.found.coded.scale, self.values, bought_in(), laid_out, shoe, every)
        found: NDArray[np.float64] = worth + self.removal[sevens].sum(axis=1)
        return found

    def folds(self, sevens: Hands) -> NDArray[np.bool_]:
        """Which of these hands to fold: by a few pairs where those are clear, else by all."""
        worth = self.buying(sevens, every=FEW)
        close = np.abs(worth - self.fold) <= self.margin
        worth[close] = self.buying(sevens[close])
        return worth < self.fold

    def choice(self, hands: Hands) -> tuple[Laid, NDArray[np.float32]]:
        """How each nine cards are worth most, and what."""
        return set_by_value(self.found.coded.scale, self.values, parts_of(self.found.coded.scale, hands))

    def setting(self, cards: Cards) -> Setting:
        hand = np.array([[encoded(card) for card in cards]], dtype=np.uint8)
        parts = parts_of(self.found.coded.scale, hand)
        laid, _ = set_by_value(self.found.coded.scale, self.values, parts)
        return cards_of_choice(parts.hands[0], int(laid.choice[0]))


def made_for(terms: casino.Terms) -> dict[str, Any]:
    """The options that shape a strategy, under their values."""
    chosen = {option: getattr(terms, option) for option in SHAPING}
    return chosen if terms.max_aggregate is not None else {**chosen, "ante": None}


@lru_cache(maxsize=8)
def reply_to(terms: casino.Terms) -> Reply:
    """From the tables that come with the package, from those kept, or made now and kept."""
    return reply_from(tables_for(terms), terms)


def tables_for(terms: casino.Terms) -> Tables:
    wanted = made_for(terms)
    key = sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()
    kept = kept_path(KEY, key)
    for source in (shipped(__package__, terms.dealer_policy), kept):
        if isinstance(source, bytes) or (source is not None and source.is_file()):
            try:
                return read_tables(source, game=KEY, made_for=wanted)
            except Unreadable:
                continue  # made for other terms, or damaged: made again below
    from .make_reply import made_tables

    found = made_tables(terms)
    if kept is not None:
        write_tables(found, kept)
    return found


def reply_from(tables: Tables, terms: casino.Terms) -> Reply:
    found = table(terms)
    arrays = tables.arrays
    try:
        values = values_against(found, unpacked(arrays))
        return Reply(found, values, arrays["removal"], float(arrays["margin"][0]))
    except (KeyError, IndexError, ValueError):
        raise Unreadable("the strategy file lacks tables; houseway solve makes one") from None

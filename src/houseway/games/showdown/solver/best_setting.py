"""Finds the best setting of a Pyramid Showdown player's cards under a value model, and proves that it is best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import encoded
from ....rules.cards import CLUBS, JOKER, SPADES, TWO, Card, Cards, surplus, write_cards
from ....rules.errors import Broken, NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from .. import legality
from ..kernels.card_prices import MINUS_INFINITY, build_chains, count_cards
from ..kernels.columns import JOKER_RANK, JOKERS, KEY, MOST_NATURALS, NATURALS, RANK, SUIT, find_columns, packed_counts
from ..kernels.search import (
    AT_LEAF,
    BEST_VALUE,
    DEPTH,
    DONE,
    LEAF_VALUE,
    LEAST_PRICE,
    NODES,
    PATIENCE,
    TALLY_SIZE,
    UNIT,
    load,
    open_node,
    search,
    stack_for,
    tighten,
)
from ..kernels.shapes import Scale
from ..kernels.suits import UNKNOWN, Ties, deal_out
from ..legality import slot_name
from ..terms import Terms
from .value_model import Model

FEWEST = 20
"""Number of cards that a player is dealt first."""
MOST = 25
"""Number of cards that a player holds after both buys."""
DIVE = 60
"""Budget of nodes for a short search for a good setting."""
PATIENCE_OF_A_DIVE = 14
"""Budget of nodes below one kind of Hand 6 in a short search."""
MOST_NODES = 1_000_000
"""Budget of nodes for the whole search."""
REACH = 0.25
"""How far below the bound the first search for prices aims, as a share of the bound."""
CLOSE = 0.06
"""The same share for the second search for prices."""
EVERY_CARD_USED = -(1 << 40)
"""The lowest price allowed if every card must be used; otherwise it is 0."""


@dataclass(frozen=True)
class Solved:
    """The best setting found."""

    setting: Setting
    jokers: Mapping[str, Cards]
    """By slot name: the cards that the jokers stand for."""
    value: int
    """The value of the setting, in millionths of a point."""
    proven: bool
    """True if no setting is better under the model."""
    nodes: int
    """Number of nodes searched."""
    dealings: int
    """Number of times that cards were dealt to six columns."""


def solve_setting(
    game: Game[Terms], cards: Cards, model: Model, *, ties: Ties | None = None, budget: int | None = None
) -> Solved:
    """
    The setting with the highest value under the model; refuses cards that have no legal setting.

    With a budget of nodes the search may end without a proof.
    """
    refuse_cards(game, cards)
    hunt = Hunt(cards, model, ties)
    hunt.run(budget=MOST_NODES if budget is None else budget)
    if hunt.dealt is None:
        why = "is legal [SHO-D5]" if hunt.proven else "was found"
        raise NotAllowed(f"no setting of {write_cards(cards)} {why}")
    setting, jokers = _setting(hunt.columns[hunt.chosen], hunt.dealt)
    faults = legality.fault_codes(game.terms, setting, {})
    if faults:
        raise Broken(f"the solver set {setting} with faults {faults}")
    proven = hunt.proven and game.terms.joker_declaration == "auto"  # a named joker may stand for a weaker card
    return Solved(setting, jokers, hunt.value, proven, int(hunt.tally[NODES]), hunt.dealings)


class Hunt:
    """The search for the best setting of one deal."""

    def __init__(self, cards: Cards, model: Model, ties: Ties | None = None) -> None:
        codes = np.array([encoded(card) for card in cards], dtype=np.int64)
        self.have = packed_counts(codes)
        self.supply = count_cards(codes)
        shapes, needs = model.scale.shapes_for(cards.count(JOKER), len(cards) - FEWEST)
        self.columns, self.needs = find_columns(shapes, needs, self.have)
        self.chains, self.count = build_chains(self.columns, self.needs, self.have, self.supply, model.lifted)
        self.stack = stack_for(max(1, len(self.columns)))
        self.stack.supply[0] = self.supply
        self.stack.have[0] = self.have
        self.base = model.base
        self.first_straight = model.scale.first_straight
        self.ties = ties_without_points(model.scale) if ties is None else ties
        least_price = EVERY_CARD_USED if len(cards) == FEWEST else 0
        self.tally = np.zeros(TALLY_SIZE, dtype=np.int64)
        self.tally[BEST_VALUE] = MINUS_INFINITY
        self.tally[UNIT] = model.unit
        self.tally[LEAST_PRICE] = least_price
        self.chosen = np.zeros(len(legality.SLOTS), dtype=np.int64)
        self.dealt: NDArray[np.int8] | None = None
        self.dealings = 0
        self.proven = True

    @property
    def value(self) -> int:
        """Value of the best setting so far."""
        return int(self.tally[BEST_VALUE]) + self.base

    def run(self, budget: int = MOST_NODES) -> None:
        """Find the best setting; proven unless the budget of nodes runs out."""
        for strong in (True, False):
            if self.load(strong=strong):
                self.look_around(80, REACH)
                self.look_around(60, CLOSE)
                self.proven &= self.branch(budget)

    def load(self, *, strong: bool) -> bool:
        """Load the settings with a straight or better in Hand 5, or all the others; False if there are none."""
        self.stack.prices[0] = 0
        return bool(load(self.stack, self.chains, self.count, self.first_straight, strong))

    def look_around(self, steps: int, reach: float) -> None:
        """Improve the prices, then try a few settings."""
        tighten(self.columns, self.stack, 0, steps, reach, self.tally)
        self.branch(DIVE, PATIENCE_OF_A_DIVE)

    def keys(self) -> list[int]:
        """Keys of the best setting, Hand 1 first."""
        return [int(key) for key in self.columns[self.chosen, KEY]]

    def branch(self, budget: int, patience: int = MOST_NODES) -> bool:
        """Search below the first node; False if the budget of nodes runs out."""
        self.tally[PATIENCE] = patience
        self.tally[DEPTH] = 0 if open_node(self.columns, self.stack, 0, 0, self.tally) else -1
        most = self.tally[NODES] + budget
        while True:
            ended = search(self.columns, self.needs, self.stack, self.tally, most - self.tally[NODES])
            if ended != AT_LEAF:
                return bool(ended == DONE)
            self.deal()

    def deal(self) -> None:
        """Deal cards to the six columns at which the search stopped; keep them as the best if suits allow it."""
        value = int(self.tally[LEAF_VALUE])
        dealt = np.empty((len(legality.SLOTS), MOST_NATURALS), dtype=np.int8)
        chosen = self.stack.chosen
        lost = deal_out(self.columns, chosen, self.supply, value - int(self.tally[BEST_VALUE]), self.ties, dealt)
        self.dealings += 1
        self.proven &= lost != UNKNOWN
        if lost >= 0:
            self.tally[BEST_VALUE] = value - lost
            self.chosen[:] = chosen
            self.dealt = dealt


def refuse_cards(game: Game[Terms], cards: Cards) -> None:
    if not FEWEST <= len(cards) <= MOST:
        raise NotAllowed(f"a player of {game.name} sets {FEWEST} to {MOST} cards, not {len(cards)}")
    extra = surplus(cards, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the shoe does not have that many of {write_cards(extra)} [SHO-03]")


@lru_cache
def ties_without_points(scale: Scale) -> Ties:
    """Ties in which suits only order hands and win no points."""
    terms = scale.terms
    depth = {"full": 10, "first_card": 1, "off": 0}[terms.suit_tiebreak]
    nothing = np.zeros(0, dtype=np.int64)
    return Ties(
        strict=1 if terms.equal_hands_order == "illegal" else 0,
        depth=depth,
        natural=1 if terms.natural_beats_wild else 0,
        row=np.full((len(legality.SLOTS), len(scale.strengths)), -1, dtype=np.int32),
        start=np.zeros(1, dtype=np.int64),
        codes=nothing,
        points=nothing,
    )


def _setting(chosen: NDArray[Any], dealt: NDArray[Any]) -> tuple[Setting, Mapping[str, Cards]]:
    """The hands by slot name, and the cards that their jokers stand for: of the flush's suit, else spades."""
    setting = {}
    named = {}
    for slot, row, suits in zip(legality.SLOTS, chosen, dealt, strict=True):
        pairs = zip(row[RANK : RANK + row[NATURALS]], suits, strict=False)
        hand = [Card(int(rank) + TWO, int(suit) + CLUBS) for rank, suit in pairs]
        setting[slot_name(slot)] = (*sorted(hand, reverse=True), *(JOKER,) * int(row[JOKERS]))
        joker_suit = SPADES if row[SUIT] < 0 else int(row[SUIT]) + CLUBS
        ranks = row[JOKER_RANK : JOKER_RANK + row[JOKERS]]
        if len(ranks):
            named[slot_name(slot)] = tuple(Card(int(rank) + TWO, joker_suit) for rank in ranks)
    return setting, named

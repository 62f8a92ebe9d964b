"""The best setting of a Pyramid Showdown hand under a value model, with proof."""

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
from .. import sheet as showdown
from ..kernels.card_prices import NOTHING, chains_of, counted
from ..kernels.columns import JOKER_RANK, JOKERS, KEY, MOST_NATURALS, NATURALS, RANK, SUIT, columns_of, held
from ..kernels.search import (
    DEPTH,
    DONE,
    FOUND,
    LEAF,
    NODES,
    PATIENCE,
    STOPPED,
    load,
    open_node,
    search,
    stack_for,
    tighten,
)
from ..kernels.shapes import Scale
from ..kernels.suits import UNKNOWN, Ties, deal_out
from .value_model import Model

FEWEST = 20
MOST = 25
DIVE = 60
MOST_NODES = 1_000_000
"""Nodes looked at to find a good setting early, and at most."""
PATIENCE_OF_A_DIVE = 14
"""Nodes below one kind of Hand 6 in such a search."""
REACH = 0.25
CLOSE = 0.06
"""How far below the bound the search for prices aims, at first and later."""


@dataclass(frozen=True)
class Solved:
    """The best setting found; `proven` says that none is better under the model."""

    setting: Setting
    jokers: Mapping[str, Cards]
    """What the jokers of each hand stand for."""
    value: int
    """In millionths of a point."""
    proven: bool
    nodes: int
    """How many points of the search were looked at."""
    dealings: int
    """How many times cards were dealt out to six hands."""


def solve_setting(
    game: Game[showdown.Terms], cards: Cards, model: Model, *, ties: Ties | None = None, budget: int | None = None
) -> Solved:
    """
    The setting that is worth most under the model; a sentence if no setting of these cards is legal.

    With a budget of nodes the search may end before it is proven.
    """
    refuse_cards(game, cards)
    hunt = Hunt(cards, model, ties)
    hunt.run(budget=MOST_NODES if budget is None else budget)
    if hunt.dealt is None:
        why = "is legal [SHO-D5]" if hunt.proven else "was found"
        raise NotAllowed(f"no setting of {write_cards(cards)} {why}")
    setting, jokers = _setting(hunt.columns[hunt.chosen], hunt.dealt)
    faults = showdown.faults(game.terms, setting, {})
    if faults:
        raise Broken(f"the solver set {setting} with faults {faults}")
    proven = hunt.proven and game.terms.joker_declaration == "auto"  # a named joker may be less than its best
    return Solved(setting, jokers, hunt.found, proven, int(hunt.tally[NODES]), hunt.dealings)


class Hunt:
    """The search for the best setting of one deal."""

    def __init__(self, cards: Cards, model: Model, ties: Ties | None = None) -> None:
        codes = np.array([encoded(card) for card in cards], dtype=np.int64)
        self.have = held(codes)
        self.room = counted(codes)
        shapes, needs = model.scale.shapes_for(cards.count(JOKER), len(cards) - FEWEST)
        self.columns, self.needs = columns_of(shapes, needs, self.have)
        self.chains, self.count = chains_of(self.columns, self.needs, self.have, self.room, model.lifted)
        self.stack = stack_for(max(1, len(self.columns)))
        self.stack.room[0], self.stack.have[0] = self.room, self.have
        self.base = model.base
        self.least = model.scale.first_straight
        self.ties = plain_ties(model.scale) if ties is None else ties
        free = -(1 << 40) if len(cards) == FEWEST else 0  # every card must be used
        self.tally = np.array([NOTHING, 0, 0, model.unit, 0, free, 0, 0], dtype=np.int64)
        self.chosen = np.zeros(len(showdown.PLACES), dtype=np.int64)
        self.dealt: NDArray[np.int8] | None = None
        self.dealings = 0
        self.proven = True

    @property
    def found(self) -> int:
        """What the best setting so far is worth."""
        return int(self.tally[FOUND]) + self.base

    def run(self, budget: int = MOST_NODES) -> None:
        """The best setting, proven unless the budget of nodes runs out."""
        for strong in (True, False):
            if self.load(strong=strong):
                self.look_around(80, REACH)
                self.look_around(60, CLOSE)
                self.proven &= self.branch(budget)

    def load(self, *, strong: bool) -> bool:
        """Take up the settings with a straight or better in Hand 5, or the others."""
        self.stack.prices[0] = 0
        return bool(load(self.stack, self.chains, self.count, self.least, strong))

    def look_around(self, steps: int, reach: float) -> None:
        """Better prices, then a few settings."""
        tighten(self.columns, self.stack, 0, steps, reach, self.tally)
        self.branch(DIVE, PATIENCE_OF_A_DIVE)

    def keys(self) -> list[int]:
        """Of the best setting found, Hand 1 first."""
        return [int(key) for key in self.columns[self.chosen, KEY]]

    def branch(self, budget: int, patience: int = MOST_NODES) -> bool:
        """Search below the first node; False if the budget of nodes ran out before the end."""
        self.tally[PATIENCE] = patience
        self.tally[DEPTH] = 0 if open_node(self.columns, self.stack, 0, 0, self.tally) else -1
        most = self.tally[NODES] + budget
        while True:
            ended = search(self.columns, self.needs, self.stack, self.tally, most - self.tally[NODES])
            if ended != STOPPED:
                return bool(ended == DONE)
            self.deal()

    def deal(self) -> None:
        """Deal the cards out to the six columns at which the search stopped, and keep them if suits allow."""
        value = int(self.tally[LEAF])
        dealt = np.empty((len(showdown.PLACES), MOST_NATURALS), dtype=np.int8)
        chosen = self.stack.chosen
        lost = deal_out(self.columns, chosen, self.room, value - int(self.tally[FOUND]), self.ties, dealt)
        self.dealings += 1
        self.proven &= lost != UNKNOWN
        if lost >= 0:
            self.tally[FOUND] = value - lost
            self.chosen[:], self.dealt = chosen, dealt


def refuse_cards(game: Game[showdown.Terms], cards: Cards) -> None:
    if not FEWEST <= len(cards) <= MOST:
        raise NotAllowed(f"{len(cards)} cards are no hand of {game.name}; give {FEWEST} to {MOST}")
    extra = surplus(cards, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the shoe does not hold so many of {write_cards(extra)} [SHO-03]")


@lru_cache
def plain_ties(scale: Scale) -> Ties:
    """Suits keep hands in order, and are worth nothing."""
    terms = scale.terms
    depth = {"full": 10, "first_card": 1, "off": 0}[terms.suit_tiebreak]
    nothing = np.zeros(0, dtype=np.int64)
    return Ties(
        strict=int(terms.equal_hands_order == "illegal"),
        depth=depth,
        natural=int(terms.natural_beats_wild),
        row=np.full((len(showdown.PLACES), len(scale.strengths)), -1, dtype=np.int32),
        start=np.zeros(1, dtype=np.int64),
        codes=nothing,
        worth=nothing,
    )


def _setting(chosen: NDArray[Any], dealt: NDArray[Any]) -> tuple[Setting, Mapping[str, Cards]]:
    """The cards of each hand, and what its jokers stand for: a flush's suit, else spades."""
    setting = {}
    named = {}
    for place, row, suits in zip(showdown.PLACES, chosen, dealt, strict=True):
        pairs = zip(row[RANK : RANK + row[NATURALS]], suits, strict=False)
        hand = [Card(int(rank) + TWO, int(suit) + CLUBS) for rank, suit in pairs]
        setting[f"hand{place}"] = (*sorted(hand, reverse=True), *(JOKER,) * int(row[JOKERS]))
        wild = SPADES if row[SUIT] < 0 else int(row[SUIT]) + CLUBS
        ranks = row[JOKER_RANK : JOKER_RANK + row[JOKERS]]
        if len(ranks):
            named[f"hand{place}"] = tuple(Card(int(rank) + TWO, wild) for rank in ranks)
    return setting, named

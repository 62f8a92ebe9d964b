"""Rounds of the Casino Version on kernels: policies and points from tables, payments from the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Hands
from ...rules.game import Game
from ...sampling.kernel_rounds import ON_KERNELS
from ...sampling.outcome_kinds import OutcomesByKind
from ...sampling.outcomes import PlayedRounds
from ...sampling.rounds_by_rules import RoundsByRules
from ...solving import BEST
from . import house_way as casino_house_way
from .kernels.rounds import Chooser, Chosen, chooser, points_won, set_hands
from .kernels.setting import policy
from .pricing.scores import CasinoTables, casino_tables
from .solver.best_reply import BestReply, reply_to
from .solver.strategies import dealer_assumed
from .terms import Terms

CHUNK = 20_000
CHUNK_OF_EXPERTS = 200
POLICIES = {"house_way": None, "newcomer": "top_down"}
"""By strategy: the policy that sets its hands; None is the dealer's policy. Both strategies always buy."""
EXPERTS = ("expert", BEST)


def rounds(game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> CasinoRoundsOnKernels | None:
    """None where suits break ties or a joker may not stand for a card in the hand: the tables do not know that."""
    in_tables = game.terms.tie_rule != "suits" and game.terms.joker_duplicates
    if in_tables and set(players) <= {*POLICIES, *EXPERTS}:
        return CasinoRoundsOnKernels(players, by_rules)
    return None


class CasinoRoundsOnKernels:
    """Rounds of players whose settings are in tables."""

    how = ON_KERNELS

    def __init__(self, players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> None:
        terms = by_rules.game.terms
        self.by_rules = by_rules
        self.players = players
        self.tables: CasinoTables = casino_tables(terms)
        self.dealer = self._chooser(terms.dealer_policy)
        by_policy = {*players} & {*POLICIES}
        self.choosers = {name: self._chooser(POLICIES[name] or terms.dealer_policy) for name in by_policy}
        self.best_reply: BestReply | None = reply_to(dealer_assumed(terms)) if {*players} & {*EXPERTS} else None
        self.chunk = CHUNK_OF_EXPERTS if self.best_reply else CHUNK
        self.first_cards = terms.first_cards
        self.bought_cards = terms.bought_cards
        self.positions = card_positions(terms, len(players) + 1)
        self.outcomes = OutcomesByKind(by_rules, len(self.tables.scores.money) + 1)

    def _chooser(self, policy_name: str) -> Chooser:
        coded = self.tables.coded
        return chooser(coded.scale, policy(coded, casino_house_way.POLICIES[policy_name]))

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds."""
        cards = self.by_rules.cards(seed, first, count)
        folded = np.zeros((count, len(self.players) + 1), dtype=np.bool_)
        if self.best_reply:
            for seat, name in enumerate(self.players):
                if name in EXPERTS:
                    folded[:, seat] = self.best_reply.folds(cards[:, self.positions[seat, : self.first_cards]])
            cards = self.with_bought(cards, folded)
        theirs = set_hands(self.dealer, cards, self.positions[-1])
        kinds = np.empty((count, len(self.players)), dtype=np.int64)
        for seat, name in enumerate(self.players):
            ours = self.set_by(name, cards, self.positions[seat])
            points_won(self.tables.scores, ours, theirs, folded[:, seat], kinds[:, seat])
        return self.outcomes.played(seed, first, kinds)

    def with_bought(self, cards: Hands, folded: NDArray[np.bool_]) -> Hands:
        """The cards with the bought ones moved to the positions of their buyers. A player who folds gets none."""
        moved = cards.copy()
        rows = np.arange(len(cards))
        buyers_before = np.zeros(len(cards), dtype=np.int64)
        first_bought = len(self.positions) * self.first_cards
        for party, positions in enumerate(self.positions):
            for card, position in enumerate(positions[self.first_cards :]):
                moved[:, position] = cards[rows, first_bought + buyers_before * self.bought_cards + card]
            buyers_before += ~folded[:, party]
        return moved

    def set_by(self, player: str, cards: Hands, positions: NDArray[np.int64]) -> Chosen:
        """The hands that this player sets from the cards at these positions."""
        if player in self.choosers or self.best_reply is None:
            return set_hands(self.choosers[player], cards, positions)
        setting, _ = self.best_reply.choice(np.ascontiguousarray(cards[:, positions]))
        return Chosen(*(column.astype(np.int64) for column in (setting.first, setting.second, setting.third)))


def card_positions(terms: Terms, parties: int) -> NDArray[np.int64]:
    """The positions of each party's nine cards if nobody folds: packets of seven, then of two."""
    first = np.arange(parties * terms.first_cards).reshape(parties, terms.first_cards)
    bought = np.arange(parties * terms.bought_cards).reshape(parties, terms.bought_cards)
    return np.concatenate([first, first.size + bought], axis=1)

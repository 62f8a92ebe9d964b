"""Pyramid Poker, Casino Version, on kernels: policies as tables, points by table, money asked of the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Hands
from ...kernels.philox import dealt
from ...pricing.rounds import ON_KERNELS
from ...rules.game import Game
from ...simulation.rounds import Asked, ByRules, Rounds
from ...simulation.tally import Played
from ...solving import BEST
from . import house_way as casino_ways
from . import sheet as casino
from .kernels.rounds import Chooser, Chosen, chooser, points_won, set_hands
from .kernels.setting import policy
from .pricing.scores import Table, table
from .solver.reply import Reply, reply_to
from .solver.strategies import dealer_assumed

CHUNK = 20_000
CHUNK_OF_EXPERTS = 200
WAYS = {"house_way": None, "newcomer": "top_down"}
"""By strategy: the policy that sets its hands as that strategy does; None is the dealer's own. Both always buy."""
EXPERTS = ("expert", BEST)


def rounds(game: Game[casino.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """Suits that break ties, and jokers that may not be a card in the hand, are not in the tables here."""
    tabled = game.terms.tie_rule != "suits" and game.terms.joker_duplicates
    return OnKernels(game, players, plain) if tabled and set(players) <= {*WAYS, *EXPERTS} else None


class OnKernels:
    how = ON_KERNELS

    def __init__(self, game: Game[casino.Terms], players: tuple[str, ...], plain: ByRules) -> None:
        terms = game.terms
        self.plain = plain
        self.players = players
        self.table: Table = table(terms)
        self.dealer = self._chooser(terms.dealer_policy)
        self.choosers = {name: self._chooser(WAYS[name] or terms.dealer_policy) for name in {*players} & {*WAYS}}
        self.reply: Reply | None = reply_to(dealer_assumed(terms)) if {*players} & {*EXPERTS} else None
        self.chunk = CHUNK_OF_EXPERTS if self.reply else CHUNK
        self.first = terms.first_cards
        self.bought = terms.bought_cards
        self.places = places_of(terms, len(players) + 1)
        self.asked = Asked(plain, len(self.table.scores.money) + 1)

    def _chooser(self, way: str) -> Chooser:
        coded = self.table.coded
        return chooser(coded.scale, policy(coded, casino_ways.POLICIES[way]))

    def __call__(self, seed: int, first: int, count: int) -> Played:
        cards = dealt(self.plain.shoe, seed, first, rounds=count, cards=self.plain.most)
        folded = np.zeros((count, len(self.players) + 1), dtype=np.bool_)
        if self.reply:
            for seat in (seat for seat, name in enumerate(self.players) if name in EXPERTS):
                folded[:, seat] = self.reply.folds(cards[:, self.places[seat, : self.first]])
            cards = self.with_bought(cards, folded)
        theirs = set_hands(self.dealer, cards, self.places[-1])
        kinds = np.empty((count, len(self.players)), dtype=np.int64)
        for seat, name in enumerate(self.players):
            ours = self.set_by(name, cards, self.places[seat])
            points_won(self.table.scores, ours, theirs, folded[:, seat], kinds[:, seat])
        return self.asked.known(seed, first, kinds)

    def with_bought(self, cards: Hands, folded: NDArray[np.bool_]) -> Hands:
        """The cards with those bought moved to each party's places: who folds gets none, and the next get theirs."""
        moved = cards.copy()
        rows = np.arange(len(cards))
        turn = np.zeros(len(cards), dtype=np.int64)
        begin = len(self.places) * self.first
        for party, places in enumerate(self.places):
            for card, place in enumerate(places[self.first :]):
                moved[:, place] = cards[rows, begin + turn * self.bought + card]
            turn += ~folded[:, party]
        return moved

    def set_by(self, player: str, cards: Hands, places: NDArray[np.int64]) -> Chosen:
        if player in self.choosers or self.reply is None:
            return set_hands(self.choosers[player], cards, places)
        laid, _ = self.reply.choice(np.ascontiguousarray(cards[:, places]))
        return Chosen(*(column.astype(np.int64) for column in (laid.first, laid.second, laid.third)))


def places_of(terms: casino.Terms, parties: int) -> NDArray[np.int64]:
    """Where the nine cards of each party lie when nobody folds: packets of seven, then of two."""
    first, bought = (
        np.arange(parties * cards).reshape(parties, cards) for cards in (terms.first_cards, terms.bought_cards)
    )
    return np.concatenate([first, first.size + bought], axis=1)

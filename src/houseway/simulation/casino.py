"""Pyramid Poker, Casino Version, on kernels: policies as tables, points by table, money asked of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games import casino, casino_ways
from ..kernels.cards import Hands
from ..kernels.casino import policy
from ..kernels.casino_rounds import Chooser, Chosen, chooser, points_won, set_hands
from ..kernels.philox import dealt
from ..pricing.casino.scores import Table, table
from ..rules.game import Game
from ..setting.casino.bots import dealer_assumed
from ..setting.casino.reply import Reply, reply_to
from .players import BEST
from .rounds import ON_KERNELS, Asked, ByRules, Rounds
from .tally import Played

CHUNK, CHUNK_OF_EXPERTS = 20_000, 200
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
        terms, self.plain, self.players = game.terms, plain, players
        self.table: Table = table(terms)
        self.dealer = self._chooser(terms.dealer_policy)
        self.choosers = {name: self._chooser(WAYS[name] or terms.dealer_policy) for name in {*players} & {*WAYS}}
        self.reply: Reply | None = reply_to(dealer_assumed(terms)) if {*players} & {*EXPERTS} else None
        self.chunk = CHUNK_OF_EXPERTS if self.reply else CHUNK
        self.sevens, self.bought = terms.first_cards, terms.bought_cards
        self.asked = Asked(plain, len(self.table.scores.money) + 1)

    def _chooser(self, way: str) -> Chooser:
        coded = self.table.coded
        return chooser(coded.scale, policy(coded, casino_ways.POLICIES[way]), coded.evaluator.threes)

    def __call__(self, seed: int, first: int, count: int) -> Played:
        cards = dealt(self.plain.shoe, seed, first, rounds=count, cards=self.plain.most)
        parties = len(self.players) + 1
        sevens = [cards[:, party * self.sevens : (party + 1) * self.sevens] for party in range(parties)]
        folded = [self.folds(name, seven) for name, seven in zip(self.players, sevens, strict=False)]
        hands = self.with_bought(cards, sevens, np.array([*folded, np.zeros(count, dtype=np.bool_)]))
        theirs = set_hands(self.dealer, hands[-1])
        kinds = np.empty((count, len(self.players)), dtype=np.int64)
        for seat, name in enumerate(self.players):
            points_won(self.table.scores, self.set_by(name, hands[seat]), theirs, folded[seat], kinds[:, seat])
        return self.asked.known(seed, first, kinds)

    def folds(self, player: str, sevens: Hands) -> NDArray[np.bool_]:
        if player in WAYS or self.reply is None:
            return np.zeros(len(sevens), dtype=np.bool_)
        return self.reply.folds(np.ascontiguousarray(sevens))

    def with_bought(self, cards: Hands, sevens: list[Any], folded: NDArray[np.bool_]) -> list[Hands]:
        """The nine cards of each party: those who folded get none, and the next in order get theirs."""
        begin, rows = len(sevens) * self.sevens, np.arange(len(cards))
        turn, found = np.zeros(len(cards), dtype=np.int64), []
        for seven, out in zip(sevens, folded, strict=True):
            at = begin + turn * self.bought
            more = [cards[rows, at + card] for card in range(self.bought)]
            found.append(np.column_stack([seven, *more]))
            turn += ~out
        return found

    def set_by(self, player: str, hands: Hands) -> Chosen:
        if player in self.choosers or self.reply is None:
            return set_hands(self.choosers[player], hands)
        laid, _ = self.reply.choice(hands)
        return Chosen(*(column.astype(np.int64) for column in (laid.first, laid.second, laid.third)))


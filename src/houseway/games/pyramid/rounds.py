"""Pyramid Poker on kernels: tables of settings and lines, made by asking the strategies and the game."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ...kernels.philox import room_for
from ...pricing.rounds import ON_KERNELS, places_of
from ...rules.cards import TWO
from ...rules.errors import Broken
from ...rules.game import Game
from ...rules.moves import HandsSet
from ...rules.round import Round
from ...rules.view import view
from ...simulation.rounds import Asked, ByRules, Rounds
from ...simulation.tally import Played
from ...solving import BEST, LEVELS
from ...solving.strategy import Strategy
from . import sheet as pyramid
from .kernels.rounds import SIX, Tables, play_rounds
from .pricing.hands import HAND_COUNT, HANDS, RANK_COUNT, cards_of
from .pricing.main_wager_tables import HIGH_INDEX, legal_settings, low_first, meetings
from .pricing.side_wager_tables import DIGITS, LONG, six_card_table, three_card_table

CHUNK = 100_000


def rounds(game: Game[pyramid.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """Every strategy here looks at its own three ranks alone; a payout cap for all hands together is no hand's own."""
    shared_cap = game.terms.aggregate_scope == "round" and len(players) > 1
    return None if shared_cap or not set(players) <= {*LEVELS, BEST} else OnKernels(game, plain)


class OnKernels:
    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, game: Game[pyramid.Terms], plain: ByRules) -> None:
        self.plain = plain
        self.tables = tables_of(game.terms, plain)
        kinds = (int(self.tables.meetings.max()) + 1) * self.tables.three_lines * self.tables.six_lines
        self.asked = Asked(plain, kinds)

    def __call__(self, seed: int, first: int, count: int) -> Played:
        kinds = np.empty((count, len(self.plain.seats)), dtype=np.int64)
        play_rounds(self.tables, room_for(self.plain.shoe), np.uint64(seed), first, kinds)
        return self.asked.known(seed, first, kinds)


def tables_of(terms: pyramid.Terms, plain: ByRules) -> Tables:
    three = three_card_table(terms)
    six = six_card_table(terms)
    hand_of = np.zeros((RANK_COUNT,) * 3, dtype=np.uint16)
    for hand, ranks in enumerate(HANDS.tolist()):
        for order in permutations(ranks):
            hand_of[order] = hand
    by_strategy = {strategy.name: settings_of(plain, strategy) for strategy in plain.seats}
    flush = np.zeros(SIX + 1, dtype=np.uint8)
    flush[list(LONG)] = [six.flush[size] for size in LONG]
    return Tables(
        places=places_of(plain),
        hand_of=hand_of,
        rows=np.array([by_strategy[strategy.name] for strategy in plain.seats], dtype=np.uint16),
        meetings=meetings(terms).kinds.astype(np.uint8),
        three=np.stack([three.odd, three.suited]).astype(np.uint8),
        shape=six.by_shape.astype(np.uint8),
        row=six.row.astype(np.uint8),
        flush=flush,
        suited_row=six.suited_row.astype(np.uint8),
        digits=DIGITS,
        three_lines=len(three.results),
        six_lines=len(six.results),
    )


def settings_of(plain: ByRules, strategy: Strategy) -> NDArray[np.int64]:
    """For each rank hand the row of the setting that this strategy puts down."""
    legal = legal_settings(plain.game.terms)
    rows = {(int(legal.hand[row]), legal.ranks(row)): row for row in range(len(legal.settings))}
    alone = ByRules(plain.game, (strategy,))
    found = []
    for hand in range(HAND_COUNT):
        setting = set_by(alone, strategy, hand).setting
        ranks = setting["low"][0].rank - TWO, HIGH_INDEX[low_first(setting["high"])]
        found.append(rows[hand, ranks])
    return np.array(found, dtype=np.int64)


def set_by(alone: ByRules, strategy: Strategy, hand: int) -> HandsSet:
    """The hands that a strategy sets when it is dealt this; what the dealer holds it does not see."""
    cards = cards_of(hand)
    others = [card for card in alone.game.shoe(alone.game.terms)[52:] if card not in cards][:3]
    round_: Round = alone.next(alone.opened(), (*cards, *others))
    move = strategy.move(alone.game, view(round_, 1))
    if not isinstance(move, HandsSet):
        raise Broken(f"{strategy.name} was to set its hands and made {move}")
    return move

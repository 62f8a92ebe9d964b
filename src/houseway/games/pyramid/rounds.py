"""Rounds of Pyramid Poker on kernels: settings and pay-table lines from tables, payments from the rules."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ...kernels.philox import buffers_for
from ...rules.cards import TWO
from ...rules.errors import Broken
from ...rules.game import Game
from ...rules.moves import HandsSet
from ...rules.view import view
from ...sampling.kernel_rounds import ON_KERNELS
from ...sampling.outcome_kinds import OutcomesByKind
from ...sampling.outcomes import PlayedRounds
from ...sampling.rounds_by_rules import Player, RoundsByRules
from ...solving import BEST, LEVELS
from . import sheet as pyramid
from .kernels.rounds import SIX, Tables, play_rounds
from .pricing.hands import HAND_COUNT, HANDS, RANK_COUNT, cards_of
from .pricing.main_wager_tables import HIGH_INDEX, legal_settings, low_first, meetings
from .pricing.side_wager_tables import DIGITS, LONG, six_card_table, three_card_table

CHUNK = 100_000


def rounds(
    game: Game[pyramid.Terms], players: tuple[str, ...], by_rules: RoundsByRules[pyramid.Terms]
) -> PyramidRoundsOnKernels | None:
    """None where several seats share a payout limit, and for strategies that depend on more than their own ranks."""
    shared_limit = game.terms.aggregate_scope == "round" and len(players) > 1
    if shared_limit or not set(players) <= {*LEVELS, BEST}:
        return None
    return PyramidRoundsOnKernels(by_rules)


class PyramidRoundsOnKernels:
    """Rounds of players whose setting depends on their own three ranks only."""

    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, by_rules: RoundsByRules[pyramid.Terms]) -> None:
        self.by_rules = by_rules
        self.tables = kernel_tables(by_rules)
        kinds = (int(self.tables.meetings.max()) + 1) * self.tables.three_lines * self.tables.six_lines
        self.outcomes = OutcomesByKind(by_rules, kinds)

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds."""
        kinds = np.empty((count, len(self.by_rules.players)), dtype=np.int64)
        play_rounds(self.tables, buffers_for(self.by_rules.shoe), np.uint64(seed), first, kinds)
        return self.outcomes.played(seed, first, kinds)


def kernel_tables(by_rules: RoundsByRules[pyramid.Terms]) -> Tables:
    """The kernel's tables: settings from the strategies, meetings and pay-table lines from the game."""
    terms = by_rules.game.terms
    three = three_card_table(terms)
    six = six_card_table(terms)
    hand_of = np.zeros((RANK_COUNT,) * 3, dtype=np.uint16)
    for hand, ranks in enumerate(HANDS.tolist()):
        for order in permutations(ranks):
            hand_of[order] = hand
    by_strategy = {player.name: settings_of(by_rules, player) for player in by_rules.players}
    flush = np.zeros(SIX + 1, dtype=np.uint8)
    flush[list(LONG)] = [six.flush[size] for size in LONG]
    return Tables(
        places=by_rules.card_positions(),
        hand_of=hand_of,
        rows=np.array([by_strategy[player.name] for player in by_rules.players], dtype=np.uint16),
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


def settings_of(by_rules: RoundsByRules[pyramid.Terms], player: Player) -> NDArray[np.int64]:
    """By rank hand: the row of the setting that this player chooses."""
    legal = legal_settings(by_rules.game.terms)
    rows = {(int(legal.hand[row]), legal.ranks(row)): row for row in range(len(legal.settings))}
    alone = RoundsByRules(by_rules.game, (player,))
    chosen = []
    for hand in range(HAND_COUNT):
        setting = hands_set_with(alone, hand).setting
        ranks = setting["low"][0].rank - TWO, HIGH_INDEX[low_first(setting["high"])]
        chosen.append(rows[hand, ranks])
    return np.array(chosen, dtype=np.int64)


def hands_set_with(alone: RoundsByRules[pyramid.Terms], hand: int) -> HandsSet:
    """The hands that the only player sets with the cards of this rank hand. The dealer's cards are hidden from it."""
    cards = cards_of(hand)
    others = [card for card in alone.game.shoe(alone.game.terms)[52:] if card not in cards][:3]
    round_ = alone.after_first_deal((*cards, *others))
    player = alone.players[0]
    move = player.move(alone.game, view(round_, 1))
    if not isinstance(move, HandsSet):
        raise Broken(f"{player.name} had to set its hands and made {move}")
    return move

"""Pyramid Poker in vectorised environments: the tables of its lanes, made by calling the rules."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from ...kernels.cards import Ints
from ...kernels.lanes import Lanes
from ...rules.game import Game
from ...sampling.lane_rules import not_on_kernels
from .house_way import house_way
from .kernels.lanes import LOW, NO_CAP, NOT_LEGAL, LaneTables, settle_lanes, write_legal_settings
from .kernels.rounds import SIX, Tables
from .main_wager import main_result
from .pricing.hands import HAND_COUNT, HAND_SIZE, HANDS, RANK_COUNT, cards_of
from .pricing.main_wager_tables import legal_settings, meetings
from .pricing.side_wager_tables import DIGITS, LONG, six_card_table, three_card_table
from .terms import Terms
from .wagers import THREE_CARD, WAGERS

CAPS = {"hand": (0, 0, 0), "round": (0, 0, 0), "wager": (0, 1, 2)}
"""By `aggregate_scope`: the cap that each wager of a seat counts towards [PYR-A17]."""


def refuse_game(game: Game[Terms]) -> None:
    """Refuse terms that the tables do not know."""
    if game.terms.reshuffle != "every_round":
        raise not_on_kernels(game, "lanes shuffle before every round, so they do not know reshuffle=cut_card")


class PyramidLanes:
    """The kernels of a number of seats; a player who banks has no other bettor at the table."""

    def __init__(self, game: Game[Terms], seats: int, places: Ints) -> None:
        if game.terms.aggregate_scope == "round" and seats > 1:
            raise not_on_kernels(game, "lanes of several seats do not know aggregate_scope=round")
        self.tables = lane_tables(game.terms, places)

    def write_legal(self, lanes: Lanes, first: int, end: int) -> None:
        write_legal_settings(self.tables, lanes, first, end)

    def settle(self, lanes: Lanes, first: int, end: int) -> None:
        settle_lanes(self.tables, lanes, first, end)


def lane_tables(terms: Terms, places: Ints) -> LaneTables:
    three = three_card_table(terms)
    six = six_card_table(terms)
    flush = np.zeros(SIX + 1, dtype=np.uint8)
    flush[list(LONG)] = [six.flush[size] for size in LONG]
    met = meetings(terms)
    rounds = Tables(
        places=np.zeros((0, 0), dtype=np.int64),
        hand_of=_hand_of(),
        rows=_rows_by_low_card(terms),
        meetings=met.kinds.astype(np.uint8),
        three=np.stack([three.odd, three.suited]).astype(np.uint8),
        shape=six.by_shape.astype(np.uint8),
        row=six.row.astype(np.uint8),
        flush=flush,
        suited_row=six.suited_row.astype(np.uint8),
        digits=DIGITS,
        three_lines=len(three.results),
        six_lines=len(six.results),
    )
    return LaneTables(
        rounds=rounds,
        house_low=np.array([_house_low(terms, hand) for hand in range(HAND_COUNT)], dtype=np.int64),
        main_pays=np.array([main_result(terms, ours, bank).pays for ours, bank in met.examples], dtype=np.int64),
        three_pays=np.array([result.pays for result in three.results], dtype=np.int64),
        six_pays=np.array([result.pays for result in six.results], dtype=np.int64),
        low_places=np.argmax(places == LOW, axis=1).astype(np.int64),
        commission=terms.commission,
        cap=NO_CAP if terms.max_aggregate is None else terms.max_aggregate,
        cap_of=_cap_of_wagers(terms),
        counts_stakes=terms.aggregate_counts == "winnings_plus_stakes",
    )


def _hand_of() -> Ints:
    """By three ranks in any order: the number of the rank hand."""
    hand_of = np.zeros((RANK_COUNT,) * HAND_SIZE, dtype=np.uint16)
    for hand, ranks in enumerate(HANDS.tolist()):
        for order in permutations(ranks):
            hand_of[order] = hand
    return hand_of


def _rows_by_low_card(terms: Terms) -> Ints:
    """By place of the low card and rank hand: the row among the legal settings, or NOT_LEGAL."""
    legal = legal_settings(terms)
    rows = {(int(legal.hand[row]), int(legal.low[row])): row for row in range(len(legal.settings))}
    by_place = [
        [rows.get((hand, int(HANDS[hand, place])), NOT_LEGAL) for hand in range(HAND_COUNT)]
        for place in range(HAND_SIZE)
    ]
    return np.array(by_place, dtype=np.uint16)


def _house_low(terms: Terms, hand: int) -> int:
    """The place of the house's low card among the cards in deck order."""
    cards = tuple(sorted(cards_of(hand), reverse=True))
    return cards.index(house_way(terms, cards)["low"][0])


def _cap_of_wagers(terms: Terms) -> Ints:
    if terms.max_aggregate is None:
        return np.full(len(WAGERS), NO_CAP, dtype=np.int64)
    if terms.aggregate_scope == "w2":
        return np.array([0 if wager == THREE_CARD else NO_CAP for wager in WAGERS], dtype=np.int64)
    return np.array(CAPS[terms.aggregate_scope], dtype=np.int64)

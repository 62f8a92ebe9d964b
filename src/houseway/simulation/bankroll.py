"""The chips that a seat needs for the next round: a player who has fewer is ruined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..rules.game import AnyGame, Opening
from ..rules.payments import HOUSE, Party
from ..rules.refusals import why_not_open
from ..sampling.rounds_by_rules import Player, RoundsByRules

MOST_CHIPS = 2**40
"""More than any sheet asks for."""


def chips_needed(game: AnyGame, players: Sequence[Player], banker: Party = HOUSE) -> tuple[int, ...]:
    """
    By seat: the chips without which the rules refuse the seat's wagers or the whole round.

    These are the wagers that the strategy makes before the deal, with what the rules want covered from the start, such
    as a Play wager, a bank's cover or a buy-in.
    """
    round_ = RoundsByRules(game, players, banker=banker).before_first_deal()
    risks = game.at_risk(game.terms, round_)
    buy_in = least_to_open(game, round_.opening)
    return tuple(max(1, buy_in, risks.get(seat.number, 0)) for seat in round_.seats)


def least_to_open(game: AnyGame, opening: Opening) -> int:
    """The fewest chips with which every player may begin a round, by halving; 0 if the rules ask for none."""

    def is_enough(chips: int) -> bool:
        means = dict.fromkeys(opening.players, chips)
        return why_not_open(game, replace(opening, chips=means)) is None

    low = 0
    high = MOST_CHIPS
    while low < high:
        middle = (low + high) // 2
        if is_enough(middle):
            high = middle
        else:
            low = middle + 1
    return low

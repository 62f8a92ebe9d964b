"""
Results without the luck of the cards: chips won, minus a correction that does not depend on how the seat plays.

The correction is a control variate, in the manner of AIVAT. There are two kinds.

*By values*, against the house, where every value is exact: a round is worth its value at best play, less what the
seat's decisions cost. What is left of the chips won is luck. Both are exact means over the cards that the seat could
not see, so luck has the mean zero for every way to play.

*By the same cards*: every seat gets the cards of the round and plays the house way. Among players, what a seat wins
then, less the mean of all seats, is luck: all seats play alike and their cards are equally likely, so its mean is zero
whatever the players really do. Against the house, what the house way wins is taken as luck, so that luck includes the
house edge of the house way, and the adjusted result is what a player wins more than the house way would.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from ...rules.cards import Card, Cards, surplus, write_cards
from ...rules.dealing import deal_goes_to
from ...rules.errors import NotAllowed
from ...rules.moves import Dealt
from ...rules.payments import HOUSE, Party, SeatNumber, net
from ...rules.playing import play, settlement, start
from ...rules.round import Round
from ...sampling.rounds_by_rules import play_to_end
from .. import Solver
from ..strategy import Strategy
from .round_decisions import AssessedDecision, assess_round

BY_VALUES = "values"
BY_SAME_CARDS = "same cards"


@dataclass(frozen=True, kw_only=True)
class LuckAdjusted:
    """The result of a seat in one round, in chips: `won` is `adjusted` plus `luck`."""

    won: int
    adjusted: Fraction
    method: str

    @property
    def luck(self) -> Fraction:
        return self.won - self.adjusted


def adjusted_by_values(
    solver: Solver[Any], last: Round, number: SeatNumber, assessed: list[AssessedDecision] | None = None
) -> LuckAdjusted:
    """
    The result of a seat against the house without luck. Raises `NotAllowed` where a value is not exact.

    `assessed` are the decisions of the seat, if they have been assessed already.
    """
    game = last.game
    seat = last.seat(number)
    if last.opening.banker != HOUSE:
        raise NotAllowed("a result is adjusted for luck only in a round that the house banks")
    value = solver.best_round_value(game, seat.wagers)
    if value is None:
        raise NotAllowed(f"the value of a round of {game.name} is not known exactly under these terms")
    cost = Fraction(0)
    for decision in assess_round(solver, last, number) if assessed is None else assessed:
        assessment = decision.assessment
        if assessment is None:
            raise NotAllowed(decision.why_not or "a decision of the round has no value")
        if assessment.cards:  # wagers are in the value of the round already
            if not isinstance(assessment.cost, Fraction | int) or assessment.chips_per_unit is None:
                raise NotAllowed(f"what a decision costs in {game.name} is not known exactly")
            cost += Fraction(assessment.cost) * assessment.chips_per_unit
    won = net(settlement(last)).get(number, 0)
    return LuckAdjusted(won=won, adjusted=value - cost, method=BY_VALUES)


def adjusted_by_same_cards(last: Round, number: SeatNumber, reference: Strategy) -> LuckAdjusted:
    """The result of a seat without what the reference strategy wins with the same cards."""
    won = net(settlement(last)).get(number, 0)
    reference_chips = net(settlement(round_by_reference(last, reference)))
    seats = [seat.number for seat in last.seats]
    luck = Fraction(reference_chips.get(number, 0))
    if not last.game.against_the_house:
        luck -= Fraction(sum(reference_chips.get(seat, 0) for seat in seats), len(seats))
    return LuckAdjusted(won=won, adjusted=won - luck, method=BY_SAME_CARDS)


def round_by_reference(last: Round, reference: Strategy) -> Round:
    """
    The round as it would have been if every seat had played the reference strategy with its cards.

    A card that was not dealt in the round, because somebody folded or surrendered, is drawn from the cards that nobody
    saw; it is equally likely to be any of them. The same round always gets the same cards.
    """
    packets = _cards_by_party(last)
    unseen = list(surplus(last.game.shoe(last.game.terms), last.dealt))
    Random(write_cards(last.dealt)).shuffle(unseen)

    def deal(round_: Round) -> Cards:
        cards = []
        for party in deal_goes_to(round_):
            queue = packets.get(party)
            cards.append(queue.pop(0) if queue else unseen.pop())
        return tuple(cards)

    *_, end = play_to_end(start(last.game, last.opening), [reference] * len(last.seats), deal)
    return end


def _cards_by_party(last: Round) -> dict[Party, list[Card]]:
    """The cards that each party was dealt, in order."""
    packets: dict[Party, list[Card]] = {}
    round_ = start(last.game, last.opening)
    for move in last.moves:
        if isinstance(move, Dealt):
            for party, card in zip(deal_goes_to(round_), move.cards, strict=True):
                packets.setdefault(party, []).append(card)
        round_ = play(round_, move)
    return packets


def luck_adjusted(
    solver: Solver[Any], last: Round, number: SeatNumber, assessed: list[AssessedDecision] | None = None
) -> LuckAdjusted:
    """The result of a seat without luck: by values where they are exact, else by the same cards."""
    try:
        return adjusted_by_values(solver, last, number, assessed)
    except NotAllowed:
        if last.opening.banker != HOUSE:
            raise
    return adjusted_by_same_cards(last, number, solver.house_way(last.game))

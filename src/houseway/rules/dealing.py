"""Deals: how many cards are due, who receives each of them, and the round afterwards."""

from __future__ import annotations

from .cards import Card
from .errors import Broken
from .game import Deal
from .moves import Dealt
from .payments import HOUSE, Party
from .round import Round
from .values import replace


def cards_due(round_: Round) -> int:
    """The number of cards in the deal that is due; 0 when none is due."""
    return len(deal_goes_to(round_))


def deal_goes_to(round_: Round) -> tuple[Party, ...]:
    """The party that receives each card of the deal that is due, in order; empty when none is due."""
    step = round_.step
    return tuple(_dealing_order(round_, step)) if isinstance(step, Deal) else ()


def _dealing_order(round_: Round, step: Deal) -> list[Party]:
    seats = [seat for seat in round_.live if step.to is None or seat.decisions[-1:] == (step.to,)]
    counts: dict[Party, int] = {seat.number: step.cards for seat in seats}
    if step.dealer:
        counts[HOUSE] = step.dealer
    if step.one_by_one:
        most = max(counts.values(), default=0)
        return [party for turn in range(most) for party, count in counts.items() if turn < count]
    return [party for party, count in counts.items() for _ in range(count)]


def deal(round_: Round, move: Dealt) -> Round:
    """The round when these cards have reached the hands they go to."""
    if not isinstance(round_.step, Deal):
        raise Broken("cards were dealt outside a deal")
    dealt: dict[Party, list[Card]] = {}
    for party, card in zip(deal_goes_to(round_), move.cards, strict=True):
        dealt.setdefault(party, []).append(card)
    seats = tuple(replace(seat, cards=(*seat.cards, *dealt.get(seat.number, ()))) for seat in round_.seats)
    dealer = (*round_.dealer, *dealt.get(HOUSE, ()))
    return replace(round_, seats=seats, dealer=dealer, steps_done=round_.steps_done + 1)

"""
What an agent is asked and what it answers, as JSON.

A question contains only what the seat may see. An answer is a move in the form of the records, without the seat.
"""

from __future__ import annotations

import json

from ..records.round_data import read_move
from ..rules.cards import write_cards
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import AnyGame, Decide, SetHands, Wager
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.terms import write_value
from ..rules.view import SeatView, View
from ..sampling.json_types import Json
from ..solving.strategy import own_cards, own_seat, own_spots

LONGEST_ANSWER = 65_536
"""Bytes of the longest answer that is read."""


def question_of(game: AnyGame, view: View) -> dict[str, Json]:
    """The question to the seat that the view belongs to."""
    changed: dict[str, Json] = {name: write_value(value) for name, (_, value) in game.modifications.items()}
    return {
        "game": game.key,
        "terms_hash": game.terms_hash,
        "changed_options": changed,
        "seat": own_seat(view),
        "cards": write_cards(own_cards(view)),
        "dealer": write_cards(view.dealer),
        "seats": [_seat(seat) for seat in view.seats],
        **_due(view),
    }


def _due(view: View) -> dict[str, Json]:
    """What the seat is to do, and what it may choose from."""
    match view.step:
        case Wager():
            spots: list[Json] = [
                {"name": spot.name, "low": spot.low, "high": spot.high, "optional": spot.optional}
                for spot in own_spots(view)
            ]
            return {"move": "posted", "spots": spots}
        case Decide():
            allowed: list[Json] = [option for option, reason in view.option_refusals.items() if reason is None]
            return {"move": "decided", "options": allowed}
        case SetHands():
            slots: list[Json] = [{"name": slot.name, "sizes": list(slot.sizes)} for slot in view.slots]
            return {"move": "set", "hands": slots}
    return {"move": "none"}


def _seat(seat: SeatView) -> Json:
    wagers: dict[str, Json] = dict(seat.wagers)
    return {
        "seat": seat.number,
        "cards": write_cards(seat.cards),
        "card_count": seat.card_count,
        "live": seat.live,
        "wagers": wagers,
        "decisions": list(seat.decisions),
    }


def move_in(answer: bytes, seat: int) -> SeatMove:
    """The move in an answer; raises `Unreadable` for anything else."""
    try:
        data = json.loads(answer)
    except (ValueError, RecursionError):
        raise Unreadable(f"the answer is not JSON: {shown(answer.decode(errors='replace'))}") from None
    if not isinstance(data, dict):
        raise Unreadable(f"the answer is {shown(data)}, not an object with a move")
    try:
        move = read_move({**data, "seat": seat})
    except (HousewayError, ValueError) as error:
        raise Unreadable(f"the answer is not a move: {error}") from None
    if not isinstance(move, Posted | Decided | HandsSet):
        raise Unreadable(f"the answer has the move {shown(data.get('move'))}, which no seat makes")
    return move

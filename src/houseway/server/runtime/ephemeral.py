"""Messages that change no record: emotes, and being ready for the next round. Every process of the room gets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, cast, get_args

from ...records.store import Store
from ...rules.errors import NotAllowed
from ..views import messages
from ..views.wire_types import Emote, EmoteFrame
from .actor import Actor
from .jobs import Answer
from .outbox import Caller

EphemeralMessage = messages.Next | messages.Emote
TOPIC = "beside"
"""Processes of different versions may run at the same time, so this name stays."""


class Ephemeral:
    """Carries such a message out here, which may refuse it, and then sends it to the other processes."""

    def __init__(self, store: Store, process: str, actors: Mapping[str, Actor]) -> None:
        self._store = store
        self._process = process
        self._actors = actors

    def listen(self) -> Callable[[], None]:
        """Hear the other processes; the returned function ends the subscription."""
        return self._store.subscribe(TOPIC, self._heard)

    async def do(self, actor: Actor, caller: Caller, message: EphemeralMessage) -> Answer:
        answer = _carry_out(actor, caller, message)
        await self._store.send(
            TOPIC,
            {
                "from": self._process,
                "account": caller.account,
                "shown": caller.name,
                "message": messages.message_data(message),
            },
        )
        return answer

    def _heard(self, data: dict[str, Any]) -> None:
        message = messages.from_data(data["message"])
        actor = self._actors.get(message.table)
        if data["from"] == self._process or actor is None or not isinstance(message, EphemeralMessage):
            return
        with suppress(NotAllowed):  # this process may not have read yet who sits at the table
            _carry_out(actor, Caller(data["account"], data["shown"]), message)


def _carry_out(actor: Actor, caller: Caller, message: EphemeralMessage) -> Answer:
    match message:
        case messages.Next():
            return press_next(actor, caller.account)
        case messages.Emote(word=word):
            return show_emote(actor, caller, word)


def press_next(actor: Actor, account: str) -> Answer:
    """A player is ready for the next round. It is not recorded, because it only shortens a pause."""
    desk = actor.desk
    places = frozenset(desk.places_of(account))
    if not places:
        raise NotAllowed(f"you have no seat at table {desk.table}")
    if desk.phase != "between":
        raise NotAllowed("a round is running; wait until it is over")
    actor.make_ready(places)
    return {}


def show_emote(actor: Actor, caller: Caller, word: str) -> Answer:
    """Show an emote to everybody who watches the table."""
    desk = actor.desk
    places = desk.places_of(caller.account)
    if not places:
        raise NotAllowed(f"you have no seat at table {desk.table}")
    if caller.account in desk.conduct.muted:
        raise NotAllowed("the host of this table does not show your emotes")
    emotes = get_args(Emote)
    if word not in emotes:
        raise NotAllowed(f"{word!r} is no emote; the emotes are {', '.join(emotes)}")
    frame = messages.encode(
        EmoteFrame(tell="said", table=desk.table, place=places[0], player=caller.name, word=cast(Emote, word))
    )
    for outbox in tuple(actor.audience.outboxes):
        outbox.send(frame)
    return {}

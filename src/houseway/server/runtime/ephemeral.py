"""What is done at a table beside the round and kept nowhere: seen in every process of the room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ...records.store import Store
from ...rules.errors import NotAllowed
from ..views import messages
from .actor import Actor
from .jobs import Answer
from .outbox import Caller

BesideTheRound = messages.Next | messages.Emote


class Beside:
    """Done here first, which may refuse it, then told to the other processes."""

    def __init__(self, store: Store, process: str, actors: Mapping[str, Actor]) -> None:
        self._store = store
        self._process = process
        self._actors = actors

    def listen(self) -> Callable[[], None]:
        """Hear what is done in other processes; call what it gives to stop."""
        return self._store.hear("beside", self._heard)

    async def do(self, actor: Actor, caller: Caller, message: BesideTheRound) -> Answer:
        answer = _done(actor, caller, message)
        who = {"from": self._process, "account": caller.account, "shown": caller.name}
        await self._store.send("beside", {**who, "message": messages.message_data(message)})
        return answer

    def _heard(self, said: dict[str, Any]) -> None:
        message = messages.from_data(said["message"])
        actor = self._actors.get(message.table)
        if said["from"] != self._process and actor and isinstance(message, BesideTheRound):
            with suppress(NotAllowed):  # a table that has not heard yet who sits at it
                _done(actor, Caller(said["account"], said["shown"]), message)


def _done(actor: Actor, caller: Caller, message: BesideTheRound) -> Answer:
    match message:
        case messages.Next():
            return actor.press_next(caller.account)
        case messages.Emote(word=word):
            return actor.emote(caller, word)

"""A command that is passed on to the owner of a table: its failure must not look like a refusal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from houseway.records.store import Unavailable
from houseway.rules.errors import NotAllowed
from houseway.server.runtime.forwarding import Forwarding

Message = dict[str, Any]


class Wire:
    """The messages between two processes, as the store carries them."""

    def __init__(self) -> None:
        self._subscribers: dict[str, list[Callable[[Message], None]]] = {}

    def subscribe(self, topic: str, receive: Callable[[Message], None]) -> Callable[[], None]:
        self._subscribers.setdefault(topic, []).append(receive)
        return lambda: None

    async def send(self, topic: str, message: Message) -> None:
        for receive in self._subscribers.get(topic, ()):
            receive(json.loads(json.dumps(message)))


async def forwarded_answer(outcome: Exception | Message) -> Message:
    """The answer that the asking process receives when the owner's work ends with this outcome."""
    wire: Any = Wire()
    asking = Forwarding(wire, "asking")
    owning = Forwarding(wire, "owning")
    tasks: list[asyncio.Task[None]] = []

    async def carried_out(message: Message) -> Message:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    asking.listen(lambda message: None)
    owning.listen(lambda message: tasks.append(asyncio.create_task(owning.answer(message, carried_out))))
    return await asking.ask({"message": {}})


def test_an_answer_and_a_refusal_come_back() -> None:
    assert asyncio.run(forwarded_answer({"number": 7})) == {"number": 7}
    with pytest.raises(NotAllowed, match="not your turn"):
        asyncio.run(forwarded_answer(NotAllowed("not your turn")))


def test_a_failing_database_is_not_a_refusal() -> None:
    """Nobody knows what was done, so the client is asked to send the same command again."""
    with pytest.raises(Unavailable) as raised:
        asyncio.run(forwarded_answer(Unavailable("the database failed, OperationalError: disk I/O error")))
    assert "disk" not in str(raised.value)

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
        self._hearing: dict[str, list[Callable[[Message], None]]] = {}

    def hear(self, topic: str, heard: Callable[[Message], None]) -> Callable[[], None]:
        self._hearing.setdefault(topic, []).append(heard)
        return lambda: None

    async def send(self, topic: str, message: Message) -> None:
        for heard in self._hearing.get(topic, ()):
            heard(json.loads(json.dumps(message)))


async def asked(outcome: Exception | Message) -> Message:
    """What the asking process gets when the owner's work ends like this."""
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
    assert asyncio.run(asked({"number": 7})) == {"number": 7}
    with pytest.raises(NotAllowed, match="not your turn"):
        asyncio.run(asked(NotAllowed("not your turn")))


def test_a_failing_database_is_not_a_refusal() -> None:
    """Nobody knows what was done, so the client must be told to send the same command again."""
    with pytest.raises(Unavailable) as raised:
        asyncio.run(asked(Unavailable("the database failed, OperationalError: disk I/O error")))
    assert "disk" not in str(raised.value)

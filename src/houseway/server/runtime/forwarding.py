"""
Forwards a command to the process that owns the table: it is sent to all processes, and the owner answers.

`leases.py` decides which process owns a table; `routing.py` decides whether a command is carried out here or forwarded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from ...records.shuffle import from_system
from ...records.store import Store, Unavailable
from ...rules.errors import Broken, HousewayError, NotAllowed
from .jobs import Answer, ChangesHands

log = logging.getLogger(__name__)
Data = dict[str, Any]
ANSWER_SECONDS = 5.0
ID_BITS = 80


class Forwarding:
    """Commands that this process forwards to others, and others to it."""

    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        """By the id of the forwarded command."""

    def listen(self, forwarded: Callable[[Data], None]) -> tuple[Callable[[], None], ...]:
        """Hear the others' commands and answers; each returned function ends one subscription."""
        orders = self._store.subscribe("orders", forwarded)
        answers = self._store.subscribe(f"answers:{self._process}", self._answered)
        return orders, answers

    async def ask(self, command: Data) -> Answer:
        """Forward a command; returns the answer of the process that owns the table."""
        name = f"{from_system().bits(ID_BITS):x}"
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer
        try:
            await self._store.send("orders", {**command, "reply_to": self._process, "name": name})
            async with asyncio.timeout(ANSWER_SECONDS):
                return await answer
        except TimeoutError:
            raise ChangesHands from None
        finally:
            self._waiting.pop(name, None)

    async def answer(self, command: Data, carry_out: Callable[[Data], Awaitable[Answer | None]]) -> None:
        """Carry a forwarded command out and send its answer, if this process owns the table."""
        try:
            result = await carry_out(command)
        except ChangesHands:
            return  # the client sends it again, and the next owner answers
        except Broken as error:  # not a refusal: it may have been carried out, so the client must send it again
            if not isinstance(error, Unavailable):
                log.error("a forwarded command failed: %s", type(error).__name__)
            await self._send_answer(command, {"ok": False, "failed": True})
        except HousewayError as error:
            await self._send_answer(command, {"ok": False, "refused": str(error)})
        else:
            if result is not None:
                await self._send_answer(command, {"ok": True, "answer": result})

    async def _send_answer(self, command: Data, answer: Data) -> None:
        await self._store.send(f"answers:{command['reply_to']}", {"name": command["name"], **answer})

    def _answered(self, data: Data) -> None:
        answer = self._waiting.get(data["name"])
        if answer is None or answer.done():
            return
        if data["ok"]:
            answer.set_result(data["answer"])
        elif data.get("failed"):
            answer.set_exception(
                Unavailable("the process that owns the table failed; it is not known whether the command was done")
            )
        else:
            answer.set_exception(NotAllowed(data["refused"]))

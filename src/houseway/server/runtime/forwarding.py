"""Orders between the processes of one room: sent to all, answered by the one that owns the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from ...records.shuffle import from_system
from ...records.store import Store, Unavailable
from ...rules.errors import Broken, HousewayError, NotAllowed
from .actor import ChangesHands
from .jobs import Answer

log = logging.getLogger(__name__)
Said = dict[str, Any]
ANSWER_SECONDS = 5.0


class Afar:
    """What this process asks of others, and they of it."""

    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process
        self._replies: dict[str, asyncio.Future[Answer]] = {}

    def listen(self, asked: Callable[[Said], None]) -> tuple[Callable[[], None], ...]:
        """Hear the others' orders and answers; call what it gives to stop."""
        return self._store.hear("orders", asked), self._store.hear(f"answers:{self._process}", self._answered)

    async def ask(self, said: Said) -> Answer:
        """Pass an order on; whoever owns the table answers."""
        name = f"{from_system().bits(80):x}"
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._replies[name] = reply
        try:
            await self._store.send("orders", {**said, "reply_to": self._process, "name": name})
            async with asyncio.timeout(ANSWER_SECONDS):
                return await reply
        except TimeoutError:
            raise ChangesHands from None
        finally:
            self._replies.pop(name, None)

    async def answer(self, said: Said, carried_out: Callable[[Said], Awaitable[Answer | None]]) -> None:
        """Carry another's order out, if it is ours to carry out, and say what came of it."""
        try:
            done = await carried_out(said)
            answer: Said = {"ok": True, "answer": done}
        except ChangesHands:
            return  # the next owner answers when it is sent again
        except Broken as error:  # not a refusal: nobody knows what was done, so the client must send it again
            if not isinstance(error, Unavailable):
                log.error("a fault of ours: %s", type(error).__name__)
            done = {}
            answer = {"ok": False, "failed": True}
        except HousewayError as error:
            done = {}
            answer = {"ok": False, "refused": str(error)}
        if done is not None:
            await self._store.send(f"answers:{said['reply_to']}", {"name": said["name"], **answer})

    def _answered(self, said: Said) -> None:
        reply = self._replies.get(said["name"])
        if reply is None or reply.done():
            return
        if said["ok"]:
            reply.set_result(said["answer"])
        elif said.get("failed"):
            reply.set_exception(Unavailable("the process that owns the table failed; nothing is known to be done"))
        else:
            reply.set_exception(NotAllowed(said["refused"]))

"""Routes commands of players and actions of the operator to the process that owns the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from ...rules.errors import HousewayError
from ..views import messages
from .actor import Actor
from .codes import random_code
from .commands import TableCommand
from .forwarding import Forwarding
from .jobs import Answer, ChangesHands
from .operator_actions import OperatorAction, decide_action
from .outbox import Caller

if TYPE_CHECKING:
    from .room import Room

ACTION_SECONDS = 20.0
"""How long an action of the operator is retried while a table changes hands."""
RETRY_SECONDS = 0.2
ACTION_ID_LETTERS = 20


class Routing:
    """Carries a command out here or in the process that owns its table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._forwarding = Forwarding(room.store, room.process)

    def listen(self) -> tuple[Callable[[], None], ...]:
        """Hear the commands that other processes forward; each returned function ends one subscription."""
        return self._forwarding.listen(self._forwarded)

    async def order(self, caller: Caller, message: TableCommand) -> Answer:
        """Have a player's command carried out; its answer comes when it is durable."""
        actor = await self._room.find(message.table)
        if actor.owned:
            return await actor.order(caller, message)
        return await self._forwarding.ask(
            {"account": caller.account, "shown": caller.name, "message": messages.message_data(message)}
        )

    async def act(self, action: OperatorAction) -> Answer:
        """Have an action of the operator carried out once, even if the table changes hands meanwhile."""
        clock = asyncio.get_running_loop().time
        until = clock() + ACTION_SECONDS
        key = action.key
        while True:
            first = await self._room.store.answer_to(key.account, key.id, key.digest)
            if first is not None:
                return first
            actor = await self._room.find(action.table)
            try:
                if actor.owned:
                    return await self._act_here(actor, action)
                return await self._forwarding.ask({"act": asdict(action)})
            except ChangesHands:
                if clock() > until:
                    raise
            await asyncio.sleep(RETRY_SECONDS)

    async def relabel(self, table: str, account: str, name: str) -> None:
        """Show a new name for an account at a table."""
        with suppress(HousewayError):  # a closed table shows no name
            action = OperatorAction(
                id=random_code(ACTION_ID_LETTERS), table=table, do="relabel", account=account, name=name
            )
            await self.act(action)

    def _forwarded(self, data: dict[str, Any]) -> None:
        self._room.background(self._forwarding.answer(data, self._carry_out_forwarded))

    async def _act_here(self, actor: Actor, action: OperatorAction) -> Answer:
        row = await self._room.store.find.table(action.table)
        return await actor.operate(partial(decide_action, action, row), action.key)

    async def _carry_out_forwarded(self, data: dict[str, Any]) -> Answer | None:
        """The answer to a forwarded command; None if this process does not own its table."""
        order = OperatorAction(**data["act"]) if "act" in data else messages.from_data(data["message"])
        actor = self._room.actors.get(order.table)
        if actor is None or not actor.owned or isinstance(order, messages.Volatile):
            return None
        if isinstance(order, OperatorAction):
            return await self._act_here(actor, order)
        return await actor.order(Caller(data["account"], data["shown"]), order)

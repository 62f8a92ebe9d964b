"""Opens disputes: one for each person and round, and only a few a day."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta

from ...records.store import Change, Dispute, Event, OtherBody, Receipt, Repeated
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.codes import random_code
from ..runtime.room import Room

MOST_IN_A_DAY = 10


class Disputes:
    """New disputes about rounds."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._one_at_a_time = asyncio.Lock()

    async def open(self, person: str, round_id: str, says: str) -> str:
        """Open a dispute about a round and return its id; the same words again return the same dispute."""
        async with self._one_at_a_time:
            return await self._open(person, round_id, says)

    async def _open(self, person: str, round_id: str, says: str) -> str:
        digest = hashlib.sha256(says.encode()).hexdigest()
        command = f"dispute:{round_id}"
        try:
            first = await self._room.store.answer_to(person, command, digest)
            if first is not None:
                return str(first["dispute"])
            yesterday = (datetime.now(UTC) - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            recent = await self._room.store.find.disputes_of(person, since=yesterday)
            if len(recent) >= MOST_IN_A_DAY:
                raise NotAllowed(
                    f"you have disputed {len(recent)} rounds within a day; {MOST_IN_A_DAY} a day is the limit"
                )
            row = Dispute(id=random_code(10), round=round_id, person=person, says=says, made_at=now())
            event = Event("disputed", {"dispute": row.id, "round": round_id, "account": person})
            receipt = Receipt(person, command, digest, {"dispute": row.id})
            await self._room.store.commit(Change("room", None, 0, (event,), receipt=receipt, rows=(row,)))
        except Repeated as repeated:
            return str(repeated.answer["dispute"])
        except OtherBody:
            raise NotAllowed(f"you have disputed round {round_id} already; the operator rules on it once") from None
        return row.id

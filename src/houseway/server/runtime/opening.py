"""Opening a table and seating its bots."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from ...records.store import Change, Person, TableRow
from ...records.store.chain import now
from ...rules.errors import NotAllowed, Unreadable, nearest
from ...rules.game import AnyGame
from ..tables import seating
from ..views import messages
from .actor import Actor
from .bots import NAMES
from .codes import TABLE_CODE_LETTERS, random_code
from .outbox import Caller

if TYPE_CHECKING:
    from .room import Room


class Opening:
    """Opens the tables of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By account: held while it opens a table."""

    async def open_table(
        self, game: AnyGame, *, host: Caller, private: bool, places: int, pace: str, bots: list[str], version: int
    ) -> Actor:
        """Open a table under these terms and seat its bots."""
        if self._room.draining:
            raise NotAllowed("the room is about to restart; open the table again in a moment")
        paces = self._room.settings.paces
        if pace not in paces:
            raise NotAllowed(f"there is no pace {pace!r}{nearest(pace, paces)}; the paces are {', '.join(paces)}")
        lock = self._locks.setdefault(host.account, asyncio.Lock())
        async with lock:  # of two requests at once, both could be the last one allowed
            self._check_may_open(host.account)
            actor = await self._open(game, host=host, private=private, places=places, pace=pace, version=version)
        for number, level in enumerate(bots, start=1):
            await self._seat_bot(actor, number, level)
        return actor

    def _check_may_open(self, account: str) -> None:
        """Refuse an account that has as many tables open as the operator allows."""
        most = self._room.settings.tables_per_account
        count = sum(actor.desk.host == account for actor in self._room.actors.values())
        if count >= most:
            raise NotAllowed(
                f"you have {count} of the {most} tables open that one account may have; "
                f"a table closes when nobody has been at it for {self._room.settings.idle_seconds:.0f} seconds"
            )

    async def _open(self, game: AnyGame, *, host: Caller, private: bool, places: int, pace: str, version: int) -> Actor:
        code = random_code(TABLE_CODE_LETTERS)
        desk, event = seating.make(
            table=code,
            game=game,
            places=places,
            private=private,
            pace=pace,
            host=host.account,
            terms_version=version,
            label=random_code(TABLE_CODE_LETTERS) if private else None,
        )
        row = TableRow(
            id=code, game=game.key, name=game.name, made_at=now(), made_by=host.account, public=not private, code=code
        )
        fence = await self._room.leases.take(desk.stream)
        if fence is None:
            raise Unreadable("the new table's code is already in use; open the table again")
        async with self._room.loading(code):
            await self._room.store.commit(Change(desk.stream, 0, fence, (event,), rows=(row,)))
            return self._room.run_table(desk, fence)

    async def _seat_bot(self, actor: Actor, number: int, level: str) -> None:
        table = actor.desk.table
        caller = Caller(f"bot-{actor.desk.shown_as}-{number}", NAMES[(number - 1) % len(NAMES)], level)
        row = Person(id=caller.account, name=caller.name, kind="bot", made_at=now())
        await self._room.chips.give(caller.account, self._room.settings.welcome, "a bot sat down", row)
        await actor.order(caller, messages.Sit(f"bot:{table}:sit:{number}", table))

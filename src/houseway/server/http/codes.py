"""
Codes of tables.

A table's own code is its id: 13 characters from an alphabet of 31, more than 64 bits. It cannot be guessed, and a link
with it opens a private table. A short code of 8 characters, which can be read aloud, leads to the table for a quarter
of an hour. Tries of short codes are limited, for each address and for all together.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from ...records.store import Change, Event, ShortCode
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..runtime.codes import LETTERS, random_code
from ..runtime.limits import Buckets, Rate
from ..runtime.room import Room
from ..tables.desk import Desk
from ..views.http_errors import Refusal
from ..views.http_types import SharedTable
from .connections import network_of

SHORT_LETTERS = 8
SHORT_SECONDS = 900
OF_AN_ADDRESS = Rate(0.1, 10)
"""Short codes that one address may try."""
OF_ALL = Rate(20, 400)
"""Wrong short codes that all addresses together may try."""
UNKNOWN_TABLES = Rate(0.5, 30)
"""Codes of tables that do not exist, which one address may try."""
NO_TABLE = "there is no table with this code; it may have been closed, or the short code has expired"
_NOT_LETTERS = re.compile(f"[^{LETTERS}]")


class Codes:
    """Short codes, and limits on trying codes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._of_address = Buckets(OF_AN_ADDRESS)
        self._of_all = Buckets(OF_ALL)
        self._unknown = Buckets(UNKNOWN_TABLES)

    async def share(self, desk: Desk, account: str) -> SharedTable:
        """A new short code for a table at which this account sits, or that it opened."""
        if desk.host != account and not desk.places_of(account):
            raise NotAllowed("only the host and the players at the table can share it")
        made_at = now()
        until = datetime.now(UTC) + timedelta(seconds=SHORT_SECONDS)
        row = ShortCode(
            code=random_code(SHORT_LETTERS),
            table_id=desk.table,
            made_at=made_at,
            expires_at=until.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        )
        event = Event("short_code_made", {"table": desk.table, "account": account})
        await self._room.store.commit(Change("room", None, 0, (event,), rows=(row,)))
        return SharedTable(table=desk.table, short_code=row.code, expires_at=row.expires_at)

    async def table_of(self, text: str, address: str) -> str:
        """The table that a short code leads to."""
        if not self._of_address.allows(network_of(address)):
            raise Refusal(429, "too many codes were tried from your address; wait a minute")
        row = await self._room.store.find.short_code(read_code(text))
        if row is not None and row.expires_at > now() and await self._is_open(row.table_id):
            return row.table_id
        if not self._of_all.allows("all"):
            raise Refusal(429, "too many wrong codes are being tried; wait a minute")
        raise Refusal(404, NO_TABLE)

    async def _is_open(self, table: str) -> bool:
        try:
            await self._room.find(table)
        except NotAllowed:
            return False
        return True

    def unknown_table(self, address: str) -> Refusal:
        """The answer to a code that belongs to no table; an address that tries many is slowed down."""
        if not self._unknown.allows(network_of(address)):
            return Refusal(429, "too many unknown table codes were tried from your address; wait a minute")
        return Refusal(404, NO_TABLE)


def read_code(text: str) -> str:
    """A short code as it was typed: case, spaces and dashes do not matter."""
    return _NOT_LETTERS.sub("", text.upper())

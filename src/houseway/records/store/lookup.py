"""Queries of the index tables, by the names and ids that the server knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import lru_cache, partial
from typing import Any, TypeVar

import sqlalchemy as sa

from . import round_queries, schema
from .changes import Transfer
from .database import Database
from .round_queries import ChipsBetweenPlayers, Played, Return
from .rows import (
    Dispute,
    PasswordReset,
    Person,
    Restriction,
    RoundPlayer,
    RoundRow,
    Row,
    SeatRow,
    Session,
    SessionUse,
    ShortCode,
    TableRow,
    TermsVersion,
)
from .statements import fetch_rows

T = TypeVar("T")
R = TypeVar("R", bound=Row)

MOST_USES = 200
"""Uses of an account's sessions that one query returns at most."""


class Lookup:
    """Queries of the index tables. A query without a result returns None or an empty list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, id: str) -> Person | None:
        return await self._with_key(Person, id)

    async def person_named(self, name: str) -> Person | None:
        """The named account with this name; upper and lower case are the same."""
        has_name = sa.func.lower(schema.people.c.name) == sa.func.lower(name)
        return await self._first(Person, has_name & (schema.people.c.kind == "named"))

    async def person_like(self, skeleton: str) -> Person | None:
        """The account whose name has this skeleton (see records.names)."""
        return await self._first(Person, schema.people.c.skeleton == skeleton)

    async def people(self, ids: list[str]) -> dict[str, Person]:
        """Accounts by their id."""
        rows = await self._all(Person, schema.people.c.id.in_(ids)) if ids else []
        return {person.id: person for person in rows}

    async def password_reset(self, token_hash: str) -> PasswordReset | None:
        return await self._first(PasswordReset, schema.password_resets.c.token_hash == token_hash)

    async def unused_resets_of(self, person: str) -> list[PasswordReset]:
        """The unused reset links of an account, oldest first; some may have expired."""
        table = schema.password_resets
        return await self._all(PasswordReset, (table.c.person == person) & table.c.used_at.is_(None), table.c.made_at)

    async def restrictions(self) -> list[Restriction]:
        """All restrictions of accounts by the operator, lifted or not, oldest first."""
        return await self._all(Restriction, sa.true(), schema.restrictions.c.made_at)

    async def restrictions_of(self, person: str) -> list[Restriction]:
        table = schema.restrictions
        return await self._all(Restriction, (table.c.person == person) & table.c.lifted_at.is_(None), table.c.made_at)

    async def short_code(self, code: str) -> ShortCode | None:
        return await self._first(ShortCode, schema.short_codes.c.code == code)

    async def session(self, token_hash: str) -> Session | None:
        return await self._with_key(Session, token_hash)

    async def sessions_of(self, person: str) -> list[Session]:
        return await self._all(Session, schema.sessions.c.person == person, schema.sessions.c.made_at)

    async def open_sessions_of(self, person: str) -> list[Session]:
        """A person's sessions that were not closed, oldest first; some may have expired."""
        columns = schema.sessions.c
        return await self._all(Session, (columns.person == person) & columns.closed_at.is_(None), columns.made_at)

    async def session_uses_of(self, person: str) -> list[SessionUse]:
        """The addresses, as keyed hashes, from which an account's sessions were used, newest first."""
        columns = schema.session_uses.c
        return await self._all(SessionUse, columns.person == person, columns.seen_at.desc(), limit=MOST_USES)

    async def tables(self, *, closed: bool = False) -> list[TableRow]:
        """All open tables, or all closed ones, oldest first."""
        closed_at = schema.tables.c.closed_at
        condition = closed_at.is_not(None) if closed else closed_at.is_(None)
        return await self._all(TableRow, condition, schema.tables.c.made_at)

    async def table(self, id: str) -> TableRow | None:
        return await self._first(TableRow, schema.tables.c.id == id)

    async def table_with_code(self, code: str) -> TableRow | None:
        return await self._first(TableRow, schema.tables.c.code == code)

    async def seats(self, table_id: str) -> list[SeatRow]:
        return await self._all(SeatRow, schema.seats.c.table_id == table_id, schema.seats.c.seat)

    async def seats_of(self, person: str) -> list[SeatRow]:
        return await self._all(SeatRow, schema.seats.c.person == person, schema.seats.c.table_id)

    async def round(self, id: str) -> RoundRow | None:
        return await self._first(RoundRow, schema.rounds.c.id == id)

    async def round_players(self, round: str) -> list[RoundPlayer]:
        return await self._all(RoundPlayer, schema.round_players.c.round == round, schema.round_players.c.seat)

    async def history(self, person: str, *, before: str | None = None, limit: int = 50) -> list[Played]:
        """A player's rounds, newest first; `before` is the `begun_at` of the last round of the previous page."""
        return await self._database.read(partial(round_queries.history, person=person, before=before, limit=limit))

    async def ledger(self, round: str) -> list[Transfer]:
        """All transfers of a round, in order."""
        table = schema.transfers
        columns = [table.c[field.name] for field in fields(Transfer)]
        selected = sa.select(*columns).where(table.c.round == round).order_by(table.c.number, table.c.line)
        rows = await self._database.read(lambda connection: connection.execute(selected).all())
        return [Transfer(**row._mapping) for row in rows]

    async def rounds(self, *, words: str = "", game: str | None = None, limit: int = 50) -> list[RoundRow]:
        """Finished rounds, newest first, by the start of their id or table, or by the name of a player."""
        return await self._database.read(partial(round_queries.search_rounds, words=words, game=game, limit=limit))

    async def live_rounds(self) -> list[RoundRow]:
        """Rounds that are not over."""
        return await self._all(RoundRow, schema.rounds.c.ended_at.is_(None), schema.rounds.c.begun_at)

    async def terms_in_force(self, game: str, at: str) -> TermsVersion | None:
        """The terms of a game in force at a time; None if they are the game's defaults."""
        table = schema.terms_versions
        is_in_force = (table.c.game == game) & (table.c.in_force_from <= at)
        newest_first = (table.c.in_force_from.desc(), table.c.version.desc())
        return await self._first(TermsVersion, is_in_force, *newest_first)

    async def terms_versions(self, game: str) -> list[TermsVersion]:
        table = schema.terms_versions
        return await self._all(TermsVersion, table.c.game == game, table.c.version)

    async def disputes(self, *, state: str | None = None) -> list[Dispute]:
        condition = sa.true() if state is None else schema.disputes.c.state == state
        return await self._all(Dispute, condition, schema.disputes.c.made_at)

    async def disputes_of(self, person: str, *, since: str) -> list[Dispute]:
        """The disputes that a person made at this time or later."""
        table = schema.disputes
        return await self._all(Dispute, (table.c.person == person) & (table.c.made_at >= since), table.c.made_at)

    async def dispute(self, id: str) -> Dispute | None:
        return await self._first(Dispute, schema.disputes.c.id == id)

    async def setting(self, name: str) -> str | None:
        selected = sa.select(schema.settings.c.value).where(schema.settings.c.name == name)
        value = await self._database.read(lambda connection: connection.execute(selected).scalar())
        return None if value is None else str(value)

    async def returns(self, *, since: str = "") -> list[Return]:
        """The return of each wager, by game and terms, in settled rounds that ended at this time or later."""
        return await self._database.read(partial(round_queries.returns, since=since))

    async def rounds_by_terms(self, hashes: list[str]) -> dict[str, str]:
        """The id of a settled round for each of these terms hashes."""
        return await self._database.read(partial(round_queries.rounds_by_terms, hashes=hashes))

    async def between_players(self, *, since: str, limit: int, then: Callable[[ChipsBetweenPlayers], T]) -> T:
        """
        The result of `then` on the chips that moved between players in settled rounds since a time.

        `then` is called in the reading thread.
        """

        def work(connection: sa.Connection) -> T:
            return then(round_queries.chips_between_players(connection, since, limit))

        return await self._database.read(work)

    async def _with_key(self, kind: type[R], key: str) -> R | None:
        """The row with this key; every request of a client takes two of these, so the statement is built only once."""
        rows = await self._database.read(
            lambda connection: fetch_rows(connection, _statement_by_key(kind.TABLE), {"key": key})
        )
        return kind(**_values(kind.TABLE, rows[0])) if rows else None

    async def _first(self, kind: type[R], condition: sa.ColumnElement[bool], *order: sa.ColumnElement[Any]) -> R | None:
        rows = await self._all(kind, condition, *order, limit=1)
        return rows[0] if rows else None

    async def _all(
        self, kind: type[R], condition: sa.ColumnElement[bool], *order: sa.ColumnElement[Any], limit: int | None = None
    ) -> list[R]:
        table = schema.metadata.tables[kind.TABLE]
        selected = sa.select(table).where(condition).order_by(*order).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(selected).all())
        return [kind(**row._mapping) for row in rows]


@lru_cache
def _statement_by_key(name: str) -> sa.Select[Any]:
    """The row of a table by its only key column."""
    table = schema.metadata.tables[name]
    (key,) = table.primary_key
    return sa.select(table).where(key == sa.bindparam("key"))


def _values(name: str, row: Sequence[Any]) -> dict[str, Any]:
    """The values of a row by column; SQLite's own rows contain JSON as text."""
    values: dict[str, Any] = {}
    for column, value in zip(schema.metadata.tables[name].columns, row, strict=True):
        is_json_text = isinstance(column.type, schema.JsonText) and isinstance(value, str)
        values[column.name] = schema.read_mapping(value) if is_json_text else value
    return values

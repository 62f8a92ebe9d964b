"""What is looked up in the index tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import sqlalchemy as sa

from . import schema
from .changes import Transfer
from .database import Database, among, named
from .ledger import HOUSE
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

T = TypeVar("T")
R = TypeVar("R", bound=Row)

MOST_USES = 200
"""Uses of an account's sessions that are read: however often somebody signs in, it is little work."""


@dataclass(frozen=True)
class Played:
    """A round in a player's history."""

    round: RoundRow
    seats: tuple[RoundPlayer, ...]
    """The seats of that player in it."""


@dataclass(frozen=True)
class Return:
    """What the house took and gave on one wager of a game under the same terms, over rounds that were settled."""

    game: str
    terms_hash: str
    wager: str
    rounds: int
    staked: int
    """Chips put down as this wager."""
    to_house: int
    from_house: int


class Lookup:
    """Reads of the index tables; None or an empty list where there is nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, id: str) -> Person | None:
        return await self._first(Person, schema.people.c.id == id)

    async def person_named(self, name: str) -> Person | None:
        """A named account, without regard to case."""
        same = sa.func.lower(schema.people.c.name) == sa.func.lower(name)
        return await self._first(Person, same & (schema.people.c.kind == "named"))

    async def person_like(self, skeleton: str) -> Person | None:
        """The account whose name looks like this (see records.names)."""
        return await self._first(Person, schema.people.c.skeleton == skeleton)

    async def people(self, ids: list[str]) -> dict[str, Person]:
        """These accounts by their id."""
        rows = await self._all(Person, schema.people.c.id.in_(ids)) if ids else []
        return {person.id: person for person in rows}

    async def password_reset(self, token_hash: str) -> PasswordReset | None:
        return await self._first(PasswordReset, schema.password_resets.c.token_hash == token_hash)

    async def unused_resets_of(self, person: str) -> list[PasswordReset]:
        """The reset links of an account that nobody used, oldest first; some may have expired."""
        table = schema.password_resets
        return await self._all(PasswordReset, (table.c.person == person) & table.c.used_at.is_(None), table.c.made_at)

    async def restrictions(self) -> list[Restriction]:
        """Everything the operator did about accounts, oldest first."""
        return await self._all(Restriction, sa.true(), schema.restrictions.c.made_at)

    async def restrictions_of(self, person: str) -> list[Restriction]:
        table = schema.restrictions
        return await self._all(Restriction, (table.c.person == person) & table.c.lifted_at.is_(None), table.c.made_at)

    async def short_code(self, code: str) -> ShortCode | None:
        return await self._first(ShortCode, schema.short_codes.c.code == code)

    async def session(self, token_hash: str) -> Session | None:
        return await self._first(Session, schema.sessions.c.token_hash == token_hash)

    async def sessions_of(self, person: str) -> list[Session]:
        return await self._all(Session, schema.sessions.c.person == person, schema.sessions.c.made_at)

    async def open_sessions_of(self, person: str) -> list[Session]:
        """A person's sessions that were not closed, oldest first; some may have expired."""
        columns = schema.sessions.c
        return await self._all(Session, (columns.person == person) & columns.closed_at.is_(None), columns.made_at)

    async def session_uses_of(self, person: str) -> list[SessionUse]:
        """From which addresses, as keyed hashes, an account's sessions were last used; the newest come first."""
        columns = schema.session_uses.c
        return await self._all(SessionUse, columns.person == person, columns.seen_at.desc(), limit=MOST_USES)

    async def tables(self, *, closed: bool = False) -> list[TableRow]:
        """Every open table, in order of their making; the closed ones instead if asked."""
        column = schema.tables.c.closed_at
        return await self._all(TableRow, column.is_not(None) if closed else column.is_(None), schema.tables.c.made_at)

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
        """A player's rounds, newest first; `before` is the begun_at of the last one already seen."""
        return await self._database.read(lambda connection: _history(connection, person, before, limit))

    async def ledger(self, round: str) -> list[Transfer]:
        """Every chip that a round moved, in order."""
        table = schema.transfers
        order = (schema.transfers.c.number, schema.transfers.c.line)
        names = [table.c[field.name] for field in fields(Transfer)]
        wanted = sa.select(*names).where(table.c.round == round).order_by(*order)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [Transfer(**row._mapping) for row in rows]

    async def rounds(self, *, words: str = "", game: str | None = None, limit: int = 50) -> list[RoundRow]:
        """Rounds that are over, newest first, by the beginning of their id or table, or by who was in them."""
        return await self._database.read(lambda connection: _rounds(connection, words, game, limit))

    async def live_rounds(self) -> list[RoundRow]:
        """Rounds that are not over."""
        return await self._all(RoundRow, schema.rounds.c.ended_at.is_(None), schema.rounds.c.begun_at)

    async def terms_in_force(self, game: str, at: str) -> TermsVersion | None:
        """The newest version in force at a time; None where the game's defaults are."""
        table = schema.terms_versions
        order = (table.c.in_force_from, table.c.version)
        found = await self._all(TermsVersion, (table.c.game == game) & (table.c.in_force_from <= at), *order)
        return found[-1] if found else None

    async def terms_versions(self, game: str) -> list[TermsVersion]:
        table = schema.terms_versions
        return await self._all(TermsVersion, table.c.game == game, table.c.version)

    async def disputes(self, *, state: str | None = None) -> list[Dispute]:
        chosen = sa.true() if state is None else schema.disputes.c.state == state
        return await self._all(Dispute, chosen, schema.disputes.c.made_at)

    async def disputes_of(self, person: str, *, since: str) -> list[Dispute]:
        """What a person disputed at this time or later."""
        table = schema.disputes
        return await self._all(Dispute, (table.c.person == person) & (table.c.made_at >= since), table.c.made_at)

    async def dispute(self, id: str) -> Dispute | None:
        return await self._first(Dispute, schema.disputes.c.id == id)

    async def setting(self, name: str) -> str | None:
        wanted = sa.select(schema.settings.c.value).where(schema.settings.c.name == name)
        found = await self._database.read(lambda connection: connection.execute(wanted).scalar())
        return None if found is None else str(found)

    async def returns(self, *, since: str = "") -> list[Return]:
        """By game, terms and wager, from the ledger of settled rounds that ended at this time or later."""
        rows = await self._database.read(lambda connection: connection.execute(_returns(since)).all())
        return [Return(**row._mapping) for row in rows]

    async def rounds_by_terms(self, hashes: list[str]) -> dict[str, str]:
        """A settled round for each of these terms."""
        table = schema.rounds
        wanted = sa.select(table.c.terms_hash, sa.func.min(table.c.id)).where(
            table.c.terms_hash.in_(hashes) & (table.c.outcome == "settled")
        )
        rows = await self._database.read(
            lambda connection: connection.execute(wanted.group_by(table.c.terms_hash)).all()
        )
        return dict(row._tuple() for row in rows)

    async def between_players(self, *, since: str, limit: int, then: Callable[..., T]) -> T:
        """
        What moved between players in settled rounds since a time, newest rounds first.

        `then` is called in the reading thread with rows of (round, table, person), of (round, payer, payee, chips,
        wager, why) and of (person, address tag).
        """
        return await self._database.read(lambda connection: then(*_between_players(connection, since, limit)))

    async def _first(self, kind: type[R], where: sa.ColumnElement[bool]) -> R | None:
        found = await self._all(kind, where)
        return found[0] if found else None

    async def _all(
        self, kind: type[R], where: sa.ColumnElement[bool], *order: sa.ColumnElement[Any], limit: int | None = None
    ) -> list[R]:
        table = schema.metadata.tables[kind.TABLE]
        wanted = sa.select(table).where(where).order_by(*order).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [kind(**row._mapping) for row in rows]


def _history(connection: sa.Connection, person: str, before: str | None, limit: int) -> list[Played]:
    table = schema.round_players
    most = max(1, min(limit, 500))
    mine = table.c.person == person
    seen = sa.true() if before is None else table.c.begun_at < before
    newest = sa.select(table.c.round).where(mine & seen).group_by(table.c.round, table.c.begun_at)
    ids = list(connection.execute(newest.order_by(table.c.begun_at.desc(), table.c.round).limit(most)).scalars())
    dialect = connection.dialect.name
    these = named(connection.dialect.name, ids)
    theirs = sa.select(table).where(among(table.c.round, dialect) & mine).order_by(table.c.seat)
    seats = [RoundPlayer(**row._mapping) for row in connection.execute(theirs, these)]
    wanted = sa.select(schema.rounds).where(among(schema.rounds.c.id, dialect))
    rounds = {row.id: RoundRow(**row._mapping) for row in connection.execute(wanted, these)}
    return [Played(rounds[id], tuple(s for s in seats if s.round == id)) for id in ids if id in rounds]


def _rounds(connection: sa.Connection, words: str, game: str | None, limit: int) -> list[RoundRow]:
    rounds = schema.rounds
    players = schema.round_players
    people = schema.people
    named = sa.select(players.c.round).join(people, people.c.id == players.c.person)
    theirs = named.where(sa.func.lower(people.c.name) == words.lower())
    begins = [column.startswith(words.upper(), autoescape=True) for column in (rounds.c.id, rounds.c.table_id)]
    found = sa.or_(*begins, rounds.c.id.in_(theirs))
    of_game = sa.true() if game is None else rounds.c.game == game
    wanted = sa.select(rounds).where(found & of_game & rounds.c.ended_at.is_not(None))
    rows = connection.execute(wanted.order_by(rounds.c.begun_at.desc()).limit(max(1, min(limit, 500))))
    return [RoundRow(**row._mapping) for row in rows]


def _between_players(connection: sa.Connection, since: str, limit: int) -> tuple[list[Any], list[Any], list[Any]]:
    rounds = schema.rounds
    players = schema.round_players
    paid = schema.transfers
    uses = schema.session_uses
    newest = (
        sa.select(rounds.c.id, rounds.c.table_id)
        .where((rounds.c.outcome == "settled") & (rounds.c.ended_at >= since))
        .order_by(rounds.c.ended_at.desc())
        .limit(limit)
        .subquery()
    )
    seated = sa.select(players.c.round, newest.c.table_id, players.c.person).join(
        newest, newest.c.id == players.c.round
    )

    def of_a_player_or_the_pot(account: sa.Column[Any]) -> sa.ColumnElement[bool]:
        return account.startswith("held:") | account.startswith("pot:")

    moved = (
        sa.select(paid.c.round, paid.c.payer, paid.c.payee, paid.c.chips, paid.c.wager, paid.c.why)
        .join(newest, newest.c.id == paid.c.round)
        .where(of_a_player_or_the_pot(paid.c.payer) & of_a_player_or_the_pot(paid.c.payee))
    )
    used = sa.select(uses.c.person, uses.c.address_tag).where(uses.c.seen_at >= since)
    return (
        [tuple(row) for row in connection.execute(seated)],
        [tuple(row) for row in connection.execute(moved)],
        [tuple(row) for row in connection.execute(used)],
    )


def _returns(since: str) -> sa.Select[Any]:
    paid = schema.transfers
    rounds = schema.rounds

    def total(which: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
        return sa.cast(sa.func.sum(sa.case((which, paid.c.chips), else_=0)), sa.BigInteger)

    house = (paid.c.payer == HOUSE) | (paid.c.payee == HOUSE)
    settled = rounds.c.outcome == "settled"
    down = paid.c.payee.startswith("staked:")
    return (
        sa.select(
            rounds.c.game,
            rounds.c.terms_hash,
            paid.c.wager,
            sa.func.count(sa.distinct(rounds.c.id)).label("rounds"),
            total(down).label("staked"),
            total(paid.c.payee == HOUSE).label("to_house"),
            total(paid.c.payer == HOUSE).label("from_house"),
        )
        .join(rounds, rounds.c.id == paid.c.round)
        .where(settled & (rounds.c.ended_at >= since) & (house | down))
        .group_by(rounds.c.game, rounds.c.terms_hash, paid.c.wager)
        .order_by(rounds.c.game, rounds.c.terms_hash, paid.c.wager)
    )

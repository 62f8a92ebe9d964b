"""
The tables, the same in SQLite and PostgreSQL. Alembic creates them: see records/migrations.

Chips are play chips without cash value, and no table exists for deposits or withdrawals.
"""

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, Table, Text

from .chain import read_json

UNREADABLE = "unreadable"
"""The key of a text that is not JSON, in the mapping that is read instead."""


class JsonText(sa.TypeDecorator[Mapping[str, Any]]):
    """
    A small mapping, stored as JSON text.

    A damaged text is read as a mapping with that text under `unreadable`, so that the other rows can still be read. The
    audit finds the damaged row, because it is not the mapping that was written.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Mapping[str, Any] | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else json.dumps(dict(value), sort_keys=True)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Mapping[str, Any] | None:
        return None if value is None else read_mapping(value)


def read_mapping(text: str) -> Mapping[str, Any]:
    """The mapping in a JSON text; see JsonText for a damaged text."""
    try:
        data = read_json(text)
    except (ValueError, TypeError, RecursionError):
        data = None
    return data if isinstance(data, dict) else {UNREADABLE: str(text)}


metadata = sa.MetaData()


def needed(name: str, kind: Any = Text) -> Column[Any]:
    """A column that every row has a value for."""
    return Column(name, kind, nullable=False)


def key(name: str, kind: Any = Text) -> Column[Any]:
    return Column(name, kind, primary_key=True, nullable=False, autoincrement=False)


# Streams, events and ledger: append-only, chained -------------------------------------------------------------------

streams = Table(
    "streams",
    metadata,
    key("name"),
    needed("head", BigInteger),
    needed("hash"),
    needed("fence", BigInteger),
    Column("owner", Text),
    needed("lease_until", BigInteger),  # milliseconds since 1970
)
events = Table(
    "events",
    metadata,
    key("stream"),
    key("number", BigInteger),
    needed("kind"),
    Column("round", Text),
    needed("at"),
    needed("body"),
    needed("sealed", Boolean),
    needed("attached"),
    needed("previous"),
    needed("hash"),
    CheckConstraint("number >= 1", name="events_number"),
    Index("events_by_round", "round"),
)
transfers = Table(
    "transfers",
    metadata,
    key("stream"),
    key("number", BigInteger),
    key("line", Integer),
    needed("payer"),
    needed("payee"),
    needed("chips", BigInteger),
    needed("wager"),
    needed("clause"),
    needed("why"),
    Column("round", Text),
    CheckConstraint("chips > 0", name="transfers_chips"),
    CheckConstraint("payer <> payee", name="transfers_parties"),
    CheckConstraint("clause <> ''", name="transfers_clause"),
    ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"], name="transfers_event"),
    Index("transfers_by_round", "round"),
)
balances = Table(
    "balances",
    metadata,
    key("account"),
    needed("chips", BigInteger),
    needed("may_be_negative", Boolean),
    CheckConstraint("chips >= 0 OR may_be_negative", name="balances_chips"),
)
AT_A_TABLE = "chips > 0 AND (account LIKE 'held:%' OR account LIKE 'staked:%')"
Index(
    "balances_at_tables",
    balances.c.account,
    sqlite_where=sa.text(AT_A_TABLE),
    postgresql_where=sa.text(AT_A_TABLE),
)
receipts = Table(
    "receipts",
    metadata,
    key("account"),
    key("command"),
    needed("body_digest"),
    needed("answer"),
    needed("at"),
    Column("stream", Text),
    Column("number", BigInteger),
    Index("receipts_by_event", "stream", "number"),
)
snapshots = Table("snapshots", metadata, key("stream"), needed("number", BigInteger), needed("body"))

heartbeats = Table("heartbeats", metadata, key("name"), needed("at"))
"""Test writes, to find out whether the database can be written; not part of the room and in no backup."""

# Index tables -------------------------------------------------------------------------------------------------------

people = Table(
    "people",
    metadata,
    key("id"),
    needed("name"),
    needed("kind"),
    needed("made_at"),
    Column("password_hash", Text),
    Column("closed_at", Text),
    needed("settings", JsonText),
    Column("skeleton", Text),
    Index("people_by_skeleton", "skeleton", unique=True),
)
Index(
    "people_by_name",
    sa.func.lower(people.c.name),
    unique=True,
    sqlite_where=people.c.kind == "named",
    postgresql_where=people.c.kind == "named",
)
sessions = Table(
    "sessions",
    metadata,
    key("token_hash"),
    needed("person"),
    needed("made_at"),
    needed("expires_at"),
    Column("closed_at", Text),
    Index("sessions_by_person", "person"),
)
session_uses = Table(
    "session_uses",
    metadata,
    key("token_hash"),
    key("address_tag"),
    needed("person"),
    needed("seen_at"),
    Index("session_uses_by_person", "person"),
    Index("session_uses_by_address", "address_tag"),
)
password_resets = Table(
    "password_resets",
    metadata,
    key("token_hash"),
    needed("person"),
    needed("made_at"),
    needed("expires_at"),
    Column("used_at", Text),
)
restrictions = Table(
    "restrictions",
    metadata,
    key("id"),
    needed("kind"),
    needed("person"),
    Column("other", Text),
    needed("reason"),
    needed("made_at"),
    Column("lifted_at", Text),
)
tables = Table(
    "tables",
    metadata,
    key("id"),
    needed("game"),
    needed("name"),
    needed("made_at"),
    Column("made_by", Text),
    needed("public", Boolean),
    Column("code", Text, unique=True),
    needed("options", JsonText),
    needed("settings", JsonText),
    Column("closed_at", Text),
)
seats = Table(
    "seats",
    metadata,
    key("table_id"),
    key("seat", Integer),
    Column("person", Text),
    needed("state"),
    Index("seats_by_person", "person"),
)
short_codes = Table(
    "short_codes",
    metadata,
    key("code"),
    needed("table_id"),
    needed("made_at"),
    needed("expires_at"),
)
rounds = Table(
    "rounds",
    metadata,
    key("id"),
    needed("table_id"),
    needed("game"),
    needed("begun_at"),
    needed("commitment"),
    Column("terms_hash", Text),
    Column("terms_version", Integer),
    Column("ended_at", Text),
    Column("outcome", Text),
    Index("rounds_by_end", "ended_at"),
)
round_players = Table(
    "round_players",
    metadata,
    key("round"),
    key("seat", Integer),
    needed("person"),
    needed("begun_at"),
    Column("net", BigInteger),
    Index("round_players_by_person", "person", "begun_at"),
)
terms_versions = Table(
    "terms_versions",
    metadata,
    key("game"),
    key("version", Integer),
    needed("in_force_from"),
    needed("options", JsonText),
    needed("terms_hash"),
    needed("made_at"),
    needed("note"),
)
disputes = Table(
    "disputes",
    metadata,
    key("id"),
    needed("round"),
    needed("person"),
    needed("says"),
    needed("made_at"),
    needed("state"),
    needed("ruling"),
    Column("ruled_at", Text),
)
settings = Table("settings", metadata, key("name"), needed("value"))

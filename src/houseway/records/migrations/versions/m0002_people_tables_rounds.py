"""The first index tables: people, sessions, tables, seats, rounds and the room's settings."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TEXT = sa.Text
NUMBER = sa.BigInteger
FLAG = sa.Boolean
SMALL = sa.Integer


def upgrade() -> None:
    _people()
    _tables()
    _rounds()


def downgrade() -> None:
    for name in ("settings", "round_players", "rounds", "seats", "tables", "sessions", "people"):
        op.drop_table(name)


def _needed(name: str, kind: Any = TEXT) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _people() -> None:
    op.create_table(
        "people",
        *(_needed("id"), _needed("name"), _needed("kind"), _needed("made_at"), sa.Column("password_hash", TEXT)),
        *(sa.Column("closed_at", TEXT), _needed("settings")),
        sa.PrimaryKeyConstraint("id"),
    )
    named = sa.text("kind = 'named'")
    op.create_index(
        "people_by_name", "people", [sa.text("lower(name)")], unique=True, sqlite_where=named, postgresql_where=named
    )
    op.create_table(
        "sessions",
        *(_needed("token_hash"), _needed("person"), _needed("made_at"), _needed("expires_at")),
        sa.Column("closed_at", TEXT),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table("settings", _needed("name"), _needed("value"), sa.PrimaryKeyConstraint("name"))


def _tables() -> None:
    op.create_table(
        "tables",
        *(_needed("id"), _needed("game"), _needed("name"), _needed("made_at"), sa.Column("made_by", TEXT)),
        *(_needed("public", FLAG), sa.Column("code", TEXT), _needed("options"), _needed("settings")),
        sa.Column("closed_at", TEXT),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
    )
    op.create_table(
        "seats",
        *(_needed("table_id"), _needed("seat", SMALL), sa.Column("person", TEXT), _needed("state")),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("seats_by_person", "seats", ["person"])


def _rounds() -> None:
    op.create_table(
        "rounds",
        *(_needed("id"), _needed("table_id"), _needed("game"), _needed("begun_at"), _needed("commitment")),
        *(sa.Column("terms_hash", TEXT), sa.Column("terms_version", SMALL)),
        *(sa.Column("ended_at", TEXT), sa.Column("outcome", TEXT)),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("rounds_by_end", "rounds", ["ended_at"])
    op.create_table(
        "round_players",
        *(_needed("round"), _needed("seat", SMALL), _needed("person"), _needed("begun_at"), sa.Column("net", NUMBER)),
        sa.PrimaryKeyConstraint("round", "seat"),
    )
    op.create_index("round_players_by_person", "round_players", ["person", "begun_at"])

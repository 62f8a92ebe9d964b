"""Events, ledger, receipts and snapshots, with triggers that keep them append-only and balanced."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from houseway.records.migrations.guards import create_guards, drop_guards

revision = "0001"
down_revision = None

TEXT = sa.Text
NUMBER = sa.BigInteger
FLAG = sa.Boolean


def upgrade() -> None:
    _streams_and_events()
    _transfers_and_balances()
    _receipts_and_snapshots()
    create_guards(op.get_bind())


def downgrade() -> None:
    drop_guards(op.get_bind())
    for name in ("snapshots", "receipts", "balances", "transfers", "events", "streams"):
        op.drop_table(name)


def _needed(name: str, kind: Any = TEXT) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _streams_and_events() -> None:
    op.create_table(
        "streams",
        *(_needed("name"), _needed("head", NUMBER), _needed("hash"), _needed("fence", NUMBER)),
        *(sa.Column("owner", TEXT), _needed("lease_until", NUMBER)),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "events",
        *(_needed("stream"), _needed("number", NUMBER), _needed("kind"), sa.Column("round", TEXT), _needed("at")),
        *(_needed("body"), _needed("sealed", FLAG), _needed("attached"), _needed("previous"), _needed("hash")),
        sa.PrimaryKeyConstraint("stream", "number"),
        sa.CheckConstraint("number >= 1", name="events_number"),
    )
    op.create_index("events_by_round", "events", ["round"])


def _transfers_and_balances() -> None:
    op.create_table(
        "transfers",
        *(_needed("stream"), _needed("number", NUMBER), _needed("line", sa.Integer)),
        *(_needed("payer"), _needed("payee"), _needed("chips", NUMBER)),
        *(_needed("wager"), _needed("clause"), _needed("why"), sa.Column("round", TEXT)),
        sa.PrimaryKeyConstraint("stream", "number", "line"),
        sa.ForeignKeyConstraint(["stream", "number"], ["events.stream", "events.number"], name="transfers_event"),
        sa.CheckConstraint("chips > 0", name="transfers_chips"),
        sa.CheckConstraint("payer <> payee", name="transfers_parties"),
        sa.CheckConstraint("clause <> ''", name="transfers_clause"),
    )
    op.create_index("transfers_by_round", "transfers", ["round"])
    op.create_table(
        "balances",
        *(_needed("account"), _needed("chips", NUMBER), _needed("may_be_negative", FLAG)),
        sa.PrimaryKeyConstraint("account"),
        sa.CheckConstraint("chips >= 0 OR may_be_negative", name="balances_chips"),
    )


def _receipts_and_snapshots() -> None:
    op.create_table(
        "receipts",
        *(_needed("account"), _needed("command"), _needed("body_digest"), _needed("answer"), _needed("at")),
        *(sa.Column("stream", TEXT), sa.Column("number", NUMBER)),
        sa.PrimaryKeyConstraint("account", "command"),
    )
    op.create_index("receipts_by_event", "receipts", ["stream", "number"])
    op.create_table(
        "snapshots",
        *(_needed("stream"), _needed("number", NUMBER), _needed("body")),
        sa.PrimaryKeyConstraint("stream"),
    )

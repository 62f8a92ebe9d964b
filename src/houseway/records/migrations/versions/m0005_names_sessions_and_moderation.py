"""Skeletons of names, uses of sessions, password resets, short codes and the operator's restrictions."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from houseway.records.names import skeleton

revision = "0005"
down_revision = "0004"

NEW_TABLES = ("session_uses", "password_resets", "restrictions", "short_codes")


def upgrade() -> None:
    op.add_column("people", sa.Column("skeleton", sa.Text))
    _fill_skeletons(op.get_bind())
    op.create_index("people_by_skeleton", "people", ["skeleton"], unique=True)
    op.create_table(
        "session_uses",
        _needed("token_hash"),
        _needed("address_tag"),
        _needed("person"),
        _needed("seen_at"),
        sa.PrimaryKeyConstraint("token_hash", "address_tag"),
    )
    op.create_index("session_uses_by_person", "session_uses", ["person"])
    op.create_index("session_uses_by_address", "session_uses", ["address_tag"])
    op.create_table(
        "password_resets",
        _needed("token_hash"),
        _needed("person"),
        _needed("made_at"),
        _needed("expires_at"),
        sa.Column("used_at", sa.Text),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_table(
        "restrictions",
        _needed("id"),
        _needed("kind"),
        _needed("person"),
        sa.Column("other", sa.Text),
        _needed("reason"),
        _needed("made_at"),
        sa.Column("lifted_at", sa.Text),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "short_codes",
        _needed("code"),
        _needed("table_id"),
        _needed("made_at"),
        _needed("expires_at"),
        sa.PrimaryKeyConstraint("code"),
    )


def downgrade() -> None:
    for name in NEW_TABLES:
        op.drop_table(name)
    op.drop_index("people_by_skeleton", "people")
    op.drop_column("people", "skeleton")


def _fill_skeletons(connection: sa.Connection) -> None:
    """
    The oldest account keeps the skeleton of its name; a later one that looks the same gets a suffix in the index only.

    Such an account keeps its name and works as before; `settings.must_rename` asks its owner for another name.
    """
    rows = connection.execute(
        sa.text("SELECT id, name, kind, settings FROM people WHERE kind <> 'bot' ORDER BY kind = 'guest', made_at, id")
    ).all()
    taken: set[str] = set()
    for row in rows:
        folded = skeleton(row.name)
        settings = json.loads(row.settings)
        if folded in taken:
            folded = f"{folded}~{row.id}"
            settings["must_rename"] = True
        taken.add(folded)
        connection.execute(
            sa.text("UPDATE people SET skeleton = :skeleton, settings = :settings WHERE id = :id"),
            {"skeleton": folded, "settings": json.dumps(settings, sort_keys=True), "id": row.id},
        )


def _needed(name: str, kind: Any = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)

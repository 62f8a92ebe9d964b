"""Terms as dated versions, and disputes."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "terms_versions",
        *(_needed("game"), _needed("version", sa.Integer), _needed("in_force_from"), _needed("options")),
        *(_needed("terms_hash"), _needed("made_at"), _needed("note")),
        sa.PrimaryKeyConstraint("game", "version"),
    )
    op.create_table(
        "disputes",
        *(_needed("id"), _needed("round"), _needed("person"), _needed("says"), _needed("made_at")),
        *(_needed("state"), _needed("ruling"), sa.Column("ruled_at", sa.Text)),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("disputes")
    op.drop_table("terms_versions")


def _needed(name: str, kind: Any = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)

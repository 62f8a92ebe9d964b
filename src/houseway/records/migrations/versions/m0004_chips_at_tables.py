"""An index of the chips at tables, for the refill rule, and a table for test writes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

AT_A_TABLE = sa.text("chips > 0 AND (account LIKE 'held:%' OR account LIKE 'staked:%')")


def upgrade() -> None:
    op.create_index("balances_at_tables", "balances", ["account"], sqlite_where=AT_A_TABLE, postgresql_where=AT_A_TABLE)
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    op.drop_table("heartbeats")
    op.drop_index("balances_at_tables", "balances")

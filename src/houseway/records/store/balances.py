"""Reads the balances of the ledger's accounts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import sqlalchemy as sa

from . import schema
from .ledger_accounts import belongs_to, held, player, pot, staked
from .statements import in_list

BALANCES_AT_TABLES = sa.select(schema.balances.c.account, schema.balances.c.chips).where(sa.text(schema.AT_A_TABLE))
"""Every account with chips at a table; its index is small, because chips go back when a round ends."""


@lru_cache
def balances_statement(dialect: str) -> sa.Select[tuple[str, int]]:
    """The accounts in `list_parameter` with their chips."""
    table = schema.balances
    return sa.select(table.c.account, table.c.chips).where(in_list(table.c.account, dialect))


def chips_of(connection: sa.Connection, person: str) -> int:
    """All chips of a person: in the purse, held at tables and staked."""
    chips = _chips_in(connection, player(person))
    for row in connection.execute(BALANCES_AT_TABLES):
        if belongs_to(row.account, person):
            chips += row.chips
    return chips


def chips_at_table(connection: sa.Connection, table: str, rounds: Sequence[str]) -> dict[str, int]:
    """The accounts with chips held at a table, staked in these rounds of it, or in its pot."""
    prefixes = (held(table, ""), *(staked(round, "") for round in rounds))
    chips: dict[str, int] = {}
    for row in connection.execute(BALANCES_AT_TABLES):
        if row.account.startswith(prefixes):
            chips[row.account] = row.chips
    chips_in_pot = _chips_in(connection, pot(table))
    if chips_in_pot:
        chips[pot(table)] = chips_in_pot
    return chips


def _chips_in(connection: sa.Connection, account: str) -> int:
    balance = sa.select(schema.balances.c.chips).where(schema.balances.c.account == account)
    chips: int = connection.execute(balance).scalar() or 0
    return chips

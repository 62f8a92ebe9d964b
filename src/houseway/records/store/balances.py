"""Reads the balances of the ledger's accounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import sqlalchemy as sa

from . import schema
from .ledger_accounts import belongs_to, held, player, pot, staked
from .statements import in_list

BALANCES_AT_TABLES = sa.select(schema.balances.c.account, schema.balances.c.chips).where(sa.text(schema.AT_A_TABLE))
"""Every account with chips at a table; its index is small, because chips go back when a round ends."""
MOST_KNOWN = 100_000
"""Accounts whose balance is cached; with more, all are read again."""


class KnownBalances:
    """
    Balances that need not be read again, in a process that is the only one to write to its database.

    They are those of the accounts that were asked for, as of the last commit.
    """

    def __init__(self) -> None:
        self._chips: dict[str, int] = {}

    def of(self, accounts: Sequence[str]) -> dict[str, int] | None:
        """The chips of these accounts; None if one of them is not known."""
        known = {account: self._chips[account] for account in accounts if account in self._chips}
        return known if len(known) == len(accounts) else None

    def add(self, balances: Mapping[str, int]) -> None:
        """Cache balances that were read."""
        if len(self._chips) > MOST_KNOWN:
            self._chips.clear()
        self._chips.update(balances)

    def update(self, balances: Mapping[str, int]) -> None:
        """Follow a commit: balances after it, among them accounts that nobody asks for."""
        for account, chips in balances.items():
            if account in self._chips:
                self._chips[account] = chips

    def forget(self) -> None:
        """A commit failed, and it is not known what it changed."""
        self._chips.clear()


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

"""Play chips: what players have, and what the room gives them."""

from __future__ import annotations

from collections.abc import Mapping

from ...records.store import Change, Event, Row, Store, Transfer
from ...records.store.ledger_accounts import ISSUE
from ...records.store.ledger_accounts import player as purse
from ..tables.desk import Desk


class Chips:
    """Reads balances and issues play chips."""

    def __init__(self, store: Store, welcome: int) -> None:
        self._store = store
        self._welcome = welcome

    async def give(self, account: str, chips: int, why: str, *rows: Row) -> int:
        """Issue play chips to an account; `rows` are written in the same commit. Returns the number of chips."""
        event = Event("chips_given", {"account": account, "chips": chips, "why": why})
        transfer = Transfer(ISSUE, purse(account), chips, "welcome", "ROOM-01", why)
        await self._store.commit(Change("room", None, 0, (event,), (transfer,), rows=rows))
        return chips

    async def balances(self, desk: Desk) -> Mapping[str, int]:
        """Chips of every account at a table; a bot that is short of chips gets new ones first."""
        chairs = {chair.player: chair for chair in desk.chairs.values()}
        by_purse = await self._store.balances([purse(account) for account in chairs])
        balances = {account: by_purse[purse(account)] for account in chairs}
        for account, chair in chairs.items():
            if chair.bot and balances[account] < self._welcome // 4:
                balances[account] += await self.give(account, self._welcome, "a bot ran out")
        return balances

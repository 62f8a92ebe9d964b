"""
Interrupted shuffles: after a crash or a takeover, players get the time to reveal their entropy anew.

Between commitment and reveal a player must not be punished for withholding when it was the room that was out of reach.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ..tables import shuffling
from ..tables.desk import Desk, Live
from ..tables.fold import running
from ..tables.presence import Presence


class Interruption:
    """Whether the running shuffle of a table was interrupted, and who has been connected since."""

    def __init__(self) -> None:
        self._fixed_here: str | None = None
        """The round whose commitments this process fixed, without an interruption since."""
        self._presence = Presence()
        self._clock = asyncio.get_running_loop().time

    def is_on(self, desk: Desk) -> bool:
        """Was the running shuffle interrupted after its commitments were fixed?"""
        live = desk.live
        return live is not None and live.round is None and live.fixed is not None and live.id != self._fixed_here

    def begin(self, connected: Iterable[str]) -> None:
        """Clients could not reach the table until now."""
        self._fixed_here = None
        self._presence.forget()
        self._presence.seen(connected, self._clock())

    def note_commitments(self, before: Live | None, after: Live | None) -> None:
        """Note the round whose commitments were fixed by a change of this process."""
        if after is None or after.fixed is None:
            return
        if before is None or before.fixed is None:
            self._fixed_here = after.id

    def present(self, desk: Desk, accounts: Iterable[str]) -> None:
        """These accounts are connected, here or to another process."""
        if self.is_on(desk):
            self._presence.seen(accounts, self._clock())

    def left(self, desk: Desk, account: str, *, seconds: float) -> None:
        """This account has no connection to this process any more."""
        if self.is_on(desk):
            self._presence.left(account, self._clock(), seconds=seconds)

    def excused(self, desk: Desk, connected: Iterable[str], *, seconds: float, at: str) -> frozenset[str]:
        """Players who could not reveal their entropy: they were not connected for `seconds` since the interruption."""
        if not self.is_on(desk):
            return frozenset()
        live = running(desk)
        players = frozenset(live.players)
        if not shuffling.may_reveal(live, at=at):
            return players
        self.present(desk, connected)
        return players - self._presence.stayed(seconds)

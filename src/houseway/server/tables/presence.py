"""
Who could reveal entropy after an interruption: who was connected for as long as a reveal may take.

After a crash, a take-over or a failed write, clients need time to connect again. Nobody counts as withholding who was
not connected for the whole time that the protocol gives for a reveal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class Stay:
    """An account was connected from the first time to the last."""

    first: float
    last: float

    def lasted(self, seconds: float) -> bool:
        return self.last - self.first >= seconds


class Presence:
    """The stays of accounts at one table since its last interruption."""

    def __init__(self) -> None:
        self._stays: dict[str, Stay] = {}

    def forget(self) -> None:
        """A new interruption: whatever was known before does not count."""
        self._stays = {}

    def seen(self, accounts: Iterable[str], now: float) -> None:
        """These accounts are connected now."""
        for account in accounts:
            self._stays.setdefault(account, Stay(now, now)).last = now

    def left(self, account: str, now: float, *, seconds: float) -> None:
        """An account has no connection any more; a stay that was too short does not count."""
        stay = self._stays.get(account)
        if stay is None:
            return
        stay.last = now
        if not stay.lasted(seconds):
            del self._stays[account]

    def stayed(self, seconds: float) -> frozenset[str]:
        """The accounts that were connected for so long without a break."""
        return frozenset(account for account, stay in self._stays.items() if stay.lasted(seconds))

"""
Which accounts had the time to reveal their entropy after an interruption.

After a crash, a take-over or a failed write, clients need time to connect again. An account counts as withholding only
if it was connected for the whole time that the protocol gives for a reveal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class Stay:
    """The time during which an account was connected without a break."""

    first: float
    last: float

    def lasted(self, seconds: float) -> bool:
        return self.last - self.first >= seconds


class Presence:
    """The stays of accounts at one table since its last interruption."""

    def __init__(self) -> None:
        self._stays: dict[str, Stay] = {}

    def forget(self) -> None:
        """Start again after a new interruption: earlier stays do not count."""
        self._stays = {}

    def seen(self, accounts: Iterable[str], now: float) -> None:
        """Note that these accounts are connected now."""
        for account in accounts:
            self._stays.setdefault(account, Stay(now, now)).last = now

    def left(self, account: str, now: float, *, seconds: float) -> None:
        """Note that an account has no connection any more; a stay that was too short is dropped."""
        stay = self._stays.get(account)
        if stay is None:
            return
        stay.last = now
        if not stay.lasted(seconds):
            del self._stays[account]

    def stayed(self, seconds: float) -> frozenset[str]:
        """The accounts that were connected for at least this long without a break."""
        return frozenset(account for account, stay in self._stays.items() if stay.lasted(seconds))

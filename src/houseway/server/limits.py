"""How much anybody may ask: rates for each socket, account and address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_KEPT = 50_000
"""Callers whose rate is remembered; the one heard of longest ago is forgotten first."""


@dataclass(frozen=True)
class Rate:
    """So many a second, after so many at once."""

    per_second: float
    at_once: float


class Buckets:
    """One bucket for each caller: a request takes a drop, time puts it back."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str) -> bool:
        """Take a drop; False when there is none."""
        now = self._clock()
        left, since = self._left.pop(caller, (self._rate.at_once, now))
        left = min(self._rate.at_once, left + (now - since) * self._rate.per_second)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        return allowed


@dataclass(frozen=True, kw_only=True)
class Rates:
    """What is usual."""

    socket: Rate = Rate(20, 60)
    account: Rate = Rate(40, 120)
    address: Rate = Rate(200, 600)
    requests: Rate = Rate(50, 200)
    """HTTP requests of one address."""
    arrivals: Rate = Rate(0.5, 40)
    """New guests and accounts of one address."""
    logins: Rate = Rate(0.5, 20)
    sockets_per_address: int = 200
    sockets_per_account: int = 8
    tables_per_account: int = 20

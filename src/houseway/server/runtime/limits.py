"""
How much work a client may request: budgets in milliseconds for each socket, account and address.

A budget fills at a steady rate up to a limit, and every request takes its cost (see `http.costs`). A refusal says when
the budget will be sufficient again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

MOST_CALLERS = 50_000
"""Callers whose budget is stored; the least recent is dropped first."""


ROUNDING = 1e-9
"""Tolerance for sums of floats."""
SHORTEST_WAIT = 0.001


@dataclass(frozen=True)
class Rate:
    """How much a budget gains in a second, and the most it holds."""

    per_second: float
    at_once: float


class Buckets:
    """One budget for each caller."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str, cost: float = 1.0) -> bool:
        """Take the cost from the caller's budget; False if there is not enough."""
        return self.spend(caller, cost) == 0.0

    def spend(self, caller: str, cost: float) -> float:
        """Take the cost from the caller's budget and return 0, or return the seconds to wait if there is not enough."""
        left = self._filled(caller)
        needed = min(cost, self._rate.at_once)  # a request that costs more than a full budget takes all of it
        short = needed - left
        allowed = short <= ROUNDING
        self._left[caller] = (left - needed if allowed else left, self._clock())
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return 0.0 if allowed else max(short / self._rate.per_second, SHORTEST_WAIT)

    def _filled(self, caller: str) -> float:
        """The caller's budget now."""
        now = self._clock()
        left, since = self._left.pop(caller, (self._rate.at_once, now))
        return min(self._rate.at_once, left + (now - since) * self._rate.per_second)


@dataclass(frozen=True, kw_only=True)
class Rates:
    """The default budgets. Those of sockets, accounts and addresses are milliseconds of the server's own process."""

    socket: Rate = Rate(60, 250)
    """Messages of one socket."""
    account: Rate = Rate(150, 1_500)
    """Messages and requests of one account."""
    address: Rate = Rate(500, 4_000)
    """Messages and requests of one address."""
    study: Rate = Rate(1_000, 150_000)
    """Milliseconds of the worker processes, for one account or one address without an account."""
    study_address: Rate = Rate(2_000, 400_000)
    arrivals: Rate = Rate(0.5, 40)
    """New guests and accounts of one address, by count."""
    logins: Rate = Rate(0.5, 20)
    """Passwords tried from one address, by count."""
    operator: Rate = Rate(5, 50)
    """Operator's tokens tried from one address, by count."""
    sockets_per_address: int = 200
    sockets_per_account: int = 8
    tables_per_account: int = 20


class Budgets:
    """All budgets of a process. Requests and messages of an account or an address share one."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self.sockets = Buckets(rates.socket, clock)
        self.accounts = Buckets(rates.account, clock)
        self.addresses = Buckets(rates.address, clock)
        self.study = Buckets(rates.study, clock)
        self.study_addresses = Buckets(rates.study_address, clock)


def whole_seconds(wait: float) -> int:
    """A wait in the whole seconds of a `Retry-After` header."""
    return max(1, ceil(wait))


def too_much(wait: float) -> str:
    """The refusal for a client whose budget is used up."""
    return f"too much at once; come again in {whole_seconds(wait)} s"

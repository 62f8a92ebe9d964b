"""
Failed sign-ins: who has to wait, so that guessing is slow and nobody can lock another person out.

- Five failures of one address with one name lock that pair for a quarter of an hour. Other addresses are not affected.
- An address from which the account was used before may fail twenty times.
- After many failures of one name from many addresses, addresses new to the account wait longer; none is refused.

Sessions that are open already are not affected by any of this.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

TRIES = 5
"""Failures of one address with one name, after which the pair is locked."""
TRIES_OF_A_KNOWN_ADDRESS = 20
WINDOW_SECONDS = 900.0
SLOW_AFTER = 20
"""Failures with one name from all addresses, after which addresses new to the account wait for their answer."""
SLOW_SECONDS = 3.0
MOST_REMEMBERED = 100_000


class Attempts:
    """Failures of the last quarter of an hour, by address and name and by name alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of_pair: OrderedDict[tuple[str, str], list[float]] = OrderedDict()
        self._of_name: OrderedDict[str, list[float]] = OrderedDict()

    def is_locked(self, address: str, name: str, *, known: bool) -> bool:
        """Whether this address may not try this name now."""
        return len(self._recent(self._of_pair.get((address, name)))) >= _tries(known)

    def seconds_to_wait(self, name: str, *, known: bool) -> float:
        """How long an answer is held back."""
        if known or len(self._recent(self._of_name.get(name))) < SLOW_AFTER:
            return 0.0
        return SLOW_SECONDS

    def failed(self, address: str, name: str, *, known: bool) -> bool:
        """Note a failure; True if it locks the pair."""
        pair = (address, name)
        self._of_pair[pair] = [*self._recent(self._of_pair.get(pair)), self._clock()]
        self._of_name[name] = [*self._recent(self._of_name.get(name)), self._clock()][-SLOW_AFTER:]
        _forget_oldest(self._of_pair)
        _forget_oldest(self._of_name)
        return len(self._of_pair[pair]) == _tries(known)

    def succeeded(self, address: str, name: str) -> None:
        self._of_pair.pop((address, name), None)

    def _recent(self, times: list[float] | None) -> list[float]:
        return [at for at in times or () if self._clock() - at < WINDOW_SECONDS]


def _tries(known: bool) -> int:
    return TRIES_OF_A_KNOWN_ADDRESS if known else TRIES


def _forget_oldest(entries: OrderedDict[tuple[str, str], list[float]] | OrderedDict[str, list[float]]) -> None:
    while len(entries) > MOST_REMEMBERED:
        entries.popitem(last=False)

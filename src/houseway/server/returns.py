"""Live return against the theoretical band: what wagers gave back, and whether chance explains it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from math import sqrt
from typing import Any

from ..games import GAMES
from ..pricing import hands_dealt
from ..records.store import Store
from ..rules.errors import HousewayError

DEVIATIONS = 3.2905
"""99.9 % of an even-handed game's returns lie within so many standard errors."""


@lru_cache(maxsize=8)
def exact_wagers(key: str) -> dict[str, tuple[float, float]]:
    """Expectation and standard deviation of one chip on each wager, under default terms and the house's best way."""
    from ..pricing import price
    from ..pricing.price import Exact

    found: dict[str, tuple[float, float]] = {}
    try:
        wagers = price(GAMES[key]).wagers
    except HousewayError:
        return found
    for name, wager in wagers.items():
        exact = [s for s in wager.strategies.values() if isinstance(s, Exact)]
        if exact:
            found[name] = (float(exact[0].ev), float(exact[0].standard_deviation))
    return found


class Prices:
    """Exact prices, worked out once in the background: nobody waits for them."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, tuple[float, float]]] = {}
        self._working: asyncio.Task[None] | None = None

    def of(self, key: str) -> dict[str, tuple[float, float]] | None:
        """The prices of a game's wagers; None while they are being worked out."""
        if key in self._found or not hands_dealt(key):  # prices that are counted are quick
            return self._found.get(key, {})
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work_out(key))
        return None

    async def _work_out(self, key: str) -> None:
        self._found[key] = await asyncio.to_thread(exact_wagers, key)


async def returns_beside_prices(store: Store, prices: Prices) -> list[dict[str, Any]]:
    """By game and wager."""
    told = []
    for row in await store.find.returns():
        expected = prices.of(row.game)
        told.append({**_beside(row, (expected or {}).get(row.wager)), "priced": expected is not None})
    return told


def _beside(row: Any, exact: tuple[float, float] | None) -> dict[str, Any]:
    lost = row.to_house - row.from_house
    told = {
        "game": row.game,
        "wager": row.wager,
        "rounds": row.rounds,
        "staked": row.staked,
        "to_house": row.to_house,
        "from_house": row.from_house,
        "return": 1 - lost / row.staked if row.staked else None,
        "expected": None,
        "band": None,
        "alarm": None,
    }
    if exact is None or not row.staked or not row.rounds:
        return told
    ev, deviation = exact
    wide = DEVIATIONS * deviation / sqrt(row.rounds)  # one hand a round: never too narrow a band
    low, high = 1 + ev - wide, 1 + ev + wide
    outside = not low <= 1 - lost / row.staked <= high
    return {**told, "expected": 1 + ev, "band": [low, high], "alarm": outside}

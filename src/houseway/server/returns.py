"""Live return against the theoretical band: what wagers gave back, and whether chance explains it."""

from __future__ import annotations

import asyncio
import json
from math import sqrt
from typing import Any

from ..pricing import hands_dealt
from ..records.store import Store
from ..rules.errors import HousewayError
from .work_pool import Client, WorkPool

CLIENT = Client("the returns", "the operator")
DEVIATIONS = 3.2905
"""99.9 % of an even-handed game's returns lie within so many standard errors."""


class Prices:
    """
    Exact prices, worked out once in the background by the study pool: nobody waits for them.

    They are the expectation and the standard deviation of one chip on each wager under default terms.
    """

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
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
        arguments = {"game": key, "options": {}}
        try:
            answer = await self._pool.answer(CLIENT, "exact_wagers", arguments)
        except HousewayError:
            return  # the next request tries again
        self._found[key] = {name: (ev, deviation) for name, (ev, deviation) in json.loads(answer).items()}


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

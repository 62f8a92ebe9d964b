"""Live return against the theoretical band: what wagers gave back, and whether chance explains it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ...games import module_of
from ...records.round_text import terms_data
from ...records.store import Store
from ...records.store.lookup import Return
from ...rules.errors import HousewayError
from ...rules.game import AnyGame
from ..tables.caches import game_under
from .pool import Client, WorkPool

CLIENT = Client("the returns", "the operator")
DEVIATIONS = 3.2905
"""99.9 % of an even-handed game's returns lie within so many standard errors."""


@dataclass(frozen=True)
class ExactWager:
    """What one chip on a wager brings."""

    ev: float
    standard_deviation: float


class Prices:
    """Exact prices by terms hash, worked out once in the background by the study pool: nobody waits for them."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._known: dict[str, dict[str, ExactWager]] = {}
        self._working: asyncio.Task[None] | None = None

    def of(self, rules: AnyGame | None) -> dict[str, ExactWager] | None:
        """The prices of a game's wagers under its own terms; None while they are being worked out."""
        if rules is None:
            return {}
        if (
            rules.terms_hash in self._known or not module_of(rules).pricing.hands_dealt
        ):  # prices that are counted are quick
            return self._known.get(rules.terms_hash, {})
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work_out(rules))
        return None

    async def _work_out(self, rules: AnyGame) -> None:
        arguments = {"game": rules.key, "options": terms_data(rules)}
        try:
            answer = await self._pool.answer(CLIENT, "exact_wagers", arguments)
        except HousewayError:
            return  # the next request tries again
        wagers = json.loads(answer)
        self._known[rules.terms_hash] = {name: ExactWager(ev, deviation) for name, (ev, deviation) in wagers.items()}


async def returns_beside_prices(store: Store, prices: Prices) -> list[dict[str, Any]]:
    """By game, terms and wager, each beside the price of its own terms."""
    rows = await store.find.returns()
    games = await _games_of(store, rows)
    told = []
    for row in rows:
        rules = games.get(row.terms_hash)
        expected = prices.of(rules)
        changed = {} if rules is None else {name: here for name, (_, here) in rules.modifications.items()}
        beside = _beside(row, (expected or {}).get(row.wager))
        told.append({**beside, "priced": expected is not None, "changed": changed})
    return told


async def _games_of(store: Store, rows: list[Return]) -> Mapping[str, AnyGame]:
    """The game under each terms hash, from the terms that its rounds were opened under."""
    games: dict[str, AnyGame] = {}
    for terms_hash, round_id in (await store.find.rounds_by_terms(sorted({row.terms_hash for row in rows}))).items():
        opened = [event for event in await store.round_events(round_id) if event.kind == "opened"]
        if not opened or "terms" not in opened[0].body:
            continue
        try:
            rules = game_under(opened[0].body["game"], opened[0].body["terms"])
        except HousewayError:  # a game or an option that this version does not have
            continue
        if rules.terms_hash == terms_hash:
            games[terms_hash] = rules
    return games


def _beside(row: Return, exact: ExactWager | None) -> dict[str, Any]:
    lost = row.to_house - row.from_house
    told = {
        "game": row.game,
        "terms_hash": row.terms_hash,
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
    wide = DEVIATIONS * exact.standard_deviation / sqrt(row.rounds)  # one hand a round: never too narrow a band
    low = 1 + exact.ev - wide
    high = 1 + exact.ev + wide
    outside = not low <= 1 - lost / row.staked <= high
    return {**told, "expected": 1 + exact.ev, "band": [low, high], "alarm": outside}

"""Compares what wagers returned in play with the range that chance alone explains."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from ...games import module_of
from ...records.round_data import terms_data
from ...records.store import Store
from ...records.store.round_queries import Return
from ...rules.errors import HousewayError
from ...rules.game import AnyGame
from ..tables.caches import game_under
from ..views.http_types import Value, WagerReturn
from .jobs import Client
from .pool import WorkPool

CLIENT = Client("the returns", "the operator")
DEVIATIONS = 3.2905
"""Standard errors within which 99.9 % of all returns lie."""


@dataclass(frozen=True)
class ExactWager:
    """Value and spread of one chip on a wager."""

    ev: float
    standard_deviation: float


class Prices:
    """Exact prices by terms hash, computed once in the background by the study pool; no request waits for them."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool
        self._known: dict[str, dict[str, ExactWager]] = {}
        self._working: asyncio.Task[None] | None = None

    def of(self, rules: AnyGame | None) -> dict[str, ExactWager] | None:
        """The prices of a game's wagers under its own terms; None while they are being computed."""
        if rules is None:
            return {}
        can_be_counted = bool(module_of(rules).pricing.hands_dealt)
        if rules.terms_hash in self._known or not can_be_counted:
            return self._known.get(rules.terms_hash, {})
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._compute(rules))
        return None

    async def _compute(self, rules: AnyGame) -> None:
        arguments = {"game": rules.key, "options": terms_data(rules)}
        try:
            answer = await self._pool.answer(CLIENT, "exact_wagers", arguments)
        except HousewayError:
            return  # the next request tries again
        wagers = json.loads(answer)
        self._known[rules.terms_hash] = {name: ExactWager(ev, deviation) for name, (ev, deviation) in wagers.items()}


async def returns_beside_prices(store: Store, prices: Prices) -> list[WagerReturn]:
    """The return of each game, terms and wager, compared with the price under its own terms."""
    rows = await store.find.returns()
    games = await _games_of(store, rows)
    returns = []
    for row in rows:
        rules = games.get(row.terms_hash)
        expected = prices.of(rules)
        changed = {} if rules is None else {name: here for name, (_, here) in rules.modifications.items()}
        exact = (expected or {}).get(row.wager)
        returns.append(_wager_return(row, exact, priced=expected is not None, changed=changed))
    return returns


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


def _wager_return(row: Return, exact: ExactWager | None, *, priced: bool, changed: dict[str, Value]) -> WagerReturn:
    actual = 1 - (row.to_house - row.from_house) / row.staked if row.staked else None
    expected: float | None = None
    band: tuple[float, float] | None = None
    alarm: bool | None = None
    if exact is not None and actual is not None and row.rounds:
        expected = 1 + exact.ev
        half_width = DEVIATIONS * exact.standard_deviation / sqrt(row.rounds)  # one hand a round: never too narrow
        band = (expected - half_width, expected + half_width)
        alarm = not band[0] <= actual <= band[1]
    return {
        "game": row.game,
        "terms_hash": row.terms_hash,
        "changed": changed,
        "wager": row.wager,
        "rounds": row.rounds,
        "staked": row.staked,
        "to_house": row.to_house,
        "from_house": row.from_house,
        "return": actual,
        "expected": expected,
        "band": band,
        "alarm": alarm,
        "priced": priced,
    }

"""
Every chip that a round moves names its wager and a clause that is in the rulebook of its game, or the room's own.

    HOUSEWAY_ROUNDS=300 python -m pytest -n 0 -s -m slow tests/server/test_every_payout.py
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.games import GAMES, game, rulebook_of
from houseway.records.store import schema
from houseway.records.store.database import Database
from houseway.records.store.ledger_accounts import ROOM_CLAUSES
from houseway.rules.game import Opening, Wager
from support.client import Client, Refused, usual
from support.desks import options_of
from support.server_process import Server

Data = dict[str, Any]
SEATS = 3


class Rash(Client):
    """A client that wagers, decides and sets by chance, and does the usual where that is refused."""

    def __init__(self, url: str, seed: object) -> None:
        super().__init__(url)
        self.chance = random.Random(str(seed))
        self.at = ""
        self.refused_at = ""

    def choose(self, round_: Data, own: Data) -> Data:
        self.at = f"{round_['id']} {round_['step']}"
        if self.refused_at == self.at:
            return usual(round_, own)
        match round_["step"]["kind"]:
            case "wager":
                spots = [spot for spot in own["spots"] if not spot["optional"] or self.chance.random() < 0.6]
                return {"do": "post", "wagers": {spot["name"]: self._stake(spot) for spot in spots}}
            case "decide":
                offered = [option for option, reason in own["may"].items() if reason is None]
                return {"do": "decide", "option": self.chance.choice(offered)}
            case _:
                return self._set(round_, own)

    def _stake(self, spot: Data) -> int:
        return self.chance.randint(spot["low"], min(spot["high"], 4 * spot["low"]))

    def _set(self, round_: Data, own: Data) -> Data:
        cards = list(round_["seats"][own["seat"] - 1]["cards"])
        hands = {}
        self.chance.shuffle(cards)
        for slot in own["slots"]:
            size = slot["sizes"][0]
            hands[slot["name"]] = " ".join(cards[:size])
            cards = cards[size:]
        return {"do": "set", "hands": hands}

    async def _try(self, move: Data) -> None:
        try:
            await super()._try(dict(move))
        except Refused:
            self.refused_at = self.at


async def rounds_of(server: Server, key: str, rounds: int) -> str:
    """Three people at a table, who also bank where they may; gives its code."""
    clients = [await Rash(server.url, f"{key} {number}").come_in() for number in range(SEATS)]
    wanted = {"game": key, "seats": SEATS, "options": options_of(key)}
    table: str = (await clients[0].http.post("/api/tables", json=wanted)).json()["table"]
    for client in clients:
        await client.ask("watch", table)
        await client.ask("sit", table)
    playing = [asyncio.create_task(client.play(table, 10**6, choose=client.choose)) for client in clients]
    try:
        while not _enough(_over(clients[0], table), rounds):
            for client in clients:
                if client.tables[table]["bank"] and client.chance.random() < 0.02:
                    await _perhaps(client, "bank", table)
                if any(chair["you"] and chair["out"] for chair in client.tables[table]["chairs"]):
                    await _perhaps(client, "sit_in", table)
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in playing), playing
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in clients:
            await client.close()
    return table


def _over(client: Client, table: str) -> list[Data]:
    views = [frame["view"] for frame in client.table_frames(table)]
    return [view["last"] for view in views if view["last"] and view["last"]["outcome"] == "settled"]


def _enough(over: list[Data], rounds: int) -> bool:
    """Whether this many rounds are over, and somebody was paid in at least one of them."""
    return len({last["id"] for last in over}) >= rounds and any(last["payments"] for last in over)


async def _perhaps(client: Client, do: str, table: str) -> None:
    try:
        await client.ask(do, table)
    except Refused:
        return


def ledger(server: Server, tables: list[str]) -> list[Any]:
    """Every chip that rounds of these tables moved."""
    database = Database.at(f"sqlite:///{server.folder}/room.db")
    moved = schema.transfers
    mine = moved.c.stream.in_([f"table:{table}" for table in tables]) & moved.c.round.is_not(None)

    async def read() -> list[Any]:
        try:
            return await database.read(lambda connection: list(connection.execute(sa.select(moved).where(mine))))
        finally:
            await database.close()

    return asyncio.run(read())


def clauses_of(key: str) -> set[str]:
    book = rulebook_of(key)
    return {*book.clauses, *book.open_questions}


def staked_as(key: str) -> set[str]:
    """The names of the wagers that a game accepts."""
    rules = game(key).with_options(options_of(key))
    openings = [Opening(players=("a", "b", "c"), banker=banker) for banker in ("house", 1)]
    steps = [step for opening in openings for step in rules.steps(rules.terms, opening) if isinstance(step, Wager)]
    return {spot.name for step in steps for spot in (*step.spots, *step.banker_spots, *step.instead)}


def check(server: Server, rounds: int) -> int:
    """Play, and compare every entry of the ledger with the rulebooks; the number of entries."""

    async def play() -> list[str]:
        return await asyncio.gather(*(rounds_of(server, key, rounds) for key in GAMES))

    tables = dict(zip(asyncio.run(asyncio.wait_for(play(), 60 + 20 * rounds)), GAMES, strict=True))
    rows = ledger(server, list(tables))
    paid: Counter[str] = Counter()
    for row in rows:
        key = tables[row.stream.removeprefix("table:")]
        assert row.wager, row
        assert row.clause in clauses_of(key) or row.clause in ROOM_CLAUSES, row
        if row.payee.startswith("staked:"):
            assert row.wager in staked_as(key), row
        elif not row.payer.startswith(("player:", "staked:")) and not row.payee.startswith("player:"):
            assert row.clause in clauses_of(key), f"a payout by no clause of its sheet: {row}"
            paid[key] += 1
    assert set(paid) == set(GAMES), paid
    return len(rows)


def test_every_chip_that_moves_cites_its_clause(server: Server) -> None:
    assert check(server, 3) > 100


@pytest.mark.slow
def test_every_chip_of_many_rounds_cites_its_clause(server: Server) -> None:
    rounds = int(os.environ.get("HOUSEWAY_ROUNDS", "200"))
    print(
        f"{rounds} rounds of each game: {check(server, rounds)} entries of the ledger, each with its wager and clause"
    )

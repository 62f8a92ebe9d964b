"""Chips under random operations of many concurrent writers: conserved, never below zero, moved once."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import Sequence

import pytest
import sqlalchemy as sa

from houseway.records.store import Change, Event, Receipt, Repeated, ShortOfChips, Store, Transfer, Unavailable, schema
from houseway.records.store.database import Database
from support.rooms import opened

PLAYERS = [f"player:{n}" for n in range(12)]
START = 1_000
MOVED = Event("moved", {})


def pay(payer: str, payee: str, chips: int) -> Transfer:
    return Transfer(payer, payee, chips, "main", "PYR-01", "a test")


async def set_up(store: Store) -> None:
    gifts = tuple(pay("issue", player, START) for player in PLAYERS)
    await store.commit(Change("room", None, 0, (MOVED,), gifts))


async def balances(url: str) -> dict[str, int]:
    database = Database.at(url)
    wanted = sa.select(schema.balances.c.account, schema.balances.c.chips)
    chips_by_account = await database.read(lambda connection: dict(tuple(row) for row in connection.execute(wanted)))
    await database.close()
    return chips_by_account


def random_transfers(chance: random.Random) -> tuple[Transfer, ...]:
    """A wager, a win, a settlement between several, or a transfer of more than anybody has."""
    accounts = [*PLAYERS, "house", "pot:1", "held:1:0", "staked:r:0"]
    pairs = [chance.sample(accounts, 2) for _ in range(chance.randint(1, 4))]
    return tuple(pay(payer, payee, chance.choice([1, 7, 100, 900, 5_000])) for payer, payee in pairs)


async def hammer(store: Store, hand: int, operations: int, model: Counter[str], seed: object) -> int:
    """One of many writers: accepted transfers are added to the model; every third command is sent twice."""
    chance = random.Random(f"{seed} {hand}")
    accepted = 0
    for number in range(operations):
        transfers = random_transfers(chance)
        receipt = Receipt(f"hand {hand}", f"c{number}", "digest", {"n": number})
        change = Change(f"table:{hand % 5}", None, 0, (MOVED,), transfers, receipt)
        outcomes: Sequence[int | BaseException] = await asyncio.gather(
            *[store.commit(change)] * 1, *([store.commit(change)] if number % 3 == 0 else []), return_exceptions=True
        )
        done: list[object] = [outcome for outcome in outcomes if isinstance(outcome, int)]
        while any(isinstance(outcome, Unavailable) for outcome in outcomes):  # outcome unknown: send the same again
            outcomes = await asyncio.gather(store.commit(change), return_exceptions=True)
            done = done or [outcome for outcome in outcomes if isinstance(outcome, int | Repeated)]
        assert len(done) <= 1
        assert all(isinstance(o, int | Repeated | ShortOfChips) for o in outcomes), outcomes
        if done:
            accepted += 1
            for transfer in transfers:
                model[transfer.payer] -= transfer.chips
                model[transfer.payee] += transfer.chips
    return accepted


async def storm(url: str, *, hands: int, operations: int, seed: object) -> None:
    model: Counter[str] = Counter({"issue": -START * len(PLAYERS), **dict.fromkeys(PLAYERS, START)})
    async with opened(url) as one, opened(url) as two:
        await set_up(one)
        stores = [one, two] if url.startswith("postgres") else [one, one]
        work = [hammer(stores[hand % 2], hand, operations, model, seed) for hand in range(hands)]
        accepted = sum(await asyncio.gather(*work))
    chips_by_account = await balances(url)
    assert accepted > hands * operations // 4
    assert {account: chips for account, chips in chips_by_account.items() if chips} == {
        a: c for a, c in model.items() if c
    }
    assert sum(chips_by_account.values()) == 0
    assert all(chips >= 0 for account, chips in chips_by_account.items() if account not in ("house", "issue"))


def test_chips_are_conserved_and_never_negative(url: str) -> None:
    asyncio.run(storm(url, hands=40, operations=25, seed=1))


@pytest.mark.slow
def test_a_million_operations_conserve_chips(url: str) -> None:
    """About 10 minutes on SQLite and 30 on PostgreSQL, on two idle cores; HOUSEWAY_OPERATIONS sets the number."""
    operations = int(os.environ.get("HOUSEWAY_OPERATIONS", "1000000"))
    asyncio.run(storm(url, hands=1_000, operations=operations // 1_000, seed=2))
    print(f"{url.partition(':')[0]}: {operations:,} operations by 1,000 hands at once, 0 chips made or lost")


def test_64_bets_at_once_on_one_balance(url: str) -> None:
    """A thousand chips and 64 wagers of a hundred at 64 tables: ten are accepted, through any process."""

    async def check() -> None:
        async with opened(url) as one, opened(url) as two:
            await set_up(one)
            bets = [
                (one, two)[n % 2].commit(Change(f"table:{n}", 0, 0, (MOVED,), (pay("player:0", f"held:{n}:0", 100),)))
                for n in range(64)
            ]
            outcomes = await asyncio.gather(*bets, return_exceptions=True)
            assert sum(isinstance(outcome, int) for outcome in outcomes) == 10
            assert sum(isinstance(outcome, ShortOfChips) for outcome in outcomes) == 54
            assert await two.balance("player:0") == 0

    asyncio.run(check())


@pytest.mark.parametrize("count", [24, pytest.param(60, marks=pytest.mark.slow)])
def test_commands_sent_again_and_out_of_order_have_one_effect(url: str, count: int) -> None:
    async def check() -> None:
        async with opened(url) as one, opened(url) as two:
            await set_up(one)
            chance = random.Random(3)
            changes = [
                Change(
                    "room",
                    None,
                    0,
                    (MOVED,),
                    (pay("house", f"player:{n % 12}", n + 1),),
                    Receipt("p", f"{n}", "d", {"n": n}),
                )
                for n in range(count)
            ]
            sent = [change for change in changes for _ in range(chance.randint(1, 5))]
            chance.shuffle(sent)
            outcomes = await asyncio.gather(
                *(chance.choice((one, two)).commit(change) for change in sent), return_exceptions=True
            )
            assert sum(isinstance(outcome, int) for outcome in outcomes) == count
            for change, outcome in zip(sent, outcomes, strict=True):
                assert change.receipt is not None
                assert isinstance(outcome, int) or (
                    isinstance(outcome, Repeated) and outcome.answer == change.receipt.answer
                )
            assert await one.balance("house") == -sum(range(1, count + 1))
            assert await one.head("room") == count + 1

    asyncio.run(check())

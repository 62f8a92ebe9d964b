"""New play chips: one rule, decided in the ledger's own transaction, which counts chips held and staked at tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from houseway.audit.room import audit
from houseway.records.store import Change, Event, HasChips, Store, Transfer
from houseway.records.store.ledger_accounts import held, player, staked
from support.rooms import ROOM_KEY, opened

RULE: dict[str, Any] = {"up_to": 10_000, "below": 1_000, "why": "new play chips"}


async def give(store: Store, account: str, chips: int) -> None:
    gift = Transfer("issue", account, chips, "welcome", "ROOM-01", "welcome")
    await store.commit(Change("room", None, 0, (Event("chips_given", {}),), (gift,)))


async def granted(store: Store, person: str) -> bool:
    try:
        await store.refill(person, **RULE)
    except HasChips:
        return False
    return True


def test_thirty_refills_at_once_grant_one(url: str) -> None:
    async def check() -> None:
        async with opened(url) as one:
            two = await Store.open(url, room_key=ROOM_KEY) if url.startswith("postgresql") else one
            await give(one, player("a"), 999)
            outcomes = await asyncio.gather(*(granted(store, "a") for store in (one, two) for _ in range(15)))
            assert sum(outcomes) == 1
            assert await one.balance(player("a")) == await one.chips_of("a") == 10_000
            given = [event.body for event in await one.events("room") if event.body.get("account") == "a"]
            assert [body["chips"] for body in given] == [9_001]
            if two is not one:
                await two.close()

    asyncio.run(check())
    assert audit(url).fault is None


@pytest.mark.parametrize("account", [held("T1", "a"), staked("T1-7", "a")])
def test_chips_at_tables_count(url: str, account: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await give(store, player("a"), 100)
            await give(store, account, 900)
            await give(store, held("T1", "aa"), 5_000)  # of another person whose id has the same ending
            await give(store, held("T2", "a"), 1)
            assert not await granted(store, "a")
            with pytest.raises(HasChips, match=r"you have 1001 play chips, counting those at tables.*less than 1000"):
                await store.refill("a", **RULE)

    asyncio.run(check())


def test_a_player_at_a_table_may_have_new_chips_up_to_the_total(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await give(store, player("a"), 100)
            await give(store, held("T1", "a"), 300)
            await give(store, staked("T1-1", "a"), 599)
            assert await granted(store, "a")
            assert await store.chips_of("a") == 10_000
            assert await store.balance(player("a")) == 10_000 - 899

    asyncio.run(check())


def test_changes_of_the_same_batch_count(url: str) -> None:
    """The rule counts chips that move to a table, or are won there, in the same transaction."""

    async def check() -> None:
        async with opened(url) as store:
            await give(store, player("a"), 500)
            move = Transfer(player("a"), held("T1", "a"), 500, "cover", "ROOM-02", "held")
            win = Transfer("house", held("T1", "a"), 600, "main", "ROOM-02", "won")
            changes = [Change("table:T1", None, 0, (Event("opened", {}),), (move, win))]
            work = [asyncio.create_task(store.commit(change)) for change in changes]
            work.append(asyncio.create_task(granted(store, "a")))
            outcomes = await asyncio.gather(*work)
            assert outcomes[1] is False
            assert await store.chips_of("a") == 1_100

    asyncio.run(check())

"""The bank over real sockets, by two clients: every refusal, and a bank that its player can no longer hold."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from support.client import Client, Refused
from support.server_process import Server
from support.visits import run, table_for

TWO_HANDS = r"one hand.*PYR-A33"
COVER_OF_ONE = 25
"""The chips of a bank against one bettor with the lowest wagers: 3 x 5, and 5 on each of two other spots."""


async def two_players(server: Server) -> tuple[Client, Client]:
    return await Client(server.url).come_in(), await Client(server.url).come_in()


async def sit_with(client: Client, table: str, **wanted: Any) -> None:
    await client.ask("watch", table)
    await client.ask("sit", table, **wanted)


async def table_bringing(client: Client, chips: int) -> str:
    """A table at which this client risks at most these chips."""
    made = await client.http.post("/api/tables", json={"game": "pyramid", "pace": "parked"})
    await sit_with(client, made.json()["table"], bring=chips)
    return str(made.json()["table"])


def bank(client: Client, table: str) -> Any:
    return client.tables[table]["bank"]


def events(client: Client, table: str, kind: str) -> list[Any]:
    return [event for event in client.events(table) if event["kind"] == kind]


def test_PYR_A33_two_hands_are_refused_the_bank_until_one_is_given_up(server: Server) -> None:
    async def play() -> None:
        one, two = await two_players(server)
        table = await table_for(one, "pyramid", pace="parked")
        await one.ask("sit", table)
        await sit_with(two, table)
        assert "PYR-A33" in bank(one, table)["may"]["1"], "the button is grey with the reason"
        with pytest.raises(Refused, match=TWO_HANDS):
            await one.ask("bank", table, seat=1)
        with pytest.raises(Refused, match="seat 3 is not yours"):
            await one.ask("stand", table, seat=3)
        await one.ask("stand", table, seat=2)
        assert one.tables[table]["you"]["places"] == [1]
        assert bank(one, table)["may"] == {"1": None}
        await one.ask("bank", table)
        with pytest.raises(Refused, match=TWO_HANDS):
            await one.ask("sit", table)
        assert events(two, table, "sat_out") == []
        over, _ = await asyncio.gather(one.play(table, 1), two.play(table, 1))
        assert over[0]["banker"] == 1
        for client in (one, two):
            await client.close()

    run(play())


def test_every_other_refusal_of_the_bank(server: Server) -> None:
    async def play() -> None:
        one, two = await two_players(server)
        table = await table_for(one, "pyramid", pace="parked")
        await sit_with(two, table)
        with pytest.raises(Refused, match=r"offered to seat 1 \[PYR-60\]"):
            await two.ask("bank", table)
        with pytest.raises(Refused, match=r"0 to 0 chips against this bank, not 5 \[PYR-66\]"):
            await one.ask("bank", table, house_bet=5)
        with pytest.raises(Refused, match="seat 2 is not yours"):
            await one.ask("bank", table, seat=2)
        await one.ask("bank", table)
        with pytest.raises(Refused, match=r"seat 1 banks already.*PYR-68"):
            await two.ask("bank", table)
        await one.ask("pass_bank", table)
        with pytest.raises(Refused, match="passed the bank already"):
            await one.ask("pass_bank", table)
        await two.ask("bank", table)
        over, _ = await asyncio.gather(one.play(table, 1), two.play(table, 1))
        assert over[0]["banker"] == 2
        with pytest.raises(Refused, match=r"every other hand.*PYR-63"):
            await one.ask("bank", table)
        await asyncio.gather(one.ask("next", table), two.ask("next", table))
        await asyncio.gather(one.take_part(table), two.take_part(table))
        with pytest.raises(Refused, match="only between rounds"):
            await one.ask("bank", table)
        with pytest.raises(Refused, match="only between rounds"):
            await one.ask("pass_bank", table)
        assert events(one, table, "sat_out") == []
        for client in (one, two):
            await client.close()

    run(play())


def test_PYR_65_too_few_chips_are_refused_the_bank(server: Server) -> None:
    async def play() -> None:
        one, two = await two_players(server)
        table = await table_bringing(one, COVER_OF_ONE - 1)
        await sit_with(two, table)
        refusal = await one.until(lambda: bank(one, table)["may"]["1"])
        assert "PYR-65" in refusal
        with pytest.raises(Refused, match=r"has 24 chips and may have to pay 25 \[PYR-65\]"):
            await one.ask("bank", table)
        assert (events(one, table, "sat_out"), bank(one, table)["taken_by"]) == ([], None)
        for client in (one, two):
            await client.close()

    run(play())


def test_PYR_65_a_bank_is_passed_on_when_a_seat_joins_and_nobody_sits_out(server: Server) -> None:
    async def play() -> None:
        one, two = await two_players(server)
        table = await table_bringing(one, COVER_OF_ONE)
        await sit_with(two, table)
        await one.ask("bank", table)
        await two.ask("sit", table)
        over, _ = await asyncio.gather(one.play(table, 1), two.play(table, 1))
        assert over[0]["banker"] == "house"
        assert len(over[0]["seats"]) == 3, "all three hands are dealt"
        passed = events(two, table, "bank_passed")
        assert [event["place"] for event in passed] == [1]
        assert "PYR-65" in passed[0]["why"]
        assert events(two, table, "sat_out") == []
        for client in (one, two):
            await client.close()

    run(play())


def test_PYR_65_a_bank_is_passed_on_when_a_wager_rises_and_the_wager_counts(server: Server) -> None:
    async def play() -> None:
        one, two = await two_players(server)
        table = await table_bringing(one, 50)
        await sit_with(two, table)
        await one.ask("bank", table)

        def high(round_: Any, own: Any) -> Any:
            wagers = {"main": 25, "three_card": 5, "six_card": 5}
            return {"do": "post", "wagers": wagers} if round_["step"]["kind"] == "wager" else None

        over, _ = await asyncio.gather(one.play(table, 1), two.play(table, 1, choose=high))
        assert over[0]["banker"] == "house"
        assert over[0]["seats"][1]["wagers"]["main"] == 25
        assert "PYR-65" in events(two, table, "bank_passed")[0]["why"]
        assert [event["reason"] for event in events(two, table, "voided")] == ["bank"]
        assert events(two, table, "sat_out") == []
        for client in (one, two):
            await client.close()

    run(play())

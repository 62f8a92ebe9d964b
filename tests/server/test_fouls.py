"""A foul set on purpose over the socket: the table says its price, takes it, and settles as the sheet says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.games import game
from houseway.rules.cards import read_cards, write_cards
from houseway.rules.setting import Slot
from support.client import Client, Refused
from support.playing import tried_setting
from support.server_process import Server
from support.visits import run, table_for

Data = dict[str, Any]

PRICED = {
    "pyramid": "PYR-35",
    "pai_gow": "PGP-10",
    "chinese": "CHI-A1",
    "showdown": "SHO-D8",
    "casino": "CAS-D7",
}
"""The clause that prices a foul under the default terms."""
MOST_ROUNDS = 60
"""Rounds that are played until the cards allow a foul: a pair cannot be fouled in Pyramid Poker."""


def fouled_hands(key: str, round_: Data, own: Data) -> dict[str, str] | None:
    """A fouled setting of our cards; None if these cards cannot be fouled."""
    rules = game(key)
    cards = read_cards(" ".join(round_["seats"][own["seat"] - 1]["cards"]))
    slots = tuple(Slot(slot["name"], tuple(slot["sizes"]), slot["clause"]) for slot in own["slots"])
    chance = random.Random("foul")
    for _ in range(200):
        setting = tried_setting(slots, cards, chance)
        if setting and rules.foul(rules.terms, setting, {}):
            return {slot: write_cards(hand) for slot, hand in setting.items()}
    return None


class Fouling:
    """Moves that set a foul as soon as the cards allow one."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.hands: dict[str, str] | None = None
        self.seat = 0
        self.foul: Data | None = None

    def choose(self, round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] != "set":
            return None
        hands = fouled_hands(self.key, round_, own)
        if hands is None:
            return None
        self.hands = hands
        self.seat = own["seat"]
        self.foul = own["foul"]
        return {"do": "set", "hands": hands}


@pytest.mark.parametrize("key", PRICED)
def test_a_foul_on_purpose_is_settled_as_its_clause_says(server: Server, key: str) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, key, bots=["house_way"])
        fouling = Fouling(key)
        last: Data = {}
        for _ in range(MOST_ROUNDS):
            last = (await client.play(table, 1, choose=fouling.choose))[0]
            if fouling.hands is not None:
                break
        assert fouling.foul is not None
        assert fouling.foul["clause"] == PRICED[key]
        assert fouling.foul["blocked"] is False
        seat = last["seats"][fouling.seat - 1]
        assert seat["setting"] == fouling.hands
        met = [pair for pair in last["comparisons"] if fouling.seat in (pair["seat"], pair["against"])]
        assert met
        assert all(fouling.seat in pair["fouled"] for pair in met)
        settles_as_the_sheet_says(key, last, fouling.seat)
        await client.close()

    run(play())


def settles_as_the_sheet_says(key: str, last: Data, seat: int) -> None:
    """The payments that the foul causes."""
    own = [payment for payment in last["payments"] if seat in (payment["payer"], payment["payee"])]
    match key:
        case "pyramid":
            main = [payment for payment in own if payment["wager"] == "main"]
            assert [(payment["payer"], payment["chips"], payment["clause"]) for payment in main] == [
                (seat, 5, "PYR-35")
            ]
        case "pai_gow":
            assert [(payment["payer"], payment["chips"], payment["clause"]) for payment in own] == [
                (seat, 20, "PGP-10")
            ]
        case "chinese":
            assert [(payment["payer"], payment["chips"], payment["clause"]) for payment in own] == [(seat, 3, "CHI-A1")]
        case "showdown":
            showdown = [payment for payment in own if payment["wager"] == "showdown"]
            assert [payment["payer"] for payment in showdown] == [seat]
            assert showdown[0]["chips"] >= 6, "all six hands are lost"
        case "casino":
            assert {payment["payer"] for payment in own} == {seat}
            points = next(payment for payment in own if payment["wager"] == "points")
            assert points["chips"] >= 3 * 5, "all three hands are lost"


BLOCKED = [("chinese", "correct", "CHI-A1"), ("showdown", "block", "SHO-A24"), ("casino", "block", "CAS-A12")]


@pytest.mark.parametrize(("key", "policy", "clause"), BLOCKED)
def test_a_foul_is_refused_where_the_terms_say_so(server: Server, key: str, policy: str, clause: str) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, key, bots=["house_way"], options={"foul_policy": policy}, pace="parked")
        fouling = Fouling(key)
        with pytest.raises(Refused):
            await client.play(table, 1, choose=fouling.choose)
        assert fouling.foul is not None
        assert fouling.foul["blocked"]
        answer = await client.ask("ask", table, hands=fouling.hands)
        assert answer["foul"]
        assert answer["foul_blocked"]
        assert f"[{clause}]" in answer["foul_cost"]
        assert answer["problem"] is None, "the cards and hands are right"
        assert len(await client.play(table, 1)) == 1, "the house way is still accepted"
        await client.close()

    run(play())


def test_an_ask_tells_the_price_of_a_foul_before_it_is_set(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, "chinese", bots=["house_way"], pace="parked", options={"unit_value": 5})
        fouling = Fouling("chinese")

        await client.take_part(table)
        await client.until(lambda: client.tables[table]["round"]["own"][0].get("slots"))
        round_ = client.tables[table]["round"]
        fouling.choose(round_, round_["own"][0])
        answer = await client.ask("ask", table, hands=fouling.hands)
        assert answer["foul"]
        assert answer["foul_cost"] == "a foul pays 3 units (15 chips) to each player still in [CHI-A1]"
        assert answer["foul_blocked"] is False
        good = await client.ask("ask", table, hands={}, house_way=True)
        legal = await client.ask("ask", table, hands=good["house_way"])
        assert (legal["problem"], legal["foul"], legal["foul_cost"]) == (None, None, None)
        await client.close()

    run(play())

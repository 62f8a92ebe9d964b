"""Options of the sheets played over the socket to settlement."""

from __future__ import annotations

from typing import Any

import pytest

from support.client import Client
from support.server_process import Server
from support.visits import run, table_for

Data = dict[str, Any]


def played(server: Server, key: str, options: Data, rounds: int, choose: Any = None) -> tuple[list[Data], list[Data]]:
    """The last views of rounds at a table with these options, and what the table says about its terms."""

    async def play() -> tuple[list[Data], list[Data]]:
        client = await Client(server.url).come_in()
        table = await table_for(client, key, bots=["house_way"], options=options)
        over = await client.play(table, rounds, choose=choose)
        in_force = client.tables[table]["in_force"]
        await client.close()
        return over, in_force

    over, in_force = run(play())
    return over, in_force


def test_the_5_card_bonus_only_wager_of_pick_2_is_played_alone(server: Server) -> None:
    def bonus_alone(round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] == "wager":
            return {"do": "post", "wagers": {spot["name"]: spot["low"] for spot in own["instead"]}}
        if round_["step"]["kind"] == "decide":
            assert [option for option, reason in own["may"].items() if reason is None] == ["five"]
        return None

    [last], in_force = played(server, "pick2", {"b5_alone": True}, 1, bonus_alone)
    own = [payment for payment in last["payments"] if 2 in (payment["payer"], payment["payee"])]
    assert last["seats"][1]["wagers"] == {"bonus_5_only": 5}
    assert {payment["wager"] for payment in own} <= {"bonus_5_only"}
    assert [sentence["clause"] for sentence in in_force] == ["P2P-A13"]


def test_a_tip_goes_to_the_dealer_and_the_decks_alternate(server: Server) -> None:
    def tipping(round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] == "wager":
            wagers = {spot["name"]: spot["low"] for spot in own["spots"] if not spot["optional"]}
            return {"do": "post", "wagers": {**wagers, "tip": 2}}
        return None

    over, _ = played(server, "pick2", {"tip_bets": "on", "shuffler": "on"}, 2, tipping)
    for last in over:
        tips = [(p["payer"], p["payee"], p["chips"], p["clause"]) for p in last["payments"] if p["wager"] == "tip"]
        assert tips == [(2, "house", 2, "P2P-26")]
    assert [last["deck_back"] for last in over] == ["red", "blue"]


@pytest.mark.parametrize(("scoring", "surrender"), [("per_hand", 2), ("2-4", 3), ("1-6", 3)])
def test_chinese_poker_with_bonuses_naturals_and_surrender(server: Server, scoring: str, surrender: int) -> None:
    def surrendering(round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] == "decide":
            assert own["costs"]["surrender"]["price"] == f"{surrender * 5} to each of 1"
            return {"do": "decide", "option": "surrender"}
        return None

    options = {"preset": "typical", "scoring": scoring, "unit_value": 5, "natural_detection": "declared"}
    [last], in_force = played(server, "chinese", options, 1, surrendering)
    paid = [(p["payer"], p["payee"], p["chips"], p["clause"]) for p in last["payments"] if p["wager"] == "surrender"]
    assert paid == [(2, 1, surrender * 5, "CHI-37")]
    assert {"CHI-06", "CHI-24", "CHI-30", "CHI-37"} <= {sentence["clause"] for sentence in in_force}


def test_showdown_by_the_chart_with_named_jokers(server: Server) -> None:
    def looking(round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] == "set":
            assert own["name_jokers"] == "must"
        return None

    options = {"special_points_source": "chart", "joker_declaration": "declared", "chip_value": 3}
    [last], in_force = played(server, "showdown", options, 1, looking)
    assert last["outcome"] == "settled"
    assert "Special points are those of the printed chart" in [sentence["says"] for sentence in in_force]


def test_a_casino_table_where_a_joker_may_be_any_card(server: Server) -> None:
    def looking(round_: Data, own: Data) -> Data | None:
        if round_["step"]["kind"] == "set":
            assert own["name_jokers"] == "may"
        return None

    [last], in_force = played(server, "casino", {"joker_use": "any"}, 1, looking)
    assert last["outcome"] == "settled"
    assert [sentence["clause"] for sentence in in_force] == ["CAS-A31"]

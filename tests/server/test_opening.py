"""Opening a table with chosen stakes and rules: what is offered, what is refused, and what a friend is shown."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import GAMES, labels_of
from support.client import Client
from support.server_process import Server
from support.visits import run

CHOSEN: dict[str, dict[str, Any]] = {
    "pyramid": {"w1_min": 10, "w1_max": 50, "side_wagers": "optional", "single_copy": "bank_wins"},
    "chinese": {"unit_value": 5, "scoring": "2-4", "bonuses": True, "naturals": True, "surrender": True},
    "pick2": {"b5_alone": True, "shuffler": "on", "tip_bets": "on"},
    "showdown": {"chip_value": 25, "special_points_source": "chart"},
    "casino": {"ante_max": 50, "tie_rule": "dealer"},
    "pai_gow": {"main_max": 200, "copies": "push"},
}


async def offer_of(client: Client, key: str) -> dict[str, Any]:
    offer: dict[str, Any] = (await client.http.get(f"/api/games/{key}/opening")).json()
    return offer


@pytest.mark.parametrize("key", GAMES)
def test_the_offered_options_are_open_to_anybody_within_the_operators_terms(server: Server, key: str) -> None:
    async def look() -> None:
        client = await Client(server.url).come_in()
        offer = await offer_of(client, key)
        offered = {each["option"]["name"]: each["option"] for each in offer["stakes"] + offer["rules"]}
        assert set(offered) == set(labels_of(GAMES[key]).offered.all)
        for name, option in offered.items():
            assert option["label"]
            assert option["says"], name
        for bounds in (name for name in offered if name.endswith("_max") and offered[name]["kind"] == "number"):
            assert offered[bounds]["high"] == offered[bounds]["default"], "a limit may only be lowered"
        await client.close()

    run(look())


@pytest.mark.parametrize("key", CHOSEN)
def test_a_table_is_opened_with_the_choices_and_its_invitation_names_them(server: Server, key: str) -> None:
    async def play() -> None:
        host, friend = [await Client(server.url).come_in() for _ in range(2)]
        body = {"game": key, "private": True, "options": CHOSEN[key]}
        code = (await host.http.post("/api/tables", json=body)).json()["table"]
        shown = (await friend.http.get(f"/api/tables/{code}")).json()
        assert shown["view"]["game"] == key
        changed = {name: each["here"] for name, each in shown["terms"]["changed"].items()}
        assert {name: changed[name] for name in CHOSEN[key]} == CHOSEN[key]
        await host.close()
        await friend.close()

    run(play())


@pytest.mark.parametrize("key", CHOSEN)
def test_a_round_with_bots_is_settled_under_the_choices(server: Server, key: str) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        answer = await client.http.post("/api/play-now", json={"game": key, "options": CHOSEN[key]})
        table = answer.json()["table"]
        await client.ask("watch", table)
        over = await client.play(table, 1)
        assert [last["outcome"] for last in over] == ["settled"]
        record = (await client.http.get(f"/api/rounds/{over[0]['id']}")).json()
        assert {name: record["terms"][name] for name in CHOSEN[key]} == {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in CHOSEN[key].items()
        }
        await client.close()

    run(play())


def test_a_choice_beyond_the_operators_terms_is_refused_in_one_sentence(server: Server) -> None:
    async def look() -> None:
        client = await Client(server.url).come_in()
        body = {"game": "chinese", "options": {"unit_value": 11}}
        refused = await client.http.post("/api/tables", json=body)
        assert refused.status_code == 409
        assert "11" in refused.json()["refused"]
        unknown = await client.http.get("/api/games/whist/opening")
        assert "no game 'whist'" in unknown.json()["refused"]
        await client.close()

    run(look())

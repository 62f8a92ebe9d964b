"""What the lobby says of each game, and what can be said at a table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rules.cards import read_cards
from houseway.rules.game import Deal, Opening
from houseway.server.tables.timers import PACES
from houseway.server.views.lobby import facts, lobby, longest_seconds
from support.client import Client, Refused
from support.server_process import Server


def test_every_game_answers_a_newcomers_questions() -> None:
    shown = {game["key"]: game for game in lobby()}
    assert list(shown) == list(GAMES)
    for key, game in shown.items():
        assert game["about"].endswith(".")
        assert game["at_most_minutes"] >= 1, key
        assert game["against_the_house"] or game["headline"] is None, "players only have no house edge"


@pytest.mark.parametrize("key", GAMES)
def test_the_example_is_a_hand_that_could_be_dealt_and_may_be_set_so(key: str) -> None:
    rules = GAMES[key]
    shown = facts(GAMES[key])["example"]
    steps = rules.steps(rules.terms, Opening(players=tuple("abcdef"[: rules.seats(rules.terms).start])))
    assert shown is not None
    cards = read_cards(" ".join([*shown["hands"], shown["left"]]))
    assert len(cards) == sum(step.cards for step in steps if isinstance(step, Deal))
    assert rules.house_way is not None
    assert rules.foul(rules.terms, rules.house_way(rules.terms, cards), {}) is None


def test_a_longer_pace_makes_a_longer_round() -> None:
    rules = GAMES["showdown"]
    steps = rules.steps(rules.terms, Opening(players=("a", "b")))
    quick, slow = (longest_seconds(steps, PACES[pace]) for pace in ("quick", "slow"))
    assert 180 < quick < slow


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))


def test_an_emote_is_heard_by_all_who_look_on_and_only_the_known_ones(server: Server) -> None:
    async def speak() -> None:
        one, two = [await Client(server.url).come_in() for _ in range(2)]
        table = (await one.http.post("/api/tables", json={"game": "chinese", "private": True})).json()["table"]
        for client in (one, two):
            await client.ask("watch", table)
        await one.ask("sit", table)
        await one.ask("emote", table, word="well played")
        heard = {"tell": "said", "table": table, "place": 1, "player": one.name, "word": "well played"}
        for client in (one, two):
            for _ in range(100):
                if heard in client.frames:
                    break
                await asyncio.sleep(0.02)
            assert heard in client.frames
        with pytest.raises(Refused, match="'buy my chips' is no emote; the emotes are hello, good luck"):
            await one.ask("emote", table, word="buy my chips")
        with pytest.raises(Refused, match="you have no seat"):
            await two.ask("emote", table, word="hello")
        await one.close()
        await two.close()

    run(speak())


def test_a_player_with_enough_chips_is_refused_new_ones_with_the_reason(server: Server) -> None:
    async def look() -> None:
        client = await Client(server.url).come_in()
        reason = (await client.http.get("/api/me")).json()["new_chips"]
        assert "you have 10000 play chips, counting those at tables" in reason
        assert (await client.http.post("/api/chips")).json() == {"refused": reason}
        await client.close()

    run(look())

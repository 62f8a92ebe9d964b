"""Tables over real sockets, by a client that knows only the protocol."""

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest
import websockets

from houseway.games import GAMES
from houseway.records.round_text import read_record
from support.client import Client, Refused
from support.server_process import Server
from support.visits import run, table_for


@pytest.mark.parametrize("key", GAMES)
def test_a_game_against_bots_to_settlement(server: Server, key: str) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        made = (await client.http.post("/api/play-now", json={"game": key})).json()
        await client.ask("watch", made["table"])
        over = [*await client.play(made["table"], 1), *await client.play(made["table"], 1)]
        assert [last["outcome"] for last in over] == ["settled"] * 2
        assert over[0]["id"] != over[1]["id"]
        assert all(payment["clause"] for last in over for payment in last["payments"])
        assert client.gaps == 0
        history = (await client.http.get("/api/history")).json()
        assert {last["id"] for last in over} <= {row["round"] for row in history}
        record = await client.http.get(f"/api/rounds/{over[0]['id']}")
        recorded = read_record(record.text)
        assert recorded.provenance is not None
        assert recorded.provenance.round == over[0]["id"]
        assert made["table"] not in record.text, "the code of a private table is not in its records"
        replay = (await client.http.get(f"/api/rounds/{over[0]['id']}/replay")).json()
        assert replay["table"] == made["table"], "a player of the round finds the table again"
        await client.close()

    run(play())


def test_people_play_each_other_at_a_private_table(server: Server) -> None:
    async def play() -> None:
        one, two, stranger = [await Client(server.url).come_in() for _ in range(3)]
        table = await table_for(one, "chinese", private=True, seats=2)
        assert table not in {row["table"] for row in (await one.http.get("/api/tables")).json()}
        await two.ask("watch", table)
        await two.ask("sit", table)
        await stranger.ask("watch", table)  # anybody who has the code may watch
        with pytest.raises(Refused, match="all 2 seats"):
            await stranger.ask("sit", table)
        first, second = await asyncio.gather(one.play(table, 3), two.play(table, 3))
        assert [last["payments"] for last in first] == [last["payments"] for last in second]
        rounds = [frame["view"]["round"] for frame in stranger.table_frames(table) if frame["view"]["round"]]
        cards = [seat["cards"] for round_ in rounds for seat in round_.get("seats", ())]
        assert cards
        assert not any(cards), "a watcher sees no card before the end"
        record = await stranger.http.get(f"/api/rounds/{first[0]['id']}")
        assert record.status_code == 404
        for client in (one, two, stranger):
            await client.close()

    run(play())


def test_several_tables_at_once(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        tables = [await table_for(client, game, bots=["house_way"]) for game in ("pyramid", "pick2", "chinese")]
        await asyncio.gather(*(client.play(table, 2) for table in tables))
        assert sorted((await client.http.get("/api/me")).json()["tables"]) == sorted(tables)
        await client.close()

    run(play())


def test_a_player_banks(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        other = await Client(server.url).come_in()
        table = await table_for(client, "pyramid", pace="parked")
        await other.ask("watch", table)
        await other.ask("sit", table)
        await client.until(lambda: client.tables[table]["bank"]["offered_to"] == [1])
        assert client.tables[table]["bank"]["may"] == {"1": None}
        with pytest.raises(Refused, match=r"PYR-60"):
            await other.ask("bank", table)
        await client.ask("bank", table)
        over, _ = await asyncio.gather(client.play(table, 1), other.play(table, 1))
        assert over[0]["banker"] == 1
        with pytest.raises(Refused, match=r"every other hand.*PYR-63"):
            await client.ask("bank", table)
        await client.close()
        await other.close()

    run(play())


def test_time_outs_play_the_default_and_then_sit_the_absent_out(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, "chinese", pace="brisk", bots=["house_way"])
        await client.until(lambda: client.tables[table]["chairs"][1]["out"], 60)
        moves = [event for event in client.events(table) if event["kind"] == "move" and event.get("seat") == 2]
        assert {move["by"] for move in moves} == {"time-out"}
        await client.ask("sit_in", table)
        assert [event["place"] for event in client.events(table) if event["kind"] == "sat_in"] == [2]

        def settled_after_sitting_in() -> bool:
            kinds = [event["kind"] for event in client.events(table)]
            later = kinds[kinds.index("sat_in") :]
            return "opened" in later and "settled" in later[later.index("opened") :]

        await client.until(settled_after_sitting_in, 60)
        opened = [event for event in client.events(table) if event["kind"] == "opened"]
        assert opened[-1]["places"] == [1, 2]
        await client.close()

    run(play())


def test_without_a_wager_in_time_a_round_is_called_off_and_all_chips_go_back(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        chips = (await client.http.get("/api/me")).json()["chips"]
        table = await table_for(client, "pyramid", pace="brisk", bots=["house_way"])
        await client.until(lambda: client.tables[table]["chairs"][1]["out"] == "no wager in time", 60)
        assert client.tables[table]["last"]["outcome"] == "voided"
        assert (await client.http.get("/api/me")).json()["chips"] == chips
        await client.close()

    run(play())


def test_a_client_that_reconnects_misses_no_event(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        other = await Client(server.url).come_in()
        table = await table_for(client, "chinese", seats=2)
        await other.ask("watch", table)
        await other.ask("sit", table)
        await asyncio.gather(client.play(table, 1), other.play(table, 1))
        number = client.numbers[table]
        await client.hang_up()
        await other.ask("sit_out", table)
        await other.ask("sit_in", table)
        await client.connect()
        client.frames.clear()
        await client.ask("resume", table, number=number)
        frame = client.table_frames(table)[0]
        assert frame["since"] == number
        assert [event["number"] for event in frame["happened"]] == list(range(number + 1, frame["number"] + 1))
        client.frames.clear()
        await client.ask("resume", table, number=10**9)
        frame = client.table_frames(table)[0]
        assert frame["since"] is None
        assert frame["view"]["table"] == table
        await client.close()
        await other.close()

    run(play())


def test_a_command_sent_many_times_is_done_once(server: Server) -> None:
    """Every move goes out one to five times, shuffled with earlier ones, over two sockets of one session."""

    async def play() -> None:
        rng = random.Random(20260101)
        client = await Client(server.url).come_in()
        twin = Client(server.url)
        twin.http.cookies.update(client.http.cookies)
        await twin.connect()
        table = await table_for(client, "pyramid", bots=["house_way"])
        earlier: list[dict[str, Any]] = []
        answer_once = client.answer_to

        async def many(message: dict[str, Any]) -> dict[str, Any]:
            copies = [message] * rng.randint(0, 4) + rng.sample(earlier, min(3, len(earlier)))
            rng.shuffle(copies)
            for copy in copies:
                await rng.choice((client, twin)).send(copy)
            earlier.append(message)
            return await answer_once(message)

        client.answer_to = many  # type: ignore[method-assign]
        over = await client.play(table, 4)
        client.answer_to = answer_once  # type: ignore[method-assign]
        for socket in (client, twin):  # a socket is answered in order: after this, every earlier answer is here
            await socket.ask("watch", table)
        answers: dict[str, list[str]] = {}
        for frame in (*client.frames, *twin.frames):
            if frame["tell"] == "answer" and frame["ok"]:
                answers.setdefault(frame["id"], []).append(json.dumps(frame, sort_keys=True))
        durable = {
            message["id"]
            for message in earlier
            if message["do"] in ("post", "set", "house_way", "entropy_commit", "entropy", "sit")
        }
        assert any(len(copies) > 1 for copies in answers.values())
        assert all(len(set(copies)) == 1 for message_id, copies in answers.items() if message_id in durable)
        for last in over:
            record = json.loads((await client.http.get(f"/api/rounds/{last['id']}")).text)
            mine = [move for move in record["moves"] if move.get("seat") == 2]
            assert [move["move"] for move in mine] == ["posted", "set"]
        again = {**earlier[-1], "id": next(m["id"] for m in earlier if m["do"] == "post")}
        assert "used before for another command" in (await answer_once(again))["refused"]
        await client.close()
        await twin.close()

    run(play())


def test_stale_and_foreign_moves_are_refused(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        other = await Client(server.url).come_in()
        table = await table_for(client, "pyramid", pace="parked")
        await other.ask("watch", table)
        await other.ask("sit", table)
        for player in (client, other):
            await player.ask("next", table)
        round_, _ = await asyncio.gather(client.take_part(table), other.take_part(table))
        wagers = {"main": 5, "three_card": 5, "six_card": 5}
        meant = {"round": round_["id"], "version": 0, "wagers": wagers}
        with pytest.raises(Refused, match="seat 2 is not yours"):
            await client.ask("post", table, **meant, seat=2)
        with pytest.raises(Refused, match="is not the current round"):
            await client.ask("post", table, **{**meant, "round": f"{table}-99"})
        with pytest.raises(Refused, match="stale"):
            await client.ask("post", table, **{**meant, "version": 7})
        with pytest.raises(Refused, match="5 to 100 whole chips"):
            await client.ask("post", table, **{**meant, "wagers": {**wagers, "main": 101}})
        await asyncio.gather(client.ask("post", table, **meant), other.ask("post", table, **meant))
        with pytest.raises(Refused, match="stale"):
            await client.ask("house_way", table, round=round_["id"], version=0)
        now = await client.until(lambda: client.tables[table]["round"]["version"] > 1 and client.tables[table]["round"])
        meant = {"round": now["id"], "version": now["version"]}
        await client.ask("house_way", table, **meant)
        with pytest.raises(Refused, match="seat 1 has moved already"):  # a view from before the answer asks once more
            await client.ask("house_way", table, **meant)
        with pytest.raises(Refused, match="no table"):
            await client.ask("sit", "NOSUCH")
        await client.close()
        await other.close()

    run(play())


def test_hands_are_named_as_they_form(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, "chinese", bots=["house_way"])

        async def look() -> None:
            round_ = await client.until(lambda: _setting(client.tables[table]))
            cards = next(seat["cards"] for seat in round_["seats"] if seat["seat"] == 2)
            answer = await client.ask("ask", table, hands={"front": " ".join(cards[:3])})
            assert answer["names"]["front"]
            assert "set the hands front, middle, back" in answer["problem"]
            assert len(answer["left"].split()) == 10
            worst = sorted(cards, key=lambda card: "23456789TJQKA".index(card[0]), reverse=True)
            hands = {"front": worst[:3], "middle": worst[3:8], "back": worst[8:]}
            answer = await client.ask("ask", table, hands={slot: " ".join(hand) for slot, hand in hands.items()})
            assert answer["problem"] is None
            assert set(answer["names"]) == {"front", "middle", "back"}

        await client.until(lambda: client.tables[table]["round"])
        await client.take_part(table)
        await look()
        await client.play(table, 1)
        await client.close()

    run(play())


def _setting(view: dict[str, Any]) -> dict[str, Any] | None:
    round_: dict[str, Any] | None = view["round"]
    return round_ if round_ and round_["opened"] and round_["step"]["kind"] == "set" else None


def test_a_client_that_does_not_read_is_disconnected_and_the_table_continues(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        sleeper = await Client(server.url).come_in()
        table = await table_for(client, "pyramid", bots=["house_way"])
        await sleeper.ask("watch", table)
        assert sleeper._reader is not None
        sleeper._reader.cancel()
        sleeper._socket.transport.pause_reading()
        before = (await client.http.get("/api/health")).json()["sockets"]
        for number in range(6_000):
            with contextlib.suppress(websockets.ConnectionClosed):
                await sleeper.send({"do": "watch", "id": f"w{number}", "table": table})
            if number % 500 == 0 and (await client.http.get("/api/health")).json()["sockets"] < before:
                break
        over = await client.play(table, 1)
        assert over
        assert (await client.http.get("/api/health")).json()["sockets"] < before
        await client.close()
        await sleeper.close()

    run(play())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_a_socket_from_elsewhere_is_refused(server: Server, origin: str) -> None:
    async def play() -> None:
        client = Client(server.url)
        await client.http.post("/api/session")
        with pytest.raises(websockets.InvalidStatus):
            await client.connect(Origin=origin)
        await client.close()

    run(play())


def test_a_socket_without_a_session_is_refused_and_logout_closes_it(server: Server) -> None:
    async def play() -> None:
        stranger = Client(server.url)
        with pytest.raises(websockets.InvalidStatus):
            await stranger.connect()
        client = await Client(server.url).come_in()
        table = await table_for(client)
        await client.http.post("/api/logout")
        await asyncio.wait_for(client._socket.wait_closed(), 1)
        assert client._socket.close_code == 4001
        assert (await client.http.get(f"/api/tables/{table}")).status_code == 401
        await client.close()
        await stranger.close()

    run(play())


def test_a_player_who_commits_and_does_not_reveal_sits_out(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        other = await Client(server.url).come_in()
        table = await table_for(client, "pyramid")
        await other.ask("watch", table)
        await other.ask("sit", table)
        async with asyncio.timeout(60):
            while not withheld(other, table):
                for player in (client, other):
                    move = player.next_move(table, player.tables[table], None)
                    if move is not None and not (player is other and move["do"] == "entropy"):
                        await player._try(move)
                await asyncio.sleep(0.02)
        voided = withheld(other, table)[0]
        assert len(voided["reveal"]["permutation"]) == 312
        assert "2" in voided["reveal"]["commitments"]
        assert "2" not in voided["reveal"]["clients"]
        chairs = await client.until(lambda: [chair for chair in client.tables[table]["chairs"] if chair["out"]])
        assert [chair["out"] for chair in chairs] == ["did not reveal its part of the shuffle"]
        await client.close()
        await other.close()

    def withheld(watcher: Client, table: str) -> list[dict[str, Any]]:
        events = watcher.events(table)
        return [event for event in events if event["kind"] == "voided" and event["reason"] == "withheld"]

    run(play())

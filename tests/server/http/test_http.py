"""The HTTP side: sessions, accounts, the operator, and what no request may do."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest

from houseway.games import GAMES
from houseway.records.store import schema
from houseway.server.http.attempts import TRIES_OF_A_KNOWN_ADDRESS
from houseway.server.views import messages
from support.client import Client
from support.server_process import Server
from support.visits import operator, run, table_for, visitor


def test_a_guest_gets_play_chips_and_a_cookie_that_scripts_cannot_read(server: Server) -> None:
    client = httpx.Client(base_url=server.url)
    answer = client.post("/api/session")
    cookie = answer.headers["set-cookie"]
    assert answer.json()["chips"] == 10_000
    assert answer.json()["kind"] == "guest"
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.post("/api/session").json()["player"] == answer.json()["player"], "a session goes on"


def test_every_answer_has_the_security_headers_and_nothing_is_compressed(server: Server) -> None:
    for path in ("/api/health", "/openapi.json", "/nowhere", "/"):
        answer = httpx.get(server.url + path, headers={"Accept-Encoding": "gzip, br"}, timeout=60)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "content-encoding" not in answer.headers
        assert "server" not in answer.headers
    assert "cdn" not in httpx.get(f"{server.url}/docs", timeout=60).text, "nothing is fetched from elsewhere"
    assert httpx.get(f"{server.url}/api/nowhere", timeout=60).json() == {"refused": "there is nothing at this address"}


def test_an_account_keeps_the_guests_chips_and_can_log_in_again(server: Server) -> None:
    guest = visitor(server)
    assert guest.post("/api/register", json={"name": "Ada L.", "password": "short"}).status_code == 409
    assert guest.post("/api/register", json={"name": "House", "password": "long enough"}).status_code == 409
    named = guest.post("/api/register", json={"name": "Ada Lovelace", "password": "difference engine"})
    assert named.json()["kind"] == "named"
    other = visitor(server)
    taken = other.post("/api/register", json={"name": "ada lovelace", "password": "difference engine"})
    assert taken.status_code == 409
    again = httpx.Client(base_url=server.url)
    assert again.post("/api/login", json={"name": "ADA LOVELACE", "password": "difference engine"}).status_code == 200
    assert again.get("/api/me").json()["player"] == "Ada Lovelace"
    assert again.post("/api/logout").status_code == 200
    assert again.get("/api/me").status_code == 401


def test_every_failed_login_says_the_same_and_the_account_is_locked(server: Server) -> None:
    guest = visitor(server)
    guest.post("/api/register", json={"name": "Locked Out", "password": "right password"})
    tries = [("Locked Out", "wrong password")] * TRIES_OF_A_KNOWN_ADDRESS + [("Nobody At All", "whatever it is")]
    wrong = [httpx.post(f"{server.url}/api/login", json={"name": n, "password": p}, timeout=60) for n, p in tries]
    locked = httpx.post(
        f"{server.url}/api/login", json={"name": "Locked Out", "password": "right password"}, timeout=60
    )
    assert {(answer.status_code, answer.content) for answer in (*wrong, locked)} == {(401, wrong[0].content)}


@pytest.mark.slow
def test_failed_logins_take_the_same_time(server: Server) -> None:
    """Over 60 logins each, the medians for a name that exists and one that does not differ by less than 5 %."""
    guest = visitor(server)
    guest.post("/api/register", json={"name": "Timed Person", "password": "right password"})
    took: dict[str, list[float]] = {"Timed Person": [], "No Such Person": []}
    for _ in range(60):
        for name, times in took.items():
            start = time.perf_counter()
            httpx.post(f"{server.url}/api/login", json={"name": name, "password": "wrong password"}, timeout=60)
            times.append(time.perf_counter() - start)
    known, unknown = (statistics.median(times) for times in took.values())
    assert abs(known - unknown) / unknown < 0.05


def test_requests_from_other_pages_change_nothing(server: Server) -> None:
    client = visitor(server)
    refused = client.post("/api/tables", json={"game": "pyramid"}, headers={"Origin": "http://evil.example"})
    assert refused.status_code == 403
    assert client.post("/api/tables", json={"game": "pyramid"}, headers={"Origin": server.url}).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"game": "bridge"}, "there is no game 'bridge'"),
        ({"game": "pyramid", "pace": "warp"}, "there is no pace 'warp'"),
        ({"game": "pyramid", "seats": 9}, "seats 1 to 7, not 9"),
        ({"game": "pyramid", "bots": ["genius"]}, "there is no bot 'genius'"),
        ({"game": "chinese", "seats": 2, "bots": ["house_way", "house_way"]}, "leave no seat free"),
        ({"game": "pyramid", "options": {"decks": 0}}, "decks cannot be 0"),
        ({"game": "pyramid", "options": {"dekcs": 6}}, "did you mean 'decks'"),
        ({"game": "pyramid", "cash": 5}, "Extra inputs are not permitted"),
        ({}, "game cannot be read"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(server: Server, wanted: dict[str, Any], sentence: str) -> None:
    answer = visitor(server).post("/api/tables", json=wanted)
    assert answer.status_code in (400, 409, 422)
    assert sentence in answer.json()["refused"]


def test_games_and_rulebooks_as_data(server: Server) -> None:
    games = {game["key"]: game for game in httpx.get(f"{server.url}/api/games", timeout=60).json()}
    assert set(games) == set(GAMES)
    options = {option["name"]: option for option in games["pyramid"]["options"]}
    decks = options["decks"]
    assert (decks["kind"], decks["default"], decks["low"], decks["high"]) == ("number", 6, 1, 100)
    assert options["single_copy"]["choices"] == ["push", "bank_wins"]
    assert [step["kind"] for step in games["showdown"]["steps"]][:2] == ["deal", "decide"]
    book = httpx.get(f"{server.url}/api/rules/pyramid", timeout=60).json()
    assert any(clause["id"] == "PYR-38" for clause in book["clauses"])
    assert httpx.get(f"{server.url}/api/rules/bridge", timeout=60).status_code == 404


def test_best_setting_over_http(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/best", json={"game": "pyramid", "cards": "Js Jd 6c"}, timeout=120)
    assert answer.status_code == 200, answer.text
    assert answer.json()["options"][0]["setting"]
    assert (
        httpx.post(f"{server.url}/api/best", json={"game": "pyramid", "cards": "Js Zz"}, timeout=60).status_code == 400
    )


# The operator ------------------------------------------------------------------------------------------------------


def test_the_operators_routes_need_the_token(server: Server) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": server.token[:-1]}):
        assert httpx.get(f"{server.url}/api/operator/status", headers=headers, timeout=60).status_code == 401
    assert operator(server).get("/api/operator/status").status_code == 200
    assert server.log.read_text().count(server.token) == 1
    assert server.token.encode() not in (server.folder / "room.db").read_bytes()


def test_the_operator_voids_by_the_sheet_and_everything_goes_back(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        staff = operator(server)
        table = await table_for(client, "pyramid", bots=["house_way"])
        round_ = await client.until(lambda: _open(client.tables[table]) or _send_entropy(client, table))
        before = (await client.http.get("/api/me")).json()["chips"]
        assert before == 8_000, "two thousand are held for the round"
        bad = staff.post(f"/api/operator/tables/{table}/void", json={"reason": "bad luck"})
        assert bad.status_code == 409
        assert "exposed_card" in bad.json()["refused"]
        assert (
            staff.post(f"/api/operator/tables/{table}/void", json={"reason": "misdeal", "note": "spilled"}).status_code
            == 200
        )
        await client.until(lambda: client.tables[table]["last"] or client.tables[table]["round"]["id"] != round_["id"])
        record = (await client.http.get(f"/api/rounds/{round_['id']}")).json()
        assert record["moves"][-1]["reason"] == "misdeal"
        assert record["payments"] == []
        await client.close()

    run(play())


def _open(view: dict[str, Any]) -> dict[str, Any] | None:
    round_: dict[str, Any] | None = view["round"]
    return round_ if round_ and round_["opened"] else None


_TASKS: set[Any] = set()


def _send_entropy(client: Client, table: str) -> Literal[False]:
    move = client.next_move(table, client.tables[table], None)
    if move and move["do"] in ("entropy_commit", "entropy"):
        _TASKS.add(asyncio.ensure_future(client._try(move)))
    return False


def test_terms_are_dated_versions_and_a_running_round_keeps_its_own(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        staff = operator(server)
        table = await table_for(client, "pick2", bots=["house_way"])
        first = (await client.play(table, 1))[0]
        made = staff.post(
            "/api/operator/terms", json={"game": "pick2", "options": {"ante_max": 40}, "note": "a quiet night"}
        )
        assert made.status_code == 200, made.text
        await client.until(lambda: client.tables[table]["terms_version"] == made.json()["version"])
        last = (await client.play(table, 2))[-1]
        assert last["terms_hash"] != first["terms_hash"]
        record = (await client.http.get(f"/api/rounds/{last['id']}")).json()
        assert record["terms_version"] == made.json()["version"]
        assert record["terms"]["ante_max"] == "40"
        versions = staff.get("/api/operator/terms/pick2").json()
        assert versions[-1]["note"] == "a quiet night"
        assert staff.post("/api/operator/terms", json={"game": "pick2", "options": {"ante_max": -1}}).status_code == 409
        too_high = staff.post("/api/operator/terms", json={"game": "pick2", "options": {"ante_max": 100_000}})
        assert too_high.status_code == 409
        assert "P2P-24" in too_high.text
        await client.close()

    run(play())


def test_a_dispute_goes_from_objection_to_ruling(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        stranger = visitor(server)
        staff = operator(server)
        table = await table_for(client, "casino", bots=["house_way"])
        last = (await client.play(table, 1))[0]
        made = await client.http.post(f"/api/rounds/{last['id']}/dispute", json={"says": "my joker was wild"})
        assert stranger.post(f"/api/rounds/{last['id']}/dispute", json={"says": "mine too"}).status_code == 404
        name = made.json()["dispute"]
        shown = staff.get(f"/api/operator/disputes/{name}/evidence").json()
        assert shown["record"]["round"] == last["id"]
        assert shown["events"][0]["kind"] == "committed"
        assert (
            staff.post(f"/api/operator/disputes/{name}/ruling", json={"upheld": False, "ruling": "it was"}).status_code
            == 200
        )
        twice = staff.post(f"/api/operator/disputes/{name}/ruling", json={"upheld": True, "ruling": "no"})
        assert twice.status_code == 409
        returns = staff.get("/api/operator/returns").json()
        assert {"game", "wager", "staked", "return", "expected", "band", "alarm"} <= set(returns[0])
        await client.close()

    run(play())


def test_a_text_that_one_database_could_not_keep_is_refused_by_all(server: Server) -> None:
    guest = visitor(server)
    staff = operator(server)
    answers = [
        guest.post("/api/login", json={"name": "A\x00a", "password": "long enough"}),
        guest.post("/api/rounds/AAAAA-1/dispute", json={"says": "\x00"}),
        guest.get("/api/history", params={"before": "\x00"}),
        staff.get("/api/operator/rounds", params={"words": "\x00"}),
        staff.get("/api/operator/rounds", params={"game": "a\x00"}),
        staff.post("/api/operator/terms", json={"game": "pick2", "note": "\x00"}),
        staff.post("/api/operator/tables/AAAAA/void", json={"reason": "misdeal", "note": "\x00"}),
        staff.post("/api/operator/disputes/AAAAA/ruling", json={"upheld": True, "ruling": "\x00"}),
    ]
    assert [answer.status_code for answer in answers] == [422] * 8
    assert all(answer.json()["refused"].endswith("it may have any character except NUL (U+0000)") for answer in answers)


def test_the_operator_sees_no_live_card(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        staff = operator(server)
        table = await table_for(client, "chinese", pace="parked", seats=2, bots=["house_way"])
        await client.ask("next", table)
        await client.until(lambda: _open(client.tables[table]) or _send_entropy(client, table))
        cards = client.tables[table]["round"]["own"] and client.tables[table]["round"]["seats"][1]["cards"]
        assert len(cards) == 13
        text = "".join(
            staff.get(f"/api/operator/{path}").text for path in ("status", "disputes", "returns", "terms/chinese")
        )
        text += staff.get(f"/api/tables/{table}").text
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", text)
        round_id = client.tables[table]["round"]["id"]
        assert (await client.http.get(f"/api/rounds/{round_id}")).status_code == 409
        await client.close()

    run(play())


def test_the_operator_audits_the_running_room(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = await table_for(client, "pyramid", bots=["house_way"])
        await client.play(table, 1)
        await client.close()

    run(play())
    staff = operator(server)
    assert staff.post("/api/operator/audit").status_code == 200
    for _ in range(600):
        audit = staff.get("/api/operator/audit").json()
        if audit["last"]:
            break
        time.sleep(0.1)
    assert audit["last"]["fault"] is None
    assert audit["last"]["events"] > 10


# The manual --------------------------------------------------------------------------------------------------------


def test_the_protocol_page_names_every_operation_and_every_message(server: Server) -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
    api = httpx.get(f"{server.url}/openapi.json", timeout=60).json()
    for path in api["paths"]:
        ending = path.split("{dispute_id}")[-1] if "dispute_id" in path else path
        named = re.sub(r"\{(round_id|code|game)\}", lambda m: {"round_id": "{id}"}.get(m[1], m[0]), ending)
        assert named in page, f"{path} is not in the manual"
    for kind in messages.AnyMessage.__args__:
        assert f"`{kind.__struct_config__.tag}`" in page


# No cash -----------------------------------------------------------------------------------------------------------

CASH = re.compile(
    "deposit|withdraw|cash|currency|dollar|euro|card_number|iban|paypal|stripe|crypto|wallet|purchase", re.IGNORECASE
)


def test_there_is_no_cash_path(server: Server) -> None:
    """No route, body or column knows money; the only source of chips is free, and players pay only by a clause."""
    api = httpx.get(f"{server.url}/openapi.json", timeout=60).json()
    names = [
        *api["paths"],
        *(name for model in api["components"]["schemas"].values() for name in model.get("properties", {})),
    ]
    assert not [name for name in names if CASH.search(name)]
    columns = [f"{table.name}.{column.name}" for table in schema.metadata.tables.values() for column in table.columns]
    assert not [name for name in columns if CASH.search(name)]
    paths = " ".join(api["paths"])
    assert "transfer" not in paths
    assert "/api/chips" in paths


def test_new_chips_are_only_for_a_player_who_has_none(server: Server) -> None:
    assert visitor(server).post("/api/chips").status_code == 409

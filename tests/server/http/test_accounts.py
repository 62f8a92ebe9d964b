"""Accounts, codes, hosts, limits and moderation over HTTP and the socket, as a program uses them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from houseway.server.http.codes import OF_AN_ADDRESS
from support.client import Client, Refused
from support.server_process import Server
from support.visits import operator, run, visitor

PASSWORD = "difference engine"


def named(server: Server, name: str) -> httpx.Client:
    client = visitor(server)
    answer = client.post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return client


def token(client: httpx.Client) -> str:
    return next(cookie.value or "" for cookie in client.cookies.jar)


def signed_in(server: Server, name: str, password: str = PASSWORD) -> httpx.Client:
    client = httpx.Client(base_url=server.url, timeout=60)
    assert client.post("/api/login", json={"name": name, "password": password}).status_code == 200
    return client


def test_registering_and_signing_in_give_a_new_token_and_end_the_old(server: Server) -> None:
    client = visitor(server)
    before = token(client)
    client.post("/api/register", json={"name": "Rotating Rota", "password": PASSWORD})
    after = token(client)
    assert after != before
    assert (
        httpx.get(f"{server.url}/api/me", headers={"Cookie": f"houseway_session={before}"}, timeout=60).status_code
        == 401
    )
    client.post("/api/login", json={"name": "Rotating Rota", "password": PASSWORD})
    assert token(client) not in (before, after)
    assert (
        httpx.get(f"{server.url}/api/me", headers={"Cookie": f"houseway_session={after}"}, timeout=60).status_code
        == 401
    )


def test_sessions_over_http(server: Server) -> None:
    first = named(server, "Sessile Oak")
    second = signed_in(server, "Sessile Oak")
    listed = first.get("/api/sessions").json()
    assert [each["this"] for each in listed] == [False, True]
    assert set(listed[0]) == {"id", "made_at", "seen_at", "expires_at", "this"}
    assert first.delete(f"/api/sessions/{listed[0]['id']}").status_code == 200
    assert second.get("/api/me").status_code == 401
    assert first.delete(f"/api/sessions/{listed[0]['id']}").status_code == 404
    signed_in(server, "Sessile Oak")
    assert first.delete("/api/sessions").json() == {"ended": 1}
    assert first.get("/api/me").status_code == 200


def test_passwords_over_http(server: Server) -> None:
    client = named(server, "Changing Man")
    other = signed_in(server, "Changing Man")
    weak = client.post("/api/password", json={"old": PASSWORD, "new": "password1"})
    assert weak.status_code == 409
    assert "easily guessed" in weak.json()["refused"]
    assert client.post("/api/password", json={"old": "not this one", "new": "another engine"}).status_code == 401
    assert client.post("/api/password", json={"old": PASSWORD, "new": "another engine"}).status_code == 200
    assert client.get("/api/me").status_code == 200
    assert other.get("/api/me").status_code == 401
    assert visitor(server).post("/api/password", json={"old": "x", "new": "another engine"}).status_code == 409


def test_the_operators_link_sets_a_password_once(server: Server) -> None:
    client = named(server, "Forgetful Jones")
    house = operator(server)
    assert house.post("/api/operator/reset-link", json={"name": "Nobody Here"}).status_code == 404
    assert client.post("/api/operator/reset-link", json={"name": "Forgetful Jones"}).status_code == 401
    link = house.post("/api/operator/reset-link", json={"name": "forgetful jones"}).json()["path"]
    path, _, secret = link.partition("#")
    assert path == "/reset", "the token is in the fragment, which browsers do not send"
    new = {"token": secret, "password": "remembered engine"}
    assert httpx.post(f"{server.url}/api/reset", json=new, timeout=60).json() == {"player": "Forgetful Jones"}
    assert httpx.post(f"{server.url}/api/reset", json=new, timeout=60).status_code == 404
    assert client.get("/api/me").status_code == 401
    signed_in(server, "Forgetful Jones", "remembered engine")
    assert secret.encode() not in b"".join(file.read_bytes() for file in server.folder.glob("room.db*"))
    assert secret not in server.log.read_text()


@pytest.mark.parametrize("name", ["Ada", "аdа", "Guest 100000", "Operator", "B1aise"])
def test_names_of_others_are_refused(server: Server, name: str) -> None:
    answer = visitor(server).post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 409
    assert repr(name) in answer.json()["refused"]


# Tables ------------------------------------------------------------------------------------------------------------


def made(client: httpx.Client, **wanted: Any) -> httpx.Response:
    return client.post("/api/tables", json={"game": "pyramid", **wanted})


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("pyramid", {"w1_max": 10**9}, "w1_max cannot be 1000000000 at this table: the operator's limit is 100"),
        ("pyramid", {"w1_max": "101"}, "w1_max cannot be 101 at this table: the operator's limit is 100"),
        ("pyramid", {"w2_paytable.flush": 10**6}, "the operator's limit is 2"),
        (
            "pyramid",
            {"max_aggregate": None},
            "max_aggregate cannot be null at this table",
        ),
        ("pai_gow", {"commission": 0}, "commission cannot be 0 at this table: the operator's terms require at least 5"),
        ("chinese", {"unit_max": 11}, "unit_max cannot be 11 at this table: the operator's limit is 10"),
        ("showdown", {"ante_chips": 11}, "ante_chips cannot be 11 at this table: the operator's limit is 10"),
    ],
)
def test_no_guest_opens_a_table_above_the_operators_limits(
    server: Server, game: str, options: dict[str, Any], sentence: str
) -> None:
    answer = visitor(server).post("/api/tables", json={"game": game, "options": options})
    assert answer.status_code == 409
    assert sentence in answer.json()["refused"]


def test_returns_are_listed_by_terms(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        for options in ({}, {"w1_max": 50}):
            body = {"game": "pyramid", "options": options}
            table = (await client.http.post("/api/tables", json=body)).json()["table"]
            await client.ask("watch", table)
            await client.until(lambda table=table: table in client.tables)  # type: ignore[misc]
            await client.ask("sit", table)
            await client.play(table, 1)
            await client.ask("stand", table)
        await client.close()

    run(play())
    rows = [row for row in operator(server).get("/api/operator/returns").json() if row["game"] == "pyramid"]
    mains = {row["terms_hash"]: row for row in rows if row["wager"] == rows[0]["wager"]}
    assert len(mains) >= 2
    assert {"w1_max": 50} in [row["changed"] for row in mains.values()]


def test_table_codes_are_long_and_short_codes_expire_and_are_rate_limited(server: Server) -> None:
    host = visitor(server)
    guest = visitor(server)
    table = made(host, private=True).json()["table"]
    assert 31 ** len(table) > 2**60
    assert guest.post(f"/api/tables/{table}/share").status_code == 409, "only those who sit there share it"
    shared = host.post(f"/api/tables/{table}/share").json()
    assert shared["table"] == table
    spelled = f" {shared['short_code'][:4].lower()}-{shared['short_code'][4:]} "
    assert guest.post("/api/codes", json={"code": spelled}).json() == {"table": table}
    unknown = guest.get("/api/tables/AAAAAAAAAAAAA")
    assert unknown.status_code == 404
    wrong = [guest.post("/api/codes", json={"code": "ABCDEFGH"}) for _ in range(int(OF_AN_ADDRESS.at_once))]
    assert {answer.status_code for answer in wrong} == {404, 429}
    assert next(answer for answer in wrong if answer.status_code == 404).content == unknown.content


def test_a_host_kicks_and_mutes(server: Server) -> None:
    async def play() -> None:
        host = await Client(server.url).come_in()
        guest = await Client(server.url).come_in()
        table = (await host.http.post("/api/tables", json={"game": "pyramid", "pace": "parked"})).json()["table"]
        for client in (host, guest):
            await client.ask("watch", table)
            await client.until(lambda client=client: table in client.tables)  # type: ignore[misc]
        seat = (await guest.ask("sit", table))["seat"]
        assert host.tables[table]["you"]["host"]
        assert not guest.tables[table]["you"]["host"]
        with pytest.raises(Refused, match="only the host"):
            await guest.ask("mute", table, seat=seat)
        await host.ask("mute", table, seat=seat)
        with pytest.raises(Refused, match="does not show your emotes"):
            await guest.ask("emote", table, word="hello")
        await host.until(lambda: host.tables[table]["chairs"][0]["muted"])
        await host.ask("mute", table, seat=seat, muted=False)
        await guest.ask("emote", table, word="hello")
        await host.ask("kick", table, seat=seat)
        await host.until(lambda: not host.tables[table]["chairs"] or host.tables[table]["chairs"][0]["out"])
        with pytest.raises(Refused, match="asked you to leave"):
            await guest.ask("sit_in" if host.tables[table]["chairs"] else "sit", table)
        await asyncio.gather(host.close(), guest.close())

    run(play())


def test_strangers_who_leave_at_every_wager_do_not_keep_a_table_from_playing(server: Server) -> None:
    async def grief(table: str, done: asyncio.Event) -> int:
        """A new guest each time sits down, waits for its wager to be due, and stands up; gives how often."""
        times = 0
        while not done.is_set() and times < 40:
            client = await Client(server.url).come_in()
            try:
                await client.ask("watch", table)
                await client.ask("sit", table)
                tables = client.tables
                await client.until(
                    lambda tables=tables: done.is_set() or _wager_due(tables[table]),  # type: ignore[misc]
                    seconds=3,
                )
                await client.ask("stand", table)
                times += 1
            except (Refused, TimeoutError):
                pass
            await client.close()
        return times

    async def play() -> None:
        honest = await Client(server.url).come_in()
        table = (await honest.http.post("/api/tables", json={"game": "pyramid"})).json()["table"]
        await honest.ask("watch", table)
        await honest.until(lambda: table in honest.tables)
        await honest.ask("sit", table)
        done = asyncio.Event()
        griefers = [asyncio.create_task(grief(table, done)) for _ in range(2)]
        over = await honest.play(table, 4)
        done.set()
        assert len(over) == 4
        assert sum(await asyncio.gather(*griefers)) > 0
        await honest.close()

    run(play())


def _wager_due(view: dict[str, Any]) -> bool:
    round_ = view["round"]
    return bool(round_ and round_["opened"] and round_["step"]["kind"] == "wager" and round_["own"])


def test_one_dispute_for_each_person_and_round(server: Server) -> None:
    async def play() -> None:
        client = await Client(server.url).come_in()
        table = (await client.http.post("/api/tables", json={"game": "pyramid"})).json()["table"]
        await client.ask("watch", table)
        await client.until(lambda: table in client.tables)
        await client.ask("sit", table)
        (last,) = await client.play(table, 1)
        path = f"/api/rounds/{last['id']}/dispute"
        answers = await asyncio.gather(*(client.http.post(path, json={"says": f"try {n}"}) for n in range(20)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
        first = next(answer for answer in answers if answer.status_code == 200)
        says = f"try {answers.index(first)}"
        assert (await client.http.post(path, json={"says": says})).json() == first.json(), "the same again is the same"
        await client.close()

    run(play())


def test_only_the_operator_reads_signals_and_acts_on_accounts(server: Server) -> None:
    guest = named(server, "Noisy Neighbour")
    assert guest.get("/api/operator/signals").status_code == 401
    house = operator(server)
    listed = house.get("/api/operator/signals").json()
    assert set(listed) == {"signals", "restrictions", "names", "days"}
    nobody = {"kind": "warn", "person": "pnobody", "reason": "warned twice"}
    assert house.post("/api/operator/moderation", json=nobody).status_code == 409
    person = house.get("/api/operator/people", params={"name": "noisy neighbour"}).json()
    act = {"kind": "warn", "person": person["id"], "reason": "warned twice"}
    done = house.post("/api/operator/moderation", json=act).json()
    assert guest.get("/api/me").json()["warnings"] == [{"reason": "warned twice", "at": done["made_at"]}]
    assert house.post(f"/api/operator/moderation/{done['id']}/lift").status_code == 200
    assert guest.get("/api/me").json()["warnings"] == []
    assert house.post("/api/operator/moderation", json={**act, "kind": "close"}).status_code == 200
    assert guest.get("/api/me").status_code == 401
    refused = httpx.post(f"{server.url}/api/login", json={"name": "Noisy Neighbour", "password": PASSWORD}, timeout=60)
    assert refused.status_code == 401

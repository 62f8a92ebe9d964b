"""Limits by cost: every route, message and question has a price, and budgets refuse with the time to wait."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from houseway.games import GAMES
from houseway.records.store import Change, Event, Session, Store
from houseway.server.http import costs
from houseway.server.http.app import make_app
from houseway.server.http.cookies import PLAIN_COOKIE
from houseway.server.http.session_tokens import token_hash
from houseway.server.http.socket import Sockets
from houseway.server.runtime.limits import Buckets, Budgets, Rate, Rates
from houseway.server.runtime.outbox import Caller, Outbox
from houseway.server.runtime.settings import Settings
from houseway.server.study.questions import QUESTIONS
from houseway.server.views import messages
from support.rooms import AT, ROOM_KEY, Table, opened, welcome

HANDLERS = Path(__file__).parents[3] / "benchmarks" / "handlers.py"


async def _no_store() -> Store:
    raise AssertionError("the routes alone are looked at")


def test_every_route_message_and_question_has_a_cost() -> None:
    app = make_app(_no_store, Settings())
    described = app.openapi()["paths"]
    named = [(method.upper(), path) for path, methods in described.items() for method in methods]
    assert len(named) > 40
    assert [each for each in named if costs.route_cost(*each) <= 0] == []
    paths = {f"{method} {path}" for method, path in named}
    assert set(costs.ROUTES) <= paths, "a cost of a route that is not there"
    assert set(get_args(messages.AnyMessage)) == set(costs.MESSAGES)
    assert {name for name in QUESTIONS if name != "exact_wagers"} == set(costs.QUESTIONS)


def test_the_benchmark_of_handlers_measures_every_route() -> None:
    """A cost that nobody measured is a guess: a new route gets its worst requests in `benchmarks/handlers.py`."""
    spec = importlib.util.spec_from_file_location("handlers", HANDLERS)
    assert spec is not None
    assert spec.loader is not None
    handlers = importlib.util.module_from_spec(spec)
    sys.modules["handlers"] = handlers
    spec.loader.exec_module(handlers)
    assert handlers.routes_without_a_request() == set()


def test_a_budget_charges_costs_and_reports_when_it_has_refilled() -> None:
    now = [0.0]
    budget = Buckets(Rate(per_second=100, at_once=300), clock=lambda: now[0])
    assert [budget.spend("a", 120) for _ in range(3)] == [0.0, 0.0, pytest.approx(0.6)]
    assert budget.spend("a", 60) == 0.0, "what is refused takes nothing"
    assert budget.spend("b", 300) == 0.0
    now[0] = 1.2
    assert budget.spend("a", 120) == 0.0
    assert budget.spend("c", 10_000) == 0.0, "what costs more than a full budget takes all of it"
    assert budget.spend("c", 1) > 0


def test_costly_requests_use_up_a_budget_sooner_than_cheap_ones() -> None:
    replay = costs.route_cost("GET", "/api/rounds/{round_id}/replay")
    me = costs.route_cost("GET", "/api/me")
    assert replay > 2 * me

    def how_many(cost: float) -> int:
        budget = Buckets(Rate(0.001, 600), clock=lambda: 0.0)
        return next(number for number in range(10_000) if budget.spend("a", cost))

    assert how_many(me) > 2 * how_many(replay)


def run(settings: Settings, folder: Path, *paths: tuple[str, str, Any]) -> list[httpx.Response]:
    async def send_all() -> list[httpx.Response]:
        async def opened() -> Store:
            return await Store.open(f"sqlite:///{folder / 'room.db'}", room_key=b"k" * 32)

        app = make_app(opened, settings)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                await client.post("/api/session")
                return [await client.request(method, path, json=body) for method, path, body in paths]

    return asyncio.run(send_all())


def test_a_request_over_the_budget_is_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    address = Rate(per_second=0.5, at_once=40)
    names = {"game": "pyramid", "cards": "As Kd 2c"}
    requests = [("POST", "/api/names", names)] * 8
    answers = run(Settings(rates=Rates(address=address)), tmp_path, *requests)
    statuses = [answer.status_code for answer in answers]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    wait = int(answers[-1].headers["retry-after"])
    assert wait >= 1
    assert answers[-1].json()["refused"] == f"too much at once; come again in {wait} s"


def test_an_account_has_a_budget_of_its_own(tmp_path: Path) -> None:
    account = Rate(per_second=0.5, at_once=10)
    answers = run(Settings(rates=Rates(account=account)), tmp_path, *([("GET", "/api/me", None)] * 4))
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert "retry-after" in answers[-1].headers


def test_study_has_a_budget_of_its_own_and_starts_nothing_without_it(tmp_path: Path) -> None:
    study = Rate(per_second=1, at_once=0.5)
    rates = Rates(study=study, study_address=Rate(1, 1e9))
    both = run(Settings(rates=rates), tmp_path, *([("POST", "/api/price", {"game": "whist"})] * 2))
    assert [answer.status_code for answer in both] == [400, 400], "what cannot be read costs no study"


def test_every_round_that_the_skill_line_judges_is_charged(tmp_path: Path) -> None:
    """The budget pays for one of three rounds; the verdict of that round is cached and costs nothing any more."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    cookies = {PLAIN_COOKIE: "Ada's token"}
    session = Session(token_hash=token_hash("Ada's token"), person="Ada", made_at=AT, expires_at="9999")
    cost = costs.study_cost("coach")
    rates = Rates(study=Rate(per_second=0.001, at_once=cost))

    async def skill_lines() -> list[list[str | None]]:
        async with opened(url) as store:
            await welcome(store)
            table = Table(store, "T1", GAMES["pyramid"], seed=1)
            await table.make()
            for _ in range(3):
                await table.play()
            await store.commit(Change("room", None, 0, (Event("noted", {}),), rows=(session,)))

        async def store_again() -> Store:
            return await Store.open(url, room_key=ROOM_KEY)

        app = make_app(store_again, Settings(rates=rates))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
                answers = [await client.get("/api/skill", timeout=120) for _ in range(2)]
        return [[json.loads(line).get("why_not") for line in answer.text.splitlines()] for answer in answers]

    for refusals in asyncio.run(skill_lines()):
        assert refusals[0] is None
        assert [str(refusal)[:16] for refusal in refusals[1:]] == ["too much at once"] * 2


class Heard(Outbox):
    """A line that remembers what it was to send."""

    def __init__(self) -> None:
        super().__init__(Caller("account", "Ada"), "session", "address")
        self.frames: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))


def test_messages_are_charged_to_socket_account_and_address() -> None:
    now = [0.0]
    rates = Rates(socket=Rate(1, 1e6), account=Rate(10, 50), address=Rate(1, 1e6))
    sockets = Sockets(room=None, sessions=None, budgets=Budgets(rates, lambda: now[0]))  # type: ignore[arg-type]

    async def ask_for_the_house_way(line: Heard) -> int:
        return await sockets._handle(
            line, "socket", b'{"do":"house_way","id":"a","table":"T","round":"T-1","version":1}'
        )

    async def messages_sent() -> None:
        async def answered(*_: Any) -> dict[str, Any]:
            return {}

        sockets._answer = answered  # type: ignore[method-assign, assignment]
        line = Heard()
        assert [await ask_for_the_house_way(line) for _ in range(6)] == [0, 0, 0, 0, 0, 1]
        assert line.frames[-1]["refused"] == "too much at once; come again in 1 s"
        now[0] = 1.0
        assert await ask_for_the_house_way(line) == 0

    asyncio.run(messages_sent())


def test_no_two_sockets_share_a_budget() -> None:
    """Budgets remember a socket after it is closed, so no name may be used twice."""
    sockets = Sockets(room=None, sessions=None, budgets=Budgets(Rates()))  # type: ignore[arg-type]
    names: list[str] = []

    class Silent:
        """A client that sends one frame."""

        async def receive(self) -> dict[str, Any]:
            return {"type": "websocket.receive", "text": ""}

    async def handle(outbox: Outbox, name: str, frame: str | bytes) -> int:
        names.append(name)
        outbox.cut(1000, "enough")
        return 0

    sockets._handle = handle  # type: ignore[method-assign]
    outbox = Heard()
    for _ in range(3):  # the same object, as three that are given the same memory one after the other
        outbox.closing = None
        asyncio.run(sockets._receive(Silent(), outbox))  # type: ignore[arg-type]
    assert len(set(names)) == 3

"""The web application of the card room: its routes, the socket and the gate in front of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import Depends, FastAPI, WebSocket
from fastapi.responses import JSONResponse

from ...records.store import Store
from ..observability import faults, metrics
from ..runtime.limits import Budgets
from ..runtime.room import Room
from ..runtime.settings import Settings
from ..views.http_errors import RESPONSES, answer_refusals
from .accounts import people_routes
from .codes import Codes
from .database_health import Health
from .dependencies import charge
from .disputes import Disputes
from .gate import Gate
from .health import health_routes
from .lab import lab_routes
from .moderation import moderation_routes
from .operator import operator_routes
from .operator_rounds import operator_round_routes
from .operator_service import Operator
from .pages import Pages
from .play import play_routes
from .services import Accounts, Services
from .socket import Sockets
from .study import study_routes

WEB = Path(__file__).parents[2] / "web"
LAG_SECONDS = 0.5
"""How often the event loop's lag is measured."""


API_ROUTERS = (
    people_routes,
    play_routes,
    study_routes,
    lab_routes,
    operator_routes,
    operator_round_routes,
    moderation_routes,
)
"""The routes that are charged by their cost and described in /openapi.json."""


def make_app(open_store: Callable[[], Awaitable[Store]], settings: Settings, *, web: Path = WEB) -> FastAPI:
    """The application; its store is opened when it starts and closed when it stops."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        faults.watch_event_loop(asyncio.get_running_loop())
        store = await open_store()
        health = Health(store.probe)
        _observe_commits(store, health)
        room = Room(store, settings)
        await room.start()
        metrics.follow_room(
            lambda: len(room.outboxes),
            lambda: len(room.actors),
            lambda: sum(1 for actor in room.actors.values() if actor.owned),
        )
        accounts = Accounts.of_room(room)
        accounts.sessions.start()
        app.state.services = Services(
            room=room,
            accounts=accounts,
            operator=Operator(room),
            health=health,
            codes=Codes(room),
            disputes=Disputes(room),
        )
        room.background(measure_lag())
        app.state.sockets = Sockets(room, accounts.sessions, app.state.budgets)
        try:
            yield
        finally:
            await room.stop()
            await store.close()

    app = FastAPI(title="Houseway", lifespan=life, docs_url=None, redoc_url=None, responses=RESPONSES, version="1")
    app.state.buckets = {}
    app.state.budgets = Budgets(settings.rates)
    answer_refusals(app)
    app.add_middleware(Gate, settings=settings.gate, budget=app.state.budgets.addresses)
    app.include_router(health_routes)
    for routes in API_ROUTERS:
        app.include_router(routes, dependencies=[Depends(charge)])

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        await app.state.sockets.serve(socket)

    _pages(app, web)
    return app


def _observe_commits(store: Store, health: Health) -> None:
    def observe(changes: int, seconds: float, failed: bool) -> None:
        metrics.batch_written(changes, seconds, failed)
        health.wrote(not failed)

    store.observe_batches(observe)


async def measure_lag() -> None:
    """Measure how late the event loop runs a timer."""
    clock = asyncio.get_running_loop().time
    while True:
        due = clock() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        metrics.loop_lagged(max(0.0, clock() - due))


def _pages(app: FastAPI, web: Path) -> None:
    """Serve the pages, if they are built."""
    if (web / "index.html").is_file():
        app.mount("/", Pages(web), name="pages")
    else:

        @app.get("/", include_in_schema=False)
        async def not_built() -> JSONResponse:
            return JSONResponse({"houseway": "the front end is not built; the API is at /openapi.json"})

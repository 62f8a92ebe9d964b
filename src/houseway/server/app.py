"""The card room over HTTP: the application, its doors and what every answer carries."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import JSONResponse

from ..records.store import Store
from .answers import RESPONSES, answer_refusals, refused
from .codes import Codes
from .disputes import Disputes
from .house_rounds import house_round_routes
from .lab import lab_routes
from .limits import Buckets
from .moderation_routes import moderation_routes
from .operator import Operator, operator_routes
from .pages import Pages
from .people import people_routes
from .play import play_routes
from .room import Room, Settings
from .sessions import Sessions
from .socket import Sockets
from .study import study_routes

WEB = Path(__file__).parents[1] / "web"
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LONGEST_BODY = 64 * 1024


@dataclass
class House:
    """What the routes need; filled when the application starts."""

    room: Room
    sessions: Sessions
    operator: Operator
    codes: Codes
    disputes: Disputes


def make_app(open_store: Callable[[], Awaitable[Store]], settings: Settings, *, web: Path = WEB) -> FastAPI:
    """The application; its store is opened when it starts and closed when it stops."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store()
        room = Room(store, settings)
        await room.start()
        sessions = Sessions(room)
        sessions.start()
        app.state.house = House(room, sessions, Operator(room), Codes(room), Disputes(room))
        app.state.sockets = Sockets(room, sessions)
        try:
            yield
        finally:
            await room.stop()
            await store.close()

    app = FastAPI(title="Houseway", lifespan=life, docs_url=None, redoc_url=None, responses=RESPONSES, version="1")
    app.state.buckets = {}
    answer_refusals(app)
    _doors(app, settings)
    for routes in (
        people_routes,
        play_routes,
        study_routes,
        lab_routes,
        operator_routes,
        house_round_routes,
        moderation_routes,
    ):
        app.include_router(routes)

    @app.websocket("/socket")
    async def socket(socket: WebSocket) -> None:
        await app.state.sockets.serve(socket)

    _pages(app, web)
    return app


def _doors(app: FastAPI, settings: Settings) -> None:
    requests = Buckets(settings.rates.requests)

    @app.middleware("http")
    async def door(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        address = request.client.host if request.client else "unknown"
        answer = _turned_away(request, settings) or (
            await go_on(request) if requests.allows(address) else refused(429, "too many requests; slow down")
        )
        answer.headers.update(SECURITY)
        if request.url.path.startswith("/api/"):
            answer.headers["Cache-Control"] = "no-store"
        return answer


def _turned_away(request: Request, settings: Settings) -> JSONResponse | None:
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if request.method not in ("GET", "HEAD", "OPTIONS") and origin is not None:
        own = origin in (f"http://{host}", f"https://{host}") or origin in settings.origins
        if not own:
            return refused(403, "requests that change something come from this server's own pages")
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length) > LONGEST_BODY:
        return refused(413, f"a request has {LONGEST_BODY} bytes at most")
    if "transfer-encoding" in request.headers:
        return refused(413, "say how long the request is")
    return None


def _pages(app: FastAPI, web: Path) -> None:
    """The built front end, where it is built."""
    if (web / "index.html").is_file():
        app.mount("/", Pages(web), name="pages")
    else:

        @app.get("/", include_in_schema=False)
        async def not_built() -> JSONResponse:
            return JSONResponse({"houseway": "the front end is not built; the API is at /openapi.json"})

"""Asks the study pool on behalf of a request: identifies the client, charges it, and stops when it disconnects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from ...records.store import Store
from ..runtime.room import Room
from ..study.history import events_data, events_of
from ..study.jobs import Answer, Client, News, Part, Progress, Queued
from ..study.pool import Ticket
from ..views.study_types import LabLine
from .cookies import session_token
from .costs import study_cost
from .dependencies import address_of, budgets_of, spend
from .services import Services

HEARTBEAT_SECONDS = 1.0
"""A line is sent at least this often, even without news."""
OPERATOR = Client("the operator", "the operator")


class Lines(StreamingResponse):
    """One JSON value on each line."""

    media_type = "application/x-ndjson"


AS_LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {Lines.media_type: {}}, "description": "The response model, one JSON value on each line"}
}
"""The OpenAPI description of a route that answers line by line."""


async def client_of(request: Request, services: Services) -> Client:
    """The account of the session if there is one, else the address."""
    address = address_of(request)
    visitor = await services.accounts.sessions.who(session_token(request))
    return Client(visitor[0].id if visitor else address, address)


async def ask(
    request: Request, services: Services, question: str, arguments: dict[str, Any], *, terms_hash: str | None = None
) -> Ticket:
    """Send a question of this request to the pool; with a terms hash, its answer is cached for everybody."""
    client = await client_of(request, services)
    charge_study(request, client, question)
    key = None if terms_hash is None else (question, f"{terms_hash} {json.dumps(arguments, sort_keys=True)}")
    return services.room.study.ask(client, question, arguments, key=key)


def charge_study(request: Request, client: Client, question: str) -> None:
    """Take the cost of a question from the study budgets of its client and of the address."""
    budgets = budgets_of(request)
    cost = study_cost(question)
    spend(budgets.study, client.name, cost)
    spend(budgets.study_addresses, client.address, cost)


async def json_answer(request: Request, ticket: Ticket) -> Response:
    """The answer as one JSON value; the question is cancelled when the client disconnects."""
    disconnect = asyncio.ensure_future(_disconnected(request))
    disconnect.add_done_callback(lambda _: ticket.leave())
    try:
        return Response(await ticket.answer(), media_type="application/json")
    finally:
        disconnect.cancel()


async def study_answer(request: Request, ticket: Ticket) -> Response:
    """The answer as one JSON value; line by line with its progress if the request accepts lines of JSON."""
    if Lines.media_type in request.headers.get("accept", ""):
        return Lines(line_by_line(ticket))
    return await json_answer(request, ticket)


async def _disconnected(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def line_by_line(ticket: Ticket) -> AsyncIterator[bytes]:
    """Places in the queue, progress and parts of the answer; the last line has the answer or a refusal."""
    clock = asyncio.get_running_loop().time
    begun = clock()
    news = ticket.news().__aiter__()
    pending: asyncio.Task[News] | None = None
    try:
        while True:
            pending = pending or asyncio.ensure_future(_next(news))
            done, _ = await asyncio.wait({pending}, timeout=HEARTBEAT_SECONDS)
            seconds = round(clock() - begun, 3)
            if not done:
                yield _line(LabLine(seconds=seconds))
                continue
            latest = pending.result()
            pending = None
            yield _news_line(latest, seconds)
            if not isinstance(latest, Queued | Progress | Part):
                return
    finally:
        if pending is not None:
            pending.cancel()
        ticket.leave()


async def _next(news: AsyncIterator[News]) -> News:
    return await anext(news)


def _news_line(news: News, seconds: float) -> bytes:
    """One `LabLine`; the JSON of parts and answers is passed on as the worker wrote it."""
    match news:
        case Queued(place=place):
            return _line(LabLine(queued=place, seconds=seconds))
        case Progress(done=done, of=of):
            return _line(LabLine(done=done, of=of, seconds=seconds))
        case Part(data=data):
            return b'{"part": %b, "seconds": %.3f}\n' % (data, seconds)
        case Answer(data=data):
            return b'{"found": %b, "seconds": %.3f}\n' % (data, seconds)
        case refused:
            return _line(LabLine(refused=refused.sentence, seconds=seconds))


def _line(line: LabLine) -> bytes:
    return json.dumps(line).encode() + b"\n"


# Finished rounds -----------------------------------------------------------------------------------------------------


async def record_of(room: Room, client: Client, round_id: str, person: str | None) -> bytes:
    """The record of a finished round, for a player who was in it; `person` None is the operator."""
    events = await events_of(room.store, round_id, person)
    return await room.study.answer(client, "record", {"events": events_data(events)})


async def replay_of(room: Room, client: Client, round_id: str, person: str | None) -> bytes:
    """Every state of a finished round as this person saw it; None is the operator, who sees what a spectator saw."""
    events = await events_of(room.store, round_id, person)
    own = await seats_of(room.store, round_id, person)
    arguments = {"events": events_data(events), "round": round_id, "own": own}
    return await room.study.answer(client, "replay", arguments)


async def coached(room: Room, client: Client, round_id: str, person: str, seat: int | None) -> Ticket:
    """What a person did in a finished round, compared with the best: in the own seat named, else in all own seats."""
    events = await events_of(room.store, round_id, person)
    own = await seats_of(room.store, round_id, person)
    seats = [seat] if seat in own else own
    return room.study.ask(client, "coach", {"events": events_data(events), "seats": seats})


async def seats_of(store: Store, round_id: str, person: str | None) -> list[int]:
    """The seats of this person in a round."""
    return sorted(seat.seat for seat in await store.find.round_players(round_id) if seat.person == person)

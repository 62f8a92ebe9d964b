"""Asks the study pool on behalf of a request: who asks, what it costs them, and when they have left."""

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
from ..study.pool import Answer, Client, News, Part, Progress, Queued, Ticket
from .cookies import session_token
from .costs import study_cost
from .dependencies import address_of, budgets_of, spend

BEAT = 1.0
"""Seconds between two lines when there is no news."""
OPERATOR = Client("the operator", "the operator")


class Lines(StreamingResponse):
    """One JSON value to a line."""

    media_type = "application/x-ndjson"


AS_LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {Lines.media_type: {}}, "description": "One JSON value to a line"}
}
"""How a route says that it answers line by line."""


async def client_of(request: Request, house: Any) -> Client:
    """The account of the session if there is one, else the address."""
    address = address_of(request)
    visitor = await house.sessions.who(session_token(request))
    return Client(visitor[0].id if visitor else address, address)


async def ask(
    request: Request, house: Any, question: str, arguments: dict[str, Any], *, terms_hash: str | None = None
) -> Ticket:
    """Put a question of this request into the pool; with a terms hash, its answer is kept for everybody."""
    client = await client_of(request, house)
    charge_study(request, client, question)
    key = None if terms_hash is None else (question, f"{terms_hash} {json.dumps(arguments, sort_keys=True)}")
    ticket: Ticket = house.room.study.ask(client, question, arguments, key=key)
    return ticket


def charge_study(request: Request, client: Client, question: str) -> None:
    """Take what a question costs from the study budgets of its client and of the address."""
    budgets = budgets_of(request)
    cost = study_cost(question)
    spend(budgets.study, client.name, cost)
    spend(budgets.study_addresses, client.address, cost)


async def plainly(request: Request, ticket: Ticket) -> Response:
    """The answer as one JSON value; the question is given up when the client leaves."""
    return Response(await while_there(request, ticket), media_type="application/json")


async def while_there(request: Request, ticket: Ticket) -> bytes:
    """The answer; the question is given up as soon as the client leaves."""
    leaving = asyncio.ensure_future(_left(request))
    leaving.add_done_callback(lambda _: ticket.leave())
    try:
        return await ticket.answer()
    finally:
        leaving.cancel()


async def _left(request: Request) -> None:
    """Ends when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def line_by_line(ticket: Ticket) -> AsyncIterator[bytes]:
    """Places in the queue, progress, parts, and in the last line the answer or why there is none."""
    clock = asyncio.get_running_loop().time
    begun = clock()
    news = ticket.news().__aiter__()
    coming: asyncio.Task[News] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(_next(news))
            done, _ = await asyncio.wait({coming}, timeout=BEAT)
            seconds = round(clock() - begun, 3)
            if not done:
                yield _line({"seconds": seconds})
                continue
            latest = coming.result()
            coming = None
            yield _told(latest, seconds)
            if not isinstance(latest, Queued | Progress | Part):
                return
    finally:
        if coming is not None:
            coming.cancel()
        ticket.leave()


async def _next(news: AsyncIterator[News]) -> News:
    return await anext(news)


def _told(news: News, seconds: float) -> bytes:
    match news:
        case Queued(place=place):
            return _line({"queued": place, "seconds": seconds})
        case Progress(done=done, of=of):
            return _line({"done": done, "of": of, "seconds": seconds})
        case Part(data=data):
            return b'{"part": %b, "seconds": %.3f}\n' % (data, seconds)
        case Answer(data=data):
            return b'{"found": %b, "seconds": %.3f}\n' % (data, seconds)
        case refused:
            return _line({"refused": refused.sentence, "seconds": seconds})


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


# Finished rounds -----------------------------------------------------------------------------------------------------


async def record_of(room: Room, client: Client, round_id: str, person: str | None) -> bytes:
    """The record of a finished round, for those who were in it; `person` None is the operator."""
    events = await events_of(room.store, round_id, person)
    return await room.study.answer(client, "record", {"events": events_data(events)})


async def replay_of(room: Room, client: Client, round_id: str, person: str | None) -> bytes:
    """Every state of a finished round as this person saw it; None is the operator, who sees it as a watcher."""
    events = await events_of(room.store, round_id, person)
    own = await seats_of(room.store, round_id, person)
    arguments = {"events": events_data(events), "round": round_id, "own": own}
    return await room.study.answer(client, "replay", arguments)


async def coached(room: Room, client: Client, round_id: str, person: str, seat: int | None) -> Ticket:
    """What a person did in a finished round, beside the best."""
    events = await events_of(room.store, round_id, person)
    own = await seats_of(room.store, round_id, person)
    number = seat if seat in own else own[0]
    return room.study.ask(client, "coach", {"events": events_data(events), "seat": number})


async def seats_of(store: Store, round_id: str, person: str | None) -> list[int]:
    """The seats of this person in a round."""
    return sorted(seat.seat for seat in await store.find.round_players(round_id) if seat.person == person)

"""The operator's search for rounds, their replay and their records, and copies of the whole room."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..views.http_errors import KEEPABLE
from .operator import OperatorHere
from .play import RoundId
from .study_requests import OPERATOR, record_of, replay_of

house_round_routes = APIRouter(prefix="/api/operator", tags=["operator"])
Data = dict[str, Any]
GZIP = "application/gzip"


@house_round_routes.get("/rounds")
async def rounds(
    operator: OperatorHere,
    words: Annotated[str, Query(max_length=40, pattern=KEEPABLE)] = "",
    game: Annotated[str | None, Query(max_length=20, pattern=KEEPABLE)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
) -> list[Data]:
    """Finished rounds by their id, their table or a player in them, newest first."""
    return [asdict(row) for row in await operator.room.store.find.rounds(words=words, game=game, limit=limit)]


@house_round_routes.get("/rounds/{round_id}")
async def record(round_id: RoundId, operator: OperatorHere) -> Response:
    """The record of a finished round."""
    return Response(await record_of(operator.room, OPERATOR, round_id, None), media_type="application/json")


@house_round_routes.get("/rounds/{round_id}/replay")
async def replay(round_id: RoundId, operator: OperatorHere) -> Response:
    """A finished round, state by state, as somebody saw it who watched."""
    return Response(await replay_of(operator.room, OPERATOR, round_id, None), media_type="application/json")


@house_round_routes.post("/backup", responses={200: {"content": {GZIP: {}}, "description": "A copy of the room"}})
async def backup(operator: OperatorHere) -> FileResponse:
    """A checked copy of the room; the room's key is not in it."""
    from ...audit.room_copy import backup as copied

    url = operator.room.settings.url
    if url is None:
        raise NotAllowed("this room does not know its database's address; use houseway backup")
    folder = tempfile.TemporaryDirectory(prefix="houseway-backup-")
    made_at = now()
    path = Path(folder.name) / f"room-{made_at[:19].replace(':', '')}.houseway.gz"
    try:
        report = await asyncio.to_thread(copied, url, path)
    except BaseException:
        folder.cleanup()
        raise
    await operator.note(
        "room_copied", {"events": report.events, "rounds": report.rounds, "transfers": report.transfers}
    )
    told = {"X-Events": str(report.events), "X-Rounds": str(report.rounds), "X-Transfers": str(report.transfers)}
    done = BackgroundTask(folder.cleanup)
    return FileResponse(path, media_type=GZIP, filename=path.name, headers=told, background=done)

"""The operator's search for rounds, their replay and records, and backups of the room."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from ...records.store import RoundRow
from ...records.store.chain import now
from ...rules.errors import NotAllowed
from ..views.http_errors import NO_NUL
from ..views.http_types import ReplayedRound, RoundRecord
from .operator import OperatorHere
from .play import RoundId
from .study_requests import OPERATOR, record_of, replay_of

operator_round_routes = APIRouter(prefix="/api/operator", tags=["operator"])
GZIP = "application/gzip"


@operator_round_routes.get("/rounds")
async def rounds(
    operator: OperatorHere,
    words: Annotated[str, Query(max_length=40, pattern=NO_NUL)] = "",
    game: Annotated[str | None, Query(max_length=20, pattern=NO_NUL)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 30,
) -> list[RoundRow]:
    """Finished rounds by their id, their table or a player in them, newest first."""
    return await operator.room.store.find.rounds(words=words, game=game, limit=limit)


@operator_round_routes.get("/rounds/{round_id}", response_model=RoundRecord)
async def record(round_id: RoundId, operator: OperatorHere) -> Response:
    """The record of a finished round."""
    return Response(await record_of(operator.room, OPERATOR, round_id, None), media_type="application/json")


@operator_round_routes.get("/rounds/{round_id}/replay", response_model=ReplayedRound)
async def replay(round_id: RoundId, operator: OperatorHere) -> Response:
    """A finished round, state by state, as a spectator saw it."""
    return Response(await replay_of(operator.room, OPERATOR, round_id, None), media_type="application/json")


@operator_round_routes.post(
    "/backup",
    response_class=FileResponse,
    responses={200: {"content": {GZIP: {}}, "description": "A copy of the room"}},
)
async def backup(operator: OperatorHere) -> FileResponse:
    """A checked copy of the room, without the room's key."""
    from ...audit.room_backup import backup as copy_room

    url = operator.room.settings.url
    if url is None:
        raise NotAllowed("this room does not know its database's address; use houseway backup")
    folder = tempfile.TemporaryDirectory(prefix="houseway-backup-")
    made_at = now()
    path = Path(folder.name) / f"room-{made_at[:19].replace(':', '')}.houseway.gz"
    try:
        report = await asyncio.to_thread(copy_room, url, path)
    except BaseException:
        folder.cleanup()
        raise
    counts = {"events": report.events, "rounds": report.rounds, "transfers": report.transfers}
    await operator.note("room_copied", counts)
    return FileResponse(
        path,
        media_type=GZIP,
        filename=path.name,
        headers={f"X-{name.capitalize()}": str(count) for name, count in counts.items()},
        background=BackgroundTask(folder.cleanup),
    )

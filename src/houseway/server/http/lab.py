"""The routes of the odds lab: prices, what changes them and what proves them, with progress while they are counted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from pydantic import Field

from ..study.questions import LAB
from ..views.http_errors import Refusal
from ..views.study_types import LabLine
from .dependencies import RoomServices
from .study import GameQuestion
from .study_requests import AS_LINES, Lines, line_by_line
from .study_requests import ask as ask_pool

lab_routes = APIRouter(prefix="/api/lab", tags=["study"])


class PayLinesQuestion(GameQuestion):
    """Pay lines of a game under chosen options."""

    lines: list[Annotated[str, Field(max_length=80)]] = Field(max_length=100)


@lab_routes.post("/slopes", response_model=LabLine, responses=AS_LINES)
async def slopes_of(request: Request, body: PayLinesQuestion, services: RoomServices) -> Lines:
    """What one more unit on each of these pay lines does to every wager; each is sent as soon as it is known."""
    question = "lab/slope" if len(body.lines) == 1 else "lab/slopes"
    arguments = {**body.arguments, "lines": body.lines}
    ticket = await ask_pool(request, services, question, arguments, terms_hash=body.variant.terms_hash)
    return Lines(line_by_line(ticket))


@lab_routes.post("/{question}", response_model=LabLine, responses=AS_LINES)
async def ask(
    request: Request, body: GameQuestion, question: Annotated[str, InPath(max_length=20)], services: RoomServices
) -> Lines:
    """Price, alarm, readings, strategy or certificate of a game under these options, with progress."""
    if question not in LAB:
        raise Refusal(404, f"the lab knows no {question!r}; it knows {', '.join(LAB)} and slopes")
    ticket = await ask_pool(request, services, f"lab/{question}", body.arguments, terms_hash=body.variant.terms_hash)
    return Lines(line_by_line(ticket))

"""Refusals over HTTP: one sentence with a status, always in the same JSON."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from ...records.store import Unavailable
from ...rules.errors import HousewayError, NotAllowed, Unreadable


class Refused(BaseModel):
    """The body of every refusal."""

    refused: str


class Refusal(HousewayError):
    """A refusal with a status of its own."""

    def __init__(self, status: int, sentence: str, *, retry_after: int | None = None) -> None:
        self.status = status
        self.retry_after = retry_after
        """Seconds after which the same request may be accepted."""
        super().__init__(sentence)


STATUSES = (400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 431, 500, 503)
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": "Refused, in one sentence"} for status in STATUSES
}


NO_NUL = r"^[^\x00]*$"
"""The pattern of texts that people write: PostgreSQL stores no text with a NUL in it."""


def refused(status: int, sentence: str, *, retry_after: int | None = None) -> JSONResponse:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return JSONResponse({"refused": sentence}, status_code=status, headers=headers)


def status_of(error: HousewayError) -> int:
    match error:
        case Refusal():
            return error.status
        case Unavailable():
            return 503
        case NotAllowed():
            return 409
        case Unreadable():
            return 400
        case _:
            return 409


def answer_refusals(app: FastAPI) -> None:
    """Answer every refused request with a sentence in the same JSON."""

    @app.exception_handler(HousewayError)
    async def _ours(request: Request, error: HousewayError) -> JSONResponse:
        retry_after = error.retry_after if isinstance(error, Refusal) else None
        return refused(status_of(error), str(error), retry_after=retry_after)

    @app.exception_handler(RequestValidationError)
    async def _unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "the request"
        has_nul = first.get("ctx", {}).get("pattern") == NO_NUL
        why = "it may have any character except NUL (U+0000)" if has_nul else str(first["msg"])
        return refused(422, f"{_plain(where)} cannot be read: {_plain(why)}")

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        sentences = {
            404: "there is nothing at this address",
            405: f"this address does not accept the method {_plain(request.method)}",
        }
        answer = refused(error.status_code, sentences.get(error.status_code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:160]

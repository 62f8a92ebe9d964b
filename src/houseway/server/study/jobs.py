"""Questions to the study pool, and the news about them up to the answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .settings import Lane


@dataclass(frozen=True)
class Client:
    """The account that asks, or the address of a visitor without one."""

    name: str
    address: str


@dataclass(frozen=True)
class Queued:
    """The question waits at this place in the queue; 1 is next."""

    place: int


@dataclass(frozen=True)
class Progress:
    done: int
    of: int


@dataclass(frozen=True)
class Part:
    """A part of the answer, as JSON."""

    data: bytes


@dataclass(frozen=True)
class Answer:
    """The whole answer, as JSON."""

    data: bytes


@dataclass(frozen=True)
class Refused:
    """Why there is no answer."""

    status: int
    sentence: str
    retry_after: int | None = None


News = Queued | Progress | Part | Answer | Refused


@dataclass(eq=False)
class Job:
    """One question of one client."""

    number: int
    client: Client
    question: str
    arguments: Mapping[str, Any]
    lane: Lane
    key: tuple[str, str] | None
    news: asyncio.Queue[News] = field(default_factory=asyncio.Queue)
    asked_at: float = field(default_factory=time.monotonic)
    place: int | None = None
    over: bool = False
    abandoned: bool = False
    out_of_time: bool = False

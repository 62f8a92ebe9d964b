"""What waits to be done at a table, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..tables.desk import Decision, Desk

Answer = dict[str, Any]


@dataclass(frozen=True)
class Once:
    """What a command is known by, so that it is carried out once: whose it is, its id, and what names its body."""

    account: str
    id: str
    digest: str


@dataclass
class Ordered:
    """A decision to be taken from the desk and the time, and where its answer goes."""

    decide: Callable[[Desk, str], Decision]
    once: Once | None
    reply: asyncio.Future[Answer]


@dataclass(frozen=True)
class Tick:
    """The time of a wait is up."""

    key: tuple[object, ...]


@dataclass(frozen=True)
class News:
    """Another process wrote to the table's stream; whoever waits for it to be read is answered then."""

    reply: asyncio.Future[Answer] | None = None

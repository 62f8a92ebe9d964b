"""The jobs of a table's actor, done one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...rules.errors import NotAllowed
from ..tables.desk import Decision, Desk

Answer = dict[str, Any]
Decide = Callable[[Desk, str], Decision]
"""Makes a decision from the desk and the time."""


class ChangesHands(NotAllowed):
    """No process is known to own the table at the moment."""

    def __init__(self) -> None:
        super().__init__("the table is changing hands; send the same message again")


@dataclass(frozen=True)
class CommandKey:
    """Identifies a command, so that it is carried out once: its account, its id and the digest of its body."""

    account: str
    id: str
    digest: str


@dataclass
class DecisionJob:
    """A decision to make and carry out."""

    decide: Decide
    key: CommandKey | None
    answer: asyncio.Future[Answer]


@dataclass(frozen=True)
class AlarmJob:
    """The time of a wait is up."""

    key: tuple[object, ...]


@dataclass(frozen=True)
class CatchUpJob:
    """The table's stream has events that this process has not read."""

    answer: asyncio.Future[Answer] | None = None
    """Resolved when they are read, if somebody waits for that."""


Job = DecisionJob | AlarmJob | CatchUpJob

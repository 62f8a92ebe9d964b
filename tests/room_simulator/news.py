"""Notices between the simulated processes: PostgreSQL's NOTIFY with delays, repeats and broken connections."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextvars import Context
from typing import Any

import sqlalchemy as sa

from houseway.records.store.chain import canonical
from houseway.records.store.news import EVERYTHING, News, _parts

from .database import Server
from .loop import Owner, VirtualLoop


class SimulatedNews(News):
    """The news of one process; the server's own code decides who is sent what."""

    def __init__(self, server: Server, owner: Owner, context: Context, room_key: bytes) -> None:
        super().__init__(room_key)
        self._server = server
        self.owner = owner
        self.context = context
        self.listening = True
        self.delayed = 0.0
        """Seconds by which notices are late on average; late notices may arrive out of order."""
        self.repeats = 0.0
        """The probability that a notice arrives twice."""
        self.last_at = 0.0
        self._task: Any = object()  # there are other processes

    def announce(self, connection: sa.Connection, heads: Any) -> None:
        for part in _parts(heads):
            self._notify(connection, {"heads": part})

    def _notify(self, connection: sa.Connection, payload: dict[str, Any]) -> None:
        self._server.outbox.append((self.owner, canonical({"from": self._process, **payload})))

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""


class Post:
    """Carries notices from each process to all the others."""

    def __init__(self, loop: VirtualLoop, chance: random.Random) -> None:
        self._loop = loop
        self._chance = chance
        self.members: list[SimulatedNews] = []
        self.delivered = 0
        self.lost = 0

    def deliver(self, sender: Owner, text: str) -> None:
        for news in self.members:
            if news.owner is sender or not news.owner.alive:
                continue
            if not news.listening:
                self.lost += 1
                continue
            for _ in range(2 if self._chance.random() < news.repeats else 1):
                self._bring(news, text)

    def _bring(self, news: SimulatedNews, text: str) -> None:
        at = self._loop.time() + self._chance.uniform(0.0005, 0.004)
        if news.delayed:
            at += self._chance.expovariate(1 / news.delayed)
        else:
            at = news.last_at = max(at, news.last_at + 1e-6)
        self.delivered += 1
        self._loop.call_exactly_at(at, self._if_listening(news), text, context=news.context)

    def _if_listening(self, news: SimulatedNews) -> Callable[[str], None]:
        def heard(text: str) -> None:
            if news.listening:
                news._receive(text)

        return heard

    def hang_up(self, news: SimulatedNews) -> None:
        """Break the connection over which a process receives notices."""
        news.listening = False

    def call_again(self, news: SimulatedNews) -> None:
        """Reconnect; the process is notified that it may have missed commits."""
        if not news.listening and news.owner.alive:
            news.listening = True
            self._loop.call_soon(news.call_listeners, [EVERYTHING], context=news.context)

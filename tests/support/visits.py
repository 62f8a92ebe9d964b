"""Visitors of a running server: over HTTP, as the operator, and seated at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx

from support.client import Client
from support.server_process import Server

MOST_SECONDS = 90


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a test's coroutine, which fails if it takes too long."""
    return asyncio.run(asyncio.wait_for(work, MOST_SECONDS))


async def table_for(client: Client, game: str = "pyramid", **wanted: Any) -> str:
    """A table that this client sits at and watches."""
    made = await client.http.post("/api/tables", json={"game": game, **wanted})
    assert made.status_code == 200, made.text
    table: str = made.json()["table"]
    await client.ask("watch", table)
    await client.ask("sit", table)
    return table


def visitor(server: Server) -> httpx.Client:
    client = httpx.Client(base_url=server.url, timeout=60)
    assert client.post("/api/session").status_code == 200
    return client


def operator(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=120, headers={"Authorization": f"Bearer {server.token}"})

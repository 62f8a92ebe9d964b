"""Collects the rounds of a room from its streams, replays them and compares them with the index."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future
from typing import Any

import sqlalchemy as sa

from ..records.store import schema
from ..records.store.changes import QUARANTINED, ROUND_BEGINS, ROUND_OVER
from ..records.store.statements import in_list, list_parameter
from ..rules.errors import Unreadable, shown
from .round_replay import RoundRows, replay_group

Row = Mapping[str, Any]
INDEX_CHUNK = 500
"""Rounds that are compared with the index in one query."""
GROUP = 20
"""Rounds that are replayed together."""
MOST_GROUPS_AHEAD = 50
"""The most groups in the pool's queue; beyond that the audit waits for results."""


class Rounds:
    """Follows the streams round by round, and replays each round after its last event was read."""

    def __init__(self, connection: sa.Connection, pool: Executor | None = None) -> None:
        self._connection = connection
        self._pool = pool
        self._group: list[RoundRows] = []
        self._replays: deque[Future[list[Row]]] = deque()
        self._to_index: list[Row] = []
        """What the index must contain for rounds that were not compared yet."""
        self.finished = 0
        self.quarantined = 0
        self.live: dict[str, str] = {}
        """The table of each round that is still running."""

    def follow(self, current: RoundRows | None, event: Row, transfers: Iterable[Row]) -> RoundRows | None:
        """Read the next event of a stream; returns the round that is current after it."""
        if event["kind"] == ROUND_BEGINS:
            self.close(current)
            if current and not current.is_over:
                raise Unreadable(f"round {event['round']} began before round {current.id} was over")
            current = RoundRows(str(event["round"]), event["stream"])
        if event["round"] is not None:
            if current is None or current.id != event["round"] or current.is_over:
                where = f"event {event['number']} of {event['stream']}"
                raise Unreadable(f"{where} belongs to round {event['round']}, which is not running there")
            current.events.append(dict(event))
            current.is_over = event["kind"] in ROUND_OVER
        for row in transfers:
            if row["round"] is None:
                continue
            if current is None or current.id != row["round"]:
                raise Unreadable(f"a transfer of event {row['number']} of {row['stream']} names round {row['round']}")
            current.transfers.append(dict(row))
        return current

    def close(self, rows: RoundRows | None) -> None:
        """Check a round whose last event was read."""
        if rows is None:
            return
        if not rows.is_over:
            self.live[rows.id] = rows.table
            self._to_index.append(_index_of_running(rows))
            return
        self.finished += 1
        if rows.events[-1]["kind"] == QUARANTINED:
            self.quarantined += 1
        self._group.append(rows)
        if len(self._group) >= GROUP:
            self._replay_group()

    def _replay_group(self) -> None:
        """Replay the group here, or in another process while the audit goes on."""
        group = self._group
        self._group = []
        if self._pool is None:
            self._to_index += replay_group(group)
        else:
            self._replays.append(self._pool.submit(replay_group, group))
            while len(self._replays) > MOST_GROUPS_AHEAD or (self._replays and self._replays[0].done()):
                self._to_index += self._replays.popleft().result()
        if len(self._to_index) >= INDEX_CHUNK:
            self._compare_with_index()

    def check_index(self) -> None:
        """Raise unless the index tables contain exactly these rounds, each as its events describe it."""
        self._replay_group()
        while self._replays:
            self._to_index += self._replays.popleft().result()
        self._compare_with_index()
        in_index = self._connection.execute(sa.select(sa.func.count()).select_from(schema.rounds)).scalar()
        in_streams = self.finished + len(self.live)
        if in_index != in_streams:
            raise Unreadable(f"the index has {in_index} rounds, the streams have {in_streams}")

    def _compare_with_index(self) -> None:
        expected = {row["id"]: row for row in self._to_index}
        self._to_index = []
        rounds = schema.rounds
        players = schema.round_players
        dialect = self._connection.dialect.name
        parameter = list_parameter(dialect, list(expected))
        select_rounds = sa.select(rounds).where(in_list(rounds.c.id, dialect))
        stored = {row.id: dict(row._mapping) for row in self._connection.execute(select_rounds, parameter)}
        select_players = sa.select(players).where(in_list(players.c.round, dialect))
        nets: dict[str, dict[int, tuple[str, int]]] = {}
        for row in self._connection.execute(select_players, parameter):
            nets.setdefault(row.round, {})[row.seat] = (row.person, row.net)
        for id, index_row in expected.items():
            _check_index_row(stored.get(id), index_row)
            if "nets" in index_row and nets.get(id, {}) != index_row["nets"]:
                raise Unreadable(f"the players or net results of round {id} in the index are not those of its events")


def _check_index_row(stored: Row | None, expected: Row) -> None:
    if stored is None:
        raise Unreadable(f"round {expected['id']} is missing from the index")
    for name in ("table_id", "game", "commitment", "terms_hash", "outcome"):
        if name in expected and stored[name] != expected[name]:
            raise Unreadable(
                f"the index has {name} {shown(stored[name])} for round {stored['id']}, its events have another"
            )


def _index_of_running(rows: RoundRows) -> Row:
    """What the index must contain for a round that is still sealed."""
    commitment = json.loads(rows.events[0]["body"]).get("commitment")
    return {"id": rows.id, "table_id": rows.table, "outcome": None, "commitment": commitment}

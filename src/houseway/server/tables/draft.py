"""Builds a decision: each event is folded into the desk as it is added, by the fold that also recovers tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...records.store import Event, Row, Transfer
from .desk import Decision, Desk
from .fold import folded
from .public_events import public_event


class Draft:
    """Events and transfers so far, and the desk after them."""

    def __init__(self, desk: Desk, *, at: str) -> None:
        self.desk = desk
        self.at = at
        """The time for the index tables; the store sets the time of events."""
        self._events: list[Event] = []
        self._transfers: list[Transfer] = []
        self._rows: list[Row] = []
        self._public_events: list[Mapping[str, Any]] = []
        self.ends_round = False

    def happens(self, kind: str, body: Mapping[str, Any], *, secret: Mapping[str, Any] | None = None) -> None:
        """Add an event of the table, or an unsealed event of the round."""
        live = self.desk.live
        round_id = body.get("round") or (live.id if live and kind in ROUND_KINDS else None)
        self._add(Event(kind, body, round=round_id, secret=secret))

    def moves(self, body: Mapping[str, Any]) -> None:
        """Add a move of the running round, sealed until the round is over."""
        live = self.desk.live
        self._add(Event("move", body, round=live.id if live else None, sealed=True))

    def _add(self, event: Event) -> None:
        self._public_events.append(public_event(self.desk, event.kind, event.body))
        self.desk = folded(self.desk, event.kind, {**event.body, **(event.secret or {})})
        self._events.append(event)

    def pays(self, transfer: Transfer) -> None:
        if transfer.chips:
            self._transfers.append(transfer)

    def row(self, row: Row) -> None:
        self._rows.append(row)

    def decided(self, **answer: Any) -> Decision:
        return Decision(
            desk=self.desk,
            events=tuple(self._events),
            transfers=tuple(self._transfers),
            rows=tuple(self._rows),
            public_events=tuple(self._public_events),
            answer=answer,
            ends_round=self.ends_round,
        )


ROUND_KINDS = ("entropy_commit", "entropy_fixed", "entropy", "opened", "settled", "voided")

"""A decision in the making: each event is folded into the desk as it is added, by the same fold that recovers it."""

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
        """The time that goes into the index tables; the events' own is the store's."""
        self._events: list[Event] = []
        self._transfers: list[Transfer] = []
        self._rows: list[Row] = []
        self._told: list[Mapping[str, Any]] = []
        self.ends_round = False

    def happens(self, kind: str, body: Mapping[str, Any], *, secret: Mapping[str, Any] | None = None) -> None:
        """Something of the table itself, or in the clear about the round."""
        live = self.desk.live
        round_id = body.get("round") or (live.id if live and kind in ROUND_KINDS else None)
        self._add(Event(kind, body, round=round_id, secret=secret))

    def moves(self, body: Mapping[str, Any]) -> None:
        """A move of the running round, sealed until it is over."""
        live = self.desk.live
        self._add(Event("move", body, round=live.id if live else None, sealed=True))

    def _add(self, event: Event) -> None:
        self._told.append(public_event(self.desk, event.kind, event.body))
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
            told=tuple(self._told),
            answer=answer,
            ends_round=self.ends_round,
        )


ROUND_KINDS = ("entropy_commit", "entropy_fixed", "entropy", "opened", "settled", "voided")

"""Parts of a view that are dear to build are built once for each state of the table, and again when it changes."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from houseway.server.tables import seating
from houseway.server.tables.desk import Desk
from houseway.server.views import table_view as views
from houseway.server.views.comparisons import comparisons_of
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive

PLAYERS = ("p1", "p2", "p3")


def bank_refusals(desk: Desk) -> dict[str, str | None]:
    """What the views of three moments say about taking the bank, by place."""
    moments = [Moment(ready=frozenset(range(count))) for count in range(3)]
    shown = [
        {place: why for player in PLAYERS for place, why in table_view(desk, player, moment)["bank"]["may"].items()}
        for moment in moments
    ]
    assert shown[0] == shown[1] == shown[2]
    return shown[0]


def test_the_bank_is_tried_once_for_each_place_and_state_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = Mock(wraps=seating.why_no_bank)
    monkeypatch.setattr(views, "why_no_bank", tried)
    drive = Drive("pyramid")
    first = bank_refusals(drive.desk)
    assert first == {str(place): seating.why_no_bank(drive.desk, place, 0) for place in (1, 2, 3)}
    assert first["1"] is None
    assert tried.call_count == 3
    drive.do(seating.pass_bank(drive.desk, "p1", None, at=AT))
    second = bank_refusals(drive.desk)
    assert second == {str(place): seating.why_no_bank(drive.desk, place, 0) for place in (1, 2, 3)}
    assert second["2"] is None
    assert tried.call_count == 6


def test_the_comparisons_of_a_finished_round_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = Mock(wraps=comparisons_of)
    monkeypatch.setattr(views, "comparisons_of", built)
    tables = [Drive("pyramid"), Drive("chinese")]
    for drive in tables:
        drive.open("first")
        drive.play()
    shown = [
        [table_view(drive.desk, player, Moment())["last"]["comparisons"] for player in (*PLAYERS, None)]
        for _ in range(3)
        for drive in tables
    ]
    assert all(comparisons for each in shown for comparisons in each)
    assert built.call_count == 2, "once for each table, although their views alternate"
    tables[0].open("second")
    tables[0].play()
    table_view(tables[0].desk, None, Moment())
    assert built.call_count == 3

"""The front end's types are the server's, and what is told has those types."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import Drive, refold
from pydantic import TypeAdapter

from houseway.games import GAMES
from houseway.server.seen import Moment, seen
from houseway.server.told import TableView
from houseway.server.typescript import written

PROTOCOL = Path(__file__).parents[2] / "frontend" / "src" / "room" / "protocol.ts"


def test_the_front_ends_types_are_written_from_the_servers() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == written(), "python -m houseway.server.typescript > protocol.ts"


@pytest.mark.parametrize("key", GAMES)
def test_every_view_on_the_way_through_a_round_has_the_types_it_says(key: str) -> None:
    drive, shape = Drive(key), TypeAdapter(TableView)
    drive.open("told")
    drive.play()
    for desk in refold(drive.events):
        for viewer in ("p1", "p2", None):
            told = seen(desk, viewer, Moment(left_ms=1, total_ms=2))
            assert shape.validate_python(told, strict=True) == told

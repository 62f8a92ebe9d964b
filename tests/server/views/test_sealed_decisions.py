"""A closed fist stays closed: nobody sees a seat's decision before all have decided."""

from __future__ import annotations

import json

from houseway.rules.moves import Decided
from houseway.server.tables import dealing
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive


def transcript(option: str) -> tuple[Drive, list[str]]:
    """All that the others receive after seat 1 has decided and before they have."""
    drive = Drive("showdown")
    drive.open("fists")
    drive.do(dealing.moved(drive.desk, Decided(1, option), by="person", command="c", at=AT))
    views = [table_view(drive.desk, viewer, Moment()) for viewer in ("p2", "p3", None)]
    return drive, [json.dumps(data, sort_keys=True) for data in (drive.public_events[-1], *views)]


def test_a_surrender_and_a_play_look_alike_to_everybody_else() -> None:
    (_, played) = transcript("play")
    (drive, surrendered) = transcript("surrender")
    assert played == surrendered
    own = table_view(drive.desk, "p1", Moment())
    assert own["round"]["seats"][0]["decisions"] == ["surrender"], "the seat itself sees what it chose"

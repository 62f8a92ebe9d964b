"""How long a table waits before its first round."""

from __future__ import annotations

from houseway.server.tables import seating
from houseway.server.tables.timers import FIRST_PAUSE, PACES, wait_of
from support.desks import AT, Drive

NORMAL = PACES["normal"]


def test_a_second_person_does_not_join_the_short_pause_of_the_first() -> None:
    """The first round of one person begins at once; with two, both have the whole pause to bank and to sit."""
    alone = wait_of(Drive("pyramid", players=1).desk, NORMAL, frozenset())
    together = wait_of(Drive("pyramid", players=2).desk, NORMAL, frozenset())
    three = wait_of(Drive("pyramid", players=3).desk, NORMAL, frozenset())
    assert alone is not None
    assert together is not None
    assert (alone.seconds, together.seconds) == (FIRST_PAUSE, NORMAL.pause)
    assert alone.key != together.key, "a wait with the same key goes on, and the round would begin too early"
    assert together == three, "a third person does not prolong the pause"


def test_a_person_with_two_hands_is_still_alone() -> None:
    """The short pause before the first round goes on as it was, and later rounds wait as long as one hand would."""
    drive = Drive("pyramid", players=1)
    one_hand = wait_of(drive.desk, NORMAL, frozenset())
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=None, bring=None, at=AT))
    assert len(drive.desk.people) == 2
    assert wait_of(drive.desk, NORMAL, frozenset()) == one_hand
    drive.open("two hands")
    drive.play_until_settled()
    pause = wait_of(drive.desk, NORMAL, frozenset())
    assert pause is not None
    assert pause.seconds == NORMAL.alone

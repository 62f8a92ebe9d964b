"""Who sits out when a round is about to begin: only those who cannot pay for it."""

from __future__ import annotations

import pytest

from houseway.games import GAMES
from houseway.records.fairness import HouseShuffle
from houseway.rules.errors import NotAllowed
from houseway.server.tables import dealing, seating
from houseway.server.tables.desk import Decision
from support.desks import AT, Drive

BANKED = [key for key, rules in GAMES.items() if rules.banking(rules.terms) is not None]


def begun(drive: Drive) -> Decision:
    house = HouseShuffle(bytes(32), tuple(range(len(dealing.cards_to_shuffle(drive.desk)))))
    return dealing.begin(drive.desk, house, drive.balances, at=AT)


def sat_out(decision: Decision) -> list[int]:
    return [event.body["place"] for event in decision.events if event.kind == "sat_out"]


@pytest.mark.parametrize("key", BANKED)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_nobody_sits_out_because_a_player_banks(key: str, place: int) -> None:
    drive = Drive(key, chips=100_000)
    for number in (1, 2, 3):  # everybody brings enough to bank
        drive.do(seating.stand(drive.desk, f"p{number}", at=AT))
    for number in (1, 2, 3):
        drive.do(
            seating.sit(
                drive.desk, player=f"p{number}", name=f"Player {number}", bot=None, place=number, bring=90_000, at=AT
            )
        )
    offered = seating.bank_offered_to(drive.desk)
    while place not in offered and offered:
        drive.do(seating.pass_bank(drive.desk, f"p{offered[0]}", None, at=AT))
        offered = seating.bank_offered_to(drive.desk)
    drive.do(seating.take_bank(drive.desk, f"p{place}", None, 0, at=AT))
    decision = begun(drive)
    assert sat_out(decision) == []
    assert decision.events[-1].kind == "committed"


def test_who_brings_too_little_sits_out_and_not_who_owns_less() -> None:
    """A rich player who brings few chips must not sit the others out."""
    drive = Drive("showdown")
    drive.do(seating.stand(drive.desk, "p2", at=AT))
    drive.do(seating.sit(drive.desk, player="p2", name="Player 2", bot=None, place=2, bring=1, at=AT))
    drive.purses["player:p2"] = 50_000
    assert sat_out(begun(drive)) == [2]


def test_a_banker_has_one_hand_so_that_nobody_else_sits_out() -> None:
    """With two hands the round could not open, and the others would sit out one after the other [PYR-A33]."""
    drive = Drive("pyramid", players=2)
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=None, at=AT))
    assert seating.bank_offered_to(drive.desk) == (1,)
    with pytest.raises(NotAllowed, match="PYR-A33"):
        seating.take_bank(drive.desk, "p1", 1, 0, at=AT)


def test_who_banks_takes_no_second_hand() -> None:
    drive = Drive("pyramid", players=2)
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT))
    with pytest.raises(NotAllowed, match="PYR-A33"):
        seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=None, at=AT)
    assert sat_out(begun(drive)) == []

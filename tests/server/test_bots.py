"""Bots play by the terms of their own table, within their means."""

from __future__ import annotations

import pytest
from desks import AT, Drive

from houseway.games import game
from houseway.records.fairness import HouseShuffle
from houseway.records.shuffle import from_seed
from houseway.rules.round import Posted, waiting_for, why_not
from houseway.rules.view import view
from houseway.server import dealing, shuffling
from houseway.server.bots import plays_as, thought
from houseway.server.catalogue import variant_of
from houseway.server.desk import Desk
from houseway.setting.strategy import lowest_wagers


def test_a_strategy_is_made_for_the_terms_of_the_table_and_once_for_terms_that_agree() -> None:
    free, again = (variant_of(game("casino").with_options({"dealer_policy": "free"})) for _ in range(2))
    usual = variant_of(game("casino"))
    assert plays_as(free, "expert") is plays_as(again, "expert")
    assert "free" in plays_as(free, "expert").about, "against a dealer who is free the expert says what it assumes"
    assert "free" not in plays_as(usual, "expert").about


POOR = (5, 10, 12, 15, 16, 20, 25, 30, 40, 60, 61, 90, 120, 150, 200, 400)


@pytest.mark.parametrize("level", ["newcomer", "house_way"])
@pytest.mark.parametrize("key", ["pyramid", "pick2", "casino"])
def test_a_bot_with_few_chips_makes_moves_that_are_taken(key: str, level: str) -> None:
    """Whoever is dealt in can put down the least; then no decision is one that the bot cannot pay for."""
    opened = 0
    for chips in POOR:
        drive = Drive(key, chips=chips)
        begun = dealing.begin(drive.desk, house(drive.desk), drive.balances, at=AT)
        if begun.desk.live is None:
            assert all("chips" in str(chair.out) for chair in begun.desk.chairs.values()), "the rules' own reason"
            continue
        drive.do(begun)
        drive.do(shuffling.fix(drive.desk, at=AT))
        drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
        opened += 1
        while (round_ := drive.desk.round) is not None:
            seat = waiting_for(round_)[0]
            assert isinstance(seat, int)
            seen = view(round_, seat)
            assert seen.seats[seat - 1].chips == chips
            move = thought(round_.game, level, seen)
            if why_not(round_, move) is not None:
                move = Posted(seat, lowest_wagers(round_.game, seen))
            drive.do(dealing.moved(drive.desk, move, by="bot", command=None, at=AT))
    assert 2 <= opened < len(POOR)


def house(desk: Desk) -> HouseShuffle:
    return HouseShuffle(bytes(32), from_seed("poor").shuffled(tuple(range(len(dealing.cards_to_shuffle(desk))))))

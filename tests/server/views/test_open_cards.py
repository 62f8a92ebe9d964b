"""Open cards as the table, the replay and the record show them: the Pick 2 dealer, the back of the deck, jokers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from houseway.records.round_text import read_round, write_round
from houseway.rules.cards import JOKER, read_cards
from houseway.rules.moves import Decided, Posted
from houseway.server.tables import dealing
from houseway.server.views.table_view import Moment, round_view, table_view
from support.desks import AT, Drive

Data = dict[str, Any]


def finished(key: str, seed: str, **named: Any) -> tuple[Data, Drive]:
    """The view of a finished round, and the table it was played at."""
    drive = Drive(key, **named)
    drive.open(seed)
    drive.play()
    last: Data = table_view(drive.desk, None, Moment())["last"]
    return last, drive


def decided(drive: Drive, option: str) -> Data:
    """The view of the finished round in which everybody took this option of Pick 2."""
    while (round_ := drive.desk.round) is not None:
        mover = round_.waiting_for[0]
        assert isinstance(mover, int)
        step_is_wager = not round_.seat(mover).cards
        move = Posted(mover, {"ante": 5, "bonus_3_5": 5}) if step_is_wager else Decided(mover, option)
        drive.do(dealing.moved(drive.desk, move, by="person", command="c", at=AT))
    last: Data = table_view(drive.desk, None, Moment())["last"]
    return last


def test_the_five_card_game_of_pick_2_shows_the_cards_that_decide() -> None:
    drive = Drive("pick2")
    drive.open("five")
    early = table_view(drive.desk, "p1", Moment())["round"]
    assert "laid_out" not in early["dealer"]
    last = decided(drive, "five")
    laid_out = last["dealer"]["laid_out"]
    ranks = [card.rank for card in read_cards(" ".join(laid_out["order"]))]
    assert len(ranks) == 5
    assert ranks == sorted(ranks, reverse=True)
    assert set(laid_out["pushed_up"]) < set(laid_out["order"])
    assert set(laid_out["names"]) == {"five", "three"}
    results = [comparison["hands"] for comparison in last["comparisons"]]
    assert all(set(hands) == {"five"} for hands in results)
    assert all(set(seat["names"]) == {"five"} for seat in last["seats"])
    assert drive.desk.last
    assert drive.desk.last.round
    replayed = round_view(read_round(write_round(drive.desk.last.round))[-1], drive.desk.last.places, ())
    assert replayed["dealer"] == last["dealer"]
    assert replayed["comparisons"] == last["comparisons"]


def test_two_decks_of_pick_2_alternate_at_the_table_and_in_the_record() -> None:
    last, drive = finished("pick2", "one", options={"shuffler": "on"})
    assert last["deck_back"] == "red"
    assert drive.desk.last
    assert drive.desk.last.round
    text = write_round(drive.desk.last.round)
    assert json.loads(text)["opening"]["deck_back"] == "red"
    assert read_round(text)[-1] == drive.desk.last.round
    for number, back in enumerate(("blue", "red")):
        drive.open(f"next {number}")
        assert table_view(drive.desk, None, Moment())["round"]["deck_back"] == back
        drive.play()


def test_a_table_with_one_deck_names_no_back_and_writes_the_record_of_old() -> None:
    last, drive = finished("pick2", "old record")
    assert last["deck_back"] is None
    assert drive.desk.last
    assert drive.desk.last.round
    assert "deck_back" not in json.loads(write_round(drive.desk.last.round))["opening"]


@pytest.mark.parametrize("key", ["showdown", "casino"])
def test_every_open_joker_says_what_it_stands_for(key: str) -> None:
    shown = 0
    for number in range(8):
        last, _ = finished(key, f"jokers {number}")
        for seat in (*last["seats"], last["dealer"]):
            for slot, hand in (seat["setting"] or {}).items():
                jokers = read_cards(hand).count(JOKER)
                named = read_cards(seat["joker_cards"][slot]) if jokers else ()
                assert len(named) == jokers
                assert JOKER not in named
                shown += jokers
    assert shown > 1

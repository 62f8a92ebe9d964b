"""The pure half of the server: decisions about a table, folded, paid and read back from text."""

import json
from dataclasses import replace

import pytest

from houseway.games import GAMES
from houseway.rules.errors import NotAllowed
from houseway.rules.moves import Decided, Posted
from houseway.rules.table import close_round
from houseway.server.tables import absence, dealing, seating, shuffling
from houseway.server.tables.fold import folded
from houseway.server.tables.snapshot import desk_data, read_desk
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive, refold


@pytest.mark.parametrize("key", GAMES)
def test_rounds_are_played_paid_and_recovered_from_their_events(key: str) -> None:
    drive = Drive(key)
    for number in range(4):
        drive.open(number)
        drive.play_until_settled()
        assert sum(drive.purses.values()) == 30_000
        assert all(chips == 0 for account, chips in drive.purses.items() if account.startswith(("held", "staked")))
        assert drive.purses["pot:TEST"] == drive.desk.spans.pot
    assert list(refold(drive.events))[-1] == drive.desk


@pytest.mark.parametrize("key", GAMES)
def test_a_snapshot_is_the_desk_again(key: str) -> None:
    drive = Drive(key)
    drive.open("snapshot")
    drive.play()
    assert read_desk(json.loads(json.dumps(desk_data(drive.desk)))) == drive.desk


def test_every_eighth_round_leaves_a_snapshot_from_which_the_rest_is_folded() -> None:
    drive = Drive("pyramid")
    snapshots: list[tuple[int, int, str]] = []
    for number in range(1, 19):
        drive.open(number)
        while drive.desk.round is not None:
            done = drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))
        if done.needs_snapshot:
            snapshots.append((number, len(drive.events), json.dumps(desk_data(drive.desk))))
    assert [number for number, _, _ in snapshots] == [8, 16]
    for _, after, text in snapshots:
        desk = read_desk(json.loads(text))
        for event in drive.events[after:]:
            desk = folded(desk, event.kind, json.loads(json.dumps({**event.body, **(event.secret or {})})))
        assert desk == drive.desk


@pytest.mark.parametrize("key", GAMES)
def test_time_outs_end_a_round_and_two_in_a_row_sit_out(key: str) -> None:
    drive = Drive(key)
    drive.open("absent")
    while drive.desk.round is not None:
        drive.do(absence.timed_out(drive.desk, at=AT))
    assert sum(drive.purses.values()) == 30_000
    rounds = 1
    while drive.desk.people and rounds < 4:
        drive.open(f"absent {rounds}")
        while drive.desk.round is not None:
            drive.do(absence.timed_out(drive.desk, at=AT))
        rounds += 1
    assert not drive.desk.people


def test_a_missing_wager_calls_the_round_off_and_the_others_keep_theirs() -> None:
    drive = Drive("pyramid")
    drive.open(1)
    wagers = {"main": 25, "three_card": 5, "six_card": 10}
    drive.do(dealing.moved(drive.desk, Posted(1, wagers), by="person", command="a", at=AT))
    drive.do(dealing.moved(drive.desk, Posted(3, wagers), by="person", command="b", at=AT))
    drive.do(absence.timed_out(drive.desk, at=AT))
    assert drive.desk.live is None
    assert drive.desk.chairs[2].out == "no wager in time"
    assert drive.balances["p1"] == 10_000
    drive.open(2)
    round_ = drive.desk.round
    assert round_ is not None
    assert [seat.player for seat in round_.seats] == ["p1", "p3"]
    assert all(seat.wagers == wagers for seat in round_.seats), "both wagers were down already, so cards were dealt"
    assert round_.dealt


def with_bot(key: str, place: int) -> Drive:
    """A table at which a bot sits at this place and people at the others."""
    drive = Drive(key)
    bot = replace(drive.desk.chairs[place], bot="house_way")
    drive.desk = replace(drive.desk, chairs={**drive.desk.chairs, place: bot})
    return drive


def test_a_bot_that_waited_for_a_busy_server_does_not_sit_out() -> None:
    drive = with_bot("chinese", 2)
    for number in range(2):
        drive.open(f"busy {number}")
        while drive.desk.round is not None:
            drive.do(absence.timed_out(drive.desk, at=AT))
    reasons = {place: chair.out for place, chair in drive.desk.chairs.items()}
    assert reasons == {1: "2 time-outs in a row", 2: None, 3: "2 time-outs in a row"}


def test_a_bot_without_a_wager_in_time_misses_one_round() -> None:
    drive = with_bot("pyramid", 2)
    drive.open(1)
    wagers = {"main": 25, "three_card": 5, "six_card": 10}
    for seat in (1, 3):
        drive.do(dealing.moved(drive.desk, Posted(seat, wagers), by="person", command=f"{seat}", at=AT))
    drive.do(absence.timed_out(drive.desk, at=AT))
    assert drive.desk.chairs[2].out is None
    assert drive.desk.conduct.bars == {}
    places = []
    for number in (2, 3):
        drive.open(number)
        assert drive.desk.live is not None
        places.append(drive.desk.live.places)
        drive.play()
    assert places == [(1, 3), (1, 2, 3)]


def test_the_bank_is_offered_taken_and_covered() -> None:
    drive = Drive("pyramid")
    assert seating.bank_offered_to(drive.desk) == (1,)
    with pytest.raises(NotAllowed, match="not seat 2's now"):
        seating.take_bank(drive.desk, "p2", None, 0, at=AT)
    drive.do(seating.pass_bank(drive.desk, "p1", None, at=AT))
    drive.do(seating.take_bank(drive.desk, "p2", None, 0, at=AT))
    drive.open("bank")
    assert drive.desk.round is not None
    assert drive.desk.round.opening.banker == 2
    drive.play()
    assert sum(drive.purses.values()) == 30_000
    with pytest.raises(NotAllowed, match="every other hand"):
        seating.take_bank(drive.desk, "p3", None, 0, at=AT)


def test_two_hands_of_one_player_are_settled_from_one_purse() -> None:
    drive = Drive("pyramid", players=2)
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=None, at=AT))
    with pytest.raises(NotAllowed, match=r"may take 2 seats here \[PYR-29\]"):
        seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=None, bring=None, at=AT)
    for number in range(3):
        drive.open(f"two {number}")
        drive.play()
        assert sum(drive.purses.values()) == 20_000
    shown = table_view(drive.desk, "p1", Moment())
    assert [own["seat"] for own in shown["last"]["own"]] == [1, 3]


def test_standing_in_a_round_waits_for_its_end_and_the_hand_is_played() -> None:
    drive = Drive("chinese")
    drive.open("stand")
    drive.do(seating.stand(drive.desk, "p2", at=AT))
    with pytest.raises(NotAllowed, match="you leave after this round already"):
        seating.stand(drive.desk, "p2", at=AT)  # it would add an event for everybody at the table each time
    assert absence.gone(drive.desk) == (2,)
    drive.do(absence.move_for_gone(drive.desk, at=AT))
    drive.play()
    assert 2 not in drive.desk.chairs


def test_the_poor_sit_out_with_the_rules_own_reason() -> None:
    drive = Drive("showdown")
    drive.purses["player:p2"] = 100
    drive.open("poor")
    assert drive.desk.chairs[2].out == "Player 2 must bring at least 500 chips [SHO-A20]"
    assert drive.desk.round is not None
    assert len(drive.desk.round.seats) == 2


def test_an_irregularity_gives_everything_back_and_shows_the_shuffle() -> None:
    drive = Drive("pyramid")
    drive.open("void")
    drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="a", at=AT))
    with pytest.raises(NotAllowed, match="is no reason to void a round"):
        dealing.void(drive.desk, "bad luck", "", at=AT)
    drive.do(dealing.void(drive.desk, "misdeal", "a card flew off", at=AT))
    assert drive.balances["p1"] == 10_000
    assert drive.events[-1].kind == "voided"
    assert drive.events[-1].body["reveal"]["permutation"]


def test_entropy_is_taken_once_and_only_before_the_deal() -> None:
    drive = Drive("chinese")
    drive.open("entropy", silent=(2,))
    live = drive.desk.live
    assert live is not None
    assert live.clients[2] is None
    assert live.clients[1]
    with pytest.raises(NotAllowed, match="opened already"):
        shuffling.reveal(drive.desk, "p2", live.id, "0" * 64, at=AT)


def test_terms_that_change_in_a_round_touch_the_next_one_only() -> None:
    drive = Drive("pyramid")
    drive.open("terms")
    later = drive.desk.game.with_options({"w1_max": 50})
    drive.do(seating.change_terms(drive.desk, later, 2, at=AT))
    drive.do(
        dealing.moved(
            drive.desk, Posted(1, {"main": 100, "three_card": 5, "six_card": 5}), by="person", command="a", at=AT
        )
    )
    drive.play()
    drive.open("terms 2")
    with pytest.raises(NotAllowed, match="5 to 50"):
        dealing.moved(
            drive.desk, Posted(1, {"main": 100, "three_card": 5, "six_card": 5}), by="person", command="a", at=AT
        )


def test_a_move_that_is_not_allowed_changes_nothing() -> None:
    drive = Drive("pyramid")
    drive.open("illegal")
    with pytest.raises(NotAllowed):
        dealing.moved(drive.desk, Decided(1, "fold"), by="person", command="a", at=AT)


def test_close_round_is_the_rules_own() -> None:
    """The desk carries over exactly what the rules' table says."""
    drive = Drive("pyramid")
    drive.open("carry")
    while (live := drive.desk.live) is not None and live.round is not None:
        before = live
        decision = drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))
    assert before.table is not None
    assert decision.ends_round
    last = drive.desk.last
    assert last is not None
    assert last.round is not None
    carried = close_round(before.table, last.round)
    assert drive.desk.spans.last_house_main == carried.last_house_main
    assert drive.desk.spans.rounds == carried.rounds == 1

"""Players are accounts: names are labels, which may be equal, may change, and decide nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.records.store import Event
from houseway.rules.moves import Posted
from houseway.server.tables import dealing, seating
from houseway.server.tables.desk import Desk
from houseway.server.tables.snapshot import desk_data, read_desk
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive, refold

ACCOUNTS = ("p1", "p2", "p3")


def views(drive: Drive, seed: str) -> Iterator[str]:
    """What everybody and a watcher see after each move of a round, without the names."""
    drive.open(seed)
    while True:
        for viewer in (*ACCOUNTS, None):
            yield _without_names(table_view(drive.desk, viewer, Moment()))
        if drive.desk.round is None:
            return
        drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))


def _without_names(view: dict[str, Any]) -> str:
    text = json.dumps(view)
    for name in ("Ada", "Player 1", "Player 2", "Player 3"):
        text = text.replace(f'"{name}"', '"name"')
    return text


@pytest.mark.parametrize("key", GAMES)
def test_people_of_the_same_name_see_what_people_of_different_names_see(key: str) -> None:
    same = Drive(key, name="Ada")
    different = Drive(key)
    for number in range(2):
        assert list(views(same, f"{number}")) == list(views(different, f"{number}"))
    assert same.purses == different.purses


@pytest.mark.parametrize("key", GAMES)
def test_a_seat_sees_no_cards_of_another_seat_of_the_same_name(key: str) -> None:
    drive = Drive(key, name="Ada")
    drive.open("hidden")
    while drive.desk.round is not None:
        for viewer, seat in zip(ACCOUNTS, (1, 2, 3), strict=True):
            round_ = table_view(drive.desk, viewer, Moment())["round"]
            others = [each for each in round_["seats"] if each["seat"] != seat]
            shared = key == "pick2" and drive.desk.game.terms_as_text["hole_sharing"] == "true"
            assert shared or not any(each["cards"] or each["setting"] for each in others)
        drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))


def test_chips_of_two_people_of_the_same_name_are_separate() -> None:
    drive = Drive("pyramid", players=2, name="Ada")
    drive.purses["player:p1"] = 600
    drive.open("apart")
    round_ = drive.desk.round
    assert round_ is not None
    assert round_.opening.chips == {"p1": 600, "p2": 2_000}
    assert drive.purses["held:TEST:p1"] == 600
    assert drive.purses["held:TEST:p2"] == 2_000
    drive.play()
    assert drive.purses["player:p1"] + drive.purses["player:p2"] + drive.purses["house"] == 10_600


@pytest.mark.parametrize("key", GAMES)
def test_a_new_name_in_mid_round_is_shown_and_the_round_is_settled(key: str) -> None:
    drive = Drive(key)
    drive.open("renamed")
    seat = 1
    move = drive.next_move()
    assert move.seat == seat
    drive.do(dealing.moved(drive.desk, move, by="person", command="c", at=AT))
    drive.do(seating.relabel(drive.desk, "p1", "Zoe", at=AT))
    assert drive.desk.chairs[1].name == "Zoe"
    assert drive.public_events[-1] == {"number": drive.desk.number, "kind": "renamed", "place": 1, "player": "Zoe"}
    view = table_view(drive.desk, "p1", Moment())
    assert view["chairs"][0]["player"] == "Zoe"
    assert view["round"]["seats"][0]["player"] == "Player 1"
    drive.play_until_settled()
    assert sum(drive.purses.values()) == 30_000
    assert [own["seat"] for own in table_view(drive.desk, "p1", Moment())["last"]["own"]] == [1]
    drive.open("after")
    assert drive.desk.round is not None
    assert drive.desk.round.opening.names[0] == "Zoe"
    drive.play()


def test_what_spans_rounds_follows_the_account_and_not_the_name() -> None:
    drive = Drive("pyramid", name="Ada")
    drive.open("bank")
    for seat, main in ((1, 25), (2, 50), (3, 75)):
        move = Posted(seat, {"main": main, "three_card": 5, "six_card": 5})
        drive.do(dealing.moved(drive.desk, move, by="person", command="c", at=AT))
    drive.play()
    assert drive.desk.spans.previous_main == {"p1": 25, "p2": 50, "p3": 75}
    bank = table_view(drive.desk, "p1", Moment())["bank"]
    assert bank["house_bet_up_to"] == {"1": 25}


# What was written before accounts were the players -----------------------------------------------------------------


def as_it_was_written(events: list[Event]) -> list[Event]:
    """These events as they were written when players were names."""
    old = []
    for event in events:
        body = json.loads(json.dumps(event.body))
        if event.kind == "opened":
            names = body["opening"].pop("names")
            chips = body["opening"]["chips"]
            body["opening"]["chips"] = {
                name: chips[account] for name, account in zip(names, body["accounts"], strict=True)
            }
            body["opening"]["players"] = names
        if event.kind == "voided":
            body["repost"] = {f"{key[0]}:Player {key[0]}": wagers for key, wagers in body.get("repost", {}).items()}
        old.append(Event(event.kind, body, event.round, event.sealed, event.secret))
    return old


@pytest.mark.parametrize("key", GAMES)
def test_a_stream_of_named_players_folds_to_the_same_desks(key: str) -> None:
    drive = Drive(key)
    for number in range(2):
        drive.open(f"old {number}")
        drive.play()
    drive.open("old and live")
    old = list(refold(as_it_was_written(drive.events)))
    assert old == list(refold(drive.events))
    drive.desk = old[-1]
    drive.play()
    assert sum(drive.purses.values()) == 30_000


def test_wagers_to_be_repeated_are_found_in_an_old_stream() -> None:
    drive = Drive("pyramid")
    drive.open("again")
    wagers = {"main": 25, "three_card": 5, "six_card": 10}
    drive.do(dealing.moved(drive.desk, Posted(1, wagers), by="person", command="a", at=AT))
    drive.do(dealing.call_off_absent(drive.desk, (2,), at=AT))
    assert list(refold(as_it_was_written(drive.events)))[-1].repost == drive.desk.repost == {"1:p1": wagers}


def test_a_snapshot_of_named_players_is_read_as_accounts() -> None:
    drive = Drive("pyramid")
    drive.open("snapshot")
    drive.play()
    data = json.loads(json.dumps(desk_data(drive.desk)))
    assert read_desk(as_snapshot_was(data)) == drive.desk


def as_snapshot_was(data: dict[str, Any]) -> dict[str, Any]:
    """A snapshot as it was written when players were names."""
    names = {chair["player"]: chair["name"] for chair in data["chairs"].values()}
    del data["version"]
    for mains in ("previous_main", "last_house_main"):
        data["spans"][mains] = {names[account]: chips for account, chips in data["spans"][mains].items()}
    opening = data["last"]["round"]["opening"]
    opening["players"] = opening.pop("names")
    opening["chips"] = {names[account]: chips for account, chips in opening["chips"].items()}
    return data


def test_a_player_who_left_before_an_old_snapshot_is_nobody_in_it() -> None:
    drive = Drive("pyramid")
    drive.open("left")
    drive.play()
    drive.do(seating.stand(drive.desk, "p2", at=AT))
    data = json.loads(json.dumps(desk_data(drive.desk)))
    names = {"p1": "Player 1", "p2": "Player 2", "p3": "Player 3"}
    data["chairs"]["2"] = {**data["chairs"]["1"], "player": "p9", "name": "Newcomer"}
    opening = data["last"]["round"]["opening"]
    opening["players"] = opening.pop("names")
    opening["chips"] = {names[account]: chips for account, chips in opening["chips"].items()}
    for mains in ("previous_main", "last_house_main"):
        data["spans"][mains] = {names[account]: chips for account, chips in data["spans"][mains].items()}
    del data["version"]
    desk: Desk = read_desk(data)
    assert desk.last is not None
    assert desk.last.round is not None
    assert desk.last.round.opening.players == ("p1", "unknown player of seat 2", "p3")
    assert desk.last.seats_of("p9") == ()
    assert set(desk.spans.previous_main) == {"p1", "p3"}

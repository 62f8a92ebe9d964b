"""Commitments before entropy, entropy that fits, and what happens to who withholds it."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from houseway.audit.room_shuffles import check_opened, check_unopened
from houseway.records.beacon import BeaconRound, PeriodicBeacon, values_in_file
from houseway.records.fairness import entropy_commitment, final_order, house_data, proof_data
from houseway.records.store import Event, StoredEvent
from houseway.rules.errors import Broken, NotAllowed, Unreadable
from houseway.rules.table import open_round
from houseway.server.runtime.room import Room
from houseway.server.runtime.services import LiveTableServices
from houseway.server.runtime.settings import Settings
from houseway.server.tables import dealing, seating, shuffling
from houseway.server.tables.desk import Desk, Live, table_of
from houseway.server.tables.fold import folded
from houseway.server.tables.presence import Presence
from houseway.server.tables.snapshot import desk_data, read_desk
from houseway.server.tables.timers import PACES, wait_of
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive, refold
from support.rooms import opened

BEACON = BeaconRound(chain="tests", number=9, time="2026-01-01T00:00:06Z")
LATER = "2026-01-01T00:01:00.000000Z"


def entropy_of(player: str) -> str:
    return player.encode().hex().rjust(64, "0")


def live_of(desk: Desk) -> Live:
    assert desk.live is not None
    return desk.live


def commit(drive: Drive, player: str, entropy: str | None = None) -> None:
    live = live_of(drive.desk)
    sent = entropy_commitment(live.commitment, live.id, entropy or entropy_of(player))
    drive.do(shuffling.commit(drive.desk, player, live.id, sent, at=AT))


def reveal(drive: Drive, player: str, entropy: str | None = None, at: str = AT) -> None:
    drive.do(shuffling.reveal(drive.desk, player, live_of(drive.desk).id, entropy or entropy_of(player), at=at))


def committed(*players: str, **more: Any) -> Drive:
    """A table of three that has begun a round, and these have committed; fixed once all have."""
    drive = Drive("pyramid")
    drive.begin("shuffling", **more)
    for player in players:
        commit(drive, player)
    return drive


def wait(drive: Drive) -> object:
    waiting = wait_of(drive.desk, PACES["normal"], frozenset())
    assert waiting is not None
    return waiting.key[0], waiting.seconds


def wanted(drive: Drive, viewer: str | None) -> object:
    return table_view(drive.desk, viewer, Moment())["round"]["entropy_wanted"]


# The protocol ------------------------------------------------------------------------------------------------------


def test_all_commit_then_all_reveal_then_the_round_opens() -> None:
    drive = committed("p1", "p2")
    assert wait(drive) == ("commit", 2.0)
    assert [wanted(drive, viewer) for viewer in ("p1", "p3", None)] == [None, "commit", None]
    assert table_view(drive.desk, "p1", Moment())["round"]["entropy_commitments"] == {}
    commit(drive, "p3")
    assert [entry["kind"] for entry in drive.public_events[-2:]] == ["entropy_commit", "entropy_fixed"]
    view = table_view(drive.desk, None, Moment())["round"]
    assert set(view["entropy_commitments"]) == {"1", "2", "3"}
    assert wait(drive) == ("reveal", 2.0)
    assert wanted(drive, "p1") == "reveal"
    for player in ("p3", "p1", "p2"):
        reveal(drive, player)
    assert wait(drive) == ("open", 0)
    drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
    assert live_of(drive.desk).clients == {1: entropy_of("p1"), 2: entropy_of("p2"), 3: entropy_of("p3")}
    drive.play()
    check_events(drive.events)
    assert list(refold(drive.events))[-1] == drive.desk


def test_nothing_that_a_seat_might_choose_by_is_known_before_its_commitment_is_fixed() -> None:
    """House and the last seat together cannot search for an order: no entropy is stored before all commitments are."""
    drive = Drive("pyramid")
    for number in range(3):
        drive.open(f"grind {number}")
        drive.play()
    kinds = [event.kind for event in drive.events]
    for place, kind in enumerate(kinds):
        if kind == "entropy":
            begun = max(at for at in range(place) if kinds[at] == "committed")
            fixed = kinds.index("entropy_fixed", begun)
            assert begun < fixed < place
            assert "entropy_commit" not in kinds[fixed : kinds.index("settled", fixed)]
    for event in drive.events:
        if event.kind in ("entropy_commit", "entropy_fixed"):
            assert "entropy" not in event.body


def test_a_commitment_cannot_be_late_or_changed() -> None:
    drive = committed("p1", "p2")
    with pytest.raises(NotAllowed, match="cannot be changed"):
        commit(drive, "p1", "11" * 32)
    drive.do(shuffling.fix(drive.desk, at=AT))
    with pytest.raises(NotAllowed, match="fixed already; no more are accepted"):
        commit(drive, "p3")
    with pytest.raises(NotAllowed, match="only players of round"):
        commit(committed("p1"), "stranger")
    with pytest.raises(NotAllowed, match="is not being shuffled; the current round is TEST-1"):
        shuffling.commit(drive.desk, "p1", "TEST-9", "00" * 32, at=AT)


def test_a_reveal_comes_after_the_commitments_and_fits() -> None:
    drive = committed("p1", "p2")
    with pytest.raises(NotAllowed, match="only after the commitments of round TEST-1 are fixed"):
        reveal(drive, "p1")
    drive.do(shuffling.fix(drive.desk, at=AT))
    with pytest.raises(NotAllowed, match="does not fit the commitment"):
        reveal(drive, "p1", "11" * 32)
    reveal(drive, "p1")
    for player in ("p1", "p3"):
        with pytest.raises(NotAllowed, match="committed to its entropy and has not revealed it yet"):
            reveal(drive, player)


def test_nobody_waits_for_a_player_who_never_committed() -> None:
    drive = committed("p1", "p2")
    drive.do(shuffling.fix(drive.desk, at=AT))
    reveal(drive, "p1")
    reveal(drive, "p2")
    drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
    assert live_of(drive.desk).clients[3] is None
    assert live_of(drive.desk).shuffle.commitments[3] is None


def test_a_round_needs_one_part_of_entropy_from_each_person() -> None:
    drive = Drive("pyramid", players=1)
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=4, bring=None, at=AT))
    drive.purses["player:b"] = 10_000
    drive.do(seating.sit(drive.desk, player="b", name="Ada", bot="house_way", place=2, bring=None, at=AT))
    drive.begin("alone")
    assert wait(drive) == ("commit", 2.0)
    commit(drive, "p1")
    reveal(drive, "p1")
    assert wait(drive) == ("open", 0)
    with pytest.raises(NotAllowed, match="only players of round"):
        commit(with_a_bot(), "b")


def with_a_bot() -> Drive:
    drive = Drive("pyramid", players=1)
    drive.do(seating.sit(drive.desk, player="b", name="Ada", bot="house_way", place=2, bring=None, at=AT))
    drive.begin("bot")
    return drive


def test_a_player_who_leaves_before_the_commitments_are_fixed_is_not_in_the_round() -> None:
    drive = committed("p1", "p2")
    drive.do(seating.stand(drive.desk, "p1", at=AT))
    drive.do(shuffling.fix(drive.desk, at=AT))
    assert live_of(drive.desk).places == (2, 3)
    assert set(live_of(drive.desk).fixed or {}) == {2}


def test_a_player_who_leaves_after_the_commitments_are_fixed_is_still_in_the_round() -> None:
    """Otherwise the house and a seat that leaves could choose between two deals."""
    drive = committed("p1", "p2", "p3")
    drive.do(seating.stand(drive.desk, "p1", at=AT))
    assert live_of(drive.desk).places == (1, 2, 3)
    for player in ("p1", "p2", "p3"):
        reveal(drive, player)
    drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
    assert [seat.player for seat in drive.desk.round.seats] == ["p1", "p2", "p3"]  # type: ignore[union-attr]


# Withholding -------------------------------------------------------------------------------------------------------


def withholding() -> Drive:
    drive = committed("p1", "p2", "p3")
    reveal(drive, "p1")
    reveal(drive, "p3")
    return drive


def test_a_round_does_not_open_with_a_part_withheld() -> None:
    drive = withholding()
    with pytest.raises(NotAllowed, match="seat 2 committed to its entropy and did not reveal it"):
        dealing.open_(drive.desk, drive.balances, at=AT)


def test_a_player_who_withholds_is_not_dealt_in_and_nobody_loses_a_chip() -> None:
    drive = withholding()
    before = drive.purses.copy()
    drive.do(shuffling.call_off_withheld(drive.desk, at=AT))
    assert drive.desk.live is None
    assert +drive.purses == +before
    assert drive.desk.playing == (1, 3)
    assert drive.desk.chairs[2].out == "did not reveal its part of the shuffle"
    voided = next(event for event in reversed(drive.events) if event.kind == "voided")
    assert voided.body["reason"] == "withheld"
    assert voided.body["withheld"] == ["p2"]
    assert voided.body["reveal"]["clients"] == {"1": entropy_of("p1"), "3": entropy_of("p3")}
    assert len(voided.body["reveal"]["permutation"]) == 312
    public = next(event for event in reversed(drive.public_events) if event["kind"] == "voided")
    assert public["reveal"] == json.loads(json.dumps(voided.body["reveal"])), "everybody sees all parts"
    check_events(drive.events)
    drive.open("next")
    assert [seat.player for seat in drive.desk.round.seats] == ["p1", "p3"]  # type: ignore[union-attr]


def test_a_player_who_could_not_reveal_is_excused_and_plays_on() -> None:
    """The server was interrupted: the round is called off, and nobody sits out or has to wait for it."""
    drive = committed("p1", "p2", "p3")
    reveal(drive, "p1")
    before = drive.purses.copy()
    drive.do(shuffling.call_off_withheld(drive.desk, at=AT, excused=frozenset({"p2", "p3"})))
    assert +drive.purses == +before
    assert drive.desk.withheld == {}
    assert [chair.out for chair in drive.desk.chairs.values()] == [None, None, None]
    voided = next(event for event in reversed(drive.events) if event.kind == "voided")
    assert voided.body["reason"] == "interrupted"
    assert voided.body["withheld"] == []
    assert voided.body["excused"] == ["p2", "p3"]
    assert voided.body["note"] == "place 2, place 3 could not reveal entropy because the server was interrupted"
    check_events(drive.events)


def test_a_player_who_withholds_is_counted_even_if_another_is_excused() -> None:
    drive = committed("p1", "p2", "p3")
    reveal(drive, "p1")
    drive.do(shuffling.call_off_withheld(drive.desk, at=AT, excused=frozenset({"p3"})))
    assert drive.desk.withheld == {"p2": (AT,)}
    assert drive.desk.chairs[2].out == "did not reveal its part of the shuffle"
    assert drive.desk.chairs[3].out is None
    rows = [row for row in stored(drive.events) if row.kind != "sat_out"]
    check(rows)
    forgeries: list[dict[str, list[str]]] = [{"excused": []}, {"excused": ["p1"]}, {"withheld": ["p2", "p3"]}]
    for changes in forgeries:
        with pytest.raises(Unreadable, match="names others than those who withheld"):
            check(with_body(rows, "voided", **changes))
    with pytest.raises(Unreadable, match="that is not what its names say"):
        check(with_body(rows, "voided", reason="interrupted"))


def test_after_an_interruption_the_time_to_reveal_is_longer_and_begins_anew() -> None:
    drive = committed("p1", "p2")
    drive.do(shuffling.fix(drive.desk, at=AT))
    usual = wait_of(drive.desk, PACES["normal"], frozenset())
    longer = wait_of(drive.desk, PACES["normal"], frozenset(), interrupted=True)
    assert usual is not None
    assert longer is not None
    assert (usual.seconds, longer.seconds) == (2.0, 12.0)
    assert usual.key != longer.key


def test_only_a_whole_stay_counts_after_an_interruption() -> None:
    presence = Presence()
    presence.seen(["stays", "leaves early", "comes late", "comes twice"], 0.0)
    presence.left("leaves early", 1.9, seconds=2.0)
    presence.left("comes twice", 1.0, seconds=2.0)
    presence.left("never came", 1.0, seconds=2.0)
    presence.forget()
    presence.seen(["stays", "leaves early", "comes twice"], 10.0)
    presence.left("leaves early", 11.9, seconds=2.0)
    presence.left("comes twice", 11.0, seconds=2.0)
    presence.seen(["comes twice", "comes late"], 11.5)
    presence.seen(["stays", "comes late", "comes twice"], 12.5)
    assert presence.stayed(2.0) == {"stays"}


def test_a_player_who_withholds_again_has_to_wait() -> None:
    drive = Drive("pyramid")
    times = [f"2026-01-01T00:{minute:02}:00.000000Z" for minute in range(60)]
    withhold(drive, "p2", times[0])
    drive.do(seating.sit_in(drive.desk, "p2", at=times[0]))
    withhold(drive, "p2", times[1])
    with pytest.raises(NotAllowed, match="2 times within an hour; you can play at this table again in 60 seconds"):
        seating.sit_in(drive.desk, "p2", at=times[2])
    assert read_desk(json.loads(json.dumps(desk_data(drive.desk)))) == drive.desk
    drive.do(seating.stand(drive.desk, "p2", at=times[2]))
    with pytest.raises(NotAllowed, match="did not reveal its part of the shuffle"):
        sit(drive, times[2])
    sit(drive, times[3])
    withhold(drive, "p2", times[4])
    with pytest.raises(NotAllowed, match="3 times within an hour; you can play at this table again in 540 seconds"):
        seating.sit_in(drive.desk, "p2", at=times[5])
    seating.sit_in(drive.desk, "p2", at=times[14])
    much_later = "2026-01-01T03:00:00.000000Z"
    drive.do(seating.sit_in(drive.desk, "p2", at=much_later))
    withhold(drive, "p2", much_later)
    assert drive.desk.withheld == {"p2": (much_later,)}
    seating.sit_in(drive.desk, "p2", at=much_later)


def test_the_next_round_is_for_those_who_did_not_withhold_and_for_no_newcomer() -> None:
    drive = Drive("pyramid")
    at = "2026-01-01T00:00:00.000000Z"
    withhold(drive, "p2", at)
    assert drive.desk.reopened == (1, 3)
    drive.do(seating.sit_in(drive.desk, "p2", at=at))
    drive.do(seating.sit(drive.desk, player="p9", name="Player 9", bot=None, place=4, bring=None, at=at))
    assert drive.desk.playing == (1, 3), "so nobody can call one round off after another with new accounts"


def sit(drive: Drive, at: str) -> None:
    drive.do(seating.sit(drive.desk, player="p2", name="Player 2", bot=None, place=2, bring=None, at=at))


def withhold(drive: Drive, player: str, at: str) -> None:
    """One more round in which this player commits and does not reveal; the round that is opened again comes first."""
    if drive.desk.reopened:
        drive.open(f"opened again {at}")
        drive.play()
    drive.begin(f"withheld {at}")
    for each in ("p1", player, "p3"):
        commit(drive, each)
    for each in ("p1", "p3"):
        reveal(drive, each)
    drive.do(shuffling.call_off_withheld(drive.desk, at=at))


# The beacon --------------------------------------------------------------------------------------------------------


def test_a_beacon_is_named_with_the_commitment_and_its_value_enters_the_order() -> None:
    orders = set()
    for value in ("aa" * 32, "bb" * 32):
        drive = committed("p1", "p2", "p3", beacon=BEACON)
        assert table_view(drive.desk, "p1", Moment())["round"]["beacon"] == {
            "chain": "tests",
            "round": 9,
            "time": "2026-01-01T00:00:06Z",
        }
        for player in ("p1", "p2", "p3"):
            reveal(drive, player)
        with pytest.raises(NotAllowed, match="the value of beacon round 9 is missing"):
            dealing.open_(drive.desk, drive.balances, at=AT)
        drive.do(dealing.open_(drive.desk, drive.balances, at=AT, beacon_value=value))
        orders.add(live_of(drive.desk).shoe)
        drive.play()
        check_events(drive.events)
        assert drive.events[-1].body["reveal"]["beacon"]["value"] == value
    assert len(orders) == 2


def test_entropy_is_not_taken_once_the_beacons_value_may_be_known() -> None:
    drive = committed("p1", "p2", "p3", beacon=BEACON)
    with pytest.raises(NotAllowed, match="the beacon's value was published"):
        reveal(drive, "p1", at=LATER)


@pytest.mark.parametrize("content", ["<html>\n", f"9 {'aa' * 32}\n9 {'bb' * 32}\n", None])
def test_a_beacon_that_cannot_be_read_counts_as_silent(
    content: str | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """If it raised, the round would never be called off and the table would stand still."""
    file = tmp_path / "beacon.txt"
    if content is None:
        file.mkdir()
    else:
        file.write_text(content)
    source = PeriodicBeacon(
        chain=BEACON.chain, genesis=datetime(2026, 1, 1, tzinfo=UTC), period=3, published=values_in_file(file)
    )

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            assert LiveTableServices(Room(store, Settings(beacon=source))).beacon_value(BEACON) is None

    asyncio.run(check())
    assert "the beacon cannot be read" in caplog.text


def test_a_beacon_that_stays_silent_calls_the_round_off() -> None:
    drive = committed("p1", "p2", "p3", beacon=BEACON)
    for player in ("p1", "p2", "p3"):
        reveal(drive, player)
    assert not shuffling.beacon_is_late(live_of(drive.desk), at="2026-01-01T00:00:30.000000Z")
    assert shuffling.beacon_is_late(live_of(drive.desk), at=LATER)
    drive.do(shuffling.call_off_without_beacon(drive.desk, at=LATER))
    assert drive.desk.live is None
    assert drive.desk.playing == (1, 2, 3)
    check_events(drive.events)


# The fold and the audit refuse what a faulty or false server might write ------------------------------------------


def stored(events: list[Event]) -> list[StoredEvent]:
    """The events of the last round, as an audit reads them."""
    last = max(place for place, event in enumerate(events) if event.kind == "committed")
    return [
        StoredEvent(
            stream="table:TEST",
            number=number,
            kind=event.kind,
            round=event.round,
            at=AT,
            body=json.loads(json.dumps({**event.body, **(event.secret or {})})),
            unreadable=False,
            hash="",
        )
        for number, event in enumerate(events[last:], start=1)
        if event.round
    ]


def check_events(events: list[Event]) -> None:
    check(stored(events))


def check(rows: list[StoredEvent]) -> None:
    from houseway.audit.round_replay import replay_moves

    opened = next((row for row in rows if row.kind == "opened"), None)
    if opened is None:
        check_unopened(rows)
    else:
        check_opened(replay_moves(opened, rows), rows, opened)


def played() -> list[StoredEvent]:
    drive = Drive("pyramid")
    drive.open("audited", silent=(3,))
    drive.play()
    return stored(drive.events)


def with_body(rows: list[StoredEvent], kind: str, **changes: Any) -> list[StoredEvent]:
    place = next(number for number, row in enumerate(rows) if row.kind == kind)
    changed = replace(rows[place], body={**rows[place].body, **changes})
    return [*rows[:place], changed, *rows[place + 1 :]]


def moved(rows: list[StoredEvent], kind: str, behind: str) -> list[StoredEvent]:
    row = next(row for row in rows if row.kind == kind)
    others = [other for other in rows if other is not row]
    place = max(number for number, other in enumerate(others) if other.kind == behind)
    return [*others[: place + 1], row, *others[place + 1 :]]


def only(rows: list[StoredEvent], *, without: str, place: int | None = None) -> list[StoredEvent]:
    return [row for row in rows if row.kind != without or (place is not None and row.body["place"] != place)]


def doubled(rows: list[StoredEvent], kind: str, behind: str, **changes: Any) -> list[StoredEvent]:
    """The rows with one of this kind once more, behind the last of another kind."""
    row = next(row for row in rows if row.kind == kind)
    place = max(number for number, other in enumerate(rows) if other.kind == behind)
    again = replace(row, body={**row.body, **changes})
    return [*rows[: place + 1], again, *rows[place + 1 :]]


NOWHERE = {"chain": "x", "round": 1, "time": "2026-01-01T00:00:00Z"}
PLANTED: dict[str, tuple[Callable[[list[StoredEvent]], list[StoredEvent]], str]] = {
    "a commitment after they were fixed": (
        lambda rows: doubled(rows, "entropy_commit", "entropy_fixed", player="p3"),
        "after the commitments were fixed",
    ),
    "a commitment changed": (
        lambda rows: doubled(rows, "entropy_commit", "entropy_commit", commitment="00" * 32),
        "committed to entropy twice",
    ),
    "a commitment moved behind the fixing": (
        lambda rows: moved(rows, "entropy_commit", "entropy_fixed"),
        "not those that the clients sent",
    ),
    "a commitment left out": (
        lambda rows: with_body(rows, "entropy_fixed", commitments={}),
        "not those that the clients sent",
    ),
    "fixed twice": (lambda rows: doubled(rows, "entropy_fixed", "entropy_fixed"), "were fixed twice"),
    "never fixed": (lambda rows: only(rows, without="entropy_fixed"), "before the commitments were fixed"),
    "entropy before the commitments were fixed": (
        lambda rows: moved(rows, "entropy", "committed"),
        "before the commitments were fixed",
    ),
    "entropy that does not fit": (
        lambda rows: with_body(rows, "entropy", entropy="22" * 32),
        "does not fit its commitment",
    ),
    "entropy withheld": (lambda rows: only(rows, without="entropy", place=1), "although place 1 withheld its entropy"),
    "entropy twice": (lambda rows: doubled(rows, "entropy", "entropy"), "did not commit to, or twice"),
    "other places": (
        lambda rows: with_body(rows, "opened", places=[1, 3, 2]),
        "other places than those that were fixed",
    ),
    "other entropy at the opening": (
        lambda rows: with_body(rows, "opened", clients={"1": None, "2": None, "3": None}),
        "other clients than the clients sent",
    ),
    "another version": (
        lambda rows: with_body(rows, "committed", fairness=1),
        "not the one the house had committed to",
    ),
    "an unknown version": (lambda rows: with_body(rows, "committed", fairness=3), "version 3; 1 and 2 are known"),
    "a beacon out of nowhere": (
        lambda rows: with_body(rows, "committed", beacon=NOWHERE),
        "not the one the house had committed to",
    ),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_the_audit_finds_a_shuffle_that_broke_the_protocol(bug: str) -> None:
    rows = played()
    check(rows)
    plant, fault = PLANTED[bug]
    with pytest.raises(Unreadable, match=fault):
        check(plant(rows))


def test_the_audit_finds_a_round_called_off_for_who_did_not_withhold() -> None:
    drive = withholding()
    drive.do(shuffling.call_off_withheld(drive.desk, at=AT))
    rows = [row for row in stored(drive.events) if row.kind != "sat_out"]
    check(rows)
    with pytest.raises(Unreadable, match="names others than those who withheld"):
        check(with_body(rows, "voided", withheld=["p1"]))
    with pytest.raises(Unreadable, match="names others than those who withheld"):
        check(with_body(rows, "voided", reason="absent"))
    with pytest.raises(Unreadable, match="other clients than the clients sent"):
        check(with_body(rows, "voided", reveal={**rows[-1].body["reveal"], "clients": {}}))


@pytest.mark.parametrize(
    ("kind", "body", "fault"),
    [
        ("entropy_commit", {"place": 3, "player": "p3", "commitment": "00" * 32}, "after the commitments were fixed"),
        ("entropy_fixed", {"places": [1], "accounts": ["p1"], "commitments": {}}, "fixed twice"),
        ("entropy", {"place": 1, "entropy": "33" * 32}, "does not fit its commitment"),
        ("entropy", {"place": 3, "entropy": "33" * 32}, "entropy that was not wanted from it"),
    ],
)
def test_the_fold_refuses_what_the_protocol_forbids(kind: str, body: dict[str, Any], fault: str) -> None:
    drive = committed("p1", "p2")
    drive.do(shuffling.fix(drive.desk, at=AT))
    with pytest.raises(Broken, match=fault):
        folded(drive.desk, kind, body)


# Rounds from before --------------------------------------------------------------------------------------------------


def before_commitments(drive: Drive, *, opened: bool) -> None:
    """Bring a round of version 1 to the table, as an older server wrote it."""
    drive.begin("old")
    begun = drive.events[-1]
    house = live_of(drive.desk).house
    body = {"round": "TEST-1", "commitment": house.commitment, "begun_at": AT}
    drive.events[-1] = Event("committed", body, begun.round, secret=house_data(house))
    drive.desk = list(refold(drive.events))[-1]
    drive.desk = folded(drive.desk, "entropy", {"place": 1, "entropy": "44" * 32})
    if opened:
        chips = dict.fromkeys(("p1", "p2", "p3"), 2_000)
        table = table_of(drive.desk, (1, 2, 3), chips)
        body = dealing._opened_body(drive.desk, open_round(table), (1, 2, 3))
        del body["commitments"]
        drive.desk = folded(drive.desk, "opened", json.loads(json.dumps(body)))


def test_a_round_that_an_older_server_opened_is_played_to_its_end_by_its_own_shuffle() -> None:
    drive = Drive("pyramid")
    before_commitments(drive, opened=True)
    live = live_of(drive.desk)
    clients = {1: "44" * 32, 2: None, 3: None}
    cards = drive.desk.game.whole_shoe
    assert live.shoe == final_order(cards, live.house, clients)
    for account in ("p1", "p2", "p3"):
        drive.purses[f"player:{account}"] -= 2_000
        drive.purses[f"held:TEST:{account}"] += 2_000
    drive.play()
    assert drive.events[-1].body["reveal"] == proof_data(cards, live.house, clients)
    assert sum(drive.purses.values()) == 30_000


def test_a_round_that_an_older_server_was_shuffling_is_called_off() -> None:
    drive = Drive("pyramid")
    before_commitments(drive, opened=False)
    assert wanted(drive, "p2") is None
    assert wait(drive) == ("commit", 0)
    with pytest.raises(NotAllowed, match="begun before the room was upgraded"):
        shuffling.commit(drive.desk, "p2", "TEST-1", "00" * 32, at=AT)
    drive.do(shuffling.fix(drive.desk, at=AT))
    assert drive.desk.live is None
    assert drive.events[-1].kind == "voided"
    drive.open("new")

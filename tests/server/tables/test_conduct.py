"""Griefing at a table: leaving when a wager is due, hosts who send players away and mute them, seats nobody uses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Wager
from houseway.rules.moves import Posted
from houseway.rules.table import lowest_wagers
from houseway.server.runtime.away import Away
from houseway.server.runtime.idle import Idle
from houseway.server.runtime.outbox import Caller, Outbox
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.tables import absence, dealing, hosting, seating, shuffling
from houseway.server.tables.conduct import (
    DODGE_SECONDS,
    KICK_SECONDS,
    STANDS,
    bar_after_dodge,
    conduct_data,
    later,
    read_conduct,
)
from houseway.server.tables.snapshot import desk_data, read_desk
from houseway.server.tables.timers import PACES, wait_of
from houseway.server.views import messages
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive, refold
from support.rooms import opened

WITH_WAGERS = [key for key in GAMES if key not in ("chinese", "showdown")]


def wagering(key: str, players: int = 3) -> Drive:
    """A table whose round is open and waits for wagers."""
    drive = Drive(key, players=players)
    drive.desk = replace(drive.desk, host="p1")
    drive.events[0] = replace(drive.events[0], body={**drive.events[0].body, "host": "p1"})
    drive.open("first")
    assert drive.desk.round is not None
    assert isinstance(drive.desk.round.step, Wager)
    return drive


def post(drive: Drive, seat: int) -> None:
    assert drive.desk.round is not None
    least = lowest_wagers(drive.desk.round, seat)
    drive.do(dealing.moved(drive.desk, Posted(seat, least), by="person", command="c", at=AT))


def leave(drive: Drive, player: str, at: str = AT) -> None:
    """Stand up when a wager is due, and what the table does about it."""
    drive.do(seating.stand(drive.desk, player, at=at))
    drive.do(absence.move_for_gone(drive.desk, at=at))


@pytest.mark.parametrize("key", WITH_WAGERS)
def test_a_round_is_opened_at_once_without_those_who_leave(key: str) -> None:
    drive = wagering(key)
    post(drive, 1)
    leave(drive, "p3")
    assert drive.desk.live is None
    wait = wait_of(drive.desk, PACES["slow"], frozenset())
    assert wait is not None
    assert wait.seconds == 0, "nobody waits for the pause between rounds"
    drive.open("second")
    round_ = drive.desk.round
    assert round_ is not None
    places = drive.desk.live.places  # type: ignore[attr-defined]
    assert [drive.desk.chairs[place].player for place in places] == ["p1", "p2"]
    assert 1 not in round_.waiting_for, "the wager of the one who stayed is down again"
    drive.play_until_settled()
    assert sum(drive.purses.values()) == 30_000


def test_every_call_off_leaves_fewer_seats_until_a_round_is_played() -> None:
    """Newcomers wait for the next round, so strangers cannot keep a round from being played."""
    drive = wagering("pyramid")
    voided = 0
    for attempt in range(10):
        if drive.desk.live is None:
            drive.open(f"again {attempt}")
        live = drive.desk.live
        assert live is not None
        griefers = [player for player in live.players if player != "p1"]
        if not griefers:
            break
        leave(drive, griefers[0])
        voided += 1
        drive.purses[f"player:p{attempt + 4}"] = 10_000
        drive.do(seating.sit(drive.desk, player=f"p{attempt + 4}", name="S", bot=None, place=None, bring=None, at=AT))
    assert voided == 2, "once for each seat except the one that stays"
    drive.play_until_settled()


def test_a_banker_who_leaves_takes_only_the_bank_along() -> None:
    drive = Drive("pyramid", players=3, options={"bank_offer": "request"})
    drive.open("first")
    drive.play()
    drive.do(seating.take_bank(drive.desk, "p2", 2, 0, at=AT))
    drive.open("second")
    leave(drive, "p2")
    drive.open("third")
    assert drive.desk.round is not None
    assert drive.desk.round.opening.banker == "house"
    drive.play_until_settled()


def test_silence_at_the_wager_takes_one_place_out_and_not_the_round() -> None:
    drive = wagering("pyramid")
    post(drive, 1)
    post(drive, 2)
    drive.do(absence.timed_out(drive.desk, at=AT))
    assert drive.desk.chairs[3].out == "no wager in time"
    assert drive.desk.reopened == (1, 2)
    drive.open("second")
    assert drive.desk.live is not None
    assert drive.desk.live.places == (1, 2)


def test_a_round_without_enough_players_waits_for_newcomers() -> None:
    drive = wagering("pyramid", players=1)
    leave(drive, "p1")
    assert drive.desk.playing == ()
    drive.do(seating.sit(drive.desk, player="p3", name="P", bot=None, place=None, bring=None, at=AT))
    assert list(drive.desk.playing) == [1]


def test_leaving_again_and_again_costs_time_and_playing_clears_it() -> None:
    drive = wagering("pyramid")
    leave(drive, "p3")
    drive.do(seating.sit(drive.desk, player="p3", name="P", bot=None, place=3, bring=None, at=AT))  # once is free
    drive.open("second")
    drive.play()
    drive.open("third")
    leave(drive, "p3")
    with pytest.raises(NotAllowed, match="2 rounds in a row"):
        seating.sit(drive.desk, player="p3", name="P", bot=None, place=3, bring=None, at=AT)
    after = later(AT, DODGE_SECONDS)
    drive.do(seating.sit(drive.desk, player="p3", name="P", bot=None, place=3, bring=None, at=after))
    bar = bar_after_dodge(drive.desk.conduct, "p3", after)
    assert bar is not None
    assert bar.until == later(after, 2 * DODGE_SECONDS)
    drive.open("fourth")
    drive.play()
    drive.open("fifth")
    drive.play()
    assert "p3" not in drive.desk.conduct.dodged


def test_sitting_down_and_standing_up_is_rate_limited() -> None:
    drive = Drive("pyramid", players=1)
    for _ in range(STANDS):
        drive.do(seating.sit(drive.desk, player="s", name="S", bot=None, place=None, bring=None, at=AT))
        drive.do(seating.stand(drive.desk, "s", at=AT))
    with pytest.raises(NotAllowed, match="within a minute"):
        seating.sit(drive.desk, player="s", name="S", bot=None, place=None, bring=None, at=AT)
    drive.do(seating.sit(drive.desk, player="s", name="S", bot=None, place=None, bring=None, at=later(AT, 60)))


def test_chips_that_went_elsewhere_take_one_place_out_and_the_round_is_opened_again() -> None:
    """A player may sit at two tables; what is bet at the other one is not here any more when the round opens."""
    drive = Drive("pyramid", players=3)
    drive.begin("elsewhere")
    drive.do(shuffling.fix(drive.desk, at=AT))
    drive.do(dealing.open_(drive.desk, {**drive.balances, "p2": 0}, at=AT))
    assert drive.desk.live is None, "the places were fixed with the commitments, so this round is called off"
    assert drive.desk.chairs[2].out is not None
    assert drive.desk.reopened == (1, 3), "and the next is for those who can pay"
    drive.open("again")
    assert drive.desk.live is not None
    assert drive.desk.live.places == (1, 3)


@pytest.mark.parametrize("key", ["pai_gow", "pyramid"])
def test_a_banker_without_a_wager_of_its_own_is_not_taken_out(key: str) -> None:
    drive = Drive(key, players=3, options={"bank_offer": "request"})
    drive.open("first")
    drive.play()
    drive.do(seating.take_bank(drive.desk, "p2", 2, 0, at=AT))
    drive.open("second")
    assert drive.desk.round is not None
    assert drive.desk.round.opening.banker == 2
    assert drive.desk.live is not None
    assert drive.desk.live.places == (1, 2, 3)


def _house(drive: Drive) -> Any:
    from houseway.records.fairness import HouseShuffle

    return HouseShuffle(b"s" * 32, tuple(range(len(dealing.cards_to_shuffle(drive.desk)))))


def test_the_host_sends_somebody_away_after_the_round() -> None:
    drive = wagering("pyramid")
    drive.do(hosting.kick(drive.desk, "p1", 2, at=AT))
    assert 2 in drive.desk.chairs, "the round is played to its end"
    assert drive.desk.chairs[2].out == hosting.KICKED
    assert not absence.gone(drive.desk), "and by the player, not by the clock"
    with pytest.raises(NotAllowed, match="asked you to leave"):
        seating.sit_in(drive.desk, "p2", at=AT)
    drive.play()
    assert 2 not in drive.desk.chairs
    with pytest.raises(NotAllowed, match="asked you to leave"):
        seating.sit(drive.desk, player="p2", name="P", bot=None, place=2, bring=None, at=AT)
    again = later(AT, KICK_SECONDS)
    assert seating.sit(drive.desk, player="p2", name="P", bot=None, place=2, bring=None, at=again).events


def test_a_kicked_player_sees_the_same_sentence_on_the_grey_button() -> None:
    drive = Drive("pyramid")
    drive.desk = replace(drive.desk, host="p1")
    drive.do(hosting.kick(drive.desk, "p1", 2, at=AT))

    def may(viewer: str | None, at: str) -> dict[str, str | None]:
        may: dict[str, str | None] = table_view(drive.desk, viewer, Moment(at=at))["you"]["may"]
        return may

    with pytest.raises(NotAllowed) as refused:
        seating.sit(drive.desk, player="p2", name="P", bot=None, place=2, bring=None, at=AT)
    assert may("p2", AT)["sit"] == str(refused.value)
    assert may("p2", later(AT, KICK_SECONDS))["sit"] is None
    assert may("stranger", AT)["sit"] is None
    assert drive.desk.has_own_view("p2"), "otherwise every watcher would see it"
    assert not drive.desk.has_own_view("stranger")


def test_a_player_who_withheld_twice_sees_why_playing_is_refused() -> None:
    drive = Drive("pyramid")
    drive.do(seating.sit_out(drive.desk, "p2", at=AT))
    drive.desk = replace(drive.desk, withheld={"p2": (AT, AT)})
    with pytest.raises(NotAllowed) as refused:
        seating.sit_in(drive.desk, "p2", at=AT)
    view = table_view(drive.desk, "p2", Moment(at=AT))
    assert view["you"]["may"]["sit_in"] == str(refused.value)
    assert table_view(drive.desk, "p2", Moment(at=later(AT, 120)))["you"]["may"]["sit_in"] is None


def test_a_player_who_stood_up_too_often_sees_the_reason() -> None:
    drive = Drive("pyramid")
    times = tuple(later(AT, second) for second in range(STANDS))
    drive.desk = replace(drive.desk, conduct=replace(drive.desk.conduct, stood={"p9": times}))
    refusal = table_view(drive.desk, "p9", Moment(at=times[-1]))["you"]["may"]["sit"]
    assert "stood up 3 times within a minute" in refusal
    assert drive.desk.has_own_view("p9")


def test_the_button_is_offered_again_when_the_wait_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else happens at the table then: the actor sends the view once more."""
    monkeypatch.setattr(hosting, "KICK_SECONDS", 0.2)

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings())
            host = Caller("host", "Host")
            guest = Caller("guest", "Guest")
            actor = await room.opening.open_table(
                GAMES["pyramid"], host=host, private=False, places=3, pace="normal", bots=[], version=0
            )
            for caller in (host, guest):
                await room.chips.give(caller.account, 10_000, "welcome")
            await actor.order(guest, messages.Sit("sit", actor.desk.table, seat=2))
            line = Outbox(guest, "session", "192.0.2.1")
            refusals: list[str | None] = []

            def heard(frames: Iterable[bytes]) -> bool:
                refusals.extend(json.loads(frame)["view"]["you"]["may"]["sit"] for frame in frames)
                return True

            line.write = heard
            await actor.operate(lambda desk, at: hosting.kick(desk, "host", 2, at=at))
            actor.watch(line)
            await asyncio.sleep(0)  # frames are written at the end of a turn of the event loop
            assert "asked you to leave" in str(refusals[-1])
            async with asyncio.timeout(20):
                while refusals[-1] is not None:
                    await asyncio.sleep(0.01)
            await room.stop()

    asyncio.run(check())


def test_between_rounds_a_kick_takes_effect_at_once() -> None:
    drive = wagering("pyramid")
    drive.play()
    drive.do(hosting.kick(drive.desk, "p1", 2, at=AT))
    assert 2 not in drive.desk.chairs


def test_a_kick_is_for_every_seat_of_the_player() -> None:
    drive = Drive("pyramid", players=2, options={"max_hands_per_player": 2})
    drive.desk = replace(drive.desk, host="p1")
    drive.do(seating.sit(drive.desk, player="p2", name="Player 2", bot=None, place=None, bring=None, at=AT))
    assert drive.desk.places_of("p2") == (2, 3)
    drive.do(hosting.kick(drive.desk, "p1", 2, at=AT))
    assert drive.desk.places_of("p2") == ()


def test_only_the_host_kicks_and_mutes() -> None:
    drive = wagering("pyramid")
    for host, place, sentence in (("p2", 3, "only the host"), ("p1", 1, "your own"), ("p1", 5, "nobody sits")):
        with pytest.raises(NotAllowed, match=sentence):
            hosting.kick(drive.desk, host, place, at=AT)
        with pytest.raises(NotAllowed, match=sentence):
            hosting.mute(drive.desk, host, place, True, at=AT)


def test_muting_is_part_of_the_table_and_can_be_undone() -> None:
    drive = wagering("pyramid")
    drive.do(hosting.mute(drive.desk, "p1", 2, True, at=AT))
    assert drive.desk.conduct.muted == ("p2",)
    with pytest.raises(NotAllowed, match="muted already"):
        hosting.mute(drive.desk, "p1", 2, True, at=AT)
    drive.do(hosting.mute(drive.desk, "p1", 2, False, at=AT))
    assert not drive.desk.conduct.muted


def test_conduct_survives_a_restart() -> None:
    drive = wagering("pyramid")
    drive.do(hosting.mute(drive.desk, "p1", 2, True, at=AT))
    drive.do(hosting.kick(drive.desk, "p1", 3, at=AT))
    leave(drive, "p2")
    assert list(refold(drive.events))[-1] == drive.desk
    assert read_desk(desk_data(drive.desk)).conduct == drive.desk.conduct
    assert read_conduct(conduct_data(drive.desk.conduct)) == drive.desk.conduct
    older = {name: value for name, value in desk_data(drive.desk).items() if name not in ("conduct", "reopened")}
    assert read_desk(older).conduct == read_conduct(None)


# Seats nobody uses -------------------------------------------------------------------------------------------------


def seated(drive: Drive, *connected: str) -> Any:
    """An actor, as far as the search for absent players and idle tables looks at it."""
    audience = SimpleNamespace(connected=frozenset(connected), outboxes=dict.fromkeys(connected))
    return SimpleNamespace(owned=True, desk=drive.desk, audience=audience)


def test_somebody_who_has_gone_stands_up_after_a_while() -> None:
    """Alone at a game for two, nobody is ever timed out: only this ends the wait."""
    drive = Drive("chinese", players=1)
    away = Away(600)
    gone = seated(drive)
    assert away.due([gone], 0.0) == []
    assert away.due([gone], 599.0) == []
    assert away.due([gone], 600.0) == [(gone, "p1")]
    here = seated(drive, "p1")
    assert away.due([here], 601.0) == []
    assert away.due([gone], 1200.0) == [], "the time begins anew"


def test_somebody_who_only_sits_out_gives_the_seat_up_too() -> None:
    drive = Drive("pyramid", players=2)
    drive.do(seating.sit_out(drive.desk, "p2", at=AT))
    away = Away(600)
    both = seated(drive, "p1", "p2")
    away.due([both], 0.0)
    assert away.due([both], 600.0) == [(both, "p2")]


def test_somebody_at_another_process_is_not_away() -> None:
    drive = Drive("pyramid", players=1)
    away = Away(600)
    gone = seated(drive)
    for now in range(0, 1200, 30):
        away.watched(["TEST"], float(now))
        assert away.due([gone], float(now)) == []


def test_an_open_page_does_not_keep_an_empty_table_for_ever() -> None:
    drive = Drive("pyramid", players=1)
    drive.do(seating.stand(drive.desk, "p1", at=AT))
    idle = Idle(1800, 7200)
    watched = seated(drive, "p1")
    for now in range(0, 7200, 600):
        assert idle.due([watched], float(now)) == []
    assert idle.due([watched], 7200.0) == [watched]

"""Signals of collusion: planted chip-dumpers are found among honest players, and honest players are not flagged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.records.store import Change, Event, Person, Restriction, RoundPlayer, RoundRow, SessionUse, Transfer
from houseway.records.store.ledger_accounts import ISSUE, held
from houseway.rules.errors import NotAllowed
from houseway.server.http.services import Accounts
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.moderation import Moderation
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.study.signals import Paid, RoundFacts, at_least, find_signals, signals_of
from houseway.server.views import messages
from support.planted_colluders import PLANTED, Cheats, Session, measured, room_of
from support.rooms import opened

ROUNDS = 40


@pytest.mark.parametrize("planted", range(len(PLANTED)))
def test_planted_colluders_are_flagged(planted: int) -> None:
    key, players, options = PLANTED[planted]
    session = Session(key, players, ROUNDS, f"planted {planted}", Cheats("giver", "taker"), dict(options))
    strong = [signal for signal in find_signals(session.facts(), {}) if signal.strong]
    assert [(signal.first, signal.second) for signal in strong] == [("giver", "taker")]
    assert strong[0].chips > 0


def test_honest_players_are_not_flagged() -> None:
    assert find_signals(room_of(1, rounds=ROUNDS, cheats=False), {}) == []


@pytest.mark.slow
def test_the_rates_over_many_rooms() -> None:
    detected, flagged, honest = measured(40, 60)
    assert detected >= 36
    assert flagged <= honest // 100


def facts(count: int, chips: int, players: tuple[str, ...] = ("a", "b"), table: str = "T") -> list[RoundFacts]:
    return [RoundFacts(f"{table}-{n}", table, players, (Paid("a", "b", chips),)) for n in range(count)]


def test_wins_and_losses_in_turn_are_no_signal_whatever_the_stakes() -> None:
    back = [RoundFacts(f"b{n}", "T", ("a", "b"), (Paid("b", "a", 5000),)) for n in range(50)]
    assert find_signals([*facts(50, 5000), *back], {}) == []


def test_a_few_rounds_are_not_enough() -> None:
    assert find_signals(facts(8, 5000), {}) == []
    assert find_signals(facts(20, 5000), {})[0].reasons[0].kind == "chips"


def test_a_player_who_loses_equally_to_everybody_is_not_flagged() -> None:
    rounds = [RoundFacts(f"r{n}", "T", ("a", "b", "c"), (Paid("a", "b", 50), Paid("a", "c", 50))) for n in range(60)]
    assert find_signals(rounds, {}) == []


def test_a_better_player_is_not_flagged_as_a_cheat() -> None:
    """Six wins of ten for a thousand rounds are skill: far from chance, and not lopsided enough."""
    rounds = [
        RoundFacts(f"r{n}", "T", ("a", "b"), (Paid("a", "b", 50) if n % 10 < 6 else Paid("b", "a", 50),))
        for n in range(1000)
    ]
    assert find_signals(rounds, {}) == []


def test_chips_through_a_pot_count_as_from_those_who_paid_into_it() -> None:
    rounds = [RoundFacts(f"r{n}", "T", ("a", "b"), (Paid("a", None, 50), Paid(None, "b", 50))) for n in range(30)]
    signal = find_signals(rounds, {})[0]
    assert (signal.first, signal.second, signal.chips) == ("a", "b", 1500)


def test_weak_signals_are_reported_only_together() -> None:
    even = [
        RoundFacts(f"r{n}", f"T{n % 2}", ("a", "b"), (Paid("a", "b", 50) if n % 4 < 2 else Paid("b", "a", 50),))
        for n in range(40)
    ]
    assert find_signals(even, {}) == [], "friends who play together"
    signal = find_signals(even, {"a": frozenset({"x"}), "b": frozenset({"x", "y"})})[0]
    assert not signal.strong
    assert {reason.kind for reason in signal.reasons} == {"address", "together"}


def test_bots_cause_no_signals() -> None:
    rounds = [RoundFacts(f"r{n}", "T", ("a", "bot-T-1"), (Paid("a", "bot-T-1", 50),)) for n in range(60)]
    assert find_signals(rounds, {}) == []


def test_the_bound_on_fouls_bounds() -> None:
    assert at_least(0, 10, 0.1) == 1.0
    assert at_least(10, 10, 0.1) == pytest.approx(1e-10)
    assert 0.0127 < at_least(4, 10, 0.1) < 1.0  # the probability itself is 0.0128


# In the room ---------------------------------------------------------------------------------------------------------


def test_signals_are_computed_from_the_ledger(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            gifts = tuple(Transfer(ISSUE, held("T", name), 10_000, "welcome", "ROOM-01", "w") for name in ("a", "b"))
            await store.commit(Change("room", None, 0, (Event("given", {}),), gifts))
            for number in range(25):
                name = f"T-{number}"
                at = f"2999-01-01T00:00:{number:02}"
                row = RoundRow(
                    id=name, table_id="T", game="chinese", begun_at=at, commitment="", ended_at=at, outcome="settled"
                )
                players = [
                    RoundPlayer(round=name, seat=seat, person=person, begun_at=at)
                    for seat, person in enumerate(("a", "b"), start=1)
                ]
                paid = (Transfer(held("T", "a"), held("T", "b"), 40, "front", "CHI-20", "wins", name),)
                await store.commit(Change("room", None, 0, (Event("r", {}),), paid, rows=(row, *players)))
            for person in ("a", "b"):
                use = SessionUse(token_hash=person, address_tag="tag", person=person, seen_at="2999-01-01T00:00:00Z")
                await store.commit(Change("room", None, 0, (Event("u", {}),), rows=(use,)))
            (signal,) = await signals_of(store, days=7)
            assert (signal.first, signal.second, signal.rounds, signal.chips) == ("a", "b", 25, 1000)
            assert [reason.kind for reason in signal.reasons] == ["chips", "address"]

    asyncio.run(check())


def test_what_the_operator_does_is_in_the_chain_and_binds(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings())
            accounts = Accounts.of_room(room)
            (one, _) = await accounts.sessions.arrive()
            (other, token) = await accounts.sessions.arrive()
            apart = _act("apart", one, other)
            await room.moderation.act(apart, accounts.changes)
            await room.moderation.act(_act("mute", one), accounts.changes)
            with pytest.raises(NotAllowed, match="emotes"):
                room.moderation.check_emote(one.id)
            actor = await _table(room, one)
            await actor.order(Caller(one.id, one.name), messages.Sit("a", actor.desk.table))
            with pytest.raises(NotAllowed, match="does not let you sit"):
                await actor.order(Caller(other.id, other.name), messages.Sit("b", actor.desk.table))
            await room.moderation.lift(apart.id)
            await actor.order(Caller(other.id, other.name), messages.Sit("c", actor.desk.table))
            await room.moderation.act(_act("close", other), accounts.changes)
            assert await accounts.sessions.who(token) is None
            with pytest.raises(NotAllowed, match="stays closed"):
                await room.moderation.lift("CLOSE")
            kinds = [event.kind for event in await store.events("room")]
            assert kinds.count("moderated") == 3
            assert kinds.count("moderation_lifted") == 1
            again = Moderation(store)
            await again.load()
            with pytest.raises(NotAllowed):
                again.check_emote(one.id)
            for wrong in (_act("apart", one), _act("apart", one, one), _act("warn", one, other)):
                with pytest.raises(NotAllowed):
                    await room.moderation.act(wrong, accounts.changes)
            await room.stop()

    asyncio.run(check())


def _act(kind: str, person: Person, other: Person | None = None) -> Restriction:
    return Restriction(
        id=kind.upper(), kind=kind, person=person.id, other=other.id if other else None, reason="seen", made_at="2026"
    )


async def _table(room: Room, host: Person) -> Actor:
    from houseway.games import game

    return await room.opening.open_table(
        game("pyramid"),
        host=Caller(host.id, host.name),
        private=False,
        places=3,
        pace="normal",
        bots=[],
        version=0,
    )

"""Bugs that are planted in the server from outside, one at a time, to see that the simulation finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from houseway.audit import round_replay
from houseway.games import GAMES
from houseway.records.store import Change, Snapshot, Store, batch_state, leases, schema
from houseway.records.store.writer import Writer
from houseway.rules import playing, refusals, table
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Wager
from houseway.rules.moves import Posted
from houseway.rules.playing import play
from houseway.rules.round import Round
from houseway.rules.table import lowest_wagers
from houseway.server.runtime import commands
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.clock import TableClock
from houseway.server.runtime.commands import decide
from houseway.server.runtime.interruption import Interruption
from houseway.server.runtime.room import Room
from houseway.server.tables import caches, dealing, money, shuffling
from houseway.server.tables import fold as desk_fold
from houseway.server.tables.desk import Desk
from houseway.server.tables.draft import Draft
from houseway.server.views import table_view

Patch = tuple[Any, str, Any]
PLANTED: dict[str, Callable[[], list[Patch]]] = {}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Run the block with this bug in the server."""
    patches = PLANTED[name]()
    originals = [(owner, attribute, _plain(owner, attribute)) for owner, attribute, _ in patches]
    try:
        for owner, attribute, value in patches:
            _put(owner, attribute, value)
        yield
    finally:
        for owner, attribute, value in originals:
            _put(owner, attribute, value)
        _forget_opened_rounds()


def _forget_opened_rounds() -> None:
    """Empty the caches of opened rounds: with the bug some are opened that the rules refuse."""
    caches._game_under.cache_clear()
    round_replay._game.cache_clear()
    for game in GAMES.values():
        table._opened_rounds(game).clear()


def _plain(owner: Any, name: str) -> Any:
    return owner[name] if isinstance(owner, dict) else vars(owner)[name]


def _put(owner: Any, name: str, value: Any) -> None:
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)


def bug(make: Callable[[], list[Patch]]) -> Callable[[], list[Patch]]:
    PLANTED[make.__name__] = make
    return make


@bug
def settled_twice() -> list[Patch]:
    """Every payment of a settlement is made twice."""
    plain = money.paid

    def paid(table: Any, live: Any, round_: Any, payments: Any) -> Any:
        each = list(payments)
        return plain(table, live, round_, [*each, *each])

    return [(money, "paid", paid)]


@bug
def announced_before_durable() -> list[Patch]:
    """An event is announced first and written afterwards."""
    plain = Actor._carry_out

    async def carry_out(self: Actor, decision: Any, once: Any) -> Any:
        before = self.desk
        if decision.events and self.owned:
            self.desk = decision.desk
            self.audience.send_all()
            self.desk = before
        return await plain(self, decision, once)

    return [(Actor, "_carry_out", carry_out)]


@bug
def acknowledged_before_durable() -> list[Patch]:
    """A commit returns as soon as it is queued, before it is written."""
    plain = Writer.write

    async def write(self: Writer, change: Change) -> int:
        if change.receipt is None or change.expected is None:
            return await plain(self, change)
        self._waiting.append((change, _nobody(self)))
        self._wake.set()
        return change.expected + len(change.events)

    def _nobody(writer: Writer) -> Any:
        future = writer._task.get_loop().create_future()
        future.add_done_callback(lambda done: done.exception())
        return future

    return [(Writer, "write", write)]


@bug
def fence_ignored() -> list[Patch]:
    """A write under an old fence is accepted."""
    plain = batch_state.BatchState.decide

    def decide_(self: batch_state.BatchState, change: Change) -> Any:
        stream = self.streams[change.stream]
        head = None if change.expected is None else stream.head
        return plain(self, replace(change, fence=stream.fence, expected=head))

    return [(batch_state.BatchState, "decide", decide_)]


@bug
def lease_given_twice() -> list[Patch]:
    """A lease is given although another process still holds it."""
    plain = leases.take

    def take(connection: Any, stream: str, owner: str, seconds: float) -> int | None:
        connection.execute(schema.streams.update().where(schema.streams.c.name == stream).values(owner=None))
        return plain(connection, stream, owner, seconds)

    def unowned(connection: Any, prefix: str) -> list[str]:
        import sqlalchemy as sa

        return list(
            connection.execute(sa.select(schema.streams.c.name).where(schema.streams.c.name != "room")).scalars()
        )

    return [(leases, "take", take), (leases, "unowned", unowned)]


@bug
def lost_table_kept() -> list[Patch]:
    """A process that lost a table goes on as if it owned it."""
    return [(Actor, "disown", lambda self: None)]


@bug
def card_leaked() -> list[Patch]:
    """Everybody is shown the first card of every hand."""
    plain = table_view._seat

    def seat_told(seat: Any, places: Any, round_: Any, bank: Any) -> Any:
        first = [str(card) for card in round_.seat(seat.number).cards[:1]]
        result = plain(seat, places, round_, bank)
        return {**result, "cards": result["cards"] or first}

    return [(table_view, "_seat", seat_told)]


@bug
def card_leaked_in_the_news() -> list[Patch]:
    """A public event contains the cards that were dealt."""
    from houseway.server.tables import public_events

    plain = public_events._public_move

    def move_told(before: Any, body: Any) -> Any:
        result = plain(before, body)
        return {**result, "cards": body["cards"]} if body["move"] == "dealt" else result

    return [(public_events, "_public_move", move_told)]


@bug
def view_stale() -> list[Patch]:
    """The part of a view that is the same for everybody is cached for too long."""
    plain = table_view._open_to_all
    cache: dict[Any, Any] = {}

    def open_to_all(places: Any, round_: Any) -> Any:
        key = (round_.opening.players, round_.steps_done, round_.over, tuple(round_.dealt))
        return cache.setdefault(key, plain(places, round_))

    return [(table_view, "_open_to_all", open_to_all)]


@bug
def receipt_not_kept() -> list[Patch]:
    """Commands leave no receipt, so that a repeat is a new command."""

    async def order(self: Actor, caller: Any, message: Any) -> Any:
        return await self.operate(lambda desk, at: decide(desk, caller, message, at=at), None)

    return [(Actor, "order", order)]


@bug
def chips_kept_on_void() -> list[Patch]:
    """A round that is called off gives stakes back to the table, and the table keeps them."""
    return [(money, "back_from_void", lambda table, live, round_: money.stakes_back(table, live))]


@bug
def missed_news_forgotten() -> list[Patch]:
    """Tables are not read again after the connection to the other processes was broken."""
    plain = Room._stream_grew

    def stream_grew(self: Room, stream: str, head: int) -> None:
        if stream:
            plain(self, stream, head)

    return [(Room, "_stream_grew", stream_grew)]


@bug
def snapshot_of_another_number() -> list[Patch]:
    """A snapshot says that it was taken one event earlier than it was."""
    plain = Store.snapshot

    async def snapshot(self: Store, stream: str) -> Snapshot | None:
        taken = await plain(self, stream)
        return None if taken is None else Snapshot(taken.number - 1, taken.body)

    return [(Store, "snapshot", snapshot)]


@bug
def old_alarm_rings() -> list[Patch]:
    """The timer of a wait that is over still fires and times out the next player."""
    plain_set = TableClock.set
    plain_up = Actor._time_is_up

    def set_clock(self: TableClock, wait: Any, *, rings: bool, at_least: float = 0.0) -> None:
        alarm = self.alarm
        self.alarm = None
        plain_set(self, wait, rings=rings, at_least=at_least)
        if self.alarm is None:
            self.alarm = alarm

    async def time_is_up(self: Actor, key: Any) -> None:
        wait = self._clock.wait
        same = wait is not None and wait.key[0] == key[0] == "step"
        await plain_up(self, wait.key if same and wait is not None else key)

    return [(TableClock, "set", set_clock), (Actor, "_time_is_up", time_is_up)]


@bug
def entropy_dropped() -> list[Patch]:
    """What a client sends for the shuffle is acknowledged and not used."""
    return [(desk_fold.FOLDS, "entropy", lambda desk, body: desk)]


@bug
def reconnecting_counts_as_withholding() -> list[Patch]:
    """After a crash between commitment and reveal, a client that is still coming back counts as withholding."""
    return [(Interruption, "is_on", lambda self, desk: False)]


@bug
def any_reveal_taken() -> list[Patch]:
    """Entropy is accepted although it does not match its commitment."""

    def reveal(desk: Any, player: str, round_id: str, entropy: str, *, at: str) -> Any:
        live = desk_fold.running(desk)
        seats = zip(live.places, live.players, strict=True)
        places = [place for place, account in seats if account == player and place in live.missing]
        if not places:
            raise NotAllowed("nothing is to be revealed now")
        draft = Draft(desk, at=at)
        draft.happens("entropy", {"place": places[0], "entropy": entropy})
        return draft.decided(place=places[0])

    def folded_entropy(desk: Any, body: Any) -> Any:
        live = desk_fold.running(desk)
        return replace(desk, live=replace(live, entropies={**live.entropies, body["place"]: body["entropy"]}))

    return [(shuffling, "reveal", reveal), (desk_fold.FOLDS, "entropy", folded_entropy)]


@bug
def last_hand_shared() -> list[Patch]:
    """Players who left after the last round are all shown the view of the first of them."""

    def has_own_view(self: Desk, player: str) -> bool:
        return player == self.host or bool(self.places_of(player) or self.seats_of(player))

    return [(Desk, "has_own_view", has_own_view)]


@bug
def cover_unchecked() -> list[Patch]:
    """A round opens and takes wagers although a player could not pay for them."""

    def always_covered(round_: Round) -> None:
        return None

    return [(refusals, "why_not_covered", always_covered), (playing, "why_not_covered", always_covered)]


@bug
def seat_of_another() -> list[Patch]:
    """A player at the table may move for any seat."""
    plain = commands.own_seat

    def own_seat(desk: Any, round_: Any, account: str, wanted: int | None) -> int:
        return wanted if wanted is not None else plain(desk, round_, account, wanted)

    return [(commands, "own_seat", own_seat)]


@bug
def unknown_write_not_read_again() -> list[Patch]:
    """After a write of unknown outcome, a table continues from its old state without reading again."""
    from houseway.records.store import Unavailable

    plain = Actor._carry_out

    async def carry_out(self: Actor, decision: Any, once: Any) -> Any:
        queue = self._jobs.put_nowait
        self._jobs.put_nowait = lambda job: None  # type: ignore[method-assign, assignment]
        try:
            return await plain(self, decision, once)
        except Unavailable:
            self._write_in_doubt = False
            raise
        finally:
            self._jobs.put_nowait = queue  # type: ignore[method-assign]

    return [(Actor, "_carry_out", carry_out)]


@bug
def poorest_by_purse() -> list[Patch]:
    """Who sits out for lack of chips is decided by all chips of a player, not by those brought to the table."""

    def by_purse(draft: Any, places: Any, balances: Any, *, spared: Any = None) -> Any:
        return _poorest_sit_out(draft, places, balances, dealing._open_round)

    return [(dealing, "_sit_out_short", by_purse)]


def _poorest_sit_out(draft: Any, places: Any, balances: Any, open_round: Any) -> Any:
    """Sit out the players with the fewest chips in all, one after the other, until a round opens."""
    desk = draft.desk
    while len(places) >= desk.game.seats(desk.game.terms).start:
        try:
            open_round(desk, places, balances)
        except NotAllowed as error:
            poorest = min(places, key=lambda place: balances.get(desk.chairs[place].player, 0))
            draft.happens("sat_out", {"place": poorest, "why": str(error)})
            places = tuple(place for place in places if place != poorest)
        else:
            break
    return places


@bug
def banker_must_wager() -> list[Patch]:
    """Before a round opens, the banker is required to wager too; the round does not open, and the others sit out."""

    def opened(desk: Any, places: Any, balances: Any) -> None:
        round_ = dealing._open_round(desk, places, balances)
        for seat in round_.seats if isinstance(round_.step, Wager) else ():
            round_ = play(round_, Posted(seat.number, lowest_wagers(round_, seat.number)))

    def clear(draft: Any, places: Any, balances: Any) -> Any:
        return _poorest_sit_out(draft, places, balances, opened)

    def never_at_once(desk: Any, places: Any, balances: Any) -> None:
        """No round opens without the test above."""

    return [(dealing, "_clear_the_way", clear), (dealing, "_round_if_it_opens", never_at_once)]

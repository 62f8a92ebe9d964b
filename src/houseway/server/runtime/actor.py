"""
One table in the running server: commands one after the other, each decided, written, and only then told.

The actor that owns its table (it holds the lease, and every write carries its fence) decides. In another process the
same table is followed: its events are read as they are announced, folded and told to the sockets there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, cast, get_args

from ...records.beacon import BeaconRound
from ...records.store import Change, Receipt, Repeated, ShortOfChips, Stale, Store, Unavailable
from ...rules.errors import HousewayError, NotAllowed
from ..observability import faults
from ..tables import absence, dealing, seating, shuffling
from ..tables.desk import Decision, Desk
from ..tables.fold import folded, running
from ..tables.presence import Presence
from ..tables.public_events import happened
from ..tables.snapshot import desk_data
from ..tables.timers import Pace, Wait, wait_of
from ..views import messages
from ..views.table_view import Moment, seen
from ..views.wire_types import Emote, Said
from .commands import TableCommand, decide
from .house_ways import prepare_command, prepare_seats, waiting_seats
from .jobs import Answer, News, Once, Ordered, Tick
from .outbox import Caller, Line

BEACON_POLL = 0.5
"""Seconds from one look for a beacon's value to the next."""
KEPT = 200
"""Happenings that are kept for clients that come back."""
UNHURRIED = ("entropy_commit", "entropy")
"""Events that nobody waits to hear of: they are told with the next one."""
TOGETHER = 0.02
"""Seconds in which what happens at a table is gathered and told at once; answers do not wait for it."""


class ChangesHands(NotAllowed):
    """Nobody is known to own the table now; somebody will in a moment."""

    def __init__(self) -> None:
        super().__init__("the table is changing hands; send the same message again")


class Surroundings(Protocol):
    """What an actor needs of the room it is in."""

    store: Store

    def at(self) -> str: ...
    def draw(self, desk: Desk) -> Any: ...
    def name_beacon(self, seconds: float) -> BeaconRound | None: ...
    def beacon_value(self, named: BeaconRound) -> str | None: ...
    def wake_bots(self, actor: Actor) -> None: ...
    async def balances(self, desk: Desk) -> Mapping[str, int]: ...
    def check(self, desk: Desk, caller: Caller, message: TableCommand) -> None: ...
    def lost(self, actor: Actor) -> None: ...
    def left_behind(self, desk: Desk) -> None: ...


@dataclass
class _Clock:
    wait: Wait | None = None
    until: float = 0.0
    alarm: asyncio.TimerHandle | None = field(default=None, repr=False)


class Actor:
    """A table, alive."""

    def __init__(self, room: Surroundings, desk: Desk, *, fence: int | None, pace: Pace) -> None:
        self.desk = desk
        self.fence = fence
        self.pace = pace
        self.lines: dict[Line, int | None] = {}
        """Who is told, and the number each has heard up to; None has seen nothing yet."""
        self.ready: frozenset[int] = frozenset()
        self.held = False
        """No further round begins here."""
        self.behind_since: float | None = None
        """When another process wrote what nobody here wanted to see yet."""
        self._fixed_here: str | None = None
        """The round whose commitments were fixed by this owner, without any interruption since."""
        self._presence = Presence()
        self._unknown = False
        """A write failed, and may have landed all the same: the stream is read before anything else is decided."""
        self._room = room
        self._jobs: asyncio.Queue[Ordered | Tick | News] = asyncio.Queue()
        self._past: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._telling: asyncio.TimerHandle | None = None
        self._wait_ends: asyncio.TimerHandle | None = None
        """When somebody who is connected may sit down again and is told so."""
        self._clock = _Clock()
        self._loop = asyncio.get_running_loop()
        self._running = asyncio.create_task(self._run(), name=f"table {desk.table}")

    @property
    def owned(self) -> bool:
        return self.fence is not None

    def stop(self) -> None:
        if self._telling:
            self.tell_all()
        self._running.cancel()
        if self._wait_ends:
            self._wait_ends.cancel()
        if self._clock.alarm:
            self._clock.alarm.cancel()
        while not self._jobs.empty():
            job = self._jobs.get_nowait()
            if not isinstance(job, Tick) and job.reply and not job.reply.done():
                job.reply.set_exception(self._gone())

    def _gone(self) -> NotAllowed:
        return NotAllowed(f"table {self.desk.table} is not open any more")

    # From outside ----------------------------------------------------------------------------------------

    async def order(self, caller: Caller, message: TableCommand) -> Answer:
        """Have a command carried out; the answer comes when it is durable."""
        once = Once(caller.account, message.id, messages.digest(message))
        await prepare_command(self.desk, caller.account, message)
        return await self.operate(lambda desk, at: self._decided(desk, caller, message, at), once)

    def _decided(self, desk: Desk, caller: Caller, message: TableCommand, at: str) -> Decision:
        self._room.check(desk, caller, message)
        return decide(desk, caller, message, at=at)

    async def operate(self, decision: Callable[[Desk, str], Decision], once: Once | None = None) -> Answer:
        """Have a decision taken, as the house does; with `once` a repeat gets the first answer."""
        if self._running.cancelling() or self._running.done():
            raise self._gone()
        reply: asyncio.Future[Answer] = self._loop.create_future()
        self._jobs.put_nowait(Ordered(decision, once, reply))
        return await reply

    def hear(self, head: int) -> None:
        """Another process may have written; it is read at once if anybody here looks, else when somebody asks."""
        if self.owned or 0 < head <= self.desk.number:
            return
        if self.lines:
            self._jobs.put_nowait(News())
        elif self.behind_since is None:
            self.behind_since = self._loop.time()

    async def up_to_date(self) -> Actor:
        """This table, after all that is written by now."""
        if self.behind_since is not None and not (self._running.cancelling() or self._running.done()):
            reply: asyncio.Future[Answer] = self._loop.create_future()
            self._jobs.put_nowait(News(reply))
            await reply
        return self

    def own(self, fence: int) -> None:
        """This process has taken the table over."""
        self.fence = fence
        self._interrupt()
        self._jobs.put_nowait(News())

    def disown(self) -> None:
        self.fence = None
        self._forget_clock()
        self._set_clock()

    def _interrupt(self) -> None:
        """Clients could not reach the table: who has to reveal entropy gets the time for it anew."""
        self._fixed_here = None
        self._presence.forget()
        self._presence.seen(self._connected, self._loop.time())
        self._forget_clock()

    @property
    def _connected(self) -> frozenset[str]:
        """The accounts with a connection to this process that look at the table."""
        return frozenset(line.caller.account for line in self.lines)

    @property
    def interrupted(self) -> bool:
        """Was the shuffle that runs interrupted after its commitments were fixed?"""
        live = self.desk.live
        return live is not None and live.round is None and live.fixed is not None and live.id != self._fixed_here

    def present(self, accounts: Iterable[str]) -> None:
        """These accounts are connected, here or to another process."""
        if self.interrupted:
            self._presence.seen(accounts, self._loop.time())

    def connected_and_missing(self) -> list[str]:
        """Those connected here whose entropy the table waits for."""
        live = self.desk.live
        if live is None or live.round is not None:
            return []
        accounts = dict(zip(live.places, live.players, strict=True))
        return sorted(self._connected & {accounts[place] for place in live.missing})

    def _excused(self, at: str) -> frozenset[str]:
        """Those who could not reveal their entropy after an interruption."""
        players = frozenset(running(self.desk).players)
        if not self.interrupted:
            return frozenset()
        if not shuffling.may_reveal(running(self.desk), at=at):
            return players
        self.present(self._connected)
        return players - self._presence.stayed(self.pace.entropy)

    def _forget_clock(self) -> None:
        """Only an owner's clock rings: whoever takes a table over, or loses it, sets it anew."""
        if self._clock.alarm:
            self._clock.alarm.cancel()
        self._clock = _Clock()

    def press_next(self, account: str) -> Answer:
        """Somebody is ready for the next round; not recorded, for nothing hangs on it but waiting."""
        places = frozenset(self.desk.places_of(account))
        if not places:
            raise NotAllowed(f"you have no seat at table {self.desk.table}")
        if self.desk.phase != "between":
            raise NotAllowed("a round is running; it is over first")
        self.ready |= places
        self._set_clock()
        self._tell_soon()
        return {}

    def emote(self, caller: Caller, word: str) -> Answer:
        """Shown to everybody who looks on, and kept nowhere."""
        places = self.desk.places_of(caller.account)
        if not places:
            raise NotAllowed(f"you have no seat at table {self.desk.table}")
        if caller.account in self.desk.conduct.muted:
            raise NotAllowed("the host of this table does not show your emotes")
        if word not in (emotes := get_args(Emote)):
            raise NotAllowed(f"{word!r} is no emote; the emotes are {', '.join(emotes)}")
        said = Said(tell="said", table=self.desk.table, place=places[0], player=caller.name, word=cast(Emote, word))
        for line in tuple(self.lines):
            line.tell(messages.encode(said))
        return {}

    def watch(self, line: Line, since: int | None = None) -> None:
        """Tell this client everything from now on; first what it missed, or the table as it is."""
        self.lines[line] = since
        self.present([line.caller.account])
        self._tell(line, self.moment(), {})
        self._tell_when_a_wait_ends()

    def leave(self, line: Line) -> None:
        self.lines.pop(line, None)
        account = line.caller.account
        if self.interrupted and account not in self._connected:
            self._presence.left(account, self._loop.time(), seconds=self.pace.entropy)

    # The work ----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        self._set_clock()
        self._room.wake_bots(self)
        while True:
            job = await self._jobs.get()
            match job:
                case Ordered():
                    await self._answer(job.reply, self._ordered(job))
                case Tick(key=key):
                    await self._quietly(self._time_is_up(key))
                case News(reply=reply):
                    work = self._catch_up()
                    await (self._answer(reply, work) if reply else self._quietly(work))

    async def _answer(self, reply: asyncio.Future[Answer], work: Any) -> None:
        try:
            answer = await work
        except Exception as error:
            if faults.is_fault(error):
                faults.report("table", error)
            if not reply.done():
                reply.set_exception(error)
        else:
            if not reply.done():
                reply.set_result(answer)

    async def _quietly(self, work: Any) -> None:
        try:
            await work
        except Stale:
            self._lose()
        except Exception as error:  # nobody asked, so nobody is answered: wait anew
            faults.report_unless_expected("table", error)
            self._clock.wait = None
            self._set_clock(at_least=1.0)

    async def _ordered(self, job: Ordered) -> Answer:
        once = job.once
        await self._read_unknown()
        try:
            decision = job.decide(self.desk, self._room.at())
        except HousewayError as refusal:
            first = await self._room.store.answer_to(once.account, once.id, once.digest) if once else None
            if first is None:
                raise refusal
            return first
        try:
            return await self._carry_out_and_open(decision, once)
        except Repeated as repeated:
            return repeated.answer
        except Stale:
            self._lose()
            raise ChangesHands from None

    async def _carry_out_and_open(self, decision: Decision, once: Once | None) -> Answer:
        """
        Carry a decision out, and the opening of the round with it where it revealed the last entropy.

        The clock would open the round in the next moment; together they are one change to write.
        """
        opening = await self._opening_after(decision)
        if opening is None:
            return await self._carry_out(decision, once)
        try:
            return await self._carry_out(decision.followed_by(opening), once)
        except ShortOfChips:  # chips went elsewhere since they were counted: the clock counts them again
            return await self._carry_out(decision, once)

    async def _opening_after(self, decision: Decision) -> Decision | None:
        """The opening of the round, if this decision revealed the last entropy and no beacon is waited for."""
        live = decision.desk.live
        if not decision.events or decision.events[-1].kind != "entropy" or live is None:
            return None
        if live.missing or live.beacon is not None:
            return None
        balances = await self._room.balances(decision.desk)
        with suppress(NotAllowed):  # the clock gives the reason
            return dealing.open_(decision.desk, balances, at=self._room.at())
        return None

    async def _carry_out(self, decision: Decision, once: Once | None) -> Answer:
        """Write, then tell: never the other way round. Gives the answer for whoever asked."""
        answer = {**decision.answer, "number": decision.desk.number}
        if not decision.events:
            return answer
        if self.fence is None:
            raise ChangesHands
        change = Change(
            stream=self.desk.stream,
            expected=self.desk.number,
            fence=self.fence,
            events=decision.events,
            transfers=decision.transfers,
            receipt=Receipt(once.account, once.id, once.digest, answer) if once else None,
            snapshot=desk_data(decision.desk) if decision.worth_a_snapshot else None,
            rows=decision.rows,
        )
        try:
            await self._room.store.commit(change)
        except Unavailable:
            self._unknown = True
            if self.desk.phase == "shuffling":
                self._interrupt()
            self._jobs.put_nowait(News())
            raise
        before = self.desk.live
        after = decision.desk.live
        if after is not None and after.fixed is not None and (before is None or before.fixed is None):
            self._fixed_here = after.id
        self._now(decision.desk, [dict(entry) for entry in decision.told])
        return answer

    def _now(self, desk: Desk, told: list[dict[str, Any]]) -> None:
        """The table has come so far: everybody is told, the clock is set, bots think."""
        if desk.phase != "between":
            self.ready = frozenset()
        self.desk = desk
        self._past.extend(told)
        self._set_clock()
        if not told or any(entry["kind"] not in UNHURRIED for entry in told):
            self._tell_soon()
        self._room.wake_bots(self)
        self._room.left_behind(desk)

    async def _read_unknown(self) -> None:
        """Learn what was written where that is not known: to decide from an old desk would look like a lost table."""
        if self._unknown:
            await self._catch_up()

    async def _catch_up(self) -> Answer:
        """Read what others wrote."""
        desk = self.desk
        told = []
        # what is written while this is read makes it late anew
        behind = self.behind_since
        self.behind_since = None
        try:
            events = await self._room.store.events(desk.stream, after=desk.number)
        except BaseException:
            self.behind_since = behind
            raise
        self._unknown = False
        for event in events:
            told.append(happened(desk, event.kind, event.body))
            desk = folded(desk, event.kind, event.body)
        if told or self.owned:
            self._now(desk, told)
        return {}

    def _lose(self) -> None:
        """Another process owns the table now: follow it."""
        self.disown()
        self._room.lost(self)
        self._jobs.put_nowait(News())

    # The clock ----------------------------------------------------------------------------------------

    def _wait(self) -> Wait | None:
        return wait_of(self.desk, self.pace, self.ready, interrupted=self.interrupted)

    def _set_clock(self, *, at_least: float = 0.0) -> None:
        wait = self._wait()
        if self.desk.live is not None and absence.gone(self.desk):
            wait = Wait(("gone", self.desk.number), 0)
        if wait is not None and self._clock.wait is not None and wait.key == self._clock.wait.key:
            return
        if self._clock.alarm:
            self._clock.alarm.cancel()
        self._clock = _Clock(wait)
        if wait is not None:
            self._clock.until = self._loop.time() + max(wait.seconds, at_least)
            if self.owned:
                self._clock.alarm = self._loop.call_at(self._clock.until, self._jobs.put_nowait, Tick(wait.key))

    async def _time_is_up(self, key: tuple[object, ...]) -> None:
        await self._read_unknown()
        if self._clock.wait is None or self._clock.wait.key != key or not self.owned:
            return
        if self.held and key[0] == "pause":
            return
        if key[0] == "step":
            await prepare_seats(self.desk.round, waiting_seats(self.desk.round)[:1])
        elif key[0] == "gone":
            await prepare_seats(self.desk.round, absence.gone(self.desk)[:1])
        decision = await self._due(str(key[0]))
        self._clock.wait = None
        await self._carry_out(decision, None)
        idle = BEACON_POLL if key[0] == "open" else 5.0
        self._set_clock(at_least=0.0 if decision.events else idle)
        still = self._wait()
        if key[0] == "step" and still is not None and still.key == key:  # more seats to move for in the same step
            self._jobs.put_nowait(Tick(key))

    async def _due(self, what: str) -> Decision:
        at = self._room.at()
        match what:
            case "pause":
                balances = await self._room.balances(self.desk)
                beacon = self._room.name_beacon(2 * self.pace.entropy)
                return dealing.begin(self.desk, self._room.draw(self.desk), balances, at=at, beacon=beacon)
            case "commit":
                return shuffling.fix(self.desk, at=at)
            case "reveal":
                return shuffling.call_off_withheld(self.desk, at=at, excused=self._excused(at))
            case "open":
                return await self._opened(at)
            case "gone":
                return absence.done_for_gone(self.desk, at=at)
            case _:
                return absence.timed_out(self.desk, at=at)

    async def _opened(self, at: str) -> Decision:
        """The round opened, once the beacon's value is there if one was named."""
        live = running(self.desk)
        value = None
        if live.beacon is not None:
            value = self._room.beacon_value(live.beacon)
            if value is None and shuffling.beacon_is_late(live, at=at):
                return shuffling.call_off_without_beacon(self.desk, at=at)
            if value is None:
                return Decision(desk=self.desk, events=())
        return dealing.open_(self.desk, await self._room.balances(self.desk), at=at, beacon_value=value)

    # Telling ----------------------------------------------------------------------------------------

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = self._loop.call_later(TOGETHER, self.tell_all)

    def tell_all(self) -> None:
        """Tell every client what it has not heard yet."""
        if self._telling:
            self._telling.cancel()
            self._telling = None
        frames = dict[object, bytes]()
        moment = self.moment()
        for line in tuple(self.lines):
            self._tell(line, moment, frames)
        self._tell_when_a_wait_ends()

    def _tell_when_a_wait_ends(self) -> None:
        """Nothing happens at the table when somebody may sit down again: their view is sent once more."""
        if self._wait_ends:
            self._wait_ends.cancel()
            self._wait_ends = None
        if not (self.desk.withheld or self.desk.conduct.bars or self.desk.conduct.stood):
            return
        at = self._room.at()
        concerned = [account for account in self._connected if self.desk.may_have_to_wait(account)]
        ends = [wait.until for account in concerned if (wait := seating.waits(self.desk, account, at=at))]
        if ends:
            left = datetime.fromisoformat(min(ends)) - datetime.fromisoformat(at)
            self._wait_ends = self._loop.call_later(left.total_seconds() + TOGETHER, self.tell_all)

    def _tell(self, line: Line, moment: Moment, frames: dict[object, bytes]) -> None:
        """Tell one client what it missed; all who are shown the same share a frame."""
        since = self.lines[line]
        self.lines[line] = self.desk.number
        account = line.caller.account
        viewer = (account if self.desk.has_own_view(account) else None, since)
        if viewer not in frames:
            frames[viewer] = self._frame(account, since, moment)
        line.tell(frames[viewer])

    def _frame(self, account: str, since: int | None, moment: Moment) -> bytes:
        missed = self._missed(since)
        return messages.encode(
            {
                "tell": "table",
                "table": self.desk.table,
                "number": self.desk.number,
                "since": None if missed is None else since,
                "happened": missed or [],
                "view": seen(self.desk, account, moment),
            }
        )

    def _missed(self, since: int | None) -> list[dict[str, Any]] | None:
        """What happened after this number; None where that is not known any more."""
        count = self.desk.number - (since or 0)
        if since is None or not 0 <= count <= len(self._past):
            return None
        return [self._past[place] for place in range(-count, 0)]

    def moment(self) -> Moment:
        wait = self._clock.wait
        left = None if wait is None else max(0, int((self._clock.until - self._loop.time()) * 1000))
        return Moment(
            left_ms=left,
            total_ms=None if wait is None else int(wait.seconds * 1000),
            ready=self.ready,
            at=self._room.at(),
            connected=self._connected,
        )


def longest_behind(actors: Iterable[Actor], most: int) -> list[Actor]:
    """Of the tables that others wrote to unseen, those that have waited longest to be read."""
    behind = [(actor.behind_since, actor.desk.table, actor) for actor in actors if actor.behind_since is not None]
    return [actor for _, _, actor in sorted(behind)[:most]]

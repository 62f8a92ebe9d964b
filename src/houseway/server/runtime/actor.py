"""
One table in the running server: each command is decided, written, and only then announced.

The process that owns the table holds its lease and decides; every write carries its fencing token. In the other
processes an actor follows the table: it reads events as they are announced and sends them to the clients there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from functools import partial
from typing import Any

from ...records.store import Change, Receipt, Repeated, ShortOfChips, Stale, Unavailable
from ...rules.errors import HousewayError, NotAllowed
from ..observability import faults
from ..tables import absence
from ..tables.desk import Balances, Decision, Desk
from ..tables.fold import folded
from ..tables.public_events import public_event
from ..tables.snapshot import desk_data
from ..tables.timers import Pace, Wait, wait_of
from ..views import messages
from ..views.table_view import Moment
from .audience import Audience
from .clock import TableClock
from .commands import TableCommand, decide, needs_balances
from .due import due_decision, opening_after
from .house_ways import prepare_command, prepare_seats, waiting_seats
from .interruption import Interruption
from .jobs import AlarmJob, Answer, CatchUpJob, ChangesHands, CommandKey, Decide, DecisionJob, Job
from .outbox import Caller, Outbox
from .services import TableServices

BEACON_SECONDS = 0.5
"""Seconds between two looks for a beacon's value."""
NOTHING_DUE_SECONDS = 5.0
"""Seconds after which a wait is tried again that ended without a change."""
FAULT_SECONDS = 1.0
"""Seconds after which a wait is tried again that ended with a fault."""
UNHURRIED = ("entropy_commit", "entropy")
"""Events that clients need not know at once: they are sent with the next one."""


class Actor:
    """A table that is owned or followed by this process."""

    def __init__(self, services: TableServices, desk: Desk, *, fence: int | None, pace: Pace) -> None:
        self.desk = desk
        self.fence = fence
        """Fencing token of the lease; None while another process owns the table."""
        self.pace = pace
        self.ready: frozenset[int] = frozenset()
        """Places whose players are ready for the next round."""
        self.held = False
        """No further round begins here."""
        self.behind_since: float | None = None
        """When another process wrote events that nobody here needed to see yet."""
        self.audience = Audience(self)
        self._services = services
        self._interruption = Interruption()
        self._clock = TableClock(self._ring)
        self._write_in_doubt = False
        """A write failed that may have succeeded: the stream is read before the next decision."""
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._running = asyncio.create_task(self._run(), name=f"table {desk.table}")

    @property
    def owned(self) -> bool:
        return self.fence is not None

    def stop(self) -> None:
        """Send what is gathered, and refuse every command that waits."""
        self.audience.stop()
        self._running.cancel()
        self._clock.reset()
        while not self._jobs.empty():
            job = self._jobs.get_nowait()
            if not isinstance(job, AlarmJob) and job.answer and not job.answer.done():
                job.answer.set_exception(self._closed())

    @property
    def _stopped(self) -> bool:
        return bool(self._running.cancelling()) or self._running.done()

    def _closed(self) -> NotAllowed:
        return NotAllowed(f"table {self.desk.table} is not open any more")

    # Commands ----------------------------------------------------------------------------------------

    async def order(self, caller: Caller, message: TableCommand) -> Answer:
        """Have a player's command carried out; the answer comes when it is durable."""
        key = CommandKey(caller.account, message.id, messages.digest(message))
        await prepare_command(self.desk, caller.account, message)
        balances = await self._services.balances(self.desk) if needs_balances(message) else None
        return await self.operate(partial(self._decide, caller, message, balances), key)

    def _decide(
        self, caller: Caller, message: TableCommand, balances: Balances | None, desk: Desk, at: str
    ) -> Decision:
        self._services.check(desk, caller, message)
        return decide(desk, caller, message, at=at, balances=balances)

    async def operate(self, decide: Decide, key: CommandKey | None = None) -> Answer:
        """Have a decision made and carried out; with a key, a repeated command gets the first answer."""
        if self._stopped:
            raise self._closed()
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self._jobs.put_nowait(DecisionJob(decide, key, answer))
        return await answer

    def make_ready(self, places: frozenset[int]) -> None:
        """These places are ready for the next round."""
        self.ready |= places
        self._set_clock()
        self.audience.send_soon()

    # Owning and following ----------------------------------------------------------------------------------------

    def hear(self, head: int) -> None:
        """Another process may have written. Read it at once if somebody here watches, otherwise on request."""
        if self.owned or 0 < head <= self.desk.number:
            return
        if self.audience.outboxes:
            self._jobs.put_nowait(CatchUpJob())
        elif self.behind_since is None:
            self.behind_since = self._loop.time()

    async def up_to_date(self) -> Actor:
        """This actor, after it has read everything written so far."""
        if self.behind_since is not None and not self._stopped:
            answer: asyncio.Future[Answer] = self._loop.create_future()
            self._jobs.put_nowait(CatchUpJob(answer))
            await answer
        return self

    def own(self, fence: int) -> None:
        """This process has taken the table over."""
        self.fence = fence
        self._interrupt()
        self._jobs.put_nowait(CatchUpJob())

    def disown(self) -> None:
        """Another process owns the table from now on."""
        self.fence = None
        self._clock.reset()
        self._set_clock()

    def _lose(self) -> None:
        """A write showed that another process owns the table: follow it."""
        self.disown()
        self._services.lease_lost()
        self._jobs.put_nowait(CatchUpJob())

    def _interrupt(self) -> None:
        """Clients could not reach the table: players who have to reveal entropy get the time for it anew."""
        self._interruption.begin(self.audience.connected)
        self._clock.reset()

    # Watching ----------------------------------------------------------------------------------------

    def watch(self, outbox: Outbox, since: int | None = None) -> None:
        """Send this client what it missed after `since`, or the whole table, and everything from now on."""
        self.audience.join(outbox, since)
        self.present([outbox.caller.account])

    def leave(self, outbox: Outbox) -> None:
        """Send this client nothing more."""
        self.audience.leave(outbox)
        account = outbox.caller.account
        if account not in self.audience.connected:
            self._interruption.left(self.desk, account, seconds=self.pace.entropy)

    def present(self, accounts: Iterable[str]) -> None:
        """These accounts are connected, here or to another process."""
        self._interruption.present(self.desk, accounts)

    def connected_and_missing(self) -> list[str]:
        """Accounts connected here whose entropy the table waits for."""
        live = self.desk.live
        if live is None or live.round is not None:
            return []
        accounts = dict(zip(live.places, live.players, strict=True))
        missing = {accounts[place] for place in live.missing}
        return sorted(self.audience.connected & missing)

    def moment(self) -> Moment:
        """What a view shows beyond the desk: the clock, who is ready and who is connected."""
        return Moment(
            left_ms=self._clock.left_ms,
            total_ms=self._clock.total_ms,
            ready=self.ready,
            at=self._services.at(),
            connected=self.audience.connected,
        )

    # Jobs ----------------------------------------------------------------------------------------

    async def _run(self) -> None:
        self._set_clock()
        self._services.wake_bots(self)
        while True:
            job = await self._jobs.get()
            match job:
                case DecisionJob():
                    await self._answer(job.answer, self._decide_and_carry_out(job))
                case AlarmJob(key=key):
                    await self._unattended(self._time_is_up(key))
                case CatchUpJob() if job.answer is not None:
                    await self._answer(job.answer, self._catch_up())
                case CatchUpJob():
                    await self._unattended(self._catch_up())

    async def _answer(self, answer: asyncio.Future[Answer], work: Awaitable[Answer]) -> None:
        """Resolve a future with the result of a job; faults are reported."""
        try:
            result = await work
        except asyncio.CancelledError:
            if not answer.done():
                answer.set_exception(self._closed())  # the table stops, and somebody waits for this answer
            raise
        except Exception as error:
            if faults.is_fault(error):
                faults.report("table", error)
            if not answer.done():
                answer.set_exception(error)
        else:
            if not answer.done():
                answer.set_result(result)

    async def _unattended(self, work: Awaitable[object]) -> None:
        """Do a job that nobody waits for; after a failure the clock starts anew."""
        try:
            await work
        except Stale:
            self._lose()
        except Exception as error:
            faults.report_unless_expected("table", error)
            self._clock.expire()
            self._set_clock(at_least=FAULT_SECONDS)

    async def _decide_and_carry_out(self, job: DecisionJob) -> Answer:
        key = job.key
        await self._resolve_doubt()
        try:
            decision = job.decide(self.desk, self._services.at())
        except HousewayError:
            first = await self._services.store.answer_to(key.account, key.id, key.digest) if key else None
            if first is None:
                raise
            return first
        try:
            return await self._carry_out_and_open(decision, key)
        except Repeated as repeated:
            return repeated.answer
        except Stale:
            self._lose()
            raise ChangesHands from None

    async def _carry_out_and_open(self, decision: Decision, key: CommandKey | None) -> Answer:
        """
        Carry a decision out, and open the round in the same write if it revealed the last entropy.

        The clock would open the round in the next moment; together they are one change to write.
        """
        opening = await opening_after(decision, self._services)
        if opening is None:
            return await self._carry_out(decision, key)
        try:
            return await self._carry_out(decision.followed_by(opening), key)
        except ShortOfChips:  # chips were spent elsewhere since they were counted: the clock counts them again
            return await self._carry_out(decision, key)

    async def _carry_out(self, decision: Decision, key: CommandKey | None) -> Answer:
        """Write a decision, then announce it: never in the other order. Returns the answer to the command."""
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
            receipt=Receipt(key.account, key.id, key.digest, answer) if key else None,
            snapshot=desk_data(decision.desk) if decision.needs_snapshot else None,
            rows=decision.rows,
        )
        try:
            await self._services.store.commit(change)
        except Unavailable:
            self._write_in_doubt = True
            if self.desk.phase == "shuffling":
                self._interrupt()
            self._jobs.put_nowait(CatchUpJob())
            raise
        self._interruption.note_commitments(self.desk.live, decision.desk.live)
        self._advance(decision.desk, [dict(event) for event in decision.public_events])
        return answer

    def _advance(self, desk: Desk, public_events: list[dict[str, Any]]) -> None:
        """Go on to the next state of the table: set the clock, tell the audience, wake the bots."""
        if desk.phase != "between":
            self.ready = frozenset()
        self.desk = desk
        self.audience.add_events(public_events)
        self._set_clock()
        if not public_events or any(event["kind"] not in UNHURRIED for event in public_events):
            self.audience.send_soon()
        self._services.wake_bots(self)
        self._services.drop_if_closed(desk)

    async def _resolve_doubt(self) -> None:
        """Find out whether a failed write succeeded: a decision from an old desk would look like a lost lease."""
        if self._write_in_doubt:
            await self._catch_up()

    async def _catch_up(self) -> Answer:
        """Read the events that other processes wrote."""
        desk = self.desk
        behind_since = self.behind_since
        self.behind_since = None  # events that are written while these are read set it again
        try:
            events = await self._services.store.events(desk.stream, after=desk.number)
        except BaseException:
            self.behind_since = behind_since
            raise
        self._write_in_doubt = False
        public_events = []
        for event in events:
            public_events.append(public_event(desk, event.kind, event.body))
            desk = folded(desk, event.kind, event.body)
        if public_events or self.owned:
            self._advance(desk, public_events)
        return {}

    # The clock ----------------------------------------------------------------------------------------

    def _ring(self, key: tuple[object, ...]) -> None:
        self._jobs.put_nowait(AlarmJob(key))

    def _wait(self) -> Wait | None:
        return wait_of(self.desk, self.pace, self.ready, interrupted=self._interruption.is_on(self.desk))

    def _set_clock(self, *, at_least: float = 0.0) -> None:
        wait = self._wait()
        if self.desk.live is not None and absence.gone(self.desk):
            wait = Wait(("gone", self.desk.number), 0)
        self._clock.set(wait, rings=self.owned, at_least=at_least)

    async def _time_is_up(self, key: tuple[object, ...]) -> None:
        await self._resolve_doubt()
        if self._clock.wait is None or self._clock.wait.key != key or not self.owned:
            return
        kind = str(key[0])
        if self.held and kind == "pause":
            return
        if kind == "step":
            await prepare_seats(self.desk.round, waiting_seats(self.desk.round)[:1])
        elif kind == "gone":
            await prepare_seats(self.desk.round, absence.gone(self.desk)[:1])
        decision = await due_decision(kind, self.desk, self._services, self.pace, self._excused)
        self._clock.expire()
        await self._carry_out(decision, None)
        if decision.events:
            self._set_clock()
        else:
            self._set_clock(at_least=BEACON_SECONDS if kind == "open" else NOTHING_DUE_SECONDS)
        still = self._wait()
        if kind == "step" and still is not None and still.key == key:  # more seats to move for in the same step
            self._ring(key)

    def _excused(self, at: str) -> frozenset[str]:
        """Players who could not reveal their entropy after an interruption."""
        connected = self.audience.connected
        return self._interruption.excused(self.desk, connected, seconds=self.pace.entropy, at=at)


def longest_behind(actors: Iterable[Actor], most: int) -> list[Actor]:
    """Of the actors with unread events of other processes, those that have waited longest."""
    behind = [actor for actor in actors if actor.behind_since is not None]
    behind.sort(key=lambda actor: (actor.behind_since or 0.0, actor.desk.table))
    return behind[:most]

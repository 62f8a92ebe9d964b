"""
All tables of a process: made, recovered, leased, followed, and found by their code.

Several processes may share one PostgreSQL: a table is owned by the one that holds its lease, the others follow it and
pass their clients' commands on. Whoever sees a lease run out takes the table over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ...records.beacon import Beacon, BeaconRound
from ...records.fairness import HouseShuffle
from ...records.shuffle import from_system
from ...records.store import Change, Event, Person, Row, Store, TableRow, Transfer
from ...records.store.chain import now
from ...records.store.ledger import ISSUE
from ...records.store.ledger import player as purse
from ...rules.errors import HousewayError, NotAllowed, Unreadable, nearest
from ...rules.game import AnyGame
from ..http.gate import GateSettings
from ..observability import faults, metrics
from ..study.pool import WorkPool
from ..study.settings import StudySettings
from ..tables import dealing, seating
from ..tables.desk import Decision, Desk
from ..tables.timers import PACES, Pace
from ..views import messages
from .actor import Actor, ChangesHands, longest_behind
from .anchoring import Anchoring
from .away import TOLD_SECONDS, Away
from .bots import NAMES, Bots
from .commands import TableCommand
from .ephemeral import Beside
from .forwarding import Afar
from .idle import Idle, empty
from .jobs import Answer
from .limits import Rates
from .moderation import TOPIC as MODERATION
from .moderation import Moderation
from .operator_actions import Act, closed, decided, take_terms
from .outbox import CUT_OFF, LOGGED_OUT, SERVER_STOPS, Caller, Line
from .recovery import UnreadableTable, check_room_key, quarantine, recovered

log = logging.getLogger(__name__)
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LETTERS = 13
"""Letters of a table's code: 31 to the 13th is more than 2 to the 64th."""
FOR_EVER = 10 * 365 * 86_400.0
ACT_SECONDS = 20.0
"""How long an act of the operator is tried while a table changes hands."""
TOLD_AT_ONCE = 250
LOOKED_AFTER = 40
"""Tables of other processes, with nobody from here at them, that are read in one turn: for the lobby's list."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a room is run."""

    welcome: int = 10_000
    """Play chips for everybody who comes in."""
    paces: Mapping[str, Pace] = field(default_factory=lambda: PACES)
    rates: Rates = field(default_factory=Rates)
    origins: tuple[str, ...] = ()
    """Where pages may come from that open sockets here, beside this server itself."""
    lease_seconds: float = 6.0
    idle_seconds: float = 1800.0
    """A table at which nobody plays and nobody looks on is closed after this."""
    watched_idle_seconds: float = 7200.0
    """The same where somebody has the table open in a browser."""
    away_seconds: float = 600.0
    """Somebody who sits out, or whose page is not connected, stands up after this."""
    tables_per_account: int = 20
    """Tables that one account may have open at a time."""
    guests_may_change_pay_tables: bool = False
    """Whether who opens a table may choose higher payouts than the operator's terms."""
    session_days: int = 30
    several_processes: bool = False
    url: str | None = None
    """Where the books are, for audits."""
    anchors: Path | None = None
    """A file outside the database that the heads of all streams are written to."""
    anchor_seconds: float = 30.0
    beacon: Beacon | None = None
    """Public randomness that enters every shuffle; none unless the operator gives one."""
    anchor_to: tuple[str, ...] = ()
    """Where anchors are sent besides: files on other disks, or HTTP addresses that take a line by POST."""
    study: StudySettings = field(default_factory=StudySettings)
    """Limits of the worker processes that answer long questions."""
    gate: GateSettings = field(default_factory=GateSettings)
    drain_seconds: float = 0.0
    """How long running rounds may take to finish after SIGTERM."""


def fresh(letters: int, alphabet: str = LETTERS) -> str:
    """A name nobody can guess, from the system's entropy."""
    entropy = from_system()
    return "".join(alphabet[entropy.below(len(alphabet))] for _ in range(letters))


class NoSuchTable(NotAllowed):
    """A code that belongs to no open table."""


class Room:
    """The tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.actors: dict[str, Actor] = {}
        self.lines: set[Line] = set()
        self.quarantined: dict[str, str] = {}
        """Why a table could not be read, for those that this process closed for it."""
        self.draining = False
        """No new table and no new round: the process is about to stop."""
        self.bots = Bots()
        self.process = fresh(12) if settings.several_processes else "the only one"
        self._afar = Afar(store, self.process)
        self.beside = Beside(store, self.process, self.actors)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stops: list[Callable[[], None]] = []
        self._finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By account: held while a table is opened."""
        self._idle = Idle(settings.idle_seconds, settings.watched_idle_seconds)
        self._away = Away(settings.away_seconds)
        self._tell_watched_at = 0.0
        self.moderation = Moderation(store)
        self.study = WorkPool(settings.study)

    # Life ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring every table back to where it was."""
        self._stops = [
            self.store.listen(self._heard),
            *self._afar.listen(lambda said: self.background(self._afar.answer(said, self._carried_out))),
            self.beside.listen(),
            self.store.hear("hang_up", lambda said: self.hang_up(str(said["session"]), told=True)),
            self.store.hear(
                "renamed", lambda said: self.rename_sockets(str(said["account"]), str(said["name"]), told=True)
            ),
            self.store.hear("terms", lambda said: self.background(self.take_terms())),
            self.store.hear("watched", lambda said: self._watched_elsewhere(said["tables"])),
            self.store.hear("present", lambda said: self._present_elsewhere(said["tables"])),
            self.store.hear(MODERATION, lambda said: self.background(self.moderation.load())),
        ]
        await self.moderation.load()
        await check_room_key(self.store, several_processes=self.settings.several_processes)
        for row in await self.store.find.tables():
            await self._bring_back(row.id)
        self.background(self.take_terms())
        self.background(self._close_idle())
        if self.settings.several_processes:
            self.background(self._keep_leases())
            self.background(self._keep_watch())
        if self.settings.anchors is not None and self.settings.anchor_seconds > 0:
            anchoring = Anchoring(
                self.store,
                self.settings.anchors,
                seconds=self.settings.anchor_seconds,
                to=self.settings.anchor_to,
            )
            self.background(anchoring.run())

    async def _catch_up(self) -> None:
        """News may have been missed: of sessions that ended, what the operator did, tables and terms."""
        await self._hang_up_ended()
        await self.moderation.load()
        for row in await self.store.find.tables():
            await self._follow(row.id)
        await self.take_terms()

    async def _hang_up_ended(self) -> None:
        """Close the sockets of sessions that ended while nothing was heard of it."""
        for session in {line.session for line in self.lines}:
            found = await self.store.find.session(session)
            if found is None or found.closed_at is not None:
                self.hang_up(session, told=True)

    async def _bring_back(self, table: str) -> Actor | None:
        async with self._alone(table):
            if table in self.actors:
                return self.actors[table]
            fence = await self.store.take_lease(f"table:{table}", self.process, self._lease)
            try:
                desk = await recovered(self.store, table)
            except UnreadableTable as error:
                await self._quarantine(table, fence, str(error))
                return None
            if desk is None or desk.closed:
                return None
            return self._at_work(desk, fence)

    async def _quarantine(self, table: str, fence: int | None, reason: str) -> None:
        """Close a table that cannot be read; the others go on whatever comes of it."""
        if fence is None:  # another process owns it
            return
        self.quarantined[table] = reason
        try:
            await quarantine(self.store, table, fence, reason, now())
        except HousewayError as error:
            log.error("table %s cannot be read and could not be closed: %s", table, error)

    def _at_work(self, desk: Desk, fence: int | None) -> Actor:
        paces = self.settings.paces
        pace = paces.get(desk.pace) or next(iter(paces.values()))  # the operator may have taken a pace away
        actor = self.actors[desk.table] = Actor(self, desk, fence=fence, pace=pace)
        return actor

    def _alone(self, table: str) -> asyncio.Lock:
        """One at a time makes the actor of a table: there must not be two."""
        return self._finding.setdefault(table, asyncio.Lock())

    @property
    def _lease(self) -> float:
        return self.settings.lease_seconds if self.settings.several_processes else FOR_EVER

    async def stop(self) -> None:
        for stop in self._stops:
            stop()
        for line in tuple(self.lines):
            line.cut(SERVER_STOPS, "the room is being restarted; come back in a moment")
        await self.study.close()
        self.bots.stop()
        for task in tuple(self._tasks):
            task.cancel()
        for actor in self.actors.values():
            actor.stop()
        if self.settings.several_processes:
            for actor in self.actors.values():
                if actor.fence is not None:
                    with suppress(HousewayError):
                        await self.store.release_lease(actor.desk.stream, self.process, actor.fence)

    def background(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            faults.report_unless_expected("background task", error)

    async def _keep_leases(self) -> None:
        """Prolong our own leases, however long anything else takes."""
        clock = asyncio.get_running_loop().time
        lease = self.settings.lease_seconds
        kept = clock()
        while True:
            await asyncio.sleep(lease / 3)
            try:
                async with asyncio.timeout(lease):
                    await self._renew()
                kept = clock()
            except Exception as error:  # whatever it was, the next turn tries again
                faults.report_unless_expected("renewing leases", error)
                if clock() - kept > lease:
                    self._cut_off()

    def _cut_off(self) -> None:
        """The database was not reached for the time of a lease: others own our tables now, and our clients go there."""
        for actor in self.actors.values():
            if actor.owned:
                actor.disown()
        for line in tuple(self.lines):
            line.cut(CUT_OFF, "this server does not reach its database; come back in a moment, or to another")

    async def _renew(self) -> None:
        held = {actor.desk.stream: actor.fence for actor in self.actors.values() if actor.fence is not None}
        kept = await self.store.renew_leases(self.process, held, self._lease)
        for actor in list(self.actors.values()):
            if actor.owned and actor.desk.stream not in kept and held.get(actor.desk.stream) == actor.fence:
                actor.disown()

    async def _keep_watch(self) -> None:
        """Take over what nobody holds, tell owners what is looked at here, and see what else goes on."""
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            try:
                if not self.draining:
                    await self._take_over()
                    await self._tell_watched()
                    await self._tell_who_is_present()
                for actor in longest_behind(self.actors.values(), LOOKED_AFTER):
                    await actor.up_to_date()
            except Exception as error:  # whatever it was, the next turn tries again
                faults.report_unless_expected("taking tables over", error)

    async def _take_over(self) -> None:
        for stream in await self.store.unowned():
            table = stream.removeprefix("table:")
            actor_here = self.actors.get(table)
            if actor_here is None:
                await self._follow(table)
            elif not actor_here.owned and (fence := await self.store.take_lease(stream, self.process, self._lease)):
                metrics.lease_changed("taken")
                actor_here.own(fence)
                self.background(self.take_terms())

    async def _tell_watched(self) -> None:
        """Tell the owners which of their tables are looked at here, a few times before they would forget it."""
        clock = asyncio.get_running_loop().time
        if clock() < self._tell_watched_at:
            return
        watched = [actor.desk.table for actor in self.actors.values() if actor.lines and not actor.owned]
        for first in range(0, len(watched), TOLD_AT_ONCE):
            await self.store.send("watched", {"tables": watched[first : first + TOLD_AT_ONCE]})
        self._tell_watched_at = clock() + min(TOLD_SECONDS, self._idle.seconds, self._away.seconds) / 4

    async def _tell_who_is_present(self) -> None:
        """Tell the owners of tables that wait for entropy which of those they wait for are connected here."""
        followed = [actor for actor in self.actors.values() if actor.lines and not actor.owned]
        present = {actor.desk.table: actor.connected_and_missing() for actor in followed}
        present = {table: accounts for table, accounts in present.items() if accounts}
        for first in range(0, len(present), TOLD_AT_ONCE):
            await self.store.send("present", {"tables": dict(list(present.items())[first : first + TOLD_AT_ONCE])})

    def _present_elsewhere(self, tables: Mapping[str, list[str]]) -> None:
        for table, accounts in tables.items():
            actor = self.actors.get(table)
            if actor is not None and actor.owned:
                actor.present(accounts)

    async def take_terms(self) -> None:
        """Tables that play by older terms than are in force take the new ones with their next round."""
        with suppress(HousewayError):  # whoever owns a table next does the same
            pay_tables = self.settings.guests_may_change_pay_tables
            await take_terms(self.store, self.actors.values(), now(), pay_tables=pay_tables)

    def _watched_elsewhere(self, tables: list[str]) -> None:
        now_here = asyncio.get_running_loop().time()
        self._idle.watched(tables, now_here)
        self._away.watched(tables, now_here)

    async def stand_up_the_away(self, at: float) -> None:
        """Free the seats of people who have not been at their table for a while."""
        for actor, account in self._away.due(self.actors.values(), at):
            with suppress(HousewayError):
                await actor.operate(lambda desk, at, account=account: seating.stand(desk, account, at=at))  # type: ignore[misc]

    async def _close_idle(self) -> None:
        """Close the tables that nobody has been at for a while."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(self._idle.seconds / 4, self._away.seconds / 4, 60.0))
            await self.stand_up_the_away(clock())
            for actor in self._idle.due(self.actors.values(), clock()):
                with suppress(HousewayError):
                    row = await self.store.find.table(actor.desk.table)
                    await actor.operate(lambda desk, at, a=actor, r=row: self._if_empty(a, r, desk, at))  # type: ignore[misc]

    def _if_empty(self, actor: Actor, row: TableRow | None, desk: Desk, at: str) -> Decision:
        if not empty(actor):  # somebody came in the meantime
            return Decision(desk=desk, events=())
        return closed(row, desk, at, why="nobody was here any more")

    # What actors need ----------------------------------------------------------------------------------------

    def at(self) -> str:
        return now()

    def draw(self, desk: Desk) -> HouseShuffle:
        return HouseShuffle.draw(dealing.cards_to_shuffle(desk))

    def name_beacon(self, seconds: float) -> BeaconRound | None:
        """A beacon's round that is published later than in so many seconds; None where the room has no beacon."""
        beacon = self.settings.beacon
        return beacon.after(datetime.fromisoformat(self.at()) + timedelta(seconds=seconds)) if beacon else None

    def beacon_value(self, named: BeaconRound) -> str | None:
        """The value of a beacon's round; None where it is not known, or where the beacon gives something else."""
        try:
            return self.settings.beacon.value(named) if self.settings.beacon else None
        except (Unreadable, OSError) as error:  # the round is called off if no value comes
            log.warning("the beacon cannot be read: %s", error)
            return None

    def wake_bots(self, actor: Actor) -> None:
        self.bots.wake(actor)

    async def balances(self, desk: Desk) -> Mapping[str, int]:
        """What everybody at the table has; a bot that ran out gets new play chips."""
        accounts = {chair.player: chair for chair in desk.chairs.values()}
        found = await self.store.balances([purse(account) for account in accounts])
        balances = {account: found[purse(account)] for account in accounts}
        for account, chair in accounts.items():
            if chair.bot and balances[account] < self.settings.welcome // 4:
                balances[account] += await self.give(account, self.settings.welcome, "a bot ran out")
        return balances

    async def give(self, account: str, chips: int, why: str, *rows: Row) -> int:
        """Play chips from the issue."""
        event = Event("chips_given", {"account": account, "chips": chips, "why": why})
        transfer = Transfer(ISSUE, purse(account), chips, "welcome", "ROOM-01", why)
        await self.store.commit(Change("room", None, 0, (event,), (transfer,), rows=rows))
        return chips

    def check(self, desk: Desk, caller: Caller, message: TableCommand) -> None:
        """Refuse what the operator does not let this account do."""
        if isinstance(message, messages.Sit):
            self.moderation.check_seat(desk, caller.account)

    async def relabel(self, table: str, account: str, name: str) -> None:
        """Show another name for an account at a table."""
        with suppress(HousewayError):  # a closed table shows no name
            await self.act(Act(id=fresh(20), table=table, do="relabel", account=account, name=name))

    def lost(self, actor: Actor) -> None:
        metrics.lease_changed("lost")
        log.warning("another process owns a table of this one now")

    def left_behind(self, desk: Desk) -> None:
        if desk.closed:
            actor = self.actors.pop(desk.table, None)
            if actor is not None:
                asyncio.get_running_loop().call_soon(actor.stop)

    def _heard(self, stream: str, head: int) -> None:
        if not stream:
            for actor in self.actors.values():
                actor.hear(0)
            self.background(self._catch_up())
        elif stream.startswith("table:") and (actor_here := self.actors.get(stream[6:])) is not None:
            actor_here.hear(head)
        elif stream.startswith("table:") and self.settings.several_processes:
            self.background(self._follow(stream[6:]))

    async def _follow(self, table: str) -> None:
        with suppress(HousewayError):  # it may be closed by now
            await self.find(table)

    # Tables ----------------------------------------------------------------------------------------

    async def make_table(
        self, game: AnyGame, *, host: Caller, private: bool, places: int, pace: str, bots: list[str], version: int
    ) -> Actor:
        """A new table, with its bots seated."""
        if self.draining:
            raise NotAllowed("the room is about to restart; open the table again in a moment")
        if pace not in self.settings.paces:
            raise NotAllowed(f"there is no pace {pace!r}{nearest(pace, self.settings.paces)}; {self._paces}")
        async with self._opening.setdefault(host.account, asyncio.Lock()):  # two at once would both be the last allowed
            self._check_may_open(host.account)
            actor = await self._opened(game, host=host, private=private, places=places, pace=pace, version=version)
        for number, level in enumerate(bots, start=1):
            await self._seat_bot(actor, number, level)
        return actor

    def _check_may_open(self, account: str) -> None:
        """Refuse an account that has as many tables open as the operator allows."""
        most = self.settings.tables_per_account
        there = sum(actor.desk.host == account for actor in self.actors.values())
        if there >= most:
            raise NotAllowed(
                f"you have {there} of the {most} tables open that one account may have; "
                f"a table closes when nobody has been at it for {self.settings.idle_seconds:.0f} seconds"
            )

    async def _opened(
        self, game: AnyGame, *, host: Caller, private: bool, places: int, pace: str, version: int
    ) -> Actor:
        code = fresh(CODE_LETTERS)
        desk, event = seating.make(
            table=code,
            game=game,
            places=places,
            private=private,
            pace=pace,
            host=host.account,
            terms_version=version,
            label=fresh(CODE_LETTERS) if private else None,
        )
        row = TableRow(
            id=code, game=game.key, name=game.name, made_at=now(), made_by=host.account, public=not private, code=code
        )
        fence = await self.store.take_lease(desk.stream, self.process, self._lease)
        if fence is None:
            raise Unreadable("the new table's code is taken; make it again")
        async with self._alone(code):
            await self.store.commit(Change(desk.stream, 0, fence, (event,), rows=(row,)))
            return self._at_work(desk, fence)

    @property
    def _paces(self) -> str:
        return f"the paces are {', '.join(self.settings.paces)}"

    async def _seat_bot(self, actor: Actor, number: int, level: str) -> None:
        table = actor.desk.table
        caller = Caller(f"bot-{actor.desk.shown_as}-{number}", NAMES[(number - 1) % len(NAMES)], level)
        row = Person(id=caller.account, name=caller.name, kind="bot", made_at=now())
        await self.give(caller.account, self.settings.welcome, "a bot sat down", row)
        await actor.order(caller, messages.Sit(f"bot:{table}:sit:{number}", table))

    async def find(self, code: str) -> Actor:
        """A table by its code; one that another process owns is followed."""
        if code in self.actors:
            return await self.actors[code].up_to_date()
        row = await self.store.find.table(code) if self.settings.several_processes else None
        actor = await self._bring_back(code) if row is not None and row.closed_at is None else None
        if actor is None:
            raise NoSuchTable(f"there is no table {code!r}; it may have been closed")
        return actor

    # Orders ----------------------------------------------------------------------------------------

    async def order(self, caller: Caller, message: TableCommand) -> Answer:
        """Have a command carried out by whoever owns the table."""
        actor = await self.find(message.table)
        if actor.owned:
            return await actor.order(caller, message)
        who = {"account": caller.account, "shown": caller.name}
        return await self._afar.ask({**who, "message": messages.message_data(message)})

    async def act(self, act: Act) -> Answer:
        """Have an act of the operator carried out once by whoever owns the table; by the next, if that one dies."""
        clock = asyncio.get_running_loop().time
        until = clock() + ACT_SECONDS
        once = act.once
        while True:
            first = await self.store.answer_to(once.account, once.id, once.digest)
            if first is not None:
                return first
            actor = await self.find(act.table)
            try:
                return await self._acted(actor, act) if actor.owned else await self._afar.ask({"act": asdict(act)})
            except ChangesHands:
                if clock() > until:
                    raise
            await asyncio.sleep(0.2)

    async def _acted(self, actor: Actor, act: Act) -> Answer:
        row = await self.store.find.table(act.table)
        return await actor.operate(lambda desk, at: decided(act, row, desk, at), act.once)

    async def _carried_out(self, said: dict[str, Any]) -> Answer | None:
        """An order from another process, if it is for a table of ours."""
        order: Any = Act(**said["act"]) if "act" in said else messages.from_data(said["message"])
        actor = self.actors.get(order.table)
        if actor is None or not actor.owned or isinstance(order, messages.Volatile):
            return None
        if isinstance(order, Act):
            return await self._acted(actor, order)
        return await actor.order(Caller(said["account"], said["shown"]), order)

    # Sockets ----------------------------------------------------------------------------------------

    def rename_sockets(self, account: str, name: str, *, told: bool = False) -> None:
        """Call an account by its new name on every open socket, here and in the other processes."""
        for line in self.lines:
            if line.caller.account == account:
                line.caller = Caller(account, name)
        if not told:
            self.background(self.store.send("renamed", {"account": account, "name": name}))

    def hang_up(self, session: str, *, told: bool = False) -> None:
        """Close every socket of a session, here and in the other processes."""
        for line in tuple(self.lines):
            if line.session == session:
                line.cut(LOGGED_OUT, "you logged out")
        if not told:
            self.background(self.store.send("hang_up", {"session": session}))

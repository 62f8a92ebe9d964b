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
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..records.fairness import HouseShuffle
from ..records.shuffle import from_system
from ..records.store import Change, Event, Person, Row, Store, TableRow, Transfer
from ..records.store.ledger import ISSUE
from ..records.store.ledger import player as purse
from ..rules.errors import Broken, HousewayError, NotAllowed, Unreadable, nearest
from ..rules.game import Game
from . import dealing, messages, seating
from .actor import CHANGES_HANDS, Actor, Answer
from .bots import NAMES, Bots
from .commands import TableCommand
from .desk import Decision, Desk
from .desk_fold import folded, made
from .desk_text import read_desk
from .limits import Rates
from .line import CUT_OFF, LOGGED_OUT, SERVER_STOPS, Caller, Line
from .timers import PACES, Pace

log = logging.getLogger(__name__)
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
FOR_EVER = 10 * 365 * 86_400.0
FORWARD_SECONDS = 5.0


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
    session_days: int = 30
    several_processes: bool = False
    url: str | None = None
    """Where the books are, for audits."""
    anchors: Path | None = None
    """A file outside the database that the heads of all streams are written to."""
    anchor_seconds: float = 30.0


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def fresh(letters: int, alphabet: str = LETTERS) -> str:
    """A name nobody can guess, from the system's entropy."""
    entropy = from_system()
    return "".join(alphabet[entropy.below(len(alphabet))] for _ in range(letters))


async def recovered(store: Store, table: str) -> Desk | None:
    """A desk from its newest snapshot and the events after it."""
    stream = f"table:{table}"
    snapshot = await store.snapshot(stream)
    desk = read_desk(snapshot.body) if snapshot else None
    for event in await store.events(stream, after=snapshot.number if snapshot else 0):
        if event.unreadable:
            raise Broken(f"event {event.number} of {stream} is sealed with another room's key")
        desk = made(event.body) if desk is None else folded(desk, event.kind, event.body)
    return desk


class Room:
    """The tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.actors: dict[str, Actor] = {}
        self.lines: set[Line] = set()
        self.bots = Bots()
        self.process = fresh(12) if settings.several_processes else "the only one"
        self._replies: dict[str, asyncio.Future[Answer]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stops: list[Callable[[], None]] = []
        self._finding: dict[str, asyncio.Lock] = {}

    # Life ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring every table back to where it was."""
        self._stops = [
            self.store.listen(self._heard),
            self.store.hear("orders", self._ordered_from_afar),
            self.store.hear(f"answers:{self.process}", self._answered_from_afar),
            self.store.hear("hang_up", lambda said: self.hang_up(str(said["session"]), told=True)),
        ]
        for row in await self.store.find.tables():
            await self._bring_back(row.id)
        if self.settings.several_processes:
            self.background(self._keep_leases())
        if self.settings.anchors is not None:
            self.background(self._keep_anchors(self.settings.anchors))

    async def _bring_back(self, table: str) -> Actor | None:
        fence = await self.store.take_lease(f"table:{table}", self.process, self._lease)
        desk = await recovered(self.store, table)
        if desk is None or desk.closed:
            return None
        actor = Actor(self, desk, fence=fence, pace=self.settings.paces[desk.pace])
        self.actors[table] = actor
        return actor

    @property
    def _lease(self) -> float:
        return self.settings.lease_seconds if self.settings.several_processes else FOR_EVER

    async def stop(self) -> None:
        for stop in self._stops:
            stop()
        for line in tuple(self.lines):
            line.cut(SERVER_STOPS, "the room is being restarted; come back in a moment")
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
        task.add_done_callback(self._tasks.discard)

    async def _keep_anchors(self, path: Path) -> None:
        """What was written is also noted outside the database, so that a cut-off end is found."""
        while True:
            try:
                await self.store.anchor(path)
            except (HousewayError, OSError) as error:
                log.warning("the heads could not be anchored: %s", type(error).__name__)
            await asyncio.sleep(self.settings.anchor_seconds)

    async def _keep_leases(self) -> None:
        """Prolong our own leases and take over what nobody holds."""
        clock, lease = asyncio.get_running_loop().time, self.settings.lease_seconds
        kept = clock()
        while True:
            await asyncio.sleep(lease / 3)
            try:
                async with asyncio.timeout(lease):
                    await self._keep_once()
                kept = clock()
            except Exception as error:  # whatever it was, the next turn tries again
                log.warning("leases could not be kept: %s", type(error).__name__)
                if clock() - kept > lease:
                    self._cut_off()

    def _cut_off(self) -> None:
        """The database was not reached for the time of a lease: others own our tables now, and our clients go there."""
        for actor in self.actors.values():
            if actor.owned:
                actor.disown()
        for line in tuple(self.lines):
            line.cut(CUT_OFF, "this server does not reach its database; come back in a moment, or to another")

    async def _keep_once(self) -> None:
        held = {actor.desk.stream: actor.fence for actor in self.actors.values() if actor.fence is not None}
        kept = await self.store.renew_leases(self.process, held, self._lease)
        for actor in list(self.actors.values()):
            if actor.owned and actor.desk.stream not in kept and held.get(actor.desk.stream) == actor.fence:
                actor.disown()
        for stream in await self.store.unowned():
            table = stream.removeprefix("table:")
            actor_here = self.actors.get(table)
            if actor_here is None:
                await self._bring_back(table)
            elif not actor_here.owned:
                fence = await self.store.take_lease(stream, self.process, self._lease)
                if fence is not None:
                    actor_here.own(fence)

    # What actors need ----------------------------------------------------------------------------------------

    def at(self) -> str:
        return now()

    def draw(self, desk: Desk) -> HouseShuffle:
        return HouseShuffle.draw(dealing.cards_to_shuffle(desk))

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

    def lost(self, actor: Actor) -> None:
        log.warning("table %s is owned by another process now", actor.desk.table)

    def left_behind(self, desk: Desk) -> None:
        if desk.closed:
            actor = self.actors.pop(desk.table, None)
            if actor is not None:
                asyncio.get_running_loop().call_soon(actor.stop)

    def _heard(self, stream: str, head: int) -> None:
        if not stream:
            for actor in self.actors.values():
                actor.hear(0)
        elif stream.startswith("table:") and (actor_here := self.actors.get(stream[6:])) is not None:
            actor_here.hear(head)

    # Tables ----------------------------------------------------------------------------------------

    async def make_table(
        self, game: Game[Any], *, host: Caller, private: bool, places: int, pace: str, bots: list[str], version: int
    ) -> Actor:
        """A new table, with its bots seated."""
        if pace not in self.settings.paces:
            raise NotAllowed(f"there is no pace {pace!r}{nearest(pace, self.settings.paces)}; {self._paces}")
        code = fresh(5)
        desk, event = seating.make(
            table=code, game=game, places=places, private=private, pace=pace, host=host.account, terms_version=version
        )
        row = TableRow(
            id=code, game=game.key, name=game.name, made_at=now(), made_by=host.account, public=not private, code=code
        )
        fence = await self.store.take_lease(desk.stream, self.process, self._lease)
        if fence is None:
            raise Unreadable("the new table's code is taken; make it again")
        await self.store.commit(Change(desk.stream, 0, fence, (event,), rows=(row,)))
        actor = Actor(self, desk, fence=fence, pace=self.settings.paces[pace])
        self.actors[code] = actor
        for number, level in enumerate(bots, start=1):
            await self._seat_bot(actor, number, level)
        return actor

    @property
    def _paces(self) -> str:
        return f"the paces are {', '.join(self.settings.paces)}"

    async def _seat_bot(self, actor: Actor, number: int, level: str) -> None:
        table = actor.desk.table
        caller = Caller(f"bot-{table}-{number}", NAMES[(number - 1) % len(NAMES)], level)
        row = Person(id=caller.account, name=caller.name, kind="bot", made_at=now())
        await self.give(caller.account, self.settings.welcome, "a bot sat down", row)
        await actor.order(caller, messages.Sit(f"bot:{table}:sit:{number}", table))

    async def find(self, code: str) -> Actor:
        """A table by its code; one that another process owns is followed."""
        if code in self.actors:
            return self.actors[code]
        async with self._finding.setdefault(code, asyncio.Lock()):
            if code in self.actors:
                return self.actors[code]
            row = await self.store.find.table(code) if self.settings.several_processes else None
            actor = await self._bring_back(code) if row is not None and row.closed_at is None else None
        self._finding.pop(code, None)
        if actor is None:
            raise NotAllowed(f"there is no table {code!r}; it may have been closed")
        return actor

    # Orders ----------------------------------------------------------------------------------------

    async def order(self, caller: Caller, message: TableCommand) -> Answer:
        """Have a command carried out by whoever owns the table."""
        actor = await self.find(message.table)
        return await actor.order(caller, message) if actor.owned else await self._send_afar(caller, message)

    async def operate(self, code: str, decision: Callable[[Desk, str], Decision]) -> Answer:
        actor = await self.find(code)
        if not actor.owned:
            raise NotAllowed(f"table {code} is owned by another process; ask there")
        return await actor.operate(decision)

    async def _send_afar(self, caller: Caller, message: TableCommand) -> Answer:
        """Pass a command on; whoever owns the table answers."""
        name = fresh(16)
        reply: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._replies[name] = reply
        said = {"reply_to": self.process, "name": name, "message": messages.message_data(message)}
        who = {"account": caller.account, "shown": caller.name}
        try:
            await self.store.send("orders", {**said, **who})
            return await asyncio.wait_for(reply, FORWARD_SECONDS)
        except TimeoutError:
            raise NotAllowed(CHANGES_HANDS) from None
        finally:
            self._replies.pop(name, None)

    def _ordered_from_afar(self, said: dict[str, Any]) -> None:
        self.background(self._answer_afar(said))

    async def _answer_afar(self, said: dict[str, Any]) -> None:
        message = messages.from_data(said["message"])
        actor = self.actors.get(message.table)
        if actor is None or not actor.owned or isinstance(message, messages.Volatile):
            return
        try:
            answer = {"ok": True, "answer": await actor.order(Caller(said["account"], said["shown"]), message)}
        except HousewayError as error:
            answer = {"ok": False, "refused": str(error)}
        await self.store.send(f"answers:{said['reply_to']}", {"name": said["name"], **answer})

    def _answered_from_afar(self, said: dict[str, Any]) -> None:
        reply = self._replies.get(said["name"])
        if reply is None or reply.done():
            return
        if said["ok"]:
            reply.set_result(said["answer"])
        else:
            reply.set_exception(NotAllowed(said["refused"]))

    # Sockets ----------------------------------------------------------------------------------------

    def hang_up(self, session: str, *, told: bool = False) -> None:
        """Close every socket of a session, here and in the other processes."""
        for line in tuple(self.lines):
            if line.session == session:
                line.cut(LOGGED_OUT, "you logged out")
        if not told:
            self.background(self.store.send("hang_up", {"session": session}))

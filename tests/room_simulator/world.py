"""One run: the processes, the database, the network, the players and their troubles, under one virtual clock."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import random
import time as real_time
from collections import Counter
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any

from houseway.games import game
from houseway.rules.errors import HousewayError
from houseway.server.runtime.operator_actions import OperatorAction
from houseway.server.runtime.outbox import Caller, Outbox
from houseway.server.views.catalogue import game_at_table

from . import seams
from .chance import stream
from .checks import Checks, Violation
from .database import Server
from .loop import PROCESS, Deadlock, Owner, VirtualLoop
from .news import Post
from .plan import SERVER_TROUBLES, Plan, TablePlan, Trouble
from .player import Player
from .process import ServerProcess
from .protocol import read_frame

STARTS_AT = 1_767_225_600.0
"""Midnight of 1 January 2026."""
TOLD_WITHIN = 10.0
"""Seconds after a process reconnects to the others until all its clients were sent what they had missed."""
EXPECTED_FAULTS = ("Unavailable", "ChangesHands", "CancelledError", "TimeoutError", "Stale", "NotAllowed")
"""Background failures that may be logged when the database fails or a table changes hands."""
EXPECTED_WARNINGS = ("another process took over a table of this process",)


@dataclass
class Result:
    """The result of a run."""

    plan: Plan
    violation: str | None = None
    at: float = 0.0
    settled: int = 0
    voided: int = 0
    commits: int = 0
    frames: int = 0
    acknowledgements: int = 0
    steps: int = 0
    virtual_seconds: float = 0.0
    real_seconds: float = 0.0
    cpu_seconds: float = 0.0
    troubles: Counter[str] = field(default_factory=Counter)
    digest: str = ""
    """Digest of everything that was sent, received, written and injected; the same plan gives the same digest."""

    @property
    def rounds(self) -> int:
        return self.settled + self.voided


class World:
    """Everything that runs one plan."""

    def __init__(self, plan: Plan, transcript: list[str] | None = None) -> None:
        self.plan = plan
        self.context = Context()
        self.loop = VirtualLoop(self.stream("loop"))
        self.loop.set_task_factory(self._task)
        self.loop.set_exception_handler(self._unhandled)
        self.checks = Checks(self)
        self.server = Server(self.loop, self.stream("database"), self.checks)
        self.post = Post(self.loop, self.stream("post"))
        self.server.deliver = self.post.deliver
        self.wall_offsets = dict.fromkeys(range(plan.processes), 0.0)
        self.cut_off = dict.fromkeys(range(plan.processes), False)
        self.database_offset = 0.0
        self.processes: dict[int, ServerProcess | None] = dict.fromkeys(range(plan.processes))
        self.codes: dict[str, str] = {}
        self.players: dict[str, Player] = {}
        self.quiet_since = plan.trouble_seconds
        self.troubles: Counter[str] = Counter()
        self._lives: Counter[int] = Counter()
        self._opening: set[str] = set()
        self._tasks: list[asyncio.Task[Any]] = []
        self._violation: Violation | None = None
        self._entropy = self.stream("entropy")
        self._digest = hashlib.sha256()
        self._transcript = transcript

    def stream(self, *names: object) -> random.Random:
        return stream(self.plan.seed, *names)

    def note(self, line: str) -> None:
        """Add a line to the transcript."""
        text = f"{self.loop.time():.6f} {line}\n"
        self._digest.update(text.encode())
        if self._transcript is not None:
            self._transcript.append(text)

    # Clocks ----------------------------------------------------------------------------------------------------------

    def wall(self) -> float:
        owner = PROCESS.get()
        offset = owner.wall_offset if isinstance(owner, ServerProcess) else 0.0
        return STARTS_AT + self.loop.time() + offset

    def database_time(self) -> float:
        return STARTS_AT + self.loop.time() + self.database_offset

    # Running ---------------------------------------------------------------------------------------------------------

    def run(self) -> Result:
        began = real_time.perf_counter()
        cpu = real_time.process_time()
        result = Result(self.plan)
        collecting = gc.isenabled()
        gc.disable()  # clean-up of what dead processes left must not run in the middle
        watched = _Watching(self)
        try:
            with (
                seams.replaced(
                    wall=self.wall,
                    monotonic=self.loop.time,
                    database=self.database_time,
                    entropy=self._entropy.randbytes,
                ),
                watched,
            ):
                self._run_all()
        except Violation as violation:
            result.violation = str(violation)
        finally:
            if collecting:
                gc.enable()
        result.at = self.loop.time()
        self.note(f"ends with {result.violation}")
        result.digest = self._digest.hexdigest()
        checks = self.checks
        result.settled = checks.settled
        result.voided = checks.voided
        result.commits = checks.commits
        result.frames = checks.frames
        result.acknowledgements = checks.acknowledgements
        result.steps = self.loop.steps
        result.virtual_seconds = self.loop.time()
        result.troubles = self.troubles
        self._clean_up()
        result.real_seconds = real_time.perf_counter() - began
        result.cpu_seconds = real_time.process_time() - cpu
        return result

    def _run_all(self) -> None:
        asyncio.set_event_loop(None)
        for slot in self.processes:
            self._start(slot)
        for table in self.plan.tables:
            self.loop.call_later(1.0, self._make_table, table)
        for plan in self.plan.players:
            self.players[plan.name] = Player(self, plan)
        for trouble in self.plan.troubles:
            self.loop.call_at(trouble.at, self._strike, trouble)
        self.loop.call_at(self.plan.trouble_seconds, self._quiet)
        self.loop.call_at(self.plan.seconds, self.loop.stop)
        try:
            self.loop.run_forever()
        except Deadlock as deadlock:
            raise Violation(str(deadlock)) from None
        if self._violation is not None:
            raise self._violation
        self.checks.at_the_end()

    def _clean_up(self) -> None:
        for task in self._tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            if not task.done():
                task.get_coro().close()
        self._tasks.clear()
        self.loop._ready.clear()  # type: ignore[attr-defined]
        self.loop._scheduled.clear()
        self.server.close()
        self.loop.close()

    def _task(self, loop: Any, work: Any, **more: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
        self._tasks.append(task)
        if len(self._tasks) > 20_000:
            self._tasks = [each for each in self._tasks if not each.done()]
        return task

    def violated(self, sentence: str) -> None:
        """Record a violated invariant and stop the run."""
        if self._violation is None:
            self._violation = Violation(sentence)
            self.loop.stop()

    def _unhandled(self, loop: Any, about: dict[str, Any]) -> None:
        error = about.get("exception")
        if isinstance(error, Violation):
            self.violated(str(error))
        else:
            self.violated(f"nobody handled {type(error).__name__}: {error or about['message']}")

    # Processes and tables --------------------------------------------------------------------------------------------

    def _start(self, slot: int) -> None:
        if self.processes[slot] is None:
            self._lives[slot] += 1
            self.processes[slot] = ServerProcess(self, slot, self._lives[slot])

    def died(self, process: ServerProcess) -> None:
        """Handle the end of a process for any reason; its supervisor starts it again after a while."""
        if self.processes[process.slot] is process:
            self.note(f"{process.name} is gone")
            process.die()
            if process.news is not None:
                self.post.members.remove(process.news)
            self.processes[process.slot] = None
            wait = self.stream("again", process.slot, self._lives[process.slot]).choice((0.5, 3.0, 20.0))
            self.loop.call_later(wait, self._start, process.slot, context=self.context)

    def some_process(self, chance: random.Random) -> ServerProcess | None:
        """A random process that serves, as a load balancer would choose one for a player."""
        serving = [process for process in self.processes.values() if process is not None and process.serving]
        return chance.choice(serving) if serving else None

    def code_of(self, table: str) -> str | None:
        return self.codes.get(table)

    def table_gone(self, name: str, code: str | None) -> None:
        """Open a new table after a player found its table closed."""
        if self.codes.get(name) == code:
            self.codes.pop(name, None)
            plan = next(table for table in self.plan.tables if table.name == name)
            self.loop.call_later(1.0, self._make_table, plan)

    def _make_table(self, plan: TablePlan) -> None:
        if plan.name in self.codes:
            return
        process = self.some_process(self.stream("maker", plan.name, self._lives.total()))
        if process is not None:
            process.spawn(self._table_made(process, plan))
        self.loop.call_later(20.0, self._make_table, plan)

    async def _table_made(self, process: ServerProcess, plan: TablePlan) -> None:
        rules = game_at_table(plan.game, {}, {})
        most = rules.seats(rules.terms).stop - 1
        host = Caller("operator", "Operator")
        try:
            actor = await process.room.opening.open_table(
                rules,
                host=host,
                private=False,
                places=min(6, most),
                pace=plan.pace,
                bots=["house_way"] * plan.bots,
                version=0,
            )
        except HousewayError:
            return
        self.loop.call_later(0.05, self._opened, plan.name, actor.desk.table, context=self.context)

    def _opened(self, name: str, code: str) -> None:
        self.codes.setdefault(name, code)

    # Troubles --------------------------------------------------------------------------------------------------------

    def _strike(self, trouble: Trouble) -> None:
        self.troubles[trouble.kind] += 1
        self.note(f"trouble {trouble}")
        chance = self.stream("trouble", trouble.number)
        if trouble.kind in ("void", "close"):
            self._operate(trouble, chance)
        elif trouble.kind not in SERVER_TROUBLES:
            self.players[trouble.target].misbehave(trouble) if trouble.target in self.players else None
        else:
            process = self.processes[int(trouble.target)]
            for each in self.processes.values():
                if each is not None and (each is process or trouble.kind in ("slow_disk", "database_clock")):
                    each.disturbed_at = self.loop.time() + trouble.seconds
            if process is not None:
                getattr(self, f"_trouble_{trouble.kind}")(process, trouble, chance)

    def _operate(self, trouble: Trouble, chance: random.Random) -> None:
        """Carry out an action of the operator at some process."""
        process = self.some_process(chance)
        code = self.codes.get(trouble.target)
        if process is None or code is None:
            return
        table = next(table for table in self.plan.tables if table.name == trouble.target)
        reasons = sorted(game(table.game).irregularities(game(table.game).terms))
        do: Any = trouble.kind
        act = OperatorAction(
            id=f"act-{trouble.number}", table=code, do=do, reason=chance.choice(reasons), note="simulated"
        )
        process.spawn(self._acted(process, act))

    async def _acted(self, process: ServerProcess, act: OperatorAction) -> None:
        try:
            await process.room.routing.act(act)
        except HousewayError as refusal:
            self.note(f"act refused: {refusal}")

    def _trouble_crash(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.burn(chance.randrange(0, 60), lambda: self.died(process))

    def _trouble_crash_at_reveal(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        """Make the process die as soon as it has published the commitments to the entropy of a round."""
        process.dies_at_reveal = True

    def fixed(self, owner: Owner) -> None:
        """Called when this process has just published the commitments of a round."""
        if isinstance(owner, ServerProcess) and owner.dies_at_reveal:
            self.loop.call_soon(self.died, owner, context=self.context)

    def _trouble_restart(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        if process.serving:
            process.stop()

    def _trouble_pause(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.pause()
        self.loop.call_later(trouble.seconds, process.resume, self.loop)

    def _trouble_partition(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        """Cut the process off from the database and from its notices."""
        self._cut(process.slot, True)
        self.loop.call_later(trouble.seconds, self._cut, process.slot, False)

    def _cut(self, slot: int, cut: bool) -> None:
        self.cut_off[slot] = cut
        process = self.processes[slot]
        if process is None:
            return
        process.database.cut_off = cut
        if process.news is not None:
            if cut:
                self.post.hang_up(process.news)
            else:
                self._news_again(process)

    def _trouble_torn(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.database.next_faults += ["torn"] * chance.randint(1, 2)

    def _trouble_answer_lost(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.database.next_faults += ["answer_lost"]

    def _trouble_in_the_way(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.database.next_faults += ["in_the_way"] * chance.randint(1, 7)

    def _trouble_disk_full(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        process.database.next_faults += ["disk_full"] * chance.randint(1, 4)

    def _trouble_slow_disk(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        self.server.slow_until = self.loop.time() + trouble.seconds

    def _trouble_news_lost(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        if process.news is not None:
            self.post.hang_up(process.news)
            self.loop.call_later(min(trouble.seconds, 15.0), self._news_again, process)

    def _news_again(self, process: ServerProcess) -> None:
        """Reconnect a process to the others, and check soon after that its clients were sent everything."""
        if process.news is not None and not process.database.cut_off:
            self.post.call_again(process.news)
            now = self.loop.time()
            self.loop.call_later(TOLD_WITHIN, self._check_news, process, now, process.disturbed_at)

    def _check_news(self, process: ServerProcess, since: float, disturbed_at: float) -> None:
        if process.alive and process.normal and process.disturbed_at == disturbed_at:
            self.checks.announced_since(process, since - 30.0, since)

    def _trouble_news_late(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        if process.news is not None:
            process.news.delayed = chance.choice((0.1, 1.0, 4.0))
            self.loop.call_later(trouble.seconds, setattr, process.news, "delayed", 0.0)

    def _trouble_news_twice(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        if process.news is not None:
            process.news.repeats = 0.5
            self.loop.call_later(trouble.seconds, setattr, process.news, "repeats", 0.0)

    def _trouble_wall_clock(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        self.wall_offsets[process.slot] += chance.choice((-3600.0, -5.0, 5.0, 3600.0))
        process.wall_offset = self.wall_offsets[process.slot]

    def _trouble_database_clock(self, process: ServerProcess, trouble: Trouble, chance: random.Random) -> None:
        """Move the database's clock forward, so that leases run out. (After a move back, tables only wait longer.)"""
        self.database_offset += chance.choice((2.0, 10.0, 3600.0))

    def _quiet(self) -> None:
        """End all troubles and repair everything that is broken."""
        self.note("quiet")
        for slot, process in self.processes.items():
            self._cut(slot, False)
            if process is None:
                continue
            process.resume(self.loop)
            process.database.next_faults.clear()
            if process.news is not None:
                process.news.delayed = 0.0
                process.news.repeats = 0.0
                self._news_again(process)
        self.server.slow_until = 0.0
        for player in self.players.values():
            player.behave()


class _Watching(logging.Handler):
    """Receives every frame that is queued, and every fault that the server logs."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.DEBUG)
        self._world = world
        self._plain: Any = None

    def __enter__(self) -> None:
        world = self._world
        plain = Outbox.send
        self._plain = plain
        sent = b""
        read = read_frame(b'{"tell":"nothing"}')

        def send(outbox: Outbox, frame: bytes) -> None:
            nonlocal sent, read
            if outbox.closing is not None:
                return
            if frame is not sent:  # several clients are sent the same frame
                sent = frame
                read = read_frame(frame)
            try:
                world.checks.check_frame(outbox.caller.account, outbox, read.text.data)
            except Violation as violation:
                world.violated(str(violation))
            plain(outbox, read)

        Outbox.send = send  # type: ignore[method-assign, assignment]
        logger = logging.getLogger("houseway")
        self._logging_before = (logger.propagate, logger.level)
        logger.propagate = False
        logger.setLevel(logging.DEBUG)
        logger.addHandler(self)

    def __exit__(self, *_: object) -> None:
        Outbox.send = self._plain  # type: ignore[method-assign]
        logger = logging.getLogger("houseway")
        logger.propagate, level = self._logging_before
        logger.setLevel(level)
        logger.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        self._world.note(f"log {text}")
        kind = text.rpartition(" ")[2]
        quiet = record.levelno == logging.INFO or text in EXPECTED_WARNINGS
        if text.startswith("fault in") or not (quiet or kind in EXPECTED_FAULTS):
            self._world.violated(f"the server logged: {text}")


def run(plan: Plan, transcript: list[str] | None = None) -> Result:
    """Run a plan from its start to its end or its first violation."""
    return World(plan, transcript).run()


__all__ = ["Owner", "Result", "World", "run"]

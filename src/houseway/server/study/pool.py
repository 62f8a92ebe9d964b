"""
The study pool: long questions run in worker processes, so that no table waits for them.

A question waits in the queue of its lane. Addresses take turns, and so do the clients of each address. Neither a client
nor an address ever holds all workers of a lane that has several, so nobody gains by opening many guest accounts. An
address that has used much processor time lately waits behind the others. When the queue is full, a new question
displaces the last question of the address with the most, so nobody gains by using many addresses either.

A question ends with an answer, at its deadline, when its worker runs out of memory or dies, or when its client
disconnects. Answers are cached by question and terms.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Mapping
from importlib import import_module
from math import ceil
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..observability import metrics
from ..views.http_errors import Refusal
from ..views.study_types import QueuedQuestion
from .answer_cache import AnswerCache
from .jobs import Answer, Client, Job, News, Part, Progress, Queued, Refused
from .question_queue import Queue, UsedTime
from .settings import Lane, StudySettings
from .worker_process import WorkerProcess, processor_seconds

log = logging.getLogger(__name__)
QUESTIONS = "houseway.server.study.questions"
"""The module with the questions of the product; tests name another."""
SOURCES = Path(__file__).parents[3]
GRACE_SECONDS = 1.0
"""How long a cancelled worker may take to notice before it is killed."""
SHORTEST_LOOK = 0.1
"""The shortest time between two measurements of a question's processor time, in seconds."""
LONGEST_HEADER = 64 * 1024
RECYCLED_ABOVE = 0.6
"""A worker that holds more than this share of its memory limit after an answer is replaced."""


class Ticket:
    """An accepted question: its news, its answer, and how to cancel it."""

    def __init__(self, pool: WorkPool, job: Job) -> None:
        self._pool = pool
        self.job = job

    async def news(self) -> AsyncIterator[News]:
        """All news up to the answer or the refusal."""
        while True:
            latest = await self.job.news.get()
            yield latest
            if isinstance(latest, Answer | Refused):
                return

    async def answer(self) -> bytes:
        """The answer alone; a refusal is raised."""
        try:
            async for latest in self.news():
                if isinstance(latest, Answer):
                    return latest.data
                if isinstance(latest, Refused):
                    raise Refusal(latest.status, latest.sentence, retry_after=latest.retry_after)
        finally:
            self.leave()
        raise Refusal(503, "the question ended without an answer; ask again")

    def leave(self) -> None:
        """Cancel the question, if it is still open."""
        self._pool.cancel(self.job)


class WorkPool:
    """All lanes with their queues and workers."""

    def __init__(self, settings: StudySettings, module: str = QUESTIONS) -> None:
        self.settings = settings
        self.cache = AnswerCache(settings.cache_bytes)
        self.started = 0
        """Worker processes started so far."""
        self._module = module
        self.used = UsedTime()
        self._queues = {lane: Queue(self.used) for lane in Lane}
        self._workers: dict[Lane, list[WorkerProcess]] = {lane: [] for lane in Lane}
        self._starting = dict.fromkeys(Lane, 0)
        self._open: dict[int, Job] = {}
        self._number = 0
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Questions ----------------------------------------------------------------------------------------------------

    def ask(
        self, client: Client, question: str, arguments: Mapping[str, Any], *, key: tuple[str, str] | None = None
    ) -> Ticket:
        """Put a question into its queue; refuses it if the client, its address or the pool has too many open."""
        self._number += 1
        job = Job(self._number, client, question, arguments, lane_of(self._module, question), key)
        answer = self.cache.get(key)
        if answer is not None:
            self._end(job, Answer(answer))
            return Ticket(self, job)
        self._refuse_too_many(client)
        self._open[job.number] = job
        self._queues[job.lane].add(job)
        self._serve(job.lane)
        self._measure()
        return Ticket(self, job)

    async def answer(
        self, client: Client, question: str, arguments: Mapping[str, Any], *, key: tuple[str, str] | None = None
    ) -> bytes:
        """The answer to a question, as JSON; a refusal is raised."""
        return await self.ask(client, question, arguments, key=key).answer()

    def _refuse_too_many(self, client: Client) -> None:
        if self._closed:
            raise Refusal(503, "the room is closing; ask again in a moment", retry_after=5)
        open_jobs = self._open.values()
        own = sum(job.client.name == client.name for job in open_jobs)
        if own >= self.settings.waiting_per_client:
            sentence = f"you have {own} questions open and may have {self.settings.waiting_per_client}; wait for one"
            raise Refusal(429, sentence, retry_after=5)
        nearby = sum(job.client.address == client.address for job in open_jobs)
        if nearby >= self.settings.waiting_per_address:
            raise Refusal(429, f"{nearby} questions from your address are open; wait for one", retry_after=10)
        if len(self._open) >= self.settings.waiting_in_all and not self._make_room(nearby):
            raise Refusal(503, f"{len(self._open)} questions are waiting already; come back later", retry_after=60)

    def _make_room(self, nearby: int) -> bool:
        """Drop a waiting question of an address with many more of them than the newcomer; False if there is none."""
        longest = [queue.longest() for queue in self._queues.values()]
        job, count = max((entry for entry in longest if entry is not None), key=itemgetter(1), default=(None, 0))
        if job is None or count <= nearby + 1:
            return False
        self._queues[job.lane].remove(job)
        self._end(job, Refused(503, "others were waiting and your address had most questions; ask again", 60))
        return True

    def waiting(self, client: Client) -> list[QueuedQuestion]:
        """The open questions of a client with their places; place 0 is being worked on."""
        own = [job for job in self._open.values() if job.client.name == client.name]
        return [QueuedQuestion(question=job.question, place=job.place or 0) for job in own]

    def cancel(self, job: Job) -> None:
        """Drop a waiting question or stop a running one, because its client has left."""
        if job.over:
            return
        job.abandoned = True
        self._end(job, Refused(503, "the question was cancelled"))
        self._queues[job.lane].remove(job)
        for worker in self._workers[job.lane]:
            if worker.job is job:
                worker.write({"cancel": job.number})
                worker.set_timer(asyncio.get_running_loop().call_later(GRACE_SECONDS, worker.kill))
        self._tell_places(job.lane)

    def _end(self, job: Job, news: Answer | Refused) -> None:
        if not job.over:
            job.over = True
            self._open.pop(job.number, None)
            job.news.put_nowait(news)
            metrics.study_finished(_outcome(job, news), time.monotonic() - job.asked_at)
            self._measure()

    def _measure(self) -> None:
        running = sum(
            worker.job is not None and not worker.job.over for each in self._workers.values() for worker in each
        )
        metrics.study_jobs(waiting=len(self._open) - running, running=running)

    # Turns --------------------------------------------------------------------------------------------------------

    def _serve(self, lane: Lane) -> None:
        """Give questions to idle workers, and start a worker where one is missing."""
        if self._closed:
            return
        queue = self._queues[lane]
        most = max(1, self.settings.workers(lane) - 1)
        for worker in self._workers[lane]:
            while worker.idle:
                job = queue.take(self._running(lane), most)
                if job is None:
                    break
                self._begin(worker, job)
        coming = self._starting[lane] + sum(not worker.ready for worker in self._workers[lane])
        here = self._starting[lane] + len(self._workers[lane])
        if len(queue) > coming and here < self.settings.workers(lane):
            self._starting[lane] += 1
            self._background(self._start(lane))
        self._tell_places(lane)

    def _running(self, lane: Lane) -> dict[str, int]:
        """How many running questions each client and each address has."""
        running: Counter[str] = Counter()
        for worker in self._workers[lane]:
            if worker.job is not None:
                client = worker.job.client
                running.update({client.name, client.address})
        return running

    def _begin(self, worker: WorkerProcess, job: Job) -> None:
        answer = self.cache.get(job.key)
        if answer is not None:  # another client's identical question was answered while this one waited
            self._end(job, Answer(answer))
            return
        job.place = None
        worker.job = job
        worker.begun = asyncio.get_running_loop().time()
        worker.processor_before = processor_seconds(worker.process.pid)
        worker.write({"job": job.number, "question": job.question, "arguments": job.arguments})
        seconds = self.settings.seconds(job.lane)
        worker.set_timer(asyncio.get_running_loop().call_later(seconds, self._out_of_time, worker, job))
        self._measure()

    def _tell_places(self, lane: Lane) -> None:
        for place, job in enumerate(self._queues[lane].in_order(), start=1):
            if job.place != place:
                job.place = place
                job.news.put_nowait(Queued(place))

    def _out_of_time(self, worker: WorkerProcess, job: Job) -> None:
        """Handle a question at its deadline: a quick one moves to the long lane, any other is refused."""
        left = self._time_left(worker, job)
        if left > 0:
            worker.set_timer(asyncio.get_running_loop().call_later(left, self._out_of_time, worker, job))
            return
        self._note_used(worker)
        worker.job = None
        worker.kill()
        if job.over:
            return
        if job.lane == Lane.QUICK:
            job.lane = Lane.LONG
            self._queues[Lane.LONG].add(job)
            self._serve(Lane.LONG)
            return
        seconds = ceil(self.settings.seconds(job.lane))
        sentence = f"this question takes longer than the {seconds} s it may take here; choose terms nearer the sheet's"
        job.out_of_time = True
        self._end(job, Refused(503, sentence))

    def _note_used(self, worker: WorkerProcess) -> None:
        """Charge the processor time of a worker's question to the address that asked it."""
        if worker.job is None:
            return
        now = processor_seconds(worker.process.pid)
        if now is None or worker.processor_before is None:
            seconds = asyncio.get_running_loop().time() - worker.begun
        else:
            seconds = now - worker.processor_before
        self.used.add(worker.job.client.address, max(0.0, seconds))

    def _time_left(self, worker: WorkerProcess, job: Job) -> float:
        """Seconds until the next measurement; not positive if the processor time or the clock time is used up."""
        seconds = self.settings.seconds(job.lane)
        by_the_clock = asyncio.get_running_loop().time() - worker.begun
        now = processor_seconds(worker.process.pid)
        if now is None or worker.processor_before is None:
            return seconds - by_the_clock
        used = now - worker.processor_before
        left = min(seconds - used, self.settings.patience * seconds - by_the_clock)
        return max(left, SHORTEST_LOOK) if left > SHORTEST_LOOK / 10 else 0.0

    # Workers ------------------------------------------------------------------------------------------------------

    async def _start(self, lane: Lane) -> None:
        paths = [str(SOURCES), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
            environment.setdefault(threads, "1")
        words = ["-P"]  # no code from the folder that the server was started in
        words += [
            "-m",
            "houseway.server.study.worker",
            self._module,
            str(self.settings.memory_mb),
            str(self.settings.nice),
        ]
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_HEADER,
                env=environment,
            )
        except OSError as error:
            log.error("no worker process could be started: %s", error)
            self._starting[lane] -= 1
            for job in self._queues[lane].in_order():
                self._queues[lane].remove(job)
                self._end(job, Refused(503, "no worker process could be started; ask again later", retry_after=60))
            return
        self._starting[lane] -= 1
        self.started += 1
        worker = WorkerProcess(lane, process)
        if self._closed:
            await worker.end()
            return
        self._workers[lane].append(worker)
        self._background(self._read(worker))

    async def _read(self, worker: WorkerProcess) -> None:
        """Read the messages of a worker until it ends; then end its question and replace it."""
        stream = worker.process.stdout
        assert stream is not None
        try:
            while line := await stream.readline():
                header = json.loads(line)
                payload = await stream.readexactly(header["bytes"]) if header["bytes"] else b""
                self._heard(worker, header, payload)
        except (asyncio.IncompleteReadError, ValueError, ConnectionError):
            pass
        finally:
            await worker.end()
            self._gone(worker)

    def _heard(self, worker: WorkerProcess, header: Mapping[str, Any], payload: bytes) -> None:
        if header["kind"] == "ready":
            worker.ready = True
            self._serve(worker.lane)
            return
        job = worker.job
        if job is None or header["job"] != job.number:
            return
        match header["kind"]:
            case "progress":
                if not job.over:
                    job.news.put_nowait(Progress(header["done"], header["of"]))
                return
            case "part":
                if not job.over:
                    job.news.put_nowait(Part(payload))
                return
            case "answer":
                self.cache.put(job.key, payload)
                worker.memory_mb = header["memory_mb"]
                self._end(job, Answer(payload))
            case "refused":
                self._end(job, Refused(header["status"], header["sentence"]))
            case "memory":
                self._end(job, self._too_much_memory())
                worker.memory_mb = self.settings.memory_mb
            case "fault":
                self._end(job, Refused(500, "something went wrong; the server's log has the details"))
        self._idle(worker)

    def _too_much_memory(self) -> Refused:
        most = self.settings.memory_mb
        return Refused(503, f"this question needs more than {most} MB of memory, which is the limit here")

    def _idle(self, worker: WorkerProcess) -> None:
        """Give a worker that finished a question the next one, or replace it."""
        self._note_used(worker)
        worker.job = None
        worker.answered += 1
        worker.set_timer(None)
        full = worker.memory_mb > RECYCLED_ABOVE * self.settings.memory_mb
        if full or worker.answered >= self.settings.jobs_per_worker:
            self._workers[worker.lane].remove(worker)
            worker.kill()
        self._serve(worker.lane)
        if worker.job is None and worker.timer is None:
            worker.set_timer(asyncio.get_running_loop().call_later(self.settings.idle_seconds, worker.kill))

    def _gone(self, worker: WorkerProcess) -> None:
        """Handle the end of a worker process, which ended by itself or was killed."""
        worker.set_timer(None)
        if worker in self._workers[worker.lane]:
            self._workers[worker.lane].remove(worker)
        self._note_used(worker)
        job = worker.job
        worker.job = None
        if job is not None and not job.over:
            log.warning("a study worker stopped with exit status %s", worker.process.returncode)
            self._end(job, Refused(503, "the worker process stopped in the middle of this question; ask again"))
        self._serve(worker.lane)

    def _background(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """End every question and every worker."""
        self._closed = True
        for job in list(self._open.values()):
            self._end(job, Refused(503, "the room is closing; ask again in a moment", retry_after=5))
        for workers in self._workers.values():
            for worker in workers:
                worker.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _outcome(job: Job, news: Answer | Refused) -> str:
    """How a question ended, as it is counted."""
    if isinstance(news, Answer):
        return "done"
    if job.abandoned:
        return "cancelled"
    if job.out_of_time:
        return "deadline"
    return "fault" if news.status == 500 else "refused"


def lane_of(module: str, question: str) -> Lane:
    """The lane of a question."""
    lane: Lane = import_module(module).QUESTIONS[question].lane
    return lane

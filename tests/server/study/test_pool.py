"""The study pool: turns, quotas, deadlines, memory, cancellation, crashes and cached answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.server.observability import metrics
from houseway.server.study import answer_cache
from houseway.server.study import pool as work_pool
from houseway.server.study.answer_cache import AnswerCache
from houseway.server.study.jobs import Client, Job, Queued, Refused
from houseway.server.study.pool import WorkPool
from houseway.server.study.question_queue import Queue, UsedTime
from houseway.server.study.settings import Lane, StudySettings
from houseway.server.study.worker_process import WorkerProcess
from houseway.server.views.http_errors import Refusal

TESTS = Path(__file__).parents[2]
ADA = Client("ada", "10.0.0.1")
BEN = Client("ben", "10.0.0.2")
CAT = Client("cat", "10.0.0.3")
SECONDS = 60
"""Far more than anything here takes: a test that waits so long has failed."""
START_SECONDS = 240
"""The same for a server and its worker together, which both load their code."""


@pytest.fixture(autouse=True)
def _fake_questions_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]))


@contextlib.asynccontextmanager
async def opened(**settings: Any) -> AsyncIterator[WorkPool]:
    one_each = {"light_workers": 1, "quick_workers": 1, "long_workers": 1, "nice": 0, "patience": 1}
    pool = WorkPool(StudySettings(**{**one_each, **settings}), "support.fake_questions")
    try:
        async with asyncio.timeout(SECONDS):
            yield pool
    finally:
        async with asyncio.timeout(SECONDS):
            await pool.close()


async def appears(path: Path) -> str:
    """The text of a file that a worker writes when it begins."""
    until = time.monotonic() + START_SECONDS
    while not path.exists() or not path.read_text(encoding="utf-8"):
        assert time.monotonic() < until, f"no worker wrote {path.name!r}"
        await asyncio.sleep(0.01)
    return path.read_text(encoding="utf-8")


def alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return not Path(f"/proc/{pid}/stat").exists() or ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return False


async def gone(pid: int) -> None:
    while alive(pid):
        await asyncio.sleep(0.01)


async def refusal(answer: Awaitable[bytes]) -> Refusal:
    with pytest.raises(Refusal) as raised:
        await answer
    return raised.value


def waiting_at(folder: Path, name: str = "gate") -> dict[str, str]:
    return {"begun": str(folder / f"{name} begun"), "until": str(folder / f"{name} open")}


# The queue ------------------------------------------------------------------------------------------------------------


def job(number: int, client: Client) -> Job:
    return Job(number, client, "echo", {}, Lane.QUICK, None)


def test_clients_take_turns_however_many_questions_one_of_them_has() -> None:
    queue = Queue()
    for number in range(1, 6):
        queue.add(job(number, ADA))
    queue.add(job(6, BEN))
    queue.add(job(7, CAT))
    queue.add(job(8, BEN))
    order = [each.number for each in queue.in_order()]
    assert order == [1, 6, 7, 2, 8, 3, 4, 5]
    taken = [queue.take({}, 1) for _ in range(8)]
    assert [each.number for each in taken if each] == order
    assert queue.take({}, 1) is None


def test_many_guests_of_one_address_share_one_turn() -> None:
    """Otherwise one visitor with forty guest accounts makes a newcomer wait for forty long questions."""
    queue = Queue()
    for number in range(1, 5):
        queue.add(job(number, Client(f"guest {number}", "10.0.0.9")))
    queue.add(job(5, Client("guest 1", "10.0.0.9")))
    queue.add(job(6, ADA))
    order = [each.number for each in queue.in_order()]
    assert order == [1, 6, 2, 3, 4, 5]
    taken = [queue.take({}, 1) for _ in range(6)]
    assert [each.number for each in taken if each] == order
    assert len(queue) == 0


def test_the_first_question_of_a_newcomer_comes_before_the_second_of_twelve_addresses() -> None:
    """Otherwise twelve addresses with twelve questions each make a newcomer wait for two questions of each."""
    queue = Queue()
    crowd = [Client(f"guest {number}", f"10.0.9.{number}") for number in range(12)]
    for turn in range(12):
        for number, client in enumerate(crowd):
            queue.add(job(100 * turn + number, client))
    begun = [queue.take({}, 1) for _ in range(11)]
    assert [each.number for each in begun if each] == list(range(11))
    queue.add(job(5000, ADA))
    queue.add(job(5001, ADA))
    order = [each.number for each in queue.in_order()]
    assert order[:3] == [11, 5000, 100], "the last first question of the crowd, the newcomer's, then the second ones"
    taken = [queue.take({}, 1) for _ in range(len(queue))]
    assert [each.number for each in taken if each] == order, "the places that were shown are true"


def test_an_address_that_has_used_much_stands_behind_a_newcomer() -> None:
    """Otherwise a visitor with many addresses makes a newcomer wait for a long question from each of them."""
    now = 0.0
    used = UsedTime(lambda: now)
    queue = Queue(used)
    for number in range(1, 5):
        queue.add(job(number, Client(f"guest {number}", f"10.0.9.{number}")))
        used.add(f"10.0.9.{number}", 300.0)
    queue.add(job(5, ADA))
    queue.add(job(6, ADA))
    used.add(ADA.address, 5.0)
    assert [each.number for each in queue.in_order()] == [5, 6, 1, 2, 3, 4]
    taken = queue.take({}, 1)
    assert taken is not None
    assert taken.number == 5
    now = 3600.0
    assert used.step("10.0.9.1") == 0, "it is forgotten after a while"
    assert [each.number for each in queue.in_order()] == [1, 2, 3, 4, 6], "then addresses take turns again"


def test_an_address_that_runs_enough_is_passed_over() -> None:
    queue = Queue()
    queue.add(job(1, Client("guest 1", "10.0.0.9")))
    queue.add(job(2, ADA))
    taken = queue.take({"guest 2": 1, "10.0.0.9": 1}, 1)
    assert taken is not None
    assert taken.number == 2
    assert queue.take({"guest 2": 1, "10.0.0.9": 1}, 1) is None


def test_a_client_with_enough_running_questions_is_skipped() -> None:
    queue = Queue()
    queue.add(job(1, ADA))
    queue.add(job(2, BEN))
    taken = queue.take({"ada": 1}, 1)
    assert taken is not None
    assert taken.number == 2
    assert queue.take({"ada": 1}, 1) is None
    assert len(queue) == 1


def test_cached_answers_are_bounded_by_their_bytes() -> None:
    cache = AnswerCache(100)
    for number in range(5):
        cache.put(("price", str(number)), b"x" * 30)
    assert cache.bytes == 90
    assert cache.get(("price", "1")) is None
    assert cache.get(("price", "4")) == b"x" * 30
    cache.put(("price", "huge"), b"x" * 101)
    assert cache.get(("price", "huge")) is None
    cache.put(("price", "4"), b"y")
    assert cache.bytes == 61


def test_cached_answers_are_bounded_by_their_number_and_store_no_long_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_cache, "MOST_ANSWERS", 3)
    cache = AnswerCache(10**9)
    for number in range(5):
        cache.put(("price", f"{number:050000}"), b"x")
    assert len(cache._answers) == 3
    assert cache.get(("price", f"{4:050000}")) == b"x"
    assert sum(len(key) for key in cache._answers) < 1000


# With worker processes --------------------------------------------------------------------------------------------


def test_questions_are_answered_in_turn_with_their_places(tmp_path: Path) -> None:
    async def test() -> None:
        log = tmp_path / "order"
        async with opened() as pool:
            first = pool.ask(ADA, "wait", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            arguments = {client.name: {"says": client.name, "file": str(log)} for client in (ADA, BEN)}
            tickets = [pool.ask(client, "echo", arguments[client.name]) for client in (ADA, ADA, ADA, BEN)]
            assert pool.waiting(BEN) == [{"question": "echo", "place": 2}]
            assert pool.waiting(ADA)[0] == {"question": "wait", "place": 0}
            (tmp_path / "gate open").touch()
            assert json.loads(await first.answer()) == "waited"
            for ticket in tickets:
                await ticket.answer()
            assert log.read_text().split() == ["ada", "ben", "ada", "ada"]
            assert pool.started == 1, "a worker answers many questions"
            last = pool.ask(BEN, "echo", arguments["ben"])
            assert not [news async for news in last.news() if isinstance(news, Queued)], "a worker is idle"

    asyncio.run(test())


def test_one_client_never_holds_all_workers_of_a_lane(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(quick_workers=2) as pool:
            streams = [pool.ask(ADA, "wait", waiting_at(tmp_path, f"stream {number}")) for number in (1, 2)]
            await appears(tmp_path / "stream 1 begun")
            answer = json.loads(await pool.answer(BEN, "echo", {"says": "not starved"}))
            assert answer["says"] == "not starved"
            assert not (tmp_path / "stream 2 begun").exists()
            for stream in streams:
                stream.leave()

    asyncio.run(test())


def test_many_guests_of_one_address_never_hold_all_workers_of_a_lane(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(quick_workers=2) as pool:
            guests = [Client(f"guest {number}", "10.0.0.9") for number in (1, 2)]
            streams = [pool.ask(guest, "wait", waiting_at(tmp_path, guest.name)) for guest in guests]
            await appears(tmp_path / "guest 1 begun")
            answer = json.loads(await pool.answer(BEN, "echo", {"says": "not starved"}))
            assert answer["says"] == "not starved"
            assert not (tmp_path / "guest 2 begun").exists()
            for stream in streams:
                stream.leave()

    asyncio.run(test())


def test_lanes_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened() as pool:
            long = pool.ask(ADA, "long", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            assert json.loads(await pool.answer(ADA, "echo", {"says": "quick"}))["says"] == "quick"
            long.leave()

    asyncio.run(test())


def test_quotas_refuse_in_a_sentence_that_says_when_to_retry(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(waiting_per_client=2, waiting_per_address=3) as pool:
            other = Client("another account", ADA.address)
            open_ = [pool.ask(client, "wait", waiting_at(tmp_path)) for client in (ADA, ADA, other)]
            for client, says, status in ((ADA, "you have 2 questions open", 429), (other, "from your address", 429)):
                with pytest.raises(Refusal, match=says) as refused:
                    pool.ask(client, "echo", {"says": "x"})
                assert refused.value.status == status
                assert refused.value.retry_after
            open_[0].leave()
            open_[1].leave()
            pool.ask(ADA, "echo", {"says": "there is room again"})

    asyncio.run(test())


def test_a_newcomer_to_a_full_queue_displaces_the_last_question_of_the_address_with_most(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(waiting_in_all=6) as pool:
            running = pool.ask(ADA, "wait", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            greedy = [pool.ask(BEN, "echo", {"says": number}) for number in range(3)]
            pool.ask(CAT, "echo", {"says": "first of two"})
            pool.ask(CAT, "echo", {"says": "second of two"})
            newcomer = pool.ask(Client("dan", "10.0.0.4"), "echo", {"says": "newcomer"})
            assert [ticket.job.over for ticket in greedy] == [False, False, True]
            refused = await refusal(greedy[2].answer())
            assert (refused.status, refused.retry_after) == (503, 60)
            with pytest.raises(Refusal, match="6 questions are waiting") as too_many:
                pool.ask(CAT, "echo", {"says": "a third, where nobody has more"})
            assert too_many.value.status == 503
            assert not running.job.over, "what runs is not taken away"
            (tmp_path / "gate open").touch()
            assert json.loads(await newcomer.answer())["says"] == "newcomer"

    asyncio.run(test())


def test_the_metrics_show_the_queue(tmp_path: Path) -> None:
    async def test() -> None:
        done = metrics.value("houseway_study_seconds_count", outcome="done")
        cancelled = metrics.value("houseway_study_seconds_count", outcome="cancelled")
        async with opened() as pool:
            first = pool.ask(ADA, "wait", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            second = pool.ask(BEN, "echo", {"says": "x"})
            assert metrics.value("houseway_study_jobs", state="running") == 1
            assert metrics.value("houseway_study_jobs", state="waiting") == 1
            second.leave()
            (tmp_path / "gate open").touch()
            await first.answer()
            assert metrics.value("houseway_study_jobs", state="running") == 0
            assert metrics.value("houseway_study_jobs", state="waiting") == 0
            assert metrics.value("houseway_study_seconds_count", outcome="done") == done + 1
            assert metrics.value("houseway_study_seconds_count", outcome="cancelled") == cancelled + 1

    asyncio.run(test())


def test_the_time_of_a_question_is_charged_to_the_address_that_sent_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with opened() as pool:
            readings = iter((10.0, 310.0))  # at its begin and at its end
            monkeypatch.setattr(work_pool, "processor_seconds", lambda pid: next(readings))
            await pool.answer(ADA, "echo", {"says": "x"})
            assert 290 < pool.used.of(ADA.address) <= 300
            assert pool.used.of(BEN.address) == 0
            monkeypatch.undo()

    asyncio.run(test())


def test_a_question_ends_at_its_deadline_and_its_worker_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(light_seconds=0.5) as pool:
            ticket = pool.ask(ADA, "stuck", waiting_at(tmp_path))
            while not pool._workers[Lane.LIGHT]:
                await asyncio.sleep(0.01)
            process = pool._workers[Lane.LIGHT][0].process
            refused = await refusal(ticket.answer())
            assert refused.status == 503
            assert "longer than the 1 s" in str(refused)
            await process.wait()  # a stuck worker ends only when it is killed
            with pytest.raises(ProcessLookupError):
                os.kill(process.pid, 0)

    asyncio.run(test())


def test_a_deadline_limits_processor_time_and_also_wall_clock_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that a busy machine keeps waiting is not cut off for it; one that only sleeps is, a little later."""

    async def test() -> None:
        clock = asyncio.get_running_loop().time
        pool = WorkPool(StudySettings(quick_seconds=30, patience=4), "support.fake_questions")
        worker = WorkerProcess(Lane.QUICK, SimpleNamespace(pid=1))  # type: ignore[arg-type]
        worker.processor_before = 5.0

        def left(used: float, by_the_clock: float) -> float:
            monkeypatch.setattr(work_pool, "processor_seconds", lambda pid: 5.0 + used)
            worker.begun = clock() - by_the_clock
            return pool._time_left(worker, job(1, ADA))

        assert left(used=2, by_the_clock=30) == pytest.approx(28)
        assert left(used=31, by_the_clock=31) == 0
        assert left(used=1, by_the_clock=119) == pytest.approx(1, abs=0.5)
        assert left(used=1, by_the_clock=121) == 0

    asyncio.run(test())


def test_a_worker_that_was_killed_gets_no_further_question(tmp_path: Path) -> None:
    """Its end is reported only later; a question given to it in between would be lost with it."""

    async def test() -> None:
        async with opened(light_workers=2, light_seconds=600) as pool:
            ticket = pool.ask(ADA, "stuck", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            (worker,) = pool._workers[Lane.LIGHT]
            worker.begun -= 10_000  # all of its time is over
            pool._out_of_time(worker, ticket.job)
            assert worker.process.returncode is None, "the loop has not heard of its end yet"
            other = pool.ask(BEN, "stuck", waiting_at(tmp_path, "other"))
            await appears(tmp_path / "other begun")
            assert not other.job.over
            other.leave()

    asyncio.run(test())


def test_a_quick_question_that_takes_long_moves_to_the_long_lane(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(quick_seconds=2) as pool:
            ticket = pool.ask(ADA, "stuck_at_first", waiting_at(tmp_path))
            assert json.loads(await ticket.answer()) == "at last"
            assert ticket.job.lane == Lane.LONG
            assert json.loads(await pool.answer(BEN, "echo", {"says": "quick again"}))["says"] == "quick again"

    asyncio.run(test())


@pytest.mark.skipif(sys.platform != "linux", reason="the system enforces the limit")
def test_a_question_that_takes_too_much_memory_is_refused() -> None:
    async def test() -> None:
        async with opened(memory_mb=300) as pool:
            assert json.loads(await pool.answer(ADA, "greedy", {"megabytes": 10})) == 10 * 2**20
            refused = await refusal(pool.answer(ADA, "greedy", {"megabytes": 2_000}))
            assert "more than 300 MB" in str(refused)
            assert json.loads(await pool.answer(ADA, "echo", {"says": "still there"}))["says"] == "still there"
            assert pool.started == 2, "the worker that was full is replaced"

    asyncio.run(test())


def test_a_worker_that_dies_is_replaced_and_its_client_is_informed(capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with opened() as pool:
            refused = await refusal(pool.answer(ADA, "dies", {}))
            assert refused.status == 503
            assert "the worker process stopped" in str(refused)
            assert json.loads(await pool.answer(ADA, "echo", {"says": "again"}))["says"] == "again"
            fault = await refusal(pool.answer(ADA, "faulty", {"hand": "As Ks"}))
            assert (fault.status, "As Ks" in str(fault)) == (500, False)
            own = await refusal(pool.answer(ADA, "refuses", {}))
            assert (own.status, str(own)) == (409, "there is nothing to say about that")
            assert pool.started == 2, "a refusal and a fault leave the worker as it is"

    asyncio.run(test())
    log = capfd.readouterr().err
    assert "ValueError" in log
    assert "in faulty" in log
    assert "As Ks" not in log, "the message of an exception may quote a hand"


def test_leaving_frees_the_worker_whether_it_looks_up_or_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened() as pool:
            quiet = pool.ask(ADA, "wait", waiting_at(tmp_path))
            process = int(await appears(tmp_path / "gate begun"))
            quiet.leave()
            answer = json.loads(await pool.answer(BEN, "echo", {"says": "next"}))
            assert answer["process"] == process, "a worker that notices goes on with the next question"
            stuck = pool.ask(ADA, "stuck", waiting_at(tmp_path, "stuck"))
            process = int(await appears(tmp_path / "stuck begun"))
            stuck.leave()
            await gone(process)
            assert pool.waiting(ADA) == []

    asyncio.run(test())


def test_a_queued_question_that_is_cancelled_never_starts(tmp_path: Path) -> None:
    async def test() -> None:
        log = tmp_path / "order"
        async with opened() as pool:
            first = pool.ask(ADA, "wait", waiting_at(tmp_path))
            await appears(tmp_path / "gate begun")
            given_up = pool.ask(ADA, "echo", {"says": "given-up", "file": str(log)})
            later = pool.ask(ADA, "echo", {"says": "later", "file": str(log)})
            given_up.leave()
            first.leave()
            await later.answer()
            assert log.read_text().split() == ["later"]

    asyncio.run(test())


def test_answers_are_cached_by_question_and_terms(tmp_path: Path) -> None:
    async def test() -> None:
        log = tmp_path / "work"
        async with opened() as pool:
            arguments = {"says": "once", "file": str(log)}
            together = [pool.ask(client, "echo", arguments, key=("echo", "terms 1")) for client in (ADA, BEN, CAT)]
            answers = {await ticket.answer() for ticket in together}
            assert len(answers) == 1
            assert await pool.answer(ADA, "echo", arguments, key=("echo", "terms 1")) in answers
            assert log.read_text().split() == ["once"]
            await pool.answer(ADA, "echo", arguments, key=("echo", "terms 2"))
            assert log.read_text().split() == ["once", "once"]

    asyncio.run(test())


def test_a_worker_takes_no_code_from_the_folder_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit('planted')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(TESTS) + os.pathsep)

    async def test() -> None:
        async with opened() as pool:
            assert json.loads(await pool.answer(ADA, "echo", {"says": "unharmed"}))["says"] == "unharmed"

    asyncio.run(test())


def test_a_worker_is_replaced_after_its_share_of_questions() -> None:
    async def test() -> None:
        async with opened(jobs_per_worker=2) as pool:
            answers = [json.loads(await pool.answer(ADA, "echo", {"says": number})) for number in range(3)]
            assert answers[0]["process"] == answers[1]["process"] != answers[2]["process"]

    asyncio.run(test())


def test_closing_ends_questions_and_workers(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened() as pool:
            ticket = pool.ask(ADA, "wait", waiting_at(tmp_path))
            process = int(await appears(tmp_path / "gate begun"))
            await pool.close()
            last = [news async for news in ticket.news()][-1]
            assert isinstance(last, Refused)
            assert "closing" in last.sentence
            assert not alive(process)
            with pytest.raises(Refusal, match="closing"):
                pool.ask(ADA, "echo", {"says": "too late"})

    asyncio.run(test())


ASKS_AND_WAITS = """
import asyncio, sys
from houseway.server.study.jobs import Client
from houseway.server.study.pool import WorkPool
from houseway.server.study.settings import StudySettings

async def main():
    pool = WorkPool(StudySettings(), "support.fake_questions")
    await pool.answer(Client("a", "b"), "stuck", {"begun": sys.argv[1]})

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_no_worker_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        begun = tmp_path / "begun"
        server = subprocess.Popen([sys.executable, "-c", ASKS_AND_WAITS, str(begun)])
        try:
            worker = int(await appears(begun))
        finally:
            server.kill()
            server.wait(SECONDS)
        async with asyncio.timeout(SECONDS):
            await gone(worker)

    asyncio.run(test())

"""A real Dask cluster: a scheduler and two workers in processes of their own, one of them killed in mid-run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.games import GAMES
from houseway.games.ask import simulate
from houseway.games.pyramid.rounds import PyramidRoundsOnKernels
from houseway.rules.errors import Unreadable
from houseway.simulation.result import Simulation

PATIENCE = 120.0
ROUNDS = 60_000
CHUNK = 1_000


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    running = subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[Path, list[subprocess.Popen[bytes]]]]:
    """The scheduler's file, and the workers."""
    file = folder / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(file), "--no-nanny", "--nthreads", "1")
    with process(*scheduler, "--scheduler-file", str(file)):
        wait_for(file.exists)
        with process(*worker, "--no-dashboard") as one, process(*worker, "--no-dashboard") as two:
            wait_for(lambda: workers_at(file) == workers)
            yield file, [one, two]


def wait_for(happens: object) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)


def workers_at(file: Path) -> int:
    from distributed import Client

    with Client(  # type: ignore[no-untyped-call]
        scheduler_file=str(file), set_as_default=False
    ) as client:
        return len(client.scheduler_info(n_workers=-1)["workers"])


def test_a_cluster_with_a_killed_worker_gives_the_result_of_one_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(PyramidRoundsOnKernels, "chunk", CHUNK)
    game = GAMES["pyramid"].with_options({"straight_flush_pays": 50})
    settings = {"rounds": ROUNDS, "seed": 31, "players": "house_way,newcomer", "session": 130}
    alone = simulate(game, workers=1, **settings)  # type: ignore[arg-type]
    with cluster(tmp_path, 2) as (file, workers):
        killed: list[int] = []

        def kill_one(so_far: Simulation) -> None:
            if not killed and so_far.rounds >= 3 * CHUNK:
                os.kill(workers[0].pid, signal.SIGKILL)
                killed.append(so_far.rounds)

        spread = simulate(game, cluster=str(file), progress=kill_one, **settings)  # type: ignore[arg-type]
        assert killed[0] < ROUNDS
        wait_for(lambda: workers_at(file) == 1)
        words = ["simulate", "pyramid", "--rounds", str(ROUNDS), "--seed", "31", "--players", "house_way,newcomer"]
        words += ["--session", "130", "--set", "straight_flush_pays=50", "--json"]
        with pytest.raises(SystemExit):
            main([*words, "--cluster", json.loads(file.read_text())["address"]])
    assert spread == alone
    assert spread.where.startswith("2 workers of ")
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(alone.as_data()))


def test_an_unreachable_scheduler_is_reported_in_one_sentence() -> None:
    with pytest.raises(Unreadable, match=r"no Dask scheduler answers at 'nonsense://x'.+give tcp://HOST:8786"):
        simulate(GAMES["pyramid"], rounds=10, cluster="nonsense://x")

"""A short simulation of the room, all games and all kinds of trouble; docs/operate/simulation.md has the long ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from room_simulator.command import main
from room_simulator.plan import PLAYER_TROUBLES, SERVER_TROUBLES, Wanted, plan_of, read_plan
from room_simulator.world import run

HERE = Path(__file__).parent
SHORT = Wanted(minutes=3, quiet_seconds=240.0)


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_nothing_goes_wrong(seed: int) -> None:
    """Three seeds together have a table of each game."""
    result = run(plan_of(seed, SHORT))
    assert result.violation is None
    assert result.settled >= 5
    assert result.acknowledgements > 20


def test_a_write_of_unknown_fate_costs_no_table() -> None:
    """Commands wait while a slow write fails in the end; the table must read its events before the next command."""
    kinds = ("answer_lost", "repeat", "slow_disk", "torn")
    result = run(plan_of(3, Wanted(minutes=8, processes=1, trouble=5, kinds=kinds, quiet_seconds=300.0)))
    assert result.violation is None


def test_all_kinds_of_trouble_strike() -> None:
    plans = [plan_of(seed) for seed in range(1, 31)]
    struck = {trouble.kind for plan in plans for trouble in plan.troubles}
    assert struck == {*SERVER_TROUBLES, *PLAYER_TROUBLES}
    assert {plan.processes for plan in plans} == {1, 2, 3}


@pytest.mark.parametrize("processes", [1, 3])
def test_a_seed_replays_byte_for_byte(processes: int) -> None:
    plan = plan_of(11, Wanted(minutes=2, processes=processes, quiet_seconds=120.0))
    first: list[str] = []
    second: list[str] = []
    one = run(plan, first)
    two = run(read_plan(plan.text()), second)
    assert one.digest == two.digest
    assert first == second
    assert len(first) > 100


def test_a_replay_does_not_depend_on_the_hash_seed() -> None:
    """The order of a set must never decide what happens."""
    command = [sys.executable, str(HERE), "--replay", "12", "--minutes", "1", "--processes", "2", "--tables", "1"]
    outputs = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
        outputs.add(next(line for line in ran.stdout.splitlines() if line.startswith("transcript")))
    assert len(outputs) == 1


def test_the_command_runs_seeds_and_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "1", "--first", "3", "--minutes", "2", "--games", "chinese", "--processes", "1"]) == 0
    output = capsys.readouterr().out
    assert "times real time" in output
    assert "injected:" in output


@pytest.mark.slow
def test_many_seeds() -> None:
    for seed in range(1, 301):
        result = run(plan_of(seed))
        assert result.violation is None, f"seed {seed}: {result.violation}"

"""
The command: run seeds, replay one, shrink one.

    python tests/room_simulator --seeds 100
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from .plan import ALL_GAMES, Plan, Wanted, plan_of, read_plan
from .shrink import shrunk
from .world import Result, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 1 if any run failed."""
    options = _parser().parse_args(arguments)
    wanted = Wanted(
        games=tuple(options.games), processes=options.processes, minutes=options.minutes, tables=options.tables
    )
    if options.plan is not None:
        return _replay(read_plan(options.plan.read_text()), options.transcript)
    if options.replay is not None:
        return _replay(plan_of(options.replay, wanted), options.transcript)
    if options.shrink is not None:
        return _shrink(plan_of(options.shrink, wanted), options.save)
    return _many(options, wanted)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tests/room_simulator",
        description="Simulate a card room with faults and misbehaving players; every seed is one reproducible run.",
    )
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="how many seeds to run (default 20)")
    parser.add_argument("--first", type=int, default=1, metavar="S", help="the first seed (default 1)")
    parser.add_argument("--rounds", type=int, metavar="R", help="go on with new seeds until R rounds were played")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="J", help="operating system processes to use (default 1)"
    )
    parser.add_argument("--minutes", type=float, default=30.0, metavar="M", help="virtual minutes of trouble per seed")
    parser.add_argument("--games", nargs="+", choices=ALL_GAMES, default=list(ALL_GAMES), metavar="GAME")
    parser.add_argument("--tables", type=int, default=2, help="tables per run (default 2)")
    parser.add_argument("--processes", type=int, choices=(1, 2, 3), help="server processes (default: the seed chooses)")
    parser.add_argument("--replay", type=int, metavar="SEED", help="run one seed and print what it came to")
    parser.add_argument("--shrink", type=int, metavar="SEED", help="find the smallest plan of a seed that still fails")
    parser.add_argument("--plan", type=Path, metavar="FILE", help="run a plan that --shrink saved")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where --shrink saves its plan")
    parser.add_argument(
        "--transcript", type=Path, metavar="FILE", help="where a replay writes everything that happened"
    )
    return parser


def _replay(plan: Plan, transcript: Path | None) -> int:
    lines: list[str] | None = [] if transcript else None
    result = run(plan, lines)
    if transcript is not None and lines is not None:
        transcript.write_text("".join(lines))
    print(_summary([result]))
    print(f"transcript {result.digest}")
    print(f"seed {plan.seed}: {_verdict(result)}")
    return 1 if result.violation else 0


def _verdict(result: Result) -> str:
    return f"fails after {result.at:.1f} virtual seconds: {result.violation}" if result.violation else "all holds"


def _shrink(plan: Plan, save: Path | None) -> int:
    if run(plan).violation is None:
        print(f"seed {plan.seed} does not fail; there is nothing to shrink")
        return 0
    smallest = shrunk(plan)
    result = run(smallest)
    path = save or Path(f"simulation-{plan.seed}.json")
    path.write_text(smallest.text())
    print(f"seed {plan.seed} still {_verdict(result)}")
    for table in smallest.tables:
        print(f"  table {table.name}: {table.game}, {table.bots} bots, {table.pace}")
    for player in smallest.players:
        print(f"  player {player.name} at {player.table}, {'plays' if player.plays else 'looks on'}")
    for trouble in smallest.troubles:
        print(f"  {trouble}")
    print(f"replay it with: python tests/room_simulator --plan {path} --transcript FILE")
    return 1


def _many(options: argparse.Namespace, wanted: Wanted) -> int:
    began = time.perf_counter()
    results: list[Result] = []
    for result in _results(options, wanted):
        results.append(result)
        if result.violation:
            print(f"seed {result.plan.seed}: {_verdict(result)}", flush=True)
            print(f"  shrink it with: python tests/room_simulator --shrink {result.plan.seed}", flush=True)
        if options.rounds and len(results) % 100 == 0:
            played = sum(each.rounds for each in results)
            print(f"{played:,} rounds in {time.perf_counter() - began:,.0f} s", flush=True)
    print(_summary(results, time.perf_counter() - began))
    failed = [result.plan.seed for result in results if result.violation]
    if failed:
        print(f"{len(failed)} of {len(results)} seeds fail: {', '.join(map(str, failed[:20]))}")
    return 1 if failed else 0


def _results(options: argparse.Namespace, wanted: Wanted) -> Iterator[Result]:
    """Results in the order of the seeds, from this process or from several."""
    if options.jobs == 1:
        yield from _enough(options, (run(plan_of(seed, wanted)) for seed in _seeds(options)))
        return
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), max_tasks_per_child=200) as pool:
        yield from _enough(options, _in_groups(pool, options, wanted))


def _in_groups(pool: ProcessPoolExecutor, options: argparse.Namespace, wanted: Wanted) -> Iterator[Result]:
    """Results of the seeds, submitted in small groups because the seeds may have no end."""
    group: list[int] = []
    for seed in _seeds(options):
        group.append(seed)
        if len(group) == 8 * options.jobs:
            yield from pool.map(_one, group, [wanted] * len(group))
            group = []
    yield from pool.map(_one, group, [wanted] * len(group))


def _one(seed: int, wanted: Wanted) -> Result:
    return run(plan_of(seed, wanted))


def _seeds(options: argparse.Namespace) -> Iterator[int]:
    seed = options.first
    while options.rounds or seed < options.first + options.seeds:
        yield seed
        seed += 1


def _enough(options: argparse.Namespace, results: Iterator[Result]) -> Iterator[Result]:
    played = 0
    for result in results:
        yield result
        played += result.rounds
        if options.rounds and played >= options.rounds:
            return


def _summary(results: list[Result], real: float | None = None) -> str:
    """A summary: the rounds played, the speed, and the injected troubles."""
    settled = sum(result.settled for result in results)
    voided = sum(result.voided for result in results)
    virtual = sum(result.virtual_seconds for result in results)
    cpu = sum(result.cpu_seconds for result in results)
    seconds = real or sum(result.real_seconds for result in results)
    troubles: Counter[str] = Counter()
    for result in results:
        troubles += result.troubles
    rounds = settled + voided
    return "\n".join(
        (
            f"{len(results)} seeds, {rounds:,} rounds ({settled:,} settled, {voided:,} void), "
            f"{sum(result.acknowledgements for result in results):,} acknowledgements, "
            f"{sum(result.frames for result in results):,} frames, "
            f"{sum(result.commits for result in results):,} transactions",
            f"{virtual / 3600:,.1f} virtual hours in {seconds:,.1f} s: {virtual / seconds:,.0f} times real time; "
            f"for each second of processor time {rounds / cpu:.1f} rounds and {virtual / cpu:,.0f} virtual seconds",
            "injected: " + ", ".join(f"{kind} {count}" for kind, count in sorted(troubles.items())),
        )
    )

"""`houseway arena`: agents on the same deals, scored by regret."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import Unreadable, plural
from .arguments import (
    INTERRUPTED,
    AsJson,
    GameName,
    Options,
    Seed,
    decimal,
    game_with,
    out_file,
    whole,
    why_not_write,
    write_file,
)

if TYPE_CHECKING:
    from ..arena.result import AgentResult, Contest, MeanAndError

MOST_SECONDS = 3600


def arena(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help="house_way, best, newcomer, FILE.npz, MODULE:CLASS, 'command:WORDS' or http://...; NAME=AGENT.",
        ),
    ],
    rounds: Annotated[int, whole("--rounds", "Number of rounds; every agent plays the same deals.")] = 200,
    seed: Seed = 1,
    seconds: Annotated[float, decimal("--seconds", "Time limit of one answer in seconds.", metavar="SECONDS")] = 5.0,
    out: Annotated[Path | None, out_file("Write the decisions to a file that ends in .parquet, .csv or .json.")] = None,
    chart: Annotated[Path | None, typer.Option("--chart", metavar="FILE", help="Write a chart as SVG.")] = None,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """
    Let agents play the same deals, and score every decision by what it gives up against best play.

    Agents are strategies, Python classes, commands that speak JSON lines, or addresses that answer over HTTP.

    Example: houseway arena pick2 best house_way newcomer --rounds 200
    """
    from ..arena.agents import agent_named
    from ..arena.contest import contest
    from ..simulation.frames import write_rows
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    if not 0 < seconds <= MOST_SECONDS:
        raise Unreadable(f"--seconds is more than 0 and at most {MOST_SECONDS}, not {seconds:g}")
    _refuse_files(out, chart)
    playing = [agent_named(text, variant, seconds) for text in agents]
    with ExitStack() as ending:
        for agent in playing:
            ending.callback(agent.close)
        ending.enter_context(_termination_as_interrupt())
        with bar(f"arena of {game}") as progress:
            result = contest(variant, playing, rounds=rounds, seed=seed, progress=progress)
    if out is not None:
        write_rows(result.rows(), out)
    if chart is not None:
        from ..arena.chart import chart_of

        write_file(chart, chart_of(result))
    if json:
        print_json(result.as_data())
    else:
        _print(result)
    if result.rounds < result.requested:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Inside, a request to end the program interrupts it like Ctrl-C, so that the agents are ended too."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _refuse_files(out: Path | None, chart: Path | None) -> None:
    """Refuse files that cannot be written before anything is played."""
    from ..simulation.frames import why_not_format

    if out is not None and (reason := why_not_format(out) or why_not_write(out)):
        raise Unreadable(reason)
    if chart is not None:
        if chart.suffix != ".svg":
            raise Unreadable(f"--chart writes SVG, so the file ends in .svg, not {chart.name!r}")
        if reason := why_not_write(chart):
            raise Unreadable(reason)
        from ..arena.chart import refuse_without_matplotlib

        refuse_without_matplotlib()


def _print(result: Contest) -> None:
    from .output import answer, heading, print_table, say

    answer(result.summary())
    say("")
    rows = [
        (
            agent.name,
            f"{agent.valued:,}",
            _with_error(agent.regret),
            f"{100 * agent.best_share:.1f} %",
            _with_error(agent.chips, sign="+"),
            _faults(agent),
        )
        for agent in result.ranking
    ]
    columns = ("agent", "decisions", "chips given up", "best", "chips won", "faults")
    print_table(columns, rows, numbers=columns[1:5])
    pairs = result.pairs()
    if pairs:
        heading("How many tell two agents apart at 99 %")
        needed = [
            (
                f"{pair.a} and {pair.b}",
                _with_error(pair.regret, sign="+"),
                "yes" if pair.told_apart else "no",
                _count(pair.decisions_needed),
                _count(pair.rounds_needed_by_chips),
            )
            for pair in pairs
        ]
        titles = ("agents", "second gives up more", "apart", "decisions", "rounds by chips")
        print_table(titles, needed, numbers=titles[3:])
    for agent in result.ranking:
        if fault := next((decision for decision in agent.decisions if decision.fault is not None), None):
            say(f"\nFirst fault of {agent.name}: {fault.fault} in deal {fault.deal + 1}: {fault.reason}.")
    stopped = f" Stopped after {result.rounds:,} of {result.requested:,}." if result.rounds < result.requested else ""
    deals = plural(result.rounds, "deal")
    say(f"\n{result.name}: {deals}, the same for every agent, seed {result.seed}. Chips a deal.{stopped}")


def _with_error(figure: MeanAndError, sign: str = "") -> str:
    return f"{figure.mean:{sign}.4f} ± {figure.error:.4f}"


def _faults(agent: AgentResult) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in agent.faults.items())
    return f"{kinds}; out" if agent.out else kinds


def _count(number: int | None) -> str:
    return "" if number is None else f"{number:,}"

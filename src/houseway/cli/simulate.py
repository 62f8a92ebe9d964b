"""`houseway simulate`: simulate many rounds on one core, on all cores or on a cluster."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import Unreadable, plural
from ..rules.payments import HOUSE
from .arguments import (
    INTERRUPTED,
    AsJson,
    Bank,
    Cores,
    GameName,
    Options,
    Players,
    Seats,
    Seed,
    Verbose,
    decimal,
    game_with,
    out_file,
    whole,
    why_not_write,
)
from .numbers import amount, percent

if TYPE_CHECKING:
    from ..games.labels import Labels
    from ..rules.game import AnyGame
    from ..sampling.tally import Tally
    from ..simulation.result import SeatPlayed, Simulation

LINES = 14
"""Lines of the table of results; rarer results are added up in one line."""


def simulate(
    game: GameName,
    rounds: Annotated[int | None, whole("--rounds", "Number of rounds; default 100,000.")] = None,
    players: Players = "house_way",
    seats: Seats = None,
    seed: Seed = 1,
    until: Annotated[
        float | None, decimal("--until", "Stop when the standard error is at most SE.", metavar="SE")
    ] = None,
    bankroll: Annotated[
        int | None,
        whole("--bankroll", "Also print the risk that too few of these chips are left.", metavar="CHIPS"),
    ] = None,
    session: Annotated[int, whole("--session", "Rounds in a session.")] = 200,
    cores: Cores = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, or its file.")] = None,
    out: Annotated[Path | None, out_file("Write the outcomes to a file that ends in .parquet, .csv or .json.")] = None,
    by_rules: Annotated[bool, typer.Option("--by-rules", help="Play through the rules, not on kernels.")] = False,
    bank: Bank = False,
    options: Options = None,
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    Simulate many rounds on all cores or a cluster: results, errors, sessions and risk of ruin.

    Example: houseway simulate pyramid --rounds 1000000 --players best --bankroll 500
    """
    from ..games.ask import simulate as run
    from ..simulation.executors import cores as all_cores
    from ..simulation.frames import outcome_rows, write_rows
    from .output import print_json

    variant = game_with(game, options)
    _refuse(out, bankroll)
    if not cores and cluster is None:
        cores = all_cores()
    with _watched(game, until) as progress:
        result = run(
            variant,
            rounds=rounds,
            players=players,
            seats=seats,
            seed=seed,
            until=until,
            session=session,
            workers=cores or None,
            cluster=cluster,
            by_rules=by_rules,
            bank=bank,
            progress=progress,
        )
    if out is not None:
        write_rows(outcome_rows(result), out)
    if json:
        print_json(result.as_data(bankroll))
    else:
        _print(result, bankroll, out, until, verbose=verbose)
    if _was_stopped(result, until):
        raise typer.Exit(INTERRUPTED)


def _was_stopped(result: "Simulation", until: float | None) -> bool:
    """Whether Ctrl-C ended the simulation before its goal."""
    from ..simulation.run import reached

    return result.rounds < result.requested and not reached(result, until)


def _refuse(out: Path | None, bankroll: int | None) -> None:
    """Refuse a wrong target or bankroll before any work is done."""
    from ..simulation.frames import why_not_format

    if out is not None and (reason := why_not_format(out) or why_not_write(out)):
        raise Unreadable(reason)
    if bankroll is not None and bankroll < 1:
        raise Unreadable(f"--bankroll is whole chips from 1 up, not {bankroll}")


@contextmanager
def _watched(what: str, until: float | None) -> Iterator["Callable[[Simulation], None] | None"]:
    """A progress bar with the rate, the time left and the mean so far; only on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from ..kernels.compiling import watching
    from .progress import COMPILING, Share

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[status]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None, status="")

        share = Share()

        def update(result: "Simulation") -> None:
            done = share.after(result.rounds, _expected(result, until))
            bars.update(task, completed=done, total=1.0, status=_so_far(result))

        def tell(count: int, is_compiling: bool) -> None:
            bars.update(task, description=COMPILING.format(count + 1) if is_compiling else what, refresh=True)

        with watching(tell):
            yield update


def _expected(result: "Simulation", until: float | None) -> int:
    """The number of rounds expected in the end, estimated from the error so far."""
    error = result.seats[0].total.standard_error / result.unit_chips
    wanted = int(result.rounds * (error / until) ** 2) if until and error else int(result.requested)
    return max(int(result.rounds), min(int(result.requested), wanted))


def _so_far(result: "Simulation") -> str:
    total = result.seats[0].total
    low, high = total.interval
    return f"{result.rounds:,} at {result.rate:,.0f} a second; {float(total.mean):+.4f} [{low:+.4f}, {high:+.4f}]"


# Printing ----------------------------------------------------------------------------------------------------------


def _print(result: "Simulation", bankroll: int | None, out: Path | None, until: float | None, *, verbose: bool) -> None:
    from ..answer_types import SimulationAnswer, fields_of
    from ..games import game
    from ..games.labels import words
    from .output import answer, heading, say

    answer(SimulationAnswer(**fields_of(result)).summary())
    unit = unit_in_words(game(result.game), result.unit, result.unit_chips)
    if result.banker != HOUSE:
        say(f"Seat {result.banker} banks every round, and the others wager against it.")
    if _was_stopped(result, until):
        say("The simulation was stopped early.")
    _print_figures(result)
    for seat in result.seats[:1]:
        if verbose:
            heading(f"Seat {seat.number}, {words(seat.player)}: chips in a round")
            _print_distribution(seat.total)
        _print_sessions(seat, bankroll)
    say(f"\n{result.rounds:,} rounds {result.how}, seed {result.seed}, terms {result.terms_hash[:12]}.")
    say(f"{result.rate:,.0f} rounds a second on {result.where}.{unit}")
    if out is not None:
        say(f"Outcomes of all seats in {out}.")


def _print_figures(result: "Simulation") -> None:
    from ..games import game, labels_of
    from ..games.labels import words
    from .output import print_table, say

    labels = labels_of(game(result.game))
    rows = []
    for seat in result.seats:
        for name, chips in sorted(seat.wagers.items(), key=lambda item: _place(labels, item[0])):
            rows.append((f"{seat.number} {words(seat.player)}", labels.name("wagers", name), *_figures(chips)))
        rows.append((f"{seat.number} {words(seat.player)}", "total", *_figures(seat.total)))
    say("")
    headings = ("seat", "wager", "chips a round", "deviation, chips", "hits")
    print_table(headings, rows, numbers=headings[2:])


def _place(labels: "Labels", wager: str) -> tuple[int, str]:
    """The place of a wager in the order of the sheet; wagers without a label come last."""
    names = list(labels.names.get("wagers", {}))
    return (names.index(wager) if wager in names else len(names), wager)


def unit_in_words(game: "AnyGame", wager: str, chips: int) -> str:
    """The chips on the wager that results are measured by, as a sentence after others."""
    from ..games import labels_of
    from ..games.labels import sentence_case

    return f" {sentence_case(labels_of(game).name('wagers', wager))}: {plural(chips, 'chip')}." if wager else ""


def _figures(chips: "Tally") -> tuple[str, ...]:
    mean = amount(chips.mean, chips.standard_error, sign="+")
    return mean, f"{chips.standard_deviation:.4f}", percent(chips.hit_frequency)


def _print_distribution(chips: "Tally") -> None:
    """The most common results in order of size, and the others in one line."""
    from .output import print_table

    common = sorted(sorted(chips.counts, key=lambda value: (-chips.counts[value], value))[:LINES])
    rows = [(f"{value:+,}", *_share(chips.counts[value], chips.rounds)) for value in common]
    rare = [value for value in chips.counts if value not in common]
    if rare:
        others = f"{len(rare):,} others, {min(rare):+,} to {max(rare):+,}"
        rows.append((others, *_share(sum(chips.counts[value] for value in rare), chips.rounds)))
    print_table(("chips", "rounds", "share"), rows, numbers=("chips", "rounds", "share"))


def _share(count: int, rounds: int) -> tuple[str, str]:
    return f"{count:,}", percent(count / rounds)


def _print_sessions(seat: "SeatPlayed", bankroll: int | None) -> None:
    from .output import say

    sessions = seat.sessions
    if not sessions.count:
        return say(f"\nNo session of {sessions.length} rounds was completed.")
    data = sessions.as_data(bankroll)
    ends = data["ends"]
    falls = data["deepest_fall"]
    many = plural(sessions.count, "session")
    say(f"\n{many} of {sessions.length} rounds, in chips:")
    say(f"  result: median {ends['median']:+,}, lowest {ends['lowest']:+,}, highest {ends['highest']:+,}")
    say(f"  drawdown: median {falls['median']:,}, 95th percentile {falls['95 %']:,}, largest {falls['deepest']:,}")
    if bankroll is not None:
        ruin = data["ruin"]
        low, high = (percent(end) for end in ruin["between"])
        say(
            f"  bankroll of {bankroll:,}: fewer than the {plural(ruin['needed'], 'chip')} of a round are left in "
            f"{ruin['ruined']:,} of {many}: risk of ruin {percent(ruin['risk'])} (95 % interval {low} to {high})"
        )

"""`houseway simulate`: many rounds, on one core, on all cores or on a cluster."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ..rules.errors import Unreadable, plural
from .arguments import AsJson, GameName, Options, game_with, why_not_write

Players = Annotated[str, typer.Option(metavar="NAME,...", help="A strategy a seat: house_way, best, newcomer.")]
LINES = 14
"""Results of a round that are printed one by one."""


def simulate(
    game: GameName,
    rounds: Annotated[int | None, typer.Option(help="How many rounds; 100,000 unless said.")] = None,
    players: Players = "house_way",
    seats: Annotated[int | None, typer.Option(help="How many seats; the players named take turns.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed is the same result, wherever it is run.")] = 1,
    until: Annotated[float | None, typer.Option(metavar="SE", help="Until the standard error is so small.")] = None,
    bankroll: Annotated[int | None, typer.Option(metavar="CHIPS", help="The risk of losing it in a session.")] = None,
    session: Annotated[int, typer.Option(metavar="ROUNDS", help="Rounds in a session.")] = 200,
    workers: Annotated[int | None, typer.Option(help="Cores to use; all unless said.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, or its file.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Outcomes as .parquet, .csv or .json.")] = None,
    by_rules: Annotated[bool, typer.Option("--by-rules", help="Play through the rules, not on kernels.")] = False,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """Many rounds by given players, on all cores or a cluster: results, errors, sessions and ruin.

    Example: houseway simulate pyramid --rounds 1000000 --players best --bankroll 500
    """
    from ..games.ask import simulate as run
    from ..simulation.executors import cores
    from ..simulation.frames import write_frame
    from .output import print_json

    variant = game_with(game, options)
    _refuse(out, bankroll)
    if workers is None and cluster is None:
        workers = cores()
    table: Any = {"players": players, "seats": seats, "seed": seed, "session": session, "by_rules": by_rules}
    work: Any = {"rounds": rounds, "until": until, "workers": workers, "cluster": cluster}
    with _watched(game, until) as progress:
        found = run(variant, progress=progress, **table, **work)
    if out is not None:
        write_frame(found.to_polars(), out)
    print_json(found.as_data(bankroll)) if json else _print(found, bankroll, out, until)


def _refuse(out: Path | None, bankroll: int | None) -> None:
    """What would go wrong in the end, said before anything is played."""
    from ..simulation.frames import polars, why_not_format

    if out is not None:
        if reason := why_not_format(out) or why_not_write(out):
            raise Unreadable(reason)
        polars()
    if bankroll is not None and bankroll < 1:
        raise Unreadable(f"--bankroll is whole chips from 1 up, not {bankroll}")


@contextmanager
def _watched(what: str, until: float | None) -> Iterator[Callable[[Any], None] | None]:
    """A bar with the rate, the time left, and the mean so far with its interval; only where a person watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None, said="")

        def told(found: Any) -> None:
            bars.update(task, completed=found.rounds, total=_expected(found, until), said=_so_far(found))

        yield told


def _expected(found: Any, until: float | None) -> int:
    """Rounds in the end, by what is known now."""
    error = found.seats[0].total.standard_error / found.unit_chips
    wanted = int(found.rounds * (error / until) ** 2) if until and error else int(found.asked)
    return max(int(found.rounds), min(int(found.asked), wanted))


def _so_far(found: Any) -> str:
    total = found.seats[0].total
    low, high = total.interval
    return f"{found.rounds:,} at {found.rate:,.0f} a second; {float(total.mean):+.4f} [{low:+.4f}, {high:+.4f}]"


# Printing ----------------------------------------------------------------------------------------------------------


def _print(found: Any, bankroll: int | None, out: Path | None, until: float | None) -> None:
    from ..simulation.run import reached
    from .output import heading, say

    unit = f" {found.unit.replace('_', ' ').capitalize()}: {found.unit_chips} chips." if found.unit else ""
    say(f"{found.name}, terms {found.terms_hash[:12]}: {found.rounds:,} rounds {found.how}, seed {found.seed}.")
    if found.rounds < found.asked and not reached(found, until):
        say("It was stopped before its end.")
    _print_figures(found)
    for seat in found.seats[:1]:
        heading(f"seat {seat.number}, {seat.player}: chips in a round")
        _print_distribution(seat.total)
        _print_sessions(seat, bankroll)
    say(f"\n{found.rate:,.0f} rounds a second on {found.where}.{unit}")
    if out is not None:
        say(f"Outcomes of all seats in {out}.")


def _print_figures(found: Any) -> None:
    from .output import print_table

    rows = []
    for seat in found.seats:
        for name, chips in [*seat.wagers.items(), ("total", seat.total)]:
            rows.append((f"{seat.number} {seat.player}", name, *_figures(chips)))
    headings = ("seat", "wager", "chips a round", "standard error", "deviation", "hits")
    print_table(headings, rows, numbers=headings[2:])


def _figures(chips: Any) -> tuple[str, ...]:
    error = f"{chips.standard_error:.5f}"
    spread = f"{chips.standard_deviation:.4f}"
    return f"{float(chips.mean):+.5f}", error, spread, f"{float(chips.hit_frequency) * 100:.3f} %"


def _print_distribution(chips: Any) -> None:
    """The commonest results one by one, in order of size; the others together."""
    from .output import print_table

    common = sorted(sorted(chips.counts, key=lambda value: (-chips.counts[value], value))[:LINES])
    rows = [(f"{value:+,}", *_share(chips.counts[value], chips.rounds)) for value in common]
    rare = [value for value in chips.counts if value not in common]
    if rare:
        others = f"{len(rare):,} others, {min(rare):+,} to {max(rare):+,}"
        rows.append((others, *_share(sum(chips.counts[value] for value in rare), chips.rounds)))
    print_table(("chips", "rounds", "share"), rows, numbers=("chips", "rounds", "share"))


def _share(count: int, rounds: int) -> tuple[str, str]:
    return f"{count:,}", f"{100 * count / rounds:.4f} %"


def _print_sessions(seat: Any, bankroll: int | None) -> None:
    from .output import say

    sessions = seat.sessions
    if not sessions.count:
        return say(f"\nNo session of {sessions.length} rounds was whole.")
    data = sessions.as_data(bankroll)
    ends = data["ends"]
    falls = data["deepest_fall"]
    ended = f"{ends['median']:+,} chips in the middle, {ends['lowest']:+,} at worst, {ends['highest']:+,} at best"
    many = plural(sessions.count, "session")
    say(f"\n{many} of {sessions.length} rounds: ending at {ended};")
    deep = f"{falls['median']:,} in the middle, in 5 of 100 beyond {falls['95 %']:,}, at most {falls['deepest']:,}"
    say(f"the deepest fall from a high point is {deep}.")
    if bankroll is not None:
        ruin = data["ruin"]
        low, high = (f"{100 * end:.2f} %" for end in ruin["between"])
        say(
            f"A bankroll of {bankroll:,} chips is lost in {ruin['ruined']:,} of {many}, {100 * ruin['risk']:.2f} %; "
            f"the chance lies between {low} and {high}, 95 times of 100."
        )

"""Many rounds of one table: on one core, on all cores, or on a cluster, with the same result to the last digit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import lru_cache
from time import perf_counter
from typing import Any

from ..rules.errors import NotAllowed, Unreadable, shown
from ..rules.game import AnyGame
from ..sampling.kernel_rounds import ON_KERNELS, Rounds
from ..sampling.rounds_by_rules import fastest_rounds
from ..sampling.settings import checked_integer
from ..sampling.streams import MOST_SEED
from .executors import Workers, in_order, on_a_cluster, on_this_machine
from .players import Find, Playable, Table, game_at, seated, strategies, table_of, travels
from .result import Simulation
from .sessions import TableTally, tally_rounds

MOST_ROUNDS = 10**13
ROUNDS = 100_000
SESSION = 200
"""Rounds in a session: an evening at the table."""
Progress = Callable[[Simulation], None]
HERE: dict[tuple[Table, bool], Rounds] = {}
"""Tables set up in this process by their own game, which no other process can."""


def simulate(
    game: AnyGame,
    module: Playable,
    find: Find,
    *,
    rounds: int | None = None,
    players: str | tuple[str, ...] | list[str] = "house_way",
    seats: int | None = None,
    seed: int = 1,
    session: int = SESSION,
    until: float | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    by_rules: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """
    So many rounds, or as many as bring the first seat's standard error down to `until` units.

    `module` is the game's own; `find` finds it again by its key in other processes.

    The same seed gives the same result wherever it is run. Interrupted, it gives what it has; `progress` is told after
    each piece of work.
    """
    _refuse(rounds, seed, session, until, workers, cluster)
    names = seated(game, players, seats)
    table = table_of(game, names)
    can_travel = travels(game, find)
    if not can_travel and cluster is not None:
        raise NotAllowed(f"{game.name} is not one of the games a worker knows; simulate it on this machine")
    if can_travel:
        own = None
        way = _set_up(table, find, by_rules)
    else:
        seated_strategies = strategies(game, module.solver, names)
        own = fastest_rounds(game, module.rounds, names, seated_strategies, by_rules=by_rules)
        way = own
    most = rounds if rounds is not None else MOST_ROUNDS if until is not None else ROUNDS
    way(seed, 0, 1)  # compiled before the clock starts, and refused before anything is waited for
    began = Simulation.begun(game, names, way.how, seed=seed, asked=most, session=session)
    with _workers(way, workers, cluster, can_travel=can_travel) as found:
        if own is not None:
            HERE[table, by_rules] = own
        try:
            pieces = _pieces(table, find, by_rules, seed, session, most, way.chunk)
            return _summed(began, found, pieces, until, progress)
        finally:
            HERE.pop((table, by_rules), None)


def _refuse(
    rounds: int | None, seed: int, session: int, until: float | None, workers: int | None, cluster: str | None
) -> None:
    if rounds is not None:
        checked_integer("rounds", rounds, 1, MOST_ROUNDS)
    checked_integer("seed", seed, 0, MOST_SEED)
    checked_integer("session", session, 1, 10**6)
    if until is not None and not (isinstance(until, int | float) and until > 0):
        raise Unreadable(f"--until is a standard error above 0, such as 0.0005, not {shown(until)}")
    if workers is not None and cluster is not None:
        raise Unreadable(f"give --workers {workers} or --cluster {cluster}, not both: a cluster has its own workers")


def _workers(
    way: Rounds, workers: int | None, cluster: str | None, *, can_travel: bool
) -> AbstractContextManager[Workers]:
    if cluster is not None:
        return on_a_cluster(cluster)
    if way.how != ON_KERNELS and workers is None:
        workers = 1  # processes are started only where they were asked for: a script must be ready to be imported
    return on_this_machine(workers, threads=way.how == ON_KERNELS or not can_travel)


def _pieces(
    table: Table, find: Find, by_rules: bool, seed: int, session: int, rounds: int, chunk: int
) -> Iterator[tuple[Table, Find, bool, int, int, int, int]]:
    for first in range(0, rounds, chunk):
        yield table, find, by_rules, seed, session, first, min(chunk, rounds - first)


def work(table: Table, find: Find, by_rules: bool, seed: int, session: int, first: int, count: int) -> TableTally:
    """One piece, wherever it is done."""
    way = HERE.get((table, by_rules)) or _set_up(table, find, by_rules)
    return tally_rounds(way(seed, first, count), first, session)


@lru_cache(maxsize=8)
def _set_up(table: Table, find: Find, by_rules: bool) -> Rounds:
    game = game_at(table, find)
    module = find(table.game)
    seats = strategies(game, module.solver, table.players)
    return fastest_rounds(game, module.rounds, table.players, seats, by_rules=by_rules)


def reached(found: Simulation, until: float | None) -> bool:
    """Is the first seat's standard error, in units, as small as was asked?"""
    return until is not None and 0 < found.seats[0].total.standard_error / found.unit_chips <= until


def _summed(
    began: Simulation, workers: Workers, pieces: Iterator[Any], until: float | None, progress: Progress | None
) -> Simulation:
    """The pieces added up in order; enough, where that is asked, is looked for after each of them."""
    tally = TableTally.empty(len(began.players), began.session)
    start = perf_counter()
    found = began
    try:
        for piece in in_order(workers, work, pieces):
            tally.add(piece)
            found = began.after(tally, seconds=perf_counter() - start, where=workers.where)
            if progress:
                progress(found)
            if reached(found, until):
                break
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return found

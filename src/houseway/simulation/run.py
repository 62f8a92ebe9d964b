"""Simulations: many rounds of one table on one core, on all cores or on a cluster, with exactly the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

from ..rules.errors import NotAllowed, Unreadable, shown
from ..rules.game import AnyGame
from ..rules.payments import HOUSE, Party
from ..sampling.kernel_rounds import ON_KERNELS, Rounds
from ..sampling.rounds_by_rules import fastest_rounds
from ..sampling.settings import checked_integer
from ..sampling.streams import MOST_SEED
from .bankroll import chips_needed
from .executors import Workers, in_order, on_a_cluster, on_this_machine
from .players import (
    FindGame,
    Playable,
    Table,
    can_set_up_elsewhere,
    set_up_game,
    strategies,
    strategy_names,
    table_of,
    why_no_bank,
)
from .result import Simulation
from .sessions import TableTally, tally_rounds

MOST_ROUNDS = 10**13
MOST_SESSION = 10**6
ROUNDS = 100_000
BANKER = 1
"""The seat that banks in a simulation of a bank."""
SESSION = 200
"""Rounds in a session: an evening at the table."""
Progress = Callable[[Simulation], None]
LOCAL_ROUNDS: dict[tuple[Table, bool], Rounds] = {}
"""Rounds of games that only this process can set up, by table and by whether the rules play them."""


@dataclass(frozen=True)
class Piece:
    """Consecutive rounds of a simulation: one piece of work."""

    table: Table
    find: FindGame
    by_rules: bool
    seed: int
    session: int
    first: int
    count: int


def simulate(
    game: AnyGame,
    module: Playable,
    find: FindGame,
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
    bank: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """
    Simulate this many rounds, or until the first seat's standard error is at most `until` units.

    With `bank` the player of seat 1 banks every round against the others, with the rules' own settlement.
    `module` is the module of the game; `find` finds it by its key in another process. `progress` is called after each
    piece of work. After an interrupt the result has the rounds played so far.
    """
    _refuse(rounds, seed, session, until, workers, cluster)
    if bank and (reason := why_no_bank(game)):
        raise NotAllowed(reason)
    names = strategy_names(game, players, seats, bank=bank)
    banker: Party = BANKER if bank else HOUSE
    table = table_of(game, names, banker)
    can_travel = can_set_up_elsewhere(game, find)
    if not can_travel and cluster is not None:
        raise NotAllowed(f"{game.name} is not one of the games a worker knows; simulate it on this machine")
    seated = strategies(game, module.solver, names)
    if can_travel:
        played = _rounds_of(table, find, by_rules)
    else:
        played = fastest_rounds(game, module.rounds, names, seated, by_rules=by_rules, banker=banker)
        LOCAL_ROUNDS[table, by_rules] = played
    try:
        played(seed, 0, 1)  # compiles the kernels before the clock starts, and refuses early
        most_rounds = _most_rounds(rounds, until)
        begun = Simulation.begun(
            game,
            names,
            played.how,
            seed=seed,
            requested=most_rounds,
            session=session,
            needed=chips_needed(game, seated, banker),
            banker=banker,
        )
        pieces = (
            Piece(table, find, by_rules, seed, session, first, min(played.chunk, most_rounds - first))
            for first in range(0, most_rounds, played.chunk)
        )
        with _workers(played, workers, cluster, can_travel=can_travel) as pool:
            return _run(begun, pool, pieces, until, progress)
    finally:
        LOCAL_ROUNDS.pop((table, by_rules), None)


def _refuse(
    rounds: int | None, seed: int, session: int, until: float | None, workers: int | None, cluster: str | None
) -> None:
    if rounds is not None:
        checked_integer("rounds", rounds, 1, MOST_ROUNDS)
    checked_integer("seed", seed, 0, MOST_SEED)
    checked_integer("session", session, 1, MOST_SESSION)
    if until is not None and not (isinstance(until, int | float) and until > 0):
        raise Unreadable(f"--until is a standard error above 0, such as 0.0005, not {shown(until)}")
    if workers is not None and cluster is not None:
        raise Unreadable(f"give {workers} cores or the cluster {cluster}, not both: a cluster has its own workers")


def _most_rounds(rounds: int | None, until: float | None) -> int:
    if rounds is not None:
        return rounds
    return ROUNDS if until is None else MOST_ROUNDS


def _workers(
    rounds: Rounds, workers: int | None, cluster: str | None, *, can_travel: bool
) -> AbstractContextManager[Workers]:
    if cluster is not None:
        return on_a_cluster(cluster)
    on_kernels = rounds.how == ON_KERNELS
    if not on_kernels and workers is None:
        workers = 1  # new processes import the caller's script, so they are started on request only
    return on_this_machine(workers, threads=on_kernels or not can_travel)


def play_piece(piece: Piece) -> TableTally:
    """Play one piece of work, in any process."""
    rounds = LOCAL_ROUNDS.get((piece.table, piece.by_rules)) or _rounds_of(piece.table, piece.find, piece.by_rules)
    return tally_rounds(rounds(piece.seed, piece.first, piece.count), piece.first, piece.session)


@lru_cache(maxsize=8)
def _rounds_of(table: Table, find: FindGame, by_rules: bool) -> Rounds:
    game = set_up_game(table, find)
    module = find(table.game)
    seated = strategies(game, module.solver, table.players)
    return fastest_rounds(game, module.rounds, table.players, seated, by_rules=by_rules, banker=table.banker)


def reached(simulation: Simulation, until: float | None) -> bool:
    """Is the first seat's standard error at most `until` units?"""
    if until is None:
        return False
    return 0 < simulation.seats[0].total.standard_error / simulation.unit_chips <= until


def _run(
    begun: Simulation, workers: Workers, pieces: Iterator[Piece], until: float | None, progress: Progress | None
) -> Simulation:
    """Play the pieces and add them up in order, until all are done or the standard error is reached."""
    tally = TableTally.empty(len(begun.players), begun.session)
    start = perf_counter()
    simulation = begun
    try:
        for piece_tally in in_order(workers, play_piece, pieces):
            tally.add(piece_tally)
            simulation = begun.after(tally, seconds=perf_counter() - start, where=workers.where)
            if progress:
                progress(simulation)
            if reached(simulation, until):
                break
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return simulation

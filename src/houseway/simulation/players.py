"""The players of a simulation, and the description of a table from which another process can set it up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from ..rules.errors import NotAllowed, Unreadable, shown
from ..rules.game import AnyGame
from ..rules.payments import HOUSE, Party
from ..rules.terms import Value
from ..sampling.kernel_rounds import KernelRounds
from ..solving import Solver
from ..solving.strategy import Strategy


class Playable(Protocol):
    """The parts of a game that a simulation uses: its sheet, its strategies and its rounds on kernels."""

    @property
    def sheet(self) -> AnyGame: ...
    @property
    def solver(self) -> Solver[Any]: ...
    @property
    def rounds(self) -> KernelRounds[Any]: ...


FindGame = Callable[[str], Playable]
"""Finds a game by its key, in any process. Raises `Unreadable` for an unknown key."""


@dataclass(frozen=True)
class Table:
    """A game and its players by name, small enough to be sent to another process."""

    game: str
    options: tuple[tuple[str, Value], ...]
    """The options that differ from their default."""
    terms_hash: str
    players: tuple[str, ...]
    """The strategy of each seat."""
    source: str
    """The hash of the code: another version might play differently."""
    banker: Party = HOUSE


@lru_cache(maxsize=1)
def our_source() -> str:
    """A hash of all Python files of the package, the same under every version of Python."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def table_of(game: AnyGame, players: tuple[str, ...], banker: Party = HOUSE) -> Table:
    changed = tuple((name, value) for name, (_, value) in sorted(game.modifications.items()))
    return Table(game.key, changed, game.terms_hash, players, our_source(), banker)


def set_up_game(table: Table, find: FindGame) -> AnyGame:
    """The game of a table. A table from another version of the code is refused."""
    if table.source != our_source():
        raise NotAllowed(
            f"this worker runs version {our_source()} of Houseway, and the simulation {table.source}: use one version"
        )
    game = find(table.game).sheet.with_options(dict(table.options))
    if game.terms_hash != table.terms_hash:
        raise NotAllowed(
            f"{table.game} has the terms {game.terms_hash[:12]} on this worker, not {table.terms_hash[:12]}"
        )
    return game


def can_set_up_elsewhere(game: AnyGame, find: FindGame) -> bool:
    """Can another process set this game up by its name and options?"""
    try:
        known = find(game.key).sheet
    except Unreadable:
        return False
    return known.settle is game.settle and known.steps is game.steps


def why_no_bank(game: AnyGame) -> str | None:
    """Why no player can bank in a simulation of this game."""
    rule = game.banking(game.terms)
    if rule is None:
        return f"players do not bank in {game.name}"
    return None if rule.may_bank else f"players do not bank under these terms [{rule.clauses['may']}]"


def strategy_names(
    game: AnyGame, players: str | tuple[str, ...] | list[str], seats: int | None, *, bank: bool = False
) -> tuple[str, ...]:
    """The name of each seat's strategy: the given names, repeated until the seats are filled. A bank has a bettor."""
    named = players.split(",") if isinstance(players, str) else list(players)
    names = [str(name).strip() for name in named]
    if not names or not all(names):
        raise Unreadable(
            f"--players takes strategies with commas between, such as house_way,best, not {shown(players)}"
        )
    needs_two = bank or not game.against_the_house
    allowed = [count for count in game.seats(game.terms) if count >= 2 or not needs_two]
    count = seats if seats is not None else max(len(names), allowed[0])
    if type(count) is not int or count not in allowed:
        raise NotAllowed(f"{game.name} is simulated with {allowed[0]} to {allowed[-1]} seats, not {shown(count)}")
    if len(names) > count:
        raise NotAllowed(f"{len(names)} players cannot take {count} seats; name as many or fewer")
    return tuple(names[index % len(names)] for index in range(count))


def strategies(game: AnyGame, solver: Solver[Any], players: tuple[str, ...]) -> tuple[Strategy, ...]:
    """The strategy of each name. A name that comes twice is set up once."""
    by_name = {name: solver.strategy(game, name) for name in dict.fromkeys(players)}
    return tuple(by_name[name] for name in players)

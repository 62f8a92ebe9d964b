"""
Finds the games: the folders beside this file, and every installed package with an entry point `houseway.games`.

An entry point names a package that exports `GAME`, as the folders here do:

    [project.entry-points."houseway.games"]
    badugi_pairs = "badugi_pairs"

A package that cannot be used is left out and named in `BROKEN`; the other games are not affected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from ..rules.errors import Unreadable, nearest
from ..rules.game import AnyGame
from ..rules.rulebook import Rulebook
from .module import GameModule

LISTED_FIRST = ("pyramid", "chinese", "pick2", "showdown", "casino", "pai_gow")
"""The order in which games are listed; others follow by name."""
GROUP = "houseway.games"
MODULES: dict[str, GameModule[Any]] = {}
"""Every game that can be used, by its key."""
BROKEN: dict[str, str] = {}
"""Why an installed package is not among the games: a sentence by the name of its entry point."""


class BrokenGame(Exception):
    """An installed package is no game; the message says why."""


def _load_own() -> Iterator[GameModule[Any]]:
    folders = {found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg}
    for name in (*LISTED_FIRST, *sorted(folders.difference(LISTED_FIRST))):
        package = f"{__package__}.{name}"
        yield replace(import_module(package).GAME, package=package)


def load_installed(point: EntryPoint) -> GameModule[Any]:
    """The game of an entry point. Raises `BrokenGame` with one sentence where the package is no game."""
    try:
        loaded = import_module(point.module)
    except Exception as error:  # the package is not ours: it may fail in any way, and must not take the others down
        raise BrokenGame(f"{point.module} cannot be imported: {type(error).__name__}: {error}") from error
    game = getattr(loaded, "GAME", None)
    if not isinstance(game, GameModule):
        raise BrokenGame(f"{point.module} exports no GAME of the type houseway.games.module.GameModule")
    module = replace(game, package=point.module)
    if module.key in MODULES:
        raise BrokenGame(f"{point.module} has the key {module.key!r}, which another game has already")
    try:
        module.rulebook  # noqa: B018 (reads and checks it)
    except Exception as error:  # the same: whatever is wrong with the file, it is this package's alone
        raise BrokenGame(f"the rulebook of {point.module} cannot be read: {error}") from error
    return module


def _load_all() -> None:
    for module in _load_own():
        MODULES[module.key] = module
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            module = load_installed(point)
        except BrokenGame as error:
            BROKEN[point.name] = f"the game {point.name!r} was left out: {error}"
        else:
            MODULES[module.key] = module


_load_all()
GAMES: dict[str, AnyGame] = {key: module.sheet for key, module in MODULES.items()}
"""The sheets of all games, by key."""


def module_named(key: str) -> GameModule[Any]:
    """The game of this key; a sentence where there is none."""
    if key in BROKEN:
        raise Unreadable(BROKEN[key])
    if key not in MODULES:
        raise Unreadable(f"there is no game {key!r}{nearest(key, MODULES)}; the games are {', '.join(MODULES)}")
    return MODULES[key]


def module_of(game: AnyGame) -> GameModule[Any]:
    """Who answers questions about this game. A game that is not installed gets the generic answers."""
    known = MODULES.get(game.key)
    return known if known is not None else GameModule(sheet=game)


def game_named(key: str) -> AnyGame:
    """The sheet of this game, under its default terms."""
    return module_named(key).sheet


def rulebook_of(key: str) -> Rulebook:
    """The rulebook of this game."""
    return module_named(key).rulebook

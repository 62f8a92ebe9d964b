"""
The registry of games: the folders next to this file, and every installed package with an entry point `houseway.games`.

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

from ..rules.errors import Unreadable, nearest
from ..rules.game import AnyGame
from ..rules.rulebook import Rulebook
from .labels import Labels
from .module import AnyGameModule, GameModule

LISTED_FIRST = ("pyramid", "chinese", "pick2", "showdown", "casino", "pai_gow")
"""The order in which games are listed; others follow by name."""
GROUP = "houseway.games"
MODULES: dict[str, AnyGameModule] = {}
"""Every game that can be used, by its key."""
BROKEN: dict[str, str] = {}
"""By the name of its entry point, why an installed package is not among the games."""


class BrokenGame(Exception):
    """An installed package is no game, for the reason in the message."""


def _load_own() -> Iterator[AnyGameModule]:
    folders = {module.name for module in iter_modules([str(Path(__file__).parent)]) if module.ispkg}
    for name in (*LISTED_FIRST, *sorted(folders.difference(LISTED_FIRST))):
        package = f"{__package__}.{name}"
        yield replace(import_module(package).GAME, package=package)


def load_installed(point: EntryPoint) -> AnyGameModule:
    """The game of an entry point. Raises `BrokenGame` with the reason if the package is no game."""
    try:
        loaded = import_module(point.module)
    except Exception as error:  # a foreign package may fail in any way and must not affect the other games
        raise BrokenGame(f"{point.module} cannot be imported: {type(error).__name__}: {error}") from error
    game = getattr(loaded, "GAME", None)
    if not isinstance(game, GameModule):
        raise BrokenGame(f"{point.module} exports no GAME of the type houseway.games.module.GameModule")
    module = replace(game, package=point.module)
    if module.key in MODULES:
        raise BrokenGame(f"{point.module} has the key {module.key!r}, which another game has already")
    try:
        module.rulebook  # noqa: B018 (reads and checks it)
    except Exception as error:  # whatever is wrong with the file concerns only this package
        raise BrokenGame(f"the rulebook of {point.module} cannot be read: {error}") from error
    try:
        module.labels  # noqa: B018 (reads and checks them)
    except Exception as error:  # as above
        raise BrokenGame(f"the labels of {point.module} cannot be read: {error}") from error
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


def module_named(key: str) -> AnyGameModule:
    """The game with this key. Raises `Unreadable` if there is none."""
    if key in BROKEN:
        raise Unreadable(BROKEN[key])
    if key not in MODULES:
        raise Unreadable(f"there is no game {key!r}{nearest(key, MODULES)}; the games are {', '.join(MODULES)}")
    return MODULES[key]


def module_of(game: AnyGame) -> AnyGameModule:
    """The module of this game. A game that is not installed gets the generic pricing and solver."""
    return MODULES.get(game.key) or GameModule(sheet=game)


def game_named(key: str) -> AnyGame:
    """The sheet of this game, under its default terms."""
    return module_named(key).sheet


def labels_of(game: AnyGame) -> Labels:
    """The words of this game for people."""
    return module_of(game).labels


def rulebook_of(key: str) -> Rulebook:
    """The rulebook of this game."""
    return module_named(key).rulebook

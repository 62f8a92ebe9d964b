"""
House ways that come with the package, so that nobody waits while a game is asked about every class of hands.

    python -m houseway.games.ship_house_way GAME [OPTION=VALUE,OPTION=VALUE ...]

writes the house way of a game under its default terms, under every other reading of an option that it reads, each
alone, and under the readings that are named together. They are used only while the game's own file is, to the letter,
the one they were made from, and for terms that agree in every option that was read; otherwise the game is asked again.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tokenize import COMMENT, generate_tokens
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...rules.game import AnyGame
from ...rules.rulebook import Rulebook
from ..option_cache import Consulted
from ..readings import every_switch

HEADER = "header"
CHOICES = "choices"
FILE = "house_way.npz"


def folder_of(game: AnyGame) -> Traversable | None:
    """The folder of the module that the game's settlement is written in; None where that is in no package."""
    package = game.settle.__module__.rpartition(".")[0]
    return files(package) if package else None


def source_of(game: AnyGame) -> str:
    """Changes when the code of the game's own modules does; comments and docstrings do not count."""
    digest = hashlib.sha256()
    folder = folder_of(game)
    entries = () if folder is None else sorted(folder.iterdir(), key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith(".py") and entry.name != "__init__.py":
            digest.update(entry.name.encode() + b"\0" + code_of(entry.read_text(encoding="utf-8")).encode())
    return digest.hexdigest()[:32]


def code_of(source: str) -> str:
    """The code of a Python file without its comments, docstrings and blank lines."""
    lines = source.splitlines()
    for token in generate_tokens(io.StringIO(source).readline):
        if token.type == COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for row in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[row - 1] = ""
    return "\n".join(line.rstrip() for line in lines if line.strip())


def shipped(game: AnyGame) -> tuple[dict[str, Any], NDArray[np.uint8]] | None:
    """What was read of the terms, and the choice of the house way by class; None where nothing fits this game."""
    folder = folder_of(game)
    file = None if folder is None else folder.joinpath(FILE)
    if file is None or not file.is_file():
        return None
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as held:
        header = json.loads(held[HEADER].tobytes())
        choices = held[CHOICES]
    if header["game"] != game.key or header["source"] != source_of(game):
        return None
    for number, read in enumerate(header["read"]):
        if all(getattr(game.terms, name) == value for name, value in read.items()):
            return read, choices[0] ^ choices[number] if number else choices[0]
    return None


def ship(game: AnyGame, rulebook: Rulebook, folder: Path, together: tuple[dict[str, str], ...] = ()) -> Path:
    """Ask the game about every class and write what it said."""
    made = [asked(game)]
    alone = [{option: value} for _, option, _, value in every_switch(game, rulebook)]
    made += [asked(game.with_options(named)) for named in (*alone, *together) if {*named} <= {*made[0][0]}]
    first = made[0][1]
    choices = np.stack([first, *(first ^ other for _, other in made[1:])])  # few differ, so they pack well
    reads = [read for read, _ in made]
    header = json.dumps({"game": game.key, "source": source_of(game), "read": reads}, sort_keys=True)
    path = folder / FILE
    np.savez_compressed(
        path, allow_pickle=False, header=np.frombuffer(header.encode(), dtype=np.uint8), choices=choices
    )
    return path


def asked(game: AnyGame) -> tuple[dict[str, Any], NDArray[np.uint8]]:
    """What the house way reads of the terms, and its choices."""
    from .tables import house_choices

    terms = Consulted(game.terms)
    told = f"{game.terms_hash[:8]} "
    found = house_choices(
        game, terms, lambda done, total: print(f"\r{told}{done:,} of {total:,}", end="", file=sys.stderr)
    )
    return terms.options_read, found

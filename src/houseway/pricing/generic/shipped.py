"""
House ways that come with the package, so that nobody has to wait while they are computed.

    python -m houseway.games.ship_house_way GAME [OPTION=VALUE,OPTION=VALUE ...]

writes the house way of a game under its default terms, under every other reading of an option it depends on, one at a
time, and under each combination that is given. A table is used only while the code of the game's folder is unchanged,
and for terms that agree in every option it depends on; otherwise the house way is computed again.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tokenize import COMMENT, generate_tokens
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...rules.game import AnyGame
from ...rules.rulebook import Rulebook
from ..option_cache import OptionValues, RecordingTerms, agree
from ..readings import option_changes

HEADER = "header"
CHOICES = "choices"
FILE = "house_way.npz"
TableProgress = Callable[[str, int, int], None]
"""Called with the hash of the terms whose table is computed, the classes done and all classes."""


def folder_of(game: AnyGame) -> Traversable | None:
    """The folder of the module that the game's settlement is written in; None where that is in no package."""
    package = game.settle.__module__.rpartition(".")[0]
    return files(package) if package else None


def stored_counts(game: AnyGame, name: str) -> dict[str, list[int]]:
    """The counts in a file of the game's folder, by the name of each count; empty if there is no such file."""
    folder = folder_of(game)
    file = folder.joinpath(name) if folder is not None else None
    if file is None or not file.is_file():
        return {}
    counts: dict[str, list[int]] = json.loads(file.read_text(encoding="utf-8"))
    return counts


def write_counts(path: Path, counts: dict[str, list[int]]) -> None:
    """Write counts in the order of their names, one on each line."""
    lines = [f" {json.dumps(name)}: {json.dumps(of_name)}" for name, of_name in sorted(counts.items())]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def source_of(game: AnyGame) -> str:
    """A hash of the code of the game's own modules. Comments and docstrings do not count."""
    digest = hashlib.sha256()
    folder = folder_of(game)
    if folder is not None:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
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


class HouseWayTable(NamedTuple):
    """The choice of the house way by class of hands, and the options of the terms that it depends on."""

    options_read: OptionValues
    choices: NDArray[np.uint8]


def shipped(game: AnyGame) -> HouseWayTable | None:
    """The table in the game's folder that fits its terms and its code; None where there is none."""
    folder = folder_of(game)
    if folder is None:
        return None
    file = folder.joinpath(FILE)
    if not file.is_file():
        return None
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as arrays:
        header = json.loads(arrays[HEADER].tobytes())
        choices = arrays[CHOICES]
    if header["game"] != game.key or header["source"] != source_of(game):
        return None
    for number, options_read in enumerate(header["read"]):
        if agree(game.terms, options_read):
            # The file has the default choices first, then the differences from them.
            return HouseWayTable(options_read, choices[0] ^ choices[number] if number else choices[0])
    return None


def ship(
    game: AnyGame, rulebook: Rulebook, folder: Path, combinations: tuple[dict[str, str], ...], progress: TableProgress
) -> Path:
    """Compute the house way for every class under all terms described above, and write the file."""
    default = compute_table(game, progress)
    others = other_house_ways(game, rulebook, combinations, default.options_read)
    tables = [default, *(compute_table(variant, progress) for variant in others)]
    # Few choices differ from the default ones, so the differences compress well.
    differences = [default.choices ^ table.choices for table in tables[1:]]
    choices = np.stack([default.choices, *differences])
    reads = [table.options_read for table in tables]
    header = json.dumps({"game": game.key, "source": source_of(game), "read": reads}, sort_keys=True)
    path = folder / FILE
    np.savez_compressed(
        path, allow_pickle=False, header=np.frombuffer(header.encode(), dtype=np.uint8), choices=choices
    )
    return path


def other_house_ways(
    game: AnyGame, rulebook: Rulebook, combinations: tuple[dict[str, str], ...], options_read: OptionValues
) -> list[AnyGame]:
    """The game under every other reading of an option that its house way reads, and under each combination."""
    single = [{change.option: change.after} for change in option_changes(game, rulebook)]
    return [game.with_options(options) for options in (*single, *combinations) if options.keys() <= options_read.keys()]


def compute_table(game: AnyGame, progress: TableProgress) -> HouseWayTable:
    """The house way of this game for every class of hands."""
    from .tables import house_choices

    terms = RecordingTerms(game.terms)
    choices = house_choices(game, terms, partial(progress, game.terms_hash[:8]))
    return HouseWayTable(terms.options_read, choices)

"""
House ways that come with the package, so that nobody waits while a game is asked about every class of hands.

    python -m houseway.pricing.any_game.ship GAME [OPTION=VALUE,OPTION=VALUE ...]

writes the house way of a game under its default terms, under every other reading of an option that it reads, each
alone, and under the readings that are named together. They are used only while the game's own file is, to the letter,
the one they were made from, and for terms that agree in every option that was read; otherwise the game is asked again.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...rulebook import read_rulebook
from ...rules.game import Game
from ..consulted import Consulted
from ..ledger import every_switch

HEADER, CHOICES = "header", "choices"
GAMES = Path(__file__).parents[2] / "games"


def source_of(key: str) -> str:
    """Changes when any file of the game does."""
    digest = hashlib.sha256()
    for path in sorted(GAMES.glob(f"{key}*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def shipped(game: Game[Any]) -> tuple[dict[str, Any], NDArray[np.uint8]] | None:
    """What was read of the terms, and the choice of the house way by class; None where nothing fits this game."""
    file = files(__package__).joinpath("shipped", f"{game.key}.npz")
    if not file.is_file():
        return None
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as held:
        header, choices = json.loads(held[HEADER].tobytes()), held[CHOICES]
    if header["source"] != source_of(game.key):
        return None
    for number, read in enumerate(header["read"]):
        if all(getattr(game.terms, name) == value for name, value in read.items()):
            return read, choices[0] ^ choices[number] if number else choices[0]
    return None


def ship(game: Game[Any], folder: Path, together: tuple[dict[str, str], ...] = ()) -> Path:
    """Ask the game about every class and write what it said."""
    made = [asked(game)]
    alone = [{option: value} for _, option, _, value in every_switch(game, read_rulebook(game.key))]
    made += [asked(game.with_options(named)) for named in (*alone, *together) if {*named} <= {*made[0][0]}]
    first = made[0][1]
    choices = np.stack([first, *(first ^ other for _, other in made[1:])])  # few differ, so they pack well
    reads = [read for read, _ in made]
    header = json.dumps({"game": game.key, "source": source_of(game.key), "read": reads}, sort_keys=True)
    path = folder / f"{game.key}.npz"
    folder.mkdir(exist_ok=True)
    np.savez_compressed(
        path, allow_pickle=False, header=np.frombuffer(header.encode(), dtype=np.uint8), choices=choices
    )
    return path


def asked(game: Game[Any]) -> tuple[dict[str, Any], NDArray[np.uint8]]:
    """What the house way reads of the terms, and its choices."""
    from .tables import house_choices

    terms = Consulted(game.terms)
    told = f"{game.terms_hash[:8]} "
    found = house_choices(
        game, terms, lambda done, total: print(f"\r{told}{done:,} of {total:,}", end="", file=sys.stderr)
    )
    return terms.options_read, found


if __name__ == "__main__":
    from ...games import game

    _, key, *words = sys.argv
    named = tuple(dict(pair.split("=") for pair in word.split(",")) for word in words)
    print(ship(game(key), Path(__file__).parent / "shipped", named))

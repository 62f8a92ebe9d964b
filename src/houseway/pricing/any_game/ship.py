"""
House ways that come with the package, so that nobody waits while a game is asked about every class of hands.

    python -m houseway.pricing.any_game.ship GAME

writes the table of a game under its default terms. It is used only while the game's own file is, to the letter, the one
it was made from, and for terms that agree with it in every option that was read; otherwise the game is asked again.
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

from ...rules.game import Game

HEADER, HOUSE = "header", "house"
GAMES = Path(__file__).parents[2] / "games"


def source_of(key: str) -> str:
    """Changes when any file of the game does."""
    digest = hashlib.sha256()
    for path in sorted(GAMES.glob(f"{key}*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def shipped(game: Game[Any]) -> tuple[dict[str, Any], NDArray[np.uint16]] | None:
    """What was read of the terms, and the codes of the house way by class; None where nothing fits this game."""
    file = files(__package__).joinpath("shipped", f"{game.key}.npz")
    if not file.is_file():
        return None
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as held:
        header, codes = json.loads(held[HEADER].tobytes()), held[HOUSE]
    read: dict[str, Any] = header["read"]
    fits = header["source"] == source_of(game.key)
    return (read, codes) if fits and all(getattr(game.terms, name) == value for name, value in read.items()) else None


def ship(game: Game[Any], folder: Path) -> Path:
    """Ask the game about every class and write what it said."""
    from .tables import asked_anew

    read, tables = asked_anew(game, lambda done, total: print(f"\r{done:,} of {total:,}", end="", file=sys.stderr))
    header = json.dumps({"game": game.key, "source": source_of(game.key), "read": read}, sort_keys=True)
    path = folder / f"{game.key}.npz"
    folder.mkdir(exist_ok=True)
    np.savez_compressed(
        path, allow_pickle=False, header=np.frombuffer(header.encode(), dtype=np.uint8), house=tables.house
    )
    return path


if __name__ == "__main__":
    from ...games import game

    print(ship(game(sys.argv[1]), Path(__file__).parent / "shipped"))

"""
Writes the file `house_way.npz` of a game that uses the generic pricing: its house way for every class of hands.

    python -m houseway.games.ship_house_way pai_gow two_pairs=atlantic_city,ace_before_complete=false

`pricing/generic/shipped.py` describes when the file is used.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from ..pricing.generic.shipped import ship
from .registry import module_named


def main(key: str, *combinations: str) -> None:
    """Each combination is a set of options, such as `name=value,name=value`, for which a table is written as well."""
    module = module_named(key)
    option_sets = tuple(read_options(combination) for combination in combinations)
    print(ship(module.sheet, module.rulebook, Path(str(module.folder)), option_sets, progress_on(sys.stderr)))


def read_options(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split(","))


def progress_on(stream: TextIO) -> Callable[[str, int, int], None]:
    """Progress by table: a counter on a terminal, one line per finished table elsewhere."""

    def show(table: str, done: int, total: int) -> None:
        if stream.isatty():
            end = "\n" if done == total else ""
            print(f"\r{table} {done:,} of {total:,}", end=end, file=stream, flush=True)
        elif done == total:
            print(f"{table} {total:,} classes", file=stream, flush=True)

    return show


if __name__ == "__main__":
    main(*sys.argv[1:])

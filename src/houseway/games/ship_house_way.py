"""
Writes two files of a game that uses the generic pricing: its house way for every class of hands (`house_way.npz`), and
how often two hands that are set by it win, copy and lose (`house_way_counts.json`).

    python -m houseway.games.ship_house_way pai_gow two_pairs=atlantic_city,ace_before_complete=false

`pricing/generic/shipped.py` and `pricing/generic/exact.py` describe when the files are used.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TextIO

from ..pricing.generic.exact import ship_counts
from ..pricing.generic.shipped import other_house_ways, ship, shipped
from .registry import module_named


def main(key: str, *combinations: str) -> None:
    """Each combination is a set of options, such as `name=value,name=value`, for which a table is written as well."""
    module = module_named(key)
    option_sets = tuple(read_options(combination) for combination in combinations)
    folder = Path(str(module.folder))
    show = progress_on(sys.stderr)
    print(ship(module.sheet, module.rulebook, folder, option_sets, show))
    shipped_table = shipped(module.sheet)
    options_read = shipped_table.options_read if shipped_table else {}
    games = [module.sheet, *other_house_ways(module.sheet, module.rulebook, option_sets, options_read)]
    print(ship_counts(games, folder, partial(show, "deals")))


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

"""
Writes the house way of a game that has no pricing of its own, for every class of hands, into the game's folder.

    python -m houseway.games.ship_house_way pai_gow two_pairs=atlantic_city,ace_before_complete=false

`pricing/generic/shipped.py` says when the file is used.
"""

import sys
from pathlib import Path

from ..pricing.generic.shipped import ship
from .registry import module_named


def main(key: str, *named: str) -> None:
    """Options that are named together, with commas between, are one more set of terms."""
    module = module_named(key)
    together = tuple(dict(pair.split("=") for pair in word.split(",")) for word in named)
    print(ship(module.sheet, module.rulebook, Path(str(module.folder)), together))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""
Makes the tables in the package: the best reply to each dealer policy, under the default terms.

    python -m houseway.games.casino.solver.ship            # rewrites shipped/*.npz and prints their values
"""

import sys
from dataclasses import replace
from pathlib import Path

from ....solving.strategy_files import write_tables
from .. import house_way as casino_house_way
from ..sheet import SHEET
from .solve import solve

SHIPPED = Path(__file__).parent / "shipped"


def main(policies: list[str]) -> None:
    for policy in policies or [name for name in casino_house_way.POLICIES if name != "free"]:
        game = replace(SHEET, terms=SHEET.with_options({"dealer_policy": policy}).terms)
        solution = solve(game)
        write_tables(solution.tables, SHIPPED / f"{policy}.npz")
        results = "; ".join(f"{e.value:+.4f} ± {e.standard_error:.4f} {e.unit}" for e in solution.exploitability)
        sys.stdout.write(f"{policy}: the best reply wins {results}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

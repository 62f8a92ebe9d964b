"""
Makes the tables that come with the package: the best reply to each way the dealer may set, under the default terms.

    python -m houseway.setting.casino.ship            # rewrites setting/shipped/casino-*.npz and prints what they win
"""

import sys
from dataclasses import replace
from pathlib import Path

from ...games import casino, casino_ways
from ..tables import write_tables
from .reply import KEY
from .solve import solve

SHIPPED = Path(__file__).parents[1] / "shipped"


def main(policies: list[str]) -> None:
    for policy in policies or [name for name in casino_ways.POLICIES if name != "free"]:
        game = replace(casino.GAME, terms=casino.GAME.with_options({"dealer_policy": policy}).terms)
        solution = solve(game)
        write_tables(solution.tables, SHIPPED / f"{KEY}-{policy}.npz")
        found = "; ".join(f"{e.value:+.4f} ± {e.standard_error:.4f} {e.unit}" for e in solution.exploitability)
        sys.stdout.write(f"{policy}: the best reply wins {found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])

"""
Makes the shipped tables: for each scoring one without and one with bonuses, naturals and surrender.

    python -m houseway.games.chinese.solver.ship            # takes some minutes; the same bytes every time
"""

import sys
from dataclasses import replace
from pathlib import Path

from ....solving import strategy_files as tables
from .. import sheet as chinese
from .field_sources import PRESETS, shipped_name, terms_for
from .solve import solve

SCORINGS = ("per_hand", "2-4", "1-6")


def main() -> None:
    for scoring in SCORINGS:
        for preset in PRESETS:
            made = solve(replace(chinese.SHEET, terms=terms_for(scoring, preset)))
            path = Path(__file__).with_name("shipped") / f"{shipped_name(scoring, preset)}.npz"
            tables.write_tables(made.tables, path)
            exploited = made.exploitability[0]
            figure = f"{exploited.value:.5f} +- {exploited.standard_error:.5f} {exploited.unit}"
            sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes, exploitable for {figure}\n")


if __name__ == "__main__":
    main()

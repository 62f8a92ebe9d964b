"""`houseway bench`: this machine's speed beside its peers', in one run."""

import runpy
from pathlib import Path

from ..rules.errors import Unreadable


def bench() -> None:
    """Ratios to named peers, measured on the same data in one run.

    Example: houseway bench
    """
    folder = Path(__file__).parents[3] / "benchmarks"
    files = sorted(folder.glob("*.py"))
    if not files:
        raise Unreadable("benchmarks are run from a checkout of the source; this installation has none")
    for file in files:
        print(f"== {file.stem}")
        runpy.run_path(str(file), run_name="__main__")

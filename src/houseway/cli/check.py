"""`houseway check`: test vectors against the rules."""

from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import plural
from .arguments import AsJson


def check(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="GAME|FILE...", help="Games, to run the vectors that ship with them, or YAML files."),
    ],
    json: AsJson = False,
) -> None:
    """
    Run test vectors against the rules; exit status 1 if any fails.

    Example: houseway check my_house_rules.yaml
    """
    from ..audit.vectors import Vector, read_vectors, run, shipped
    from ..games import GAMES
    from .output import answer, print_json, say

    vectors: list[Vector] = []
    for source in sources:
        vectors += shipped(source) if source in GAMES else read_vectors(Path(source))
    outcomes = [run(vector) for vector in vectors]
    failed = [outcome for outcome in outcomes if outcome.fault is not None]
    if json:
        rows = [
            {
                "id": o.vector.id,
                "clause": o.vector.clause,
                "fault": o.fault,
                "expected": o.vector.expected,
                "got": o.answers,
            }
            for o in failed
        ]
        print_json({"passed": len(outcomes) - len(failed), "failed": len(failed), "failures": rows})
    else:
        answer(f"{plural(len(outcomes) - len(failed), 'test vector')} passed, {len(failed)} failed.")
        for outcome in failed:
            vector = outcome.vector
            say(f"{vector.id} [{vector.clause}] {vector.kind}: {outcome.fault}")
            say(f"  expected {dict(vector.expected)}\n  got      {dict(outcome.answers)}")
    if failed:
        raise typer.Exit(1)

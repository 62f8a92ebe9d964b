"""`houseway readings`: what each reading of an unclear rule changes."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, GameName, Options, game_with

if TYPE_CHECKING:
    from ..pricing.readings import Reading


def readings(
    game: GameName,
    options: Options = None,
    every: Annotated[bool, typer.Option("--all", help="Also list the readings that change nothing.")] = False,
    json: AsJson = False,
) -> None:
    """
    What each reading of an unclear rule changes in the odds, largest change first.

    Example: houseway readings pyramid
    """
    from ..games.ask import readings as ask_readings
    from .output import print_json, print_table
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"pricing the readings of {game}") as progress:
        changes = ask_readings(variant, progress, also_unmoved=every)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, "readings": [_data(row) for row in changes]})
    lines = [line for reading in changes for line in _lines(reading)]
    print_table(("clause", "reading", "figure", "value", "change"), lines, numbers=("value", "change"))


def _lines(reading: "Reading") -> list[tuple[str, ...]]:
    from .price import percent

    option = f"{reading.option}={reading.after}"
    if not reading.changes:
        return [(reading.open_question, option, reading.refused or "no change found", "", "")]
    shown = [
        (f"{wager} {way}".replace("_", " ").removesuffix(" only"), percent(change.after), signed(change.by))
        for (wager, way), change in reading.changes.items()
    ]
    return [(reading.open_question if n == 0 else "", option if n == 0 else "", *line) for n, line in enumerate(shown)]


def signed(value: Fraction | float) -> str:
    return f"{float(value) * 100:+.4f} %"


def _data(reading: "Reading") -> dict[str, object]:
    changes = [
        {"wager": wager, "strategy": way, "before": str(c.before), "after": str(c.after), "change": str(c.by)}
        for (wager, way), c in reading.changes.items()
    ]
    named = {
        "ledger": reading.open_question,
        "option": reading.option,
        "before": reading.before,
        "after": reading.after,
    }
    return {**named, "refused": reading.refused, "changes": changes}

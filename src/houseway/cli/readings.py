"""`houseway readings`: what every reading of an unclear sentence is worth."""

from typing import Annotated, Any

import typer

from .arguments import AsJson, GameName, Options, game_with


def readings(
    game: GameName,
    options: Options = None,
    every: Annotated[bool, typer.Option("--all", help="Also the readings in which no change was found.")] = False,
    json: AsJson = False,
) -> None:
    """The price of every reading in the ledger, one switch at a time, biggest first.

    Example: houseway readings pyramid
    """
    from ..games.ask import readings as priced
    from .output import print_json, print_table
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"pricing the readings of {game}") as progress:
        found = priced(variant, progress, also_unmoved=every)
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, "readings": [_data(row) for row in found]})
    lines = [line for reading in found for line in _lines(reading)]
    print_table(("row", "reading", "figure", "value", "change"), lines, numbers=("value", "change"))


def _lines(reading: Any) -> list[tuple[str, ...]]:
    from .price import percent

    switch = f"{reading.option}={reading.after}"
    if not reading.changes:
        return [(reading.ledger, switch, reading.refused or "no change found", "", "")]
    shown = [
        (f"{wager} {way}".replace("_", " ").removesuffix(" only"), percent(change.after), signed(change.by))
        for (wager, way), change in reading.changes.items()
    ]
    return [(reading.ledger if n == 0 else "", switch if n == 0 else "", *line) for n, line in enumerate(shown)]


def signed(value: Any) -> str:
    return f"{float(value) * 100:+.4f} %"


def _data(reading: Any) -> dict[str, Any]:
    changes = [
        {"wager": wager, "strategy": way, "before": str(c.before), "after": str(c.after), "change": str(c.by)}
        for (wager, way), c in reading.changes.items()
    ]
    named = {"ledger": reading.ledger, "option": reading.option, "before": reading.before, "after": reading.after}
    return {**named, "refused": reading.refused, "changes": changes}

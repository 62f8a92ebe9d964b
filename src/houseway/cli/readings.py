"""`houseway readings`: what every reading of an unclear sentence is worth."""

from typing import Annotated, Any

import typer

from .arguments import AsJson, GameName, Options, game_with


def readings(
    game: GameName,
    options: Options = None,
    every: Annotated[bool, typer.Option("--all", help="Also the readings that move no money.")] = False,
    json: AsJson = False,
) -> None:
    """The price of every reading in the ledger, one switch at a time, biggest first.

    Example: houseway readings pyramid
    """
    from ..pricing.readings import readings as priced
    from .output import print_json, print_table, say
    from .price import percent
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"pricing the readings of {game}") as progress:
        rows = priced(variant, progress=progress)
    shown = [row for row in rows if every or row.changes]
    if json:
        return print_json({"game": game, "terms_hash": variant.terms_hash, "readings": [_data(row) for row in shown]})
    print_table(
        ("row", "option", "wager", "edge", "change"),
        [line for row in shown for line in _lines(row, percent)],
        numbers=("edge", "change"),
    )
    say(f"{len(rows) - len([row for row in rows if row.changes])} other readings move no money in these prices.")


def _lines(row: Any, percent: Any) -> list[tuple[str, ...]]:
    option = f"{row.option}={row.value}"
    if not row.changes:
        return [(row.id, option, "none", "", "")]
    return [(row.id, option, f"{c.wager} {c.strategy}", percent(-c.ev), percent(-c.change)) for c in row.changes]


def _data(row: Any) -> dict[str, Any]:
    changes = [
        {"wager": c.wager, "strategy": c.strategy, "ev": str(c.ev), "change": str(c.change)} for c in row.changes
    ]
    return {"id": row.id, "option": row.option, "value": row.value, "changes": changes}

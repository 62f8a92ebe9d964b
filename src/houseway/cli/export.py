"""`houseway export`: export rounds, prices and strategies."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..rules.errors import Unreadable, nearest
from .arguments import AsJson, Options, Players, Seats, Seed, game_with, out_file, whole, why_not_write
from .room_location import Data, Database, room_url

KINDS = ("rounds", "prices", "strategies")


def export(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="rounds, prices or strategies.")],
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME | FILE...]", help="A game, or recorded rounds.")
    ] = None,
    out: Annotated[Path | None, out_file("Write the rows to a file that ends in .parquet, .csv or .json.")] = None,
    rounds: Annotated[int, whole("--rounds", "Number of rounds, or of hands for strategies.", least=1)] = 1000,
    players: Players = "house_way",
    seats: Seats = None,
    seed: Seed = 1,
    options: Options = None,
    data: Data = None,
    database: Database = None,
    json: AsJson = False,
) -> None:
    """
    Export rounds, prices or strategies as Parquet, CSV or JSON.

    Rounds are simulated for a GAME, read from recorded FILEs, or taken from a room with --data or --database.

    Example: houseway export rounds pyramid --rounds 10000 -o rounds.parquet
    """
    from ..audit.export import write
    from .output import print_json, say

    file = _target(what, out)
    room = room_url(data, database) if data is not None or database is not None else None
    rows = _rows(what, sources or [], options, room, rounds=rounds, players=players, seats=seats, seed=seed)
    write(rows, file)
    if json:
        return print_json({"file": str(file), "rows": len(rows)})
    say(f"{len(rows):,} rows in {file}.")


def _target(what: str, out: Path | None) -> Path:
    """The file to write; refuses a wrong target before any work is done."""
    from ..simulation.frames import why_not_format

    if what not in KINDS:
        raise Unreadable(f"there are no {what!r} to export{nearest(what, KINDS)}; name {', '.join(KINDS)}")
    if out is None:
        raise Unreadable("name the file with -o FILE, ending in .parquet, .csv or .json")
    if reason := why_not_format(out) or why_not_write(out):
        raise Unreadable(reason)
    return out


def _rows(what: str, sources: list[str], options: list[str] | None, room: str | None, **settings: Any) -> Any:
    from ..audit import export as exported

    if room is not None and what == "rounds" and not sources:
        return exported.of_a_room(room)
    if what == "rounds" and sources and Path(sources[0]).is_file():
        return exported.recorded(Path(source) for source in sources)
    if room is not None:
        raise Unreadable("a room has rounds only: with --data or --database, export rounds and name no game")
    if len(sources) != 1:
        raise Unreadable(f"name one game, such as pyramid, to export its {what}, not {' '.join(sources) or 'none'}")
    if what == "rounds" and Path(sources[0]).suffix:
        raise Unreadable(f"there is no file {sources[0]} with a recorded round")
    variant = game_with(sources[0], options)
    if what == "prices":
        return exported.prices(variant)
    if what == "strategies":
        return exported.strategies_of(variant, hands=settings["rounds"], seed=settings["seed"])
    return exported.rounds(variant, **settings)

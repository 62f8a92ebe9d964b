"""`houseway restore`: a card room from a copy."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson
from .kept import Config, Data, Database, kept_room


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `houseway backup` wrote.")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
    json: AsJson = False,
) -> None:
    """Fill an empty data folder or database from a copy, and audit it; an unsound copy is refused.

    A copy from SQLite goes into PostgreSQL and back. Rounds that were running need the room.key they were begun with.

    Example: houseway restore friday.houseway.gz --data restored
    """
    from dataclasses import asdict

    from ..audit.room_copy import restore as restored
    from .output import print_json, say

    report = restored(file, kept_room(data, database, config).url)
    if json:
        return print_json({"file": str(file), **asdict(report)})
    say(f"restored {report.events:,} events, {report.rounds:,} rounds, {report.transfers:,} ledger rows; all hold")

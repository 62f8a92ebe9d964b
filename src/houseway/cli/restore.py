"""`houseway restore`: a card room from a backup."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson
from .room_location import Config, Data, Database, locate_room


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup that `houseway backup` wrote.")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
    json: AsJson = False,
) -> None:
    """
    Fill an empty data folder or database from a backup; a backup that fails the audit is refused.

    A backup of SQLite can be restored into PostgreSQL and the reverse. Running rounds need the room.key with which they
    began.

    Example: houseway restore friday.houseway.gz --data restored
    """
    from dataclasses import asdict

    from ..audit.room_backup import restore as restore_room
    from .output import print_json, say

    report = restore_room(file, locate_room(data, database, config).url)
    if json:
        return print_json({"file": str(file), **asdict(report)})
    say(f"restored {report.events:,} events, {report.rounds:,} rounds, {report.transfers:,} ledger rows; all hold")

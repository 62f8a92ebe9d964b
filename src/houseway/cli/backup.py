"""`houseway backup`: a checked copy of a card room."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson, why_not_write
from .room_location import Config, Data, Database, locate_room


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
    json: AsJson = False,
) -> None:
    """
    Copy a running room to a file; a room that fails the audit is not copied.

    The backup does not contain the room's key, so nobody can read a running round from it. Store room.key separately.

    Example: houseway backup friday.houseway.gz
    """
    from dataclasses import asdict

    from ..audit.room_backup import backup as back_up_room
    from ..rules.errors import Unreadable
    from .output import print_json, say

    reason = why_not_write(file)
    if reason:
        raise Unreadable(reason)
    report = back_up_room(locate_room(data, database, config).url, file)
    if json:
        return print_json({"file": str(file), **asdict(report)})
    say(f"{file}: {report.events:,} events, {report.rounds:,} rounds, {report.transfers:,} ledger rows; all hold")

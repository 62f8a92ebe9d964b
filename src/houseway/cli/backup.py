"""`houseway backup`: a checked copy of a card room."""

from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson, why_not_write
from .kept import Config, Data, Database, kept_room


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
    json: AsJson = False,
) -> None:
    """Copy a room to a file while it is played in; an unsound room is not copied.

    The room's key is not in the copy, so nobody can read a live round from it: keep room.key apart.

    Example: houseway backup friday.houseway.gz
    """
    from dataclasses import asdict

    from ..audit.room_copy import backup as copied
    from ..rules.errors import Unreadable
    from .output import print_json, say

    reason = why_not_write(file)
    if reason:
        raise Unreadable(reason)
    report = copied(kept_room(data, database, config).url, file)
    if json:
        return print_json({"file": str(file), **asdict(report)})
    say(f"{file}: {report.events:,} events, {report.rounds:,} rounds, {report.transfers:,} ledger rows; all hold")

"""`houseway restore`: a card room from a copy."""

from pathlib import Path
from typing import Annotated

import typer

from .kept import Data, Database, room_folder, room_url


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `houseway backup` wrote.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Fill an empty data folder or database from a copy, and audit it; an unsound copy is refused.

    A copy from SQLite goes into PostgreSQL and back. Rounds that were running need the room.key they were begun with.

    Example: houseway restore friday.houseway.gz --data restored
    """
    from ..audit.room_copy import restore as restored
    from .output import say

    if database is None:
        room_folder(data).mkdir(parents=True, exist_ok=True, mode=0o700)
    report = restored(file, room_url(data, database))
    say(f"restored {report.events:,} events, {report.rounds:,} rounds, {report.transfers:,} ledger rows; all hold")

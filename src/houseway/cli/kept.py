"""Where a room is kept: its data folder, or a PostgreSQL."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The room's data folder; this user's by default.")]
Database = Annotated[str | None, typer.Option(metavar="URL", help="The PostgreSQL it is kept in instead.")]


def room_url(data: Path | None, database: str | None) -> str:
    """The database of the room that is meant."""
    if data is not None and database is not None:
        raise Unreadable(f"give --data {data} or --database, not both")
    return database if database is not None else f"sqlite:///{room_folder(data) / 'room.db'}"


def room_folder(data: Path | None) -> Path:
    return (data or user_folder()).expanduser().absolute()


def user_folder() -> Path:
    """Where this platform keeps a user's data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "houseway"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "houseway"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "houseway"

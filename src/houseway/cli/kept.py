"""Where a room is kept: its data folder, or a PostgreSQL."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The room's data folder; this user's by default.")]
Database = Annotated[str | None, typer.Option(metavar="URL", help="The PostgreSQL it is kept in instead.")]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The room's configuration file, as `houseway serve` reads it.")
]


@dataclass(frozen=True)
class KeptRoom:
    """A room on disk: its database, and the folder with its anchors and keys."""

    url: str
    folder: Path


def kept_room(data: Path | None, database: str | None, config: Path | None) -> KeptRoom:
    """The room that is meant: by flags, else as `houseway serve` finds it in the environment and the configuration."""
    if data is not None or database is not None:
        return KeptRoom(room_url(data, database), room_folder(data))
    from ..server.process.options import configuration

    chosen = configuration({}, file=config)
    folder = room_folder(chosen["data"])
    return KeptRoom(chosen["database"] or room_url(folder, None), folder)


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

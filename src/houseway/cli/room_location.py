"""Where a room is stored: its data folder, or a PostgreSQL database."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The room's data folder; default: this user's.")]
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The PostgreSQL database of the room, instead of a data folder.")
]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The room's configuration file, as `houseway serve` reads it.")
]


@dataclass(frozen=True)
class RoomLocation:
    """The database of a room, and the folder with its anchors and keys."""

    url: str
    folder: Path


def locate_room(data: Path | None, database: str | None, config: Path | None) -> RoomLocation:
    """The room that the flags name; without flags, the one that `houseway serve` would open."""
    if data is not None or database is not None:
        return RoomLocation(room_url(data, database), room_folder(data))
    from ..server.process.options import configuration

    chosen = configuration({}, file=config)
    folder = room_folder(chosen["data"])
    return RoomLocation(chosen["database"] or room_url(folder, None), folder)


def room_url(data: Path | None, database: str | None) -> str:
    """The database URL of the room."""
    if data is not None and database is not None:
        raise Unreadable(f"give --data {data} or --database, not both")
    return database if database is not None else f"sqlite:///{room_folder(data) / 'room.db'}"


def room_folder(data: Path | None) -> Path:
    return (data or user_folder()).expanduser().absolute()


def user_folder() -> Path:
    """The folder for user data on this platform."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "houseway"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "houseway"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "houseway"

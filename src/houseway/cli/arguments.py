"""Arguments that several commands share: a game, its options, files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import Unreadable

if TYPE_CHECKING:
    from ..rules.game import AnyGame

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; houseway rules lists them.")]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the terms; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def game_with(name: str, chosen: list[str] | None) -> "AnyGame":
    """The game of this name under these options."""
    from ..games import game

    options = {}
    for text in chosen or []:
        option, equals, value = text.partition("=")
        if not equals:
            raise Unreadable(f"--set takes OPTION=VALUE, such as decks=8, not {text!r}")
        options[option.strip()] = value.strip()
    return game(name).chosen(options)


def read_file(path: Path) -> str:
    """The text of a file; raises `Unreadable` with the reason."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


def why_not_write(path: Path) -> str | None:
    """The reason why a file cannot be written here, checked before any work is done; None if it can."""
    try:
        if path.is_dir():
            return f"{path} is a folder; name a file"
        if not path.absolute().parent.is_dir():
            return f"there is no folder {path.absolute().parent} to write {path.name} in"
        _part(path).touch()
        _part(path).unlink()
    except OSError as error:
        return f"{path} cannot be written: {error.strerror}"
    return None


def _part(path: Path) -> Path:
    """The name of a file while it is being written."""
    return path.with_name(path.name + ".part")


def write_file(path: Path, text: str) -> None:
    """Write a text file completely or not at all."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a binary file completely or not at all."""
    part = _part(path)
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None

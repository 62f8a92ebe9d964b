"""What several commands are given: a game, options, files."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..rules.errors import Unreadable

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; houseway rules lists them.")]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the terms; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def game_with(name: str, chosen: list[str] | None) -> Any:
    """The game of this name under these options."""
    from ..games import game

    options = {}
    for text in chosen or []:
        option, equals, value = text.partition("=")
        if not equals:
            raise Unreadable(f"--set takes OPTION=VALUE, such as decks=8, not {text!r}")
        options[option.strip()] = value.strip()
    return game(name).with_options(options)


def read_file(path: Path) -> str:
    """The text of a file, or one sentence why not."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


def why_not_write(path: Path) -> str | None:
    """Why a file could not be written here, before there is anything to lose."""
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
    """What a file is called until it is whole."""
    return path.with_name(path.name + ".part")


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """The same for what is not text."""
    part = _part(path)
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None

"""
Arguments that several commands share: a game, its options, numbers, files.

An option has the same name, the same short form, the same kind of value and the same meaning in every command;
tests/cli/test_grammar.py compares them. Where a command needs its own sentence of help, the function of the option
takes it.
"""

from collections.abc import Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..rules.errors import Unreadable
from .numbers import decimal_number, plain_number, whole_number

if TYPE_CHECKING:
    from ..rules.game import AnyGame

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; houseway rules lists them.")]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the terms; repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Also print the details.")]
INTERRUPTED = 130
"""The exit status after Ctrl-C, also if what was done so far is printed."""
SEATS_HELP = "Number of seats, yours included."
PLAYERS_HELP = "One strategy for each seat, in turn: house_way, best, newcomer, or a file from houseway solve."
BANK_HELP = "Seat 1 takes the bank, in games where players may."


def whole(flag: str, explanation: str, *, metavar: str = "N", least: int | None = None) -> Any:
    """An option that takes a whole number."""
    return typer.Option(flag, metavar=metavar, help=explanation, parser=whole_number(flag, least))


def decimal(flag: str, explanation: str, *, metavar: str) -> Any:
    """An option that takes a number."""
    return typer.Option(flag, metavar=metavar, help=explanation, parser=decimal_number(flag))


def out_file(explanation: str) -> Any:
    """The option for the file that a command writes."""
    return typer.Option("-o", "--out", metavar="FILE", help=explanation)


Seats = Annotated[int | None, whole("--seats", SEATS_HELP)]
Players = Annotated[str, typer.Option("--players", metavar="NAME,...", help=PLAYERS_HELP)]
Seed = Annotated[int, whole("--seed", "The same seed gives the same result on any machine.")]
SeedOrNone = Annotated[int | None, whole("--seed", "The same seed gives the same result on any machine.")]
Cores = Annotated[int | None, whole("--cores", "Processor cores to use; default all.", least=0)]
Bank = Annotated[bool, typer.Option("--bank", help=BANK_HELP)]


def game_with(name: str, chosen: list[str] | None) -> "AnyGame":
    """The game of this name under these options."""
    from ..games import game

    options = {}
    for text in chosen or []:
        option, equals, value = text.partition("=")
        if not equals:
            raise Unreadable(f"--set takes OPTION=VALUE, such as decks=8, not {text!r}")
        options[option.strip()] = plain_number(value.strip())
    return game(name).chosen(options)


def refuse_unused(
    game: "AnyGame", question: str, given: Mapping[str, object], flags: Mapping[str, str], takes: Container[str]
) -> None:
    """
    Refuse an option that a game has no use for; the sentence names the options that it accepts.

    `given` and `flags` are by the name of the setting; `takes` are the settings that the game reads.
    """
    from ..games import module_of
    from ..rules.errors import NotAllowed

    accepted = module_of(game).solver.accepts(question)
    suggested = " and ".join(flag for name, flag in flags.items() if name in accepted)
    hint = f"it takes {suggested}" if suggested else "leave it out"
    for name, value in given.items():
        if value is not None and name not in takes:
            raise NotAllowed(f"houseway {question} {game.key} takes no {flags[name]}; {hint}")


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

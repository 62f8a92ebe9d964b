"""
The command line: one file per command.

Help is plain text made from the table below, and a command's file is loaded when it is called: both answer at once.
"""

import errno
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from ..rules.errors import HousewayError, nearest

if TYPE_CHECKING:
    import typer

COMMANDS = {  # by group, in the order that help shows them; each sentence is the first of the command's own help
    "Play": {
        "serve": "The card room: tables, bots, history and verification, in the browser.",
        "deal": "Deal a round and play it against bots; every payment names its clause.",
        "best": "What to do with these cards: the options, best first, with what each is worth.",
        "explain": "A strategy in sentences a person can learn, each with its worth, and the cost of knowing no more.",
        "duel": "Two strategies in duplicate: the same cards, the seats swapped, and the difference with its error.",
    },
    "Price": {
        "price": "Exact odds, house edge and volatility of every wager, with every count behind them.",
        "readings": "The price of every reading in the ledger, one switch at a time, biggest first.",
        "alarm": "Is any legal way to play this sheet profitable for the player?",
        "way": "The house way: proved on every hand, priced against the best setting, and made shorter.",
        "report": "The math report an approval needs: rules, odds, exposure, contradictions, proofs; HTML or PDF.",
    },
    "Prove": {
        "rules": "The rulebook by clause, and what each unclear clause may mean.",
        "check": "Run test vectors against the rules; exit status 1 if any fails.",
        "replay": "Re-run a recorded round and show its settlement.",
        "verify": "Check a price certificate or a recorded round; exit status 1 if it is false.",
        "audit": "Walk a room's chain, ledger and index; exit status 1 and the first fault if anything was altered.",
        "backup": "Copy a room to a file while it is played in; an unsound room is not copied.",
        "restore": "Fill an empty data folder or database from a copy, and audit it; an unsound copy is refused.",
    },
    "Study": {
        "simulate": "Many rounds by given players, on all cores or a cluster: results, errors, sessions and ruin.",
        "solve": "Compute a strategy's tables, keep them, and measure how far a best reply beats them.",
        "export": "Rounds, prices and strategies as Parquet, CSV or JSON.",
        "bench": "Ratios to named peers, measured on the same data in one run.",
    },
}
NAMES = [name for group in COMMANDS.values() for name in group]

ENDING = (
    "houseway alone opens the card room; houseway COMMAND --help shows a command with an example,",
    "houseway --version which Houseway it is.",
)


def index() -> str:
    """What there is, by what it is for."""
    lines = ["Usage: houseway COMMAND [ARGUMENTS]", "", "Play, price and prove hand-setting poker. Play chips only."]
    for group, commands in COMMANDS.items():
        lines += ["", group, *(f"  {name:<10}{sentence}" for name, sentence in commands.items())]
    return "\n".join(
        [
            *lines,
            "",
            *ENDING,
        ]
    )


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a mistake is one sentence on standard error and exit status 2, never a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        _run(words or ["serve"])
    except HousewayError as error:
        _stop(str(error))
    except KeyboardInterrupt:
        _stop("stopped; nothing was written", status=130)
    except BrokenPipeError:
        _print_no_more()
        sys.exit(0)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _print_no_more()
            _stop(f"not all of it could be written: {error.strerror}")
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        _stop(f"a fault of ours, {type(error).__name__}: {error}; HOUSEWAY_DEBUG=1 shows where", status=70)


def _run(words: list[str]) -> None:
    """Run what these words ask for, and write all that it printed."""
    status: object = 0
    if words[0] in ("-h", "--help", "help") and words[1:]:  # `houseway help deal` is `houseway deal --help`
        words = [words[1], "--help"]
    if words[0] in ("-h", "--help", "help"):
        print(index())
    elif words == ["--version"]:
        from .. import __version__

        print(f"houseway {__version__}")
    elif words[0] in NAMES:
        status = _status(words[0], words[1:])
    else:
        hint = nearest(words[0], NAMES)
        _stop(f"there is no command {words[0]!r}{hint}; the commands are {', '.join(NAMES)}")
    print(end="", flush=True)  # here a closed pipe or a full disk is still an error that can be caught
    sys.exit(status)  # type: ignore[arg-type]


def app_of(name: str) -> "typer.Typer":
    """One command, as Typer knows it."""
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": ["-h", "--help"]}
    app.command(name, context_settings=settings)(getattr(import_module(f".{name}", __name__), name))
    return app


def _status(name: str, words: list[str]) -> object:
    """Run a command; its exit status."""
    from typer.exceptions import Abort, Exit, TyperException

    from .mistakes import sentence

    app = app_of(name)
    try:
        return app(words, prog_name=f"houseway {name}", standalone_mode=False) or 0
    except Exit as stop:
        return stop.exit_code
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # which Typer makes an exit status 1 of
            raise stop.__context__ from None
        raise
    except Abort:
        _stop("stopped; nothing was written", status=130)
    except TyperException as error:
        _stop(f"{sentence(error)}; houseway {name} --help shows how")


def _print_no_more() -> None:
    """Nobody takes what is left to print: let it go, so that the end of the program does not try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop(why: str, status: int = 2) -> NoReturn:
    print(f"houseway: {why}", file=sys.stderr)
    sys.exit(status)

"""
The command line: one file per command.

Help is plain text made from the table below, and a command's file is loaded when it is called: both answer at once.
"""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

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
        "audit": "Walk a room's whole chain and ledger; exit status 1 and the first fault if anything was altered.",
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


def index() -> str:
    """What there is, by what it is for."""
    lines = ["Usage: houseway COMMAND [ARGUMENTS]", "", "Play, price and prove hand-setting poker. Play chips only."]
    for group, commands in COMMANDS.items():
        lines += ["", group, *(f"  {name:<10}{sentence}" for name, sentence in commands.items())]
    return "\n".join(
        [*lines, "", "houseway alone opens the card room; houseway COMMAND --help shows a command with an example."]
    )


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a mistake is one sentence on standard error and exit status 2, never a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    words = words or ["serve"]
    if words[:1] in (["-h"], ["--help"]):
        print(index())
        sys.exit(0)
    if words[0] not in NAMES:
        hint = nearest(words[0], NAMES)
        _stop(f"there is no command {words[0]!r}{hint}; the commands are {', '.join(NAMES)}")
    try:
        _run(words[0], words[1:])
    except HousewayError as error:
        _stop(str(error))
    except KeyboardInterrupt:
        _stop("stopped; nothing was written", status=130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        _stop(f"a fault of ours, {type(error).__name__}: {error}; HOUSEWAY_DEBUG=1 shows where", status=70)


def app_of(name: str) -> "typer.Typer":
    """One command, as Typer knows it."""
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": ["-h", "--help"]}
    app.command(name, context_settings=settings)(getattr(import_module(f".{name}", __name__), name))
    return app


def _run(name: str, words: list[str]) -> None:
    from typer.exceptions import Abort, Exit, TyperException

    app = app_of(name)
    try:
        sys.exit(app(words, prog_name=f"houseway {name}", standalone_mode=False) or 0)
    except Exit as stop:
        sys.exit(stop.exit_code)
    except Abort:
        _stop("stopped; nothing was written", status=130)
    except TyperException as error:
        said = " ".join(error.format_message().rstrip(".").split())
        _stop(f"{said}; houseway {name} --help shows how")


def _stop(sentence: str, status: int = 2) -> None:
    print(f"houseway: {sentence}", file=sys.stderr)
    sys.exit(status)

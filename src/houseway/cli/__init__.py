"""
The command line: one file per command.

`houseway --help` is printed from the table below. The module of a command is imported only when the command runs, so
that help and start-up are fast.
"""

import errno
import os
import sys
from importlib import import_module
from textwrap import wrap
from typing import TYPE_CHECKING, NoReturn

from ..rules.errors import HousewayError, nearest

if TYPE_CHECKING:
    import typer

COMMANDS = {  # by group, in the order that help shows them; each sentence is the first of the command's own help
    "Play": {
        "serve": "Open the card room in the browser: tables, bots, history and verification.",
        "deal": "Deal a round and play it against bots; every payment names its clause.",
        "best": "The best play for given cards: every option with its value, best first.",
        "explain": "A strategy in sentences to learn, with the value of each, and what it costs against best play.",
        "duel": "Two strategies on the same cards with the seats swapped: the difference and its standard error.",
    },
    "Price": {
        "price": "Exact odds, house edge and volatility of every wager, with the counts behind them.",
        "readings": "What each reading of an unclear rule changes in the odds, largest change first.",
        "diff": "What the differences between two sets of terms do to every wager, each by itself and all together.",
        "alarm": "Search for legal play that is profitable for the player.",
        "way": "Check the house way on every hand, price it against best play, and propose a shorter one.",
        "report": "Write the math report for an approval: rules, odds, exposure, open questions, proofs; HTML or PDF.",
    },
    "Prove": {
        "rules": "Print the rulebook by clause, and the readings of unclear clauses.",
        "check": "Run test vectors against the rules; exit status 1 if any fails.",
        "replay": "Re-run a recorded round and show its settlement.",
        "verify": "Check a price certificate or a recorded round; exit status 1 if it is false.",
        "audit": "Check a room's events, ledger and index; exit status 1 and the first fault if anything was altered.",
        "backup": "Copy a running room to a file; a room that fails the audit is not copied.",
        "restore": "Fill an empty data folder or database from a backup; a backup that fails the audit is refused.",
    },
    "Study": {
        "simulate": "Simulate many rounds on all cores or a cluster: results, errors, sessions and risk of ruin.",
        "arena": "Let agents play the same deals, and score every decision by what it gives up against best play.",
        "solve": "Compute the tables of a strategy and measure how much a best reply wins against it.",
        "export": "Export rounds, prices or strategies as Parquet, CSV or JSON.",
        "mcp": "Offer rules, odds and best play to agents as tools of the Model Context Protocol.",
        "warm": "Compile the fast code of games in advance, so that the first question about them is answered at once.",
        "bench": "Measure speed as a ratio to other programs, on the same data in one run.",
    },
}
NAMES = [name for group in COMMANDS.values() for name in group]

ENDING = (
    "houseway without a command opens the card room. houseway COMMAND --help explains one command with an example; "
    "houseway --version prints the version; houseway --install-completion completes words with the Tab key."
)
WIDTH = 80
COMPLETION_FLAGS = ("--complete", "--show-completion", "--install-completion")


class Interrupted(Exception):
    """Ctrl-C while a command ran. Typer would end the program without a word on KeyboardInterrupt."""


def index() -> str:
    """The list of commands that `houseway --help` prints."""
    lines = ["Usage: houseway COMMAND [ARGUMENTS]", "", "Play, price and prove hand-setting poker. Play chips only."]
    for group, commands in COMMANDS.items():
        lines += ["", group]
        for name, sentence in commands.items():
            lines += wrap(sentence, WIDTH, initial_indent=f"  {name:<10}", subsequent_indent=" " * 12)
    return "\n".join([*lines, "", *wrap(ENDING, WIDTH)])


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a mistake is one sentence on standard error and exit status 2, never a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        _run(words or ["serve"])
    except HousewayError as error:
        _stop(str(error))
    except (KeyboardInterrupt, Interrupted):
        _stop("stopped; nothing was written", status=130)
    except BrokenPipeError:
        _discard_output()
        sys.exit(0)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _discard_output()
            _stop(f"the output could not be written completely: {error.strerror}")
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        _stop(
            f"this is a bug in Houseway ({type(error).__name__}: {error}); set HOUSEWAY_DEBUG=1 for the traceback",
            status=70,
        )


def _run(words: list[str]) -> None:
    """Run the command that these words name, and flush its output."""
    status: object = 0
    if words[0] in ("-h", "--help", "help") and words[1:]:  # `houseway help deal` is `houseway deal --help`
        words = [words[1], "--help"]
    if words[0] in ("-h", "--help", "help"):
        print(index())
    elif words == ["--version"]:
        from .. import __version__

        print(f"houseway {__version__}")
    elif words[0] in COMPLETION_FLAGS:
        from . import completion

        completion.main(words)
    elif words[0] in NAMES:
        status = _status(words[0], words[1:])
    else:
        hint = nearest(words[0], NAMES)
        _stop(f"there is no command {words[0]!r}{hint}; the commands are {', '.join(NAMES)}")
    print(end="", flush=True)  # here a closed pipe or a full disk is still an error that can be caught
    sys.exit(status)  # type: ignore[arg-type]


def app_of(name: str) -> "typer.Typer":
    """The Typer application of one command."""
    import typer

    from .help import Command

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": ["-h", "--help"]}
    app.command(name, cls=Command, context_settings=settings)(getattr(import_module(f".{name}", __name__), name))
    return app


def _status(name: str, words: list[str]) -> object:
    """Run a command and return its exit status."""
    from typer.exceptions import Abort, Exit, TyperException

    from .old_spellings import with_new_spellings
    from .usage_errors import sentence

    app = app_of(name)
    words = with_new_spellings(name, words)
    try:
        return app(words, prog_name=f"houseway {name}", standalone_mode=False) or 0
    except Exit as stop:
        return stop.exit_code
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Typer turns it into exit status 1
            raise stop.__context__ from None
        raise
    except Abort:
        _stop("stopped; nothing was written", status=130)
    except TyperException as error:
        _stop(f"{sentence(error)}; houseway {name} --help shows how")


def _discard_output() -> None:
    """Discard further output: the reader is gone, and Python would try to flush again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop(why: str, status: int = 2) -> NoReturn:
    print(f"houseway: {why}", file=sys.stderr)
    sys.exit(status)

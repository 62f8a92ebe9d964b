"""The command line: one file per command. Heavy imports wait inside the commands, so that help answers at once."""

import os
import sys

import typer
from typer.exceptions import Abort, Exit, TyperException

from ..rules.errors import HousewayError
from . import alarm, bench, best, check, deal, price, readings, replay, rules, verify, way

app = typer.Typer(
    name="houseway",
    help="Play, price and prove hand-setting poker. Play chips only.",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = {  # by group, in the order that help shows them
    "Play": (deal.deal,),
    "Price": (price.price, readings.readings, alarm.alarm, way.way, best.best),
    "Prove": (rules.rules, check.check, replay.replay, verify.verify),
    "Study": (bench.bench,),
}
for _group, _commands in COMMANDS.items():
    for _command in _commands:
        app.command(rich_help_panel=_group)(_command)


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a mistake is one sentence on standard error and exit status 2, never a traceback."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        sys.exit(app(words or ["--help"], prog_name="houseway", standalone_mode=False) or 0)
    except HousewayError as error:
        _stop(str(error))
    except TyperException as error:
        _stop(f"{error.format_message().rstrip('.')}; {_accepted(words)}".replace("\n", " "))
    except Exit as stop:
        sys.exit(stop.exit_code)
    except (Abort, KeyboardInterrupt):
        _stop("stopped; nothing was written", status=130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("HOUSEWAY_DEBUG"):
            raise
        _stop(f"a fault of ours, {type(error).__name__}: {error}; HOUSEWAY_DEBUG=1 shows where", status=70)


def _accepted(words: list[str]) -> str:
    """What would have been accepted, for a call that cannot be read."""
    known = [command.__name__ for commands in COMMANDS.values() for command in commands]
    named = next((word for word in words if word in known), None)
    return f"houseway {named} --help shows how" if named else f"the commands are {', '.join(known)}"


def _stop(sentence: str, status: int = 2) -> None:
    print(f"houseway: {sentence}", file=sys.stderr)
    sys.exit(status)

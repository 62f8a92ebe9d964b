"""`houseway serve`: the card room."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..server.process.options import OPTIONS, Configuration, Option, configuration
from .numbers import decimal_number, whole_number
from .room_location import room_folder

PLACEHOLDERS = {"number": "N", "seconds": "SECONDS"}
PARSERS: dict[str, Callable[[str], Any]] = {"number": whole_number, "seconds": decimal_number}
LONGEST_DEFAULT = 40
TYPES: dict[str, Any] = {
    "text": str,
    "path": Path,
    "number": int,
    "seconds": float,
    "boolean": bool,
    "rate": str,
    "list": list[str],
    "choice": str,
}


def serve(config: Path | None, check: bool, no_browser: bool, **flags: Any) -> None:
    """
    Open the card room in the browser: tables, bots, history and verification.

    Each option is also an environment variable (HOUSEWAY_PORT) and a key of the configuration file (port).

    Example: houseway serve --port 8642 --no-browser
    """
    chosen = configuration(flags, file=config)
    folder = room_folder(chosen["data"])
    if check:
        _check(chosen, folder)
        return
    from ..server.process.config import room_settings
    from ..server.process.serving import Place, Process, run

    place = Place(chosen["host"], chosen["port"], folder, chosen["database"], chosen["tls_cert"], chosen["tls_key"])
    process = Process(
        browser=not no_browser,
        workers=chosen["workers"],
        log_level=chosen["log_level"],
        log_format=chosen["log_format"],
        metrics_port=chosen["metrics_port"],
        metrics_host=chosen["metrics_host"],
        traces=chosen["traces"],
    )
    run(place, settings=room_settings(chosen), process=process)


def _check(chosen: Configuration, folder: Path) -> None:
    """Print the configuration and what is missing; exit status 1 if something required is missing."""
    from ..server.process.checks import findings, report

    problems = findings(chosen, folder)
    print(report(chosen, problems))
    if any(finding.required for finding in problems):
        raise typer.Exit(1)


def _parameter(option: Option) -> inspect.Parameter:
    """An option of the server as a parameter for Typer; None means that the flag was not given."""
    shown_default = "" if option.default in (None, ()) else f" [default: {_cut(option.shown(option.default))}]"
    choices = f" One of {', '.join(option.choices)}." if option.choices else ""
    flags = f"{option.flag}/--no-{option.name.replace('_', '-')}" if option.kind == "boolean" else option.flag
    parser = PARSERS.get(option.kind)
    placeholder = option.metavar or PLACEHOLDERS.get(option.kind) or option.name.upper()
    declared = typer.Option(
        flags,
        metavar=placeholder,
        help=f"{option.help}{choices}{shown_default}",
        show_default=False,
        parser=parser(option.flag) if parser is not None else None,
    )
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[TYPES[option.kind] | None, declared],
    )


def _cut(text: str) -> str:
    """A default that is too long for a line, cut."""
    return text if len(text) <= LONGEST_DEFAULT else f"{text[:12]}..."


def _flags() -> list[inspect.Parameter]:
    """The signature of the command: its own flags and the options of the server."""
    config = typer.Option("--config", metavar="FILE", help="A TOML file with options; HOUSEWAY_CONFIG names one too.")
    check = typer.Option("--check", help="Print the configuration in force and what a public room lacks, then exit.")
    no_browser = typer.Option("--no-browser", help="Do not open the browser.")
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter("config", kind, default=None, annotation=Annotated[Path | None, config]),
        inspect.Parameter("check", kind, default=False, annotation=Annotated[bool, check]),
        inspect.Parameter("no_browser", kind, default=False, annotation=Annotated[bool, no_browser]),
        *(_parameter(option) for option in OPTIONS),
    ]


serve.__signature__ = inspect.Signature(_flags())  # type: ignore[attr-defined]
serve.__annotations__ = {parameter.name: parameter.annotation for parameter in _flags()}

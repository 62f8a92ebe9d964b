"""The help of one command, in 80 columns: usage, what it does, arguments, options, an example."""

from __future__ import annotations

import textwrap
from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand

WIDTH = 80
WIDEST_NAME = 26
"""The widest name of an option that has its meaning on the same line."""


class Command(TyperCommand):
    """A command whose help is printed by `help_of`, and whose interrupt reaches `main`."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        from . import Interrupted

        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted from None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(help_of(self) + "\n")


def help_of(command: Any) -> str:
    """The help of a command as text."""
    about, _, example = cleandoc(command.help).rpartition("Example: ")
    parameters = [parameter for parameter in command.params if parameter.name != "help"]
    arguments = [parameter for parameter in parameters if is_argument(parameter)]
    options = [parameter for parameter in parameters if not is_argument(parameter)]
    usage = ["houseway", command.name, *map(shown_argument, arguments)]
    required = [shown_option(option) for option in options if option.required]
    parts = [_filled(" ".join([*usage, *required, "[OPTIONS]"]), "Usage: ", "       ")]
    parts += [_filled(" ".join(paragraph.split())) for paragraph in about.strip().split("\n\n")]
    if arguments:
        rows = [(argument_name(argument), argument.help or "") for argument in arguments]
        parts.append("Arguments:\n" + _columns(rows))
    rows = [(option_names(option), meaning(option)) for option in options]
    parts.append("Options:\n" + _columns([*rows, ("-h, --help", "Show this message and exit.")]))
    parts.append(_filled(" ".join(example.split()), "Example: ", "  "))
    return "\n\n".join(parts)


def is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def argument_name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper()).strip("[]")


def shown_argument(argument: Any) -> str:
    """An argument as the line of usage shows it."""
    name = argument_name(argument)
    return name if argument.required else f"[{name}]"


def metavar(option: Any) -> str:
    """The placeholder for the value of an option."""
    return str(option.metavar or option.opts[-1].lstrip("-").upper().replace("-", "_"))


def shown_option(option: Any) -> str:
    """An option as the line of usage shows it."""
    return str(option.opts[-1] if option.is_flag else f"{option.opts[-1]} {metavar(option)}")


def option_names(option: Any) -> str:
    """Every name of an option, with its value."""
    names = ", ".join([*option.opts, *option.secondary_opts])
    return names if option.is_flag else f"{names} {metavar(option)}"


def default_of(option: Any) -> str:
    """The default of an option that has one worth showing."""
    if option.required or option.default in (None, False, "") or callable(option.default):
        return ""
    return str(option.default)


def meaning(option: Any) -> str:
    """What an option does, with its default."""
    default = default_of(option)
    needed = " [required]" if option.required else ""
    return f"{option.help or ''}{f' [default: {default}]' if default else ''}{needed}"


def _filled(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def _columns(rows: list[tuple[str, str]]) -> str:
    """Two columns; a name that is too wide has its meaning on the next line."""
    widest = max((len(name) for name, _ in rows if len(name) <= WIDEST_NAME), default=WIDEST_NAME)
    indent = " " * (widest + 4)
    lines = []
    for name, text in rows:
        first = f"  {name:<{widest}}  "
        if len(name) > widest:
            lines.append(f"  {name}")
            first = indent
        lines.append(_filled(text, first, indent))
    return "\n".join(lines)

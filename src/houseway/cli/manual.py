"""
Generates the manual page of all commands.

    python -m houseway.cli.manual > docs/commands.md
"""

import re
from inspect import cleandoc
from typing import Any

from typer.main import get_command

from . import COMMANDS, app_of

OPENING = """# Every command

This page is generated from the commands (`python -m houseway.cli.manual > docs/commands.md`); a test fails if it is
out of date. `houseway COMMAND --help` prints the same text, `houseway --help` prints the list of commands, and
`houseway --version` prints the version. All commands except `serve` and `bench` take `--json`. Terms are explained in
the [glossary](glossary.md).

Exit status: 0 success; 1 a check failed; 2 wrong usage, with one sentence on standard error; 130 stopped by Ctrl-C."""

DEFAULT_IN_HELP = re.compile(r" \[default: (.+)\]$")
"""The default that `serve` writes at the end of an option's help."""


def page() -> str:
    """The page, in the order of `houseway --help`."""
    parts = [OPENING]
    for group, commands in COMMANDS.items():
        parts.append(f"## {group}")
        parts += [section(name) for name in commands]
    return "\n\n".join(parts) + "\n"


def section(name: str) -> str:
    """The section of one command: description, usage, arguments and options."""
    command: Any = get_command(app_of(name))
    about, _, example = cleandoc(command.help).rpartition("Example: ")
    usage = " ".join([f"houseway {name}", *(shown(p) for p in command.params if p.name != "help")])
    rows = [row(p) for p in command.params if p.name != "help"]
    table = ["| argument or option | meaning | default |", "|---|---|---|", *rows]
    return "\n\n".join([f"### {name}", about.strip(), f"`{usage}`", "\n".join(table), f"Example: `{example.strip()}`"])


def shown(parameter: Any) -> str:
    """An argument or an option as written in the usage line."""
    if parameter.param_type_name == "argument":
        name = parameter.metavar or parameter.name.upper()
        return name if parameter.required or name.startswith("[") else f"[{name}]"
    text = parameter.opts[0] if parameter.is_flag else f"{parameter.opts[0]} {metavar(parameter)}"
    return text if parameter.required else f"[{text}]"


def metavar(parameter: Any) -> str:
    return str(parameter.metavar or ("N" if parameter.bare_type is int else parameter.opts[0].lstrip("-").upper()))


def row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        name = f"`{(parameter.metavar or parameter.name.upper()).strip('[]')}`".replace(" | ", "` or `")
    else:
        name = ", ".join(f"`{option}`" for option in parameter.opts)
    usual = "" if parameter.default in (None, False) or callable(parameter.default) else f"`{parameter.default}`"
    meaning = parameter.help or ""
    default_in_help = DEFAULT_IN_HELP.search(meaning)
    if default_in_help:
        meaning = meaning[: default_in_help.start()]
        usual = f"`{default_in_help.group(1)}`"
    needed = "required" if parameter.required else usual
    return f"| {name} | {escaped(meaning)} | {needed} |"


def escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")

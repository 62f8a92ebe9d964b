"""
Generates the manual page of all commands.

    python -m houseway.cli.manual > docs/commands.md
"""

import re
from inspect import cleandoc
from typing import Any

from typer.main import get_command

from . import COMMANDS, app_of
from .help import argument_name, default_of, is_argument, shown_argument, shown_option

OPENING = """# Every command

This page is generated from the commands (`python -m houseway.cli.manual > docs/commands.md`); a test fails if it is
out of date. `houseway COMMAND --help` prints the same text, `houseway --help` prints the list of commands, and
`houseway --version` prints the version. `houseway --install-completion` lets the Tab key complete commands, games,
options and clauses in bash, zsh and fish; `houseway --show-completion SHELL` prints the script instead.

An option has the same name and meaning in every command. All commands except `serve`, `mcp`, `bench` and `warm`
take `--json`. `1000000`, `1_000_000`, `1,000,000` and `1e6` are the same number. Terms are explained in the
[glossary](glossary.md), exit codes and the usual mistakes in [Exit codes and troubleshooting](exit_codes.md)."""

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
    if is_argument(parameter):
        return shown_argument(parameter)
    text = shown_option(parameter)
    return text if parameter.required else f"[{text}]"


def row(parameter: Any) -> str:
    if is_argument(parameter):
        name = f"`{argument_name(parameter)}`".replace(" | ", "` or `")
    else:
        name = ", ".join(f"`{option}`" for option in parameter.opts)
    default = default_of(parameter)
    usual = f"`{default}`" if default else ""
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

"""
Every command as a page of the manual, made from the commands themselves.

    python -m houseway.cli.manual > docs/commands.md
"""

from inspect import cleandoc
from typing import Any

from typer.main import get_command

from . import COMMANDS, app_of

OPENING = """# Every command

This page is made from the commands (`python -m houseway.cli.manual > docs/commands.md`), and a test fails when it is
not what they say. `houseway COMMAND --help` prints the same, `houseway --help` the list and `houseway --version` which
Houseway it is. All but `serve` and `bench` take `--json`. A mistake is one sentence on standard error and exit status
2; status 1 is a check that fails, 130 a command that was stopped."""


def page() -> str:
    """The page, in the order that `houseway --help` has."""
    parts = [OPENING]
    for group, commands in COMMANDS.items():
        parts.append(f"## {group}")
        parts += [section(name) for name in commands]
    return "\n\n".join(parts) + "\n"


def section(name: str) -> str:
    """One command: what it does, how it is called, what it is given."""
    command: Any = get_command(app_of(name))
    about, _, example = cleandoc(command.help).rpartition("Example: ")
    usage = " ".join([f"houseway {name}", *(shown(p) for p in command.params if p.name != "help")])
    rows = [row(p) for p in command.params if p.name != "help"]
    table = ["| given | what it is | by default |", "|---|---|---|", *rows]
    return "\n\n".join([f"### {name}", about.strip(), f"`{usage}`", "\n".join(table), f"Example: `{example.strip()}`"])


def shown(given: Any) -> str:
    """An argument or an option as usage has it."""
    if given.param_type_name == "argument":
        name = given.metavar or given.name.upper()
        return name if given.required or name.startswith("[") else f"[{name}]"
    text = given.opts[0] if given.is_flag else f"{given.opts[0]} {metavar(given)}"
    return text if given.required else f"[{text}]"


def metavar(given: Any) -> str:
    return str(given.metavar or ("N" if given.bare_type is int else given.opts[0].lstrip("-").upper()))


def row(given: Any) -> str:
    if given.param_type_name == "argument":
        name = f"`{(given.metavar or given.name.upper()).strip('[]')}`".replace(" | ", "` or `")
    else:
        name = ", ".join(f"`{option}`" for option in given.opts)
    usual = "" if given.default in (None, False) or callable(given.default) else f"`{given.default}`"
    needed = "needed" if given.required else usual
    return f"| {name} | {escaped(given.help or '')} | {needed} |"


def escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")

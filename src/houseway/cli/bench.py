"""`houseway bench`: the speed on this machine as a ratio to other programs."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable, nearest

PEERS = ("evaluation", "commands", "simulate", "envs")
"""The benchmarks that run by default; together they take some minutes."""


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME...]", help=f"Benchmarks to run; default {', '.join(PEERS)}.")
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List the benchmarks.")] = False,
) -> None:
    """
    Measure speed as a ratio to other programs, on the same data in one run.

    Example: houseway bench evaluation
    """
    files = {file.stem: file for file in sorted((Path(__file__).parents[3] / "benchmarks").glob("*.py"))}
    if not files:
        raise Unreadable("benchmarks are run from a checkout of the source; this installation has none")
    for name in names or ():
        if name not in files:
            raise Unreadable(f"there is no benchmark {name!r}{nearest(name, files)}; there are {', '.join(files)}")
    if show_list:
        return _list(files)
    for name in names or PEERS:
        print(f"== {name}", flush=True)
        if subprocess.call([sys.executable, str(files[name])]):
            raise typer.Exit(1)


def _list(files: dict[str, Path]) -> None:
    from .output import print_table

    abouts = [ast.get_docstring(ast.parse(file.read_text())) or "" for file in files.values()]
    sentences = [" ".join(about.split("\n\n")[0].split()) for about in abouts]
    print_table(("name", "what it measures"), zip(files, sentences, strict=True))

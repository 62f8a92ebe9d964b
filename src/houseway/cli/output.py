"""Printing for commands: text, tables that fit 80 columns and pipes, and JSON."""

import json
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table


class _Console(Console):
    """A console that raises `BrokenPipeError` on a closed pipe, as `print` does."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    return _Console(highlight=False, soft_wrap=False)


def print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[str] = ()) -> None:
    """Print a table; columns named in `numbers` are aligned to the right."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="right" if heading in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    console().print(table)


def heading(text: str) -> None:
    console().print(f"\n[bold]{text}[/bold]", markup=True)


def say(text: str) -> None:
    """Print a line of text without markup."""
    console().print(text, markup=False)

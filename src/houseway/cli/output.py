"""Printing for commands: the answer, tables that fit 80 columns and pipes, cards, and JSON."""

import json
import re
import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

JOINT = "\u2060"
KEPT_TOGETHER = re.compile(r"(?<=[\d±]) (?=%|±)|(?<=±) (?=\d)")
"""The spaces between a number, its error and its percent sign."""
GAP = 2
"""The spaces between two columns."""
SHORT = 16
"""The longest text of a cell that is never wrapped, in characters."""
CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b|\bXx\b")
SUITS = {"s": ("♠", "bold"), "h": ("♥", "bold red"), "d": ("♦", "bold blue"), "c": ("♣", "bold green")}
"""By the letter of a suit: its symbol and its style on a terminal."""


class _Console(Console):
    """A console that raises `BrokenPipeError` on a closed pipe, as `print` does."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    return _Console(highlight=False, soft_wrap=False)


def print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False))


def answer(text: str) -> None:
    """Print the sentences that answer the question; they come first."""
    for line in wrapped(text):
        console().print(Text(line, style="bold"), soft_wrap=True)


def heading(text: str) -> None:
    console().print(f"\n[bold]{text}[/bold]", markup=True)


def say(text: str, *, hanging: int = 0) -> None:
    """Print text without markup, wrapped between words; `hanging` indents the lines after the first."""
    for line in wrapped(text, hanging=hanging):
        console().print(Text(line), soft_wrap=True)


def wrapped(text: str, *, hanging: int = 0) -> list[str]:
    """
    The lines of a text; no word is cut, and a number stays with its error and its percent sign.

    The lines after the first are indented as the first is, or by `hanging` columns.
    """
    lines = []
    for line in text.split("\n"):
        indent = " " * max(hanging, len(line) - len(line.lstrip()))
        joined = KEPT_TOGETHER.sub(JOINT, line)
        parts = textwrap.wrap(
            joined, console().width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        lines += [part.replace(JOINT, " ") for part in parts] or [""]
    return lines


def say_with_cards(text: str, *, hanging: int = 0) -> None:
    """Print a line in which every card is shown as one; it must contain no sentence that begins with `As`."""
    for line in wrapped(text, hanging=hanging):
        console().print(cards(line), soft_wrap=True)


def cards(text: str) -> Text:
    """The text with its cards as symbols in colour on a terminal, and as they are typed in a pipe."""
    if not console().is_terminal:
        return Text(text)
    shown = Text()
    end = 0
    for card in CARD.finditer(text):
        shown.append(text[end : card.start()])
        end = card.end()
        if card.group(1) is None:
            shown.append("Joker", style="bold magenta")
            continue
        rank = "10" if card.group(1) == "T" else card.group(1)
        symbol, style = SUITS[card.group(2)]
        shown.append(f"{rank}{symbol}", style=style)
    shown.append(text[end:])
    return shown


# Tables --------------------------------------------------------------------------------------------------------------


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[str] = ()) -> None:
    """
    Print a table; columns named in `numbers` are aligned to the right and never wrapped.

    Where it would be so narrow that a word is cut, each row is printed as lines instead.
    """
    cells = [[cell if isinstance(cell, Text) else Text(str(cell)) for cell in row] for row in rows]
    if narrowest(headings, cells, numbers) > console().width:
        return _print_rows(headings, cells)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, GAP, 0, 0))
    for name in headings:
        is_number = name in numbers
        table.add_column(name, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for row in cells:
        table.add_row(*row)
    _print_without_trailing_spaces(table)


def narrowest(headings: Sequence[str], rows: list[list[Text]], numbers: Sequence[str]) -> int:
    """The width that a table needs so that no word and no number is cut."""
    total = 0
    for column, name in enumerate(headings):
        texts = [name, *(row[column].plain for row in rows)]
        widths = [len(text) if name in numbers or len(text) <= SHORT else _longest_word(text) for text in texts]
        total += max(widths) + GAP
    return total


def _longest_word(text: str) -> int:
    return max((len(word) for word in text.split()), default=0)


def _print_rows(headings: Sequence[str], rows: list[list[Text]]) -> None:
    """Each row as lines, one for each column that has a name and a value."""
    for number, row in enumerate(rows):
        if number:
            say("")
        for name, cell in zip(headings, row, strict=True):
            if cell.plain:
                line = Text(f"{name}: " if name else "")
                console().print(line.append_text(cell))


def _print_without_trailing_spaces(table: Table) -> None:
    screen = console()
    if screen.is_terminal:
        screen.print(table)
        return
    with screen.capture() as capture:
        screen.print(table)
    for line in capture.get().splitlines():
        print(line.rstrip())

"""
What a report is made of: plain values that know nothing of HTML or PDF.

Text may hold `code` between backticks; both renderers set it apart. All else is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Text:
    """A paragraph; a `warning` is something that an approval must not miss."""

    text: str
    style: Literal["plain", "note", "warning"] = "plain"


@dataclass(frozen=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list of sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    heading: str
    number: bool = False
    """Set to the right."""
    wide: bool = False
    """Takes what room is left; the others take what they need."""


@dataclass(frozen=True)
class Table:
    """Rows of text."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    grouped_by: int = 0
    """So many cells at the head of a row are empty where it belongs to the row above; a page keeps them together."""


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, and what it shows for whoever cannot see it."""

    svg: str
    caption: str
    alt: str


@dataclass(frozen=True)
class Example:
    """A case that was run for this report: what was given, and what the rules made of it."""

    id: str
    given: str
    gives: str
    verdict: str
    holds: bool


@dataclass(frozen=True)
class Entry:
    """A clause or a ledger row, with the examples that show it."""

    id: str
    text: str
    more: tuple[str, ...] = ()
    note: str = ""
    """Where it comes from."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Entries:
    """Clauses, one below the other."""

    entries: tuple[Entry, ...]


Block = Text | Heading | Items | Table | Figure | Entries


@dataclass(frozen=True)
class Section:
    """A chapter."""

    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False
    """Begins on a page of its own where there are pages."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    game: str
    about: str
    version: str
    terms_hash: str
    date: str
    facts: tuple[tuple[str, str], ...]
    """What the cover says of the report."""
    summary: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def running(self) -> str:
        """What stands on every page."""
        return f"{self.game} · Houseway {self.version} · terms {self.terms_hash} · {self.date}"


def blocks_of(report: Report) -> Iterator[Block]:
    """Every block, in the order of the pages."""
    yield from report.summary
    for section in report.sections:
        yield from section.blocks


def as_data(value: Any) -> Any:
    """The same as plain data, every part with its `kind`, for a renderer in another language."""
    if isinstance(value, tuple):
        return [as_data(part) for part in value]
    if hasattr(value, "__dataclass_fields__"):
        return {"kind": type(value).__name__, **{name: as_data(getattr(value, name)) for name in vars(value)}}
    return value

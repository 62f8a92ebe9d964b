"""
The parts of a report as values, independent of HTML and PDF.

Text between backticks is code, which both renderers set in another font. `§[Title]` refers to a chapter: both renderers
show its number, and a PDF also its page. All other text is shown as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")


@dataclass(frozen=True)
class Text:
    """A paragraph; a `warning` is highlighted."""

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
    """Aligned to the right."""
    wide: bool = False
    """Takes the remaining width; other columns are as wide as their content."""


@dataclass(frozen=True)
class Table:
    """Rows of text."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    grouped_by: int = 0
    """Number of leading cells that are empty in a row that continues the row above; such rows stay on one page."""
    in_halves: bool = False
    """Two columns with short rows, which paper shows in two halves side by side."""


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, with a description for readers who cannot see it."""

    svg: str
    caption: str
    alt: str


@dataclass(frozen=True)
class Example:
    """An example that was run for this report: its input and its result."""

    id: str
    given: str
    gives: str
    verdict: str
    holds: bool


@dataclass(frozen=True)
class Entry:
    """A clause or an open question with its examples."""

    id: str
    text: str
    more: tuple[str, ...] = ()
    note: str = ""
    """The source."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Entries:
    """A list of clauses or open questions."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class SignatureLine:
    """A place to sign, with what is known about the person."""

    role: str
    name: str = ""
    date: str = ""


@dataclass(frozen=True)
class Signatures:
    """The signature block; empty parts are lines to fill in by hand."""

    lines: tuple[SignatureLine, ...]


@dataclass(frozen=True)
class Index:
    """Every clause and open question with a reference to its place."""

    ids: tuple[str, ...]


Block = Text | Heading | Items | Table | Figure | Entries | Signatures | Index


@dataclass(frozen=True)
class Section:
    """A chapter."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    game: str
    about: str
    version: str
    terms_hash: str
    date: str
    """Empty if the report has no date."""
    paper: Paper = "a4"
    facts: tuple[tuple[str, str], ...]
    """Names and values of the table on the cover."""
    summary: tuple[Block, ...]
    sections: tuple[Section, ...]
    has_contents: bool = True
    """Whether it has a table of contents, on its second page. Short documents of a packet have none."""

    @property
    def running(self) -> str:
        """The line at the foot of every page."""
        return f"{self.game} · {self.made_by}"

    @property
    def made_by(self) -> str:
        """The version, the terms and the date, which identify the report."""
        parts = [f"Houseway {self.version}", f"terms {self.terms_hash}"]
        return " · ".join([*parts, self.date] if self.date else parts)


def blocks_of(report: Report) -> Iterator[Block]:
    """Every block, in the order of the pages."""
    yield from report.summary
    for section in report.sections:
        yield from section.blocks


def as_data(value: object) -> Any:
    """The same as lists and dictionaries, each part with its `kind`, for the templates."""
    if isinstance(value, tuple):
        return [as_data(part) for part in value]
    if hasattr(value, "__dataclass_fields__"):
        return {"kind": type(value).__name__, **{name: as_data(getattr(value, name)) for name in vars(value)}}
    return value

"""A game's rulebook, read from its Markdown file into frozen values.

What can go wrong, by whose fault:

    Unreadable, LookupError
    └── UnknownClause       the asker named an id that the rulebook does not hold
    ValueError
    └── MalformedRulebook   the file does not have its fixed shape: our bug
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import dropwhile
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .errors import Unreadable

T = TypeVar("T")

PARTS = ("Sources", "Words", "Clauses", "Clauses that bind people", "Ledger", "Parameters")
CLAUSE_ID = r"[A-Z0-9]{3}-(\d{2}[a-z]?|D\d{1,2})"
LEDGER_ID = r"[A-Z0-9]{3}-A\d{1,2}"
OPTION_NAME = r"[a-z0-9_]+(?:\.[a-z0-9_-]+)?"
OPTION = rf"`({OPTION_NAME}): ([\w-]+(?:\|[\w-]+)*)`"


class UnknownClause(Unreadable, LookupError):
    """The rulebook holds no clause and no ledger row with this id."""


class MalformedRulebook(ValueError):
    """A rulebook file departs from the fixed shape."""


@dataclass(frozen=True)
class Clause:
    """One sentence of the rule sheet, or (-D, source `ours`) one that completes it."""

    id: str
    text: str
    source: str
    section: str


@dataclass(frozen=True)
class LedgerEntry:
    """One place where the sheet is unclear, and the switch between its readings."""

    id: str
    says: str
    readings: tuple[str, ...]
    default_and_why: str
    options: Mapping[str, tuple[str, ...]]
    """The values of each option, its default first."""


@dataclass(frozen=True)
class Parameter:
    """One option of the game's terms."""

    name: str
    default: str
    accepted: str
    clause: str


@dataclass(frozen=True)
class Rulebook:
    """Everything one file says, in the file's order."""

    key: str
    title: str
    about: str
    sources: Mapping[str, str]
    """What each source tag stands for."""
    words: Mapping[str, str]
    sections: tuple[str, ...]
    clauses: Mapping[str, Clause]
    ledger: Mapping[str, LedgerEntry]
    parameters: Mapping[str, Parameter]
    people: Mapping[str, str]
    """Clauses that bind people, and why no program carries them out."""

    @property
    def prefix(self) -> str:
        """What every id of this game begins with, such as PYR."""
        return next(iter(self.clauses)).split("-")[0]

    def find(self, id: str) -> Clause | LedgerEntry:
        """The clause or ledger row with this id."""
        found = self.clauses.get(id) or self.ledger.get(id)
        if found is None:
            raise UnknownClause(f"{id!r} is no clause of {self.title}; {self._nearest(id)}.")
        return found

    def _nearest(self, id: str) -> str:
        near = get_close_matches(id.upper(), [*self.clauses, *self.ledger], n=3)
        if not near:
            return f"its ids look like {self.prefix}-01, {self.prefix}-D1 and {self.prefix}-A1"
        return f"the nearest {'ids are' if len(near) > 1 else 'id is'} {', '.join(near)}"


def parse_rulebook(key: str, text: str) -> Rulebook:
    """The rulebook that this text holds."""
    lines = [_Line(key, number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    opening, parts = _divide(lines, "## ")
    if tuple(parts) != PARTS:
        raise MalformedRulebook(f"{key}.md: its parts are {', '.join(parts)} instead of {', '.join(PARTS)}.")
    book = _bind(key, opening, parts)
    _check_ids(book)
    return book


def _bind(key: str, opening: list["_Line"], parts: Mapping[str, list["_Line"]]) -> Rulebook:
    title, about = _title(key, opening)
    sections, clauses = _clauses(parts["Clauses"])
    return Rulebook(
        key=key,
        title=title,
        about=about,
        sources=_glossary(parts["Sources"], "tag", "what it is"),
        words=_glossary(parts["Words"], "word", "meaning"),
        sections=sections,
        clauses=clauses,
        ledger=_ledger(parts["Ledger"]),
        parameters=_parameters(parts["Parameters"]),
        people=_glossary(parts["Clauses that bind people"], "id", "why no program carries it out"),
    )


def _check_ids(book: Rulebook) -> None:
    strays = [id for id in [*book.clauses, *book.ledger] if not id.startswith(f"{book.prefix}-")]
    strays += [id for id in book.people if id not in book.clauses]
    if strays:
        raise MalformedRulebook(f"{book.key}.md: {', '.join(strays)} cannot be an id of this rulebook.")


def _title(key: str, opening: list["_Line"]) -> tuple[str, str]:
    title, *about = [line.text for line in opening if line.text] or [""]
    if not title.startswith("# ") or not about:
        raise MalformedRulebook(f"{key}.md does not open with '# Title' and a paragraph on the game.")
    return title.removeprefix("# "), " ".join(about)


def _clauses(part: list["_Line"]) -> tuple[tuple[str, ...], Mapping[str, Clause]]:
    opening, sections = _divide(part, "### ")
    for line in filter(lambda line: line.text, opening):
        raise _malformed(line, "every clause stands below a '### Section' heading")
    return tuple(sections), _unique(
        (row, row.id(CLAUSE_ID), _clause(row, section))
        for section, lines in sections.items()
        for row in _table(lines, "id", "clause", "source")
    )


def _clause(row: "_Row", section: str) -> Clause:
    id, text, source = row.cells
    return Clause(id, text, source, section)


def _ledger(part: list["_Line"]) -> Mapping[str, LedgerEntry]:
    columns = ("id", "what the sheet says, and the gap", "readings", "default and why", "option")
    return _unique((row, row.id(LEDGER_ID), _ledger_entry(row)) for row in _table(part, *columns))


def _ledger_entry(row: "_Row") -> LedgerEntry:
    id, says, readings, default_and_why, _ = row.cells
    return LedgerEntry(id, says, _readings(readings), default_and_why, _options(row))


def _readings(cell: str) -> tuple[str, ...]:
    starts: list[int] = []
    for mark in re.finditer(r"\(([a-z])\) ", cell):
        if mark[1] == chr(ord("a") + len(starts)):
            starts.append(mark.end())
    if not cell.startswith("(a) "):
        return (cell,)
    ends = [start - len("(a) ") for start in starts[1:]] + [len(cell)]
    return tuple(cell[start:end].rstrip(" ;.") for start, end in zip(starts, ends, strict=True))


def _options(row: "_Row") -> Mapping[str, tuple[str, ...]]:
    cell = row.cells[-1]
    if cell == "none":
        return MappingProxyType({})
    if not re.fullmatch(rf"{OPTION}(, {OPTION})*", cell):
        raise _malformed(row.line, f"{cell!r} is neither none nor a list such as `name: value\\|value`")
    return _unique((row, name, tuple(values.split("|"))) for name, values in re.findall(OPTION, cell))


def _parameters(part: list["_Line"]) -> Mapping[str, Parameter]:
    rows = _table(part, "option", "default", "accepted", "clause")
    return _unique(
        (row, row.id(f"`{OPTION_NAME}`").strip("`"), Parameter(row.cells[0].strip("`"), *row.cells[1:])) for row in rows
    )


def _glossary(part: list["_Line"], *columns: str) -> Mapping[str, str]:
    return _unique((row, row.cells[0].strip("`"), row.cells[1]) for row in _table(part, *columns))


class _Line(NamedTuple):
    key: str
    number: int
    text: str


class _Row(NamedTuple):
    line: _Line
    cells: tuple[str, ...]

    def id(self, pattern: str) -> str:
        if not re.fullmatch(pattern, self.cells[0]):
            raise _malformed(self.line, f"{self.cells[0]!r} cannot stand in the first column")
        return self.cells[0]


def _malformed(line: _Line, why: str) -> MalformedRulebook:
    return MalformedRulebook(f"{line.key}.md, line {line.number}: {why}.")


def _divide(lines: list[_Line], mark: str) -> tuple[list[_Line], dict[str, list[_Line]]]:
    """The lines before the first heading of this depth, and those below each heading."""
    opening: list[_Line] = []
    parts: dict[str, list[_Line]] = {}
    below = opening
    for line in lines:
        name = line.text.removeprefix(mark)
        if name == line.text:
            below.append(line)
        elif name in parts:
            raise _malformed(line, f"the heading {name!r} stands twice")
        else:
            below = parts[name] = []
    return opening, parts


def _table(part: list[_Line], *columns: str) -> list[_Row]:
    """The rows of the one table that ends this part; prose may stand before it."""
    lines = [line for line in dropwhile(lambda line: "|" not in line.text, part) if line.text]
    if len(lines) < 2 or _cells(lines[0]) != columns:
        raise _malformed((lines or part)[0], f"a table with the columns {', '.join(columns)} is missing")
    if set(lines[1].text) != set("|-"):
        raise _malformed(lines[1], "the line below a table's head is made of | and -")
    return [_row(line, len(columns)) for line in lines[2:]]


def _row(line: _Line, width: int) -> _Row:
    cells = _cells(line)
    if len(cells) != width or not all(cells):
        raise _malformed(line, f"a row here has {width} filled cells, not {cells}")
    return _Row(line, cells)


def _cells(line: _Line) -> tuple[str, ...]:
    first, *cells, last = re.split(r"(?<!\\)\|", line.text) if "|" in line.text else ("?", "?")
    if first or last:
        raise _malformed(line, f"a row begins and ends with |, unlike {line.text!r}")
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def _unique(entries: Iterable[tuple[_Row, str, T]]) -> Mapping[str, T]:
    found: dict[str, T] = {}
    for row, name, value in entries:
        if name in found:
            raise _malformed(row.line, f"{name} stands twice")
        found[name] = value
    return MappingProxyType(found)

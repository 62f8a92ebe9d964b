"""
A game's rulebook: its clauses, open questions and parameters, read from its Markdown file.

Errors, by whose fault they are:

    Unreadable, LookupError
    └── UnknownClause       the caller named an id that the rulebook does not contain
    ValueError
    └── MalformedRulebook   the file does not have the required form: our bug
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import dropwhile
from string import ascii_lowercase
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from .errors import Unreadable

T = TypeVar("T")

PARTS = ("Sources", "Words", "Clauses", "Clauses that bind people", "Ledger", "Parameters")
CLAUSE_ID = r"[A-Z0-9]{3}-(\d{2}[a-z]?|D\d{1,2})"
OPEN_QUESTION_ID = r"[A-Z0-9]{3}-A\d{1,2}"
OPTION_NAME = r"[a-z0-9_]+(?:\.[a-z0-9_-]+)?"
OPTION = rf"`({OPTION_NAME}): ([\w-]+(?:\|[\w-]+)*)`"


class UnknownClause(Unreadable, LookupError):
    """The rulebook contains no clause and no open question with this id."""


class MalformedRulebook(ValueError):
    """A rulebook file does not have the required form."""


@dataclass(frozen=True)
class Clause:
    """One sentence of the rule sheet, or one of ours that completes it (its id has a D and its source is `ours`)."""

    id: str
    text: str
    source: str
    section: str


@dataclass(frozen=True)
class OpenQuestion:
    """An unclear sentence of the sheet, its readings, and the options that choose between them."""

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
    """The contents of one rulebook file, in its order."""

    key: str
    title: str
    about: str
    sources: Mapping[str, str]
    """The meaning of each source tag."""
    words: Mapping[str, str]
    sections: tuple[str, ...]
    clauses: Mapping[str, Clause]
    open_questions: Mapping[str, OpenQuestion]
    parameters: Mapping[str, Parameter]
    people: Mapping[str, str]
    """The clauses that only people can follow, each with the reason why no program carries it out."""

    @property
    def prefix(self) -> str:
        """The beginning of every id of this game, such as PYR."""
        return next(iter(self.clauses)).split("-")[0]

    def find(self, id: str) -> Clause | OpenQuestion:
        """The clause or open question with this id."""
        item = self.clauses.get(id) or self.open_questions.get(id)
        if item is None:
            raise UnknownClause(f"{id!r} is no clause of {self.title}; {self._nearest(id)}.")
        return item

    def _nearest(self, id: str) -> str:
        near = get_close_matches(id.upper(), [*self.clauses, *self.open_questions], n=3)
        if not near:
            return f"its ids look like {self.prefix}-01, {self.prefix}-D1 and {self.prefix}-A1"
        if len(near) == 1:
            return f"the nearest id is {near[0]}"
        return f"the nearest ids are {', '.join(near)}"


def parse_rulebook(key: str, text: str) -> Rulebook:
    """The rulebook in this Markdown text."""
    lines = [_Line(key, number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    opening, parts = _divide(lines, "## ")
    if tuple(parts) != PARTS:
        raise MalformedRulebook(f"{key}.md: its parts are {', '.join(parts)} instead of {', '.join(PARTS)}.")
    book = _rulebook(key, opening, parts)
    _check_ids(book)
    return book


def _rulebook(key: str, opening: list["_Line"], parts: Mapping[str, list["_Line"]]) -> Rulebook:
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
        open_questions=_open_questions(parts["Ledger"]),
        parameters=_parameters(parts["Parameters"]),
        people=_glossary(parts["Clauses that bind people"], "id", "why no program carries it out"),
    )


def _check_ids(book: Rulebook) -> None:
    strays = [id for id in [*book.clauses, *book.open_questions] if not id.startswith(f"{book.prefix}-")]
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
    for line in opening:
        if line.text:
            raise _malformed(line, "every clause stands below a '### Section' heading")
    entries = []
    for section, lines in sections.items():
        for row in _table(lines, "id", "clause", "source"):
            id, text, source = row.cells
            entries.append(_Entry(row, row.id(CLAUSE_ID), Clause(id, text, source, section)))
    return tuple(sections), _unique(entries)


def _open_questions(part: list["_Line"]) -> Mapping[str, OpenQuestion]:
    columns = ("id", "what the sheet says, and the gap", "readings", "default and why", "option")
    return _unique(_Entry(row, row.id(OPEN_QUESTION_ID), _open_question(row)) for row in _table(part, *columns))


def _open_question(row: "_Row") -> OpenQuestion:
    id, says, readings, default_and_why, _ = row.cells
    return OpenQuestion(id, says, _readings(readings), default_and_why, _options(row))


def _readings(cell: str) -> tuple[str, ...]:
    """The readings of a cell such as `(a) one; (b) two`. A mark counts only in its order; others belong to the text."""
    if not cell.startswith("(a) "):
        return (cell,)
    starts: list[int] = []
    for mark in re.finditer(r"\(([a-z])\) ", cell):
        if mark[1] == ascii_lowercase[len(starts)]:
            starts.append(mark.end())
    ends = [start - len("(a) ") for start in starts[1:]] + [len(cell)]
    return tuple(cell[start:end].rstrip(" ;.") for start, end in zip(starts, ends, strict=True))


def _options(row: "_Row") -> Mapping[str, tuple[str, ...]]:
    cell = row.cells[-1]
    if cell == "none":
        return MappingProxyType({})
    if not re.fullmatch(rf"{OPTION}(, {OPTION})*", cell):
        raise _malformed(row.line, f"{cell!r} is neither none nor a list such as `name: value\\|value`")
    return _unique(_Entry(row, name, tuple(values.split("|"))) for name, values in re.findall(OPTION, cell))


def _parameters(part: list["_Line"]) -> Mapping[str, Parameter]:
    entries = []
    for row in _table(part, "option", "default", "accepted", "clause"):
        name = row.id(f"`{OPTION_NAME}`").strip("`")
        _, default, accepted, clause = row.cells
        entries.append(_Entry(row, name, Parameter(name, default, accepted, clause)))
    return _unique(entries)


def _glossary(part: list["_Line"], *columns: str) -> Mapping[str, str]:
    """The two columns of a table as names and their explanations."""
    return _unique(_Entry(row, row.cells[0].strip("`"), row.cells[1]) for row in _table(part, *columns))


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


class _Entry(NamedTuple, Generic[T]):
    """A named value and the row it was read from."""

    row: _Row
    name: str
    value: T


def _malformed(line: _Line, why: str) -> MalformedRulebook:
    return MalformedRulebook(f"{line.key}.md, line {line.number}: {why}.")


def _divide(lines: list[_Line], mark: str) -> tuple[list[_Line], dict[str, list[_Line]]]:
    """The lines before the first heading that starts with this mark, and the lines below each heading."""
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
    """The rows of the table at the end of this part; prose may precede it."""
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
    parts = re.split(r"(?<!\\)\|", line.text)
    if len(parts) < 2 or parts[0] or parts[-1]:
        raise _malformed(line, f"a row begins and ends with |, unlike {line.text!r}")
    return tuple(cell.strip().replace("\\|", "|") for cell in parts[1:-1])


def _unique(entries: Iterable[_Entry[T]]) -> Mapping[str, T]:
    """The values by name; a name may occur only once."""
    values: dict[str, T] = {}
    for entry in entries:
        if entry.name in values:
            raise _malformed(entry.row.line, f"{entry.name} stands twice")
        values[entry.name] = entry.value
    return MappingProxyType(values)

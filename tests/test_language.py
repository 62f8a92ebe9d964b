"""No retired word stands in the code, on the pages or in the manual; docs/glossary.md has the list."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
CODE = sorted(
    path
    for folder in ("src", "tests", "benchmarks", "frontend")
    for path in (ROOT / folder).rglob("*.py")
    if "node_modules" not in path.parts and path != Path(__file__)
)
PAGES = sorted(path for suffix in ("*.svelte", "*.ts", "*.css") for path in (ROOT / "frontend" / "src").rglob(suffix))
MANUAL = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "src").rglob("rulebook.md")])
STRING_TOKENS = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
WIRE_NAMES = {
    # Fields of JSON answers and topics of messages between processes keep their names: clients read them.
    "src/houseway/server/views/study_types.py": {"got", "asked", "worth", "found"},
    "src/houseway/server/runtime/ephemeral.py": {"beside"},
}


def short_path(path: Path) -> str:
    return str(path.relative_to(ROOT))


@dataclass(frozen=True)
class Retired:
    """A row of the table of retired words."""

    word: str
    instead: str
    where: frozenset[str]


@cache
def retired_words() -> tuple[Retired, ...]:
    table = GLOSSARY.read_text().split("## Retired words")[1]
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \| ([\w, ]+) \|$", table, re.MULTILINE)
    assert len(rows) == table.count("\n|") - 2, "a line of the table of retired words cannot be read"
    return tuple(Retired(word, instead, frozenset(where.split(", "))) for word, instead, where in rows)


@cache
def retired_text() -> re.Pattern[str]:
    words = [re.escape(row.word) for row in retired_words() if "text" in row.where]
    return re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)


def in_text(text: str, first_line: int = 1) -> Iterator[str]:
    """Each use of a retired word in a text, with its line."""
    for match in retired_text().finditer(text):
        line = first_line + text.count("\n", 0, match.start())
        yield f"line {line}: {match.group()!r}"


def text_parts(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and strings of a Python file, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type in STRING_TOKENS:
            yield token.start[0], token.string


def names(path: Path) -> Iterator[tuple[int, str]]:
    """Every name that a Python file gives to something, with its line."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


def test_the_table_of_retired_words_can_be_read() -> None:
    words = [row.word for row in retired_words()]
    assert words == sorted(set(words))
    for row in retired_words():
        assert row.where <= {"module", "name", "text", "sense"}, f"{row.word} is retired in {row.where}"
        assert row.instead


def test_no_module_has_a_retired_name() -> None:
    retired = {row.word for row in retired_words() if "module" in row.where}
    assert [str(path) for path in CODE if path.stem.removeprefix("test_") in retired] == []


@pytest.mark.parametrize("path", CODE, ids=short_path)
def test_code_uses_no_retired_name(path: Path) -> None:
    retired = {row.word: row.instead for row in retired_words() if "name" in row.where}
    allowed = WIRE_NAMES.get(str(path.relative_to(ROOT)), set())
    used = [f"line {line}: {name}" for line, name in names(path) if name.strip("_").lower() in retired.keys() - allowed]
    assert used == []


@pytest.mark.parametrize("path", CODE, ids=short_path)
def test_docstrings_comments_and_messages_use_no_retired_word(path: Path) -> None:
    allowed = WIRE_NAMES.get(str(path.relative_to(ROOT)), set())
    parts = [(line, text) for line, text in text_parts(path) if text.strip("\"'") not in allowed]
    assert [use for line, text in parts for use in in_text(text, line)] == []


@pytest.mark.parametrize("path", PAGES, ids=short_path)
def test_pages_use_no_retired_word(path: Path) -> None:
    code = re.sub(r"\bswitch \(|role=\"switch\"", "", path.read_text())  # the statement and the ARIA role
    assert list(in_text(code)) == []


@pytest.mark.parametrize("path", MANUAL, ids=short_path)
def test_the_manual_uses_no_retired_word(path: Path) -> None:
    text = path.read_text()
    if path == GLOSSARY:
        text = text.split("## Retired words")[0]
    assert list(in_text(text)) == []

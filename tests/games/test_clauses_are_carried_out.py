"""Every clause is carried out by code, shown by a test, or binds people; every id that is cited exists."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from houseway.games import GAMES, rulebook_of
from houseway.rules.rulebook import Rulebook
from houseway.rules.terms import options, with_options, write_value

REPOSITORY = Path(__file__).parents[2]
SOURCE = REPOSITORY / "src" / "houseway"
TESTS = REPOSITORY / "tests"
RULES_OF_PLAY = ("games", "rules")

PREFIXES = "|".join(rulebook_of(key).prefix for key in GAMES)
ID = r"[AD]?\d{1,2}[a-z]?"
CITED = re.compile(rf"\b(?:test_)?({PREFIXES})[-_]({ID})(?![0-9A-Za-z])")
RANGE = re.compile(rf"\b({PREFIXES})-(\d+)([a-z]?)(?:\.\.|…)(?:({PREFIXES})-)?(\d*)([a-z]?)\b")

EACH_GAME = pytest.mark.parametrize("key", sorted(GAMES))


def cited_in(text: str) -> set[str]:
    """The ids in a text, in brackets, strings or test names; ranges such as `PYR-72a..g` written out."""
    clauses = {f"{prefix}-{name}" for prefix, name in CITED.findall(text)}
    for prefix, first, letter, _, last, to in RANGE.findall(text):
        if letter and to and not last:
            clauses |= {f"{prefix}-{first}{chr(part)}" for part in range(ord(letter), ord(to) + 1)}
        elif last:
            clauses |= {f"{prefix}-{number:02d}" for number in range(int(first), int(last) + 1)}
    return clauses


def names_in(text: str) -> set[str]:
    """The ids in names such as test_PYR_43_to_PYR_48_even_money; `to` stands for all between."""
    clauses = set()
    for name in re.findall(r"\bdef (test_\w+)", text):
        parts = re.findall(rf"({PREFIXES})_({ID})(?=_|$)", name)
        clauses |= {f"{prefix}-{part}" for prefix, part in parts}
        for prefix, first, last in re.findall(rf"({PREFIXES})_(\d+)_to_(?:{PREFIXES})_(\d+)", name):
            clauses |= {f"{prefix}-{number:02d}" for number in range(int(first), int(last) + 1)}
    return clauses


@lru_cache
def texts(root: Path, pattern: str) -> dict[Path, str]:
    skipped = {Path(__file__), TESTS / "rules" / "test_rulebook.py"}
    paths = (path for path in root.rglob(pattern) if path not in skipped and "__pycache__" not in path.parts)
    return {path: path.read_text(encoding="utf-8") for path in sorted(paths)}


@lru_cache
def in_code() -> set[str]:
    return {
        id
        for path, text in texts(SOURCE, "*.py").items()
        if path.relative_to(SOURCE).parts[0] in RULES_OF_PLAY
        for id in cited_in(text)
    }


@lru_cache
def in_tests() -> set[str]:
    return {id for text in texts(TESTS, "*.py").values() for id in cited_in(text) | names_in(text)}


def ids(book: Rulebook) -> set[str]:
    return {*book.clauses, *book.open_questions}


@lru_cache
def every_id() -> set[str]:
    return {id for key in GAMES for id in ids(rulebook_of(key))}


@EACH_GAME
def test_every_clause_and_open_question_is_carried_out_or_binds_people(key: str) -> None:
    book = rulebook_of(key)
    missing = ids(book) - in_code() - in_tests() - set(book.people)
    assert sorted(missing) == []


@EACH_GAME
def test_every_clause_that_software_carries_out_is_cited_in_code_or_a_test_name(key: str) -> None:
    """A weaker net with a finer mesh: the sheet's own clauses, apart from our -D and -A rows."""
    book = rulebook_of(key)
    own = {id for id in book.clauses if "-D" not in id} - set(book.people)
    named = {id for text in texts(TESTS, "*.py").values() for id in names_in(text)}
    assert sorted(own - in_code() - named - in_tests()) == []


@pytest.mark.parametrize("root", [SOURCE, TESTS], ids=["src", "tests"])
def test_every_id_that_is_cited_exists(root: Path) -> None:
    strays = {
        f"{id} in {path.relative_to(REPOSITORY)}"
        for path, text in texts(root, "*.py").items()
        for id in (cited_in(text) | names_in(text)) - every_id()
    }
    assert sorted(strays) == []


def test_every_id_that_a_vector_cites_exists() -> None:
    from houseway.audit.vectors import clauses_of, shipped

    strays = {f"{id} in {v.id}" for key in GAMES for v in shipped(key) for id in clauses_of(v.clause) - every_id()}
    assert sorted(strays) == []


# Options --------------------------------------------------------------------------------------------------------------


def plain(value: str) -> str:
    """A default as the rulebook writes it, as the terms write it."""
    return value.replace(", ", ",").replace(" ", "")


@EACH_GAME
def test_every_parameter_is_an_option_with_that_default(key: str) -> None:
    held = {name: write_value(value) for name, value in options(GAMES[key].terms).items()}
    wrong = [
        f"{name}: the rulebook says {parameter.default}, the terms {held.get(name, 'have no such option')}"
        for name, parameter in rulebook_of(key).parameters.items()
        if plain(held.get(name, "")) != plain(parameter.default)
    ]
    assert wrong == []


@EACH_GAME
def test_every_option_of_the_terms_is_in_the_rulebook(key: str) -> None:
    """`limit_profile` alone is ours: it names a dated set of the law's figures."""
    known = {*rulebook_of(key).parameters, "limit_profile"}
    assert sorted(set(options(GAMES[key].terms)) - known) == []


@EACH_GAME
def test_every_option_of_an_open_question_exists_with_its_default_first(key: str) -> None:
    held = {name: write_value(value) for name, value in options(GAMES[key].terms).items()}
    for entry in rulebook_of(key).open_questions.values():
        for name, values in entry.options.items():
            assert held.get(name) == values[0], (entry.id, name)


@EACH_GAME
def test_every_alternative_reading_is_accepted(key: str) -> None:
    game = GAMES[key]
    for entry in rulebook_of(key).open_questions.values():
        for name, values in entry.options.items():
            for value in values:
                changed = with_options(game.terms, {name: value})
                assert write_value(options(changed)[name]) == value, (entry.id, name, value)


# Readings -------------------------------------------------------------------------------------------------------------


@lru_cache
def readings_tests() -> dict[str, list[str]]:
    """The bodies of all tests in tests/games/GAME/test_sheet_readings.py, by the name of the test."""
    tests: dict[str, list[str]] = {}
    for path in sorted((TESTS / "games").glob("*/test_sheet_readings.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                decorators = [ast.get_source_segment(text, mark) or "" for mark in node.decorator_list]
                body = "\n".join([*decorators, ast.get_source_segment(text, node) or ""])
                tests.setdefault(node.name, []).append(body)
    return tests


def alternatives(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    for entry in book.open_questions.values():
        for name, values in entry.options.items():
            yield from ((entry.id, name, value) for value in values[1:])


def shows(body: str, name: str, value: str) -> bool:
    """Does this test set the option to the value? Python's own words for true, false and null count as well."""
    literals = {"true": "True", "false": "False", "null": "None"}
    words = {value, literals.get(value, value)}
    last = name.rsplit(".", maxsplit=1)[-1]
    named = re.search(rf"\b{re.escape(name)}\b|\b{re.escape(last)}\b", body)
    return bool(named) and any(re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.])", body) for word in words)


@EACH_GAME
def test_every_alternative_reading_has_a_test(key: str) -> None:
    missing = []
    for id, name, value in alternatives(rulebook_of(key)):
        start = f"test_{id.replace('-', '_')}"
        mine = [
            body
            for test, bodies in readings_tests().items()
            if re.match(rf"{start}(?:_|$)", test) or f"_{id.replace('-', '_')}_" in test
            for body in bodies
        ]
        if not any(shows(body, name, value) for body in mine):
            missing.append(f"{id} {name}={value}")
    assert missing == []


# The net itself -------------------------------------------------------------------------------------------------------


def test_the_checks_find_planted_mistakes() -> None:
    assert cited_in("win  # [PYR-38, PYR-A9]") == {"PYR-38", "PYR-A9"}
    assert cited_in("[PYR-72a..g]") >= {"PYR-72a", "PYR-72d", "PYR-72g"}
    assert cited_in("[CHI-20..CHI-23]") >= {"CHI-20", "CHI-21", "CHI-22", "CHI-23"}
    assert cited_in("PYR-380x") == set()
    assert names_in("def test_PYR_38_PYR_72a_wins(") == {"PYR-38", "PYR-72a"}
    assert names_in("def test_PYR_43_to_PYR_45_x(") == {"PYR-43", "PYR-44", "PYR-45"}
    assert not shows("game(decks=80)", "decks", "8")
    assert shows('game(push="false")', "push", "false")
    assert not shows("game(other=8)", "decks", "8")

"""
Test vectors: small cases with the answer a rule sheet gives, in YAML, run against the rules.

    game: pyramid
    vectors:
    - id: PYR-V01
      clause: PYR-59
      kind: house_way
      in: {cards: [8d, Ts, Kh], options: {house_way_split: diff_ge_4}}
      out: {low: Ts, high: [Kh, 8d]}

Only the keys in `out` are compared. `options` choose readings for that vector.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file
from pathlib import Path
from typing import Any

import yaml

from ..games import game as game_named
from ..games import module_named
from ..rules.errors import HousewayError, Unreadable, nearest, shown
from ..rules.game import AnyGame
from ..vectors import Answers, Given, Kind

LARGEST_FILE = 10_000_000
MISREAD = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, StopIteration)
"""The errors that a kind raises when a file's data does not have the expected shape."""


@dataclass(frozen=True)
class Vector:
    """One case."""

    game: str
    id: str
    clause: str
    kind: str
    given: Given
    expected: Mapping[str, Any]
    why: str


@dataclass(frozen=True)
class Outcome:
    """What the rules answered for a case; `fault` is None if it passed."""

    vector: Vector
    answers: Answers
    fault: str | None


class _PlainYaml(yaml.SafeLoader):
    """YAML without references: a small file must not grow into a large one."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("references (*name) are not read")
        return super().compose_node(parent, index)


def read_vectors(path: Path) -> list[Vector]:
    """The vectors of a file; raises with one sentence if it is not a vector file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"{path} is larger than {LARGEST_FILE} bytes; split it into several files")
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=_PlainYaml)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path} is not YAML that can be read: {' '.join(str(error).split())[:200]}") from None
    if not isinstance(data, dict) or not isinstance(data.get("vectors"), list):
        raise Unreadable(f"{path} is no vector file; it must have 'game: NAME' and a list 'vectors:'")
    key = game_named(str(data.get("game"))).key
    return [_vector(key, number, item) for number, item in enumerate(data["vectors"], start=1)]


def _vector(key: str, number: int, item: object) -> Vector:
    if not isinstance(item, dict):
        raise Unreadable(f"vector {number} must have id, kind, in and out, not {shown(item)}")
    name = str(item.get("id", f"number {number}"))
    for part, wanted in (("kind", str), ("in", dict), ("out", dict)):
        if not isinstance(item.get(part), wanted):
            raise Unreadable(f"vector {name} has no proper {part!r}; it must have kind (a word), in and out (mappings)")
    clause = str(item.get("clause", ""))
    why = str(item.get("why", ""))
    return Vector(key, name, clause, item["kind"], item["in"], item["out"], why)


def kinds(key: str) -> Mapping[str, Kind]:
    """The kinds of vector a game has: its own, or those of any game."""
    return module_named(key).vectors


def run(vector: Vector, *, under: AnyGame | None = None) -> Outcome:
    """Run one case under the sheet's own terms, or those of `under`; the case's own options take precedence."""
    try:
        kind, answers = _run(vector, under or game_named(vector.game))
    except HousewayError as error:
        return Outcome(vector, {}, str(error))
    except MISREAD as error:
        return Outcome(vector, {}, f"its 'in' cannot be read as kind {vector.kind}: {type(error).__name__} {error}")
    try:
        return Outcome(vector, answers, _fault(kind, vector.expected, answers))
    except (HousewayError, *MISREAD) as error:
        return Outcome(vector, answers, f"its 'out' cannot be compared: {error}")


def _run(vector: Vector, under: AnyGame) -> tuple[Kind, Answers]:
    known = kinds(vector.game)
    if vector.kind not in known:
        hint = nearest(vector.kind, known)
        raise Unreadable(f"{vector.game} has no kind {vector.kind!r}{hint}; its kinds are {', '.join(known)}")
    kind = known[vector.kind]
    given = {name: value for name, value in vector.given.items() if name != "options"}
    unknown = [str(name) for name in given if name not in kind.takes]
    if unknown:
        raise Unreadable(
            f"kind {vector.kind} takes {', '.join(map(str, kind.takes))} and options, not {', '.join(unknown)}"
        )
    return kind, kind.run(under.with_options(vector.given.get("options") or {}), given)


def _fault(kind: Kind, expected: Mapping[str, Any], answers: Answers) -> str | None:
    for name, value in expected.items():
        if name not in answers:
            return f"there is no answer {name!r} to compare; the answers are {', '.join(map(str, answers))}"
        same = kind.same.get(name)
        if not (same(value, answers[name]) if same else _plain(value) == _plain(answers[name])):
            return f"{name} is {shown(_plain(answers[name]))}, and {shown(_plain(value))} was expected"
    return None


SYNONYMS = {
    "pair": "one_pair",
    "two_pair": "two_pairs",
    "royal": "royal_flush",
    "ace_king_queen_suited": "royal_flush",
    "trips": "three_of_a_kind",
    "quads": "four_of_a_kind",
    "straight_flush_5": "straight_flush",
    **{f"{n}_of_a_kind": word for n, word in ((3, "three_of_a_kind"), (4, "four_of_a_kind"), (5, "five_of_a_kind"))},
}


def _plain(value: object) -> object:
    """A value in the form in which it is compared: keys as text, sequences as lists, one name for each made hand."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return SYNONYMS.get(value, value) if isinstance(value, str) else value


# The vectors that ship: the examples of the rulebook -------------------------------------------------------------


@lru_cache
def shipped(key: str) -> tuple[Vector, ...]:
    """Every vector that comes with a game."""
    vectors: list[Vector] = []
    for file in module_named(key).vector_files:
        with as_file(file) as path:
            vectors += read_vectors(path)
    return tuple(vectors)


def examples(key: str, clause: str) -> tuple[Vector, ...]:
    """The shipped vectors for this clause."""
    return tuple(vector for vector in shipped(key) if clause in clauses_of(vector.clause))


ID = r"[AD]?\d+[a-z]?"


def clauses_of(text: str) -> set[str]:
    """
    The clause ids in a vector's `clause`, ranges and short forms written out.

    >>> sorted(clauses_of("PYR-62/A20")), sorted(clauses_of("SHO-44..46 (all cells)"))
    (['PYR-62', 'PYR-A20'], ['SHO-44', 'SHO-45', 'SHO-46'])
    """
    clauses: set[str] = set()
    plain = re.sub(r"\(.*?\)", "", text)
    for prefix, listed in re.findall(rf"([A-Z0-9]{{3}})-({ID}(?:\s*(?:\.\.|/|,)\s*(?:[A-Z0-9]{{3}}-)?{ID})*)", plain):
        for part in re.split(r"\s*[/,]\s*", listed):
            clauses.update(f"{prefix}-{name}" for name in _range(re.sub(r"[A-Z0-9]{3}-", "", part)))
    return clauses


def _range(part: str) -> Iterator[str]:
    first, dots, last = part.partition("..")
    if dots and first.isdigit() and last.isdigit():
        yield from (f"{number:02d}" for number in range(int(first), int(last) + 1))
    else:
        yield first

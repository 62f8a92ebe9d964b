"""The examples of a rulebook: the shipped test vectors of a clause, executed on request."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from ...audit.vectors import Vector, clauses_of, examples, run, shipped
from ...games import rulebook_of
from ..views.http_errors import Refusal
from ..views.study_types import Example

MOST = 12
"""Examples shown for one clause."""


@lru_cache(maxsize=32)
def examples_by_clause(key: str) -> dict[str, int]:
    """How many examples each clause has."""
    return dict(Counter(clause for vector in shipped(key) for clause in clauses_of(vector.clause)))


def executed(key: str, clause: str) -> list[Example]:
    """The examples of a clause, each with the rules' current answer."""
    book = rulebook_of(key)
    if clause not in book.clauses and clause not in book.open_questions:
        raise Refusal(404, f"{book.title} has no clause {clause}")
    return [_executed(vector) for vector in examples(key, clause)[:MOST]]


def _executed(vector: Vector) -> Example:
    outcome = run(vector)
    return Example(
        id=vector.id,
        kind=vector.kind,
        given=plain(vector.given),
        got=plain(outcome.answers),
        asked=list(vector.expected),
        agrees=outcome.fault is None,
        fault=outcome.fault,
        why=vector.why,
    )


def plain(value: Any) -> Any:
    """A value as JSON: tuples and sets become lists, anything else becomes text."""
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)

"""The examples of a rulebook: the shipped test vectors of a clause, run against the rules when somebody asks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from ...audit.vectors import clauses_of, examples, run, shipped
from ...games import rulebook_of
from ..views.http_errors import Refusal

Data = dict[str, Any]
MOST = 12
"""Examples shown for one clause."""


@lru_cache(maxsize=32)
def examples_by_clause(key: str) -> Data:
    """How many examples each clause has."""
    return dict(Counter(clause for vector in shipped(key) for clause in clauses_of(vector.clause)))


def executed(key: str, clause: str) -> list[Data]:
    """The examples of a clause, as the rules answer them now."""
    book = rulebook_of(key)
    if clause not in book.clauses and clause not in book.open_questions:
        raise Refusal(404, f"{book.title} has no clause {clause}")
    return [_told(vector) for vector in examples(key, clause)[:MOST]]


def _told(vector: Any) -> Data:
    outcome = run(vector)
    return {
        "id": vector.id,
        "kind": vector.kind,
        "given": plain(vector.given),
        "got": plain(outcome.got),
        "asked": list(vector.expected),
        "agrees": outcome.fault is None,
        "fault": outcome.fault,
        "why": vector.why,
    }


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)

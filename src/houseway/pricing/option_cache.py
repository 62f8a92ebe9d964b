"""
Remembering by the options that were read.

What a function of the terms finds depends only on the options it reads. `remembered` notes them while the function
runs and gives the same answer again to any terms that agree in those, so that a change of one pay-table line does not
count again what it cannot touch. No list of relevant options is kept by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

Found = TypeVar("Found")
KEPT = 64
"""Sets of further arguments kept, and answers kept for each."""


class Consulted:
    """Terms that note which of their options are read."""

    def __init__(self, terms: Any) -> None:
        self._terms = terms
        self._read: dict[str, Any] = {}

    @property
    def options_read(self) -> dict[str, Any]:
        """The options read so far, with their values."""
        return dict(self._read)

    def __getattr__(self, option: str) -> Any:
        value = getattr(self._terms, option)
        self._read[option] = self.__dict__[option] = value  # found at once from now on
        return value


def remembered(function: Callable[..., Found]) -> Callable[..., Found]:
    """Keeps the answers of `function(terms, *hashable)`; its terms must be read by attribute only."""
    answers: dict[tuple[Hashable, ...], list[tuple[dict[str, Any], Found]]] = {}

    @wraps(function)
    def answer(terms: Any, *others: Hashable) -> Found:
        kept = answers.setdefault(others, [])
        for read, found in kept:
            if all(getattr(terms, option) == value for option, value in read.items()):
                return found
        consulted = Consulted(terms)
        found = function(consulted, *others)
        kept.append((consulted.options_read, found))
        del kept[:-KEPT]
        while len(answers) > KEPT:
            del answers[next(iter(answers))]
        return found

    return answer

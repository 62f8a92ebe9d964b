"""
A cache of results by the options that were read.

The result of a function of the terms depends only on the options that it reads. `remembered` records them while the
function runs, and returns the cached result for any terms that agree in those options. A change of one pay-table line
therefore repeats only the counts that read it. Nobody has to list the relevant options.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

Found = TypeVar("Found")
KEPT = 64
"""Sets of further arguments that are cached, and results that are cached for each."""


class Consulted:
    """Terms that record which of their options are read."""

    def __init__(self, terms: Any) -> None:
        self._terms = terms
        self._read: dict[str, Any] = {}

    @property
    def options_read(self) -> dict[str, Any]:
        """The options read so far, with their values."""
        return dict(self._read)

    def __getattr__(self, option: str) -> Any:
        value = getattr(self._terms, option)
        self._read[option] = self.__dict__[option] = value  # the next read does not come here
        return value


def remembered(function: Callable[..., Found]) -> Callable[..., Found]:
    """Cache the results of `function(terms, *hashable)`, which must read its terms by attribute only."""
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

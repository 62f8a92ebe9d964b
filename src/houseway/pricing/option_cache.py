"""
A cache of results by the options that were read.

The result of a function of the terms depends only on the options that it reads. `cached_by_options` records them while
the function runs, and returns the cached result for any terms that agree in those options. A change of one pay-table
line therefore repeats only the counts that read it. Nobody has to list the relevant options.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Generic, NamedTuple, TypeVar, TypeVarTuple, cast

Terms = TypeVar("Terms")
Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")
OptionValues = dict[str, object]
"""Options of the terms, by name."""
MOST_CACHED = 64
"""Sets of further arguments that are cached, and results that are cached for each."""


class RecordingTerms:
    """Terms that record which of their options are read."""

    def __init__(self, terms: object) -> None:
        self._terms = terms
        self._read: OptionValues = {}

    @property
    def options_read(self) -> OptionValues:
        """The options read so far, with their values."""
        return dict(self._read)

    def __getattr__(self, option: str) -> object:
        value = getattr(self._terms, option)
        self._read[option] = value
        self.__dict__[option] = value  # the next read does not come here
        return value


def agree(terms: object, options: OptionValues) -> bool:
    """Do the terms have these values of these options?"""
    return all(getattr(terms, option) == value for option, value in options.items())


class CachedResult(NamedTuple, Generic[Result]):
    """A result, and the options that it depends on."""

    options_read: OptionValues
    result: Result


def cached_by_options(
    function: Callable[[Terms, *Arguments], Result],
) -> Callable[[Terms, *Arguments], Result]:
    """Cache the results of `function(terms, *hashable)`, which must read its terms by attribute only."""
    by_arguments: dict[tuple[*Arguments], list[CachedResult[Result]]] = {}

    @wraps(function)
    def cached(terms: Terms, *arguments: *Arguments) -> Result:
        results = by_arguments.setdefault(arguments, [])
        for earlier in results:
            if agree(terms, earlier.options_read):
                return earlier.result
        recording = RecordingTerms(terms)
        result = function(cast("Terms", recording), *arguments)  # it has every attribute of the terms
        results.append(CachedResult(recording.options_read, result))
        del results[:-MOST_CACHED]
        while len(by_arguments) > MOST_CACHED:
            del by_arguments[next(iter(by_arguments))]
        return result

    return cached

"""Caches of tables: games by their terms, and the parts of a view that all viewers of one moment share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from ...games import game as game_named
from ...rules.game import AnyGame

Answer = TypeVar("Answer")
Moment = TypeVar("Moment")
Subject = TypeVar("Subject")


def cache_last(compute: Callable[[Moment, Subject], Answer]) -> Callable[[Moment, Subject], Answer]:
    """Cache the last answer of a function: all viewers of a moment ask for the same, by identity of the arguments."""
    last: _Cached[Moment, Subject, Answer] | None = None

    def cached(moment: Moment, subject: Subject) -> Answer:
        nonlocal last
        if last is None or last.moment is not moment or last.subject is not subject:
            last = _Cached(moment, subject, compute(moment, subject))
        return last.answer

    return cached


@dataclass(frozen=True)
class _Cached(Generic[Moment, Subject, Answer]):
    """The last answer of a function and the arguments it was computed for."""

    moment: Moment
    subject: Subject
    answer: Answer


def game_under(key: str, terms: Mapping[str, object]) -> AnyGame:
    """A game under these terms."""
    return _game_under(key, tuple(sorted((name, str(value)) for name, value in terms.items())))


@lru_cache(maxsize=512)
def _game_under(key: str, terms: tuple[tuple[str, str], ...]) -> AnyGame:
    return game_named(key).with_options(dict(terms))

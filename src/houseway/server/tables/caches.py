"""Caches of tables: games by their terms, and the parts of a view that all viewers of one moment share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from ...games import game as game_named
from ...rules.game import AnyGame

Answer = TypeVar("Answer")
Subject = TypeVar("Subject")


def cache_last(compute: Callable[[Any, Subject], Answer]) -> Callable[[Any, Subject], Answer]:
    """Cache the last answer of a function: all viewers of a moment ask for the same, by identity of the arguments."""
    last: tuple[Any, Any, Any] = (None, None, None)

    def cached(moment: Any, subject: Subject) -> Answer:
        nonlocal last
        last_moment, last_subject, _ = last
        if last_moment is not moment or last_subject is not subject:
            last = (moment, subject, compute(moment, subject))
        answer: Answer = last[2]
        return answer

    return cached


def game_under(key: str, terms: Mapping[str, Any]) -> AnyGame:
    """A game under these terms."""
    return _game_under(key, tuple(sorted((name, str(value)) for name, value in terms.items())))


@lru_cache(maxsize=512)
def _game_under(key: str, terms: tuple[tuple[str, str], ...]) -> AnyGame:
    return game_named(key).with_options(dict(terms))

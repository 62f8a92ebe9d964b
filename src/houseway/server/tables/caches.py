"""What tables ask over and over: games by their terms, and what all viewers of one moment are told alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from ...games import game as game_named
from ...rules.game import AnyGame

Answer = TypeVar("Answer")
Asked = TypeVar("Asked")


def remembering(question: Callable[[Any, Asked], Answer]) -> Callable[[Any, Asked], Answer]:
    """The same answers, kept for what was asked about last: all viewers of a moment ask the same."""
    last: list[Any] = [None, None, None]

    def kept(under: Any, about: Asked) -> Answer:
        if last[0] is not under or last[1] is not about:
            last[:] = (under, about, question(under, about))
        answer: Answer = last[2]
        return answer

    return kept


def game_under(key: str, terms: Mapping[str, Any]) -> AnyGame:
    """A game under these terms."""
    return _game_under(key, tuple(sorted((name, str(value)) for name, value in terms.items())))


@lru_cache(maxsize=512)
def _game_under(key: str, terms: tuple[tuple[str, str], ...]) -> AnyGame:
    return game_named(key).with_options(dict(terms))

"""Games as tables use them: the same terms give the same object, which remembers what it is asked over and over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from ..games import game as game_named
from ..rules.game import Game

Answer = TypeVar("Answer")
Asked = TypeVar("Asked")


def remembering(question: Callable[[Any, Asked], Answer]) -> Callable[[Any, Asked], Answer]:
    """The same answers, kept for what was asked about last: all viewers of a round ask the same."""
    last: list[Any] = [None, None, None]

    def kept(terms: Any, about: Asked) -> Answer:
        if last[0] is not terms or last[1] is not about:
            last[:] = (terms, about, question(terms, about))
        answer: Answer = last[2]
        return answer

    return kept


def game_under(key: str, terms: Mapping[str, Any]) -> Game[Any]:
    """A game under these terms."""
    return _game_under(key, tuple(sorted((name, str(value)) for name, value in terms.items())))


@lru_cache(maxsize=512)
def _game_under(key: str, terms: tuple[tuple[str, str], ...]) -> Game[Any]:
    return remember(game_named(key).with_options(dict(terms)))


def remember(game: Game[Any]) -> Game[Any]:
    """This game, remembering."""
    return replace(game, steps=remembering(game.steps), settle=remembering(game.settle), due=remembering(game.due))

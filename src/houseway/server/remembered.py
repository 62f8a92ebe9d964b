"""Games as tables use them: the same terms give the same object, which remembers what it is asked over and over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from ..games import game as game_named
from ..rules.game import Game, Opening, Step
from ..rules.round import Round, Seat, start
from ..rules.terms import terms_hash

Answer = TypeVar("Answer")
Asked = TypeVar("Asked")


@dataclass(frozen=True, kw_only=True)
class Remembered(Game[Any]):
    """A game whose hash and steps are worked out once."""

    @cached_property
    def terms_hash(self) -> str:
        return terms_hash(self.key, self.terms)


@dataclass(frozen=True, kw_only=True)
class RememberedRound(Round):
    """A round that works out once who is live, what is due and whether it is over; every later state is one too."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return self.game.steps(self.game.terms, self.opening)

    @cached_property
    def live(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.live)

    @cached_property
    def over(self) -> bool:
        return super().over

    @cached_property
    def step(self) -> Step | None:
        return super().step


def begun(game: Game[Any], opening: Opening) -> Round:
    """A round before its first move, remembering."""
    round_ = start(game, opening)
    return RememberedRound(**{field.name: getattr(round_, field.name) for field in fields(Round)})


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
    parts = {field.name: getattr(game, field.name) for field in fields(Game)}
    asked = {name: remembering(parts[name]) for name in ("steps", "settle", "due")}
    return Remembered(**{**parts, **asked})

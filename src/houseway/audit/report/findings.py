"""Everything a report states, found by the same functions that the commands call; nothing here is typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

from ... import pricing
from ...pricing.findings import Alarm
from ...pricing.ledger import Reading
from ...pricing.price import Price
from ...pricing.proof import Way
from ...rulebook import Rulebook, read_rulebook
from ...rules.errors import NotAllowed
from ...rules.game import Deal, Game, Opening
from ...rules.round import start
from ...setting import chart, explain
from ...setting.answers import Chart, Explanation
from .. import certificate_verifier
from ..certificate import certify
from ..vectors import Outcome, clauses_of, run, shipped

Progress = Callable[[int, int], None]
Stage = Callable[[str], AbstractContextManager[Progress]]
"""Told what is being done, gives something to tell how far it is."""
LOSS = Fraction(1, 2000)
"""What the shortest way of setting may lose of a unit, as `houseway way` has it."""


@dataclass(frozen=True)
class Refused:
    """A question that this game has no answer to, in the sentence of the command that was asked."""

    sentence: str


@dataclass(frozen=True)
class Certified:
    """The certificate of a price, and what its verifier checked."""

    text: str
    checks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What is known of a game under its terms."""

    game: Game[Any]
    book: Rulebook
    examples: tuple[Outcome, ...]
    """Every shipped case, run under these terms."""
    price: Price
    frequencies: Mapping[str, Mapping[str, Any]]
    """What was counted besides the wagers."""
    readings: tuple[Reading, ...] | Refused
    alarm: Alarm | Refused
    way: Way[Any] | Refused
    shortest: Any | Refused
    explanation: Explanation | Refused
    chart: Chart | Refused
    certificate: Certified | Refused

    def shown_by(self, clause: str) -> tuple[Outcome, ...]:
        """The cases that show a clause."""
        return tuple(outcome for outcome in self.examples if clause in clauses_of(outcome.vector.clause))

    def home(self, outcome: Outcome) -> str:
        """The clause or ledger row that a case stands with: the first of those it shows."""
        shows = clauses_of(outcome.vector.clause)
        return next((id for id in (*self.book.clauses, *self.book.ledger) if id in shows), "")

    @property
    def banked(self) -> bool:
        """Does anybody deal against the players? Otherwise they play each other, and nobody has an advantage."""
        opening = Opening(players=tuple(map(str, range(1, self.game.seats(self.game.terms).stop))))
        return any(isinstance(step, Deal) and step.dealer for step in self.game.steps(self.game.terms, opening))


@contextmanager
def silent(what: str) -> Iterator[Progress]:
    """A stage that nobody watches."""
    yield lambda done, total: None


def gathered(game: Game[Any], stage: Stage = silent, *, rounds: int | None = None) -> Findings:
    """
    Everything, one question after the other; `rounds` are played for each figure that is an estimate.

    Terms under which no round can open are refused before the first question.
    """
    start(game, Opening(players=tuple(map(str, range(1, game.seats(game.terms).stop)))))
    with stage("running the examples") as told:
        examples = _run_all(game, told)
    with stage("pricing") as told:
        price = pricing.price(game, told, **_rounds(game, rounds))
    return Findings(
        game=game,
        book=read_rulebook(game.key),
        examples=examples,
        price=price,
        frequencies=getattr(pricing.module(game.key), "frequencies", _none)(game),
        readings=asked(
            stage, "pricing every reading", lambda told: tuple(pricing.readings(game, told, also_unmoved=True))
        ),
        alarm=asked(stage, "searching for profitable play", lambda told: pricing.alarm(game, told)),
        way=asked(stage, "auditing the house way", lambda told: pricing.way(game, told)),
        shortest=asked(stage, "shortening the house way", lambda told: pricing.shortest_way(game, LOSS)),
        explanation=asked(stage, "learning the strategy", lambda told: explain(game, told)),
        chart=asked(stage, "drawing the strategy", lambda told: chart(game)),
        certificate=asked(stage, "playing rounds as a second method", lambda told: _certified(game, price, told)),
    )


def asked(stage: Stage, what: str, question: Callable[[Progress], Any]) -> Any:
    """An answer, or the sentence with which the game refuses the question."""
    with stage(what) as told:
        try:
            return question(told)
        except NotAllowed as refusal:
            return Refused(str(refusal))


def _run_all(game: Game[Any], told: Progress) -> tuple[Outcome, ...]:
    vectors, found = shipped(game.key), []
    for done, vector in enumerate(vectors):
        told(done, len(vectors))
        found.append(run(vector, under=game))
    return tuple(found)


def _certified(game: Game[Any], price: Price, told: Progress) -> Certified:
    text = certify(game, price, told)
    return Certified(text, tuple(certificate_verifier.verify(text)))


def _rounds(game: Game[Any], rounds: int | None) -> dict[str, int]:
    if rounds is None:
        return {}
    if "rounds" not in signature(pricing.asked(game, "price", "price")).parameters:
        raise NotAllowed(f"{game.name} is counted, not simulated; leave out --rounds {rounds}")
    return {"rounds": rounds}


def _none(game: Game[Any]) -> Mapping[str, Mapping[str, Any]]:
    return {}

"""Everything a report states, found by the same functions that the commands call; nothing here is typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..audit import certificate_verifier
from ..audit.certificate import certify
from ..audit.vectors import Outcome, clauses_of, run, shipped
from ..games import GameModule, module_of
from ..pricing import PriceSettings
from ..pricing.alarm import Alarm
from ..pricing.house_way_audit import AnyHouseWayAudit
from ..pricing.price import Price
from ..pricing.readings import Reading
from ..pricing.short_house_way import ShortHouseWay
from ..rules.errors import NotAllowed
from ..rules.game import AnyGame, Deal, Opening
from ..rules.playing import start
from ..rules.rulebook import Rulebook
from ..solving.results import Chart, Explanation

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

    game: AnyGame
    book: Rulebook
    examples: tuple[Outcome, ...]
    """Every shipped case, run under these terms."""
    price: Price
    frequencies: Mapping[str, Mapping[str, Any]]
    """What was counted besides the wagers."""
    readings: tuple[Reading, ...] | Refused
    alarm: Alarm | Refused
    way: AnyHouseWayAudit | Refused
    shortest: ShortHouseWay | Refused
    explanation: Explanation | Refused
    chart: Chart | Refused
    certificate: Certified | Refused

    def shown_by(self, clause: str) -> tuple[Outcome, ...]:
        """The cases that show a clause."""
        return tuple(outcome for outcome in self.examples if clause in clauses_of(outcome.vector.clause))

    def home(self, outcome: Outcome) -> str:
        """The clause or ledger row that a case stands with: the first of those it shows."""
        shows = clauses_of(outcome.vector.clause)
        return next((id for id in (*self.book.clauses, *self.book.open_questions) if id in shows), "")

    @property
    def banked(self) -> bool:
        """Does anybody deal against the players? Otherwise they play each other, and nobody has an advantage."""
        opening = Opening(players=tuple(map(str, range(1, self.game.seats(self.game.terms).stop))))
        return any(isinstance(step, Deal) and step.dealer for step in self.game.steps(self.game.terms, opening))


@contextmanager
def silent(what: str) -> Iterator[Progress]:
    """A stage that nobody watches."""
    yield lambda done, total: None


def gathered(game: AnyGame, stage: Stage = silent, *, rounds: int | None = None) -> Findings:
    """
    Everything, one question after the other; `rounds` are played for each figure that is an estimate.

    Terms under which no round can open are refused before the first question.
    """
    module = module_of(game)
    start(game, Opening(players=tuple(map(str, range(1, game.seats(game.terms).stop)))))
    with stage("running the examples") as told:
        examples = _run_all(game, told)
    with stage("pricing") as told:
        price = module.pricing.price(game, told, _settings(module, rounds))
    return Findings(
        game=game,
        book=module.rulebook,
        examples=examples,
        price=price,
        frequencies=module.pricing.frequencies(game),
        readings=asked(
            stage,
            "pricing every reading",
            lambda told: tuple(module.pricing.readings(game, module.rulebook, told, also_unmoved=True)),
        ),
        alarm=asked(stage, "searching for profitable play", lambda told: module.pricing.alarm(game, told)),
        way=asked(stage, "auditing the house way", lambda told: module.pricing.house_way(game, told)),
        shortest=asked(stage, "shortening the house way", lambda told: module.pricing.shortest_house_way(game, LOSS)),
        explanation=asked(stage, "learning the strategy", lambda told: module.solver.explain(game, told)),
        chart=asked(stage, "drawing the strategy", lambda told: module.solver.chart(game)),
        certificate=asked(stage, "playing rounds as a second method", lambda told: _certified(game, price, told)),
    )


def asked(stage: Stage, what: str, question: Callable[[Progress], Any]) -> Any:
    """An answer, or the sentence with which the game refuses the question."""
    with stage(what) as told:
        try:
            return question(told)
        except NotAllowed as refusal:
            return Refused(str(refusal))


def _run_all(game: AnyGame, told: Progress) -> tuple[Outcome, ...]:
    vectors = shipped(game.key)
    found = []
    for done, vector in enumerate(vectors):
        told(done, len(vectors))
        found.append(run(vector, under=game))
    return tuple(found)


def _certified(game: AnyGame, price: Price, told: Progress) -> Certified:
    text = certify(game, price, told)
    return Certified(text, tuple(certificate_verifier.verify(text)))


def _settings(module: GameModule[Any], rounds: int | None) -> PriceSettings:
    if rounds is not None and "rounds" not in module.pricing.settings:
        raise NotAllowed(f"{module.sheet.name} is counted, not simulated; leave out --rounds {rounds}")
    return PriceSettings(rounds=rounds)

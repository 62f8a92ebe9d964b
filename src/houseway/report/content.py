"""Gathers everything a report states, from the same functions that the commands call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from ..audit import certificate_verifier
from ..audit.certificate import certify
from ..audit.vectors import Outcome, clauses_of, run, shipped
from ..games import labels_of, module_of
from ..games.labels import Labels
from ..games.module import AnyGameModule
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
from ..sampling.chunks import Progress
from ..solving.results import Chart, Explanation

Answer = TypeVar("Answer")
Stage = Callable[[str], AbstractContextManager[Progress]]
"""Announces a stage of the work; the context value reports its progress."""
LOSS = Fraction(1, 2000)
"""Units that the shortest house way may lose, as in `houseway way`."""


@dataclass(frozen=True)
class Refused:
    """A question that this game cannot answer, with the sentence that its command prints."""

    sentence: str


@dataclass(frozen=True)
class Certified:
    """The certificate of a price and the checks of its verifier."""

    text: str
    checks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Findings:
    """All results about a game under its terms."""

    game: AnyGame
    book: Rulebook
    examples: tuple[Outcome, ...]
    """The outcome of every shipped example under these terms."""
    price: Price
    frequencies: Mapping[str, Mapping[str, int | str]]
    """Further counts that the game's pricing offers, by name."""
    readings: tuple[Reading, ...] | Refused
    alarm: Alarm | Refused
    house_way: AnyHouseWayAudit | Refused
    shortest: ShortHouseWay | Refused
    explanation: Explanation | Refused
    chart: Chart | Refused
    certificate: Certified | Refused

    def examples_of(self, clause: str) -> tuple[Outcome, ...]:
        """The examples of a clause."""
        return tuple(outcome for outcome in self.examples if clause in clauses_of(outcome.vector.clause))

    def printed_at(self, outcome: Outcome) -> str:
        """The clause or open question at which an example is printed: the first of those it shows."""
        shown = clauses_of(outcome.vector.clause)
        return next((id for id in (*self.book.clauses, *self.book.open_questions) if id in shown), "")

    @property
    def labels(self) -> Labels:
        """The words of the sheet for wagers, options, outcomes and strategies."""
        return labels_of(self.game)

    @property
    def has_house(self) -> bool:
        """Is there a dealer's hand to play against? Otherwise players play each other, and nobody has an advantage."""
        opening = full_table(self.game)
        return any(isinstance(step, Deal) and step.dealer for step in self.game.steps(self.game.terms, opening))


def full_table(game: AnyGame) -> Opening:
    """An opening with a player at every seat."""
    return Opening(players=tuple(f"player {number}" for number in range(1, game.seats(game.terms).stop)))


def ignore_progress(done: int, total: int) -> None:
    return None


@contextmanager
def silent(what: str) -> Iterator[Progress]:
    """A stage that shows no progress."""
    yield ignore_progress


def gather(game: AnyGame, stage: Stage = silent, *, rounds: int | None = None) -> Findings:
    """
    Ask every question of a report; `rounds` are played for each estimate.

    Terms under which no round can open are refused before the first question.
    """
    module = module_of(game)
    start(game, full_table(game))
    with stage("running the examples") as progress:
        examples = _run_all(game, progress)
    with stage("pricing") as progress:
        price = module.pricing.price(game, progress, _settings(module, rounds))
    return Findings(
        game=game,
        book=module.rulebook,
        examples=examples,
        price=price,
        frequencies=module.pricing.frequencies(game),
        readings=answer(
            stage,
            "pricing every reading",
            lambda progress: tuple(module.pricing.readings(game, module.rulebook, progress, also_unmoved=True)),
        ),
        alarm=answer(stage, "searching for profitable play", lambda progress: module.pricing.alarm(game, progress)),
        house_way=answer(stage, "auditing the house way", lambda progress: module.pricing.house_way(game, progress)),
        shortest=answer(
            stage, "shortening the house way", lambda progress: module.pricing.shortest_house_way(game, LOSS)
        ),
        explanation=answer(stage, "learning the strategy", lambda progress: module.solver.explain(game, progress)),
        chart=answer(stage, "drawing the strategy", lambda progress: module.solver.chart(game)),
        certificate=answer(
            stage, "playing rounds as a second method", lambda progress: _certified(game, price, progress)
        ),
    )


def answer(stage: Stage, what: str, question: Callable[[Progress], Answer]) -> Answer | Refused:
    """The answer to a question, or the game's refusal."""
    with stage(what) as progress:
        try:
            return question(progress)
        except NotAllowed as refusal:
            return Refused(str(refusal))


def _run_all(game: AnyGame, progress: Progress) -> tuple[Outcome, ...]:
    vectors = shipped(game.key)
    outcomes = []
    for done, vector in enumerate(vectors):
        progress(done, len(vectors))
        outcomes.append(run(vector, under=game))
    return tuple(outcomes)


def _certified(game: AnyGame, price: Price, progress: Progress) -> Certified:
    text = certify(game, price, progress)
    return Certified(text, tuple(certificate_verifier.verify(text)))


def _settings(module: AnyGameModule, rounds: int | None) -> PriceSettings:
    if rounds is not None and "rounds" not in module.pricing.settings:
        raise NotAllowed(f"{module.sheet.name} is counted, not simulated; leave out --rounds {rounds}")
    return PriceSettings(rounds=rounds)

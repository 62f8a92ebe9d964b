"""Every decision of one seat in a finished round, assessed one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import Decide, SetHands, Wager
from ...rules.moves import Decided, HandsSet, Posted
from ...rules.payments import HOUSE, SeatNumber
from ...rules.playing import play, start
from ...rules.round import Round, Seat
from ...sampling.chunks import Progress, ignore_progress
from .. import Solver
from .assessment import (
    Assessment,
    DecisionKind,
    Stakes,
    assess_bank,
    assess_decision,
    assess_setting,
    assess_wagers,
)


@dataclass(frozen=True, kw_only=True)
class AssessedDecision:
    """The assessment of one decision, or why there is none."""

    kind: DecisionKind
    assessment: Assessment | None = None
    why_not: str | None = None


def assess_round(
    solver: Solver[Any], last: Round, number: SeatNumber, progress: Progress = ignore_progress
) -> list[AssessedDecision]:
    """The decisions of a seat in the order in which it made them. Decisions that leave no choice are left out."""
    return [assessed for assessed in assess_moves(solver, last, number, progress) if assessed is not None]


def assess_moves(
    solver: Solver[Any], last: Round, number: SeatNumber, progress: Progress = ignore_progress
) -> list[AssessedDecision | None]:
    """Every move of a seat in order; None for a move that left no choice."""
    decisions = list(_decisions_of(last, number))
    return [
        _assessed(solver, decision, progress_of_part(progress, done, len(decisions)))
        for done, decision in enumerate(decisions)
    ]


def progress_of_part(progress: Progress, part: int, parts: int) -> Progress:
    """The progress of one of several parts, reported as the progress of the whole."""

    def report(done: int, of: int) -> None:
        progress(part * of + done, parts * of)

    return report


@dataclass(frozen=True)
class _Decision:
    """A move of the seat, and the round in which it was made."""

    before: Round
    seat: Seat
    move: Posted | Decided | HandsSet


def _decisions_of(last: Round, number: SeatNumber) -> Iterator[_Decision]:
    """The moves of the seat, each with the state before it."""
    round_ = start(last.game, last.opening)
    for move in last.moves:
        if isinstance(move, Posted | Decided | HandsSet) and move.seat == number:
            yield _Decision(round_, round_.seat(number), move)
        round_ = play(round_, move)


def _assessed(solver: Solver[Any], decision: _Decision, progress: Progress) -> AssessedDecision | None:
    kind = _kind(decision)
    try:
        assessment = _assessment(solver, decision, progress)
    except HousewayError as error:
        return AssessedDecision(kind=kind, why_not=str(error))
    if assessment is None:
        return None
    return AssessedDecision(kind=assessment.kind, assessment=assessment)


def _kind(decision: _Decision) -> DecisionKind:
    match decision.move:
        case Posted():
            return DecisionKind.BANK if _banks(decision) else DecisionKind.WAGERS
        case Decided():
            return DecisionKind.DECISION
        case HandsSet():
            return DecisionKind.SETTING


def _banks(decision: _Decision) -> bool:
    return decision.before.opening.banker == decision.seat.number


def _assessment(solver: Solver[Any], decision: _Decision, progress: Progress) -> Assessment | None:
    game = decision.before.game
    step = decision.before.step
    seat = decision.seat
    match decision.move:
        case Posted() as posted if isinstance(step, Wager):
            if _banks(decision):
                return assess_bank(game, solver)
            return assess_wagers(game, solver, Stakes(wagers=posted.wagers, opponents=1))
        case Decided() as decided if isinstance(step, Decide):
            return assess_decision(
                game,
                solver,
                seat.cards,
                decided.option,
                among=step.options,
                circumstances=solver.circumstances_of(game, decision.before, seat),
                stakes=_stakes(decision),
                progress=progress,
            )
        case HandsSet() as hands if isinstance(step, SetHands):
            if _banks(decision):
                raise NotAllowed("the coach does not value the hands of the bank, which meet several players")
            return assess_setting(
                game,
                solver,
                seat.cards,
                hands.setting,
                decided=seat.decisions[-1] if seat.decisions else "set",
                circumstances=solver.circumstances_of(game, decision.before, seat),
                stakes=_stakes(decision),
                progress=progress,
            )
    return None


def _stakes(decision: _Decision) -> Stakes:
    """The wagers of the seat, and how many it is compared with."""
    against_the_house = decision.before.opening.banker == HOUSE and decision.before.game.against_the_house
    opponents = 1 if against_the_house else max(1, len(decision.before.live) - 1)
    return Stakes(wagers=decision.seat.wagers, opponents=opponents)

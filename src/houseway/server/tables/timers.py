"""What a table waits for, and how long. The actor measures the time with a clock that never goes back."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.game import Decide, SetHands, Wager
from ...rules.round import Round
from .dealing import may_begin
from .desk import Desk, Live, PlaceNumber


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Seconds for each kind of wait."""

    wager: float
    decide: float
    set: float
    set_many: float
    """To set more than `MANY_CARDS`."""
    pause: float
    """Between a settlement and the next round."""
    alone: float = 0.0
    """Between rounds for one person among bots, if that is longer than `pause`: nobody else has to wait."""
    entropy: float = 2.0
    """For each of a client's two messages of the shuffle: the commitment and the entropy."""
    reconnect: float = 10.0
    """Added to `entropy` after an interruption, so that clients can connect again and reveal their entropy."""
    bot: float = 0.6
    """How long a bot takes for a move, so that people can follow."""


FIRST_PAUSE = 0.5
"""The longest pause before the first round of one person among bots."""
MANY_CARDS = 13
PACES = {
    "quick": Pace(wager=30, decide=25, set=60, set_many=180, pause=6, alone=60, bot=0.3),
    "normal": Pace(wager=30, decide=25, set=60, set_many=180, pause=10, alone=60),
    "slow": Pace(wager=90, decide=90, set=240, set_many=600, pause=30, alone=120),
}


@dataclass(frozen=True)
class Wait:
    """What a table waits for; a wait with the same `key` is the same wait."""

    key: tuple[object, ...]
    seconds: float


def wait_of(desk: Desk, pace: Pace, ready: frozenset[PlaceNumber], *, interrupted: bool = False) -> Wait | None:
    """
    What the table waits for now; None if only a command can change it.

    `interrupted` means that the owner of the table changed, or a write failed, after the commitments were fixed.
    """
    live = desk.live
    if live is None:
        if not may_begin(desk):
            return None
        begins_now = bool(desk.reopened) or set(desk.people) <= ready
        waits_briefly = not desk.begun and _is_alone(desk)
        seconds = 0 if begins_now else _pause(desk, pace)
        return Wait(("pause", desk.begun, begins_now, waits_briefly), seconds)
    if live.round is None:
        return _shuffling(desk, live, pace, interrupted)
    in_turn = isinstance(live.round.step, Decide) and live.round.step.in_turn
    turn = live.round.waiting_for[:1] if in_turn else ()
    return Wait(("step", live.id, live.round.steps_done, turn), _seconds(live.round, pace))


def _shuffling(desk: Desk, live: Live, pace: Pace, interrupted: bool) -> Wait:
    """Wait for the commitments to entropy, then for the entropy, then for the value of the round's beacon."""
    if live.fixed is None:
        all_in = live.fairness == 1 or set(desk.first_places(desk.playing)) <= set(live.committed)
        return Wait(("commit", live.id, all_in), 0 if all_in else pace.entropy)
    if live.missing:
        return Wait(("reveal", live.id, interrupted), pace.entropy + (pace.reconnect if interrupted else 0))
    return Wait(("open", live.id), 0)


def _pause(desk: Desk, pace: Pace) -> float:
    """The pause before a round: for one person among bots the first is short and the others are long."""
    if not _is_alone(desk):
        return pace.pause
    if desk.begun:
        return max(pace.pause, pace.alone)
    return min(pace.pause, FIRST_PAUSE)


def _is_alone(desk: Desk) -> bool:
    """Is there one person among the bots? A person with two hands counts once."""
    return len(desk.first_places(desk.playing)) <= 1


def _seconds(round_: Round, pace: Pace) -> float:
    match round_.step:
        case Wager():
            return pace.wager
        case Decide():
            return pace.decide
        case SetHands():
            most = max((len(seat.cards) for seat in round_.seats), default=0)
            return pace.set_many if most > MANY_CARDS else pace.set
        case _:
            return 0

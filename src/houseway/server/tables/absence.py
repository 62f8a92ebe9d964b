"""Default moves for players who do not move in time. The record says that the room chose them."""

from __future__ import annotations

from ...rules.errors import Broken
from ...rules.game import Decide, SetHands, Wager
from ...rules.moves import Decided, SeatMove
from ...rules.refusals import why_not
from ...rules.round import Round
from .dealing import call_off_absent, house_way_of, moved
from .desk import Decision, Desk
from .fold import opened_round


def timed_out(desk: Desk, *, at: str) -> Decision:
    """Make the next default move for a player who did not move in time; called again while the round waits."""
    round_ = opened_round(desk)
    waiting = tuple(seat for seat in round_.waiting_for if isinstance(seat, int))
    if not waiting:
        raise Broken(f"table {desk.table} waits for nobody")
    if isinstance(round_.step, Wager):
        return call_off_absent(desk, waiting, at=at)
    return moved(desk, default_move(round_, waiting[0]), by="time-out", command=None, at=at)


def default_move(round_: Round, seat: int) -> SeatMove:
    """The default move of an absent player."""
    match round_.step:
        case Decide(options=options) as step:
            usual = round_.game.default_decision(round_.game.terms, step)
            moves = [Decided(seat, option) for option in (usual, *options)]
            return next((move for move in moves if why_not(round_, move) is None), moves[0])
        case SetHands():
            return house_way_of(round_, seat)
        case step:
            raise Broken(f"nobody moves in {step}")


def gone(desk: Desk) -> tuple[int, ...]:
    """The seats that have to move and whose players are leaving; their default moves are made at once."""
    if desk.round is None:
        return ()
    waiting = [seat for seat in desk.round.waiting_for if isinstance(seat, int)]
    chairs = {seat: desk.chair_of_seat(seat) for seat in waiting}
    return tuple(seat for seat, chair in chairs.items() if chair is None or chair.leaving)


def move_for_gone(desk: Desk, *, at: str) -> Decision:
    """Make the default move of the first seat whose player is leaving."""
    round_ = opened_round(desk)
    seats = gone(desk)
    if isinstance(round_.step, Wager):
        return call_off_absent(desk, seats, at=at)
    return moved(desk, default_move(round_, seats[0]), by="time-out", command=None, at=at)

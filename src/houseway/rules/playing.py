"""
Playing a round: its start, its moves and its settlement.

`play` is the only way a round changes. It is pure: the same round and move give the same next round, and chance enters
only as a `Dealt` move that names the cards. Folding `play` over the moves of a round replays it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from .dealing import cards_due, deal
from .errors import Broken, NotAllowed
from .game import AnyGame, Deal, Opening
from .moves import Dealt, HandsSet, Move, SeatMove, Voided
from .payments import HOUSE, Party, Payment
from .refusals import kind_in_words, why_not, why_not_covered, why_not_open
from .round import Round, Seat, seats_after
from .values import replace


def start(game: AnyGame, opening: Opening) -> Round:
    """A round before its first move. Raises `NotAllowed` for an opening that the rules forbid."""
    seats = tuple(Seat(number=number, player=player) for number, player in enumerate(opening.players, start=1))
    round_ = Round(game=game, opening=opening, seats=seats, known_steps=game.steps(game.terms, opening))
    if reason := why_not_open(game, opening) or why_not_covered(round_):
        raise NotAllowed(reason)
    return _skip_idle_steps(round_)


def play(round_: Round, move: Move) -> Round:
    """The round after this move. Raises `NotAllowed` with the reason when the move is refused."""
    if reason := why_not(round_, move):
        raise NotAllowed(reason)
    recorded = replace(round_, moves=(*round_.moves, move))
    match move:
        case Voided():
            return replace(recorded, voided=move, step_moves={})
        case Dealt():
            return _skip_idle_steps(deal(recorded, move))
        case _:
            step_moves = {**round_.step_moves, move.seat: move}
            if len(step_moves) < len(round_.movers):
                return replace(recorded, step_moves=step_moves)
            return _skip_idle_steps(_end_step(recorded, step_moves))


def after(round_: Round, *moves: Move) -> Round:
    """The round after these moves, in order."""
    return reduce(play, moves, round_)


def _end_step(round_: Round, step_moves: Mapping[Party, SeatMove]) -> Round:
    """The round when all moves of the current step take effect."""
    house_move = step_moves.get(HOUSE)
    return replace(
        round_,
        seats=seats_after(round_, step_moves),
        dealer_setting=house_move.setting if isinstance(house_move, HandsSet) else round_.dealer_setting,
        step_moves={},
        steps_done=round_.steps_done + 1,
    )


def _skip_idle_steps(round_: Round) -> Round:
    """The round at its next step in which somebody moves or receives cards."""
    while (step := round_.step) is not None:
        has_something_to_do = cards_due(round_) > 0 if isinstance(step, Deal) else bool(round_.movers)
        if has_something_to_do:
            break
        round_ = replace(round_, steps_done=round_.steps_done + 1)
    return round_


def dealer_move(round_: Round) -> HandsSet:
    """The dealer's hands, set the house way."""
    if round_.game.house_way is None:
        raise Broken(f"{round_.game.key} has no house way for its dealer")
    return HandsSet(HOUSE, round_.game.house_way(round_.game.terms, round_.dealer))


def settlement(round_: Round) -> list[Payment]:
    """Every payment of a finished round, in order; none when it was voided."""
    if not round_.over:
        raise NotAllowed(f"the round is not over; {kind_in_words(round_.step)} is due")
    return [] if round_.voided else list(round_.settled)

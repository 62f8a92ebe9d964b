"""
A steady opponent for every game: small wagers, no surrender, the house way.

It sees only its own view of the round, as a person in its seat would.
"""

from typing import Any

from ..rules.errors import Broken
from ..rules.game import Decide, Game, SetHands, Wager
from ..rules.payments import HOUSE, Party
from ..rules.round import Decided, HandsSet, Posted, Round, SeatMove
from ..rules.view import View, view


def steady_move(round_: Round, mover: Party) -> SeatMove:
    """The move a steady player makes in this seat, from what the seat may see."""
    if mover == HOUSE:
        return HandsSet(HOUSE, _house_way(round_.game, round_.dealer))
    return seat_move(round_.game, view(round_, int(mover)))


def seat_move(game: Game[Any], seen: View) -> SeatMove:
    """The same, from the view alone."""
    number = seen.viewer or 0
    seat = seen.seats[number - 1]
    match seen.step:
        case Wager(spots=spots, banker_spots=banker_spots):
            own = banker_spots if number == seen.banker else spots
            return Posted(number, {spot.name: spot.low for spot in own if not spot.optional})
        case Decide() as step:
            return Decided(number, game.steady_decision(game.terms, step, seat.cards))
        case SetHands():
            return HandsSet(number, _house_way(game, seat.cards))
        case step:
            raise Broken(f"nobody moves in {step}")


def _house_way(game: Game[Any], cards: Any) -> Any:
    if game.house_way is None:
        raise Broken(f"{game.key} has no way of setting hands")
    return game.house_way(game.terms, cards)

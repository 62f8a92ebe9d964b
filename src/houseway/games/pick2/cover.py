"""Cover: the most that each party can lose in a round."""

from collections.abc import Mapping

from ...rules.payments import HOUSE, Party
from ...rules.round import Round, Seat
from .bonuses import in_action
from .limits import top_odds
from .terms import Terms
from .wagers import ANTE, BONUSES, FIVE, THREE, play_chips


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The most that each seat and the house can lose; before a decision a seat needs the smaller Play wager."""
    risk: dict[Party, int] = {}
    for seat in round_.seats:
        option = seat.decisions[0] if seat.decisions else FIVE
        risk[seat.number] = sum(seat.wagers.values()) + play_chips(terms, seat.wagers.get(ANTE, 0), option)
    risk[HOUSE] = sum(most_won(terms, seat) for seat in round_.seats)
    return risk


def most_won(terms: Terms, seat: Seat) -> int:
    """The most that a seat can win; before a decision it may still make the larger Play wager."""
    ante = seat.wagers.get(ANTE, 0)
    odds = top_odds(terms)
    won = 0
    if seat.live:
        option = seat.decisions[0] if seat.decisions else THREE
        won += (ante + play_chips(terms, ante, option)) * terms.main_pays
    for bonus in BONUSES:
        if in_action(terms, seat, bonus):
            won += odds[bonus] * seat.wagers.get(bonus, 0)
    if terms.max_aggregate is None:
        return won
    return min(won, terms.max_aggregate)

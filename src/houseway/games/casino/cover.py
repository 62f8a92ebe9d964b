"""Cover: the most that each party can lose in a round [CAS-A14]."""

from collections.abc import Mapping

from ...rules.payments import HOUSE, Party
from ...rules.round import Round, Seat
from .scoring import most_points
from .settlement import antes_won
from .terms import Terms
from .wagers import ANTE


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The most that each seat can lose, and the house to all of them [CAS-A14]."""
    risk: dict[Party, int] = {seat.number: seat_risk(terms, seat) for seat in round_.seats}
    risk[HOUSE] = sum(most_won(terms, seat) for seat in round_.live)
    return risk


def seat_risk(terms: Terms, seat: Seat) -> int:
    """The most that a seat can lose; without cover only ante and buy-in, as a loss ends with the chips [CAS-A14]."""
    ante = seat.wagers.get(ANTE, terms.ante_min)
    if not seat.live:
        return terms.fold_cost_antes * ante  # [CAS-08]
    if terms.cover_antes == "none":
        return (1 + terms.buy_in_antes) * ante
    return -antes_won(terms, -most_points(terms)) * ante


def most_won(terms: Terms, seat: Seat) -> int:
    """The most that a seat can win, within the house's maximum [CAS-A15]."""
    won = antes_won(terms, most_points(terms)) * seat.wagers.get(ANTE, terms.ante_min)
    if terms.max_aggregate is None:
        return won
    return min(won, terms.max_aggregate)

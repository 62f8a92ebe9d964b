"""Cover in Pai Gow Poker: the chips a bank must hold [PGP-46]."""

from collections.abc import Mapping

from ...rules.payments import HOUSE, Party
from ...rules.round import Round
from .banking import MAIN
from .terms import Terms


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The most that each party can lose: a seat its wager, the bank every wager against it [PGP-46]."""
    house_bet = round_.opening.house_bet
    risk: dict[Party, int] = {seat.number: seat.wagers.get(MAIN, 0) for seat in round_.seats}
    cover = terms.win_pays * (sum(risk.values()) + house_bet)
    risk[HOUSE] = house_bet
    risk[round_.opening.banker] = cover
    return risk

"""
Cover in Pyramid Poker: the chips a bank must hold, and what a bank pays that falls short [PYR-65, PYR-A23].

`rules/refusals.py` refuses a bank that does not hold these chips (`why_not_covered`).
"""

from collections.abc import Iterable, Mapping

from ...rules.payments import HOUSE, Party, Payment, limit_to_table_stakes, pro_rata
from ...rules.round import Round
from .terms import Terms
from .wagers import MAIN, top_odds


def bank_cover(terms: Terms, main_wagers: Iterable[int], house_bet: int = 0) -> int:
    """The chips a bank must hold before the deal: all first wagers against it at the worst odds [PYR-65, PYR-A23]."""
    return terms.bank_cover_multiple * (sum(main_wagers) + house_bet)


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The most that each party can lose: a seat its stakes, a Player Banker also the cover [PYR-65]."""
    banker = round_.opening.banker
    house_bet = round_.opening.house_bet
    odds = top_odds(terms)
    main_wagers = [seat.wagers.get(MAIN, 0) for seat in round_.seats]
    side_risk = sum(
        odds[wager] * chips for seat in round_.seats for wager, chips in seat.wagers.items() if wager != MAIN
    )
    risk: dict[Party, int] = {seat.number: sum(seat.wagers.values()) for seat in round_.seats}
    if banker == HOUSE:
        risk[HOUSE] = side_risk + odds[MAIN] * sum(main_wagers)
    else:
        risk[banker] += bank_cover(terms, main_wagers, house_bet)
        risk[HOUSE] = side_risk + house_bet
    return risk


def limit_to_bank(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """Cut what a player's bank pays to its chips, where it need not cover 3 to 1 and falls short [PYR-A23]."""
    banker = round_.opening.banker
    if banker == HOUSE:
        return payments
    means = round_.opening.chips.get(round_.seat(banker).player)
    if means is None:
        return payments
    if terms.bank_shortage == "in_order":
        return limit_to_table_stakes(payments, {banker: means})
    received = sum(payment.chips for payment in payments if payment.payee == banker)
    return pro_rata(payments, banker, means + received)

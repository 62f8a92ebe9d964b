"""Settlement: Ante and Play against the dealer, then every wager of a round as payments."""

from dataclasses import dataclass
from typing import NamedTuple

from ...rules.cards import Cards
from ...rules.game import DealerCards
from ...rules.payments import HOUSE, CapShare, Payment, capped, pays
from ...rules.paytable import LOSES, PUSH, Result
from ...rules.ranking import compare_strengths
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .bonuses import bonus_3_5, bonus_5_only, in_action
from .hand_order import dealer_arranged, five_strength, qualifies, three_strength
from .terms import NonQualify, Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, BONUSES, FIVE, PLAY, THREE, TIP, stakes

FOLDED = Result("fold", LOSES, "P2P-30")


class MainResults(NamedTuple):
    """The results of the two wagers against the dealer."""

    ante: Result
    play: Result


def against_dealer(terms: Terms, three: Cards | None, five: Cards, dealer: Cards) -> MainResults:
    """The results of Ante and Play: with these three cards, or with all five if `three` is None [P2P-25, P2P-40]."""
    dealer_five, dealer_three = dealer_arranged(dealer)
    if three is not None:
        comparison = compare_strengths(three_strength(three), three_strength(dealer_three))
        return main_results(terms, comparison, qualified=True)  # three cards need no qualification [P2P-D6]
    comparison = compare_strengths(five_strength(five), five_strength(dealer_five))
    return main_results(terms, comparison, qualified=qualifies(terms, dealer))


def main_results(terms: Terms, comparison: int, *, qualified: bool) -> MainResults:
    """The results of Ante and Play if the player's hand is higher (1), lower (-1) or equal (0) [P2P-D5]."""
    compared = compared_result(terms, comparison)
    if qualified:
        return MainResults(compared, compared)
    pushes = Result("dealer_not_qualified", PUSH, "P2P-A2")
    wins = Result("dealer_not_qualified", terms.main_pays, "P2P-A2")
    readings: dict[NonQualify, MainResults] = {
        "ante_wins_play_pushes": MainResults(wins, pushes),  # even if the player's hand is lower [P2P-A16]
        "all_push": MainResults(pushes, pushes),
        "all_win": MainResults(wins, wins),
        "ante_pushes_play_resolves": MainResults(pushes, compared),
    }
    return readings[terms.nonqualify]


def compared_result(terms: Terms, comparison: int) -> Result:
    """The result of a compared wager: the higher hand wins even money, equal ranks push [P2P-35, P2P-36, P2P-A32]."""
    if comparison > 0:
        return Result("win", terms.main_pays, "P2P-36")
    if comparison < 0:
        return Result("lose", LOSES, "P2P-35")
    return Result("push", PUSH, "P2P-35")


@dataclass(frozen=True)
class Outcome:
    """The result of one wager of a seat, on one of its tables."""

    seat: int
    wager: str
    stake: int
    result: Result

    @property
    def is_bonus(self) -> bool:
        return self.wager in BONUSES


def outcomes(terms: Terms, round_: Round, seat: Seat) -> list[Outcome]:
    """The outcome of each wager that a seat made; a 3-5 Bonus that wins on both tables has two [P2P-39]."""
    chips = stakes(terms, seat)
    wager_results = main_wagers(terms, round_, seat) + bonus_wagers(terms, seat)
    return [
        Outcome(seat.number, wager, chips[wager], result) for wager, result in wager_results if chips.get(wager, 0) > 0
    ]


def main_wagers(terms: Terms, round_: Round, seat: Seat) -> list[tuple[str, Result]]:
    """The results of the wagers against the dealer; a seat that folded has no Play wager [P2P-D4]."""
    if not seat.live:
        return [(ANTE, FOLDED)]
    results = against_dealer(terms, three_played(seat), seat.cards, round_.dealer)
    return [(ANTE, results.ante), (PLAY, results.play)]


def bonus_wagers(terms: Terms, seat: Seat) -> list[tuple[str, Result]]:
    """The results of the bonus wagers; both pay on one hand [P2P-A30]."""
    wager_results = []
    if in_action(terms, seat, BONUS_3_5):
        tables = bonus_3_5(terms, seat.cards, three_played(seat), folded=not seat.live)
        wager_results += [(BONUS_3_5, result) for result in tables]
    else:
        wager_results.append((BONUS_3_5, FOLDED))
    if in_action(terms, seat, BONUS_5_ONLY):
        wager_results.append((BONUS_5_ONLY, bonus_5_only(terms, seat.cards)))
    else:
        wager_results.append((BONUS_5_ONLY, FOLDED))
    return wager_results


def three_played(seat: Seat) -> Cards | None:
    """The three cards that a seat plays against the dealer, if it chose three."""
    return seat.setting[THREE] if seat.setting else None


def results(terms: Terms, round_: Round, seat: Seat) -> dict[str, Result]:
    """The result of each wager of a seat, with the two tables of the 3-5 Bonus added up [P2P-39]."""
    totals: dict[str, Result] = {}
    for outcome in outcomes(terms, round_, seat):
        result = outcome.result
        first_table = totals.get(outcome.wager)
        if first_table is not None:
            line = f"{first_table.line}_and_{result.line}"
            result = Result(line, first_table.pays + result.pays, "P2P-39")
        totals[outcome.wager] = result
    return totals


# For the table -----------------------------------------------------------------------------------------------------


def dealer_cards(terms: Terms, cards: Cards) -> DealerCards:
    """The dealer's five cards from highest to lowest, the best three pushed towards the players [P2P-33]."""
    order, three = dealer_arranged(cards)
    return DealerCards(order, three, {FIVE: order, THREE: three}, qualifies(terms, cards), "P2P-33")


def unset_hands(terms: Terms, seat: Seat) -> Setting:
    """All five cards of a seat that plays five against the dealer [P2P-32]; none with the bonus alone."""
    if seat.decisions == (FIVE,) and seat.wagers.get(ANTE, 0):
        return {FIVE: seat.cards}
    return {}


# Payments ----------------------------------------------------------------------------------------------------------


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """All payments: the main wagers of the whole table, then its bonuses, or the reverse [P2P-34, P2P-38, P2P-A9]."""
    every_outcome = [outcome for seat in round_.seats for outcome in outcomes(terms, round_, seat)]
    main = [outcome for outcome in every_outcome if not outcome.is_bonus]
    bonus = [outcome for outcome in every_outcome if outcome.is_bonus]
    in_order = main + bonus if terms.settle_order == "main_first" else bonus + main
    payments = []
    for outcome in in_order:
        result = outcome.result
        chips = result.pays * outcome.stake
        payments += pays(outcome.seat, HOUSE, chips, outcome.wager, result.clause, result.in_words)
    for seat in round_.seats:
        payments += pays(seat.number, HOUSE, -seat.wagers.get(TIP, 0), TIP, "P2P-26", "a gift to the dealer")
    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=lambda p: CapShare(p.payee))  # [P2P-A25]

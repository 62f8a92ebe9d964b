"""
Pai Gow Poker, as card rooms commonly deal it, with the house way of Foxwoods.

Marks like [PGP-20] are clauses of rulebook.md; [PGP-A1] is an open question. Each chapter of the rules is a module:

    terms           every option
    hand_order      the low and the high hand, and the order of hands
    fouls           settings that are not allowed
    house_way       how the dealer sets a hand
    banking         players who bank
    cover           the chips a bank must hold
    settlement      all payments of a round
"""

from ...rules.cards import shoe
from ...rules.game import Deal, Game, Opening, SeatLimit, SetHands, Spot, Step, Wager, irregularities
from .banking import MAIN, banking, refuse_opening
from .cover import at_risk
from .fouls import foul, foul_cost, order_kept
from .hand_order import HIGH, LOW, strength
from .house_way import house_way
from .settlement import settle
from .terms import Terms, refuse_terms

__all__ = ["SHEET", "Terms"]


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Wager, deal seven cards to each seat and the dealer, set two hands; a player who banks has no wager [PGP-45]."""
    wager = Wager((Spot(MAIN, terms.main_min, terms.main_max, "PGP-05"),), "PGP-04")
    deal = Deal(7, "PGP-06", dealer=7)  # [PGP-07, PGP-08]
    return wager, deal, SetHands("PGP-09")  # [PGP-12]


SHEET = Game(
    key="pai_gow",
    name="Pai Gow Poker",
    about="Set seven cards as two and five to beat the bank's two. The joker is an ace or fills a straight or flush.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.seats + 1),
    shoe=lambda terms: shoe(decks=1, jokers=1),  # shuffled for every round [PGP-01, PGP-03]
    steps=steps,
    slots=lambda terms, seat: (LOW, HIGH),
    settle=settle,
    irregularities=lambda terms: irregularities(terms.irregularity_policy, "PGP-A12"),
    house_way=house_way,
    house_way_on_request=lambda terms: terms.house_way_on_request,
    foul=foul,
    foul_cost=foul_cost,
    order_kept=order_kept,
    strength=lambda terms, slot, hand, jokers: strength(terms, hand),
    hands_per_player=lambda terms: SeatLimit(terms.max_hands_per_player, "PGP-A9"),
    banking=banking,
    refuse_terms=refuse_terms,
    refuse_opening=refuse_opening,
    at_risk=at_risk,
    cover_clause="PGP-46",
)

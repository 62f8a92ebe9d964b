"""
Pyramid Poker, as approved by the Washington State Gambling Commission in 2008.

Marks like [PYR-38] are clauses of rulebook.md; [PYR-A7] is an open question. Each chapter of the rules is a module:

    terms           every option and the pay tables
    wagers          the spots on the layout and their limits
    hand_order      the low and the high hand, and what beats what
    fouls           settings that are not allowed
    house_way       how the dealer sets a hand
    main_wager      the first wager, against the bank
    side_wagers     the second and third wagers, by pay table
    banking         players who bank
    cover           the chips a bank must hold
    payout_cap      the maximum aggregate payout
    settlement      all payments of a round
"""

from ...rules.cards import shoe
from ...rules.game import Deal, Game, Opening, SeatLimit, SetHands, Step, Wager, irregularities
from ...rules.payments import HOUSE
from .banking import banking, refuse_opening
from .cover import at_risk
from .fouls import foul, foul_cost, order_kept
from .hand_order import HIGH, LOW, high_strength
from .house_way import house_way
from .settlement import settle
from .terms import Terms
from .wagers import banker_spots, limits_in_words, refuse_limits, refuse_terms, spots

__all__ = ["SHEET", "Terms"]


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Three wagers, three cards each face down, then every hand is set [PYR-20, PYR-30..PYR-33]."""
    wagers = Wager(spots(terms), "PYR-20", banker_spots=banker_spots(terms))
    deal = Deal(3, "PYR-30", dealer=3)  # the House last [PYR-31, PYR-32, PYR-A30]
    if opening.banker != HOUSE and terms.banker_sets == "after_house_exposed":
        bettors_set = SetHands("PYR-33", who="bettors")
        banker_sets = SetHands("PYR-A28", who="banker", dealer_exposed=True)
        return wagers, deal, bettors_set, banker_sets
    return wagers, deal, SetHands("PYR-33")  # all before any card is exposed [PYR-37]


SHEET = Game(
    key="pyramid",
    name="Pyramid Poker",
    about="Set one of three cards low and two high to beat the dealer; two more wagers pay by fixed tables.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.seats + 1),
    shoe=lambda terms: shoe(decks=terms.decks),  # jokers removed [PYR-15, PYR-17]
    steps=steps,
    slots=lambda terms, seat: (LOW, HIGH),
    settle=settle,
    irregularities=lambda terms: irregularities(terms.irregularity_policy, "PYR-A32"),  # the sheet has none
    house_way=house_way,
    house_way_on_request=lambda terms: terms.house_way_on_request,
    foul=foul,
    foul_cost=foul_cost,
    order_kept=order_kept,
    strength=lambda terms, slot, hand, jokers: high_strength(terms, hand) if slot == HIGH.name else None,
    hands_per_player=lambda terms: SeatLimit(terms.max_hands_per_player, "PYR-29"),
    banking=banking,
    shoe_lasts=lambda terms: terms.penetration if terms.reshuffle == "cut_card" else 0,
    refuse_terms=refuse_terms,
    refuse_limits=refuse_limits,
    limits_in_words=limits_in_words,
    refuse_opening=refuse_opening,
    at_risk=at_risk,
    cover_clause="PYR-65",
    sees_all_own_hands=lambda terms: terms.see_all_own_hands,  # [PYR-A33]
    presets={
        ("authority", "layout_over_rules"): {"straight_flush_pays": 50},  # [PYR-A1, PYR-A39]
        ("single_copy", "bank_wins"): {"both_copy": "bank_wins"},  # every copy goes to the Bank [PYR-A7]
    },
)

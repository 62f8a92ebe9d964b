"""
The three wagers of Pyramid Poker: their spots on the layout, limits and best odds [PYR-18, PYR-21..PYR-26].

W1 is `main`, W2 is `three_card` and W3 is `six_card`.
"""

from collections.abc import Collection

from ...rules.game import Spot
from ...rules.limits import Law, Offered, legal_limit_in_words, why_not_choose, why_not_offer
from .side_wagers import w2_pays
from .terms import Terms

MAIN = "main"  # [PYR-23]
THREE_CARD = "three_card"  # [PYR-24]
SIX_CARD = "six_card"  # [PYR-25]
WAGERS = (MAIN, THREE_CARD, SIX_CARD)


def spots(terms: Terms) -> tuple[Spot, ...]:
    """A bettor's three spots, each with limits of its own [PYR-20, PYR-21, PYR-22]."""
    optional = terms.side_wagers == "optional"  # [PYR-A35]
    return (
        Spot(MAIN, terms.w1_min, terms.w1_max, "PYR-21"),
        Spot(THREE_CARD, terms.w2_min, terms.w2_max, "PYR-21", optional),
        Spot(SIX_CARD, terms.w3_min, terms.w3_max, "PYR-21", optional),
    )


def banker_spots(terms: Terms) -> tuple[Spot, ...]:
    """A Player Banker's spots: no first wager, and at least the minimum on the others [PYR-66, PYR-67]."""
    exactly_minimum = terms.banker_side_bets == "exactly_min"  # [PYR-A26]
    w2_max = terms.w2_min if exactly_minimum else terms.w2_max
    w3_max = terms.w3_min if exactly_minimum else terms.w3_max
    return (
        Spot(THREE_CARD, terms.w2_min, w2_max, "PYR-67"),
        Spot(SIX_CARD, terms.w3_min, w3_max, "PYR-67"),
    )


def top_odds(terms: Terms) -> dict[str, int]:
    """The highest odds that each wager can pay, as X to 1."""
    return {
        MAIN: terms.w1_trips_pays,
        THREE_CARD: max(w2_pays(terms).values()),
        SIX_CARD: max(terms.w3_paytable.values()),
    }


def refuse_terms(terms: Terms) -> str | None:
    """Why the wager limits of these terms exceed the legal limits, or None [PYR-14]."""
    return why_not_offer(law(terms), offered(terms), cap=terms.max_aggregate, scope=terms.aggregate_scope)


def refuse_limits(terms: Terms, chosen: Collection[str]) -> str | None:
    """Why a person may not choose these limits: no law was named, and they exceed every legal limit known [PYR-14]."""
    return why_not_choose(law(terms), offered(terms), chosen)


def law(terms: Terms) -> Law:
    """The law that the sheet refers to, and what the terms say about it [PYR-14, PYR-A34]."""
    return Law(terms.limit_profile, terms.legal_max_wager, "PYR-14")


def offered(terms: Terms) -> tuple[Offered, ...]:
    """The wagers with their limits and best odds."""
    odds = top_odds(terms)
    return tuple(Offered(spot.name, spot.low, spot.high, odds[spot.name]) for spot in spots(terms))


CAP_COUNTS = {
    "hand": "on one hand",
    "round": "in one round",
    "wager": "on one wager",
    "w2": "on one second wager",
}
"""What the payout cap counts, by `aggregate_scope` [PYR-A17]."""


def limits_in_words(terms: Terms) -> tuple[str, ...]:
    """The legal limit of a wager, and the maximum aggregate payout [PYR-14, PYR-27]."""
    if terms.max_aggregate is None:
        cap = "Payouts have no maximum [PYR-27]."
    else:
        counts = CAP_COUNTS[terms.aggregate_scope]
        cap = f"The house pays at most {terms.max_aggregate:,} chips {counts} [PYR-27]."
    return legal_limit_in_words(law(terms)), cap

"""Legal limits: the best odds of each wager, and why the law refuses a limit [P2P-24]."""

from ...rules.limits import Law, Offered, why_not_offer
from .bonuses import p35_five_table, p35_three_table
from .terms import Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, PLAY, THREE, TIP, play_chips, spots


def refuse_terms(terms: Terms) -> str | None:
    """Why the law refuses these limits [P2P-24]. Play is a wager with its own size, but not a game of its own."""
    law = Law(terms.limit_profile, terms.legal_max_wager, "P2P-24")
    odds = top_odds(terms)
    games = tuple(Offered(spot.name, spot.low, spot.high, odds[spot.name]) for spot in spots(terms) if spot.name != TIP)
    play = Offered(PLAY, terms.ante_min, play_chips(terms, terms.ante_max, THREE), terms.main_pays)
    return why_not_offer(law, games, cap=terms.max_aggregate) or why_not_offer(law, (play,))


def top_odds(terms: Terms) -> dict[str, int]:
    """The most that each wager before the deal can pay, to 1."""
    five = max(p35_five_table(terms).values())
    three = max(p35_three_table(terms).values())
    return {
        ANTE: terms.main_pays,
        BONUS_3_5: five + three if terms.p35_combine == "sum" else max(five, three),
        BONUS_5_ONLY: max(terms.b5_table.values()),
    }

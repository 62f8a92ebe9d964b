"""Legal limits: the best odds of each wager, and why the law refuses a limit [P2P-24]."""

from collections.abc import Collection, Mapping

from ...rules.limits import Law, Offered, legal_limit_in_words, why_not_choose, why_not_offer
from ...rules.values import cache_with
from .bonuses import p35_five_table, p35_three_table
from .terms import Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, PLAY, THREE, TIP, play_chips, spots


def refuse_terms(terms: Terms) -> str | None:
    """Why the law refuses these limits [P2P-24]. Play is a wager with its own size, but not a game of its own."""
    return why_not_offer(law(terms), games(terms), cap=terms.max_aggregate) or why_not_offer(law(terms), (play(terms),))


def refuse_limits(terms: Terms, chosen: Collection[str]) -> str | None:
    """Why a person may not choose these limits: no law was named, and they exceed every legal limit known [P2P-24]."""
    return why_not_choose(law(terms), (*games(terms), play(terms)), chosen)


def limits_in_words(terms: Terms) -> tuple[str, ...]:
    return (legal_limit_in_words(law(terms)),)


def law(terms: Terms) -> Law:
    """The law that the sheet refers to, and what the terms say about it [P2P-24, P2P-A31]."""
    return Law(terms.limit_profile, terms.legal_max_wager, "P2P-24")


def games(terms: Terms) -> tuple[Offered, ...]:
    """The wagers before the deal with their limits and best odds."""
    odds = top_odds(terms)
    return tuple(Offered(spot.name, spot.low, spot.high, odds[spot.name]) for spot in spots(terms) if spot.name != TIP)


def play(terms: Terms) -> Offered:
    """The Play wager at its largest."""
    return Offered(PLAY, terms.ante_min, play_chips(terms, terms.ante_max, THREE), terms.main_pays)


@cache_with
def top_odds(terms: Terms) -> Mapping[str, int]:
    """The most that each wager before the deal can pay, to 1."""
    five = max(p35_five_table(terms).values())
    three = max(p35_three_table(terms).values())
    return {
        ANTE: terms.main_pays,
        BONUS_3_5: five + three if terms.p35_combine == "sum" else max(five, three),
        BONUS_5_ONLY: max(terms.b5_table.values()),
    }

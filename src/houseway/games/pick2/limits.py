"""Legal limits of the wagers, and the most that each party can lose in a round."""

from collections.abc import Mapping

from ...rules.limits import Law, Offered, why_not_offer
from ...rules.payments import HOUSE, Party
from ...rules.round import Round, Seat
from .bonuses import in_action, p35_five_table, p35_three_table
from .terms import Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, BONUSES, FIVE, PLAY, THREE, TIP, play_chips, spots


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

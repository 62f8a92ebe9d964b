"""Cover in Chinese Poker: the buy-in, and the most that a player can lose [CHI-A31]."""

from collections.abc import Mapping

from ...rules.game import Opening
from ...rules.payments import HOUSE, Party
from ...rules.round import Round, Seat
from .bonuses import BONUSES, bonus_units
from .fouls import foul_units
from .hand_order import ROWS
from .scoring import SWEEP
from .terms import Terms


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    """Why a round cannot open: it has a bank, or a player cannot pay the buy-in [CHI-03, CHI-A31]."""
    if opening.banker != HOUSE or opening.house_bet or opening.pot:
        return "players play each other here; there is no bank, no house bet and no pot [CHI-03]"
    buy_in = terms.min_buy_in_units * terms.unit_value
    short = [
        opening.name_of(seat)
        for seat, player in enumerate(opening.players, start=1)
        if opening.chips.get(player, buy_in) < buy_in
    ]
    if short:
        return f"the buy-in is {buy_in} chips, and {', '.join(short)} cannot pay it [CHI-A31]"
    return None


def most_bonus_units(terms: Terms) -> int:
    """The most units of bonuses that one hand can have [CHI-A10]."""
    if not terms.bonuses:
        return 0
    best_by_row = [max(bonus_units(terms, place, made) for place, made in BONUSES if place == row) for row in ROWS]
    return sum(best_by_row) if terms.bonus_stack == "sum" else max(best_by_row)


def worst_case(terms: Terms) -> int:
    """The most units that one player can lose to one opponent [CHI-A31]."""
    rows = max(SWEEP[terms.scoring].pays, foul_units(terms))
    bonuses = most_bonus_units(terms)
    losses = [rows + bonuses]
    if terms.naturals:
        natural = terms.natural_units
        if terms.natural_mode == "add":
            natural += rows
        if terms.natural_bonuses:
            natural += bonuses
        losses.append(natural)
    if terms.surrender:
        losses.append(terms.surrender_units[terms.scoring])
    return max(losses)


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The chips each seat can lose; at table stakes, at most the chips it has [CHI-A31]."""
    risk: dict[Party, int] = {}
    for seat in round_.seats:
        chips = seat_risk(terms, round_, seat)
        if terms.shortage == "table_stakes":
            chips = min(chips, round_.opening.chips.get(seat.player, chips))
        risk[seat.number] = chips
    return risk


def seat_risk(terms: Terms, round_: Round, seat: Seat) -> int:
    """The fee, and for each live opponent the worst case, or the surrender if the seat surrendered [CHI-37]."""
    opponents = sum(1 for other in round_.live if other.number != seat.number)
    units = worst_case(terms) if seat.live else terms.surrender_units[terms.scoring]
    return units * opponents * terms.unit_value + terms.fee

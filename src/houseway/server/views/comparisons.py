"""The comparisons of a finished round: which parties met, and who won each hand, in the order of the sheet."""

from __future__ import annotations

from itertools import combinations

from ...rules.payments import HOUSE, Party
from ...rules.round import Round
from ...rules.view import SeatView, View
from .hand_names import compared
from .wire_types import Comparison


def comparisons_of(round_: Round, watched: View) -> list[Comparison]:
    """Every pair that was compared, each once; empty before all hands are open. `watched` is the spectator's view."""
    if not watched.over or watched.voided:
        return []
    points = round_.game.hand_points(round_.game.terms, round_)
    fouled_seats = [seat.number for seat in watched.seats if _is_fouled(round_, seat)]
    comparisons = []
    for seat, against in _pairs(round_, watched):
        comparison = Comparison(
            seat=seat.number,
            against=against,
            hands=_results(round_, watched, seat, against),
        )
        pair_points = points.get((seat.number, against))
        if pair_points is not None:
            comparison["points"] = dict(pair_points)
        fouled: list[Party] = [number for number in fouled_seats if number in (seat.number, against)]
        if fouled:
            comparison["fouled"] = fouled
        comparisons.append(comparison)
    return comparisons


def _is_fouled(round_: Round, seat: SeatView) -> bool:
    game = round_.game
    return bool(seat.setting) and game.foul(game.terms, seat.setting or {}, seat.jokers) is not None


def _pairs(round_: Round, watched: View) -> list[tuple[SeatView, Party]]:
    """Each bettor with the bank, in the order of the seats; without a bank each pair of players, the dealer's first."""
    showing = [seat for seat in watched.seats if seat.live and (seat.setting or seat.cards)]
    bank = watched.banker
    if round_.game.against_the_house or isinstance(bank, int):
        return [(seat, bank) for seat in showing if seat.number != bank]
    dealer = round_.opening.dealer_seat
    clockwise = sorted(showing, key=lambda seat: (seat.number - dealer) % len(watched.seats))
    return [(ours, theirs.number) for ours, theirs in combinations(clockwise, 2)]


def _results(round_: Round, watched: View, seat: SeatView, against: Party) -> dict[str, int]:
    """For each hand 1 if the seat's is stronger, -1 if it is weaker, 0 if they are equal; empty after a foul."""
    game = round_.game
    if not seat.setting:
        dealers_hands = watched.dealer_cards.hands if watched.dealer_cards else {}
        return compared(game, game.unset_hands(game.terms, round_.seat(seat.number)), dealers_hands, {}, {})
    if against == HOUSE:
        return compared(game, seat.setting, watched.dealer_setting or {}, seat.jokers, {})
    other = watched.seats[int(against) - 1]
    return compared(game, seat.setting, other.setting or {}, seat.jokers, other.jokers)

"""What hands score in Pyramid Showdown: special points, two settings against each other, totals and Champion."""

from collections.abc import Mapping
from itertools import combinations

from ...rules.cards import ACE
from ...rules.payments import Party, SeatNumber
from ...rules.ranking import Made, Strength
from ...rules.round import Round, Seat
from .hand_order import Family, Hand, PowerClass, compare, power_class, strength_of
from .legality import SLOTS, Hands, scored_hands, slot_name
from .terms import Terms

CHART: Mapping[tuple[Family, int], Mapping[int, int]] = {
    (Family.OF_A_KIND, 6): {4: 4, 5: 6, 6: 10, 7: 14, 8: 18, 9: 22, 10: 26},
    (Family.STRAIGHT_FLUSH, 6): {5: 5, 6: 8, 7: 11, 8: 14, 9: 17, 10: 20},
    (Family.OF_A_KIND, 5): {4: 8, 5: 12, 6: 20, 7: 28},
    (Family.STRAIGHT_FLUSH, 5): {5: 10, 6: 18, 7: 26},  # twice 8 and 11 would be 16 and 22 [SHO-A1]
    (Family.OF_A_KIND, 4): {4: 12, 5: 18, 6: 24},  # three times 10 would be 30 [SHO-A1]
    (Family.STRAIGHT_FLUSH, 4): {5: 15, 6: 20},  # three times 8 would be 24 [SHO-A1]
    (Family.OF_A_KIND, 3): {4: 16, 5: 24},
    (Family.STRAIGHT_FLUSH, 3): {5: 20},
}
"""The special scoring chart as printed: by family and hand, the points by number of cards [SHO-51, SHO-A29]."""


# One hand ----------------------------------------------------------------------------------------------------------


def points(terms: Terms, slot: int, strength: Strength) -> int:
    """Points of a winning hand in its slot: its special points, else 1 [SHO-36, SHO-52]."""
    special = special_points(terms, slot, strength)
    return 1 if special is None else special


def special_points(terms: Terms, slot: int, strength: Strength) -> int | None:
    """Points of a hand under special scoring [SHO-44..SHO-51]; None if it has none there."""
    line = str(slot)
    power = power_class(strength)
    if power and line in terms.position_multiplier:
        return power_points(terms, slot, power)
    if strength.made == Made.THREE_OF_A_KIND:
        return terms.trips_points.get(line)  # [SHO-48, SHO-49, SHO-50]
    if strength.made == Made.FULL_HOUSE:
        return terms.full_house_points.get(line)  # [SHO-46, SHO-48, SHO-49]
    if slot == 1 and terms.ace_h1_points == 2 and strength.ranks[:1] == (ACE,):  # [SHO-A36]
        return 2
    return None


def power_points(terms: Terms, slot: int, power: PowerClass) -> int:
    """Points of four of a kind and up and of straight flushes, by the text, the chart or both [SHO-47, SHO-A1]."""
    in_hand6 = terms.kind_points if power.family == Family.OF_A_KIND else terms.sf_points  # [SHO-44, SHO-45]
    multiplied = in_hand6[str(power.cards)] * terms.position_multiplier[str(slot)]
    printed = CHART[power.family, slot].get(power.cards, multiplied)
    match terms.special_points_source:
        case "multiplier":
            return multiplied
        case "chart":
            return printed
        case "max":
            return max(multiplied, printed)
        case _:  # min
            return min(multiplied, printed)


# Two players -------------------------------------------------------------------------------------------------------


def points_by_hand(terms: Terms, ours: Hands | None, theirs: Hands | None) -> list[int]:
    """
    Points of H1 to H6 from our side, negative where they win.

    None stands for a fouled setting: it loses all six hands to a legal one [SHO-D8].
    """
    if ours and theirs:
        return [
            hand_points(terms, slot, our_hand, their_hand)
            for slot, our_hand, their_hand in zip(SLOTS, ours, theirs, strict=True)
        ]
    if ours:
        return points_of_all(terms, ours)
    if theirs:
        return [-won for won in points_of_all(terms, theirs)]
    return [0 for _ in SLOTS]


def points_of_all(terms: Terms, hands: Hands) -> list[int]:
    """Points of H1 to H6 if all of them win."""
    return [points(terms, slot, strength_of(terms, hand)) for slot, hand in zip(SLOTS, hands, strict=True)]


def hand_points(terms: Terms, slot: int, ours: Hand, theirs: Hand) -> int:
    """Points of one hand from our side; a draw scores 0 [SHO-43]."""
    result = compare(terms, ours, theirs)
    if result > 0:
        return points_won(terms, slot, winner=ours, loser=theirs)
    if result < 0:
        return -points_won(terms, slot, winner=theirs, loser=ours)
    return 0


def points_won(terms: Terms, slot: int, *, winner: Hand, loser: Hand) -> int:
    """The winner's points [SHO-D7], less the loser's special points if both count [SHO-A10]."""
    won = points(terms, slot, strength_of(terms, winner))
    if terms.special_counts == "both":
        won -= special_points(terms, slot, strength_of(terms, loser)) or 0
    return won


# All players -------------------------------------------------------------------------------------------------------


def seats_clockwise(round_: Round, first: SeatNumber) -> list[Seat]:
    """The live seats in clockwise order from the seat `first`; the next higher number sits to the left."""
    return sorted(round_.live, key=lambda seat: (seat.number - first) % len(round_.seats))


def hands_at_showdown(terms: Terms, round_: Round) -> dict[SeatNumber, Hands | None]:
    """The hands of each seat that are scored, the dealer's first, then clockwise [SHO-34]."""
    seats = seats_clockwise(round_, round_.opening.dealer_seat)
    return {seat.number: scored_hands(terms, seat.setting, seat.jokers) for seat in seats if seat.setting}


def scores(terms: Terms, round_: Round) -> dict[tuple[SeatNumber, SeatNumber], list[int]]:
    """Points of H1 to H6 for each pair of seats once, the dealer's pairs first [SHO-34, SHO-35, SHO-39]."""
    hands = hands_at_showdown(terms, round_)
    return {(a, b): points_by_hand(terms, hands[a], hands[b]) for a, b in combinations(hands, 2)}


def points_by_slot(terms: Terms, round_: Round) -> dict[tuple[SeatNumber, Party], dict[str, int]]:
    """The points of `scores` by the names of the slots."""
    return {
        pair: {slot_name(slot): won for slot, won in zip(SLOTS, points_of_pair, strict=True)}
        for pair, points_of_pair in scores(terms, round_).items()
    }


def totals(net_scores: Mapping[tuple[SeatNumber, SeatNumber], int]) -> dict[SeatNumber, int]:
    """Sum of each seat's net scores; antes and surrenders do not count [SHO-37, SHO-D9]."""
    sums: dict[SeatNumber, int] = {}
    for (a, b), net_score in net_scores.items():
        sums[a] = sums.get(a, 0) + net_score
        sums[b] = sums.get(b, 0) - net_score
    return sums


def champions(total_of: Mapping[SeatNumber, int]) -> list[SeatNumber]:
    """The seats with the highest total; a seat that surrendered has none [SHO-40, SHO-A38]."""
    highest = max(total_of.values(), default=0)
    return [seat for seat, total in total_of.items() if total == highest]

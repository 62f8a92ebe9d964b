"""The kinds of test vector for Pyramid Poker, Showdown Version."""

from collections.abc import Mapping
from typing import Any

from ...rules.cards import JOKER, Cards, read_cards
from ...rules.dealing import cards_due
from ...rules.errors import NotAllowed, Unreadable
from ...rules.game import Decide, Game, Opening, SetHands
from ...rules.moves import Dealt, Decided
from ...rules.payments import POT, net
from ...rules.playing import after, settlement, start
from ...rules.ranking import Made, Strength
from ...rules.round import Round
from ...rules.setting import Setting
from ...vectors import Answers, Given, Kind
from .hand_order import Hand, class_name, compare, strength_of
from .legality import SLOTS, fault_codes, foul, hands_of, scored_hands, slot_name
from .pot import PLAY, STAY, SURRENDER, award_pot
from .scoring import champions, points, points_by_hand, totals
from .terms import Terms

POINTS_SOURCES = ("multiplier", "chart", "max", "min")
"""The readings of the special scoring chart [SHO-A1]."""
SIZES = (1, 3, 5, 6, 7, 8, 9, 10)


def strengths_by_class() -> Mapping[str, Strength]:
    """A strength of each class, by the name of the class."""
    strengths = [Strength(0, (), (), 0, made, size) for made in Made for size in SIZES]
    return {class_name(strength): strength for strength in strengths}


STRENGTHS = strengths_by_class()
OTHER_NAMES = {
    "three_of_a_kind": "trips",
    "five_of_a_kind": "5_of_a_kind",
    "straight_flush": "straight_flush_5",
    "pair": "one_pair",
    "two_pair": "two_pairs",
    "ace": "high_card",
    "ace_high": "high_card",
}
"""Names of classes that vectors may also use."""


def read_slot(name: object) -> int:
    """The slot of a hand written 6, H6 or hand6."""
    return int(str(name).lower().removeprefix("hand").removeprefix("h"))


def read_hands(given: Mapping[Any, Any]) -> Setting:
    hands = {read_slot(name): cards for name, cards in given.items()}
    return {slot_name(slot): read_cards(hands[slot]) for slot in SLOTS}


def read_jokers(given: Mapping[Any, Any] | None) -> Mapping[str, Cards]:
    """The cards that jokers stand for, by slot name."""
    return {slot_name(read_slot(name)): read_cards(cards) for name, cards in (given or {}).items()}


def arrangement(game: Game[Terms], given: Given) -> Answers:
    """Six hands: whether they are legal, the class of each, and what each scores if it wins."""
    setting = read_hands(given["hands"])
    jokers = read_jokers(given.get("jokers"))
    reasons = fault_codes(game.terms, setting, jokers)
    hands = zip(SLOTS, hands_of(setting, jokers), strict=True)
    strengths = {slot: strength_of(game.terms, hand) for slot, hand in hands}
    points_of = {slot: points(game.terms, slot, strength) for slot, strength in strengths.items()}
    return {
        "legal": not reasons,
        "reasons": reasons,
        "foul": foul(game.terms, setting, jokers) is not None,
        "cards_used": sum(len(hand) for hand in setting.values()),
        "discarded": len(read_cards(given.get("discards") or "")),
        "classes": {slot: class_name(strength) for slot, strength in strengths.items()},
        "points": points_of,
        "total": sum(points_of.values()),
    }


def versus(game: Game[Terms], given: Given) -> Answers:
    """Two players' six hands: the points of H1 to H6 from a's side."""
    settings = {side: read_hands(given[side]) for side in ("a", "b")}
    jokers = {side: read_jokers(given.get(f"{side}_jokers")) for side in ("a", "b")}
    hands = {side: scored_hands(game.terms, settings[side], jokers[side]) for side in ("a", "b")}
    points_of_hands = points_by_hand(game.terms, hands["a"], hands["b"])
    net_score = sum(points_of_hands)
    return {
        "points": points_of_hands,
        "net": net_score,
        "a": net_score,
        "b": -net_score,
        "a_legal": not fault_codes(game.terms, settings["a"], jokers["a"]),
        "b_legal": not fault_codes(game.terms, settings["b"], jokers["b"]),
    }


def order(game: Game[Terms], given: Given) -> Answers:
    """Which of two hands is stronger, and the class of each."""
    a = Hand(read_cards(given["a"]), read_cards(given.get("a_jokers") or ""))
    b = Hand(read_cards(given["b"]), read_cards(given.get("b_jokers") or ""))
    if max(a.cards.count(JOKER), b.cards.count(JOKER)) > game.terms.jokers:
        raise NotAllowed(f"there are {game.terms.jokers} jokers, so no hand has more [SHO-03]")
    stronger = {1: "a", 0: "equal", -1: "b"}
    return {
        "stronger": stronger[compare(game.terms, a, b)],
        "a_class": class_name(strength_of(game.terms, a)),
        "b_class": class_name(strength_of(game.terms, b)),
    }


def points_table(game: Game[Terms], given: Given) -> Answers:
    """Points of classes in their slots, under each source of special points and under the table's own."""
    cells = [(read_slot(slot), STRENGTHS[OTHER_NAMES.get(name, name)]) for slot, name in given["cells"]]
    by_source = {}
    for source in POINTS_SOURCES:
        terms = game.with_options({"special_points_source": source}).terms
        by_source[source] = [points(terms, slot, strength) for slot, strength in cells]
    return {**by_source, "points": by_source[game.terms.special_points_source]}


def scorecard(game: Game[Terms], given: Given) -> Answers:
    """Net scores of every pair: each player's total, and the Showdown Champion."""
    net_scores = read_net_scores(given["matrix"])
    total_of = totals(net_scores)
    winners = sorted(champions(total_of))
    shares = pot_shares(game, given, winners)
    return {
        "totals": [total_of[seat] for seat in sorted(total_of)],
        "winners": winners,
        "sum": sum(total_of.values()),
        "champion": winners[0] if len(winners) == 1 else None,
        "shares": shares,
        "pot_shares": shares,
    }


def read_net_scores(matrix: list[list[int]]) -> dict[tuple[int, int], int]:
    """The net scores by pair of seats, the lower seat first."""
    players = len(matrix)
    if any(len(row) != players for row in matrix):
        raise Unreadable(UNREADABLE_MATRIX)
    net_scores = {}
    for low in range(players):
        for high in range(low + 1, players):
            if matrix[low][high] != -matrix[high][low]:
                raise Unreadable(UNREADABLE_MATRIX)
            net_scores[low + 1, high + 1] = matrix[low][high]
    return net_scores


UNREADABLE_MATRIX = "matrix takes a row for each player, and what one wins of another the other loses"


def pot_shares(game: Game[Terms], given: Given, winners: list[int]) -> list[int]:
    """Each player's part of the Pot, where a tie does not depend on the hands 6."""
    names = tuple(f"player {seat}" for seat in range(1, len(given["matrix"]) + 1))
    round_ = start(game, Opening(players=names, dealer_seat=given.get("dealer", 1)))
    won = net(award_pot(game.terms, round_, winners, given.get("pot", 0)))
    return [won.get(seat, 0) for seat in range(1, len(names) + 1)]


def pot(game: Game[Terms], given: Given) -> Answers:
    """The declarations of a round: the Pot after the antes and after each buy, and chips before the showdown."""
    if given["players"] not in game.seats(game.terms):
        raise NotAllowed(f"{game.name} seats 2 to {game.terms.players}, not {given['players']} [SHO-02]")
    names = tuple(f"player {seat}" for seat in range(1, given["players"] + 1))
    chips = dict(zip(names, given.get("chips") or (), strict=False))
    round_ = start(game, Opening(players=names, chips=chips, pot=given.get("pot", 0)))
    pots = [chips_in_pot(round_)]
    turn = 0
    while not round_.over and not isinstance(round_.step, SetHands):
        if isinstance(round_.step, Decide):
            turn += 1
            round_ = after(round_, *(declaration(given, turn, seat.number) for seat in round_.live))
            if not round_.over:
                pots.append(chips_in_pot(round_))
        else:
            first = len(round_.dealt)
            round_ = after(round_, Dealt(game.shoe(game.terms)[first : first + cards_due(round_)]))
    won = net(settlement(round_) if round_.over else game.due(game.terms, round_))
    return {
        "pot": pots,
        "live": [seat.number for seat in round_.live],
        "taken_by": round_.live[0].number if len(round_.live) == 1 else None,
        "chips": [won.get(seat.number, 0) for seat in round_.seats],
        "carried": round_.opening.pot + won.get(POT, 0) if round_.over else None,
        "cards": [len(seat.cards) for seat in round_.seats],
    }


def declaration(given: Given, turn: int, seat: int) -> Decided:
    """A seat's decision in the first or second declaration; to play on, if the vector names no other."""
    if seat in (given.get(f"surrender{turn}") or ()):
        return Decided(seat, SURRENDER)
    if seat in (given.get(f"stay{turn}") or ()):
        return Decided(seat, STAY)
    return Decided(seat, PLAY)


def chips_in_pot(round_: Round) -> int:
    return round_.opening.pot + net(round_.game.due(round_.game.terms, round_)).get(POT, 0)


def same_reasons(expected: Any, actual: Any) -> bool:
    """True if the reasons are the same in any order."""
    return sorted(expected) == sorted(actual)


KINDS = {
    "arrangement": Kind(arrangement, ("hands", "discards", "jokers"), same={"reasons": same_reasons}),
    "versus": Kind(versus, ("a", "b", "a_jokers", "b_jokers")),
    "order": Kind(order, ("a", "b", "a_jokers", "b_jokers")),
    "points_table": Kind(points_table, ("cells",)),
    "scorecard": Kind(scorecard, ("matrix", "pot", "dealer")),
    "pot": Kind(pot, ("players", "surrender1", "surrender2", "stay1", "stay2", "chips", "pot")),
}

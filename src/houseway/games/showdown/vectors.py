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
from ...vectors import Given, Kind
from . import sheet as showdown
from .hand_order import Laid, class_name
from .sheet import PLACES, PLAY, STAY, SURRENDER

SOURCES = ("multiplier", "chart", "max", "min")
SHAPES = [(made, size) for made in Made for size in (1, 3, *range(5, 11))]
NAMED = {class_name(found): found for found in (Strength(0, (), (), 0, *shape) for shape in SHAPES)}

ALIASES = {"three_of_a_kind": "trips", "five_of_a_kind": "5_of_a_kind", "straight_flush": "straight_flush_5"}
ALIASES |= {"pair": "one_pair", "two_pair": "two_pairs", "ace": "high_card", "ace_high": "high_card"}


def read_hands(given: Mapping[Any, Any]) -> Setting:
    """Hands by number, written 6, H6 or hand6."""
    hands = {int(str(name).lower().removeprefix("hand").removeprefix("h")): cards for name, cards in given.items()}
    return {f"hand{place}": read_cards(hands[place]) for place in PLACES}


def read_jokers(given: Mapping[Any, Any] | None) -> Mapping[str, Cards]:
    named = {f"hand{str(name).lower().removeprefix('hand').removeprefix('h')}": c for name, c in (given or {}).items()}
    return {slot: read_cards(cards) for slot, cards in named.items()}


def arrangement(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """Six hands: whether they are legal, what each is, and what each scores if it wins."""
    setting = read_hands(given["hands"])
    jokers = read_jokers(given.get("jokers"))
    reasons = showdown.faults(game.terms, setting, jokers)
    found = dict(
        zip(PLACES, (showdown.strength(game.terms, hand) for hand in showdown.laid(setting, jokers)), strict=True)
    )
    points = {place: showdown.value(game.terms, place, strength) for place, strength in found.items()}
    return {
        "legal": not reasons,
        "reasons": reasons,
        "foul": showdown.foul(game.terms, setting, jokers) is not None,
        "cards_used": sum(map(len, setting.values())),
        "discarded": len(read_cards(given.get("discards") or "")),
        "classes": {place: class_name(strength) for place, strength in found.items()},
        "points": points,
        "total": sum(points.values()),
    }


def versus(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """Two players' six hands: the points of H1 to H6 from a's side."""
    sides = [(read_hands(given[side]), read_jokers(given.get(f"{side}_jokers"))) for side in ("a", "b")]
    ours, theirs = (showdown.counting(game.terms, *side) for side in sides)
    points = showdown.duel(game.terms, ours, theirs)
    scores = showdown.totals({(1, 2): sum(points)})
    legal = {f"{name}_legal": not showdown.faults(game.terms, *side) for name, side in zip("ab", sides, strict=True)}
    return {"points": points, "net": scores[1], "a": scores[1], "b": scores[2], **legal}


def order(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """Which of two hands is stronger, and what each is."""
    ours, theirs = (Laid(read_cards(given[side]), read_cards(given.get(f"{side}_jokers") or "")) for side in ("a", "b"))
    if max(hand.cards.count(JOKER) for hand in (ours, theirs)) > game.terms.jokers:
        raise NotAllowed(f"there are {game.terms.jokers} jokers, so no hand has more [SHO-03]")
    stronger = {1: "a", 0: "equal", -1: "b"}[showdown.compare(game.terms, ours, theirs)]
    names = [class_name(showdown.strength(game.terms, hand)) for hand in (ours, theirs)]
    return {"stronger": stronger, "a_class": names[0], "b_class": names[1]}


def points_table(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """What classes score in their places, under each source of special points and under the table's own."""
    cells = [(int(str(place)[-1]), NAMED[ALIASES.get(name, name)]) for place, name in given["cells"]]
    read = {source: game.with_options({"special_points_source": source}).terms for source in SOURCES}
    found = {source: [showdown.value(terms, *cell) for cell in cells] for source, terms in read.items()}
    return {**found, "points": found[game.terms.special_points_source]}


def scorecard(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """Net scores of every pair: each player's total, and who is Showdown Champion."""
    matrix = given["matrix"]
    seats = range(len(matrix))
    if any(len(row) != len(matrix) for row in matrix) or any(
        matrix[a][b] != -matrix[b][a] for a in seats for b in range(a)
    ):
        raise Unreadable("matrix takes a row for each player, and what one wins of another the other loses")
    pairs = {(a, b): row[b - 1] for a, row in enumerate(matrix, 1) for b in range(a + 1, len(row) + 1)}
    totals = showdown.totals(pairs)
    winners = sorted(showdown.champions(totals))
    answer = {"totals": [totals[seat] for seat in sorted(totals)], "winners": winners, "sum": sum(totals.values())}
    won = shares(game, given, winners)
    return {**answer, "champion": winners[0] if len(winners) == 1 else None, "shares": won, "pot_shares": won}


def shares(game: Game[showdown.Terms], given: Given, winners: list[int]) -> list[int]:
    """What each player takes of the pot, where hands 6 need not be compared."""
    names = tuple(f"player {seat}" for seat in range(1, len(given["matrix"]) + 1))
    table = start(game, Opening(players=names, dealer_seat=given.get("dealer", 1)))
    won = net(showdown.pot_won(game.terms, table, winners, given.get("pot", 0)))
    return [won.get(seat, 0) for seat in range(1, len(names) + 1)]


def pot(game: Game[showdown.Terms], given: Given) -> Mapping[str, Any]:
    """The fists of a round: the pot after the antes and after each buy, and chips before the showdown."""
    if given["players"] not in game.seats(game.terms):
        raise NotAllowed(f"{game.name} seats 2 to {game.terms.players}, not {given['players']} [SHO-02]")
    names = tuple(f"player {seat}" for seat in range(1, given["players"] + 1))
    chips = dict(zip(names, given.get("chips") or (), strict=False))
    round_ = start(game, Opening(players=names, chips=chips, pot=given.get("pot", 0)))
    history = [pot_of(round_)]
    turn = 0
    while not round_.over and not isinstance(round_.step, SetHands):
        if isinstance(round_.step, Decide):
            turn += 1
            round_ = after(round_, *(declared(given, turn, seat.number) for seat in round_.live))
            history += [] if round_.over else [pot_of(round_)]
        else:
            held = len(round_.dealt)
            round_ = after(round_, Dealt(game.shoe(game.terms)[held : held + cards_due(round_)]))
    won = net(settlement(round_) if round_.over else game.due(game.terms, round_))
    return {
        "pot": history,
        "live": [seat.number for seat in round_.live],
        "taken_by": round_.live[0].number if len(round_.live) == 1 else None,
        "chips": [won.get(seat.number, 0) for seat in round_.seats],
        "carried": round_.opening.pot + won.get(POT, 0) if round_.over else None,
        "cards": [len(seat.cards) for seat in round_.seats],
    }


def declared(given: Given, turn: int, seat: int) -> Decided:
    if seat in (given.get(f"surrender{turn}") or ()):
        return Decided(seat, SURRENDER)
    return Decided(seat, STAY if seat in (given.get(f"stay{turn}") or ()) else PLAY)


def pot_of(round_: Round) -> int:
    return round_.opening.pot + net(round_.game.due(round_.game.terms, round_)).get(POT, 0)


def same_reasons(expected: Any, got: Any) -> bool:
    """The same reasons in any order."""
    return sorted(expected) == sorted(got)


KINDS = {
    "arrangement": Kind(arrangement, ("hands", "discards", "jokers"), same={"reasons": same_reasons}),
    "versus": Kind(versus, ("a", "b", "a_jokers", "b_jokers")),
    "order": Kind(order, ("a", "b", "a_jokers", "b_jokers")),
    "points_table": Kind(points_table, ("cells",)),
    "scorecard": Kind(scorecard, ("matrix", "pot", "dealer")),
    "pot": Kind(pot, ("players", "surrender1", "surrender2", "stay1", "stay2", "chips", "pot")),
}

"""The kinds of test vector for Chinese Poker."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...rules.cards import DECK, Cards, read_cards, shoe, surplus, write_cards
from ...rules.errors import NotAllowed
from ...rules.game import Game, Opening
from ...rules.moves import Dealt, Decided, HandsSet
from ...rules.payments import net
from ...rules.playing import after, settlement, start
from ...rules.ranking import compare_strengths
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from ...vectors import Given, Kind, exactly, same_cards, whole
from . import sheet as chinese
from .bonuses import row_bonuses
from .exposure import expose
from .fouls import foul
from .hand_order import ROWS, strength
from .house_way import house_way as set_house_way
from .naturals import NATURALS, naturals_in
from .scoring import score_rows

WINNER = {1: "a", -1: "b", 0: "tie"}
ROW_TABLE_OPTIONS = ("scoring", "variant_tie_rule", "unit_value", "unit_max")


def read_setting(given: Given) -> Setting:
    hand = given.get("hand", given)
    return {row: read_cards(hand[row]) for row in ROWS}


def legal(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    setting = read_setting(given)
    reason = foul(game.terms, setting, {})
    made = {row: strength(game.terms, hand).made.value for row, hand in setting.items()}
    return {"legal": reason is None, "foul": reason is not None, "why": reason, "classes": made}


def compare(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    ours, theirs = (strength(game.terms, read_cards(given[side])) for side in ("a", "b"))
    made = {"a": ours.made.value, "b": theirs.made.value}
    return {"winner": WINNER[compare_strengths(ours, theirs)], **made, "classes": [*made.values()]}


def naturals(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    """Whether or not this table pays them."""
    cards = [card for hand in read_setting(given).values() for card in hand] if "cards" not in given else []
    found = naturals_in(game.terms, read_cards(given["cards"]) if "cards" in given else tuple(cards))
    best = next((name for name in NATURALS if name in found), None)
    return {"naturals": sorted(found), "natural": bool(found), "best": best}


def bonus(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    """What one opponent pays for a hand, whether or not this table pays bonuses."""
    rows = {row: strength(game.terms, hand) for row, hand in read_setting(given).items()}
    found = row_bonuses(game.terms, rows)
    by_row = {row: found[row].pays if row in found else 0 for row in ROWS}
    return {"units": sum(by_row.values()), "rows": by_row, **by_row, "clauses": [b.clause for b in found.values()]}


def house_way(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    setting = set_house_way(game.terms, exactly("house_way", read_cards(given["cards"]), 13))
    return {row: write_cards(setting[row]) for row in ROWS}


def row_table(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    """Row winners to units; whoever is neither of the two tied."""
    options = {name: given[name] for name in ROW_TABLE_OPTIONS if name in given}
    terms = game.with_options({**options, **({"unit_value": given["unit"]} if "unit" in given else {})}).terms
    pairs = {str(name): [int(seat) for seat in str(name).split("v")] for name in given["winners"]}
    count = whole("n", given.get("n", max(max(pair) for pair in pairs.values())))
    if count not in game.seats(terms) or any(not 1 <= seat <= count for pair in pairs.values() for seat in pair):
        raise NotAllowed(f"{game.name} seats 2 to {terms.players}, and pairs are of those seats, not {count} [CHI-03]")
    totals = dict.fromkeys(range(1, count + 1), 0)
    units = {}
    for (name, (one, two)), winners in zip(pairs.items(), given["winners"].values(), strict=True):
        won = [(winner == one) - (winner == two) for winner in winners]
        units[name] = sum(result.pays for result in score_rows(terms, won))
        totals[one] += units[name]
        totals[two] -= units[name]
    dollars = [total * terms.unit_value for total in totals.values()]
    return {"pair": units, "pairs": units, "totals": [*totals.values()], "dollars": dollars}


# A whole settlement ------------------------------------------------------------------------------------------------


def score(game: Game[chinese.Terms], given: Given) -> Mapping[str, Any]:
    """Any number of players, played from the deal; `in` may name chips and the unit beside the hands."""
    players = [{} if player == "surrender" else player for player in given["players"]]
    gone = [player == {} or bool(player.get("surrender")) for player in players]
    options = {name: given[name] for name in ROW_TABLE_OPTIONS if name in given}
    options |= {"unit_value": given["unit"]} if "unit" in given else {}
    game = game.with_options({**options, **({"surrender": True} if any(gone) else {})})
    # The vector shows arithmetic: a card may come twice where two examples were put side by side.
    game = replace(game, shoe=lambda terms: shoe(decks=4))
    try:
        done = played(game, given, players, gone)
    except NotAllowed as error:
        return {"refused": True, "legal": False, "why": str(error)}
    return {"refused": False, **settled(done)}


def played(game: Game[chinese.Terms], given: Given, players: list[Given], gone: list[bool]) -> Round:
    names = tuple(f"player {number}" for number in range(1, len(players) + 1))
    chips = dict(zip(names, given.get("chips", ()), strict=False))
    hands = [None if left else read_setting(player) for player, left in zip(players, gone, strict=True)]
    deal = after(start(game, Opening(players=names, chips=chips)), Dealt(dealt(hands)))
    if game.terms.surrender:
        said = ["surrender" if left else "play" for left in gone]
        deal = after(deal, *(Decided(seat, option) for seat, option in enumerate(said, start=1)))
    for seat, (player, hand) in enumerate(zip(players, hands, strict=True), start=1):
        if hand and not deal.over:
            deal = after(deal, HandsSet(seat, hand, claims=claims(player)))
    return replace(deal, seats=tuple(shown_anyway(seat, hands, players) for seat in deal.seats))


def shown_anyway(seat: Seat, hands: list[Setting | None], players: list[Given]) -> Seat:
    """Who alone is left need not set; where the vector sets the hand all the same, it counts."""
    hand = hands[seat.number - 1]
    return replace(seat, setting=hand, claims=claims(players[seat.number - 1])) if hand else seat


def dealt(hands: list[Setting | None]) -> Cards:
    """Thirteen cards a seat; who surrendered held any others."""
    held = [tuple(card for cards in hand.values() for card in cards) if hand else () for hand in hands]
    others = iter(surplus(DECK, (card for cards in held for card in cards)) + DECK)
    return tuple(card for cards in held for card in cards or [next(others) for _ in range(13)])


def claims(player: Given) -> tuple[str, ...]:
    """What a player declares: `claims: [natural]`, or `natural: true`."""
    said = player.get("claims", ())
    plain = any(player.get(word) for word in ("natural", "declare", "declared"))
    return ("natural",) if plain else (said,) if isinstance(said, str) else tuple(said)


def settled(done: Round) -> Mapping[str, Any]:
    terms = done.game.terms
    seats = [seat.number for seat in done.seats]
    payments = settlement(done)
    matrix = [[0] * len(seats) for _ in seats]
    for ours, theirs in combinations(seats, 2):
        between = net(p for p in payments if {p.payer, p.payee} == {ours, theirs})
        matrix[ours - 1][theirs - 1] = units(between.get(ours, 0), terms.unit_value)
        matrix[theirs - 1][ours - 1] = units(between.get(theirs, 0), terms.unit_value)
    dollars = [net(payments).get(seat, 0) for seat in seats]
    pair = {f"{one}v{two}": matrix[one - 1][two - 1] for one, two in combinations(seats, 2)}
    hands = [expose(terms, seat) for seat in done.seats]
    return {
        "status": [hand.status for hand in hands],
        "naturals": [hand.natural for hand in hands],
        "totals": [sum(row) for row in matrix],
        "sum": sum(sum(row) for row in matrix),
        "bonuses": [sum(bonus.pays for bonus in hand.bonuses.values()) for hand in hands],
        **{"matrix": matrix, "pair": pair, "dollars": dollars, "chips": dollars},
        "clauses": [payment.clause for payment in payments],
    }


def units(chips: int, unit_value: int) -> Any:
    """Whole units, or a fraction where a prize was shared or chips ran out."""
    share = Fraction(chips, unit_value)
    return int(share) if share.denominator == 1 else share


def same_names(expected: Any, got: Any) -> bool:
    return set(expected or ()) == set(got)


ROWS_GIVEN = (*ROWS, "hand")
KINDS = {
    "row_table": Kind(row_table, ("n", "unit", "winners", *ROW_TABLE_OPTIONS)),
    "score": Kind(score, ("players", "unit", "chips", *ROW_TABLE_OPTIONS)),
    "legal": Kind(legal, ROWS_GIVEN),
    "compare": Kind(compare, ("row", "a", "b")),
    "naturals": Kind(naturals, ("cards", *ROWS_GIVEN), same={"naturals": same_names}),
    "bonus": Kind(bonus, ROWS_GIVEN),
    "house_way": Kind(house_way, ("cards",), same=dict.fromkeys(ROWS, same_cards)),
}

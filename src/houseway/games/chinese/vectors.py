"""The kinds of test vector for Chinese Poker."""

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
from ...vectors import Answers, Given, Kind, exactly, same_cards, whole
from . import sheet as chinese
from .bonuses import bonuses_paid_together, row_bonuses
from .exposure import expose
from .fouls import foul
from .hand_order import ROWS, strength
from .house_way import house_way as set_house_way
from .naturals import NATURALS, naturals_in
from .prizes import total_units
from .scoring import score_rows

WINNER = {1: "a", -1: "b", 0: "tie"}
SCORING_OPTIONS = ("scoring", "variant_tie_rule", "unit_value", "unit_max")
"""Options that a vector may name with its hands."""
CARDS_PER_SEAT = 13


def read_setting(given: Given) -> Setting:
    hand = given.get("hand", given)
    return {row: read_cards(hand[row]) for row in ROWS}


def legal(game: Game[chinese.Terms], given: Given) -> Answers:
    setting = read_setting(given)
    reason = foul(game.terms, setting, {})
    made = {row: strength(game.terms, hand).made.value for row, hand in setting.items()}
    return {"legal": reason is None, "foul": reason is not None, "why": reason, "classes": made}


def compare(game: Game[chinese.Terms], given: Given) -> Answers:
    ours = strength(game.terms, read_cards(given["a"]))
    theirs = strength(game.terms, read_cards(given["b"]))
    made = {"a": ours.made.value, "b": theirs.made.value}
    return {"winner": WINNER[compare_strengths(ours, theirs)], **made, "classes": [*made.values()]}


def naturals(game: Game[chinese.Terms], given: Given) -> Answers:
    """The naturals in thirteen cards, whether or not this table pays them."""
    cards = read_cards(given["cards"]) if "cards" in given else cards_in(read_setting(given))
    held = naturals_in(game.terms, cards)
    best = next((name for name in NATURALS if name in held), None)
    return {"naturals": sorted(held), "natural": bool(held), "best": best}


def cards_in(setting: Setting) -> Cards:
    return tuple(card for hand in setting.values() for card in hand)


def bonus(game: Game[chinese.Terms], given: Given) -> Answers:
    """What one opponent pays for a hand, whether or not this table pays bonuses."""
    rows = {row: strength(game.terms, hand) for row, hand in read_setting(given).items()}
    bonuses = bonuses_paid_together(game.terms, row_bonuses(game.terms, rows))
    by_row = {row: bonuses[row].pays if row in bonuses else 0 for row in ROWS}
    clauses = [line.clause for line in bonuses.values()]
    return {"units": sum(by_row.values()), "rows": by_row, **by_row, "clauses": clauses}


def house_way(game: Game[chinese.Terms], given: Given) -> Answers:
    setting = set_house_way(game.terms, exactly("house_way", read_cards(given["cards"]), CARDS_PER_SEAT))
    return {row: write_cards(setting[row]) for row in ROWS}


def row_table(game: Game[chinese.Terms], given: Given) -> Answers:
    """Units from the winners of each row; a winner that is neither of the two players is a tie."""
    terms = game.with_options(options_in(given)).terms
    pairs = {str(name): [int(seat) for seat in str(name).split("v")] for name in given["winners"]}
    count = whole("n", given.get("n", max(max(pair) for pair in pairs.values())))
    if count not in game.seats(terms) or any(not 1 <= seat <= count for pair in pairs.values() for seat in pair):
        raise NotAllowed(f"{game.name} seats 2 to {terms.players}, and pairs are of those seats, not {count} [CHI-03]")
    totals = dict.fromkeys(range(1, count + 1), 0)
    units_by_pair = {}
    for (name, (one, two)), winners in zip(pairs.items(), given["winners"].values(), strict=True):
        outcomes = [row_outcome(winner, one, two) for winner in winners]
        pair_units = sum(result.pays for result in score_rows(terms, outcomes))
        units_by_pair[name] = pair_units
        totals[one] += pair_units
        totals[two] -= pair_units
    dollars = [total * terms.unit_value for total in totals.values()]
    return {"pair": units_by_pair, "pairs": units_by_pair, "totals": [*totals.values()], "dollars": dollars}


def row_outcome(winner: Any, one: int, two: int) -> int:
    """1 if the first player won the row, -1 if the second did, 0 for a tie."""
    if winner == one:
        return 1
    return -1 if winner == two else 0


def options_in(given: Given) -> dict[str, Any]:
    """The options that a vector names with its hands; `unit` is short for `unit_value`."""
    options = {name: given[name] for name in SCORING_OPTIONS if name in given}
    if "unit" in given:
        options["unit_value"] = given["unit"]
    return options


# A whole settlement ------------------------------------------------------------------------------------------------


def score(game: Game[chinese.Terms], given: Given) -> Answers:
    """A round of any number of players from the deal; `in` may name chips and the unit with the hands."""
    players = [{} if player == "surrender" else player for player in given["players"]]
    surrenders = [player == {} or bool(player.get("surrender")) for player in players]
    options = options_in(given)
    if any(surrenders):
        options["surrender"] = True
    game = game.with_options(options)
    # Vectors show arithmetic: a card may occur twice where two examples were put side by side.
    game = replace(game, shoe=lambda terms: shoe(decks=4))
    try:
        round_ = play_round(game, given, players, surrenders)
    except NotAllowed as error:
        return {"refused": True, "legal": False, "why": str(error)}
    return {"refused": False, **settlement_figures(round_)}


def play_round(game: Game[chinese.Terms], given: Given, players: list[Given], surrenders: list[bool]) -> Round:
    """The round of a vector, with every hand set."""
    names = tuple(f"player {number}" for number in range(1, len(players) + 1))
    chips = dict(zip(names, given.get("chips", ()), strict=False))
    hands = [None if gone else read_setting(player) for player, gone in zip(players, surrenders, strict=True)]
    round_ = after(start(game, Opening(players=names, chips=chips)), Dealt(cards_to_deal(hands)))
    if game.terms.surrender:
        for seat, gone in enumerate(surrenders, start=1):
            round_ = after(round_, Decided(seat, "surrender" if gone else "play"))
    for seat, (player, hand) in enumerate(zip(players, hands, strict=True), start=1):
        if hand and not round_.over:
            round_ = after(round_, HandsSet(seat, hand, claims=claims(player)))
    return replace(round_, seats=tuple(with_hand(seat, hands, players) for seat in round_.seats))


def with_hand(seat: Seat, hands: list[Setting | None], players: list[Given]) -> Seat:
    """The seat with the vector's hand, also for the last live player, who need not set it."""
    hand = hands[seat.number - 1]
    return replace(seat, setting=hand, claims=claims(players[seat.number - 1])) if hand else seat


def cards_to_deal(hands: list[Setting | None]) -> Cards:
    """Thirteen cards for each seat; a seat that surrenders gets cards that no vector names."""
    named = [cards_in(hand) if hand else () for hand in hands]
    others = iter(surplus(DECK, (card for cards in named for card in cards)) + DECK)
    return tuple(card for cards in named for card in cards or [next(others) for _ in range(CARDS_PER_SEAT)])


def claims(player: Given) -> tuple[str, ...]:
    """What a player declares: `claims: [natural]`, or `natural: true`."""
    if any(player.get(word) for word in ("natural", "declare", "declared")):
        return ("natural",)
    declared = player.get("claims", ())
    return (declared,) if isinstance(declared, str) else tuple(declared)


def settlement_figures(round_: Round) -> Answers:
    """Every figure of a settled round that a vector may ask for."""
    terms = round_.game.terms
    seats = [seat.number for seat in round_.seats]
    payments = settlement(round_)
    matrix = [[0] * len(seats) for _ in seats]
    for ours, theirs in combinations(seats, 2):
        between = net(payment for payment in payments if {payment.payer, payment.payee} == {ours, theirs})
        matrix[ours - 1][theirs - 1] = units(between.get(ours, 0), terms.unit_value)
        matrix[theirs - 1][ours - 1] = units(between.get(theirs, 0), terms.unit_value)
    dollars = [net(payments).get(seat, 0) for seat in seats]
    pair = {f"{one}v{two}": matrix[one - 1][two - 1] for one, two in combinations(seats, 2)}
    hands = [expose(terms, seat) for seat in round_.seats]
    return {
        "status": [hand.status for hand in hands],
        "naturals": [hand.natural for hand in hands],
        "totals": [sum(row) for row in matrix],
        "sum": sum(sum(row) for row in matrix),
        "bonuses": [total_units(bonuses_paid_together(terms, hand.bonuses)) for hand in hands],
        "matrix": matrix,
        "pair": pair,
        "dollars": dollars,
        "chips": dollars,
        "clauses": [payment.clause for payment in payments],
    }


def units(chips: int, unit_value: int) -> Any:
    """Whole units, or a fraction where a prize was shared or chips ran out."""
    share = Fraction(chips, unit_value)
    return int(share) if share.denominator == 1 else share


def same_names(expected: Any, answer: Any) -> bool:
    return set(expected or ()) == set(answer)


ROWS_GIVEN = (*ROWS, "hand")
KINDS = {
    "row_table": Kind(row_table, ("n", "unit", "winners", *SCORING_OPTIONS)),
    "score": Kind(score, ("players", "unit", "chips", *SCORING_OPTIONS)),
    "legal": Kind(legal, ROWS_GIVEN),
    "compare": Kind(compare, ("row", "a", "b")),
    "naturals": Kind(naturals, ("cards", *ROWS_GIVEN), same={"naturals": same_names}),
    "bonus": Kind(bonus, ROWS_GIVEN),
    "house_way": Kind(house_way, ("cards",), same=dict.fromkeys(ROWS, same_cards)),
}

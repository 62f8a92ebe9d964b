"""The kinds of test vector for Pyramid Poker."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...rules import table as table_rules
from ...rules.cards import Cards, read_cards, write_cards
from ...rules.dealing import cards_due
from ...rules.game import Game, Opening
from ...rules.moves import Dealt, HandsSet, Posted
from ...rules.payments import HOUSE, net
from ...rules.paytable import Result
from ...rules.playing import after, settlement, start
from ...rules.round import Round
from ...rules.setting import Setting
from ...rules.table import Table, close_round, open_round
from ...rules.values import replace
from ...vectors import Answers, Given, Kind, exactly, same_ranks, whole
from . import cover, fouls
from .house_way import house_way as set_house_way
from .settlement import results
from .side_wagers import six_card_result, three_card_result
from .terms import Terms
from .wagers import MAIN, SIX_CARD, THREE_CARD, WAGERS

RESULT_KEYS = {MAIN: "main", THREE_CARD: "w2", SIX_CARD: "w3"}
"""The key of each wager's result in a vector's `out`."""
BET_KEYS = {
    MAIN: (MAIN, "w1"),
    THREE_CARD: (THREE_CARD, "w2"),
    SIX_CARD: (SIX_CARD, "w3"),
}
"""The names that a vector may give each wager's stake."""
BETTOR = 1
BANKER = 2


def house_way(game: Game[Terms], given: Given) -> Answers:
    setting = set_house_way(game.terms, read_cards(given["cards"]))
    return {slot: write_cards(hand) for slot, hand in setting.items()}


def foul(game: Game[Terms], given: Given) -> Answers:
    return {"foul": fouls.foul(game.terms, read_setting(given.get("setting", given)), {}) is not None}


def read_setting(given: Given) -> Setting:
    return {"low": exactly("low", read_cards(given["low"]), 1), "high": exactly("high", read_cards(given["high"]), 2)}


def w2(game: Game[Terms], given: Given) -> Answers:
    cards = read_cards(given["cards"] if "cards" in given else given["player"])
    return line(three_card_result(game.terms, exactly("w2", cards, 3)))


def w3(game: Game[Terms], given: Given) -> Answers:
    cards = read_cards(given["cards"]) if "cards" in given else read_cards(given["player"]) + read_cards(given["house"])
    return line(six_card_result(game.terms, exactly("w3", cards, 6)))


def line(result: Result) -> Answers:
    return {"class": result.line, "pays": result.pays}


# A whole round -----------------------------------------------------------------------------------------------------


def round_(game: Game[Terms], given: Given) -> Answers:
    """One player against the House or a Player Banker: each wager before the payout cap, the total after it."""
    bets = read_bets(given["bets"])
    played = play_round(with_any_stakes(game, bets), given, bets)
    seat = played.seat(BETTOR)
    wager_results = {  # a side wager of nothing still has its line
        THREE_CARD: three_card_result(game.terms, seat.cards),
        SIX_CARD: six_card_result(game.terms, seat.cards + played.dealer),
        **results(played.game.terms, played, seat),
    }
    lines = {RESULT_KEYS[wager]: [result.line, result.pays * bets[wager]] for wager, result in wager_results.items()}
    payments = settlement(played)
    totals = net(payments)
    house_bet = net(payment for payment in payments if payment.wager == "house bet")
    return {
        **lines,
        "total": totals.get(BETTOR, 0),
        "banker": totals.get(BANKER, 0),
        "house": totals.get(HOUSE, 0),
        "house_bet": house_bet.get(HOUSE, 0),
    }


def read_bets(given: Any) -> dict[str, int]:
    """Three stakes in order, or by name."""
    named = isinstance(given, Mapping)
    stakes = [first_of(given, BET_KEYS[wager], 0) for wager in WAGERS] if named else given
    return {wager: whole(wager, chips) for wager, chips in zip(WAGERS, stakes, strict=True)}


def first_of(given: Given, names: Iterable[str], default: Any) -> Any:
    """The value under the first of these names that is given."""
    return next((given[name] for name in names if name in given), default)


def with_any_stakes(game: Game[Terms], bets: Mapping[str, int]) -> Game[Terms]:
    """The game with limits wide enough for the stakes of a vector."""
    options: dict[str, Any] = {}
    for number in (1, 2, 3):
        options[f"w{number}_min"] = 1
        options[f"w{number}_max"] = 10**9
    if 0 in bets.values():
        options["side_wagers"] = "optional"
    return game.with_options(options)


def play_round(game: Game[Terms], given: Given, bets: Mapping[str, int]) -> Round:
    """The round of a vector up to its settlement."""
    bank = given.get("bank")
    house_bet = given.get("house_bet", 0)
    posted = Posted(BETTOR, {wager: chips for wager, chips in bets.items() if chips})
    if bank:
        opening = Opening(players=("player", "banker"), banker=BANKER, house_bet=house_bet)
        played = after(start(game, opening), posted, Posted(BANKER, {THREE_CARD: 1, SIX_CARD: 1}))
    else:
        played = after(start(game, Opening(players=("player",), house_bet=house_bet)), posted)
    cards = read_cards(given["player"])
    bank_cards = read_cards(bank["cards"]) if bank else ()
    played = after(played, Dealt(cards + bank_cards + read_cards(given["house"])))
    chosen = given.get("set", given.get("setting", "house_way"))
    played = after(played, HandsSet(BETTOR, chosen_setting(game, cards, chosen)))
    if bank:
        chosen = bank.get("setting", bank.get("set", "house_way"))
        played = after(played, HandsSet(BANKER, chosen_setting(game, bank_cards, chosen)))
    return played


def chosen_setting(game: Game[Terms], cards: Cards, chosen: Any) -> Setting:
    """The setting that a vector names: its hands, or `house_way`."""
    return set_house_way(game.terms, cards) if chosen == "house_way" else read_setting(chosen)


# The bank's cover --------------------------------------------------------------------------------------------------

STAKES = ("bets", "w1_bets", "w1", "wagers", "main")
MEANS = ("bank", "bankroll", "chips")
TALLY = ("tally", "sum", "total")
NEEDED = ("required", "cover", "needed", "need", "required_bank", "cover_needed")
ENOUGH = ("covered", "ok", "enough", "sufficient", "covers", "accepted", "legal")
"""The names that a vector may use for each figure; the first is ours."""


def bank_cover(game: Game[Terms], given: Given) -> Answers:
    """The chips that a player's bank must hold against these first wagers before the deal."""
    main_wagers = read_main_wagers(first_of(given, STAKES, ()))
    house_bet = given.get("house_bet", 0)
    bank = first_of(given, MEANS, None)
    required = cover.bank_cover(game.terms, main_wagers, house_bet)
    figures: dict[str, Any] = dict.fromkeys(TALLY, sum(main_wagers) + house_bet)
    figures |= dict.fromkeys(NEEDED, required)
    if bank is not None:
        figures |= dict.fromkeys(ENOUGH, bank >= required)
    return figures


def read_main_wagers(given: Any) -> list[int]:
    """First wagers as one stake, a list or by name; of a list of all three stakes the first counts."""
    if isinstance(given, Mapping):
        stakes = list(given.values())
    elif isinstance(given, list | tuple):
        stakes = list(given)
    else:
        stakes = [given]
    return [whole("bets", stake[0] if isinstance(stake, list | tuple) else stake) for stake in stakes]


# The House's wager against a bank ---------------------------------------------------------------------------------


def house_bet_cap(game: Game[Terms], given: Given) -> Answers:
    """The most the House may wager against a player who made these first wagers against it in the round before."""
    main_wagers = read_main_wagers(given["w1"])
    hands = len(main_wagers)
    wide = with_any_stakes(game, {}).with_options({"max_hands_per_player": max(hands, game.terms.max_hands_per_player)})
    before = Table(game=wide, players=("banker",) * hands)
    played = open_round(before)
    for number, chips in enumerate(main_wagers, start=1):
        played = after(played, Posted(number, {MAIN: chips, THREE_CARD: 1, SIX_CARD: 1}))
    played = after(played, Dealt(wide.shoe(wide.terms)[: cards_due(played)]))
    for seat in played.seats:
        played = after(played, HandsSet(seat.number, set_house_way(wide.terms, seat.cards)))
    with_one_hand = replace(close_round(before, played), players=("banker",))
    return {"cap": table_rules.house_bet_cap(with_one_hand, BETTOR)}


KINDS = {
    "house_way": Kind(house_way, ("cards",), same={"low": same_ranks, "high": same_ranks}),
    "foul": Kind(foul, ("low", "high", "setting")),
    "w2": Kind(w2, ("cards", "player")),
    "w3": Kind(w3, ("player", "house", "cards")),
    "round": Kind(round_, ("player", "set", "setting", "house", "bank", "bets", "house_bet")),
    "bank_cover": Kind(bank_cover, (*STAKES, *MEANS, "house_bet")),
    "house_bet_cap": Kind(house_bet_cap, ("w1",)),
}

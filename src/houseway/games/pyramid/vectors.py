"""The kinds of test vector for Pyramid Poker."""

from collections.abc import Mapping
from typing import Any

from ...rules.cards import read_cards, write_cards
from ...rules.game import Game, Opening
from ...rules.moves import Dealt, HandsSet, Posted
from ...rules.payments import net
from ...rules.paytable import Result
from ...rules.playing import after, settlement, start
from ...rules.round import Round
from ...rules.setting import Setting
from ...vectors import Given, Kind, exactly, same_ranks, whole
from . import cover, fouls, side_wagers, wagers
from . import sheet as pyramid
from .house_way import house_way as set_house_way
from .settlement import results

WAGERS = (wagers.MAIN, wagers.THREE_CARD, wagers.SIX_CARD)


def house_way(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    setting = set_house_way(game.terms, read_cards(given["cards"]))
    return {slot: write_cards(hand) for slot, hand in setting.items()}


def foul(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    return {"foul": fouls.foul(game.terms, read_setting(given.get("setting", given)), {}) is not None}


def read_setting(given: Given) -> Setting:
    return {"low": exactly("low", read_cards(given["low"]), 1), "high": exactly("high", read_cards(given["high"]), 2)}


def w2(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    cards = read_cards(given["cards"] if "cards" in given else given["player"])
    return line(side_wagers.three_card_result(game.terms, exactly("w2", cards, 3)))


def w3(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    cards = read_cards(given["cards"]) if "cards" in given else read_cards(given["player"]) + read_cards(given["house"])
    return line(side_wagers.six_card_result(game.terms, exactly("w3", cards, 6)))


def line(result: Result) -> Mapping[str, Any]:
    return {"class": result.line, "pays": result.pays}


def round_(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    """One player against the House, or a banker in the second seat; wagers before the cap, the total after it."""
    bets = read_bets(given["bets"])
    deal = played(with_any_stakes(game, bets), given, bets)
    terms = game.terms
    seat = deal.seat(1)
    found = {  # a wager of nothing still has its line
        wagers.THREE_CARD: side_wagers.three_card_result(terms, seat.cards),
        wagers.SIX_CARD: side_wagers.six_card_result(terms, seat.cards + deal.dealer),
        **results(deal.game.terms, deal, seat),
    }
    lines = {ANSWERS[wager]: [result.line, result.pays * bets[wager]] for wager, result in found.items()}
    won = net(settlement(deal))
    staked = sum(p.chips * (1 if p.payee == "house" else -1) for p in settlement(deal) if p.wager == "house bet")
    return {**lines, "total": won.get(1, 0), "banker": won.get(2, 0), "house": won.get("house", 0), "house_bet": staked}


ANSWERS = dict(zip(WAGERS, ("main", "w2", "w3"), strict=True))


def read_bets(given: Any) -> dict[str, int]:
    """Three stakes in order, or by name."""
    if isinstance(given, Mapping):
        named = {w: given.get(w, given.get(f"w{n}", given.get(ANSWERS[w], 0))) for n, w in enumerate(WAGERS, start=1)}
        return {wager: whole(wager, chips) for wager, chips in named.items()}
    return {wager: whole(wager, chips) for wager, chips in zip(WAGERS, given, strict=True)}


def with_any_stakes(game: Game[pyramid.Terms], bets: Mapping[str, int]) -> Game[pyramid.Terms]:
    """The game with limits that hold the stakes a vector shows its arithmetic with."""
    limits = {f"w{n}_{end}": value for n in (1, 2, 3) for end, value in (("min", 1), ("max", 10**9))}
    return game.with_options({**limits, **({"side_wagers": "optional"} if 0 in bets.values() else {})})


def played(game: Game[pyramid.Terms], given: Given, bets: Mapping[str, int]) -> Round:
    bank = given.get("bank")
    players = ("player", "banker") if bank else ("player",)
    opening = Opening(players=players, banker=2 if bank else "house", house_bet=given.get("house_bet", 0))
    posted = Posted(1, {wager: chips for wager, chips in bets.items() if chips})
    deal = after(start(game, opening), posted, *([Posted(2, dict.fromkeys(WAGERS[1:], 1))] if bank else []))
    held = [read_cards(given["player"])] + ([read_cards(bank["cards"])] if bank else [])
    deal = after(deal, Dealt(tuple(card for cards in (*held, read_cards(given["house"])) for card in cards)))
    own = bank.get("setting", bank.get("set", "house_way")) if bank else None
    chosen = [given.get("set", given.get("setting", "house_way"))] + ([own] if bank else [])
    for number, (cards, setting) in enumerate(zip(held, chosen, strict=True), start=1):
        hands = set_house_way(game.terms, cards) if setting == "house_way" else read_setting(setting)
        deal = after(deal, HandsSet(number, hands))
    return deal


def bank_cover(game: Game[pyramid.Terms], given: Given) -> Mapping[str, Any]:
    """What a player's bank must hold against these first wagers before the deal."""
    bets = next((given[name] for name in STAKES if name in given), ())
    listed = bets.values() if isinstance(bets, Mapping) else bets if isinstance(bets, list | tuple) else (bets,)
    mains = [whole("bets", stake[0] if isinstance(stake, list | tuple) else stake) for stake in listed]
    house_bet = given.get("house_bet", 0)
    bank = next((given[name] for name in MEANS if name in given), None)
    required = cover.bank_cover(game.terms, mains, house_bet)
    found: dict[str, Any] = {**dict.fromkeys(TALLY, sum(mains) + house_bet), **dict.fromkeys(NEEDED, required)}
    return found if bank is None else {**found, **dict.fromkeys(ENOUGH, bank >= required)}


STAKES = ("bets", "w1_bets", "w1", "wagers", "main")
MEANS = ("bank", "bankroll", "chips")
TALLY = ("tally", "sum", "total")
NEEDED = ("required", "cover", "needed", "need", "required_bank", "cover_needed")
ENOUGH = ("covered", "ok", "enough", "sufficient", "covers", "accepted", "legal")
"""The words in which a card room may ask: the first of each is ours."""


KINDS = {
    "house_way": Kind(house_way, ("cards",), same={"low": same_ranks, "high": same_ranks}),
    "foul": Kind(foul, ("low", "high", "setting")),
    "w2": Kind(w2, ("cards", "player")),
    "w3": Kind(w3, ("player", "house", "cards")),
    "round": Kind(round_, ("player", "set", "setting", "house", "bank", "bets", "house_bet")),
    "bank_cover": Kind(bank_cover, (*STAKES, *MEANS, "house_bet")),
}

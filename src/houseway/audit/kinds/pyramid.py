"""The kinds of test vector for Pyramid Poker."""

from collections.abc import Mapping
from typing import Any

from ...games import pyramid
from ...rules.cards import read_card, read_cards, write_cards
from ...rules.game import Game, Opening
from ...rules.payments import net
from ...rules.paytable import Result
from ...rules.round import Dealt, HandsSet, Posted, after, settlement, start
from ...rules.setting import Setting
from . import Given, Kind, same_ranks

WAGERS = (pyramid.MAIN, pyramid.THREE_CARD, pyramid.SIX_CARD)


def house_way(game: Game[Any], given: Given) -> Mapping[str, Any]:
    setting = pyramid.house_way(game.terms, read_cards(given["cards"]))
    return {slot: write_cards(hand) for slot, hand in setting.items()}


def foul(game: Game[Any], given: Given) -> Mapping[str, Any]:
    return {"foul": pyramid.foul(game.terms, read_setting(given), {}) is not None}


def read_setting(given: Given) -> Setting:
    return {"low": (read_card(given["low"]),), "high": read_cards(given["high"])}


def w2(game: Game[Any], given: Given) -> Mapping[str, Any]:
    return line(pyramid.three_card_result(game.terms, read_cards(given["cards"])))


def w3(game: Game[Any], given: Given) -> Mapping[str, Any]:
    return line(pyramid.six_card_result(game.terms, read_cards(given["player"]) + read_cards(given["house"])))


def line(result: Result) -> Mapping[str, Any]:
    return {"class": result.line, "pays": result.pays}


def round_(game: Game[Any], given: Given) -> Mapping[str, Any]:
    """One player against the House, or a banker in the second seat; wagers before the cap, the total after it."""
    bank = given.get("bank")
    # The vector names stakes to show arithmetic, whatever limits this house has.
    game = game.with_options({f"w{n}_{end}": value for n in (1, 2, 3) for end, value in (("min", 1), ("max", 10**9))})
    game = game.with_options({"side_wagers": "optional"}) if 0 in given["bets"] else game
    bets = dict(zip(WAGERS, given["bets"], strict=True))
    players = ("player", "banker") if bank else ("player",)
    deal = start(game, Opening(players=players, banker=2 if bank else "house"))
    deal = after(deal, Posted(1, bets), *([Posted(2, dict.fromkeys(WAGERS[1:], 1))] if bank else []))
    held = [read_cards(given["player"])] + ([read_cards(bank["cards"])] if bank else [])
    deal = after(deal, Dealt(tuple(card for cards in (*held, read_cards(given["house"])) for card in cards)))
    chosen = [given.get("set", "house_way")] + ([bank.get("setting", "house_way")] if bank else [])
    for number, (cards, setting) in enumerate(zip(held, chosen, strict=True), start=1):
        hands = pyramid.house_way(game.terms, cards) if setting == "house_way" else read_setting(setting)
        deal = after(deal, HandsSet(number, hands))
    results = pyramid.results(game.terms, deal, deal.seat(1))
    lines = {wager: [result.line, result.pays * bets[wager]] for wager, result in results.items()}
    names = dict(zip(WAGERS, ("main", "w2", "w3"), strict=True))
    return {**{names[wager]: found for wager, found in lines.items()}, "total": net(settlement(deal)).get(1, 0)}


def bank_cover(game: Game[Any], given: Given) -> Mapping[str, Any]:
    """What a player's bank must hold against these first wagers before the deal."""
    bets = given.get("bets", given.get("w1_bets", []))
    house_bet, bank = given.get("house_bet", 0), given.get("bank")
    required = pyramid.bank_cover(game.terms, list(bets), house_bet)
    tally = {"tally": sum(bets) + house_bet, "required": required, "cover": required}
    return tally if bank is None else {**tally, "covered": bank >= required, "ok": bank >= required}


KINDS = {
    "house_way": Kind(house_way, ("cards",), same={"low": same_ranks, "high": same_ranks}),
    "foul": Kind(foul, ("low", "high")),
    "w2": Kind(w2, ("cards",)),
    "w3": Kind(w3, ("player", "house")),
    "round": Kind(round_, ("player", "set", "house", "bank", "bets")),
    "bank_cover": Kind(bank_cover, ("bets", "w1_bets", "house_bet", "bank")),
}

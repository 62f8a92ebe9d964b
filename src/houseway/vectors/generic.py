"""The kinds of test vector that every game has: house way, foul, comparison of hands, and whole round."""

from collections.abc import Mapping
from typing import Any

from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import NotAllowed, Unreadable
from ..rules.game import AnyGame, Deal, Opening, SetHands, Wager
from ..rules.moves import Dealt, HandsSet, Posted
from ..rules.payments import HOUSE, net
from ..rules.playing import after, settlement, start
from ..rules.ranking import Strength, compare_strengths
from ..rules.round import Round, Seat
from ..rules.setting import Setting, why_not_set
from . import Answers, Given, Kind, same_ranks, whole

WINNER = {1: "a", -1: "b", 0: "tie"}


class _SameRanksInEverySlot(dict[str, Any]):
    """Compares the hands of every slot by rank, whatever the names of the slots are."""

    def get(self, name: str, default: Any = None) -> Any:
        return same_ranks


def read_setting(given: Mapping[str, Any]) -> Setting:
    return {str(slot): read_cards(hand) for slot, hand in given.items()}


def house_way(game: AnyGame, given: Given) -> Answers:
    if game.house_way is None:
        raise NotAllowed(f"{game.name} has no house way")
    setting = game.house_way(game.terms, right_cards(game, read_cards(given["cards"])))
    return {slot: write_cards(hand) for slot, hand in setting.items()}


def right_cards(game: AnyGame, cards: Cards) -> Cards:
    """The cards, which must be as many as a seat is dealt."""
    steps = game.steps(game.terms, Opening(players=("player",)))
    count = sum(step.cards for step in steps if isinstance(step, Deal))
    if len(cards) != count:
        raise Unreadable(f"{game.name} deals {count} cards, not {len(cards)}: {write_cards(cards) or 'none'}")
    return cards


def foul(game: AnyGame, given: Given) -> Answers:
    setting = read_setting(given["setting"])
    cards = tuple(card for hand in setting.values() for card in hand)
    reason = why_not_set(game.slots(game.terms, Seat(number=1, player="player")), cards, setting)
    if reason:
        raise NotAllowed(reason)
    return {"foul": game.foul(game.terms, setting, {}) is not None}


def compare(game: AnyGame, given: Given) -> Answers:
    """Two hands in one slot: which is stronger, and their classes."""
    ours, theirs = (strength(game, str(given["slot"]), read_cards(given[side])) for side in ("a", "b"))
    return {"winner": WINNER[compare_strengths(ours, theirs)], "a": ours.made.value, "b": theirs.made.value}


def strength(game: AnyGame, slot: str, hand: Cards) -> Strength:
    value = game.strength(game.terms, slot, hand, ())
    if value is None:
        raise NotAllowed(f"{game.name} compares no hands in {slot}")
    return value


def whole_round(game: AnyGame, given: Given) -> Answers:
    """A whole round of one wager: `players` with cards, hands and stake, `house` with the dealer's cards."""
    players = given["players"]
    stakes = [whole("bet", player.get("bet", 0)) for player in players]
    played = play_round(game, given, stakes)
    payments = settlement(played)
    won = net(payments)
    first = next((p for p in payments if 1 in (p.payer, p.payee)), None)
    return {
        "won": [won.get(seat.number, 0) for seat in played.seats],
        "house": won.get(HOUSE, 0),
        "commission": sum(p.chips for p in payments if p.wager == "commission"),
        "clause": first.clause if first else None,
        "why": first.why if first else None,
    }


def play_round(game: AnyGame, given: Given, stakes: list[int]) -> Round:
    """The round from its wagers to its end; hands that are not given are set the house way."""
    players = given["players"]
    names = tuple(f"player {number}" for number in range(1, len(players) + 1))
    bank = given.get("bank", HOUSE)
    house_bet = whole("house_bet", given.get("house_bet", 0))
    round_ = start(game, Opening(players=names, banker=bank, house_bet=house_bet))
    if isinstance(round_.step, Wager):
        spot = next(spot.name for spot in round_.step.spots if not spot.optional)
        posted = [Posted(seat, {spot: chips}) for seat, chips in enumerate(stakes, start=1) if seat != bank]
        round_ = after(round_, *posted)
    hands = [read_cards(player["cards"]) for player in players]
    dealers = read_cards(given.get("house", []))
    round_ = after(round_, Dealt(tuple(card for cards in (*hands, dealers) for card in cards)))
    for seat, (player, cards) in enumerate(zip(players, hands, strict=True), start=1):
        if isinstance(round_.step, SetHands):
            setting = player.get("set", "house_way")
            if setting == "house_way":
                setting = house_way(game, {"cards": [str(card) for card in cards]})
            round_ = after(round_, HandsSet(seat, read_setting(setting)))
    return round_


KINDS = {
    "house_way": Kind(house_way, ("cards",), same=_SameRanksInEverySlot()),
    "foul": Kind(foul, ("setting",)),
    "compare": Kind(compare, ("slot", "a", "b")),
    "round": Kind(whole_round, ("players", "house", "bank", "house_bet")),
}

"""The kinds of test vector that any game has: what its sheet makes of cards, of hands and of whole rounds."""

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
from . import Given, Kind, same_ranks, whole

WINNER = {1: "a", -1: "b", 0: "tie"}


class _OfAnySlot(dict[str, Any]):
    """Compares hands by rank, whatever a game calls them."""

    def get(self, name: str, default: Any = None) -> Any:
        return same_ranks


def read_setting(given: Mapping[str, Any]) -> Setting:
    return {str(slot): read_cards(hand) for slot, hand in given.items()}


def house_way(game: AnyGame, given: Given) -> Mapping[str, Any]:
    if game.house_way is None:
        raise NotAllowed(f"{game.name} has no house way")
    setting = game.house_way(game.terms, right_cards(game, read_cards(given["cards"])))
    return {slot: write_cards(hand) for slot, hand in setting.items()}


def right_cards(game: AnyGame, cards: Cards) -> Cards:
    """As many as a seat is dealt."""
    steps = game.steps(game.terms, Opening(players=("player",)))
    count = sum(step.cards for step in steps if isinstance(step, Deal))
    if len(cards) != count:
        raise Unreadable(f"{game.name} deals {count} cards, not {len(cards)}: {write_cards(cards) or 'none'}")
    return cards


def foul(game: AnyGame, given: Given) -> Mapping[str, Any]:
    setting = read_setting(given["setting"])
    cards = tuple(card for hand in setting.values() for card in hand)
    reason = why_not_set(game.slots(game.terms, Seat(number=1, player="player")), cards, setting)
    if reason:
        raise NotAllowed(reason)
    return {"foul": game.foul(game.terms, setting, {}) is not None}


def compare(game: AnyGame, given: Given) -> Mapping[str, Any]:
    """Two hands in one slot: which is stronger, and what they are called."""
    ours, theirs = (strength(game, str(given["slot"]), read_cards(given[side])) for side in ("a", "b"))
    return {"winner": WINNER[compare_strengths(ours, theirs)], "a": ours.made.value, "b": theirs.made.value}


def strength(game: AnyGame, slot: str, hand: Cards) -> Strength:
    found = game.strength(game.terms, slot, hand, ())
    if found is None:
        raise NotAllowed(f"{game.name} compares no hands in {slot}")
    return found


def round_(game: AnyGame, given: Given) -> Mapping[str, Any]:
    """A whole round of one wager: `players` with cards, hands and stake, `house` with the dealer's cards."""
    players = given["players"]
    stakes = [whole("bet", player.get("bet", 0)) for player in players]
    played = settled(game, given, stakes)
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


def settled(game: AnyGame, given: Given, stakes: list[int]) -> Round:
    """The round from its wagers to its end; hands that are not given are set the house way."""
    players = given["players"]
    names = tuple(f"player {number}" for number in range(1, len(players) + 1))
    bank = given.get("bank", HOUSE)
    deal = start(game, Opening(players=names, banker=bank, house_bet=whole("house_bet", given.get("house_bet", 0))))
    if isinstance(deal.step, Wager):
        spot = next(spot.name for spot in deal.step.spots if not spot.optional)
        posted = [Posted(seat, {spot: chips}) for seat, chips in enumerate(stakes, start=1) if seat != bank]
        deal = after(deal, *posted)
    held = [read_cards(player["cards"]) for player in players]
    dealt = tuple(card for cards in (*held, read_cards(given.get("house", []))) for card in cards)
    deal = after(deal, Dealt(dealt))
    for seat, (player, cards) in enumerate(zip(players, held, strict=True), start=1):
        if isinstance(deal.step, SetHands):
            chosen = player.get("set", "house_way")
            hands = read_setting(house_way(game, {"cards": list(map(str, cards))}) if chosen == "house_way" else chosen)
            deal = after(deal, HandsSet(seat, hands))
    return deal


KINDS = {
    "house_way": Kind(house_way, ("cards",), same=_OfAnySlot()),
    "foul": Kind(foul, ("setting",)),
    "compare": Kind(compare, ("slot", "a", "b")),
    "round": Kind(round_, ("players", "house", "bank", "house_bet")),
}

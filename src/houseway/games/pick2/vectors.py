"""The kinds of test vector for Pick 2 Poker."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...rules.cards import DECK, Cards, read_cards, write_cards
from ...rules.errors import Unreadable
from ...rules.game import Game, Opening
from ...rules.moves import Dealt, Decided, HandsSet, Posted
from ...rules.payments import net
from ...rules.playing import after, settlement, start
from ...rules.ranking import Strength, against
from ...rules.round import Round, Seat
from ...vectors import Given, Kind
from . import sheet as pick2

ACTIONS = {"3": pick2.THREE, "three_card": pick2.THREE, "5": pick2.FIVE, "five_card": pick2.FIVE}
NAMES = {pick2.ANTE: "ante", pick2.PLAY: "play", pick2.BONUS_3_5: "bonus35", pick2.BONUS_5_ONLY: "only5"}


def compare(strength: Callable[[Cards], Strength]) -> Callable[[Game[pick2.Terms], Given], Mapping[str, Any]]:
    def run(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
        a = strength(read_cards(given["a"]))
        b = strength(read_cards(given["b"]))
        winner = {1: "a", -1: "b", 0: "tie"}[against(a, b)]
        return {"winner": winner, "stronger": winner, "a_class": a.made.value, "b_class": b.made.value}

    return run


def class5(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    return {"class": pick2.five_strength(read_cards(given["cards"])).made.value}


def class3(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    return {"class": pick2.three_strength(read_cards(given["cards"])).made.value}


def qualifies(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    return {"qualifies": pick2.qualifies(game.terms, read_cards(given["cards"])), **class5(game, given)}


def best3(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    best = pick2.best_three(read_cards(given["cards"]))
    return {"class": pick2.three_strength(best).made.value, "cards": write_cards(best)}


def same_three(expected: Any, got: Any) -> bool:
    """Three cards of equal strength are interchangeable."""
    return pick2.three_strength(read_cards(expected)) == pick2.three_strength(read_cards(got))


def bonus35(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    """What each table pays, and the wager as a whole; -1 is a loss. `three` is given where the played cards matter."""
    terms = game.terms
    cards = read_cards(given["cards"])
    option = action(given)
    played = three(cards, given) if option == pick2.THREE else None
    seat = Seat(number=1, player="player", live=option != pick2.FOLD)
    parts = (pick2.p35_five_part(terms, cards), pick2.p35_three_part(terms, cards, played))
    results = pick2.bonus_3_5(terms, cards, played, folded=not seat.live)
    total = sum(result.pays for result in results) if pick2.in_action(terms, seat, pick2.BONUS_3_5) else -1
    return {"five": max(0, parts[0].pays), "three": max(0, parts[1].pays), "total": total, "pays": total}


def only5(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    result = pick2.bonus_5_only(game.terms, read_cards(given["cards"]))
    return {"pays": result.pays, "class": result.line}


def action(given: Given) -> str:
    """What the player decided; where it is not said, the three cards of a vector mean that they are played."""
    said = str(given.get("action", pick2.THREE if "three" in given else pick2.FIVE))
    if ACTIONS.get(said, said) not in (pick2.THREE, pick2.FIVE, pick2.FOLD):
        raise Unreadable(f"action is three, five or fold, not {said!r}")
    return ACTIONS.get(said, said)


def three(cards: Cards, given: Given) -> Cards:
    return read_cards(given["three"]) if "three" in given else pick2.best_three(cards)


def round_(game: Game[pick2.Terms], given: Given) -> Mapping[str, Any]:
    """One player against the dealer; wagers before any cap, the total after it."""
    deal = played(game, given)
    seat = deal.seat(1)
    results = pick2.results(game.terms, deal, seat)
    stakes = pick2.stakes(game.terms, seat)
    nets = {name: results[wager].pays * stakes[wager] if wager in results else 0 for wager, name in NAMES.items()}
    main = results.get(pick2.ANTE)
    return {"result": main.line if main else "bonus_only", **nets, "total": net(settlement(deal)).get(1, 0)}


def played(game: Game[pick2.Terms], given: Given) -> Round:
    cards = read_cards(given["player"])
    option = action(given)
    unseen = [card for card in DECK if card not in cards][:5]  # a fold needs no dealer
    dealer = read_cards(given["dealer"]) if "dealer" in given else tuple(unseen)
    wagers = posted(given)
    # The vector shows arithmetic: a card may come twice where two examples were put side by side.
    loose = replace(opened_limits(game, max(wagers.values())), shoe=lambda terms: DECK * 2)
    deal = start(loose, Opening(players=("player",)))
    deal = after(deal, Posted(1, wagers), Dealt((*cards, *dealer)), Decided(1, option, given.get("play")))
    return deal if deal.over else after(deal, HandsSet(1, {pick2.THREE: three(cards, given)}))


def posted(given: Given) -> Mapping[str, int]:
    ante = given.get("ante", 0)
    wagers = {pick2.ANTE: ante, pick2.BONUS_3_5: given.get("bonus35", ante)}
    wagers |= {pick2.BONUS_5_ONLY: given.get("only5", 0), pick2.TIP: given.get("tip", 0)}
    return {wager: chips for wager, chips in wagers.items() if chips}


def opened_limits(game: Game[pick2.Terms], largest: int) -> Game[pick2.Terms]:
    """The game with house limits that hold the stakes a vector shows its arithmetic with."""
    highest = {name: max(largest, getattr(game.terms, name)) for name in ("ante_max", "b35_max")}
    return game.with_options({**highest, "ante_min": 1, "b35_min": 1})


KINDS = {
    "compare5": Kind(compare(pick2.five_strength), ("a", "b")),
    "compare3": Kind(compare(pick2.three_strength), ("a", "b")),
    "class5": Kind(class5, ("cards",)),
    "class3": Kind(class3, ("cards",)),
    "qualifies": Kind(qualifies, ("cards",)),
    "best3": Kind(best3, ("cards",), same={"cards": same_three}),
    "bonus35": Kind(bonus35, ("cards", "three", "action")),
    "only5": Kind(only5, ("cards",)),
    "round": Kind(round_, ("player", "three", "dealer", "ante", "bonus35", "only5", "tip", "play", "action")),
}

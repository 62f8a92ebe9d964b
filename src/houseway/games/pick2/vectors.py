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
from ...rules.ranking import Strength, compare_strengths
from ...rules.round import Round, Seat
from ...vectors import Answers, Given, Kind
from . import hand_order
from . import settlement as pick2_settlement
from . import wagers as pick2_wagers
from .bonuses import bonus_3_5, bonus_5_only, in_action, p35_five_part, p35_three_part
from .hand_order import best_three, five_strength, three_strength
from .terms import Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, FIVE, FOLD, PLAY, THREE, TIP

ACTIONS = {"3": THREE, "three_card": THREE, "5": FIVE, "five_card": FIVE}
NAMES = {ANTE: "ante", PLAY: "play", BONUS_3_5: "bonus35", BONUS_5_ONLY: "only5"}


def compare(strength: Callable[[Cards], Strength]) -> Callable[[Game[Terms], Given], Answers]:
    def run(game: Game[Terms], given: Given) -> Answers:
        a = strength(read_cards(given["a"]))
        b = strength(read_cards(given["b"]))
        winner = {1: "a", -1: "b", 0: "tie"}[compare_strengths(a, b)]
        return {"winner": winner, "stronger": winner, "a_class": a.made.value, "b_class": b.made.value}

    return run


def class5(game: Game[Terms], given: Given) -> Answers:
    return {"class": five_strength(read_cards(given["cards"])).made.value}


def class3(game: Game[Terms], given: Given) -> Answers:
    return {"class": three_strength(read_cards(given["cards"])).made.value}


def qualifies(game: Game[Terms], given: Given) -> Answers:
    return {"qualifies": hand_order.qualifies(game.terms, read_cards(given["cards"])), **class5(game, given)}


def best3(game: Game[Terms], given: Given) -> Answers:
    best = best_three(read_cards(given["cards"]))
    return {"class": three_strength(best).made.value, "cards": write_cards(best)}


def same_three(expected: Any, actual: Any) -> bool:
    """Three cards of equal strength are interchangeable."""
    return three_strength(read_cards(expected)) == three_strength(read_cards(actual))


def bonus35(game: Game[Terms], given: Given) -> Answers:
    """What each table pays, and the whole wager; -1 is a loss. `three` is given if the cards played matter."""
    terms = game.terms
    cards = read_cards(given["cards"])
    option = action(given)
    played = three(cards, given) if option == THREE else None
    seat = Seat(number=1, player="player", live=option != FOLD)
    parts = (p35_five_part(terms, cards), p35_three_part(terms, cards, played))
    results = bonus_3_5(terms, cards, played, folded=not seat.live)
    total = sum(result.pays for result in results) if in_action(terms, seat, BONUS_3_5) else -1
    return {"five": max(0, parts[0].pays), "three": max(0, parts[1].pays), "total": total, "pays": total}


def only5(game: Game[Terms], given: Given) -> Answers:
    result = bonus_5_only(game.terms, read_cards(given["cards"]))
    return {"pays": result.pays, "class": result.line}


def action(given: Given) -> str:
    """The player's decision. Without `action` it is three if the vector has three cards, else five."""
    written = str(given.get("action", THREE if "three" in given else FIVE))
    decision = ACTIONS.get(written, written)
    if decision not in (THREE, FIVE, FOLD):
        raise Unreadable(f"action is three, five or fold, not {written!r}")
    return decision


def three(cards: Cards, given: Given) -> Cards:
    return read_cards(given["three"]) if "three" in given else best_three(cards)


def round_(game: Game[Terms], given: Given) -> Answers:
    """A round of one player: each wager before a payout cap, the total after it."""
    deal = played(game, given)
    seat = deal.seat(1)
    results = pick2_settlement.results(game.terms, deal, seat)
    stakes = pick2_wagers.stakes(game.terms, seat)
    nets = {name: results[wager].pays * stakes[wager] if wager in results else 0 for wager, name in NAMES.items()}
    main = results.get(ANTE)
    return {"result": main.line if main else "bonus_only", **nets, "total": net(settlement(deal)).get(1, 0)}


def played(game: Game[Terms], given: Given) -> Round:
    cards = read_cards(given["player"])
    option = action(given)
    unseen = [card for card in DECK if card not in cards][:5]  # a fold needs no dealer
    dealer = read_cards(given["dealer"]) if "dealer" in given else tuple(unseen)
    wagers = posted(given)
    # A vector may use a card twice.
    loose = replace(with_wide_limits(game, max(wagers.values())), shoe=lambda terms: DECK * 2)
    deal = start(loose, Opening(players=("player",)))
    deal = after(deal, Posted(1, wagers), Dealt((*cards, *dealer)), Decided(1, option, given.get("play")))
    return deal if deal.over else after(deal, HandsSet(1, {THREE: three(cards, given)}))


def posted(given: Given) -> Mapping[str, int]:
    ante = given.get("ante", 0)
    wagers = {ANTE: ante, BONUS_3_5: given.get("bonus35", ante)}
    wagers |= {BONUS_5_ONLY: given.get("only5", 0), TIP: given.get("tip", 0)}
    return {wager: chips for wager, chips in wagers.items() if chips}


def with_wide_limits(game: Game[Terms], largest: int) -> Game[Terms]:
    """The game with limits that allow the stakes of a vector."""
    highest = {name: max(largest, getattr(game.terms, name)) for name in ("ante_max", "b35_max")}
    return game.with_options({**highest, "ante_min": 1, "b35_min": 1})


KINDS = {
    "compare5": Kind(compare(five_strength), ("a", "b")),
    "compare3": Kind(compare(three_strength), ("a", "b")),
    "class5": Kind(class5, ("cards",)),
    "class3": Kind(class3, ("cards",)),
    "qualifies": Kind(qualifies, ("cards",)),
    "best3": Kind(best3, ("cards",), same={"cards": same_three}),
    "bonus35": Kind(bonus35, ("cards", "three", "action")),
    "only5": Kind(only5, ("cards",)),
    "round": Kind(round_, ("player", "three", "dealer", "ante", "bonus35", "only5", "tip", "play", "action")),
}

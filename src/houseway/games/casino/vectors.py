"""The kinds of test vector for Pyramid Poker, Casino Version."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...rules.cards import read_cards, shoe, write_cards
from ...rules.game import Game, Opening
from ...rules.moves import Dealt, Decided, HandsSet, Posted
from ...rules.payments import net
from ...rules.playing import after, play, settlement, start
from ...rules.ranking import Made, Strength
from ...rules.refusals import why_not
from ...rules.round import Round
from ...rules.setting import Setting
from ...vectors import Answers, Given, Kind, same_cards, whole
from . import house_way as casino_house_way
from .hand_order import compare, height, strength
from .setting import FIRST, SECOND, THIRD, foul, named_jokers
from .settlement import antes_won, payments_for_points, scores, within_cap, within_means
from .terms import Terms
from .wagers import ANTE, BUY, FOLD

SLOTS = (FIRST, SECOND, THIRD)
SHORT_NAMES = {
    (Made.STRAIGHT, 3): "straight3",
    (Made.FLUSH, 3): "flush3",
    (Made.THREE_OF_A_KIND, 3): "trips",
    (Made.THREE_OF_A_KIND, 5): "trips",
    (Made.STRAIGHT_FLUSH, 5): "straight_flush_5",
    (Made.FIVE_OF_A_KIND, 5): "5_of_a_kind",
}
"""By class and size: the name in a vector, where it is not that of the class."""


def class_name(hand: Strength) -> str:
    return SHORT_NAMES.get((hand.made, hand.size), hand.made.value)


def classes(game: Game[Terms], setting: Setting) -> list[str]:
    return [class_name(strength(game.terms, setting[slot])) for slot in SLOTS]


def read_setting(game: Game[Terms], given: Any) -> Setting:
    """Three hands under 1, 2, 3 (or h1, h2, h3, or their names), or nine cards, which the house way sets."""
    if not isinstance(given, Mapping):
        return casino_house_way.house_way(game.terms, read_cards(given))
    named = {str(key).lower().removeprefix("h"): hand for key, hand in given.items()}
    return {slot: read_cards(named.get(str(n), named.get(slot, ""))) for n, slot in enumerate(SLOTS, start=1)}


def after_ante(game: Game[Terms], given: Given, *, ante: int) -> Round:
    """A round of one seat after its ante, without the house's limits: a vector may use any ante."""
    game = game.with_options({"ante_min": 1, "ante_max": 10**9})
    chips = {"player": whole("chips", given["chips"])} if given.get("chips") is not None else {}
    return play(start(game, Opening(players=("player",), chips=chips)), Posted(1, {ANTE: ante}))


def ante_of(game: Game[Terms], given: Given) -> int:
    return whole("ante", given.get("ante", game.terms.ante))


def fold(game: Game[Terms], given: Given) -> Answers:
    """What a fold costs: the ante and its match."""
    ante = ante_of(game, given)
    some = game.shoe(game.terms)[: 2 * game.terms.first_cards]
    payments = settlement(after(after_ante(game, given, ante=ante), Dealt(some), Decided(1, FOLD)))
    won = net(payments)[1]
    return {
        "net": won,
        "antes": won // ante,
        "cost": -won,
        "payments": [[p.wager, p.chips, p.clause] for p in payments],
    }


def payout(game: Game[Terms], given: Given) -> Answers:
    """What net points win or lose."""
    ante = ante_of(game, given)
    scored = whole("points", given.get("points", given.get("net_points", 0)))
    deal = after_ante(game, given, ante=ante)
    payments = within_cap(game.terms, payments_for_points(game.terms, 1, ante, scored, "points"))
    payments = within_means(game.terms, deal, payments)
    parts = {wager: net(p for p in payments if p.wager == wager).get(1, 0) for wager in ("points", "buy-in", ANTE)}
    named = {"points_net": parts["points"], "buy_in": parts["buy-in"], "ante": parts[ANTE]}
    return {"net": sum(parts.values()), "antes": antes_won(game.terms, scored), "net_points": scored, **named}


def round_(game: Game[Terms], given: Given) -> Answers:
    """A whole round of one player who buys, against a dealer with given hands."""
    ante = ante_of(game, given)
    ours = read_setting(game, given["player"])
    dealers = read_setting(game, given["dealer"])
    # A vector may use a card more often than the shoe has it.
    loose = replace(game.with_options({"dealer_policy": "free"}), shoe=lambda terms: shoe(decks=9, jokers=9))
    deal = after_ante(loose, given, ante=ante)
    mine, house = (tuple(card for slot in SLOTS for card in setting[slot]) for setting in (ours, dealers))
    seven = Dealt(mine[:7] + house[:7])
    two = Dealt(mine[7:] + house[7:])
    deal = after(deal, seven, Decided(1, BUY), two)
    legal = foul(game.terms, ours, {}) is None
    result = {
        "legal": legal,
        "fouled": not legal,
        "classes": classes(game, ours),
        "dealer_classes": classes(game, dealers),
    }
    reason = why_not(deal, HandsSet(1, ours))
    if reason:
        return {**result, "refused": True, "blocked": True, "reason": reason}
    deal = after(deal, HandsSet(1, ours))
    deal = replace(deal, steps_done=len(deal.steps), dealer_setting=dealers)  # even if the dealer's hands are mis-set
    points = list(scores(deal.game.terms, deal)[1])
    won = net(settlement(deal)).get(1, 0)
    return {**result, "refused": False, "blocked": False, "points": points, "net_points": sum(points), "net": won}


def legal(game: Game[Terms], given: Given) -> Answers:
    """Whether each hand is greater than the one before it."""
    setting = read_setting(game, given.get("hands", given.get("setting", given.get("player", given))))
    names = {SLOTS[int(hand) - 1]: read_cards(cards) for hand, cards in given.get("jokers", {}).items()}
    reason = foul(game.terms, setting, names)
    stands_for = named_jokers(game.terms, setting, names)
    return {
        "legal": reason is None,
        "foul": reason is not None,
        "classes": [class_name(strength(game.terms, setting[slot], stands_for.get(slot, ()))) for slot in SLOTS],
        "reason": reason,
    }


def order(game: Game[Terms], given: Given) -> Answers:
    """The stronger of two hands: of one size as against the dealer, of two sizes by the order of a setting."""
    a = read_cards(given["a"])
    b = read_cards(given["b"])
    high = strength(game.terms, a)
    low = strength(game.terms, b)
    if len(a) == len(b):
        sign = compare(game.terms, a, b)
    else:
        ours = height(game.terms, high)
        theirs = height(game.terms, low)
        sign = (ours > theirs) - (ours < theirs)
    stronger = {1: "a", -1: "b", 0: "equal"}[sign]
    winner = "tie" if stronger == "equal" else stronger
    return {"stronger": stronger, "winner": winner, "a_class": class_name(high), "b_class": class_name(low)}


def house_way(game: Game[Terms], given: Given) -> Answers:
    """The dealer's setting of nine cards; `dealer_policy` chooses the policy."""
    policy = given.get("dealer_policy", given.get("policy"))
    game = game.with_options({"dealer_policy": policy}) if policy else game
    setting = casino_house_way.house_way(game.terms, read_cards(given["cards"]))
    hands = {f"h{number}": write_cards(setting[slot]) for number, slot in enumerate(SLOTS, start=1)}
    return {**hands, "legal": foul(game.terms, setting, {}) is None, "classes": classes(game, setting)}


KINDS = {
    "payout": Kind(payout, ("points", "net_points", "ante", "chips")),
    "fold": Kind(fold, ("ante", "chips")),
    "round": Kind(round_, ("player", "dealer", "ante", "chips")),
    "legal": Kind(legal, ("hands", "jokers", "setting", "player", 1, 2, 3, "h1", "h2", "h3", *SLOTS)),
    "order": Kind(order, ("a", "b")),
    "house_way": Kind(
        house_way, ("cards", "dealer_policy", "policy"), same={"h1": same_cards, "h2": same_cards, "h3": same_cards}
    ),
}

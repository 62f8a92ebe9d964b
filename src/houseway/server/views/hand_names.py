"""Names of the hands that a player is setting, in the words of the game's sheet."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.cards import JOKER, RANK_NAMES, TWO, Cards, surplus, write_cards
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import AnyGame, SetHands
from ...rules.moves import HandsSet
from ...rules.ranking import Made, compare_strengths
from ...rules.refusals import why_not
from ...rules.round import Round, Seat
from ...rules.setting import Slot, why_not_set
from .wire_types import AskAnswer, HandNames


def describe_setting(
    game: AnyGame, slots: tuple[Slot, ...], cards: Cards, hands: Mapping[str, Cards], jokers: Mapping[str, Cards]
) -> HandNames:
    """The names, points and order of the hands so far, the cards left, why it is refused, and why it would foul."""
    sizes = {slot.name: slot.sizes for slot in slots}
    in_slots = {slot: hand for slot, hand in hands.items() if slot in sizes}
    left = surplus(cards, (card for hand in in_slots.values() for card in hand))
    problem = why_not_set(slots, cards, hands) if slots else "there is nothing to set now"
    complete = {slot: hand for slot, hand in in_slots.items() if len(hand) in sizes[slot]}
    order = _kept_order(game, complete, jokers)
    return HandNames(
        names=names_of(game, complete, jokers),
        problem=problem,
        foul=None if problem else _fouled(game, hands, jokers),
        left=write_cards(left),
        points=points_of(game, complete, jokers),
        misplaced=[slot for slot, is_kept in order.items() if not is_kept],
        in_order=[slot for slot, is_kept in order.items() if is_kept],
    )


def describe_move(round_: Round, seat: Seat, move: HandsSet) -> AskAnswer:
    """What `describe_setting` says about a seat's own cards, the price of a foul, and whether the round refuses it."""
    game = round_.game
    slots = tuple(game.slots(game.terms, seat))
    names = describe_setting(game, slots, seat.cards, move.setting, move.jokers)
    problem = names["problem"]
    jokers = move.jokers if problem else game.named_jokers(game.terms, move.setting, move.jokers)
    foul = names["foul"]
    may_set = isinstance(round_.step, SetHands) and seat.number in round_.waiting_for
    refusal = why_not(round_, move) if may_set and problem is None else None
    if refusal and refusal != foul:
        problem = refusal
    cost = game.foul_cost(game.terms, round_, seat) if foul else None
    return AskAnswer(
        names=names_of(game, move.setting, jokers) if problem is None else names["names"],
        problem=problem,
        foul=foul,
        left=names["left"],
        points=points_of(game, move.setting, jokers) if problem is None else names["points"],
        misplaced=names["misplaced"],
        in_order=names["in_order"],
        joker_cards=joker_cards_of(game, {slot: move.setting[slot] for slot in names["names"]}, jokers),
        foul_cost=cost.in_words if cost else None,
        foul_blocked=cost is not None and cost.is_blocked,
    )


def set_the_house_way(game: AnyGame, cards: Cards) -> dict[str, str]:
    """These cards set the house way; refused where players may not ask for it."""
    if game.house_way is None or not game.house_way_on_request(game.terms):
        raise NotAllowed("the house way is not available at this table")
    return {slot: write_cards(hand) for slot, hand in game.house_way(game.terms, cards).items()}


def names_of(game: AnyGame, setting: Mapping[str, Cards] | None, jokers: Mapping[str, Cards]) -> dict[str, str]:
    """The name of each hand of a setting."""
    return {slot: name_of(game, slot, hand, jokers.get(slot, ())) for slot, hand in (setting or {}).items()}


def points_of(game: AnyGame, hands: Mapping[str, Cards], jokers: Mapping[str, Cards]) -> dict[str, int]:
    """What each hand scores if it wins; hands without points are left out."""
    points = {}
    for slot, hand in hands.items():
        try:
            won = game.points_if_won(game.terms, slot, hand, _all_named(hand, jokers.get(slot, ())))
        except HousewayError:  # a joker has the name of a card that it cannot be
            continue
        if won is not None:
            points[slot] = won
    return points


def compared(
    game: AnyGame,
    ours: Mapping[str, Cards],
    theirs: Mapping[str, Cards],
    our_jokers: Mapping[str, Cards],
    their_jokers: Mapping[str, Cards],
) -> dict[str, int]:
    """For each hand 1 if ours is stronger, -1 if theirs is, 0 for a tie; empty if one of the settings fouls."""
    if not game.is_legal(ours, our_jokers) or not game.is_legal(theirs, their_jokers):
        return {}
    return {
        slot: _order(
            game, slot, ours[slot], theirs[slot], tuple(our_jokers.get(slot, ())), tuple(their_jokers.get(slot, ()))
        )
        for slot in ours
        if slot in theirs
    }


def joker_cards_of(game: AnyGame, setting: Mapping[str, Cards] | None, jokers: Mapping[str, Cards]) -> dict[str, str]:
    """By hand, the cards that its jokers stand for; hands without jokers are left out."""
    stand_for = {
        slot: game.joker_cards(game.terms, hand, _all_named(hand, jokers.get(slot, ())))
        for slot, hand in (setting or {}).items()
        if JOKER in hand
    }
    return {slot: write_cards(cards) for slot, cards in stand_for.items() if cards}


def _order(game: AnyGame, slot: str, ours: Cards, theirs: Cards, our_jokers: Cards, their_jokers: Cards) -> int:
    our_strength = game.strength(game.terms, slot, ours, our_jokers)
    their_strength = game.strength(game.terms, slot, theirs, their_jokers)
    if our_strength is None or their_strength is None:  # a single card, which is no ranked hand
        if ours[0].rank == theirs[0].rank:
            return 0
        return 1 if ours[0].rank > theirs[0].rank else -1
    return compare_strengths(our_strength, their_strength)


def _fouled(game: AnyGame, hands: Mapping[str, Cards], jokers: Mapping[str, Cards]) -> str | None:
    try:
        return game.foul(game.terms, hands, jokers)
    except HousewayError as error:
        return str(error)


def _kept_order(game: AnyGame, hands: Mapping[str, Cards], jokers: Mapping[str, Cards]) -> dict[str, bool]:
    """For each hand that can be compared with another already, whether it keeps the order of the hands."""
    named = {slot: _all_named(hand, jokers.get(slot, ())) for slot, hand in hands.items()}
    try:
        pairs = game.order_kept(game.terms, hands, named)
    except HousewayError:  # a joker has the name of a card that it cannot be
        return {}
    compared_slots = [slot for slot in hands if any(slot in pair for pair in pairs)]
    return {slot: all(is_kept for pair, is_kept in pairs.items() if slot in pair) for slot in compared_slots}


def name_of(game: AnyGame, slot: str, hand: Cards, jokers: Cards = ()) -> str:
    """The name of one hand; for a single card, the name of the card."""
    if len(hand) == 1:
        return hand[0].in_words
    try:
        strength = game.strength(game.terms, slot, hand, _all_named(hand, jokers))
    except HousewayError:
        return ""
    if strength is None:
        return ""
    if strength.made == Made.HIGH_CARD:
        return f"{RANK_NAMES[strength.ranks[0] - TWO]} high"
    return game.hand_name(strength)


def _all_named(hand: Cards, jokers: Cards) -> Cards:
    """The cards named for the jokers of a hand; none unless every joker is named."""
    return jokers if len(jokers) == hand.count(JOKER) else ()

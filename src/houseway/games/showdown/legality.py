"""Which settings are legal in Pyramid Showdown: the sizes of the six hands, and their order [SHO-D5]."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise, permutations
from typing import NamedTuple

from ...rules.cards import Cards
from ...rules.costs import FoulCost
from ...rules.ranking import Made
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from .hand_order import Hand, compare, power_strength, scale, strength_of
from .terms import Terms

SLOTS = range(1, 7)
"""H1 to H6."""
STANDARD_SIZES = {1: 1, 2: 3, 3: 3, 4: 3, 5: 5, 6: 5}  # 20 cards in all [SHO-08, SHO-15]

Hands = tuple[Hand, ...]
"""The six hands of a player, H1 first."""


def slot_name(slot: int) -> str:
    return f"hand{slot}"


def slot_number(name: str) -> int:
    return int(name.removeprefix("hand"))


def hands_of(setting: Setting, jokers: Mapping[str, Cards]) -> Hands:
    """The six hands of a setting, with the cards that jokers stand for by slot name."""
    return tuple(Hand(setting[slot_name(slot)], jokers.get(slot_name(slot), ())) for slot in SLOTS)


def fault_codes(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> list[str]:
    """Codes of all faults of a setting: `size6`, `card_count`, `order23`."""
    return [fault.code for fault in faults(terms, hands_of(setting, jokers))]


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """All faults of a setting in words; None if it is legal."""
    sentences = [fault.sentence for fault in faults(terms, hands_of(setting, jokers))]
    return "; ".join(sentences) or None


def is_legal(terms: Terms, hands: Hands) -> bool:
    """True if the hands have no fault; stops at the first one."""
    return next(faults(terms, hands), None) is None


# Faults ------------------------------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """One thing that makes a setting illegal."""

    code: str
    """As in test vectors."""
    sentence: str


def faults(terms: Terms, hands: Hands) -> Iterator[Fault]:
    for slot in SLOTS:
        if not earns_its_size(terms, hands, slot):
            yield Fault(f"size{slot}", f"hand {slot} has not earned its extra cards [SHO-21..SHO-24]")
    if not has_allowed_total(terms, hands):
        yield Fault("card_count", "20 to 25 cards are set, no fewer and no more [SHO-32]")
    for lower, higher in misplaced_pairs(terms, dict(zip(SLOTS, hands, strict=True))):
        sentence = f"hand {higher} must be stronger than hand {lower} [SHO-16]"
        yield Fault(f"order{lower}{higher}", sentence)


def has_allowed_total(terms: Terms, hands: Hands) -> bool:
    """True if 20 to 25 cards are set [SHO-32, SHO-A9, SHO-A25]."""
    total = sum(len(hand.cards) for hand in hands)
    return terms.min_cards_used <= total <= terms.initial_cards + terms.buy1_cards + terms.buy2_cards


# Sizes -------------------------------------------------------------------------------------------------------------


def allowed_sizes(terms: Terms, slot: int) -> tuple[int, ...]:
    """Numbers of cards that a slot takes; more than the standard number has to be earned [SHO-15, SHO-21..SHO-25]."""
    extended = {3: terms.h3_sizes, 4: terms.h4_sizes, 5: terms.h5_sizes, 6: terms.h6_sizes}
    if slot not in extended:  # H1 and H2 are never extended [SHO-25, SHO-A35]
        return (STANDARD_SIZES[slot],)
    sizes = [int(size) for size in extended[slot].split(", ")]
    return tuple(size for size in sizes if size <= terms.h6_max)  # [SHO-A39]


def earns_its_size(terms: Terms, hands: Hands, slot: int) -> bool:
    """True if the hand in this slot may have as many cards as it has [SHO-21..SHO-25]."""
    hand = hands[slot - 1]
    size = len(hand.cards)
    if size == STANDARD_SIZES[slot]:
        return True
    if size not in allowed_sizes(terms, slot):
        return False
    match slot:
        case 3:
            return may_extend_hand3(terms, hand, hand4=hands[3])
        case 4:
            return may_extend_hand4(terms, hand)
        case _:
            return is_power_hand(terms, hand)  # H5 and H6 [SHO-21, SHO-22]


def may_extend_hand4(terms: Terms, hand: Hand) -> bool:
    """H4 needs a full house or better [SHO-23]; with six cards perhaps more [SHO-A7]."""
    if len(hand.cards) == 6 and terms.hand4_six_cards == "power_only":
        return is_power_hand(terms, hand)
    return is_full_house_or_better(terms, hand)


def may_extend_hand3(terms: Terms, hand: Hand, *, hand4: Hand) -> bool:
    """H3 needs a full house or better and an extended H4, or one of the two [SHO-24, SHO-A8]."""
    full_house = is_full_house_or_better(terms, hand)
    hand4_is_extended = len(hand4.cards) > STANDARD_SIZES[4]
    if terms.hand3_expansion == "both":
        return full_house and hand4_is_extended
    return full_house or hand4_is_extended


def is_power_hand(terms: Terms, hand: Hand) -> bool:
    return power_strength(scale(terms), hand) is not None


def is_full_house_or_better(terms: Terms, hand: Hand) -> bool:
    return strength_of(terms, hand).level >= scale(terms).level(Made.FULL_HOUSE, 5)


def has_allowed_sizes(terms: Terms, hands: Hands) -> bool:
    return all(len(hand.cards) in allowed_sizes(terms, slot) for slot, hand in zip(SLOTS, hands, strict=True))


# Order -------------------------------------------------------------------------------------------------------------


def order_kept(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> dict[tuple[str, str], bool]:
    """For each two hands set so far of which the second must be stronger, whether it is [SHO-16]."""
    hands = {
        slot: Hand(setting[slot_name(slot)], jokers.get(slot_name(slot), ()))
        for slot in SLOTS
        if slot_name(slot) in setting
    }
    return {
        (slot_name(lower), slot_name(higher)): is_above(terms, hands[higher], hands[lower])
        for lower, higher in slots_in_order(terms, hands)
    }


def misplaced_pairs(terms: Terms, hands: Mapping[int, Hand]) -> Iterator[tuple[int, int]]:
    """Pairs of slots of which the second must be stronger and is not."""
    for lower, higher in slots_in_order(terms, hands):
        if not is_above(terms, hands[higher], hands[lower]):
            yield lower, higher


def slots_in_order(terms: Terms, hands: Mapping[int, Hand]) -> list[tuple[int, int]]:
    """
    Pairs of slots of which the second must be stronger: all neighbours, or neighbours of equal size [SHO-A2].

    Slots without a hand are left out.
    """
    if terms.cross_size_order != "same_size_only":
        return [(lower, higher) for lower, higher in pairwise(SLOTS) if lower in hands and higher in hands]

    def size(slot: int) -> int:
        return len(hands[slot].cards)

    by_size = sorted(sorted(hands), key=size)
    return [(lower, higher) for lower, higher in pairwise(by_size) if size(lower) == size(higher)]


def is_above(terms: Terms, higher: Hand, lower: Hand) -> bool:
    """True if the first hand is stronger [SHO-16], or equal where equal hands are allowed [SHO-A4]."""
    result = compare(terms, higher, lower)
    return result > 0 or (result == 0 and terms.equal_hands_order == "allow")


# Illegal settings --------------------------------------------------------------------------------------------------


def scored_hands(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> Hands | None:
    """The hands that are scored: as set, or reordered if they foul; None if they lose all six [SHO-D8, SHO-A24]."""
    hands = hands_of(setting, jokers)
    if is_legal(terms, hands):
        return hands
    if terms.foul_policy != "reorder":
        return None
    weakest_first = sorted(hands, key=partial(strength_of, terms))
    for order in permutations(weakest_first):
        if has_allowed_sizes(terms, order) and is_legal(terms, order):
            return order
    return None


def foul_cost(terms: Terms, round_: Round, seat: Seat) -> FoulCost:
    """What an illegal setting costs, or that it has to be corrected [SHO-D8, SHO-A24]."""
    if terms.foul_policy == "block":
        return FoulCost("a foul has to be corrected", "SHO-A24", is_blocked=True)
    loses_all = "all six hands lose to every legal player, who scores each own hand's points"
    if terms.foul_policy == "reorder":
        return FoulCost(f"a foul is put in a legal order; if it has none, {loses_all}", "SHO-A24")
    return FoulCost(f"with a foul {loses_all}", "SHO-D8")

"""Every hand that the cards of a Showdown player make, with jokers and kickers, and its strength by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from houseway.games.showdown import hand_order, legality
from houseway.games.showdown.hand_order import Hand, power_class
from houseway.games.showdown.legality import STANDARD_SIZES
from houseway.games.showdown.terms import Terms
from houseway.rules.cards import ACE, JOKER, SPADES, SUITS, Card, Cards
from houseway.rules.ranking import RUNS, Made, Strength


@dataclass(frozen=True)
class Candidate:
    """A hand that can be set, with its strength."""

    cards: Cards
    strength: Strength


def held_by_kind(cards: Cards) -> dict[Card, int]:
    """Number of cards held of each kind; three decks have three of each, and all jokers are of one kind."""
    return dict(sorted(Counter(cards).items(), reverse=True))


def hands_of(held: Sequence[tuple[Card, int]], size: int) -> Iterator[Cards]:
    """All different hands of this size."""
    if size == 0:
        yield ()
    elif held:
        (card, count), *rest = held
        for copies in range(min(count, size), -1, -1):
            yield from ((card,) * copies + hand for hand in hands_of(rest, size - copies))


def big_hands_of(held: dict[Card, int], size: int) -> Iterator[Cards]:
    """
    All hands of six cards or more that could be n of a kind or a straight flush with all their cards.

    No other hand may be that large [SHO-21, SHO-22], except an H4 of six cards that counts as its best five [SHO-D6].
    That one is left out: with its sixth card discarded it is as strong, still extended, and so legal.
    """
    jokers = held.get(JOKER, 0)
    naturals = [(card, count) for card, count in held.items() if card != JOKER]
    for wild in range(min(jokers, size - 1) + 1):
        for rank in range(2, ACE + 1):
            of_rank = [(card, count) for card, count in naturals if card.rank == rank]
            yield from (hand + (JOKER,) * wild for hand in hands_of(of_rank, size - wild))
        for suit in SUITS:
            ranks = {card.rank for card, _ in naturals if card.suit == suit}
            for top in range(size, ACE + 1):
                run = {ACE if rank == 1 else rank for rank in range(top - size + 1, top + 1)}
                for chosen in combinations(sorted(run & ranks, reverse=True), size - wild):
                    yield tuple(Card(rank, suit) for rank in chosen) + (JOKER,) * wild


def candidates(terms: Terms, cards: Cards) -> list[Candidate]:
    """All hands that can be set, weakest first."""
    held = held_by_kind(cards)
    spare = len(cards) - terms.min_cards_used
    small = [hand for size in (1, 3, 5) for hand in hands_of(list(held.items()), size)]
    big = {hand for size in range(6, min(10, 5 + spare) + 1) for hand in big_hands_of(held, size)}
    hands = [Candidate(hand, strength(terms, hand)) for hand in small]
    grown = [Candidate(hand, strength(terms, hand)) for hand in big]
    hands += [one for one in grown if power_class(one.strength) and one.strength.size == len(one.cards)]
    return sorted(hands, key=lambda one: one.strength)


def strength(terms: Terms, hand: Cards) -> Strength:
    """
    The strength by the rules, with a cache of what the jokers stand for.

    Class and ranks of a hand depend only on its ranks and on whether it is of one suit. So the jokers of all such hands
    have the same ranks; their suit is that of the flush, or else spades, the highest. Where this may not hold, as when
    a joker may not be a card of the hand, the rules decide without the cache.
    """
    naturals = tuple(card for card in hand if card != JOKER)
    if len(naturals) == len(hand) or not naturals or not terms.joker_duplicates:
        return hand_order.strength_of(terms, Hand(hand))
    one_suit = len({card.suit for card in naturals}) == 1
    suits = (naturals[0].suit,) * len(naturals) if one_suit else (4, *(3,) * (len(naturals) - 1))
    ranks, flush = stands_for(terms, tuple(card.rank for card in naturals), suits, len(hand))
    suit = naturals[0].suit if flush else SPADES
    jokers = tuple(Card(rank, suit) for rank in ranks)
    return hand_order.strength_of(terms, Hand(hand, jokers))


@cache
def stands_for(terms: Terms, ranks: tuple[int, ...], suits: tuple[int, ...], size: int) -> tuple[list[int], bool]:
    """The ranks that the jokers of a hand stand for, and whether they are part of a flush."""
    naturals = tuple(map(Card, ranks, suits))
    strength_ = hand_order.strength_of(terms, Hand(naturals + (JOKER,) * (size - len(naturals))))
    shown = Counter(strength_.ranks)
    if strength_.made in RUNS:
        top = strength_.ranks[0] if len(strength_.ranks) == 1 else size  # a wheel that ranks second shows K, A
        shown = Counter(ACE if rank == 1 else rank for rank in range(top - size + 1, top + 1))
    return list((shown - Counter(ranks)).elements()), strength_.made in (Made.FLUSH, Made.STRAIGHT_FLUSH)


def may_be_set(terms: Terms, slot: int, size: int, level: int) -> bool:
    """True if a slot takes a hand of this size and level with suitable other hands [SHO-15, SHO-21..SHO-25]."""
    if size == STANDARD_SIZES[slot]:
        return True
    if size not in legality.allowed_sizes(terms, slot):
        return False
    full = level >= hand_order.scale(terms).level(Made.FULL_HOUSE, 5)
    return slot >= 5 or full or (slot == 3 and terms.hand3_expansion == "either")

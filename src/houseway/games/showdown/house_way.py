"""
The house way of Pyramid Showdown: a quick way to set the six hands. The sheet has none, so it is ours.

The search tries the biggest hands that the cards can make in H6, and below each of them the biggest hands of the other
cards in H5 (and in H4 and H3, where cards are to spare). Then it adds the strongest three-card hands and the single
card; the highest cards left over become kickers. The result is the legal setting among those tried that would score
most. A set of cards is a bit mask, so that two hands share no card if their masks do not overlap.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from ...rules.cards import ACE, JOKER, RANKS, SUITS, Card, Cards
from ...rules.ranking import OF_A_KIND, Made, Ranking, Strength
from ...rules.setting import Setting
from .hand_order import scale
from .legality import SLOTS, fault_codes, slot_name
from .scoring import points
from .terms import Terms

STANDARD_CARDS = 20
MOST_JOKERS = 4


class Effort(NamedTuple):
    """One pass of the search."""

    width: int
    """How many hands are tried in H5, for each number of jokers in them; twice as many in H6."""
    strongest_threes: bool
    """Take the strongest three-card hands; otherwise the weakest that still rise from H1 to H4."""


EFFORTS = (Effort(3, True), Effort(8, False), Effort(40, True), Effort(40, False))
"""The passes in turn, until one finds a legal setting."""


class Part(NamedTuple):
    """A hand without its kickers. Parts compare by strength, then by mask."""

    strength: Strength
    mask: int
    kickers: int = 0
    """Number of cards that are still missing."""
    order: tuple[int, tuple[int, ...]] = (0, ())
    """Level and ranks of a big hand: decides between big hands with the same points."""


Plan = tuple[Part, ...]
"""The parts of six hands, H1 first."""


class Search(NamedTuple):
    """The cards to set, highest first and jokers last, and how hands are ranked and scored."""

    cards: dict[int, Card]
    """By the bit of each card."""
    joker_mask: int
    ranking: Ranking
    points: Callable[[int, Strength], int]
    """Points of a hand by slot and strength."""
    threes: dict[int, Part]
    """Cache of three-card hands by mask."""

    @property
    def mask(self) -> int:
        """All cards."""
        return (1 << len(self.cards)) - 1

    def bits(self, mask: int) -> list[int]:
        """The bits of a mask, one for each card."""
        return [bit for bit in self.cards if mask & bit]

    def count_jokers(self, mask: int) -> int:
        return (mask & self.joker_mask).bit_count()


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The legal setting with the most points among those that a quick search tries."""
    return dict(_house_way(terms, cards))


@lru_cache(maxsize=512)
def _house_way(terms: Terms, cards: Cards) -> Setting:
    """Cached, because a table asks several times: before a hand is set, when it is set and when it is checked."""
    return search_setting(
        cards, scale(terms), points=partial(points, terms), faults=partial(fault_codes, terms, jokers={})
    )


def search_setting(
    cards: Cards,
    ranking: Ranking,
    *,
    points: Callable[[int, Strength], int],
    faults: Callable[[Setting], list[str]],
) -> Setting:
    """The legal setting with the most points among those tried; the one with the fewest faults if none is legal."""
    by_bit = {1 << place: card for place, card in enumerate(sorted(cards, reverse=True))}
    joker_mask = sum(bit for bit, card in by_bit.items() if card == JOKER)
    search = Search(by_bit, joker_mask, ranking, lru_cache(maxsize=None)(points), {})
    tried: list[tuple[int, Setting]] = []
    for effort in EFFORTS:
        for plan in sorted(plans(search, effort), key=partial(plan_value, search), reverse=True):
            setting = setting_of(search, plan)
            count = len(faults(setting))
            if count == 0:
                return setting
            tried.append((count, setting))
    _, least_faulty = min(tried, key=lambda trial: trial[0])
    return least_faulty


def plan_value(search: Search, plan: Plan) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
    """Points of a plan if every hand wins, then level and ranks of each hand from H6 down."""
    total = sum(search.points(slot, part.strength) for slot, part in zip(SLOTS, plan, strict=True))
    return total, [(part.strength.level, part.strength.ranks) for part in reversed(plan)]


def setting_of(search: Search, plan: Plan) -> Setting:
    """The setting of a plan; the highest cards left over become kickers, H6 first."""
    left_over = search.bits(~sum(part.mask for part in plan))
    setting: dict[str, Cards] = {}
    for slot in reversed(SLOTS):
        part = plan[slot - 1]
        hand = search.bits(part.mask) + left_over[: part.kickers]
        left_over = left_over[part.kickers :]
        setting[slot_name(slot)] = tuple(search.cards[bit] for bit in hand)
    return {slot_name(slot): setting[slot_name(slot)] for slot in SLOTS}


# Plans -------------------------------------------------------------------------------------------------------------


def plans(search: Search, effort: Effort) -> Iterator[Plan]:
    """Plans for all six hands, from the most promising hands in H6, H5, H4 and H3."""
    threes = sorted_threes(search, strongest_first=effort.strongest_threes)
    ones = [Part(search.ranking.of((card,)), bit) for bit, card in search.cards.items()]
    spare = len(search.cards) - STANDARD_CARDS
    for sixth in most_promising(search, big_hands(search, search.mask, 5 + spare), 6, 2 * effort.width):
        spare_below_sixth = spare + 5 - sixth.strength.size
        rest = search.mask & ~sixth.mask
        fifths = [big for big in big_hands(search, rest, min(7, 5 + spare_below_sixth)) if big.order <= sixth.order]
        for fifth in most_promising(search, fifths, 5, effort.width):
            below = [big for big in fifths if not big.mask & fifth.mask and big.order <= fifth.order]
            for middle in extended_middles(search, below, spare_below_sixth + 5 - fifth.strength.size):
                upper = (*middle, fifth, sixth)
                used = sum(part.mask for part in upper)
                free_ones = [one for one in ones if not one.mask & used]
                yield from completed(search, upper, free_ones, threes, effort)


def most_promising(search: Search, parts: Iterable[Part], slot: int, width: int) -> Iterator[Part]:
    """The `width` parts with the most points in a slot, for each number of jokers in them."""
    left = [width] * (MOST_JOKERS + 1)
    for part in sorted(parts, key=lambda part: (search.points(slot, part.strength), part.order), reverse=True):
        jokers = search.count_jokers(part.mask)
        if left[jokers]:
            left[jokers] -= 1
            yield part


def extended_middles(search: Search, below: list[Part], spare: int) -> Iterator[Plan]:
    """Neither H4 nor H3 extended, then H4 extended to five cards, then both; both need a full house or better."""
    yield ()
    if spare < 2:
        return
    full_house = search.ranking.level(Made.FULL_HOUSE, 5)
    extended = [big for big in below if big.strength.size == 5 and big.strength.level >= full_house]
    for fourth in most_promising(search, extended, 4, 1):
        yield (fourth,)
        if spare >= 4:
            thirds = [big for big in extended if not big.mask & fourth.mask and big.order <= fourth.order]
            for third in most_promising(search, thirds, 3, 1):
                yield third, fourth


def completed(search: Search, upper: Plan, ones: list[Part], threes: list[int], effort: Effort) -> Iterator[Plan]:
    """The plan with three-card hands and a single card added below `upper`, if the remaining cards make them."""
    complete = with_strongest_threes if effort.strongest_threes else with_weakest_threes
    plan = complete(search, upper, ones, threes)
    if plan:
        yield plan


def with_strongest_threes(search: Search, upper: Plan, ones: list[Part], threes: list[int]) -> Plan | None:
    """The first three-card hands of the list that are free, then the highest single card that ranks below them."""
    missing = 5 - len(upper)
    used = sum(part.mask for part in upper)
    lower: list[Part] = []
    masks = iter(threes)
    while len(lower) < missing:  # at least ten cards are left, so there are always enough threes
        mask = next(masks)
        if not mask & used:
            lower.append(three_of(search, mask))
            used |= mask
    lower.sort()
    lower_ones = (one for one in ones if not one.mask & used and one.strength < lower[0].strength)
    first = next(lower_ones, None)
    return (first, *lower, *upper) if first else None


def with_weakest_threes(search: Search, upper: Plan, ones: list[Part], threes: list[int]) -> Plan | None:
    """The weakest single card, then the first three-card hands of the list that rise above each other."""
    missing = 5 - len(upper)
    lower = [min(ones)]
    used = sum(part.mask for part in upper) | lower[0].mask
    for mask in threes:
        if mask & used:
            continue
        three = three_of(search, mask)
        if three.strength > lower[-1].strength:
            lower.append(three)
            used |= mask
        if len(lower) == 1 + missing:
            return (*lower, *upper)
    return None


# Hands of three cards ----------------------------------------------------------------------------------------------


PLACE_BITS = 12
PLACE_MASK = (1 << PLACE_BITS) - 1
"""There are fewer three-card hands in a deal than this."""
MOST_CARDS_IN_A_THREE = 3


def sorted_threes(search: Search, *, strongest_first: bool) -> list[int]:
    """
    The masks of all three-card hands.

    Strongest first means: by class, then by fewest jokers, then by ranks and suits. Otherwise the weakest is first.
    """
    masks = three_masks(len(search.cards))
    if not strongest_first:
        return sorted(masks, key=lambda mask: (three_of(search, mask).strength, mask))
    cache = sort_keys(search.ranking)
    keys = []
    for place, hand in enumerate(combinations(search.cards.values(), 3)):
        key = cache.get(hand) or sort_key(search.ranking, hand)
        keys.append(key - place)  # of equal hands the first one comes first
    keys.sort(reverse=True)
    return [masks[-key & PLACE_MASK] for key in keys]


@lru_cache
def sort_keys(ranking: Ranking) -> dict[Cards, int]:
    """Cache of `sort_key` by hand."""
    return {}


def sort_key(ranking: Ranking, hand: Cards) -> int:
    """
    A number that is higher for a better class, then for fewer jokers, then for higher ranks and suits.

    The lowest bits are free for the place of the hand in a list.
    """
    strength = ranking.of(hand)
    key = strength.level
    naturals = MOST_CARDS_IN_A_THREE - hand.count(JOKER)
    naturalness = MOST_CARDS_IN_A_THREE + strength.naturalness
    for digit in (naturals, *three_digits(strength.ranks), *three_digits(strength.suits), naturalness):
        key = key << 4 | digit
    return sort_keys(ranking).setdefault(hand, key << PLACE_BITS)


def three_digits(digits: tuple[int, ...]) -> tuple[int, ...]:
    """Three digits, filled up with zeros."""
    return (*digits, 0, 0, 0)[:3]


def three_of(search: Search, mask: int) -> Part:
    if mask not in search.threes:
        hand = tuple(search.cards[bit] for bit in search.bits(mask))
        search.threes[mask] = Part(search.ranking.of(hand), mask)
    return search.threes[mask]


@lru_cache
def three_masks(cards: int) -> tuple[int, ...]:
    return tuple(1 << a | 1 << b | 1 << c for a, b, c in combinations(range(cards), 3))


# Big hands ---------------------------------------------------------------------------------------------------------


def big_hands(search: Search, mask: int, largest: int) -> list[Part]:
    """Hands of five cards, or more up to `largest`, from two pairs up, that the cards of a mask make."""
    pool = Pool(search, search.bits(mask))
    return [
        *pool.of_a_kind(largest),
        *pool.straight_flushes(largest),
        *pool.full_houses(),
        *pool.straights(),
        *pool.flushes(),
        *pool.trips(),
        *pool.two_pairs(),
    ]


def run_ranks(top: int, size: int) -> list[int]:
    """The ranks of a straight from the top down; an ace may be its lowest card."""
    return [rank if rank > 1 else ACE for rank in range(top, top - size, -1)]


class Run(NamedTuple):
    top: int
    size: int
    ranks: list[int]


LONG_RUNS = [Run(top, size, run_ranks(top, size)) for top, size in product(RANKS, range(5, 11)) if size <= top]
"""Straights of five to ten cards."""
FIVE_CARD_RUNS = [Run(top, 5, run_ranks(top, 5)) for top in range(5, ACE + 1)]


class Pool:
    """Some cards by rank and by suit, each card as its bit, and the big hands that they make."""

    def __init__(self, search: Search, bits: list[int]) -> None:
        self.search = search
        self.jokers: list[int] = []
        self.by_rank: dict[int, list[int]] = {rank: [] for rank in reversed(RANKS)}
        self.by_suit: dict[int, list[int]] = {suit: [] for suit in reversed(SUITS)}
        for bit in bits:
            card = search.cards[bit]
            if card == JOKER:
                self.jokers.append(bit)
            else:
                self.by_rank[card.rank].append(bit)
                self.by_suit[card.suit].append(bit)

    def part(self, made: Made, size: int, ranks: tuple[int, ...], cards: list[int], kickers: int = 0) -> Part:
        level = self.search.ranking.level(made, size)
        return Part(Strength(level, ranks, (), 0, made, size), sum(cards), kickers, (level, ranks))

    def of_a_kind(self, largest: int) -> Iterator[Part]:
        """Four of a kind and up, each with at least one natural card."""
        for rank, naturals in self.by_rank.items():
            if not naturals:
                continue
            cards = naturals + self.jokers
            for count in range(4, min(10, largest, len(cards)) + 1):
                kickers = 1 if count == 4 else 0
                yield self.part(OF_A_KIND[count], max(5, count), (rank,), cards[:count], kickers)

    def straight_flushes(self, largest: int) -> Iterator[Part]:
        for cards in self.by_suit.values():
            by_rank = {self.search.cards[bit].rank: bit for bit in cards}
            longest = min(largest, len(by_rank) + len(self.jokers))
            if longest < 5:
                continue
            for top, size, ranks in LONG_RUNS:
                if size > longest:
                    continue
                naturals = [by_rank[rank] for rank in ranks if rank in by_rank]
                missing = size - len(naturals)
                if naturals and missing <= len(self.jokers):
                    yield self.part(Made.STRAIGHT_FLUSH, size, (top,), naturals + self.jokers[:missing])

    def straights(self) -> Iterator[Part]:
        """With at most one joker."""
        by_rank = {rank: cards[-1] for rank, cards in self.by_rank.items() if cards}
        for top, size, ranks in FIVE_CARD_RUNS:
            naturals = [by_rank[rank] for rank in ranks if rank in by_rank]
            missing = size - len(naturals)
            if missing <= min(1, len(self.jokers)):
                yield self.part(Made.STRAIGHT, size, (top,), naturals + self.jokers[:missing])

    def full_houses(self) -> Iterator[Part]:
        """With at most one joker, which joins the trips; the pair comes from the rank with the fewest cards."""
        pairs = {rank: cards for rank, cards in self.by_rank.items() if len(cards) >= 2}
        for rank, cards in pairs.items():
            others = [other_cards for other, other_cards in pairs.items() if other != rank]
            if others and len(cards) + min(1, len(self.jokers)) >= 3:
                pair = min(others, key=len)[-2:]
                yield self.part(Made.FULL_HOUSE, 5, (rank,) * 3, (cards + self.jokers)[:3] + pair)

    def flushes(self) -> Iterator[Part]:
        """The highest cards of each suit, without a joker and with one."""
        for suited in self.by_suit.values():
            for cards in (suited[:5], suited[:4] + self.jokers[:1]):
                if len(cards) == 5:
                    yield self.part(Made.FLUSH, 5, tuple(self.search.cards[bit].rank for bit in cards), cards)

    def trips(self) -> Iterator[Part]:
        for rank, cards in self.by_rank.items():
            if len(cards) >= 3:
                yield self.part(Made.THREE_OF_A_KIND, 5, (rank,), cards[:3], kickers=2)

    def two_pairs(self) -> Iterator[Part]:
        pairs = {rank: cards[:2] for rank, cards in self.by_rank.items() if len(cards) >= 2}
        for high, low in combinations(pairs, 2):
            yield self.part(Made.TWO_PAIRS, 5, (high, high, low, low), pairs[high] + pairs[low], kickers=1)

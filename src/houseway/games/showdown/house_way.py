"""
A quick way to set the six hands of Pyramid Showdown. The sheet has none, so it is ours.

The biggest hands that the cards can make are tried in H6, and below each of them what the other cards can make in H5
(and in H4 and H3, where cards are to spare); then come the strongest threes, then the single card, and the rest are
kickers. Of all that is found, the legal setting that would score most is taken. A card is a bit of a mask, so that
hands that would share a card are told apart.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from ...rules.cards import ACE, JOKER, RANKS, SUITS, Card, Cards
from ...rules.ranking import OF_A_KIND, Made, Ranking, Strength
from ...rules.setting import Setting

WIDTHS = ((3, True), (8, False), (40, True), (40, False))
"""How many big hands to try for each number of jokers in them, and whether the strongest threes come first."""


class Part(NamedTuple):
    """A hand, or those cards of one that make it what it is."""

    found: Strength
    mask: int
    kickers: int = 0
    """How many cards it still takes."""
    order: tuple[int, tuple[int, ...]] = (0, ())
    """Class and ranks of a big hand: what decides between those that score alike."""


Plan = tuple[Part, ...]
"""Six hands, H1 first."""


class Deal(NamedTuple):
    """The cards, highest first and jokers last, and how they are valued."""

    cards: dict[int, Card]
    """By the bit of each."""
    wild: int
    """The mask of the jokers."""
    ranking: Ranking
    points: Callable[[int, Strength], int]
    threes: dict[int, Part]
    """Those that were looked at, by mask."""

    @property
    def whole(self) -> int:
        return (1 << len(self.cards)) - 1

    def bits(self, pool: int) -> list[int]:
        return [bit for bit in self.cards if pool & bit]

    def jokers(self, mask: int) -> int:
        return (mask & self.wild).bit_count()


def best_found(
    cards: Cards,
    ranking: Ranking,
    *,
    points: Callable[[int, Strength], int],
    faults: Callable[[Setting], list[str]],
) -> Setting:
    """The legal setting that would score most, of those tried; the least faulty where none of them is legal."""
    wild = ((1 << cards.count(JOKER)) - 1) << len(cards) - cards.count(JOKER)
    by_bit = {1 << place: card for place, card in enumerate(sorted(cards, reverse=True))}
    deal = Deal(by_bit, wild, ranking, lru_cache(maxsize=None)(points), {})
    tried: list[tuple[int, Setting]] = []
    for width, strongest in WIDTHS:
        for plan in sorted(plans(deal, width, strongest=strongest), key=lambda plan: worth(deal, plan), reverse=True):
            setting = dealt_out(deal, plan)
            tried.append((len(faults(setting)), setting))
            if not tried[-1][0]:
                return setting
    return min(tried, key=lambda pair: pair[0])[1]


def worth(deal: Deal, plan: Plan) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
    """What a plan scores if every hand of it wins, then how strong it is from H6 down."""
    return sum(deal.points(place, part.found) for place, part in enumerate(plan, 1)), [
        part.found[:2] for part in plan[::-1]
    ]


def dealt_out(deal: Deal, plan: Plan) -> Setting:
    """The six hands of a plan, kickers added: the highest cards that are left, H6 first."""
    left = deal.bits(~sum(part.mask for part in plan))
    setting = {}
    for place in range(6, 0, -1):
        part = plan[place - 1]
        held = deal.bits(part.mask) + left[: part.kickers]
        left = left[part.kickers :]
        setting[f"hand{place}"] = tuple(deal.cards[bit] for bit in held)
    return dict(reversed(setting.items()))


# Plans -------------------------------------------------------------------------------------------------------------


def plans(deal: Deal, width: int, *, strongest: bool) -> Iterator[Plan]:
    threes = all_threes(deal, strongest=strongest)
    whole = deal.whole
    spare = len(deal.cards) - 20
    ones = [Part(deal.ranking.of((card,)), bit) for bit, card in deal.cards.items()]
    for sixth in best_of(deal, bigs(deal, whole, 5 + spare), 6, 2 * width):
        left = spare + 5 - sixth.found.size
        lower = [big for big in bigs(deal, whole & ~sixth.mask, min(7, 5 + left)) if big.order <= sixth.order]
        for fifth in best_of(deal, lower, 5, width):
            under = [big for big in lower if not big.mask & fifth.mask and big.order <= fifth.order]
            for middle in middles(deal, under, left + 5 - fifth.found.size):
                upper = (*middle, fifth, sixth)
                used = sum(part.mask for part in upper)
                single = [one for one in ones if not one.mask & used]
                yield from completed(deal, upper, single, threes, strongest=strongest)


def best_of(deal: Deal, parts: Iterable[Part], place: int, width: int) -> Iterator[Part]:
    """The parts that score most there: so many for each number of jokers they use."""
    room = [width] * 5
    for part in sorted(parts, key=lambda part: (deal.points(place, part.found), part.order), reverse=True):
        used = deal.jokers(part.mask)
        room[used] -= 1
        if room[used] >= 0:
            yield part


def middles(deal: Deal, under: list[Part], spare: int) -> Iterator[Plan]:
    """H4 as it is, or extended to five cards, or H3 too: nothing below a full house."""
    yield ()
    full = deal.ranking.level(Made.FULL_HOUSE, 5)
    grown = [big for big in under if big.found.size == 5 and big.found.level >= full] if spare >= 2 else []
    for fourth in best_of(deal, grown, 4, 1):
        yield (fourth,)
        beside = [big for big in grown if not big.mask & fourth.mask and big.order <= fourth.order]
        yield from ((third, fourth) for third in best_of(deal, beside if spare >= 4 else [], 3, 1))


def completed(deal: Deal, upper: Plan, ones: list[Part], threes: list[int], *, strongest: bool) -> Iterator[Plan]:
    """The plan with its threes and its single card, if what is left makes them."""
    first = None if strongest else min(ones)
    gone = sum(part.mask for part in upper) | (first.mask if first else 0)
    picked = list[Part]()
    for mask in threes:
        if mask & gone:
            continue
        three = three_at(deal, mask)
        if not strongest and three.found <= max(part.found for part in (*picked, first) if part):
            continue
        picked.append(three)
        gone |= mask
        if len(picked) == 5 - len(upper):
            break
    picked.sort()
    if picked and first is None:
        first = next((one for one in ones if not one.mask & gone and one.found < picked[0].found), None)
    if first and len(picked) == 5 - len(upper):
        yield (first, *picked, *upper)


def all_threes(deal: Deal, *, strongest: bool) -> list[int]:
    """The masks of every three cards: the best class first, with as few jokers as may be; or the weakest first."""
    hands = combinations(deal.cards.values(), 3)
    masks = three_masks(len(deal.cards))
    orders = orders_of(deal.ranking)
    if not strongest:
        return sorted(masks, key=lambda mask: (three_at(deal, mask).found, mask))
    numbered = [(orders.get(hand) or ordered(deal.ranking, hand)) - place for place, hand in enumerate(hands)]
    numbered.sort(reverse=True)  # of equal ones the first
    return [masks[-number & PLACES] for number in numbered]


PLACE_BITS = 12
PLACES = (1 << PLACE_BITS) - 1
"""Of the threes of one deal there are fewer than this."""


@lru_cache
def orders_of(ranking: Ranking) -> dict[Cards, int]:
    """By hand of three cards: a number that is higher for a better class, then for fewer jokers, then if stronger."""
    return {}


def ordered(ranking: Ranking, hand: Cards) -> int:
    """Its class, how few jokers it has, its ranks and its suits are the digits of its order; places come last."""
    found = ranking.of(hand)
    order = found.level
    for digit in (3 - hand.count(JOKER), *padded(found.ranks), *padded(found.suits), 3 + found.naturalness):
        order = order << 4 | digit
    return orders_of(ranking).setdefault(hand, order << PLACE_BITS)


def padded(digits: tuple[int, ...]) -> tuple[int, ...]:
    return (*digits, 0, 0, 0)[:3]


def three_at(deal: Deal, mask: int) -> Part:
    if mask not in deal.threes:
        hand = tuple(deal.cards[bit] for bit in deal.bits(mask))
        deal.threes[mask] = Part(deal.ranking.of(hand), mask)
    return deal.threes[mask]


@lru_cache
def three_masks(cards: int) -> tuple[int, ...]:
    return tuple(1 << a | 1 << b | 1 << c for a, b, c in combinations(range(cards), 3))


# Big hands ---------------------------------------------------------------------------------------------------------


def bigs(deal: Deal, pool: int, most: int) -> list[Part]:
    """What these cards can make of five cards, or up to `most`, from two pairs up."""
    found = Found(deal, deal.bits(pool))
    return [*found.kinds(most), *found.runs(most), *found.houses(), *found.plain_runs(), *found.flushes(), *found.low()]


def run_of(top: int, size: int) -> list[int]:
    """The ranks of a run from the top down; an ace may be its lowest."""
    return [rank if rank > 1 else ACE for rank in range(top, top - size, -1)]


RUNS = [(top, size, run_of(top, size)) for top, size in product(RANKS, range(5, 11)) if size <= top]
PLAIN_RUNS = [(top, run_of(top, 5)) for top in range(5, ACE + 1)]


class Found:
    """The cards of a pool by rank and by suit, each as its bit, and the hands in them."""

    def __init__(self, deal: Deal, pool: list[int]) -> None:
        self.deal = deal
        self.jokers: list[int] = []
        self.by_rank: dict[int, list[int]] = {rank: [] for rank in reversed(RANKS)}
        self.by_suit: dict[int, list[int]] = {suit: [] for suit in reversed(SUITS)}
        for bit in pool:
            card = deal.cards[bit]
            if card == JOKER:
                self.jokers.append(bit)
            else:
                self.by_rank[card.rank].append(bit)
                self.by_suit[card.suit].append(bit)

    def part(self, made: Made, size: int, ranks: tuple[int, ...], cards: list[int], kickers: int = 0) -> Part:
        level = self.deal.ranking.level(made, size)
        return Part(Strength(level, ranks, (), 0, made, size), sum(cards), kickers, (level, ranks))

    def kinds(self, most: int) -> Iterator[Part]:
        for rank, held in self.by_rank.items():
            for count in range(4, min(10, most, len(held) + len(self.jokers)) + 1 if held else 0):
                cards = (held + self.jokers)[:count]
                yield self.part(OF_A_KIND[count], max(5, count), (rank,), cards, kickers=int(count == 4))

    def runs(self, most: int) -> Iterator[Part]:
        for cards in self.by_suit.values():
            by_rank = {self.deal.cards[bit].rank: bit for bit in cards}
            longest = min(most, len(by_rank) + len(self.jokers))
            for top, size, wanted in RUNS if longest >= 5 else []:
                held = [by_rank[rank] for rank in wanted if rank in by_rank] if size <= longest else []
                if held and size - len(held) <= len(self.jokers):
                    yield self.part(Made.STRAIGHT_FLUSH, size, (top,), held + self.jokers[: size - len(held)])

    def plain_runs(self) -> Iterator[Part]:
        by_rank = {rank: held[-1] for rank, held in self.by_rank.items() if held}
        for top, wanted in PLAIN_RUNS:
            held = [by_rank[rank] for rank in wanted if rank in by_rank]
            if 5 - len(held) <= min(1, len(self.jokers)):
                yield self.part(Made.STRAIGHT, 5, (top,), held + self.jokers[: 5 - len(held)])

    def houses(self) -> Iterator[Part]:
        pairs = [(rank, held) for rank, held in self.by_rank.items() if len(held) >= 2]
        for rank, three in pairs:
            others = [held for other, held in pairs if other != rank]
            if len(three) + min(1, len(self.jokers)) >= 3 and others:
                pair = min(others, key=len)
                yield self.part(Made.FULL_HOUSE, 5, (rank,) * 3, (three + self.jokers)[:3] + pair[-2:])

    def flushes(self) -> Iterator[Part]:
        for held in self.by_suit.values():
            for cards in (held[:5], held[:4] + self.jokers[:1]):
                if len(cards) == 5:
                    yield self.part(Made.FLUSH, 5, tuple(self.deal.cards[bit].rank for bit in cards), cards)

    def low(self) -> Iterator[Part]:
        pairs = {rank: held for rank, held in self.by_rank.items() if len(held) >= 2}
        for rank, held in pairs.items():
            if len(held) >= 3:
                yield self.part(Made.THREE_OF_A_KIND, 5, (rank,), held[:3], kickers=2)
        for high, low in combinations(pairs, 2):
            yield self.part(Made.TWO_PAIRS, 5, (high, high, low, low), pairs[high][:2] + pairs[low][:2], kickers=1)

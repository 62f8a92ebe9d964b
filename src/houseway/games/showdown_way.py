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

from ..rules.cards import ACE, JOKER, RANKS, SUITS, Cards
from ..rules.ranking import OF_A_KIND, Made, Ranking, Strength
from ..rules.setting import Setting

WIDTHS = ((3, True), (8, False), (40, True), (40, False))
"""How many big hands to try for each number of jokers in them, and whether the strongest threes come first."""


class Part(NamedTuple):
    """A hand, or those cards of one that make it what it is."""

    found: Strength
    mask: int
    kickers: int = 0
    """How many cards it still takes."""

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        return self.found[:2]


Plan = tuple[Part, ...]
"""Six hands, H1 first."""


class Deal(NamedTuple):
    """The cards, highest first and jokers last, and how they are valued."""

    cards: Cards
    wild: int
    """The mask of the jokers."""
    ranking: Ranking
    points: Callable[[int, Strength], int]

    def bits(self, pool: int) -> list[int]:
        return [place for place in range(len(self.cards)) if pool >> place & 1]

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
    deal = Deal(tuple(sorted(cards, reverse=True)), wild, ranking, points)
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
    return sum(deal.points(place, part.found) for place, part in enumerate(plan, 1)), [p.order for p in plan[::-1]]


def dealt_out(deal: Deal, plan: Plan) -> Setting:
    """The six hands of a plan, kickers added: the highest cards that are left, H6 first."""
    left = deal.bits(~sum(part.mask for part in plan))
    setting = {}
    for place in range(6, 0, -1):
        part = plan[place - 1]
        held, left = deal.bits(part.mask) + left[: part.kickers], left[part.kickers :]
        setting[f"hand{place}"] = tuple(deal.cards[at] for at in held)
    return dict(reversed(setting.items()))


# Plans -------------------------------------------------------------------------------------------------------------


def plans(deal: Deal, width: int, *, strongest: bool) -> Iterator[Plan]:
    threes, whole, spare = all_threes(deal, strongest=strongest), (1 << len(deal.cards)) - 1, len(deal.cards) - 20
    ones = [Part(deal.ranking.of((card,)), 1 << at) for at, card in enumerate(deal.cards)]
    for sixth in best_of(deal, bigs(deal, whole, 5 + spare), 6, 2 * width):
        left = spare + 5 - sixth.found.size
        lower = [big for big in bigs(deal, whole & ~sixth.mask, min(7, 5 + left)) if big.order <= sixth.order]
        for fifth in best_of(deal, lower, 5, width):
            under = [big for big in lower if not big.mask & fifth.mask and big.order <= fifth.order]
            for middle in middles(deal, under, left + 5 - fifth.found.size):
                upper = (*middle, fifth, sixth)
                rest = whole & ~sum(part.mask for part in upper)
                single = [one for one in ones if one.mask & rest]
                yield from completed(upper, rest, single, threes, strongest=strongest)


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


def completed(upper: Plan, pool: int, ones: list[Part], threes: list[Part], *, strongest: bool) -> Iterator[Plan]:
    """The plan with its threes and its single card, if what is left makes them."""
    first = None if strongest else min(ones)
    rest, picked = pool & ~(first.mask if first else 0), list[Part]()
    for three in threes:
        if three.mask & ~rest or not (strongest or three.found > max(part.found for part in (*picked, first) if part)):
            continue
        picked.append(three)
        rest &= ~three.mask
        if len(picked) == 5 - len(upper):
            break
    picked.sort()
    if picked and first is None:
        first = next((one for one in ones if one.mask & rest and one.found < picked[0].found), None)
    if first and len(picked) == 5 - len(upper):
        yield (first, *picked, *upper)


def all_threes(deal: Deal, *, strongest: bool) -> list[Part]:
    """Every three of the cards: the best class first, with as few jokers as may be; or the weakest first."""
    hands = zip(combinations(deal.cards, 3), three_masks(len(deal.cards)), strict=True)
    found = [Part(deal.ranking.of(hand), mask) for hand, mask in hands]
    if not strongest:
        return sorted(found)
    return sorted(found, key=lambda part: (part.found.level, -deal.jokers(part.mask), part.found), reverse=True)


@lru_cache
def three_masks(cards: int) -> tuple[int, ...]:
    return tuple(1 << a | 1 << b | 1 << c for a, b, c in combinations(range(cards), 3))


# Big hands ---------------------------------------------------------------------------------------------------------


def bigs(deal: Deal, pool: int, most: int) -> list[Part]:
    """What these cards can make of five cards, or up to `most`, from two pairs up."""
    found = Found(deal, deal.bits(pool))
    return [*found.kinds(most), *found.runs(most), *found.houses(), *found.plain_runs(), *found.flushes(), *found.low()]


class Found:
    """The cards of a pool by rank and by suit, and the hands in them."""

    def __init__(self, deal: Deal, pool: list[int]) -> None:
        self.deal = deal
        self.jokers = [at for at in pool if deal.cards[at] == JOKER]
        naturals = [at for at in pool if deal.cards[at] != JOKER]
        self.by_rank = {rank: [at for at in naturals if deal.cards[at].rank == rank] for rank in reversed(RANKS)}
        self.by_suit = {suit: [at for at in naturals if deal.cards[at].suit == suit] for suit in reversed(SUITS)}

    def part(self, made: Made, size: int, ranks: tuple[int, ...], cards: Iterable[int], kickers: int = 0) -> Part:
        level = self.deal.ranking.level(made, size)
        return Part(Strength(level, ranks, (), 0, made, size), sum(1 << at for at in cards), kickers)

    def kinds(self, most: int) -> Iterator[Part]:
        for rank, held in self.by_rank.items():
            for count in range(4, min(10, most, len(held) + len(self.jokers)) + 1 if held else 0):
                cards = (held + self.jokers)[:count]
                yield self.part(OF_A_KIND[count], max(5, count), (rank,), cards, kickers=int(count == 4))

    def runs(self, most: int) -> Iterator[Part]:
        for cards in self.by_suit.values():
            by_rank = {self.deal.cards[at].rank: at for at in cards}
            for top, size in product(RANKS, range(5, most + 1)):
                held = self.run(by_rank, top, size) if size <= top else []
                if held and size - len(held) <= len(self.jokers):
                    cards = held + self.jokers[: size - len(held)]
                    yield self.part(Made.STRAIGHT_FLUSH, size, (top,), cards)

    def run(self, by_rank: dict[int, int], top: int, size: int) -> list[int]:
        wanted = [rank if rank > 1 else ACE for rank in range(top, top - size, -1)]
        return [by_rank[rank] for rank in wanted if rank in by_rank]

    def plain_runs(self) -> Iterator[Part]:
        by_rank = {rank: held[-1] for rank, held in self.by_rank.items() if held}
        for top in range(5, ACE + 1):
            held = self.run(by_rank, top, 5)
            if 5 - len(held) <= min(1, len(self.jokers)):
                yield self.part(Made.STRAIGHT, 5, (top,), held + self.jokers[: 5 - len(held)])

    def houses(self) -> Iterator[Part]:
        for rank, three in self.by_rank.items():
            pairs = [held for other, held in self.by_rank.items() if other != rank and len(held) >= 2]
            if len(three) + min(1, len(self.jokers)) >= 3 and len(three) >= 2 and pairs:
                pair = min(pairs, key=len)
                cards = (three + self.jokers)[:3] + pair[-2:]
                yield self.part(Made.FULL_HOUSE, 5, (rank,) * 3, cards)

    def flushes(self) -> Iterator[Part]:
        for held in self.by_suit.values():
            for cards in (held[:5], held[:4] + self.jokers[:1]):
                if len(cards) == 5:
                    yield self.part(Made.FLUSH, 5, tuple(self.deal.cards[at].rank for at in cards), cards)

    def low(self) -> Iterator[Part]:
        pairs = {rank: held for rank, held in self.by_rank.items() if len(held) >= 2}
        for rank, held in pairs.items():
            if len(held) >= 3:
                yield self.part(Made.THREE_OF_A_KIND, 5, (rank,), held[:3], kickers=2)
        for high, low in combinations(pairs, 2):
            yield self.part(Made.TWO_PAIRS, 5, (high, high, low, low), pairs[high][:2] + pairs[low][:2], kickers=1)

"""
What beats what.

A `Ranking` is the list of hands a rule sheet recognises, best first, as the sheet prints it. The sheets
disagree (a three-card straight beats a flush in Pick 2 and loses to one in Pyramid Showdown), so the order is
data. This is the plain reference: any hand of 1 to 10 cards, any number of decks, any number of jokers.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from .cards import ACE, CLUBS, JOKER, KING, RANKS, SPADES, SUITS, TWO, Card, Cards
from .errors import Broken


class Made(StrEnum):
    """The hands that can be made."""

    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIRS = "two_pairs"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FIVE_OF_A_KIND = "five_of_a_kind"
    SIX_OF_A_KIND = "six_of_a_kind"
    SEVEN_OF_A_KIND = "seven_of_a_kind"
    EIGHT_OF_A_KIND = "eight_of_a_kind"
    NINE_OF_A_KIND = "nine_of_a_kind"
    TEN_OF_A_KIND = "ten_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"

    __hash__ = str.__hash__  # an enum's own is slow, and every hand is looked up by what it is

    @property
    def spoken(self) -> str:
        return self.value.replace("_", " ")


OF_A_KIND = {
    3: Made.THREE_OF_A_KIND,
    4: Made.FOUR_OF_A_KIND,
    5: Made.FIVE_OF_A_KIND,
    6: Made.SIX_OF_A_KIND,
    7: Made.SEVEN_OF_A_KIND,
    8: Made.EIGHT_OF_A_KIND,
    9: Made.NINE_OF_A_KIND,
    10: Made.TEN_OF_A_KIND,
}
COUNT_OF_A_KIND = {made: count for count, made in OF_A_KIND.items()}
RUNS = (Made.STRAIGHT, Made.STRAIGHT_FLUSH, Made.ROYAL_FLUSH)

Line = Made | tuple[Made, int]
"""A line of a ranking: a made hand, of any size or of one size only."""


class Strength(NamedTuple):
    """How good a hand is; compares as a tuple, level first. Only strengths of one ranking compare."""

    level: int
    ranks: tuple[int, ...]
    """Ranks in order of importance. Where one list begins the other, the longer hand is higher."""
    suits: tuple[int, ...]
    """Suits in the same order, where the sheet lets suits break ties; else empty."""
    naturalness: int
    """Minus the number of jokers, where a natural hand beats its wild equal; else 0."""
    made: Made
    size: int

    @property
    def spoken(self) -> str:
        return self.made.spoken


@dataclass(frozen=True, eq=False)
class Ranking:
    """A sheet's hands, best first, and how the sheet reads aces, suits and jokers."""

    best_first: tuple[Line, ...]
    ace_low: bool = True
    """A-2-3 is a straight."""
    wheel: Literal["low", "second"] = "low"
    """The straight from the ace up: the lowest of its size, or second only to the ace-high one."""
    suits: Literal["off", "first_card", "full"] = "off"
    joker_duplicates: bool = True
    """A joker may be a card that is in the hand already."""
    natural_beats_wild: bool = False
    joker: Literal["wild", "bug"] = "wild"
    """A bug is an ace, or any card that completes a straight or a flush; it may be nothing else."""

    def of(self, cards: Cards) -> Strength:
        """The strength of all of these cards as one hand; a joker is whatever helps most."""
        if self.suits == "off" and (self.joker_duplicates or JOKER not in cards):
            suits = {card.suit for card in cards if card.rank}
            return _by_ranks(self, tuple(sorted([card.rank for card in cards], reverse=True)), len(suits) == 1)
        return _strength(self, tuple(sorted(cards, reverse=True)))

    def as_declared(self, cards: Cards, jokers: Cards) -> Strength:
        """The strength with the jokers standing for the cards their player names."""
        naturals = tuple(card for card in cards if card != JOKER)
        return _of_naturals(self, naturals + jokers, wild=len(jokers))

    def best_of(self, cards: Cards, size: int) -> tuple[Strength, Cards]:
        """The strongest hand of `size` cards that these cards hold, and the cards of it."""
        hands = combinations(sorted(cards, reverse=True), size)
        return max(((self.of(hand), hand) for hand in hands), key=lambda found: found[0])

    def level(self, made: Made, size: int) -> int:
        """How high a line stands: the last line of the list is 1, the first is the length of the list."""
        return _level(self, made, size)


@lru_cache(maxsize=10_000)
def _level(ranking: Ranking, made: Made, size: int) -> int:
    for place, line in enumerate(ranking.best_first):
        if line in (made, (made, size)):
            return len(ranking.best_first) - place
    return 0


@lru_cache(maxsize=20_000)
def _by_ranks(ranking: Ranking, ranks: tuple[int, ...], one_suit: bool) -> Strength:
    """Where suits break no ties, hands of the same ranks are alike if they are of one suit, or if they are not."""
    suits = (SPADES, *(len(ranks) - 1) * (SPADES if one_suit else CLUBS,))
    cards = zip(ranks, suits, strict=True)
    return _strength(ranking, tuple(Card(rank, suit) if rank else JOKER for rank, suit in cards))


@lru_cache(maxsize=40_000)  # few enough that the garbage collector passes over them in some milliseconds
def _strength(ranking: Ranking, cards: Cards) -> Strength:
    jokers = cards.count(JOKER)
    naturals = cards[: len(cards) - jokers]
    if not jokers:
        return _of_naturals(ranking, naturals, wild=0)
    stands_for = _identities(ranking, naturals, jokers)
    found = ((_of_naturals(ranking, naturals + wild, wild=jokers), wild) for wild in stands_for)
    return max(strength for strength, wild in found if ranking.joker == "wild" or _may_be_bugs(strength, wild))


def _may_be_bugs(strength: Strength, wild: Cards) -> bool:
    return strength.made in (*RUNS, Made.FLUSH) or all(card.rank == ACE for card in wild)


def _identities(ranking: Ranking, naturals: Cards, jokers: int) -> Iterator[Cards]:
    """
    The cards the jokers may stand for, as few as hold the best.

    A joker either joins the one suit of the other cards, or its suit only breaks ties: then the highest suit is best.
    """
    suits = {card.suit for card in naturals}
    for ranks in _ranks_of_jokers(tuple([card.rank for card in naturals]), jokers, ranking.joker_duplicates):
        if ranking.joker_duplicates:
            yield tuple(Card(rank, SPADES) for rank in ranks)
            if len(suits) == 1:
                yield tuple(Card(rank, min(suits)) for rank in ranks)
        else:
            yield from _unheld(naturals, ranks, suits if len(suits) == 1 else set())


@lru_cache(maxsize=20_000)
def _ranks_of_jokers(naturals: tuple[int, ...], jokers: int, duplicates: bool) -> tuple[tuple[int, ...], ...]:
    """
    Ranks that jokers may take: every choice that completes a run, and the best choices for all other hands.

    What a hand without a run is depends on how many cards it has of each rank. Of two ranks that the other cards hold
    equally often, the higher one therefore takes at least as many jokers as the lower one. Where a joker may not be a
    card that is held, this is only true of ranks that are not held at all.
    """
    held = Counter(naturals)
    if duplicates:
        times_held = sorted(set(held.values()) | {0})
        classes = [tuple(rank for rank in reversed(RANKS) if held[rank] == times) for times in times_held]
    else:
        classes = [tuple(rank for rank in reversed(RANKS) if not held[rank]), *((rank,) for rank in held)]
    found = {tuple(sorted(ranks)) for ranks in _shared_out(tuple(classes), jokers)}
    return tuple(sorted(found | _completing_runs(frozenset(naturals), len(naturals), jokers)))


def _shared_out(classes: tuple[tuple[int, ...], ...], jokers: int) -> Iterator[tuple[int, ...]]:
    """The ways to share jokers out among classes of ranks, within a class never more to a lower rank."""
    if not classes:
        if jokers == 0:
            yield ()
        return
    ranks = classes[0]
    others = classes[1:]
    for count in range(jokers + 1):
        for parts in _partitions(count, count, len(ranks)):
            here = tuple(rank for rank, times in zip(ranks, parts, strict=False) for _ in range(times))
            for rest in _shared_out(others, jokers - count):
                yield here + rest


def _partitions(count: int, largest: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of at most `most` parts, none larger than `largest`, in falling order."""
    if count == 0:
        yield ()
        return
    for first in range(min(count, largest), 0, -1) if most else ():
        for rest in _partitions(count - first, first, most - 1):
            yield (first, *rest)


def _completing_runs(held: frozenset[int], size: int, jokers: int) -> set[tuple[int, ...]]:
    """The ranks with which jokers complete a run of all the cards; an ace may be its lowest card."""
    found = set()
    for low in range(1, ACE - size - jokers + 2) if len(held) == size else ():
        run = {rank if rank > 1 else ACE for rank in range(low, low + size + jokers)}
        if held <= run:
            found.add(tuple(sorted(run - held)))
    return found


def _unheld(naturals: Cards, ranks: tuple[int, ...], flush_suits: set[int]) -> Iterator[Cards]:
    """The same, where a joker may not be a card already in the hand."""
    for allowed in (tuple(reversed(SUITS)), *((suit,) for suit in flush_suits)):
        held = list(naturals)
        for rank in ranks:
            free = [Card(rank, suit) for suit in allowed if Card(rank, suit) not in held]
            held += free[:1]
        if len(held) == len(naturals) + len(ranks):
            yield tuple(held[len(naturals) :])


def _of_naturals(ranking: Ranking, cards: Cards, *, wild: int) -> Strength:
    counts = Counter([card.rank for card in cards])
    top = run_top(cards, ace_low=ranking.ace_low)
    level, made = _line(ranking, tuple(sorted(counts.values(), reverse=True)), _one_suit(cards), top)
    order = by_importance(made, cards, counts)
    size = len(cards)
    ranks = _run_ranks(ranking, top, size) if made in RUNS else tuple([card.rank for card in order])
    return Strength(level, ranks, _suits(ranking, order), -wild * ranking.natural_beats_wild, made, size)


def _one_suit(cards: Cards) -> bool:
    return len(cards) >= 3 and len({card.suit for card in cards}) == 1


@lru_cache(maxsize=10_000)
def _line(ranking: Ranking, groups: tuple[int, ...], one_suit: bool, top: int) -> tuple[int, Made]:
    """The first line of the list that takes hands with so many of each rank, and how high it stands."""
    size = sum(groups)
    for place, line in enumerate(ranking.best_first):
        made, wanted = line if isinstance(line, tuple) else (line, size)
        if wanted == size and _recognised(made, groups, one_suit, top):
            return len(ranking.best_first) - place, made
    raise Broken(f"no line of the ranking takes {size} cards, {groups} of a rank; its last line must take every hand")


def _recognised(made: Made, groups: tuple[int, ...], one_suit: bool, top: int) -> bool:
    match made:
        case Made.HIGH_CARD:
            return True
        case Made.ONE_PAIR:
            return groups[0] >= 2
        case Made.TWO_PAIRS:
            return groups[0] >= 2 and groups[1:2] >= (2,)
        case Made.FULL_HOUSE:
            return groups[0] >= 3 and groups[1:2] >= (2,)
        case Made.STRAIGHT:
            return top > 0
        case Made.FLUSH:
            return one_suit
        case Made.STRAIGHT_FLUSH:
            return one_suit and top > 0
        case Made.ROYAL_FLUSH:
            return one_suit and top == ACE
        case _:
            return groups[0] >= COUNT_OF_A_KIND[made]


def run_top(cards: Cards, *, ace_low: bool = True) -> int:
    """The top rank of a run of at least three consecutive ranks, or 0. An ace may play low; nothing wraps."""
    ranks = sorted([card.rank for card in cards])
    if len(ranks) < 3:
        return 0
    if ace_low and ranks[-1] == ACE and ranks[0] == TWO:
        ranks = [1, *ranks[:-1]]
    return ranks[-1] if ranks == list(range(ranks[0], ranks[0] + len(ranks))) else 0


def run_tops(cards: Cards, length: int, *, ace_low: bool = True) -> set[int]:
    """The top ranks of every run of this length that some of these cards make."""
    held = {card.rank for card in cards}
    held |= {1} if ace_low and ACE in held else set()
    return {top for top in held if all(top - below in held for below in range(length))}


def lines_held(cards: Cards, run: int, *, ace_low: bool = True) -> set[str]:
    """Every made hand that some of these cards are, where straights and flushes take `run` cards: for pay tables."""
    groups = tuple(sorted(Counter(card.rank for card in cards).values(), reverse=True))
    patterns = (Made.ONE_PAIR, Made.TWO_PAIRS, Made.FULL_HOUSE, *COUNT_OF_A_KIND)
    lines = {made.value for made in patterns if _recognised(made, groups, False, 0)}
    lines |= {Made.STRAIGHT.value} if run_tops(cards, run, ace_low=ace_low) else set()
    for suit in SUITS:
        suited = tuple(card for card in cards if card.suit == suit)
        if len(suited) < run:
            continue
        tops = run_tops(suited, run, ace_low=ace_low)
        lines |= {Made.FLUSH.value}
        lines |= {Made.STRAIGHT_FLUSH.value} if tops else set()
        lines |= {Made.ROYAL_FLUSH.value} if ACE in tops else set()
    return lines


def _run_ranks(ranking: Ranking, top: int, size: int) -> tuple[int, ...]:
    is_wheel = top == size
    return (KING, ACE) if is_wheel and ranking.wheel == "second" else (top,)


def by_importance(made: Made, cards: Cards, counts: Counter[int]) -> Cards:
    """The cards, most important first: the bigger group, then the higher rank, then the higher suit."""
    if made in RUNS:
        wheel = counts[ACE] and counts[TWO]
        return tuple(sorted(cards, key=lambda c: (1 if wheel and c.rank == ACE else c.rank, c.suit), reverse=True))
    if made == Made.FLUSH:
        return tuple(sorted(cards, reverse=True))
    return tuple(sorted(cards, key=lambda card: (counts[card.rank], card), reverse=True))


def _suits(ranking: Ranking, order: Cards) -> tuple[int, ...]:
    if ranking.suits == "off":
        return ()
    return tuple(card.suit for card in (order[:1] if ranking.suits == "first_card" else order))


def against(ours: Strength, theirs: Strength) -> int:
    """1 if ours is higher, -1 if theirs is, 0 if they are equal."""
    return (ours > theirs) - (ours < theirs)

"""
Chinese Poker: exact frequencies of naturals and bonuses in all 635,013,559,600 hands, and estimates of results.

The value of a hand depends on how it and the opponents' hands are set. Two players with the same strategy win nothing
from each other on average; `price` shows that, and estimates the spread of the results of two players who set by the
house way's sentences. It plays the same rounds as `houseway simulate chinese`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import chain, repeat
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.estimates import estimate_from, method_notes
from ....pricing.measured import Measured, differences
from ....pricing.option_cache import cached_by_options
from ....pricing.paired_rounds import (
    SIZE,
    SPREAD,
    PairedRounds,
    RoundFigures,
    changes_of_rounds,
    measured_rounds,
)
from ....pricing.price import Price, WagerPrice, ratio
from ....pricing.readings import FigureName, Figures, Reading
from ....pricing.readings import readings as all_readings
from ....rules.cards import ACE, RANKS, SUITS, Card, Cards
from ....rules.errors import Broken
from ....rules.game import Game
from ....rules.ranking import COUNT_OF_A_KIND, Made, Ranking, lines_held
from ....rules.rulebook import Rulebook
from ....sampling.chunks import Progress, rounds_in_chunks
from ....sampling.json_types import JsonObject
from ....sampling.kernel_rounds import ON_KERNELS, Rounds
from ....sampling.settings import checked_integer
from ....sampling.streams import MOST_SEED
from ....sampling.tally import Tally
from .. import sheet as chinese
from ..bonuses import BONUSES
from ..hand_order import RANKINGS
from ..kernels.counting import (
    NONE,
    RUN,
    TOP_RUN,
    Kind,
    Kinds,
    count_plain_runs,
    count_suited_runs,
    kinds_up_to,
    suit_ways,
)
from ..kernels.setting import Scale
from ..naturals import NATURALS, naturals_in, three_straights
from ..rounds import CHUNK, ChineseRoundsOnKernels, Codes, house_way_rounds
from .unmoved import REASONS

UNIT = "unit"
HOUSE_WAY = "house_way_against_house_way"
THIRTEEN = 13
PLAYERS = 2
SEED = 1
ROUNDS = 40_000
"""The number of rounds of a price on kernels."""
FEW = 4_000
"""The number of rounds of a price by the rules."""
READ_ROUNDS = 10_000
"""The number of rounds on kernels under each reading."""
NOTE = (
    "both set by the sentences that explain prints, and two alike win nothing from each other on average: the spread "
    "is what is estimated"
)


def price(
    game: Game[chinese.Terms], progress: Progress | None = None, *, rounds: int | None = None, seed: int = SEED
) -> Price:
    """The price for two players who both follow the house way, with the exact frequencies."""
    checked_integer("seed", seed, 0, MOST_SEED)
    if rounds is not None:
        checked_integer("rounds", rounds, 2, 10**9)
    table = house_way_rounds(game, PLAYERS)
    round_count = rounds or (ROUNDS if table.how == ON_KERNELS else FEW)
    won = Tally.of(_chips(table, seed, round_count, progress).tolist())
    notes: JsonObject = {
        "ev_by_symmetry": ratio(by_symmetry(game.terms)),
        "note": NOTE,
        **method_notes(table.how),
        "rounds_won": won.rounds_won,
        **{k: dict(v) for k, v in frequencies(game).items()},
    }
    estimate = estimate_from(won, game.terms.unit_value, seed, notes)
    named = dict(game.terms_as_text)
    wagers = {UNIT: WagerPrice(strategies={HOUSE_WAY: estimate})}
    return Price(game=game.key, terms=named, terms_hash=game.terms_hash, wagers=wagers)


def _chips(table: Rounds, seed: int, rounds: int, progress: Progress | None) -> NDArray[np.int64]:
    """(rounds,): the net result of the first seat in chips, round by round."""

    def play(first: int, count: int) -> NDArray[np.int64]:
        return table(seed, first, count).chips(0)

    return np.concatenate(list(rounds_in_chunks(play, rounds, table.chunk, progress)))


def frequencies(game: Game[chinese.Terms]) -> dict[str, dict[str, int]]:
    """
    How many of all thirteen-card hands contain each combination, by table and name.

    - `naturals`: hands that contain the natural; `any` counts hands with at least one.
    - `natural_paid`: hands by their highest natural, or `none`. Sums to all hands.
    - `naturals_together`: hands by the exact set of naturals they contain. Sums to all hands.
    - `holdings`: hands in which some cards form the made hand.
    - `bonus_holdings`: the same for each bonus, whether or not the other cards allow the made hand in its row.
    - `best_five`: hands by the class of their best five cards. Sums to all hands.
    """
    together = naturals_together(game.terms)
    ranking = RANKINGS[game.terms.wheel]
    held = holdings(ranking, THIRTEEN)
    paid: Counter[str] = Counter()
    for names, count in together.items():
        paid[next((name for name in NATURALS if name in names), "none")] += count
    naturals = {name: sum(count for names, count in together.items() if name in names) for name in NATURALS}
    return {
        "naturals": {**naturals, "any": sum(count for names, count in together.items() if names)},
        "natural_paid": {name: paid[name] for name in (*NATURALS, "none")},
        "naturals_together": {" + ".join(sorted(names)) or "none": count for names, count in together.items()},
        "holdings": held,
        "bonus_holdings": {option: held[made] for (_, made), (option, _) in BONUSES.items()},
        "best_five": best_five(ranking, THIRTEEN),
    }


def readings(
    game: Game[chinese.Terms], rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
) -> list[Reading]:
    """The effect of each reading on the probability of naturals (counted) and on the same rounds of two players."""
    on_rounds = PairedRounds(game, SameRounds())

    def figures(variant: Game[chinese.Terms]) -> Figures:
        return {**counted_figures(variant), **on_rounds.figures(variant)}

    return all_readings(
        game, rulebook, figures, progress, also_unmoved=also_unmoved, reasons=REASONS, errors=on_rounds.errors
    )


def counted_figures(game: Game[chinese.Terms]) -> dict[FigureName, Fraction]:
    """The figures that are exact: the value of a unit by symmetry, and the chance of each natural."""
    counted = {(name, "chance"): chance for name, chance in chances(game).items()}
    return {(UNIT, HOUSE_WAY): by_symmetry(game.terms), **counted}


def figures(game: Game[chinese.Terms]) -> dict[FigureName, Measured]:
    """The figures of two players who set the house way."""
    return {**_measured_counts(game), **measured_rounds(SAME_ROUNDS(game))}


def changes(before: Game[chinese.Terms], after: Game[chinese.Terms]) -> dict[FigureName, Measured]:
    """How far the figures of other terms differ, on the same rounds."""
    counted = differences(_measured_counts(before), _measured_counts(after))
    return {**counted, **changes_of_rounds(SAME_ROUNDS(before), SAME_ROUNDS(after))}


def _measured_counts(game: Game[chinese.Terms]) -> dict[FigureName, Measured]:
    return {name: Measured(figure) for name, figure in counted_figures(game).items()}


def chances(game: Game[chinese.Terms]) -> dict[str, Fraction]:
    together = naturals_together(game.terms)
    hands = comb(len(RANKS) * len(SUITS), THIRTEEN)
    held = {name: sum(ways for names, ways in together.items() if name in names) for name in NATURALS}
    held["any natural"] = sum(ways for names, ways in together.items() if names)
    return {name: Fraction(ways, hands) for name, ways in held.items()}


def by_symmetry(terms: chinese.Terms) -> Fraction:
    """The value for a player against players with the same strategy, in units: minus the fee."""
    return Fraction(-terms.fee, terms.unit_value)


class SameRounds:
    """
    Plays the same rounds of two players under different readings; payments are before the fee.

    Readings under which hands are set alike share the settings.
    """

    def __init__(self) -> None:
        self.known: list[tuple[Scale, list[list[Codes]]]] = []
        """The tables that settings were made with, and these settings, chunk by chunk."""

    def __call__(self, game: Game[chinese.Terms]) -> RoundFigures:
        scores = self.won(game) + game.terms.fee
        units = scores / game.terms.unit_value
        return RoundFigures(scores[:, None], {SIZE: np.abs(units)}, {SPREAD: units**2})

    def won(self, game: Game[chinese.Terms]) -> NDArray[np.int64]:
        """(rounds,): the net result of the first seat in chips."""
        table = house_way_rounds(game, PLAYERS)
        if not isinstance(table, ChineseRoundsOnKernels):
            return _chips(table, SEED, FEW, None)
        chunks = enumerate(self.codes(table))
        return np.concatenate([table.played(SEED, number * CHUNK, codes).chips(0) for number, codes in chunks])

    def codes(self, table: ChineseRoundsOnKernels) -> list[list[Codes]]:
        """The settings of each seat, chunk by chunk."""
        for scale, codes in self.known:
            if scale is table.tables.scale:
                return codes

        def set_hands(first: int, count: int) -> list[Codes]:
            return table.set_hands(SEED, first, count)

        codes = list(rounds_in_chunks(set_hands, READ_ROUNDS, CHUNK, None))
        self.known.append((table.tables.scale, codes))
        return codes


SAME_ROUNDS = SameRounds()
"""The rounds that changes of terms are compared on."""


# Naturals ----------------------------------------------------------------------------------------------------------


@cached_by_options
def naturals_together(terms: chinese.Terms) -> dict[frozenset[str], int]:
    """
    By set of naturals: the number of hands that contain exactly these.

    A natural depends on the ranks only or on the suits only. Of those that depend on the ranks, only three straights
    depends on which ranks they are; for the others the kind (how often each rank occurs) is enough. So the rules are
    called on one example of each kind and distribution of suits, and on every choice of ranks that makes three
    straights.
    """
    runs = three_straights(ace_low=terms.natural_ace_low)
    kinds = kinds_up_to(THIRTEEN)
    counts: Counter[frozenset[str]] = Counter()
    for kind, by_suits in suit_ways(kinds).items():
        if sum(kind) == THIRTEEN:
            special = [ranks for ranks in runs if _kind_of(ranks) == kind]
            plain = rank_choices(kind) - len(special)
            choices = [(ranks, 1) for ranks in special] + ([(_plain_ranks(kind, runs), plain)] if plain else [])
            for suits, ways in _sorted_suits(by_suits).items():
                for ranks, times in choices:
                    counts[frozenset(naturals_in(terms, example(ranks, suits)))] += ways * times
    return dict(counts)


def _kind_of(ranks: tuple[int, ...]) -> Kind:
    return tuple(sorted(Counter(ranks).values(), reverse=True))


def rank_choices(kind: Kind) -> int:
    """The number of ways to choose the ranks of a kind."""
    alike = [*Counter(kind).values(), len(RANKS) - len(kind)]
    return factorial(len(RANKS)) // prod(factorial(count) for count in alike)


def _plain_ranks(kind: Kind, runs: frozenset[tuple[int, ...]]) -> tuple[int, ...]:
    """Example ranks of this kind that are not three straights."""
    for start in range(len(RANKS)):
        order = [*RANKS[start:], *RANKS[:start]]
        ranks = tuple(sorted(chain.from_iterable(repeat(rank, n) for rank, n in zip(order, kind, strict=False))))
        if ranks not in runs:
            return ranks
    raise Broken(f"every example of {kind} is three straights")


def _sorted_suits(by_suits: dict[tuple[int, ...], int]) -> Counter[tuple[int, ...]]:
    """The number of choices by the cards of each suit, most first, because it does not matter which suit is which."""
    counts: Counter[tuple[int, ...]] = Counter()
    for suits, ways in by_suits.items():
        counts[tuple(sorted(suits, reverse=True))] += ways
    return counts


def example(ranks: tuple[int, ...], suits: tuple[int, ...]) -> Cards:
    """Example cards with these ranks and these numbers of cards by suit."""
    left = dict(zip(SUITS, suits, strict=True))
    cards = list[Card]()
    for rank, count in Counter(ranks).most_common():
        for suit in sorted(SUITS, key=lambda suit: -left[suit])[:count]:
            left[suit] -= 1
            cards.append(Card(rank, suit))
    if any(left.values()):
        raise Broken(f"no cards of ranks {ranks} fall {suits} on the suits")
    return tuple(cards)


# Made hands --------------------------------------------------------------------------------------------------------

FIVE = 5


class Counted(NamedTuple):
    """Hands of every size up to one, by the number of their kind."""

    kinds: Kinds
    suited: NDArray[np.int64]
    """By kind and its longest suited run: every hand."""
    plain: NDArray[np.int64]
    """By kind and its longest run: hands without a flush."""


@lru_cache(maxsize=4)
def _counted(ace_low: bool, size: int) -> Counted:
    kinds = kinds_up_to(size)
    return Counted(
        kinds=kinds,
        suited=count_suited_runs(kinds.after, FIVE, ace_low),
        plain=count_plain_runs(kinds.after, FIVE, FIVE, ace_low),
    )


def rank_lines(kind: Kind) -> set[str]:
    """The made hands of a kind that depend on equal ranks only."""
    cards = tuple(Card(RANKS[place], SUITS[copy]) for place, count in enumerate(kind) for copy in range(count))
    alike = {Made.ONE_PAIR, Made.TWO_PAIRS, Made.FULL_HOUSE, *COUNT_OF_A_KIND}
    return lines_held(cards, FIVE) & {str(made) for made in alike}


def holdings(ranking: Ranking, size: int) -> dict[str, int]:
    """The number of hands of this size that contain each made hand; straights and flushes have five cards."""
    counted = _counted(ranking.ace_low, size)
    counts: Counter[str] = Counter()
    for number, kind in enumerate(counted.kinds.kinds):
        if sum(kind) == size:
            every = int(counted.suited[number].sum())
            counts.update(dict.fromkeys(rank_lines(kind), every))
            counts[Made.FLUSH] += every - int(counted.plain[number].sum())
            counts[Made.STRAIGHT_FLUSH] += every - int(counted.suited[number, NONE])
            counts[Made.ROYAL_FLUSH] += int(counted.suited[number, TOP_RUN])
    counts[Made.STRAIGHT] = straights_held(size, ace_low=ranking.ace_low)
    return {str(made): counts[made] for made in _lines(ranking) if counts[made]}


def straights_held(size: int, *, ace_low: bool) -> int:
    """The number of hands of this size with five ranks in a row, counted rank by rank."""
    total = 0
    for aces in range(len(SUITS) + 1):
        states = {(0, int(bool(aces) and ace_low)): comb(len(SUITS), aces)}
        for rank in RANKS:
            grown: Counter[tuple[int, int]] = Counter()
            for (cards, run), ways in states.items():
                for count in [aces] if rank == ACE else range(len(SUITS) + 1):
                    ways_to_add = 1 if rank == ACE else comb(len(SUITS), count)
                    grown[cards + count, _longer_run(run, count)] += ways * ways_to_add
            states = grown
        total += states[size, FIVE]
    return total


def _longer_run(run: int, count: int) -> int:
    """The length of a run after the next rank, of which `count` cards are held; a run of five stays."""
    if run == FIVE:
        return FIVE
    return run + 1 if count else 0


def best_five(ranking: Ranking, size: int) -> dict[str, int]:
    """The number of hands of this size by the class of their best five cards."""
    counted = _counted(ranking.ace_low, size)
    counts: Counter[str] = Counter()
    for number, kind in enumerate(counted.kinds.kinds):
        if sum(kind) == size:
            suited = counted.suited[number]
            plain = counted.plain[number]
            alike = {*rank_lines(kind), Made.HIGH_CARD}
            flushes = int(suited[NONE]) - int(plain.sum())
            counts[_best(ranking, {*alike, Made.ROYAL_FLUSH})] += int(suited[TOP_RUN])
            counts[_best(ranking, {*alike, Made.STRAIGHT_FLUSH})] += int(suited[RUN])
            counts[_best(ranking, {*alike, Made.FLUSH})] += flushes
            counts[_best(ranking, {*alike, Made.STRAIGHT})] += int(plain[RUN])
            counts[_best(ranking, alike)] += int(plain[NONE])
    return {str(made): counts[made] for made in _lines(ranking)}


def _lines(ranking: Ranking) -> list[Made]:
    return [line[0] if isinstance(line, tuple) else line for line in ranking.best_first]


def _best(ranking: Ranking, held: set[str]) -> str:
    """The highest of these lines. Straights are not counted in hands with a flush, so a flush must rank higher."""
    if ranking.level(Made.FLUSH, FIVE) < ranking.level(Made.STRAIGHT, FIVE):
        raise Broken("these counts need a flush above a straight")
    return str(max(held, key=lambda made: ranking.level(Made(made), FIVE)))

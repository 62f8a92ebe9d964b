"""Chinese Poker: counts of thirteen-card hands against published counts, closed forms and hands dealt at random."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.games.ask import price, simulate
from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.bonuses import BONUSES
from houseway.games.chinese.hand_order import RANKINGS
from houseway.games.chinese.house_way import house_way, natural_claims
from houseway.games.chinese.kernels.counting import kinds_up_to, suit_ways
from houseway.games.chinese.naturals import naturals_in
from houseway.games.chinese.pricing import price as prices
from houseway.kernels.cards import all_hands, encoded_hands
from houseway.kernels.evaluate import evaluator
from houseway.pricing.price import Estimate
from houseway.rules.cards import DECK, Cards
from houseway.rules.errors import Unreadable
from houseway.rules.ranking import lines_held
from houseway.sampling.kernel_rounds import BY_RULES, ON_KERNELS

GAME = chinese.SHEET
RANKING = RANKINGS["low"]
HANDS = comb(52, 13)
DEALT = 20_000


@cache
def counts_under(**options: object) -> dict[str, dict[str, int]]:
    return prices.frequencies(GAME.with_options(options))


@cache
def dealt() -> list[Cards]:
    chance = random.Random(17)
    return [tuple(chance.sample(DECK, 13)) for _ in range(DEALT)]


def agrees(seen: int, count: int, out_of: int = DEALT) -> bool:
    """Within four and a half standard errors, and one hand for the rarest."""
    share = count / HANDS
    return abs(seen - out_of * share) <= 4.5 * sqrt(out_of * share * (1 - share)) + 1


def test_distinguished_hands_sum_to_every_hand() -> None:
    for name in ("natural_paid", "naturals_together", "best_five"):
        assert sum(counts_under()[name].values()) == HANDS == 635_013_559_600


# Made hands --------------------------------------------------------------------------------------------------------


def test_five_and_seven_cards_come_to_the_published_counts() -> None:
    five = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540)
    seven = (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)
    assert tuple(prices.best_five(RANKING, 5).values()) == five
    assert tuple(prices.best_five(RANKING, 7).values()) == seven


@pytest.mark.slow
def test_six_cards_come_to_what_every_hand_evaluates_to() -> None:
    codes = evaluator(RANKING, 5)
    levels = np.bincount(codes.levels[codes.best_codes(all_hands(6), 5)], minlength=len(RANKING.best_first) + 1)
    assert list(prices.best_five(RANKING, 6).values()) == levels[:0:-1].tolist()


def test_the_best_five_of_dealt_hands_agree() -> None:
    codes = evaluator(RANKING, 5)
    levels = Counter(codes.levels[codes.best_codes(encoded_hands(dealt()), 5)].tolist())
    for place, count in enumerate(counts_under()["best_five"].values()):
        assert agrees(levels[len(RANKING.best_first) - place], count)


def test_the_holdings_of_dealt_hands_agree() -> None:
    seen = Counter(line for hand in dealt() for line in lines_held(hand, 5))
    assert set(counts_under()["holdings"]) == {*seen, "royal_flush", "straight_flush"}
    for line, count in counts_under()["holdings"].items():
        assert agrees(seen[line], count), line


def test_holdings_agree_with_closed_forms() -> None:
    held = counts_under()["holdings"]
    assert held["royal_flush"] == 4 * comb(47, 8) - 6 * comb(42, 3)
    assert held["four_of_a_kind"] == 13 * comb(48, 9) - comb(13, 2) * comb(44, 5) + comb(13, 3) * 40
    assert held["one_pair"] == HANDS - 4**13
    assert held["straight_flush"] == HANDS - without_a_run_in_any_suit()
    no_flush = sum(prod(comb(13, n) for n in suits) for suits in product(range(5), repeat=4) if sum(suits) == 13)
    assert held["flush"] == HANDS - no_flush


def without_a_run_in_any_suit() -> int:
    """Suits do not meet in a straight flush: the fourth power of one suit's sets of ranks, by size."""
    runs = [sum(1 << rank % 13 for rank in range(low, low + 5)) for low in range(-1, 9)]
    sizes = [0] * 14
    for held in range(2**13):
        sizes[held.bit_count()] += not any(held & run == run for run in runs)
    power = [1]
    for _ in range(4):
        power = [sum(power[k] * sizes[n - k] for k in range(max(0, n - 13), min(n + 1, len(power)))) for n in range(14)]
    return power[13]


def test_bonus_holdings_are_those_of_their_lines() -> None:
    held = counts_under()["holdings"]
    bonus = counts_under()["bonus_holdings"]
    assert bonus["bonus_trips_front"] == held["three_of_a_kind"]
    assert bonus["bonus_straight_flush"] == held["straight_flush"]
    assert set(bonus) == {option for option, _ in BONUSES.values()}


# Naturals ----------------------------------------------------------------------------------------------------------

READINGS = [
    {},
    {"natural_ace_low": False},
    {"six_pairs_quads": "exclude"},
    {"six_pairs_trips": "exclude"},
    {"three_flushes_distinct": True},
]


@pytest.mark.parametrize("options", READINGS)
def test_naturals_of_dealt_hands_agree_under_every_reading(options: dict[str, object]) -> None:
    terms = replace(GAME.terms, **options)  # type: ignore[arg-type]
    seen = Counter(frozenset(naturals_in(terms, hand)) for hand in dealt())
    held = prices.naturals_together(terms)
    assert sum(held.values()) == HANDS
    assert set(seen) <= set(held)
    assert all(agrees(seen[names], count) for names, count in held.items())


def test_dragons_and_flushes_agree_with_closed_forms() -> None:
    patterns = {(5, 5, 3, 0): 12, (8, 5, 0, 0): 12, (10, 3, 0, 0): 12, (13, 0, 0, 0): 4}
    flushes = sum(ways * prod(comb(13, n) for n in suits) for suits, ways in patterns.items())
    both = sum(ways * factorial(13) // prod(factorial(n) for n in suits) for suits, ways in patterns.items())
    assert counts_under()["naturals"]["dragon"] == 4**13
    assert counts_under()["naturals"]["three_flushes"] == flushes
    assert (
        sum(n for names, n in counts_under()["naturals_together"].items() if "dragon" in names and "flush" in names)
        == both
    )
    assert counts_under(three_flushes_distinct=True)["naturals"]["three_flushes"] == 12 * comb(13, 5) ** 2 * comb(13, 3)


@pytest.mark.parametrize(
    ("options", "pairs_of"),
    [
        ({}, (0, 0, 1, 1, 2)),
        ({"six_pairs_quads": "exclude"}, (0, 0, 1, 1, None)),
        ({"six_pairs_trips": "exclude"}, (0, 0, 1, None, 2)),
    ],
)
def test_six_pairs_agree_with_a_generating_function(
    options: dict[str, object], pairs_of: tuple[int | None, ...]
) -> None:
    ways = Counter({(0, 0): 1})
    for _ in range(13):
        grown: Counter[tuple[int, int]] = Counter()
        for (cards, pairs), count in ways.items():
            for held, more in enumerate(pairs_of):
                if more is not None:
                    grown[cards + held, pairs + more] += count * comb(4, held)
        ways = grown
    assert counts_under(**options)["naturals"]["six_pairs"] == ways[13, 6]


@pytest.mark.parametrize("ace_low", [True, False])
def test_three_straights_agree_with_another_enumeration(ace_low: bool) -> None:
    lowest = 1 if ace_low else 2
    fives = range(lowest, 11)
    threes = range(lowest, 13)
    chosen = set()
    for (one, two), three in product(combinations_with_replacement(fives, 2), threes):
        ranks = [*range(one, one + 5), *range(two, two + 5), *range(three, three + 3)]
        counts = Counter(14 if rank == 1 else rank for rank in ranks)
        chosen.add(tuple(counts[rank] for rank in range(2, 15)))
    total = sum(prod(comb(4, n) for n in counts) for counts in chosen if max(counts) <= 4)
    assert counts_under(natural_ace_low=ace_low)["naturals"]["three_straights"] == total


def test_kinds_and_suits_together_count_every_hand() -> None:
    ways = suit_ways(kinds_up_to(13))
    total = sum(prices.rank_choices(kind) * sum(by.values()) for kind, by in ways.items() if sum(kind) == 13)
    assert total == HANDS


def test_examples_have_the_requested_ranks_and_suits() -> None:
    cards = prices.example((2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8), (5, 4, 3, 1))
    assert sorted(card.rank for card in cards) == [2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8]
    assert len(set(cards)) == 13
    assert [sum(card.suit == suit for card in cards) for suit in (1, 2, 3, 4)] == [5, 4, 3, 1]


# The price ---------------------------------------------------------------------------------------------------------


def test_the_price_says_that_nobody_gains() -> None:
    reports: list[tuple[int, int]] = []
    priced = price(GAME, lambda done, total: reports.append((done, total)), rounds=6, seed=3)
    (name, strategy), *none = priced.wagers["unit"].strategies.items()
    assert not none
    assert name == "house_way_against_house_way"
    assert isinstance(strategy, Estimate)
    assert abs(strategy.ev) < 4.5 * strategy.standard_error + 1e-9
    assert strategy.notes["ev_by_symmetry"] == "0/1"
    assert "win nothing from each other" in str(strategy.notes["note"])
    assert strategy.notes["how"] == ON_KERNELS
    assert strategy.notes["best_five"] == counts_under()["best_five"]
    assert reports[-1] == (6, 6)
    assert priced.as_data()["wagers"]["unit"]["method"] == "simulation"


TERMS: list[tuple[dict[str, Any], str]] = [
    ({}, ON_KERNELS),
    ({"scoring": "2-4", "fee": 3, "unit_value": 2}, ON_KERNELS),
    ({"bonuses": True, "wheel": "second"}, ON_KERNELS),
    ({"naturals": True, "natural_detection": "declared"}, BY_RULES),
    ({"bonuses": True, "bonus_requires_win": "all"}, BY_RULES),
]


@pytest.mark.parametrize(("terms", "how"), TERMS)
def test_the_price_and_a_simulation_of_its_seed_are_one(terms: dict[str, Any], how: str) -> None:
    game = GAME.with_options(terms)
    rounds = 1_500 if how == ON_KERNELS else 150
    strategy = price(game, rounds=rounds, seed=5).wagers["unit"].strategies["house_way_against_house_way"]
    total = simulate(game, rounds=rounds, seed=5, workers=1).seats[0].total
    unit = game.terms.unit_value
    assert strategy.notes["how"] == how
    assert ("fewer_rounds" in strategy.notes) == (how == BY_RULES)
    assert strategy.ev == float(total.mean / unit)
    assert strategy.standard_deviation == sqrt(total.variance / unit**2)
    assert strategy.notes["rounds_won"] == total.hit_frequency * rounds


def test_a_natural_is_claimed_where_it_must_be() -> None:
    terms = GAME.with_options({"naturals": True, "natural_detection": "declared"}).terms
    dragon = DECK[:13]
    plain = dealt()[0]
    assert not naturals_in(terms, plain)
    for cards, claims in ((dragon, ("natural",)), (plain, ())):
        assert natural_claims(terms, cards, house_way(terms, cards)) == claims
    assert natural_claims(GAME.terms, dragon, house_way(GAME.terms, dragon)) == ()


def test_a_fee_is_what_both_lose() -> None:
    priced = price(GAME.with_options({"fee": 1, "unit_value": 2}), rounds=2)
    assert priced.wagers["unit"].strategies["house_way_against_house_way"].notes["ev_by_symmetry"] == "-1/2"


def test_too_few_rounds_are_refused() -> None:
    with pytest.raises(Unreadable, match="rounds is a whole number from 2"):
        price(GAME, rounds=1)

"""Our deals pass the battery, and every planted bad shuffle fails it. Every seed is in this file."""

import hashlib
import os
from collections.abc import Callable
from itertools import permutations
from math import exp, factorial
from typing import Any

import numpy as np
import pytest

from houseway.audit.randomness import (
    Deals,
    Finding,
    descents,
    examined,
    failed,
    matches,
    poisson_p,
    prefix_lengths,
    upper_gamma,
)
from houseway.records import shuffle
from houseway.records.fairness import HouseShuffle, final_order

# Our shuffle ---------------------------------------------------------------------------------------------------------


def final_deals(count: int, size: int, clients: Callable[[int], dict[int, str | None]]) -> Deals:
    """Final orders of a shoe of `size` cards, each from a fresh draw of the house and from its clients."""
    cards: Any = tuple(range(size))
    deals = np.empty((count, size), dtype=np.uint16)
    for number in range(count):
        deals[number] = final_order(cards, HouseShuffle.draw(cards), clients(number))
    return deals


def some_clients(number: int) -> dict[int, str | None]:
    """Typical clients of a table: some send nothing, some send the same in every round, some are honest."""
    honest = hashlib.sha256(f"client {number}".encode()).hexdigest()
    tables: list[dict[int, str | None]] = [
        {},
        {1: None, 2: "00" * 32},
        {1: honest},
        {1: honest, 2: "11" * 32, 3: None},
    ]
    return tables[number % 4]


def from_fixed_stream(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Replace the operating system's entropy by a fixed stream, so that the test is reproducible."""
    stream = shuffle.from_key(hashlib.sha256(seed.encode()).digest())
    monkeypatch.setattr(os, "urandom", lambda count: stream.bits(8 * count).to_bytes(count, "big"))


@pytest.mark.parametrize(("size", "count"), [(52, 40_000), (106, 8_000), (312, 3_500)])
def test_our_deals_pass_jointly(monkeypatch: pytest.MonkeyPatch, size: int, count: int) -> None:
    from_fixed_stream(monkeypatch, f"our deals {size}")
    findings = examined(final_deals(count, size, some_clients))
    assert failed(findings) == [], findings


@pytest.mark.parametrize("part", ["house", "cut"])
def test_each_half_of_the_shuffle_is_random_alone(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """One honest party of the two is enough to make all orders equally likely."""
    from_fixed_stream(monkeypatch, f"half {part}")
    cards: Any = tuple(range(52))
    lazy = HouseShuffle(bytes(32), tuple(range(52)))
    deals = np.empty((15_000, 52), dtype=np.uint16)
    for number in range(len(deals)):
        honest = {1: hashlib.sha256(f"{number}".encode()).hexdigest()}
        deals[number] = final_order(cards, lazy, honest) if part == "cut" else HouseShuffle.draw(cards).permutation
    assert failed(examined(deals)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(52, 1_000_000), (312, 50_000)])
def test_a_million_deals_from_the_system_pass_jointly(size: int, count: int) -> None:
    """With real entropy, one run in a hundred fails by chance; a second run must then pass."""
    for _ in range(2):
        deals = final_deals(count, size, some_clients)
        findings = examined(deals)
        print(size, count, hashlib.sha256(deals.tobytes()).hexdigest(), findings)
        if not failed(findings):
            return
    pytest.fail(f"{failed(findings)}")


# Planted bad shuffles ------------------------------------------------------------------------------------------------

Choice = Callable[[int, int], Any]
"""Called with `last` and `size`: for each deal, the entry that is exchanged with entry `last`."""


def exchanged(count: int, size: int, choose: Choice, *, start: Any = None) -> Deals:
    deals = np.tile(np.arange(size, dtype=np.uint16), (count, 1)) if start is None else start
    rows = np.arange(count)
    for last in range(size - 1, -1, -1):
        chosen = choose(last, size)
        deals[rows, last], deals[rows, chosen] = deals[rows, chosen], deals[rows, last].copy()
    return deals


def xorshift(seeds: Any) -> Choice:
    """An otherwise good shuffle from Marsaglia's xorshift generator with 32 bits of state."""
    state = seeds.astype(np.uint32) | np.uint32(1) if seeds.dtype != np.uint32 else seeds.copy()
    state[state == 0] = 1

    def choose(last: int, size: int) -> Any:
        nonlocal state
        for step, left in ((13, True), (17, False), (5, True)):
            moved = state << np.uint32(step) if left else state >> np.uint32(step)
            state = state ^ moved
        return (state.astype(np.uint64) * np.uint64(last + 1) >> np.uint64(32)).astype(np.int64)

    return choose


def scrambled(numbers: Any) -> Any:
    """Seeds that are far apart, unlike those of a clock, so that only their small number is wrong."""
    mixed = numbers.astype(np.uint32) * np.uint32(2654435761)
    mixed ^= mixed >> np.uint32(15)
    mixed *= np.uint32(2246822519)
    return mixed ^ mixed >> np.uint32(13)


def few_exchanges(count: int, size: int, chance: Any) -> Deals:
    """Every deal is the one before with a few cards exchanged."""
    deals = np.empty((count, size), dtype=np.uint16)
    order = np.arange(size, dtype=np.uint16)
    for number in range(count):
        for one, two in chance.integers(size, size=(size // 2, 2)):
            order[one], order[two] = order[two], order[one]
        deals[number] = order
    return deals


def planted(name: str, count: int, size: int, seed: int) -> Deals:
    chance = np.random.default_rng(seed)

    def evenly(last: int, size: int) -> Any:
        return chance.integers(last + 1, size=count)

    choices: dict[str, Choice] = {
        "swap with any": lambda last, size: chance.integers(size, size=count),
        "a byte modulo n": lambda last, size: chance.integers(256, size=count) % (last + 1),
        "9 bits modulo n": lambda last, size: chance.integers(512, size=count) % (last + 1),
        "one short (Sattolo)": lambda last, size: chance.integers(max(last, 1), size=count),
        "last card never moves": lambda last, size: evenly(last - 1, size) if 0 < last < size - 1 else last,
        "first card never moves": lambda last, size: chance.integers(1, last + 1, size=count) if last else 0,
        "8 bits scaled": lambda last, size: chance.integers(256, size=count) * (last + 1) >> 8,
        "10 bits scaled as a float": lambda last, size: (chance.integers(1024, size=count) / 1023 * last).astype(int),
        "rounded instead of cut off": lambda last, size: np.rint(chance.random(count) * last).astype(int),
        "seeds of 16 bits": xorshift(scrambled(chance.integers(2**16, size=count))),
        "seeds of 24 bits": xorshift(scrambled(chance.integers(2**24, size=count))),
        "seeds of 32 bits": xorshift(scrambled(chance.integers(2**32, size=count))),
        "the clock's milliseconds": xorshift(scrambled(chance.integers(86_400_000, size=count))),
    }
    if name in choices:
        return exchanged(count, size, choices[name])
    good = exchanged(count, size, evenly)
    if name == "a seed used again":
        good[count // 2] = good[7]
    elif name == "the same after every restart":
        good[count // 2 :] = good[: count - count // 2]
    elif name == "every deal twice":
        good[1::2] = good[: count - 1 : 2]
    elif name == "few exchanges":
        return few_exchanges(count, size, chance)
    else:
        assert name == "none"
    return good


BAD = {  # with the fewest deals at which each is certain to be detected
    "swap with any": 40_000,
    "a byte modulo n": 40_000,
    "9 bits modulo n": 40_000,
    "one short (Sattolo)": 40_000,
    "last card never moves": 40_000,
    "first card never moves": 40_000,
    "8 bits scaled": 40_000,
    "10 bits scaled as a float": 40_000,
    "rounded instead of cut off": 40_000,
    "few exchanges": 20_000,
    "a seed used again": 40_000,
    "the same after every restart": 40_000,
    "every deal twice": 40_000,
    "seeds of 16 bits": 40_000,
    "seeds of 24 bits": 40_000,
    "the clock's milliseconds": 80_000,
    "seeds of 32 bits": 400_000,
}


@pytest.mark.parametrize("name", BAD)
def test_every_planted_bad_shuffle_fails(name: str) -> None:
    findings = failed(examined(planted(name, BAD[name], 52, seed=2026)))
    print(name, findings[:1])
    assert findings


@pytest.mark.parametrize("name", [name for name in BAD if "seed" not in name and "milli" not in name])
def test_bad_shuffles_of_six_decks_fail_too(name: str) -> None:
    if name in ("9 bits modulo n", "10 bits scaled as a float"):
        assert failed(examined(planted(name, 12_000, 312, seed=2026)))
    else:
        assert failed(examined(planted(name, 2_500, 312, seed=2026)))


@pytest.mark.slow
def test_planted_shuffles_fail_from_every_seed() -> None:
    """Each is tried with 40 seeds, so that no detection is luck."""
    failures = {n: sum(bool(failed(examined(planted(n, BAD[n], 52, seed=s)))) for s in range(40)) for n in BAD}
    print(failures)
    assert set(failures.values()) == {40}


def test_a_good_shuffle_is_rarely_called_bad() -> None:
    """At a level of 99 %, about one battery in a hundred fails."""
    calls = sum(bool(failed(examined(planted("none", 2_000, 12, seed=seed)))) for seed in range(400))
    assert calls <= 12


# The mathematics -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841459, 1, 0.05), (67.504807, 50, 0.05), (23.209251, 10, 0.01), (1.239042, 7, 0.99), (2771.73, 2601, 0.01)],
)
def test_p_values_are_those_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert upper_gamma(freedom / 2, statistic / 2) == pytest.approx(p, rel=1e-3 if freedom > 1000 else 1e-5)


def test_poisson_in_both_directions() -> None:
    assert poisson_p(0, 5) == pytest.approx(2 * exp(-5))
    assert poisson_p(1, 1e-30) == pytest.approx(2e-30)
    assert poisson_p(0, 1e-30) == 1
    assert poisson_p(10, 10) == 1


@pytest.mark.parametrize("size", range(2, 7))
def test_the_exact_distributions_are_those_of_all_orders(size: int) -> None:
    orders = list(permutations(range(size)))
    fixed = np.bincount([sum(a == b for a, b in enumerate(order)) for order in orders], minlength=size + 1)
    falls = np.bincount([sum(order[i] > order[i + 1] for i in range(size - 1)) for order in orders], minlength=size)
    assert matches(size) * factorial(size) == pytest.approx(fixed)
    assert descents(size) * factorial(size) == pytest.approx(falls)


def test_holm_stops_at_the_first_that_passes() -> None:
    findings = [Finding("a", 0.004), Finding("b", 0.5), Finding("c", 0.0001)]
    assert [finding.test for finding in failed(findings)] == ["c", "a"]
    assert failed([Finding("a", 0.004), Finding("b", 0.5), Finding("c", 0.6)]) == []


def test_prefixes_are_as_long_as_the_longest_repetition() -> None:
    assert prefix_lengths(52, 40_000) == [4, 5]

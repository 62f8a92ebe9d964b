"""
Tests whether deals are random: a battery of tests on whole deals, which passes or fails as one.

Each test measures something that a biased shuffle distorts and whose exact distribution under a fair shuffle is known.
Together they are a test at 99 % (Holm: no p-value below 1 % divided by the number of tests). More deals detect smaller
faults: a shuffle from one of S seeds is detected with about 4 * sqrt(S) deals, 300,000 for seeds of 32 bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, exp, inf, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray

Deals = NDArray[np.uint16]
"""One deal in each row: the numbers 0 to n-1 of the cards of a sorted shoe, in the order they are dealt."""
Floats = NDArray[np.float64]

LEVEL = 0.01
FEWEST = 10.0
"""The fewest deals expected in a cell of a chi-square test."""


@dataclass(frozen=True)
class Finding:
    """The result of one test: its two-sided p-value, the probability of a result this extreme from a fair shuffle."""

    test: str
    p: float


def examined(deals: Deals) -> list[Finding]:
    """The results of all tests on these deals."""
    return [Finding(name, p) for name, p in _tests(np.ascontiguousarray(deals.T, dtype=np.int32))]


def failed(findings: list[Finding], level: float = LEVEL) -> list[Finding]:
    """The tests that fail jointly at this level, lowest p-value first; empty for a shuffle that passes."""
    failures = []
    for place, finding in enumerate(sorted(findings, key=lambda finding: finding.p)):
        if finding.p >= level / (len(findings) - place):
            break
        failures.append(finding)
    return failures


def _tests(dealt: NDArray[np.int32]) -> Iterator[tuple[str, float]]:
    """The name and p-value of each test; `dealt` has a row for each position in the deal."""
    size, deals = dealt.shape
    own_place = np.arange(size, dtype=np.int32)[:, None]
    yield "every card in every place", position_p(dealt)
    yield "first card", even_p(np.bincount(dealt[0], minlength=size))
    yield "last card", even_p(np.bincount(dealt[-1], minlength=size))
    yield "cards in their own place", counts_p((dealt == own_place).sum(axis=0), matches(size))
    yield "agreement with the deal before", counts_p((dealt[:, 1:] == dealt[:, :-1]).sum(axis=0), matches(size))
    yield "runs", counts_p((dealt[1:] < dealt[:-1]).sum(axis=0), descents(size))
    yield "neighbours", pair_p(dealt)
    yield "next card follows", succession_p(dealt)
    inversions = inverted(dealt)
    spread = sqrt(size * (size - 1) * (2 * size + 5) / 72 * deals)
    yield "pairs out of order", normal_p((float(inversions.sum()) - size * (size - 1) / 4 * deals) / spread)
    yield "odd and even", normal_p((2 * float((inversions & 1).sum()) - deals) / sqrt(deals))
    yield "the same deal twice", repeats_p(dealt, size)
    for length in prefix_lengths(size, deals):
        yield f"the same {length} first cards", repeats_p(dealt, length)


# Tests ---------------------------------------------------------------------------------------------------------------


def position_p(dealt: NDArray[np.int32]) -> float:
    """Which card is in which position: sums of rows and columns are fixed, so there are (n-1)**2 degrees of freedom."""
    size, deals = dealt.shape
    counts = np.stack([np.bincount(row, minlength=size) for row in dealt])
    return chi_square_p(float(((counts - deals / size) ** 2).sum()) * (size - 1) / deals, (size - 1) ** 2)


def pair_p(dealt: NDArray[np.int32]) -> float:
    """Which card follows which: each deal gives one pair of positions, in turn, so that all pairs are independent."""
    size, deals = dealt.shape
    at = np.arange(deals) % (size - 1)
    first = dealt[at, np.arange(deals)]
    second = dealt[at + 1, np.arange(deals)]
    if deals >= FEWEST * size * (size - 1):
        return even_p(np.bincount(first * (size - 1) + second - (second > first), minlength=size * (size - 1)))
    return even_p(np.bincount((second - first) % size, minlength=size)[1:])


def succession_p(dealt: NDArray[np.int32]) -> float:
    """How often a card is followed by its successor in the sorted shoe."""
    size, deals = dealt.shape
    successions = int((dealt[1:] == dealt[:-1] + 1).sum())
    mean = (size - 1) / size
    return normal_p((successions - mean * deals) / sqrt(((size - 2) / size + mean - mean**2) * deals))


def inverted(dealt: NDArray[np.int32]) -> NDArray[np.int64]:
    """How many pairs of cards each deal has out of order."""
    inversions = np.zeros(dealt.shape[1], dtype=np.int64)
    for place in range(len(dealt) - 1):
        for later in dealt[place + 1 :]:
            inversions += dealt[place] > later
    return inversions


def repeats_p(dealt: NDArray[np.int32], length: int) -> float:
    """How many pairs of deals begin with the same cards: pairs are pairwise independent, so nearly Poisson."""
    size, deals = dealt.shape
    weights = np.random.default_rng(length).integers(2**63, size=length, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    names = np.zeros(deals, dtype=np.uint64)
    for row, weight in zip(dealt[:length], weights, strict=True):
        names += row.astype(np.uint64) * weight
    counts = np.unique(names, return_counts=True)[1].astype(np.float64)
    return poisson_p(int((counts * (counts - 1)).sum() / 2), exp(_log_pairs(size, deals, length)))


def _log_pairs(size: int, deals: int, length: int) -> float:
    """The logarithm of the number of pairs of deals that should begin with the same cards."""
    return log(deals * (deals - 1) / 2) + lgamma(size - length + 1) - lgamma(size + 1)


def prefix_lengths(size: int, deals: int) -> list[int]:
    """The two lengths at which some deals, but not too many, should begin alike."""
    longest = max(length for length in range(size) if _log_pairs(size, deals, length) > log(2))
    return [length for length in (longest - 1, longest) if length > 0]


# Exact distributions -------------------------------------------------------------------------------------------------


def matches(size: int) -> Floats:
    """The probabilities that 0, 1, 2, ... cards are in their own position."""
    none = [1.0]
    for count in range(1, size + 1):
        none.append(none[-1] + (-1) ** count * exp(-lgamma(count + 1)))
    return np.array([exp(-lgamma(k + 1)) * none[size - k] for k in range(size + 1)])


def descents(size: int) -> Floats:
    """The probabilities that 0, 1, 2, ... cards are followed by a lower one (Eulerian numbers)."""
    chances = np.array([1.0])
    for count in range(2, size + 1):
        k = np.arange(count)
        chances = ((k + 1) * np.append(chances, 0) + (count - k) * np.insert(chances, 0, 0)) / count
    return chances


# From statistic to p-value -------------------------------------------------------------------------------------------


def even_p(counts: NDArray[np.int64]) -> float:
    expected = counts.sum() / len(counts)
    return chi_square_p(float(((counts - expected) ** 2).sum() / expected), len(counts) - 1)


def counts_p(seen: NDArray[np.int64], chances: Floats) -> float:
    """The p-value of observed values under their exact probabilities; rare values share a cell."""
    counts = np.bincount(seen, minlength=len(chances))
    cells: list[tuple[float, float]] = []
    for count, expected in zip(counts, chances * len(seen), strict=True):
        if cells and (cells[-1][1] < FEWEST or expected < FEWEST):
            last_count, last_expected = cells.pop()
            cells.append((count + last_count, expected + last_expected))
        else:
            cells.append((count, expected))
    return chi_square_p(float(sum((count - expected) ** 2 / expected for count, expected in cells)), len(cells) - 1)


def normal_p(z: float) -> float:
    return erfc(abs(z) / sqrt(2))


def chi_square_p(statistic: float, freedom: int) -> float:
    """The two-sided p-value: counts that are too even are suspicious too."""
    upper = upper_gamma(freedom / 2, statistic / 2)
    return min(1.0, 2 * min(upper, 1 - upper))


def poisson_p(count: int, mean: float) -> float:
    at_least = 1 - upper_gamma(count, mean) if count else 1.0
    if count and mean < 1e-4:
        at_least = min(1.0, mean)
    return min(1.0, 2 * min(at_least, upper_gamma(count + 1, mean)))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its series or its continued fraction."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if scale == 0.0:
        return 1.0 if x < a else 0.0
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    count = 0
    while term > total * 1e-15:
        count += 1
        term *= x / (a + count)
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, by Lentz's method."""
    b = x + 1 - a
    c = inf
    d = 1 / (x + 1 - a)
    fraction = d
    change = 0.0
    count = 0
    while abs(change - 1) > 1e-14 and count < 100_000:
        count += 1
        step = count * (a - count)
        b += 2
        d = 1 / (b + step * d)
        c = b + step / c
        change = c * d
        fraction *= change
    return fraction

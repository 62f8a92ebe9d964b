"""The tally of a figure over many rounds: exact counts, and the mean and errors computed from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from ..sampling.json_types import Json

NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


@dataclass(frozen=True)
class Tally:
    """
    How often each number of chips came, one number for each round.

    Sums, means and variances are exact; a square root is taken only at the end.
    """

    counts: Mapping[int, int]
    """By chips: the number of rounds."""

    @classmethod
    def of(cls, chips: Iterable[int]) -> Tally:
        """The tally of the chips of each round."""
        return cls(dict(sorted(Counter(chips).items())))

    @classmethod
    def of_counts(cls, counted: Iterable[tuple[int, int]]) -> Tally:
        """The tally of pairs of chips and a number of rounds; the same chips may come in several pairs."""
        counts: Counter[int] = Counter()
        for chips, count in counted:
            counts[chips] += count
        return cls(dict(sorted(counts.items())))

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of rounds."""
        return Tally.of_counts([*self.counts.items(), *other.counts.items()])

    @property
    def rounds(self) -> int:
        return sum(self.counts.values())

    @property
    def sum(self) -> int:
        return sum(chips * count for chips, count in self.counts.items())

    @property
    def sum_of_squares(self) -> int:
        return sum(chips**2 * count for chips, count in self.counts.items())

    @property
    def mean(self) -> Fraction:
        """Chips a round; 0 without rounds."""
        return Fraction(self.sum, self.rounds) if self.rounds else Fraction()

    @property
    def variance(self) -> Fraction:
        """The unbiased estimate of the variance of one round; 0 with fewer than two rounds."""
        rounds = self.rounds
        if rounds < 2:
            return Fraction()
        return Fraction(self.sum_of_squares * rounds - self.sum**2, rounds * (rounds - 1))

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.rounds) if self.rounds else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean."""
        mean = float(self.mean)
        half = NORMAL_95 * self.standard_error
        return mean - half, mean + half

    @property
    def rounds_won(self) -> int:
        return sum(count for chips, count in self.counts.items() if chips > 0)

    @property
    def rounds_lost(self) -> int:
        return sum(count for chips, count in self.counts.items() if chips < 0)

    @property
    def hit_frequency(self) -> Fraction:
        """The share of rounds with a profit."""
        return Fraction(self.rounds_won, self.rounds) if self.rounds else Fraction()

    def as_data(self) -> dict[str, Json]:
        """The figures under the names of the JSON."""
        return {
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": float(self.hit_frequency),
            "sum": self.sum,
            "sum_of_squares": self.sum_of_squares,
            "counts": {str(chips): count for chips, count in sorted(self.counts.items())},
        }

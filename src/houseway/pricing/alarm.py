"""The alarm: the result of a search for profitable play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from .price import ratio

Mix = Mapping[str, int]
"""Chips by wager."""
CLEAR = 3
"""An estimate differs from another figure by more than chance if it is more than this many standard errors away."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The best play of one kind that was searched."""

    way: str
    """The play, in a few words."""
    mix: Mix
    """Chips wagered, over all hands of the play."""
    ev: Fraction
    """Chips won on average, over all wagers."""
    sentence: str
    standard_error: float = 0.0
    """The standard error of `ev`, where it is an estimate."""

    @property
    def edge(self) -> Fraction:
        """The player's edge: chips won per chip wagered. A positive edge favours the player."""
        return self.ev / (sum(self.mix.values()) or 1)

    def as_json(self, figure: Fraction) -> str | float:
        """A figure of this finding for JSON: a fraction as text if it was counted, a number if it was estimated."""
        return float(figure) if self.standard_error else ratio(Fraction(figure))

    @property
    def profitable(self) -> bool:
        return self.ev > CLEAR * self.standard_error

    @property
    def undecided(self) -> bool:
        """Is it an estimate too close to 0 to tell who wins?"""
        return bool(self.standard_error) and abs(self.ev) <= CLEAR * self.standard_error

    @property
    def verdict(self) -> str:
        if self.profitable:
            return "profitable for the player"
        if self.undecided:
            return "too close to 0 to tell"
        return "not profitable"


def with_verdict(finding: Finding) -> Finding:
    """The finding with its verdict at the end of its sentence."""
    return replace(finding, sentence=f"{finding.sentence}: {finding.verdict}.")


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """The findings of a search. It is raised if one of them is profitable."""

    findings: tuple[Finding, ...]
    """In the order of the search."""
    searched: tuple[str, ...]
    depletion: object | None = None
    """How the edges change as cards leave the shoe, where that was searched."""

    @property
    def raised(self) -> bool:
        return any(finding.profitable for finding in self.findings)

    @property
    def sentence(self) -> str:
        """The first profitable finding; otherwise what was searched, and the findings that are undecided."""
        for finding in self.findings:
            if finding.profitable:
                return finding.sentence
        nothing_found = f"No profitable way to play was found; searched were {'; '.join(self.searched)}."
        undecided = [finding.sentence for finding in self.findings if finding.undecided]
        return " ".join([nothing_found, *undecided])

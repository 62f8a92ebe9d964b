"""What a search for profitable play found, and what it searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

Mix = Mapping[str, int]
"""Chips by wager."""
CLEAR = 3
"""Standard errors by which an estimate must differ from nothing to be more than chance."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One way to play, and what it wins."""

    way: str
    mix: Mix
    """Chips wagered, on each hand of the way together."""
    ev: Fraction
    """Chips won on average, on all of them."""
    sentence: str
    standard_error: float = 0.0
    """Of the chips won, where they are an estimate."""

    @property
    def edge(self) -> Fraction:
        """The player's edge: chips won per chip wagered; positive is the player's."""
        return self.ev / (sum(self.mix.values()) or 1)

    @property
    def profitable(self) -> bool:
        return self.ev > CLEAR * self.standard_error

    @property
    def undecided(self) -> bool:
        """An estimate too near nothing to say who wins."""
        return bool(self.standard_error) and abs(self.ev) <= CLEAR * self.standard_error

    @property
    def verdict(self) -> str:
        if self.profitable:
            return "profitable for the player"
        return "too near nothing to tell" if self.undecided else "not profitable"


def judged(finding: Finding) -> Finding:
    """The same, its sentence ended with what it comes to."""
    return replace(finding, sentence=f"{finding.sentence}: {finding.verdict}.")


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """Every way that was searched; raised where one of them wins."""

    findings: tuple[Finding, ...]
    """Of every way searched the best, in the order of the search."""
    searched: tuple[str, ...]
    depletion: object | None = None
    """How the wagers move as cards leave the shoe, where that was searched."""

    @property
    def raised(self) -> bool:
        return any(finding.profitable for finding in self.findings)

    @property
    def sentence(self) -> str:
        """The first profitable way, or that none was found and where, and what is too near nothing to tell."""
        for finding in self.findings:
            if finding.profitable:
                return finding.sentence
        none = "No profitable way to play was found; searched were " + "; ".join(self.searched) + "."
        return " ".join((none, *(finding.sentence for finding in self.findings if finding.undecided)))

"""What a search for profitable play found, and what it searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Mix = Mapping[str, int]
"""Chips by wager."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One way to play, and what it wins."""

    way: str
    mix: Mix
    """Chips wagered, on each hand of the way together."""
    ev: Fraction
    """Chips won on average, on all of them."""
    sentence: str

    @property
    def edge(self) -> Fraction:
        """The player's edge: chips won per chip wagered; positive is the player's."""
        return self.ev / (sum(self.mix.values()) or 1)

    @property
    def profitable(self) -> bool:
        return self.ev > 0


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
        """The first profitable way, or that none was found and where."""
        for finding in self.findings:
            if finding.profitable:
                return finding.sentence
        return "No profitable way to play was found; searched were " + "; ".join(self.searched) + "."

"""The chapter on alarms: the search for strategies that win against the house."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..pricing.alarm import Finding
from ..pricing.price import Estimate
from .conclusion import alarm_in_words
from .content import Findings, Refused
from .document import Column, Heading, Items, Section, Table, Text
from .open_questions import figure_of_the_price
from .titles import ALARMS
from .wording import decimal, in_words, signed, signed_decimal, signed_with_error, whole

NO_HOUSE = (
    "Players play each other and there is no house to win from, so no strategy can be profitable against it. "
    "A player who sets better wins from players who set worse; the chapter on strategy says how much."
)


def _error(finding: Finding) -> str:
    """The standard error of the winnings, if they are an estimate."""
    return f" ± {decimal(finding.standard_error)}" if finding.standard_error else ""


def _edge(finding: Finding) -> str:
    """The player's edge per chip, with its error if it is an estimate."""
    chips = sum(finding.mix.values()) or 1
    if not finding.standard_error:
        return signed(finding.edge)
    return signed_with_error(finding.edge, finding.standard_error / chips)


def _way(findings: Findings, finding: Finding) -> str:
    """A play in words; some are named like a strategy of the price."""
    strategy = _strategy(finding)
    known = any(strategy in priced.strategies for priced in findings.price.wagers.values())
    return findings.labels.name("strategies", strategy) if known else finding.way


def _strategy(finding: Finding) -> str:
    """The identifier that the first words of a play would have as a strategy."""
    return finding.way.split(",", maxsplit=1)[0].replace(" ", "_")


def as_priced(findings: Findings, finding: Finding) -> Finding:
    """The finding; an estimate of a strategy that the price has too gets the figure of the price, its only value."""
    if not finding.standard_error or len(finding.mix) != 1:
        return finding
    ((wager, chips),) = finding.mix.items()
    priced = figure_of_the_price(findings, (wager, _strategy(finding)))
    if not isinstance(priced, Estimate):
        return finding
    return replace(finding, ev=Fraction(priced.ev * chips), standard_error=priced.standard_error * chips)


def alarms(findings: Findings) -> Section:
    alarm = findings.alarm
    if isinstance(alarm, Refused):
        return Section(ALARMS, (Text(alarm.sentence + "." if findings.has_house else NO_HOUSE),))
    rows = tuple(
        (
            _way(findings, f),
            ", ".join(f"{findings.labels.name('wagers', wager)} {whole(chips)}" for wager, chips in f.mix.items()),
            signed_decimal(f.ev) + _error(f),
            _edge(f),
            "PROFITABLE" if f.profitable else "",
        )
        for f in (as_priced(findings, finding) for finding in alarm.findings)
    )
    columns = (
        Column("strategy"),
        Column("chips wagered", wide=True),
        Column("chips won", number=True),
        Column("player's edge", number=True),
        Column(""),
    )
    return Section(
        ALARMS,
        (
            Text(alarm_in_words(findings), "warning" if alarm.raised else "plain"),
            Table(
                columns,
                rows,
                "The best strategy of every kind that was searched. The edge is per chip wagered before the deal.",
            ),
            Heading("What was searched"),
            Items(tuple(in_words(findings.labels, searched) for searched in alarm.searched)),
        ),
    )

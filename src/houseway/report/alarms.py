"""The chapter on alarms: the search for strategies that win against the house."""

from __future__ import annotations

from ..pricing.alarm import Finding
from .content import Findings, Refused
from .document import Column, Heading, Items, Section, Table, Text
from .wording import decimal, in_words, named, signed, signed_decimal, whole

NO_HOUSE = (
    "Players play each other and there is no house to win from, so no strategy can be profitable against it. "
    "A player who sets better wins from players who set worse; the chapter on strategy says how much."
)


def _error(finding: Finding) -> str:
    """The standard error of the winnings, if they are an estimate."""
    error = getattr(finding, "standard_error", 0.0)
    return f" ± {decimal(error)}" if error else ""


def alarms(findings: Findings) -> Section:
    alarm = findings.alarm
    if isinstance(alarm, Refused):
        return Section("Alarms", (Text(alarm.sentence + "." if findings.has_house else NO_HOUSE),))
    rows = tuple(
        (
            f.way,
            ", ".join(f"{named(wager)} {whole(chips)}" for wager, chips in f.mix.items()),
            signed_decimal(f.ev) + _error(f),
            signed(f.edge),
            "PROFITABLE" if f.profitable else "",
        )
        for f in alarm.findings
    )
    columns = (
        Column("strategy"),
        Column("chips wagered", wide=True),
        Column("chips won", number=True),
        Column("player's edge", number=True),
        Column(""),
    )
    return Section(
        "Alarms",
        (
            Text(in_words(alarm.sentence), "warning" if alarm.raised else "plain"),
            Table(
                columns,
                rows,
                "The best strategy of every kind that was searched. The edge is per chip wagered before the deal.",
            ),
            Heading("What was searched"),
            Items(alarm.searched),
        ),
    )

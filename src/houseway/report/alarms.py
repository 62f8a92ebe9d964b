"""Is there a legal way to play that wins?"""

from __future__ import annotations

from ..pricing.alarm import Finding
from .content import Findings, Refused
from .document import Column, Heading, Items, Section, Table, Text
from .wording import decimal, in_words, named, signed, signed_decimal, whole

NO_HOUSE = (
    "Players play each other and there is no house to win from, so no way to play can be profitable against it. "
    "Whoever sets better wins from whoever sets worse; the chapter on strategy says by how much."
)


def _error(finding: Finding) -> str:
    """Where winnings are an estimate, how sure they are."""
    error = getattr(finding, "standard_error", 0.0)
    return f" ± {decimal(error)}" if error else ""


def alarms(found: Findings) -> Section:
    alarm = found.alarm
    if isinstance(alarm, Refused):
        return Section("Alarms", (Text(alarm.sentence + "." if found.banked else NO_HOUSE),))
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
        Column("way"),
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
                "The best of every kind of play that was searched; the edge is per chip wagered before the deal.",
            ),
            Heading("What was searched"),
            Items(alarm.searched),
        ),
    )

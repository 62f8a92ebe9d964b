"""Is there a legal way to play that wins?"""

from __future__ import annotations

from .document import Column, Heading, Items, Section, Table, Text
from .findings import Findings, Refused
from .wording import named, signed, signed_decimal, whole


def alarms(found: Findings) -> Section:
    alarm = found.alarm
    if isinstance(alarm, Refused):
        return Section("Alarms", (Text(alarm.sentence + "."),))
    rows = tuple(
        (
            f.way,
            ", ".join(f"{named(wager)} {whole(chips)}" for wager, chips in f.mix.items()),
            signed_decimal(f.ev),
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
            Text(alarm.sentence, "warning" if alarm.raised else "plain"),
            Table(columns, rows, "Of every way that was searched the best."),
            Heading("What was searched"),
            Items(alarm.searched),
        ),
    )

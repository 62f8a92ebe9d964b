"""Renders a report as PDF by Typst with the fonts it ships, so that every machine writes the same bytes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from .document import Report, as_data

TEMPLATE = Path(__file__).parent / "report.typ"


def render(report: Report) -> bytes:
    import typst

    data = {**as_data(report), "running": report.running}
    day = datetime.fromisoformat(report.date).replace(tzinfo=UTC)
    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        timestamp=int(day.timestamp()),
        sys_inputs={"report": json.dumps(data)},
    )

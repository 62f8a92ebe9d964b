"""A report as PDF, set by Typst with the fonts it brings, so that every machine makes the same bytes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from .document import Report, as_data

TEMPLATE = Path(__file__).parent / "report.typ"


def pdf(made: Report) -> bytes:
    import typst

    data = {**as_data(made), "running": made.running}
    day = datetime.fromisoformat(made.date).replace(tzinfo=UTC)
    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        timestamp=int(day.timestamp()),
        sys_inputs={"report": json.dumps(data)},
    )

"""Renders a report as PDF by Typst with the fonts it ships, so that every machine writes the same bytes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from .document import Report, as_data

TEMPLATE = Path(__file__).parent / "report.typ"


def render(report: Report) -> bytes:
    import typst

    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        timestamp=_timestamp(report),
        sys_inputs={"report": _data(report)},
    )


def pictures(report: Report, dots_per_inch: float) -> list[bytes]:
    """Every page as a PNG, as it is printed."""
    import typst

    pages = typst.compile(
        TEMPLATE.read_bytes(),
        format="png",
        ppi=dots_per_inch,
        ignore_system_fonts=True,
        timestamp=_timestamp(report),
        sys_inputs={"report": _data(report)},
    )
    return pages if isinstance(pages, list) else [pages]


def _data(report: Report) -> str:
    return json.dumps({**as_data(report), "made_by": report.made_by})


def _timestamp(report: Report) -> int:
    """The date of the file; that of a report without a date is always the same."""
    if not report.date:
        return 0
    return int(datetime.fromisoformat(report.date).replace(tzinfo=UTC).timestamp())

"""Renders a report as PDF by Typst with the fonts it ships, so that every machine writes the same bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

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


@dataclass(frozen=True)
class Mark:
    """Where a heading, a figure or a row of a table begins."""

    kind: Literal["heading", "figure", "row"]
    what: str | int
    """The words of a heading, the caption of a figure, the number of a row in its table."""
    page: int
    y: float
    """Points from the top of the page."""


def marks(report: Report) -> list[Mark]:
    """The places of headings, figures and rows, in the order of the report."""
    import typst

    places = typst.query(
        TEMPLATE.read_bytes(),
        "<mark>",
        field="value",
        ignore_system_fonts=True,
        sys_inputs={"report": _data(report)},
    )
    return [Mark(**place) for place in json.loads(places)]


def _data(report: Report) -> str:
    return json.dumps({**as_data(report), "made_by": report.made_by})


def _timestamp(report: Report) -> int:
    """The date of the file; that of a report without a date is always the same."""
    if not report.date:
        return 0
    return int(datetime.fromisoformat(report.date).replace(tzinfo=UTC).timestamp())

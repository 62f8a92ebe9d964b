"""Pay-table placards: one picture for each pay table, with the names, payouts and limits of the sheet."""

from __future__ import annotations

import re

from ...games.labels import sentence_case
from ..content import Findings
from ..equipment import placards_of, spots_of
from . import svg

WIDTH = 210
"""Millimetres; a placard is printed at its own size."""
LINE = 11
TOP = 34
INK = "#1f2933"
LIMITS = "Wagers and their limits"


def placards(findings: Findings) -> dict[str, str]:
    """The placards by file name: pay tables in force, single payouts, and the limits of all wagers."""
    tables = placards_of(findings)
    limits = [
        (sentence_case(findings.labels.name("wagers", spot.name)), f"{spot.low:,} to {spot.high:,} chips")
        for spot in spots_of(findings.game)
    ]
    if limits:
        tables[LIMITS] = limits
    return {file_name(title): _placard(findings, title, lines) for title, lines in tables.items()}


def file_name(title: str) -> str:
    """A title as the name of a file: `3-5 Bonus pays` becomes `3-5-bonus-pays.svg`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") + ".svg"


def _placard(findings: Findings, title: str, lines: list[tuple[str, str]]) -> str:
    height = TOP + LINE * len(lines) + 16
    frame = {"x": "3", "y": "3", "width": str(WIDTH - 6), "height": svg.number(height - 6), "rx": "4"}
    parts = [
        svg.element("rect", {**frame, "fill": "#ffffff", "stroke": INK, "stroke-width": "1"}),
        svg.text(WIDTH / 2, 15, findings.game.name, 7, weight="bold"),
        svg.text(WIDTH / 2, 25, title, 6),
    ]
    for number, (name, pays) in enumerate(lines, start=1):
        y = TOP + LINE * number - 4
        parts.append(svg.text(14, y, name, 6, anchor="start"))
        parts.append(svg.text(WIDTH - 14, y, pays, 6, anchor="end", weight="bold"))
    parts.append(svg.text(WIDTH / 2, height - 7, f"Terms {findings.game.terms_hash[:12]}", 3.2))
    return svg.document(WIDTH, height, parts)

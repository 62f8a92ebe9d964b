"""Renders a report as one self-contained HTML file."""

from __future__ import annotations

import re
from pathlib import Path

from .charts import INK
from .document import Entries, Report, as_data, blocks_of

FOLDER = Path(__file__).parent


def render(report: Report) -> bytes:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    titles = [section.title for section in report.sections]
    ids = {entry.id for block in blocks_of(report) if isinstance(block, Entries) for entry in block.entries}
    environment.filters.update(
        marked=lambda text: marked(text, titles), inline=inline, clauses=lambda text: linked_clauses(text, ids)
    )
    text = environment.get_template("report.html.j2").render(
        report=as_data(report), running=report.running, paper=PAGE_SIZES[report.paper]
    )
    return text.encode()


PAGE_SIZES = {"a4": "A4", "letter": "letter"}
"""The names of papers in CSS."""
REFERENCE = re.compile(r"§\[([^\]]+)\]")


def marked(text: str, titles: list[str]) -> str:
    """Escaped text; parts between backticks become code, and references to chapters become links."""
    import markupsafe

    parts = text.split("`")
    if len(parts) % 2 == 0:
        return markupsafe.escape(text)
    shown = (
        referred(p, titles) if n % 2 == 0 else markupsafe.Markup("<code>{}</code>").format(p)
        for n, p in enumerate(parts)
    )
    return markupsafe.Markup("").join(shown)


def referred(text: str, titles: list[str]) -> str:
    """Escaped text with a link for each reference to a chapter."""
    import markupsafe

    def link(mark: re.Match[str]) -> str:
        number = titles.index(markupsafe.Markup(mark[1]).unescape()) + 1
        return f'<a href="#chapter-{number}">chapter {number}</a>'

    return markupsafe.Markup(REFERENCE.sub(link, str(markupsafe.escape(text))))


def linked_clauses(text: str, ids: set[str]) -> str:
    """Clauses and open questions with a link to the place where they are printed."""
    import markupsafe

    link = markupsafe.Markup('<a href="#{0}">{0}</a>')
    return markupsafe.Markup(", ").join(link.format(id) if id in ids else id for id in text.split(", "))


def inline(svg: str) -> str:
    """A picture as part of the page: as wide as the column, with axes and letters in the colour of the text."""
    import markupsafe

    sized = re.sub(
        r'(<svg [^>]*?)width="[^"]*"', r"\1", re.sub(r'(<svg [^>]*?)height="[^"]*"', r"\1", svg, count=1), count=1
    )
    plain = re.sub(r"<metadata>.*?</metadata>", "", sized, flags=re.DOTALL)
    return markupsafe.Markup(plain.replace(INK, "currentColor"))

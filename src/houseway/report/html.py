"""Renders a report as one self-contained HTML file."""

from __future__ import annotations

import re
from pathlib import Path

from .charts import INK
from .document import Report, as_data

FOLDER = Path(__file__).parent


def render(report: Report) -> bytes:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(marked=marked, inline=inline)
    text = environment.get_template("report.html.j2").render(report=as_data(report), running=report.running)
    return text.encode()


def marked(text: str) -> str:
    """Escaped text; parts between backticks become code."""
    import markupsafe

    parts = text.split("`")
    if len(parts) % 2 == 0:
        return markupsafe.escape(text)
    shown = (
        markupsafe.escape(p) if n % 2 == 0 else markupsafe.Markup("<code>{}</code>").format(p)
        for n, p in enumerate(parts)
    )
    return markupsafe.Markup("").join(shown)


def inline(svg: str) -> str:
    """A picture as part of the page: as wide as the column, with axes and letters in the colour of the text."""
    import markupsafe

    sized = re.sub(
        r'(<svg [^>]*?)width="[^"]*"', r"\1", re.sub(r'(<svg [^>]*?)height="[^"]*"', r"\1", svg, count=1), count=1
    )
    plain = re.sub(r"<metadata>.*?</metadata>", "", sized, flags=re.DOTALL)
    return markupsafe.Markup(plain.replace(INK, "currentColor"))

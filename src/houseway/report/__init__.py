"""
The mathematical report for the approval of a game, as HTML or PDF; the same report is the same file byte for byte.

`content` asks the questions, one module for each chapter writes the answers down, `html` and `pdf` only render.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..rules.errors import NotAllowed, Unreadable
from .content import Findings, gather
from .document import Report
from .filing import Filing

if TYPE_CHECKING:
    from ..games.terms_diff import TermsDiff

__all__ = ["Filing", "Findings", "form_of", "gather", "render", "report"]

FORMS = ("html", "pdf")
REQUIRED_PACKAGES = ("jinja2", "matplotlib", "typst")


def require_extra() -> None:
    """Refuse before any long work if the packages of the extra are not installed."""
    for package in REQUIRED_PACKAGES:
        try:
            import_module(package)
        except ImportError:
            needed = " ".join(REQUIRED_PACKAGES)
            raise NotAllowed(f"a report needs {package}, which is not installed: pip install {needed}") from None


def form_of(path: Path) -> str:
    """The form of a report file by its name; other forms and a missing extra are refused."""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMS:
        packet = "; a packet in .zip needs --for wa, nj, nv or md" if form == "zip" else ""
        raise Unreadable(f"a report ends in .html or .pdf, not {str(path)!r}{packet}")
    require_extra()
    return form


def report(
    findings: Findings,
    *,
    version: str,
    date: str = "",
    filing: Filing | None = None,
    change: TermsDiff | None = None,
) -> Report:
    """
    The whole report; the version of Houseway and the date, if there is one, are printed on every page.

    `filing` says who files it and on which paper; `change` compares its terms with earlier ones.
    """
    from .chapters import assemble

    return assemble(findings, filing or Filing(date=date), version, change)


def render(report: Report, form: str) -> bytes:
    """The content of a report file of this form."""
    from . import html, pdf

    renderers = {"html": html.render, "pdf": pdf.render}
    return renderers[form](report)

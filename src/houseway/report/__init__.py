"""
The math report an approval needs: one content, written as HTML or PDF, byte-identical when made twice.

`findings` asks what the commands ask; one file for each chapter puts it in order; `html` and `pdf` only draw.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ..rules.errors import NotAllowed, Unreadable
from .content import Findings, gathered
from .document import Report

__all__ = ["Findings", "drawn", "form_of", "gathered", "report"]

FORMS = ("html", "pdf")
NEEDS = ("jinja2", "matplotlib", "typst")


def refuse_without_its_parts() -> None:
    """One sentence where the extra is not installed, before anything long begins."""
    for part in NEEDS:
        try:
            import_module(part)
        except ImportError:
            raise NotAllowed(f"a report needs {part}, which is not installed: pip install '.[report]'") from None


def form_of(path: Path) -> str:
    """What kind of file is asked for, by its name; refuses a kind there is none of, and a missing extra."""
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise Unreadable(f"a report ends in .html or .pdf, not {str(path)!r}")
    refuse_without_its_parts()
    return form


def report(found: Findings, *, date: str, version: str) -> Report:
    """The whole report; date and version of Houseway are printed on every page."""
    from .chapters import bound

    return bound(found, date, version)


def drawn(made: Report, form: str) -> bytes:
    """The report as a file of this form."""
    from . import html, pdf

    return {"html": html.html, "pdf": pdf.pdf}[form](made)

"""Who files a report, when and where: the options of the command that are printed on the first page."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.errors import Unreadable
from .document import PAPERS, Paper, SignatureLine, Signatures

LONGEST = 200
"""Characters in a name, so that the first page stays one page."""


@dataclass(frozen=True, kw_only=True)
class Filing:
    """What the applicant adds to a report. Everything may be absent; the same values give the same bytes."""

    date: str = ""
    preparer: str = ""
    jurisdiction: str = ""
    paper: Paper = "a4"

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The rows of the first page; a line to fill in by hand is on the signature block instead."""
        rows = [
            ("jurisdiction", self.jurisdiction),
            ("prepared by", self.preparer),
            ("date of this report", self.date),
        ]
        return [(name, value) for name, value in rows if value]

    @property
    def signatures(self) -> Signatures:
        reviewer = f"Received for {self.jurisdiction}" if self.jurisdiction else "Received by"
        return Signatures((SignatureLine("Prepared by", self.preparer, self.date), SignatureLine(reviewer)))


def paper_named(name: str) -> Paper:
    """The paper with this name, in any case."""
    for paper in PAPERS:
        if name.lower() == paper:
            return paper
    raise Unreadable(f"--paper takes a4 or letter, not {name!r}")


def one_line(flag: str, text: str) -> str:
    """A name for the first page: one line of text that is not too long."""
    plain = text.strip()
    if not plain.isprintable():
        raise Unreadable(f"{flag} takes one line of text, not {text!r}")
    if len(plain) > LONGEST:
        raise Unreadable(f"{flag} takes at most {LONGEST} characters, not {len(plain)}")
    return plain

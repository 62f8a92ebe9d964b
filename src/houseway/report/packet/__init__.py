"""
Submission packets: everything that a jurisdiction's checklist asks of a new table game, in one ZIP file.

The files are made from the findings of a report, so that no figure is written a second time. Names are sorted, times
are fixed and nothing is compressed: the same packet is the same file byte for byte, also on another machine.
"""

from __future__ import annotations

import io
import json
import zipfile
from hashlib import sha256

from ...games.terms_diff import TermsDiff
from ...rules.terms import write_options
from .. import pdf
from ..chapters import assemble
from ..content import Findings, Refused
from ..document import Block, Report, Section
from ..filing import Filing
from . import files
from .checklist import checklist
from .controls import controls
from .jurisdictions import JURISDICTIONS, Jurisdiction, jurisdiction_named
from .layout import betting_position, layout
from .placards import placards
from .procedures import procedures
from .quiz import quiz
from .rules_of_play import rules_of_play

__all__ = ["JURISDICTIONS", "jurisdiction_named", "packet", "packet_files"]

MADE = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the ZIP, the earliest that the format has."""


def packet(
    findings: Findings, jurisdiction: Jurisdiction, filing: Filing, version: str, change: TermsDiff | None = None
) -> bytes:
    """The ZIP file with all files and a manifest of their hashes."""
    contents = packet_files(findings, jurisdiction, filing, version, change)
    contents[files.MANIFEST] = manifest(findings, jurisdiction, filing, version, contents)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, MADE)
            entry.create_system = 3  # the same on every system
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents[name])
    return file.getvalue()


def packet_files(
    findings: Findings, jurisdiction: Jurisdiction, filing: Filing, version: str, change: TermsDiff | None = None
) -> dict[str, bytes]:
    """Every file by its name, without the manifest."""

    def document(title: str, *sections: Section, before: tuple[Block, ...] = ()) -> bytes:
        return pdf.render(_document(findings, filing, version, title, sections, before))

    signed = (filing.signatures,)
    questions, answers = quiz(findings)
    contents = {
        files.CHECKLIST: document("Submission checklist", checklist(findings, jurisdiction, change), before=signed),
        files.REPORT: pdf.render(assemble(findings, filing, version, change)),
        files.RULES: document("Rules of play", *rules_of_play(findings, jurisdiction)),
        files.LAYOUT: layout(findings.game).encode(),
        files.POSITION: betting_position(findings.game).encode(),
        files.PROCEDURES: document("Dealer procedures", procedures(findings)),
        files.QUIZ: document("Training quiz", questions),
        files.QUIZ_ANSWERS: document("Answers to the training quiz", answers),
        files.CONTROLS: document("Internal-control points", controls(findings, jurisdiction)),
        files.VECTORS: vectors(findings),
        files.TERMS: terms(findings),
    }
    if not isinstance(findings.certificate, Refused):
        contents[files.CERTIFICATE] = findings.certificate.text.encode()
    for name, picture in placards(findings).items():
        contents[f"{files.PLACARDS}{name}"] = picture.encode()
    return contents


def _document(
    findings: Findings,
    filing: Filing,
    version: str,
    title: str,
    sections: tuple[Section, ...],
    before: tuple[Block, ...],
) -> Report:
    """A small document with the look of the report, without its contents and index."""
    return Report(
        title=title,
        game=findings.game.name,
        about=findings.game.about,
        version=version,
        terms_hash=findings.game.terms_hash,
        date=filing.date,
        paper=filing.paper,
        facts=(*filing.facts, ("hash of the terms", f"`{findings.game.terms_hash}`")),
        summary=before,
        sections=sections,
        has_contents=False,
    )


def vectors(findings: Findings) -> bytes:
    """The examples as data: what is given, what the sheet says, and what the engine answered for this packet."""
    rows = [
        {
            "id": outcome.vector.id,
            "clause": outcome.vector.clause,
            "kind": outcome.vector.kind,
            "in": outcome.vector.given,
            "out": outcome.vector.expected,
            "answers": {name: outcome.answers[name] for name in outcome.vector.expected if name in outcome.answers},
            "passes": outcome.fault is None,
        }
        for outcome in findings.examples
    ]
    return _json({"game": findings.game.key, "terms_hash": findings.game.terms_hash, "vectors": rows})


def terms(findings: Findings) -> bytes:
    """The terms as a file that `houseway diff` and `houseway report --from` read."""
    lines = [f"{name}={value}" for name, value in write_options(findings.game.terms).items()]
    return "\n".join([f"game={findings.game.key}", *lines, ""]).encode()


def manifest(
    findings: Findings, jurisdiction: Jurisdiction, filing: Filing, version: str, contents: dict[str, bytes]
) -> bytes:
    """The hash and size of every other file, and what the packet is."""
    return _json(
        {
            "game": findings.game.key,
            "name": findings.game.name,
            "terms_hash": findings.game.terms_hash,
            "jurisdiction": jurisdiction.key,
            "authority": jurisdiction.authority,
            "rule": jurisdiction.rule,
            "date": filing.date or None,
            "preparer": filing.preparer or None,
            "made_by": f"Houseway {version}",
            "files": [
                {"name": name, "bytes": len(contents[name]), "sha256": sha256(contents[name]).hexdigest()}
                for name in sorted(contents)
            ],
        }
    )


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n").encode()

"""Internal-control points: what an operator has to control under these terms, from the sheet and the figures."""

from __future__ import annotations

import re

from ...games.labels import sentence_case
from ...rules.errors import plural
from ..content import Findings, Refused
from ..document import Block, Column, Heading, Section, Table, Text
from ..equipment import VOID_ROUNDS, equipment_facts, spots_of
from ..exposure import biggest_risk
from .jurisdictions import Jurisdiction
from .rules_of_play import conditions_elsewhere


def controls(findings: Findings, jurisdiction: Jurisdiction) -> Section:
    """Points from the terms, the clauses that bind people, and the open questions that change a figure."""
    points = [
        ("Cards and equipment", *_with_clauses(f"{sentence_case(name)}: {value}."))
        for name, value in equipment_facts(findings.game)
        if name != VOID_ROUNDS  # each reason is a point of its own
    ]
    for spot in spots_of(findings.game):
        name = findings.labels.name("wagers", spot.name)
        points.append(("Limits", f"The {name} is between {spot.low:,} and {spot.high:,} chips.", spot.clause))
    for sentence in findings.game.limits_in_words(findings.game.terms):
        points.append(("Limits", *_with_clauses(sentence)))
    points.append(("Bankroll", biggest_risk(findings), findings.game.cover_clause))
    for reason in findings.game.irregularities(findings.game.terms).values():
        points.append(("Irregularities", f"The round is void if {reason.says}.", reason.clause))
    columns = (Column("subject"), Column("what is controlled", wide=True), Column("clause"))
    blocks: list[Block] = [
        Text(
            "The operator writes the internal controls and has them approved. These points are what the rules and the "
            "figures of this game add to the controls of any table."
        ),
        Table(columns, tuple(points)),
        *_people(findings, jurisdiction),
        *_readings(findings),
    ]
    return Section("Internal-control points", tuple(blocks))


CITED = re.compile(r" \[([A-Z0-9, -]+)\](?=\.?$)")
"""Clauses in brackets at the end of a sentence."""


def _with_clauses(sentence: str) -> tuple[str, str]:
    """A sentence without the clauses at its end, and these clauses."""
    cited = CITED.search(sentence)
    if cited is None:
        return sentence, ""
    return CITED.sub("", sentence), cited.group(1)


def _people(findings: Findings, jurisdiction: Jurisdiction) -> list[Block]:
    """The clauses that only people can follow."""
    elsewhere = {clause.id for clause in conditions_elsewhere(findings, jurisdiction)}
    rows = tuple(
        (findings.book.clauses[clause].text if clause in findings.book.clauses else why, clause)
        for clause, why in findings.book.people.items()
        if clause not in elsewhere
    )
    if not rows:
        return []
    columns = (Column("duty of people, which no program carries out", wide=True), Column("clause"))
    return [Heading("Duties of people"), Table(columns, rows)]


def _readings(findings: Findings) -> list[Block]:
    """Which open questions staff must answer in one way, because another answer changes the odds."""
    if isinstance(findings.readings, Refused):
        return []
    ids = list(dict.fromkeys(reading.open_question for reading in findings.readings if reading.changes))
    if not ids:
        return []
    rows = tuple((findings.book.open_questions[id].says, id) for id in ids)
    text = (
        f"The sheet is unclear in {plural(len(findings.book.open_questions), 'place')}. These {len(ids)} change the "
        "odds, so that every dealer has to answer them as the terms do:"
    )
    columns = (Column("unclear in the sheet", wide=True), Column("clause"))
    return [Heading("Questions that staff must answer alike"), Text(text), Table(columns, rows)]

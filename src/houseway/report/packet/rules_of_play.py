"""The rules of play for a submission: equipment, order of play, every clause, and the pay tables."""

from __future__ import annotations

from ...rules.rulebook import Clause
from ..content import Findings
from ..document import Block, Column, Entries, Entry, Heading, Section, Table, Text
from ..equipment import equipment_facts, pay_tables, steps_in_words
from ..wording import with_option_labels
from .jurisdictions import WASHINGTON, Jurisdiction

CONDITIONS = "Approval conditions and reporting duties"
"""The chapter of a sheet that has the conditions of its approval in Washington."""


def conditions_elsewhere(findings: Findings, jurisdiction: Jurisdiction) -> list[Clause]:
    """The clauses that are conditions of another jurisdiction's approval, and no rules of play."""
    if jurisdiction is WASHINGTON:
        return []
    return [clause for clause in findings.book.clauses.values() if clause.section == CONDITIONS]


def rules_of_play(findings: Findings, jurisdiction: Jurisdiction) -> tuple[Section, ...]:
    """The sections of the document; examples and sources are in the report."""
    game = findings.game
    facts = tuple((name, value) for name, value in equipment_facts(game))
    play: list[Block] = [
        Text(findings.book.about),
        Table((Column("item"), Column("under these terms", wide=True)), facts),
        Heading("Order of play"),
        Table((Column("step", number=True), Column("what happens", wide=True), Column("clause")), steps_in_words(game)),
    ]
    clauses: list[Block] = [Table((Column("word"), Column("meaning", wide=True)), tuple(findings.book.words.items()))]
    elsewhere = conditions_elsewhere(findings, jurisdiction)
    if elsewhere:
        left_out = f"Left out: {elsewhere[0].id} to {elsewhere[-1].id}, which are conditions of Washington's approval."
        clauses.append(Text(left_out, "note"))
    for section in findings.book.sections:
        entries = tuple(
            Entry(clause.id, with_option_labels(findings.labels, clause.text))
            for clause in findings.book.clauses.values()
            if clause.section == section and clause not in elsewhere
        )
        if entries:
            clauses += [Heading(section), Entries(entries)]
    return Section("The game", tuple(play)), Section("Rules", tuple(clauses)), pay_tables(findings)

"""The checklist of a jurisdiction, each point answered from the product or left to the applicant."""

from __future__ import annotations

from collections.abc import Callable

from ...games.terms_diff import TermsDiff
from ...pricing.price import Exact
from ...rules.errors import plural
from ..conclusion import edge_of_the_stake
from ..content import Findings
from ..document import Column, Heading, Items, Section, Table, Text
from ..equipment import equipment_facts, spots_of
from ..wagers import strategies_of
from . import files
from .jurisdictions import Answer, Jurisdiction
from .rules_of_play import conditions_elsewhere

APPLICANT = "The applicant supplies."


def checklist(findings: Findings, jurisdiction: Jurisdiction, change: TermsDiff | None) -> Section:
    """One row for each point, and the sources of the list."""
    rows = []
    for number, point in enumerate(jurisdiction.points, start=1):
        text, file = answer(findings, jurisdiction, point.answer, change)
        rows.append((str(number), point.asks, point.citation, text, file))
    left = sum(point.answer is Answer.APPLICANT for point in jurisdiction.points)
    introduction = (
        f"{plural(len(rows), 'point')} of {jurisdiction.rule} and related conditions, in our own words. "
        f"{len(rows) - left} are answered from the product, {left} by the applicant. This list is a help and no legal "
        "advice: compare it with the text in force."
    )
    columns = (
        Column("", number=True),
        Column("what is asked", wide=True),
        Column("citation"),
        Column("answer", wide=True),
        Column("file"),
    )
    return Section(
        f"Checklist: {jurisdiction.authority}",
        (Text(introduction), Table(columns, tuple(rows)), Heading("Sources of this list"), Items(jurisdiction.notes)),
    )


def answer(findings: Findings, jurisdiction: Jurisdiction, kind: Answer, change: TermsDiff | None) -> tuple[str, str]:
    """The answer to a point and the file of the packet that has it."""
    if kind is Answer.APPLICANT:
        return APPLICANT, ""
    if kind is Answer.CHANGES:
        return _changes(findings, change), files.REPORT
    if kind is Answer.RULES:
        return _rules(findings, jurisdiction), files.RULES
    if kind in COMPUTED:
        compute, file = COMPUTED[kind]
        return compute(findings), file
    return STATED[kind]


def _rules(findings: Findings, jurisdiction: Jurisdiction) -> str:
    count = len(findings.book.clauses) - len(conditions_elsewhere(findings, jurisdiction))
    return f"{count} clauses, each with a number, and the terms in force."


def _summary(findings: Findings) -> str:
    wagers = ", ".join(findings.labels.name("wagers", spot.name) for spot in spots_of(findings.game))
    return f"{findings.game.about} Wagers: {wagers or 'none; players play for units'}."


def _examples(findings: Findings) -> str:
    return f"{plural(len(findings.examples), 'example')}, run by the engine, and a complete example round."


def _equipment(findings: Findings) -> str:
    facts = dict(equipment_facts(findings.game))
    return (
        f"Decks: {facts['decks']}; jokers: {facts['jokers']}. The rules name no other device than a shoe or shuffler."
    )


def _odds(findings: Findings) -> str:
    figures = [strategy for _, _, strategy in strategies_of(findings.price)]
    exact = sum(isinstance(figure, Exact) for figure in figures)
    estimated = len(figures) - exact
    parts = [f"{exact} counted exactly" if exact else "", f"{estimated} estimated with errors" if estimated else ""]
    return f"True odds, payout odds and house advantage: {' and '.join(part for part in parts if part)}."


def _wagers(findings: Findings) -> str:
    spots = spots_of(findings.game)
    if not spots:
        return "Players play each other with one hand of cards; there are no separate wagers."
    listed = ", ".join(f"{findings.labels.name('wagers', s.name)} ({s.low:,} to {s.high:,} chips)" for s in spots)
    return f"{plural(len(spots), 'wager')} with one hand of cards: {listed}."


COMPUTED: dict[Answer, tuple[Callable[[Findings], str], str]] = {
    Answer.SUMMARY: (_summary, files.RULES),
    Answer.EXAMPLES: (_examples, files.REPORT),
    Answer.ODDS: (_odds, files.REPORT),
    Answer.STATISTICS: (edge_of_the_stake, files.REPORT),
    Answer.EQUIPMENT: (_equipment, files.RULES),
    Answer.CARDS: (_equipment, files.RULES),
    Answer.WAGERS: (_wagers, files.RULES),
}
"""Answers that depend on the game, and the file that says more."""

STATED: dict[Answer, tuple[str, str]] = {
    Answer.PAYOUTS: ("Every pay table in force, as a placard.", files.PLACARDS),
    Answer.LAYOUT: (
        f"Drawn to scale, with every wagering area and place for a hand; one betting position in {files.POSITION}.",
        files.LAYOUT,
    ),
    Answer.PROCEDURES: ("Step by step, from the steps that the engine runs.", files.PROCEDURES),
    Answer.TRAINING: ("A quiz with the engine's answers, and the dealer procedures.", files.QUIZ),
    Answer.CONTROLS: (
        "The points that this game adds. The applicant supplies the operator's own controls.",
        files.CONTROLS,
    ),
    Answer.POSTING: ("Placards with pay tables and limits, and the rules of play.", files.PLACARDS),
}
"""Answers that are a file of the packet."""


def _changes(findings: Findings, change: TermsDiff | None) -> str:
    if change is not None:
        return f"{plural(len(change.options), 'changed option')}, each with what it is worth."
    count = len(findings.game.modifications)
    if count:
        return f"{plural(count, 'term')} of the sheet changed, as the first page of the report lists."
    return "No term of the sheet is changed."

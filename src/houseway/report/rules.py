"""The chapters on rules and terms: every clause with its examples, and every option."""

from __future__ import annotations

from ..audit.vectors import Outcome
from ..rules.errors import plural
from ..rules.terms import options
from .content import Findings
from .document import Block, Column, Entries, Entry, Example, Heading, Section, Table, Text
from .example_sentences import given_in_words, result_in_words
from .titles import EQUIPMENT, RULES, TERMS
from .wording import reference, whole, with_option_labels, with_suits


def rules(findings: Findings) -> Section:
    """The words of the rulebook, its sources and every clause, in the order of the sheet."""
    book = findings.book
    passed = sum(outcome.fault is None for outcome in findings.examples)
    opening: list[Block] = [
        Text(book.about),
        Text(
            f"{whole(len(book.clauses))} clauses follow, in our own words and in the order of the sheet. Below each "
            "clause are its examples: the input, and the result of the rules that run this game at a table, computed "
            f"when this report was made. Of {plural(len(findings.examples), 'example')}, {whole(passed)} have the "
            f"result that the sheet states. {_covered(findings)}"
        ),
        *_differences(findings),
        Heading("Words"),
        Table((Column("word"), Column("meaning", wide=True)), tuple(book.words.items())),
        Heading("Sources"),
        Table((Column("tag"), Column("what it is", wide=True)), tuple(book.sources.items())),
    ]
    return Section(RULES, (*opening, *_clauses(findings)))


def _covered(findings: Findings) -> str:
    """How many clauses have examples, and how many bind people and not software."""
    with_examples = sum(bool(findings.examples_of(clause)) for clause in findings.book.clauses)
    people = sum(clause in findings.book.people for clause in findings.book.clauses)
    binding = ""
    if people:
        verb = "binds" if people == 1 else "bind"
        binding = f"; {whole(people)} more {verb} people and not software"
    return (
        f"{whole(with_examples)} clauses have examples{binding}. The program follows the other clauses when it deals, "
        "takes wagers and settles, and its tests cite them by number. An example round is in "
        f"{reference(EQUIPMENT)}."
    )


def _differences(findings: Findings) -> list[Block]:
    """A warning before the first example if changed terms, or a defect, give some of them another result."""
    count = sum(outcome.fault is not None for outcome in findings.examples)
    if not count:
        return []
    if findings.game.modifications:
        result = f"{plural(count, 'example')} with another result under the terms of this report"
    else:
        result = f"{plural(count, 'failed example')}"
    return [Text(f"{result}; the difference is shown at each.", "warning")]


def _clauses(findings: Findings) -> list[Block]:
    blocks: list[Block] = []
    for section in findings.book.sections:
        entries = [
            Entry(
                clause.id,
                with_option_labels(findings.labels, clause.text),
                more=(*_binds_people(findings, clause.id), *shown_elsewhere(findings, clause.id)),
                note=clause.source,
                examples=examples(findings, clause.id),
            )
            for clause in findings.book.clauses.values()
            if clause.section == section
        ]
        blocks += [Heading(section), Entries(tuple(entries))]
    return blocks


def _binds_people(findings: Findings, clause: str) -> tuple[str, ...]:
    why = findings.book.people.get(clause)
    return (f"Binds people, not software: {why}",) if why else ()


def examples(findings: Findings, clause: str) -> tuple[Example, ...]:
    """The examples printed at this clause; each is printed once, at the first clause that it shows."""
    shown = []
    for outcome in findings.examples_of(clause):
        vector = outcome.vector
        if findings.printed_at(outcome) != clause:
            continue
        gives = {name: outcome.answers[name] for name in vector.expected if name in outcome.answers}
        shown.append(
            Example(
                vector.id,
                given_in_words(findings.labels, vector.given),
                result_in_words(findings.labels, gives),
                _verdict(findings, outcome),
                outcome.fault is None,
            )
        )
    return tuple(shown)


def shown_elsewhere(findings: Findings, clause: str) -> tuple[str, ...]:
    """References to examples of this clause that are printed at another one."""
    places = [(outcome.vector.id, findings.printed_at(outcome)) for outcome in findings.examples_of(clause)]
    elsewhere = [f"{id} (at {place})" for id, place in places if place != clause]
    return (f"See also {', '.join(elsewhere)}.",) if elsewhere else ()


def _verdict(findings: Findings, outcome: Outcome) -> str:
    if outcome.fault is not None:
        difference = "not as under the default terms" if findings.game.modifications else "FAILS"
        return f"{difference}: {outcome.fault}"
    verdict = "as under that reading" if outcome.vector.given.get("options") else "as the sheet states"
    return f"{verdict}: {with_suits(outcome.vector.why)}" if outcome.vector.why else verdict


def terms(findings: Findings) -> Section:
    """Every option of the terms with its value and its default."""
    labels = findings.labels
    values = options(findings.game.terms)
    rows = []
    for name, value in values.items():
        about = findings.book.parameters.get(name)
        shown = labels.value(name, value)
        if name in findings.game.modifications:
            default = findings.game.modifications[name][0]
            shown += f" (changed; default {labels.value(name, default)})"
        rows.append((labels.full_option(name), f"`{name}`", shown, about.clause if about else ""))
    columns = (Column("option", wide=True), Column("name in a file"), Column("value", wide=True), Column("clause"))
    introduction = (
        f"These {len(rows)} options are everything that the sheet leaves to the house or leaves unclear. Their SHA-256 "
        "hash, one option per line, is on every page of this report, in every record of a round and in every price: "
        f"`{findings.game.terms_hash}`."
    )
    return Section(TERMS, (Text(introduction), Table(columns, tuple(rows))))

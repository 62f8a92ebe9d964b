"""The rulebook by clause, each with the cases that show it, run when the report is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..audit.vectors import Outcome
from ..rules.terms import options, write_value
from .content import Findings
from .document import Block, Column, Entries, Entry, Example, Heading, Section, Table, Text
from .wording import named, whole


def rules(found: Findings) -> Section:
    """Words, then every clause in the order of the sheet."""
    book = found.book
    held = sum(outcome.fault is None for outcome in found.examples)
    opening: list[Block] = [
        Text(book.about),
        Text(
            f"{whole(len(book.clauses))} clauses follow, in our own words and in the order of the sheet. Below a "
            "clause stand the cases that show it: what was given, and what the rules that deal this game made of it "
            f"when this report was made. Of {whole(len(found.examples))} cases {whole(held)} came out as the sheet "
            f"says. {_covered(found)}"
        ),
        *_departures(found),
        Heading("Words"),
        Table((Column("word"), Column("meaning", wide=True)), tuple(book.words.items())),
        Heading("Sources"),
        Table((Column("tag"), Column("what it is", wide=True)), tuple(book.sources.items())),
    ]
    return Section("Rules by clause", (*opening, *_clauses(found)))


def _covered(found: Findings) -> str:
    """How many clauses cases show, and how many there can be none for."""
    shown = sum(bool(found.shown_by(clause)) for clause in found.book.clauses)
    people = sum(clause in found.book.people for clause in found.book.clauses)
    binding = f"; {whole(people)} more {'binds' if people == 1 else 'bind'} people and not software" if people else ""
    return (
        f"Cases show {whole(shown)} of the clauses{binding}. The rest are carried out where the program deals, takes "
        "wagers and settles, and its tests cite them by number; a whole round is run in the next chapter."
    )


def _departures(found: Findings) -> list[Block]:
    """Under terms of one's own a case may come out otherwise; the reader is told before the first one."""
    count = sum(outcome.fault is not None for outcome in found.examples)
    if not count:
        return []
    said = "come out otherwise under the terms of this report" if found.game.modifications else "fail"
    return [Text(f"{whole(count)} cases {said}; each says how.", "warning")]


def _clauses(found: Findings) -> list[Block]:
    blocks: list[Block] = []
    for section in found.book.sections:
        entries = [
            Entry(
                clause.id,
                clause.text,
                more=(*_binds_people(found, clause.id), *shown_elsewhere(found, clause.id)),
                note=clause.source,
                examples=examples(found, clause.id),
            )
            for clause in found.book.clauses.values()
            if clause.section == section
        ]
        blocks += [Heading(section), Entries(tuple(entries))]
    return blocks


def _binds_people(found: Findings, clause: str) -> tuple[str, ...]:
    why = found.book.people.get(clause)
    return (f"Binds people, not software: {why}",) if why else ()


def examples(found: Findings, clause: str) -> tuple[Example, ...]:
    """The cases that stand with this clause: each stands once, with the first clause that it shows."""
    shown = []
    for outcome in found.shown_by(clause):
        vector = outcome.vector
        got = outcome.answers
        gives = flat({name: got[name] for name in vector.expected if name in got}) or "no answer"
        if found.home(outcome) == clause:
            shown.append(Example(vector.id, flat(vector.given), gives, _verdict(found, outcome), outcome.fault is None))
    return tuple(shown)


def shown_elsewhere(found: Findings, clause: str) -> tuple[str, ...]:
    """Where the other cases of this clause stand."""
    away = [(outcome.vector.id, found.home(outcome)) for outcome in found.shown_by(clause)]
    named_there = [f"{id} (at {home})" for id, home in away if home != clause]
    return (f"Also shown by {', '.join(named_there)}.",) if named_there else ()


def _verdict(found: Findings, outcome: Outcome) -> str:
    if outcome.fault is None:
        held = "as that reading says" if outcome.vector.given.get("options") else "as the sheet says"
        return f"{held}{f': {outcome.vector.why}' if outcome.vector.why else ''}"
    return f"{'not as the default sheet' if found.game.modifications else 'FAILS'}: {outcome.fault}"


def flat(data: Any) -> str:
    """Nested data on one line: `player Ah Qd 5c; bets 10 5 5`."""
    if isinstance(data, Mapping):
        return "; ".join(f"{named(str(name))} {_inner(value)}" for name, value in data.items())
    return _inner(data)


def _inner(value: Any) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{named(str(name))} {_inner(part)}" for name, part in value.items()) + ")"
    if isinstance(value, list | tuple):
        nested = any(isinstance(part, list | tuple) for part in value)
        return (", " if nested else " ").join(map(_inner, value)) or "none"
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else named(str(value))


def terms(found: Findings) -> Section:
    """Every option of the terms, with what the sheet has by default; together they make the hash."""
    now = {name: write_value(value) for name, value in options(found.game.terms).items()}
    rows = []
    for name, value in now.items():
        about = found.book.parameters.get(name)
        default = write_value(found.game.modifications[name][0]) if name in found.game.modifications else value
        changed = "changed" if name in found.game.modifications else ""
        rows.append((f"`{name}`", value, default, changed, about.clause if about else ""))
    columns = (Column("option", wide=True), Column("here"), Column("by default"), Column(""), Column("clause"))
    said = (
        f"These {len(rows)} options are all that the sheet leaves to the house or leaves unclear. Written one a line "
        "and hashed with SHA-256 they make the number on every page of this report, every record of a round and "
        f"every price: `{found.game.terms_hash}`."
    )
    return Section("Terms in full", (Text(said), Table(columns, tuple(rows))))

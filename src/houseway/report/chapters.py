"""The chapters of a report in their order, and its cover."""

from __future__ import annotations

from ..games import module_of
from ..rules.terms import write_value
from .alarms import alarms
from .content import Findings, Refused
from .document import Block, Report, Text
from .equipment import equipment, pay_tables
from .exposure import exposure
from .method import method
from .open_questions import ledger
from .rules import rules, terms
from .strategy import strategy
from .wagers import at_a_glance, wagers
from .wording import in_words, signed, spoken, whole

CHAPTERS = (rules, equipment, pay_tables, wagers, strategy, exposure, ledger, alarms, method, terms)


def bound(found: Findings, date: str, version: str) -> Report:
    return Report(
        title="Mathematical report",
        game=found.game.name,
        about=found.game.about,
        version=version,
        terms_hash=found.game.terms_hash,
        date=date,
        facts=tuple(_facts(found, date, version)),
        summary=tuple(_summary(found)),
        sections=tuple(chapter(found) for chapter in CHAPTERS),
    )


def _facts(found: Findings, date: str, version: str) -> list[tuple[str, str]]:
    changed = [
        f"{name} {write_value(here)} (default {write_value(by)})"
        for name, (by, here) in found.game.modifications.items()
    ]
    held = sum(outcome.fault is None for outcome in found.examples)
    return [
        ("game", f"{found.game.name} (`{found.game.key}`)"),
        ("standing of the sheet", standing(found)),
        ("date of this report", date),
        ("made by", f"Houseway {version}"),
        ("hash of the terms", f"`{found.game.terms_hash}`"),
        ("departures from the default terms", "; ".join(changed) or "none"),
        ("rulebook", f"{len(found.book.clauses)} clauses, {len(found.book.open_questions)} places unclear"),
        ("examples run", f"{whole(len(found.examples))}, of which {whole(held)} came out as the sheet says"),
    ]


def _departures(found: Findings) -> list[Block]:
    """What the first page must not let anybody miss: this is not the sheet as it stands."""
    changed = len(found.game.modifications)
    if not changed:
        return []
    said = (
        f"Not the sheet as it stands: {whole(changed)} of its terms {'is' if changed == 1 else 'are'} changed, as "
        "listed above. What a regulator has approved, if anything, is not this game."
    )
    return [Text(said, "warning")]


def standing(found: Findings) -> str:
    """What the game's own file says of its sheet, or the sources of the rulebook."""
    return (
        module_of(found.game).standing or next(iter(found.book.sources.values())).split(". ")[0].removesuffix(".") + "."
    )


def _summary(found: Findings) -> list[Block]:
    blocks: list[Block] = [*_departures(found), at_a_glance(found)]
    if not isinstance(found.alarm, Refused):
        blocks.append(Text(in_words(found.alarm.sentence), "warning" if found.alarm.raised else "plain"))
    if found.banked and not isinstance(found.readings, Refused) and found.readings and found.readings[0].changes:
        most = found.readings[0]
        (wager, way), change = next(iter(most.changes.items()))
        said = (
            f"The unclear sentence that matters most is {most.open_question}: "
            f"reading it as `{most.option}={most.after}` moves “{spoken(wager, way)}” by {signed(change.by)}."
        )
        blocks.append(Text(said))
    return blocks

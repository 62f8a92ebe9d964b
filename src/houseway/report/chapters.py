"""The chapters of a report in their order, and its cover."""

from __future__ import annotations

from ..games import module_of
from ..games.headlines import headline_of, in_sentences
from ..rules.errors import plural
from ..rules.terms import write_value
from .alarms import alarms
from .content import Findings, Refused
from .document import Block, Report, Text
from .equipment import equipment, pay_tables
from .exposure import exposure
from .method import method
from .open_questions import open_questions
from .rules import rules, terms
from .strategy import strategy
from .wagers import at_a_glance, wagers
from .wording import figure_name, in_words, signed, titled, whole

CHAPTERS = (rules, equipment, pay_tables, wagers, strategy, exposure, open_questions, alarms, method, terms)


def assemble(findings: Findings, date: str, version: str) -> Report:
    """The report with its cover and all chapters."""
    return Report(
        title="Mathematical report",
        game=findings.game.name,
        about=findings.game.about,
        version=version,
        terms_hash=findings.game.terms_hash,
        date=date,
        facts=tuple(_facts(findings, date, version)),
        summary=tuple(_summary(findings)),
        sections=tuple(chapter(findings) for chapter in CHAPTERS),
    )


def _facts(findings: Findings, date: str, version: str) -> list[tuple[str, str]]:
    changes = [
        f"{name} {write_value(value)} (default {write_value(default)})"
        for name, (default, value) in findings.game.modifications.items()
    ]
    passed = sum(outcome.fault is None for outcome in findings.examples)
    return [
        ("game", f"{findings.game.name} (`{findings.game.key}`)"),
        ("legal standing of the sheet", standing(findings)),
        ("date of this report", date),
        ("made by", f"Houseway {version}"),
        ("hash of the terms", f"`{findings.game.terms_hash}`"),
        ("changes to the default terms", "; ".join(changes) or "none"),
        (
            "rulebook",
            f"{len(findings.book.clauses)} clauses, {plural(len(findings.book.open_questions), 'open question')}",
        ),
        (
            "examples run",
            f"{whole(len(findings.examples))}, of which {whole(passed)} have the result that the sheet states",
        ),
    ]


def _changed_terms(findings: Findings) -> list[Block]:
    """The warning on the first page if the terms differ from those of the sheet."""
    count = len(findings.game.modifications)
    if not count:
        return []
    verb = "differs" if count == 1 else "differ"
    warning = (
        f"This is not the game of the sheet: {plural(count, 'term')} {verb} from it, as listed above. An approval of "
        "the sheet does not cover this game."
    )
    return [Text(warning, "warning")]


def standing(findings: Findings) -> str:
    """The legal standing of the sheet by the game's module, otherwise the first sentence of its first source."""
    declared = module_of(findings.game).standing
    if declared:
        return declared
    first_source = next(iter(findings.book.sources.values()))
    return first_source.split(". ")[0].removesuffix(".") + "."


def _headline(findings: Findings) -> list[Block]:
    """The edge of the whole compulsory stake; nothing for a game of players among themselves."""
    headline = headline_of(findings.game, findings.price)
    if headline is None:
        return []
    return [Text(" ".join(in_sentences(headline, titled)))]


def _summary(findings: Findings) -> list[Block]:
    blocks: list[Block] = [*_changed_terms(findings), *_headline(findings), at_a_glance(findings)]
    if not isinstance(findings.alarm, Refused):
        blocks.append(Text(in_words(findings.alarm.sentence), "warning" if findings.alarm.raised else "plain"))
    if (
        findings.has_house
        and not isinstance(findings.readings, Refused)
        and findings.readings
        and findings.readings[0].changes
    ):
        largest = findings.readings[0]
        (wager, strategy_name), change = next(iter(largest.changes.items()))
        blocks.append(
            Text(
                f"The open question with the largest effect is {largest.open_question}: the reading "
                f"`{largest.option}={largest.after}` changes “{figure_name(wager, strategy_name)}” by "
                f"{signed(change.by)}."
            )
        )
    return blocks

"""The chapters of a report in their order, and its first page."""

from __future__ import annotations

from ..games import module_of
from ..games.terms_diff import TermsDiff
from ..rules.errors import plural
from .alarms import alarms
from .change import change_chapter, change_in_a_sentence
from .conclusion import conclusion
from .content import Findings
from .document import Block, Index, Report, Section, Text
from .equipment import equipment, pay_tables
from .exposure import exposure
from .filing import Filing
from .glance import glance
from .method import method
from .open_questions import open_questions
from .rules import rules, terms
from .strategy import strategy
from .titles import INDEX
from .wagers import wagers
from .wording import whole

CHAPTERS = (glance, rules, equipment, pay_tables, wagers, strategy, exposure, open_questions, alarms, method, terms)


def assemble(findings: Findings, filing: Filing, version: str, change: TermsDiff | None = None) -> Report:
    """The report with its first page and all chapters; `change` compares its terms with earlier ones."""
    changed = [change_chapter(findings, change)] if change else []
    return Report(
        title="Mathematical report of a change" if change else "Mathematical report",
        game=findings.game.name,
        about=findings.game.about,
        version=version,
        terms_hash=findings.game.terms_hash,
        date=filing.date,
        paper=filing.paper,
        facts=tuple(_facts(findings, filing, version)),
        summary=(
            *_changed_terms(findings),
            *([Text(change_in_a_sentence(findings, change))] if change else []),
            *conclusion(findings),
            filing.signatures,
        ),
        sections=(*changed, *(chapter(findings) for chapter in CHAPTERS), _index(findings)),
    )


def _facts(findings: Findings, filing: Filing, version: str) -> list[tuple[str, str]]:
    labels = findings.labels
    changes = [
        f"{labels.full_option(name)}: {labels.value(name, value)} (default {labels.value(name, default)})"
        for name, (default, value) in findings.game.modifications.items()
    ]
    passed = sum(outcome.fault is None for outcome in findings.examples)
    return [
        ("game", findings.game.name),
        *filing.facts,
        ("legal standing of the sheet", standing(findings)),
        ("changes to the default terms", "; ".join(changes) or "none"),
        (
            "rulebook",
            f"{len(findings.book.clauses)} clauses, {plural(len(findings.book.open_questions), 'open question')}",
        ),
        (
            "examples run",
            f"{whole(len(findings.examples))}, of which {whole(passed)} have the result that the sheet states",
        ),
        ("made by", f"Houseway {version}"),
        ("hash of the terms", f"`{findings.game.terms_hash}`"),
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


def _index(findings: Findings) -> Section:
    """Where each clause and open question is printed."""
    return Section(INDEX, (Index((*findings.book.clauses, *findings.book.open_questions)),))

"""Collects every labelled figure of a report, so that a test finds one that is printed with two values."""

from collections.abc import Iterator

from houseway.pricing.price import Price
from houseway.report import Findings
from houseway.report.document import Heading, Report, Section, Table
from houseway.report.titles import EXPOSURE, GLANCE, OPEN_QUESTIONS, STRATEGY, WAGERS
from houseway.report.wording import figure_name

Labelled = tuple[tuple[str, str], str]
"""The name of a figure and of its quantity, and the printed value."""
EXPECTATION = "player's expectation"
QUANTITIES = (EXPECTATION, "house advantage", "hit frequency", "standard deviation")


def labelled_figures(findings: Findings, made: Report) -> dict[tuple[str, str], set[str]]:
    """Every value that is printed for each figure."""
    values: dict[tuple[str, str], set[str]] = {}
    for label, value in _all(findings, made):
        values.setdefault(label, set()).add(value.removesuffix("\N{NO-BREAK SPACE}units"))
    return values


def _all(findings: Findings, made: Report) -> Iterator[Labelled]:
    sections = {section.title: section for section in made.sections}
    yield from _by_row(sections[GLANCE])
    yield from _by_row(sections[STRATEGY])
    yield from _by_row(sections[EXPOSURE])
    yield from _by_heading(sections[WAGERS])
    yield from _readings(sections[OPEN_QUESTIONS], _names(findings, findings.price))
    for table in (block for block in made.summary if isinstance(block, Table)):
        yield from _rows(table)


def _names(findings: Findings, price: Price) -> set[str]:
    return {figure_name(findings.labels, wager, name) for wager, p in price.wagers.items() for name in p.strategies}


def _by_row(section: Section) -> Iterator[Labelled]:
    """Tables with a figure in each row and a quantity in each column."""
    for table in (block for block in section.blocks if isinstance(block, Table)):
        yield from _rows(table)


def _rows(table: Table) -> Iterator[Labelled]:
    headings = [column.heading for column in table.columns]
    for row in table.rows:
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            if heading in QUANTITIES and cell:
                yield (row[0], heading), cell


def _by_heading(section: Section) -> Iterator[Labelled]:
    """Tables of quantities under the heading of their figure, and the total of its outcomes."""
    name = ""
    for block in section.blocks:
        if isinstance(block, Heading):
            name = block.text
        elif isinstance(block, Table):
            headings = [column.heading for column in block.columns]
            if headings[0] == "figure":
                yield from (((name, row[0]), row[1]) for row in block.rows if row[0] in QUANTITIES)
            elif headings[-1] == "contribution":
                yield (name, "total of the contributions"), block.rows[-1][-1]


def _readings(section: Section, names: set[str]) -> Iterator[Labelled]:
    """What the table of readings prints for the terms of the report."""
    for table in (block for block in section.blocks if isinstance(block, Table)):
        headings = [column.heading for column in table.columns]
        if "under these terms" in headings:
            for row in table.rows:
                if row[2] in names:
                    yield (row[2], EXPECTATION), row[headings.index("under these terms")]

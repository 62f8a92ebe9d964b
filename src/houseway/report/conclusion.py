"""The conclusion on the first page: edge of the whole stake, biggest risk, open contradictions and alarms."""

from __future__ import annotations

from ..games.headlines import headline_of, in_sentences
from ..pricing.readings import Reading
from ..rules.errors import plural
from .content import Findings, Refused
from .document import Block, Column, Heading, Table, Text
from .exposure import biggest_risk
from .open_questions import changed_figure
from .titles import ALARMS, EXPOSURE, GLANCE, OPEN_QUESTIONS
from .wording import figure_name, in_words, reading_name, reference, whole

NO_HOUSE = "Players play each other: what one wins another loses, and the house has no edge."
NO_ALARM = "Players play each other, so no play is profitable against a house."


def conclusion(findings: Findings) -> list[Block]:
    """One row for each question that a reader of the first page asks."""
    rows = (
        ("Edge of the whole stake", edge_of_the_stake(findings), reference(GLANCE)),
        ("Biggest risk", biggest_risk(findings), reference(EXPOSURE)),
        ("Open contradictions", _contradictions(findings), reference(OPEN_QUESTIONS)),
        ("Alarms", alarm_in_words(findings), reference(ALARMS)),
    )
    columns = (Column("question"), Column("answer", wide=True), Column("see"))
    blocks: list[Block] = [Heading("Conclusion"), Table(columns, rows)]
    if not isinstance(findings.alarm, Refused) and findings.alarm.raised:
        blocks.append(Text("An alarm is raised: legal play wins from the house under these terms.", "warning"))
    return blocks


def edge_of_the_stake(findings: Findings) -> str:
    """The value of all compulsory wagers together."""
    headline = headline_of(findings.game, findings.price)
    if headline is None:
        return NO_HOUSE
    certainty = "Exact." if headline.standard_error is None else "Estimated; ± is one standard error."
    sentences = in_sentences(headline, lambda wager: findings.labels.name("wagers", wager))
    return " ".join([*sentences, certainty])


def alarm_in_words(findings: Findings) -> str:
    alarm = findings.alarm
    if isinstance(alarm, Refused):
        return f"{alarm.sentence}." if findings.has_house else NO_ALARM
    if not alarm.raised:
        return in_words(findings.labels, alarm.sentence)
    finding = next(finding for finding in alarm.findings if finding.profitable)
    mix = ", ".join(f"{findings.labels.name('wagers', wager)} {whole(chips)}" for wager, chips in finding.mix.items())
    error = f" ± {finding.standard_error:.4f}" if finding.standard_error else ""
    return (
        f"Profitable for the player: {mix} wins {float(finding.ev):+.4f}{error} chips a hand on average, "
        f"{100 * float(finding.edge):+.4f} % of the chips wagered."
    )


def _contradictions(findings: Findings) -> str:
    count = plural(len(findings.book.open_questions), "open question")
    if isinstance(findings.readings, Refused):
        return f"The sheet leaves {count}. {findings.readings.sentence}."
    effective = [reading for reading in findings.readings if reading.changes]
    sentences = [
        f"The sheet leaves {count}. Of {plural(len(findings.readings), 'other reading')}, {whole(len(effective))} "
        f"{'changes' if len(effective) == 1 else 'change'} a figure."
    ]
    if effective:
        sentences.append(_largest(findings, effective[0]))
    return " ".join(sentences)


def _largest(findings: Findings, reading: Reading) -> str:
    figure = next(iter(reading.changes))
    name = reading_name(findings.labels, reading.option, reading.after)
    return (
        f"The largest effect has {reading.open_question}: “{name}” changes “{figure_name(findings.labels, *figure)}” "
        f"by {changed_figure(findings, figure, reading.changes[figure])[2]}."
    )

"""The chapter on open questions: every reading of an unclear sentence, and the figures it changes."""

from __future__ import annotations

from string import ascii_lowercase

from ..pricing.readings import NO_GAIN, Reading
from ..pricing.readings import Figure as Value
from ..rules.errors import plural
from ..rules.rulebook import OpenQuestion
from ..rules.terms import options, write_value
from . import charts
from .content import Findings, Refused
from .document import Block, Column, Entries, Entry, Heading, Items, Section, Table, Text
from .rules import examples, shown_elsewhere
from .wording import figure_name, percent, signed, titled, whole

NO_PRICE = (
    "Players play each other: what one wins another loses. By symmetry no reading has a value on average among players "
    "with the same strategy, except for chips that leave the round: a fee, or a Pot that is carried over. A reading "
    "changes who wins a round, and how much. The figures are for players who all set the house way. Readings that the "
    "kernels do not support are compared on fewer rounds, so that a small change may not be detected."
)


def open_questions(findings: Findings) -> Section:
    count = len(findings.book.open_questions)
    opening = Text(
        f"The sheet contradicts itself or is silent in {plural(count, 'place')}. Each is an open question with its "
        "possible readings. If the readings lead to different results, an option chooses between them; the reading in "
        "force here is marked."
    )
    return Section(
        "Ledger of contradictions",
        (
            opening,
            *_prices(findings),
            Heading("All open questions"),
            Entries(tuple(_entry(findings, e) for e in findings.book.open_questions.values())),
        ),
        new_page=True,
    )


def _prices(findings: Findings) -> list[Block]:
    heading = Heading("Effect of each reading")
    if isinstance(findings.readings, Refused):
        return [heading, Text(findings.readings.sentence + "." if findings.has_house else NO_PRICE)]
    effective = [reading for reading in findings.readings if reading.changes]
    unchanged = sum(not r.changes and r.refused is None for r in findings.readings)
    refused = sum(r.refused is not None for r in findings.readings)
    introduction = (
        "The game was priced again under each other reading, one at a time. Of "
        f"{plural(len(findings.readings), 'reading')}, {whole(len(effective))} changed a figure, {whole(unchanged)} "
        f"changed none, and these terms do not allow {whole(refused)}. "
        f"{_how_known(effective)} {_figures(effective)}"
    )
    if not effective:
        return [heading, Text(introduction)]
    columns = (
        Column("question"),
        Column("reading", wide=True),
        Column("figure", wide=True),
        Column("under these terms", number=True),
        Column("under the reading", number=True),
        Column("change", number=True),
    )
    rows = tuple(row for reading in effective for row in _rows(reading))
    symmetric = [] if findings.has_house else [Text(NO_PRICE)]
    table = Table(columns, rows, UNITS_OF_THE_TABLE, grouped_by=2)
    return [heading, *symmetric, Text(introduction), *_meanings(effective), *charts.readings(effective), table]


UNITS_OF_THE_TABLE = (
    "A figure with a sign is the player's expectation per unit of the wager, for a bank the banker's. Changes are in "
    "hundredths of the same unit."
)
MEANS = {
    "chance": "the chance that the cards dealt to a seat contain it",
    "best_of_two_hands": "best setting by a player who sees a second hand of their own",
    "house_bet": "what a player who banks wins from a wager of the House against the bank",
    "hand": "all wagers of a hand together under the limit on payouts, per chip wagered, at the smallest stakes, at "
    "the largest, or at those that win most",
    "together": "all compulsory wagers, one unit on each, per unit of the ante",
    "fewest_chips": "best setting by a player who has no more chips than the cover",
    "size": "the amount that passes between two players in either direction, and the amount of a Pot, per unit or ante",
    "scored_otherwise": "the share of comparisons of two players that have another score on the same cards",
    "spread": "the standard deviation of a player's net result in a round, per unit or ante",
    "points": "what the Champion wins from all other players, per ante",
    "tied": "the share of rounds that end in a tie for Champion",
    "left_over": "what remains in the Pot for the next round, per ante",
}
"""Explanations of figures that no other chapter has, by the name of the wager or the strategy."""


def _meanings(effective: list[Reading]) -> list[Block]:
    figures = [figure for reading in effective for figure in reading.changes]
    names = dict.fromkeys(name for figure in figures for name in figure if name in MEANS)
    return [Items(tuple(f"{titled(name)}: {MEANS[name]}." for name in names))] if names else []


def _how_known(effective: list[Reading]) -> str:
    exact = [not isinstance(change.by, float) for reading in effective for change in reading.changes.values()]
    if all(exact):
        return "Every change is exact."
    subject = "The changes of expectations and chances are exact; the others" if any(exact) else "The changes"
    return (
        f"{subject} are estimates on the same cards under both readings. A change is listed only if it is more than "
        "three standard errors, so that its error is at most a third of it. The rounds may be fewer than those of the "
        "price, so that a figure here may differ from the price by chance."
    )


def _figures(effective: list[Reading]) -> str:
    """The names of all figures that a reading changes."""
    names = dict.fromkeys(figure_name(wager, strategy) for r in effective for wager, strategy in r.changes)
    return f"The figures that change are: {'; '.join(names)}." if names else ""


def _rows(reading: Reading) -> list[tuple[str, ...]]:
    """One row for each figure that a reading changes; only the first names the reading."""
    question = reading.open_question
    option = f"`{reading.option}={reading.after}`"
    rows = list[tuple[str, ...]]()
    for (wager, strategy), change in reading.changes.items():
        before = figure(strategy, change.before)
        after = figure(strategy, change.after)
        rows.append((question, option, figure_name(wager, strategy), before, after, signed(change.by)))
        question = option = ""
    return rows


def figure(strategy: str, value: Value) -> str:
    return percent(value) if strategy in NO_GAIN else signed(value)


def _entry(findings: Findings, row: OpenQuestion) -> Entry:
    if len(row.readings) > 1:
        more = [f"({letter}) {text}" for letter, text in zip(ascii_lowercase, row.readings, strict=False)]
    else:
        more = list(row.readings)
    more.append(f"Default: {row.default_and_why}")
    more += [_option(findings, name, values) for name, values in row.options.items()]
    if not isinstance(findings.readings, Refused):
        more += [_effect(reading) for reading in findings.readings if reading.open_question == row.id]
    more += shown_elsewhere(findings, row.id)
    return Entry(row.id, row.says, tuple(more), examples=examples(findings, row.id))


def _option(findings: Findings, name: str, values: tuple[str, ...]) -> str:
    current = write_value(options(findings.game.terms)[name])
    choices = ", ".join(f"{value} (in force here)" if value == current else value for value in values)
    if current not in values:
        choices += f"; in force here: {current}"
    return f"Option `{name}`: {choices}"


def _effect(reading: Reading) -> str:
    """The largest effect of a reading, in a sentence."""
    option = f"`{reading.option}={reading.after}`"
    if reading.refused is not None:
        return f"{option} is refused: {reading.refused}."
    if not reading.changes:
        return f"{option} changes none of the figures above: {reading.reason}."
    (wager, strategy), change = next(iter(reading.changes.items()))
    name = figure_name(wager, strategy)
    return f"{option} changes {name} by {signed(change.by)}, to {figure(strategy, change.after)}."

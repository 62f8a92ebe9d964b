"""The chapter on open questions: every reading of an unclear sentence, and the figures it changes."""

from __future__ import annotations

from math import hypot
from string import ascii_lowercase

from ..games.ask import amount_unit
from ..games.labels import sentence_case
from ..pricing.price import Estimate, Exact
from ..pricing.readings import NO_GAIN, Change, FigureName, Reading, figure_in_words
from ..pricing.readings import Figure as Value
from ..rules.errors import plural
from ..rules.rulebook import OpenQuestion
from ..rules.terms import options, write_value
from . import charts
from .content import Findings, Refused
from .document import Block, Column, Entries, Entry, Heading, Items, Section, Table, Text
from .rules import examples, shown_elsewhere
from .titles import OPEN_QUESTIONS
from .wording import figure_name, reading_name, value_name, wager_name, whole, with_option_labels, with_suits

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
        OPEN_QUESTIONS,
        (
            opening,
            *_prices(findings),
            Heading("All open questions"),
            Entries(tuple(_entry(findings, e) for e in findings.book.open_questions.values())),
        ),
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
        f"{_how_known(effective)} {_figures(findings, effective)}"
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
    rows = tuple(row for reading in effective for row in _rows(findings, reading))
    symmetric = [] if findings.has_house else [Text(NO_PRICE)]
    table = Table(columns, rows, UNITS_OF_THE_TABLE, grouped_by=2)
    chart = charts.readings(findings, effective)
    return [heading, *symmetric, Text(introduction), *_meanings(findings, effective), *chart, table]


UNITS_OF_THE_TABLE = (
    "A figure with a sign is the player's expectation per unit of the wager, for a bank the banker's. ± is one "
    "standard error; a figure without it is exact."
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


def _meanings(findings: Findings, effective: list[Reading]) -> list[Block]:
    figures = [figure for reading in effective for figure in reading.changes]
    names = dict.fromkeys(name for figure in figures for name in figure if name in MEANS)
    return [Items(tuple(f"{_subject(findings, name)}: {MEANS[name]}." for name in names))] if names else []


def _subject(findings: Findings, name: str) -> str:
    """A wager or a strategy in words."""
    if name in findings.labels.names.get("strategies", {}):
        return sentence_case(findings.labels.name("strategies", name))
    return wager_name(findings.labels, name)


def _how_known(effective: list[Reading]) -> str:
    exact = [change.error is None for reading in effective for change in reading.changes.values()]
    if all(exact):
        return "Every change is exact."
    subject = "Changes without ± are exact; the others" if any(exact) else "The changes"
    return (
        f"{subject} are estimates on the same cards under both readings. A change is listed only if it is more than "
        "three standard errors."
    )


def _figures(findings: Findings, effective: list[Reading]) -> str:
    """The names of all figures that a reading changes."""
    names = dict.fromkeys(
        figure_name(findings.labels, wager, strategy) for r in effective for wager, strategy in r.changes
    )
    return f"The figures that change are: {'; '.join(names)}." if names else ""


def _rows(findings: Findings, reading: Reading) -> list[tuple[str, ...]]:
    """One row for each figure that a reading changes; only the first names the reading."""
    question = reading.open_question
    name = reading_name(findings.labels, reading.option, reading.after)
    rows = list[tuple[str, ...]]()
    for figure, change in reading.changes.items():
        rows.append((question, name, figure_name(findings.labels, *figure), *changed_figure(findings, figure, change)))
        question = name = ""
    return rows


def changed_figure(findings: Findings, figure: FigureName, change: Change) -> tuple[str, str, str]:
    """
    A figure before and after, and its change, in its unit and with the errors of estimates.

    A reading may be priced on fewer rounds than the report's own price. Only its change counts then: it is added to the
    figure of the price, so that the report has one value of each figure.
    """
    sign = "" if figure[1] in NO_GAIN else "+"
    before = change.before
    after = change.after
    before_error = None
    after_error = change.after_error
    priced = figure_of_the_price(findings, figure)
    if isinstance(priced, Estimate):
        before = priced.ev
        before_error = priced.standard_error
        after = priced.ev + float(change.by)
        after_error = hypot(priced.standard_error, change.error or 0.0)
    return (
        figure_shown(findings, figure, before, before_error, sign=sign),
        figure_shown(findings, figure, after, after_error, sign=sign),
        figure_shown(findings, figure, change.by, change.error, sign="+"),
    )


def figure_of_the_price(findings: Findings, figure: FigureName) -> Exact | Estimate | None:
    """The figure of this name in the price, if it is one of a wager under a strategy."""
    wager, strategy = figure
    priced = findings.price.wagers.get(wager)
    return priced.strategies.get(strategy) if priced else None


def figure_shown(
    findings: Findings, figure: FigureName, value: Value, error: float | None = None, *, sign: str = ""
) -> str:
    """A figure in its unit: per cent of a wager or of rounds, or an amount between players."""
    amount = amount_unit(findings.game, figure)
    among_players = not findings.game.against_the_house
    text = figure_in_words(figure[1], value, amount, error=error, sign=sign, among_players=among_players)
    if error:
        number, plus_or_minus, rest = text.partition(" ± ")
        error_shown, _, unit = rest.partition(" ")
        number = f"{number}{plus_or_minus}{error_shown}"
    else:
        number, _, unit = text.partition(" ")
    return f"{number}\N{NO-BREAK SPACE}{unit}".replace("-", "\N{MINUS SIGN}")


def _entry(findings: Findings, row: OpenQuestion) -> Entry:
    if len(row.readings) > 1:
        more = [f"({letter}) {text}" for letter, text in zip(ascii_lowercase, row.readings, strict=False)]
    else:
        more = list(row.readings)
    more.append(f"Default: {row.default_and_why}")
    more += [_option(findings, name, values) for name, values in row.options.items()]
    if not isinstance(findings.readings, Refused):
        more += [_effect(findings, reading) for reading in findings.readings if reading.open_question == row.id]
    more += shown_elsewhere(findings, row.id)
    words = tuple(with_suits(with_option_labels(findings.labels, sentence)) for sentence in more)
    return Entry(row.id, with_option_labels(findings.labels, row.says), words, examples=examples(findings, row.id))


def _option(findings: Findings, name: str, values: tuple[str, ...]) -> str:
    labels = findings.labels
    current = write_value(options(findings.game.terms)[name])
    words = [
        f"{value_name(labels, name, value)} (in force here)" if value == current else value_name(labels, name, value)
        for value in values
    ]
    choices = "; ".join(words)
    if current not in values:
        choices += f"; in force here: {value_name(labels, name, current)}"
    return f"Choices for “{labels.full_option(name)}”: {choices}."


def _effect(findings: Findings, reading: Reading) -> str:
    """The largest effect of a reading, in a sentence."""
    name = f"“{reading_name(findings.labels, reading.option, reading.after)}”"
    if reading.refused is not None:
        return f"{name} is refused: {reading.refused}."
    if not reading.changes:
        return f"{name} changes none of the figures above: {reading.reason}."
    figure, change = next(iter(reading.changes.items()))
    _, after, by = changed_figure(findings, figure, change)
    return f"{name} changes “{figure_name(findings.labels, *figure)}” by {by}, to {after}."

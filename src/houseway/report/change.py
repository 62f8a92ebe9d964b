"""The chapter on a change: which options differ from earlier terms, and what each difference is worth."""

from __future__ import annotations

from ..games.ask import amount_unit
from ..games.terms_diff import ChangedOption, Effect, FigureChange, TermsDiff
from ..pricing.measured import Measured
from ..pricing.readings import AmountUnit, figure_in_words
from ..rules.errors import plural
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .titles import CHANGE
from .wording import figure_name, in_words, reference, signed, signed_with_error

UNCHANGED = "No figure changes."


def change_chapter(findings: Findings, change: TermsDiff) -> Section:
    """The changed options, the effect of each by itself, and of all together."""
    opening = (
        f"The terms of this report (`{change.after_hash}`) differ from those of an earlier version "
        f"(`{change.before_hash}`) in {plural(len(change.options), 'option')}. Each difference was priced by itself, "
        "with all other options as they were, and all of them together. Changed options are also marked in "
        f"{reference('Terms in full')}."
    )
    rows = tuple(
        (option.label, option.before_in_words, option.after_in_words, option.clause) for option in change.options
    )
    columns = (Column("option", wide=True), Column("before"), Column("after"), Column("clause"))
    blocks: list[Block] = [Text(opening), Table(columns, rows)]
    for option in change.options:
        blocks += _option(findings, option)
    if len(change.options) > 1:
        blocks += [Heading("All changes together"), *_effect(findings, change.together)]
    profitable = in_words(findings.labels, change.profitable.sentence)
    warned = Text(profitable, "warning" if change.profitable.becomes_profitable else "plain")
    blocks += [Heading("Profitable play"), warned]
    return Section(CHANGE, tuple(blocks))


def change_in_a_sentence(findings: Findings, change: TermsDiff) -> str:
    """The change for the first page: how many options, and what they are worth to whom."""
    effect = change.together
    what = f"Changed from an earlier version: {plural(len(change.options), 'option')}"
    if effect.stake_before is None or effect.stake_change is None:
        return f"{what}. Who gains: {effect.gains}. See {reference(CHANGE)}."
    return (
        f"{what}. The compulsory stake at best play was worth {in_percent(effect.stake_before)} to the player; the "
        f"change is {in_percent(effect.stake_change)}. Who gains: {effect.gains}. See {reference(CHANGE)}."
    )


def _option(findings: Findings, option: ChangedOption) -> list[Block]:
    heading = Heading(f"{option.label}: {option.after_in_words}")
    if option.refused is not None:
        return [heading, Text(f"Not possible by itself: {option.refused}.")]
    return [heading, *_effect(findings, option.effect)]


def _effect(findings: Findings, effect: Effect) -> list[Block]:
    blocks: list[Block] = []
    if effect.figures:
        columns = (
            Column("figure", wide=True),
            Column("before", number=True),
            Column("after", number=True),
            Column("change", number=True),
        )
        blocks.append(Table(columns, tuple(_row(findings, figure) for figure in effect.figures)))
    else:
        blocks.append(Text(UNCHANGED))
    if effect.stake_before is not None and effect.stake_change is not None:
        blocks.append(
            Text(
                f"The compulsory stake at best play: {in_percent(effect.stake_before)} of the chips on it for the "
                f"player, change {in_percent(effect.stake_change)}. Who gains: {effect.gains}."
            )
        )
    else:
        blocks.append(Text(f"Who gains: {effect.gains}."))
    return blocks


def _row(findings: Findings, figure: FigureChange) -> tuple[str, ...]:
    name = figure_name(findings.labels, figure.wager, figure.strategy)
    return (
        name,
        _in_words(findings, figure, figure.before),
        _in_words(findings, figure, figure.after),
        _in_words(findings, figure, figure.change, sign="+"),
    )


def _in_words(findings: Findings, figure: FigureChange, part: Measured, *, sign: str = "") -> str:
    """A part of a changed figure with its unit and, for an estimate, its standard error."""
    unit = AmountUnit(1, amount_unit(findings.game, (figure.wager, figure.strategy)).name)
    among_players = not findings.game.against_the_house
    error = part.standard_error
    return figure_in_words(figure.strategy, part.value, unit, error=error, sign=sign, among_players=among_players)


def in_percent(figure: Measured) -> str:
    """A share of the chips, with its error if it is an estimate."""
    if figure.standard_error:
        return signed_with_error(figure.value, figure.standard_error)
    return signed(figure.value)

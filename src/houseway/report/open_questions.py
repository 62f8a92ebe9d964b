"""Where the sheet contradicts itself or is silent: every reading, and what choosing it moves."""

from __future__ import annotations

from ..pricing.readings import NO_GAIN, Reading
from ..pricing.readings import Figure as Value
from ..rules.rulebook import OpenQuestion
from ..rules.terms import options, write_value
from . import charts
from .content import Findings, Refused
from .document import Block, Column, Entries, Entry, Heading, Items, Section, Table, Text
from .rules import examples, shown_elsewhere
from .wording import percent, signed, spoken, titled, whole

LETTERS = "abcdefghijklmnopqrstuvwxyz"


NO_PRICE = (
    "Players play each other: what one wins another loses, so among players who play alike no reading is worth "
    "anything on average, by symmetry, but for what leaves the round: a fee, or a Pot that is carried over. What a "
    "reading changes is who wins a round, and how much; the figures are of players who all set the house way. Readings "
    "that only the rules' own rounds can play are compared on few of them, so a small change of theirs is not found."
)


def ledger(found: Findings) -> Section:
    rows = len(found.book.open_questions)
    opening = Text(
        f"The sheet contradicts itself or is silent in {whole(rows)} places. Where a program can tell the readings "
        "apart there is an option, and the reading in force here is marked."
    )
    return Section(
        "Ledger of contradictions",
        (
            opening,
            *_prices(found),
            Heading("Every row"),
            Entries(tuple(_entry(found, e) for e in found.book.open_questions.values())),
        ),
        new_page=True,
    )


def _prices(found: Findings) -> list[Block]:
    heading = Heading("What each reading moves")
    if isinstance(found.readings, Refused):
        return [heading, Text(found.readings.sentence + "." if found.banked else NO_PRICE)]
    moved = [reading for reading in found.readings if reading.changes]
    unmoved = sum(not r.changes and r.refused is None for r in found.readings)
    refused = sum(r.refused is not None for r in found.readings)
    said = (
        f"Each other reading was switched on alone and the game priced again. Of {whole(len(found.readings))} "
        f"switches {_do(len(moved), 'move')} a figure, {_do(unmoved, 'move')} none, {whole(refused)} "
        f"{'is' if refused == 1 else 'are'} refused under these terms. {_how_known(moved)} {_figures(moved)}"
    )
    if not moved:
        return [heading, Text(said)]
    columns = (
        Column("row"),
        Column("reading", wide=True),
        Column("figure", wide=True),
        Column("here", number=True),
        Column("there", number=True),
        Column("change", number=True),
    )
    rows = tuple(row for reading in moved for row in _rows(reading))
    symmetric = [] if found.banked else [Text(NO_PRICE)]
    table = Table(columns, rows, HERE_AND_THERE, grouped_by=2)
    return [heading, *symmetric, Text(said), *_meanings(moved), *charts.readings(moved), table]


HERE_AND_THERE = (
    "Here and there: under the terms of this report, and with the one reading switched. A figure with a sign is the "
    "player's expectation per unit of the wager, and of a bank the banker's; changes are in hundredths of the same."
)
MEANS = {
    "chance": "how often the cards dealt to a seat hold it",
    "best_of_two_hands": "set in sight of a second hand of one's own",
    "house_bet": "what a player who banks wins from a bet of the House against the bank",
    "hand": "all wagers of a hand together under the limit on payouts, per chip wagered, at the least stakes, at the "
    "greatest, or at those that win most",
    "together": "all that is compulsory, one unit on each, per unit of the ante",
    "fewest_chips": "the best setting by a player who brings no more chips than must be covered",
    "size": "what passes between two players, whoever wins it, and what lies in a Pot, per unit or ante",
    "scored_otherwise": "how many meetings of two players end with another score on the same cards",
    "spread": "the standard deviation of what a player wins in a round, per unit or ante",
    "points": "what the Champion has from all the others, per ante",
    "tied": "how many rounds end in a tie for Champion",
    "left_over": "what stays in the Pot for the next round, per ante",
}
"""What a figure is that stands in no other chapter, by the name of its wager or of its way."""


def _meanings(moved: list[Reading]) -> list[Block]:
    names = dict.fromkeys(part for r in moved for name in r.changes for part in name if part in MEANS)
    return [Items(tuple(f"{titled(name)}: {MEANS[name]}." for name in names))] if names else []


def _do(count: int, verb: str) -> str:
    return f"{whole(count)} {verb}{'s' if count == 1 else ''}"


def _how_known(moved: list[Reading]) -> str:
    exact = [not isinstance(change.by, float) for r in moved for change in r.changes.values()]
    if all(exact):
        return "Every change is exact."
    return (
        f"{'The changes of expectations and chances are exact; the others' if any(exact) else 'The changes'} are "
        "estimates on the same cards under both readings; one is listed only where it is more than three of its "
        "standard errors, so that none has an error above a third of it. They may be of fewer rounds than the price, "
        "so that a figure here differs from it by chance."
    )


def _figures(moved: list[Reading]) -> str:
    """What was looked at, as far as anything moved it: a reading may well move what has no price."""
    names = dict.fromkeys(spoken(wager, way) for r in moved for wager, way in r.changes)
    return f"The figures that move are: {'; '.join(names)}." if names else ""


def _rows(reading: Reading) -> list[tuple[str, ...]]:
    switch = f"`{reading.option}={reading.after}`"
    return [
        (
            reading.open_question if n == 0 else "",
            switch if n == 0 else "",
            spoken(wager, way),
            *(figure(way, side) for side in (change.before, change.after)),
            signed(change.by),
        )
        for n, ((wager, way), change) in enumerate(reading.changes.items())
    ]


def figure(way: str, value: Value) -> str:
    return percent(value) if way in NO_GAIN else signed(value)


def _entry(found: Findings, row: OpenQuestion) -> Entry:
    more = (
        [f"({LETTERS[n]}) {text}" for n, text in enumerate(row.readings)] if len(row.readings) > 1 else [*row.readings]
    )
    more.append(f"By default: {row.default_and_why}")
    more += [_option(found, name, values) for name, values in row.options.items()]
    if not isinstance(found.readings, Refused):
        more += [_worth(reading) for reading in found.readings if reading.open_question == row.id]
    more += shown_elsewhere(found, row.id)
    return Entry(row.id, row.says, tuple(more), examples=examples(found, row.id))


def _option(found: Findings, name: str, values: tuple[str, ...]) -> str:
    current = write_value(options(found.game.terms)[name])
    listed = ", ".join(f"{value} (in force here)" if value == current else value for value in values)
    return f"Option `{name}`: {listed if current in values else f'{listed}; here {current}'}"


def _worth(reading: Reading) -> str:
    """What a switch moves most, in a sentence."""
    switch = f"`{reading.option}={reading.after}`"
    if reading.refused is not None:
        return f"{switch} is refused: {reading.refused}."
    if not reading.changes:
        return f"{switch} moves none of the figures above."
    (wager, way), change = next(iter(reading.changes.items()))
    return f"{switch} moves {spoken(wager, way)} by {signed(change.by)}, to {figure(way, change.after)}."

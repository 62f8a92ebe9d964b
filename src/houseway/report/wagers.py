"""The chapter on wagers: odds, house advantage, hit frequency and standard deviation, outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import TypeGuard

from ..games.labels import Labels
from ..pricing.notes import MEAN, NOTE_LABELS, counts_note, number_note, texts_note
from ..pricing.price import Estimate, Exact, Outcome, Price, WagerPrice
from ..sampling.json_types import JsonObject
from . import charts
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .titles import GLANCE, WAGERS
from .wording import (
    BANKS,
    advantage,
    chance,
    decimal,
    expectation,
    figure_name,
    how_known,
    named,
    odds_against,
    percent,
    reference,
    share_played,
    signed,
    signed_decimal,
    signed_with_error,
    titled,
    to_one,
    whole,
)

Strategy = Exact | Estimate


PER_UNIT = "Per unit of the wager. A negative house advantage is the player's."
BANKED_BY_A_PLAYER = " If a player banks, the advantage is that of the bettors against the bank."
EACH_OTHER = (
    "In units of the wager. Players play each other: what one wins another loses. Players with the same strategy win "
    "nothing from each other on average, and the house has no advantage except a fee, if the terms have one."
)


def strategies_of(price: Price) -> Iterator[tuple[str, str, Strategy]]:
    """Every wager with every strategy for it: wager, name of the strategy, result."""
    for wager, priced in price.wagers.items():
        for name, strategy in priced.strategies.items():
            yield wager, name, strategy


def at_a_glance(findings: Findings) -> Table:
    """One row for each wager and strategy."""
    rows = tuple(
        (
            figure_name(findings.labels, wager, name),
            expectation(strategy, units=not findings.has_house),
            advantage(strategy, name, has_house=findings.has_house),
            hits(findings, strategy),
            decimal(strategy.standard_deviation),
        )
        for wager, name, strategy in strategies_of(findings.price)
    )
    columns = (
        Column("wager", wide=True),
        Column("player's expectation", number=True),
        Column("house advantage", number=True),
        Column("hit frequency", number=True),
        Column("standard deviation", number=True),
    )
    return Table(columns, rows, per_unit(findings))


def per_unit(findings: Findings) -> str:
    """The caption: the unit of the figures, the owner of the advantage, and whether figures are exact."""
    strategies = list(strategies_of(findings.price))
    has_estimates = any(isinstance(strategy, Estimate) for _, _, strategy in strategies)
    certainty = " ± is one standard error." if has_estimates else " All figures are exact."
    if not findings.has_house:
        return EACH_OTHER + certainty
    if any(name.startswith(BANKS) for _, name, _ in strategies):
        return PER_UNIT + BANKED_BY_A_PLAYER + certainty
    return PER_UNIT + certainty


def hits(findings: Findings, strategy: Strategy) -> str:
    """How often a wager makes a profit; for an estimate, the share of rounds if profits were counted."""
    if isinstance(strategy, Exact):
        return percent(strategy.hit_frequency)
    outcomes = _estimated_outcomes(findings, strategy)
    won: int | None
    if outcomes:
        won = sum(outcome.count for outcome in outcomes if outcome.net > 0)
    else:
        won = number_note(strategy.notes, "rounds_won")
    return "not counted" if won is None else share_played(won, strategy.rounds, number_note(strategy.notes, "shoes"))


SPREAD = (
    "The hit frequency is how often a wager makes a profit; a push is no profit. The standard deviation is that of the "
    "profit on one unit in one round; over n rounds with equal stakes it grows with the square root of n."
)


def wagers(findings: Findings) -> Section:
    blocks: list[Block] = [
        Text(
            "Profits are per unit of the wager. True odds against an outcome are the number of deals without it for "
            "each deal with it; payout odds are what the sheet pays. The contribution of an outcome is its profit "
            "times its chance. The contributions add up to the player's expectation; the house advantage is its "
            "negative."
        )
        if findings.has_house
        else Text(EACH_OTHER),
        Text(SPREAD),
    ]
    blocks += _all_wagers_together(findings)
    for wager, priced in findings.price.wagers.items():
        blocks += _wager(findings, wager, priced)
    blocks += _further_counts(findings)
    return Section(WAGERS, tuple(blocks))


def _wager(findings: Findings, wager: str, priced: WagerPrice) -> list[Block]:
    blocks: list[Block] = []
    first = next(iter(priced.strategies))
    for name, strategy in priced.strategies.items():
        title = figure_name(findings.labels, wager, name)
        blocks += [Heading(title), _facts(findings, wager, name, strategy)]
        if isinstance(strategy, Exact):
            blocks += [_outcomes(findings, strategy), *_notes(findings, strategy.notes)]
            if name == first:
                blocks += charts.exact(findings.labels, title, strategy)
        else:
            blocks += [*_rounds_played(findings, strategy), *_notes(findings, strategy.notes, strategy)]
    exact = {name: strategy for name, strategy in priced.strategies.items() if isinstance(strategy, Exact)}
    return [*blocks, *charts.strategies(findings.labels, wager, exact)]


def _facts(findings: Findings, wager: str, name: str, strategy: Strategy) -> Table:
    has_house = findings.has_house
    rows = [("player's expectation", expectation(strategy, units=not has_house))]
    if isinstance(strategy, Exact):
        rows.append(("exact fraction", f"`{strategy.ev}`"))
    else:
        margin = NORMAL_95 * strategy.standard_error
        show = signed if has_house else signed_decimal
        rows.append(("95 per cent interval", f"{show(strategy.ev - margin)} to {show(strategy.ev + margin)}"))
    rows += [
        ("house advantage", advantage(strategy, name, has_house=has_house)),
        ("hit frequency", hits(findings, strategy)),
        ("standard deviation", decimal(strategy.standard_deviation)),
    ]
    if isinstance(strategy, Exact) and strategy.staked != 1:
        rows += [
            ("units at risk on average", decimal(strategy.staked)),
            ("player's expectation per unit at risk", signed(strategy.element_of_risk)),
        ]
    rows.append(("method", how_known(strategy)))
    columns = (Column("figure"), Column(_unit_of(findings, wager), wide=True))
    return Table(columns, tuple(rows), in_halves=True)


NORMAL_95 = 1.96
"""Standard errors on each side of a 95 per cent interval."""


def _unit_of(findings: Findings, wager: str) -> str:
    if findings.has_house:
        return "per unit of the wager"
    return "in units" if wager == "unit" else f"in units of the {findings.labels.name('wagers', wager)}"


def _outcomes(findings: Findings, strategy: Exact) -> Table:
    columns = _columns("true odds against", "deals")
    rows = [_outcome(findings.labels, o, strategy.deals) for o in strategy.outcomes]
    total = ("all", "", "", whole(strategy.deals), percent(1), signed(strategy.ev))
    return Table(columns, (*rows, total), JOINED_LINES if any("_and_" in o.name for o in strategy.outcomes) else "")


JOINED_LINES = "Lines joined by “and” are made by the same cards and paid together, in the order of their pay tables."


def _rounds_played(findings: Findings, strategy: Estimate) -> list[Block]:
    """The outcomes of the rounds that were played, if the payout of each outcome is known."""
    outcomes = _estimated_outcomes(findings, strategy)
    tally = counts_note(strategy.notes, "net_points")
    if not outcomes:
        return []
    rows = [_outcome(findings.labels, outcome, strategy.rounds) for outcome in outcomes]
    total = ("all", "", "", whole(strategy.rounds), percent(1), signed(strategy.ev))
    picture = counts(findings.labels, "Net points", tally)[1:] if tally else []
    return [Table(_columns("odds against, as played", "rounds"), (*rows, total), _error_of_chances(strategy)), *picture]


def _error_of_chances(strategy: Estimate) -> str:
    """The caption with the standard error of an estimated chance."""
    if shoes := number_note(strategy.notes, "shoes"):
        return (
            "Rounds of one shoe are dependent, different shoes are independent: a chance p has a standard error of at "
            f"most √(p(1 − p)/n), where n is the number of shoes, {whole(shoes)}."
        )
    return (
        f"A chance p has a standard error of √(p(1 − p)/n), where n is the number of rounds, {whole(strategy.rounds)}."
    )


def _estimated_outcomes(findings: Findings, strategy: Estimate) -> list[Outcome]:
    """The outcomes of the rounds with their payouts: by name, or by net points and folds."""
    notes = strategy.notes
    antes = findings.frequencies.get("payout_in_antes", {})
    if "pays" in notes:
        pays = texts_note(notes, "pays")
        rounds_by_end = counts_note(notes, "outcomes_counted")
        return [Outcome(name, Fraction(pays[name]), rounds) for name, rounds in rounds_by_end.items()]
    if "net_points" not in notes or not antes:
        return []
    rounds_by_points = counts_note(notes, "net_points")
    outcomes = [
        Outcome(f"net {points} points", Fraction(antes[points]), rounds) for points, rounds in rounds_by_points.items()
    ]
    folds = counts_note(notes, "decisions").get("fold", 0)
    cost = findings.frequencies.get("fold_in_antes", {}).get("fold", 0)
    if folds:
        outcomes.append(Outcome("fold", Fraction(cost), folds))
    return outcomes


def _columns(odds: str, counted: str) -> tuple[Column, ...]:
    return (
        Column("outcome", wide=True),
        *(Column(name, number=True) for name in ("payout odds", odds, counted, "chance", "contribution")),
    )


def _outcome(labels: Labels, outcome: Outcome, deals: int) -> tuple[str, ...]:
    share = Fraction(outcome.count, deals)
    return (
        labels.outcome(outcome.name),
        to_one(outcome.net),
        odds_against(outcome.count, deals),
        whole(outcome.count),
        chance(share),
        signed(outcome.net * share),
    )


def _notes(findings: Findings, notes: JsonObject, estimate: Estimate | None = None) -> list[Block]:
    """The notes of a price: sentences, figures, and counts by name, of which those of an estimate have errors."""
    shown_elsewhere = set(findings.frequencies)
    if "pays" in notes:
        shown_elsewhere |= {"outcomes_counted", "pays"}
    if "payout_in_antes" in findings.frequencies:
        shown_elsewhere.add("net_points")
    values = []
    means = []
    tables: list[Block] = []
    for name, value in notes.items():
        label = titled(NOTE_LABELS.get(name, name))
        if name in ERRORS.values():
            continue  # printed with its figure
        if name in ERRORS and isinstance(value, float):
            error = notes.get(ERRORS[name])
            values.append((label, signed_with_error(value, error) if isinstance(error, float) else signed(value)))
        elif estimate is not None and value == estimate.ev:
            values.append((label, expectation(estimate)))
        elif name == NAMES_ONLY and isinstance(value, Mapping):
            tables.append(Table((Column(label, wide=True),), tuple((named(part),) for part in value)))
        elif not isinstance(value, Mapping):
            values.append((label, _plain(value)))
        elif set(value) == MEAN:
            means.append((titled(name), f"{value['mean']} ± {value['standard_error']}"))
        elif name not in shown_elsewhere:
            tables += counts(findings.labels, label, value, rounds=estimate.rounds if estimate else None)
    if not values and not means:
        return tables
    return [Table((Column("further figure"), Column("value", wide=True)), (*values, *means)), *tables]


ERRORS = {"at_most": "at_most_error", "gain_over_best_by_kind": "gain_error"}
"""Notes that are estimates, and the notes with their standard errors."""
NAMES_ONLY = "folds"
"""The note of hands that are folded: their values were estimated before, without an error, so only names are shown."""


def _plain(value: object) -> str:
    if isinstance(value, float):
        return percent(value)
    return whole(value) if isinstance(value, int) else str(value).removesuffix("/1")


def counts(
    labels: Labels, title: str, value: Mapping[str, object], total: int | None = None, *, rounds: int | None = None
) -> list[Block]:
    """
    A table of numbers by name, with shares and a chart if they are counts of one total.

    Shares of `rounds` that were played have a standard error.
    """
    names = {name: _count_name(labels, name) for name in value}
    if not _whole_numbers(value):
        rows = tuple((names[name], str(part).removesuffix("/1")) for name, part in value.items())
        return [Table((Column(title, wide=True), Column("value", number=True)), rows)]
    shared = total or sum(value.values())
    shares = {names[name]: Fraction(part, shared) for name, part in value.items()}
    count_rows = tuple(
        (names[name], whole(part), share_played(part, shared) if rounds else percent(shares[names[name]]))
        for name, part in value.items()
    )
    columns = (Column(title, wide=True), Column("count", number=True), Column("share", number=True))
    is_worth_drawing = len(shares) > 4 and sum(shares.values()) == 1 and max(shares.values()) < LARGEST_SHARE_DRAWN
    draw = charts.spread if all(name[-1].isdigit() for name in shares) else charts.bars
    return [Table(columns, count_rows), *(draw(title, shares) if is_worth_drawing else [])]


def _count_name(labels: Labels, name: str) -> str:
    """The name of something that was counted: a decision or an outcome of the sheet, otherwise its words."""
    if name in labels.names.get("decisions", {}):
        return labels.name("decisions", name)
    if name in labels.outcomes:
        return labels.outcome(name)
    return named(name)


LARGEST_SHARE_DRAWN = Fraction(9, 10)
"""With one share as large as this, a chart of the shares shows nothing."""


def _whole_numbers(value: Mapping[str, object]) -> TypeGuard[Mapping[str, int]]:
    """Whether there are values and all of them are whole numbers."""
    return bool(value) and all(isinstance(part, int) for part in value.values())


def _all_wagers_together(findings: Findings) -> list[Block]:
    """How the wagers of one hand move together. Their totals are in the first chapter."""
    covariances = findings.price.covariances
    if not covariances:
        return []
    rows = tuple((_pair_name(findings, pair), signed_decimal(v, places=6)) for pair, v in covariances.items())
    text = (
        "The wagers of one hand depend on each other. With these covariances, the standard deviations in "
        f"{reference(GLANCE)} follow from those of the single wagers."
    )
    columns = (Column("two wagers", wide=True), Column("covariance per unit", number=True))
    return [Heading("All wagers of one hand together"), Text(text), Table(columns, rows)]


def _pair_name(findings: Findings, pair: tuple[str, str]) -> str:
    """Two wagers in words; a strategy follows its wager after a full stop."""
    names = []
    for part in pair:
        wager, _, strategy = part.partition(".")
        names.append(figure_name(findings.labels, wager, strategy or "only"))
    return " and ".join(names)


PAYOUTS = {"payout_in_antes", "fold_in_antes"}
"""Tables that are not counts; the outcomes use them."""


def _further_counts(findings: Findings) -> list[Block]:
    """Counts over all hands of the shoe that the game's pricing offers besides its wagers."""
    if not findings.frequencies:
        return []
    shoe = len(findings.game.shoe(findings.game.terms))
    numbers_of_hands = {comb(shoe, size) for size in range(1, 14)}
    totals = [sum(table.values()) for table in findings.frequencies.values() if _whole_numbers(table)]
    shared = next((total for total in totals if total in numbers_of_hands), None)
    blocks: list[Block] = [Heading("Further counts"), Text("Integer counts over every hand of the shoe.")]
    for name, table in findings.frequencies.items():
        if name in PAYOUTS:
            continue
        own = sum(table.values()) if _whole_numbers(table) else None
        title = titled(NOTE_LABELS.get(name, name))
        blocks += counts(findings.labels, title, table, own if own in numbers_of_hands else shared)
    return blocks

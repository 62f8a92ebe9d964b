"""What every wager is worth: true odds, payout odds, advantage, hit frequency, spread, outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from ..pricing.bet_mix import bet_mix
from ..pricing.price import Estimate, Exact, Outcome, Price, WagerPrice
from ..rules.errors import HousewayError
from . import charts
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .wording import (
    BANKS,
    advantage,
    chance,
    decimal,
    expectation,
    how_known,
    named,
    odds_against,
    percent,
    share_played,
    signed,
    signed_decimal,
    spoken,
    titled,
    to_one,
    whole,
)

Strategy = Exact | Estimate


PER_UNIT = "Per unit of the wager. A negative house advantage is the player's."
BANKED_BY_A_PLAYER = " Where a player banks, the advantage is that of whoever bets against the bank."
EACH_OTHER = (
    "In units of the wager. Players play each other: what one wins another loses, so players who play alike win "
    "nothing from each other on average, and the house has no advantage beyond a fee where the terms name one."
)


def strategies_of(price: Price) -> Iterator[tuple[str, str, Strategy]]:
    """Every wager under every way to play it."""
    for wager, priced in price.wagers.items():
        for name, strategy in priced.strategies.items():
            yield wager, name, strategy


def at_a_glance(found: Findings) -> Table:
    """One row for each wager and way to play it."""
    rows = tuple(
        (
            spoken(w, way),
            expectation(s, units=not found.banked),
            advantage(s, way, banked=found.banked),
            hits(found, s),
            decimal(s.standard_deviation),
        )
        for w, way, s in strategies_of(found.price)
    )
    columns = (
        Column("wager", wide=True),
        Column("player's expectation", number=True),
        Column("house advantage", number=True),
        Column("hit frequency", number=True),
        Column("standard deviation", number=True),
    )
    return Table(columns, rows, per_unit(found))


def per_unit(found: Findings) -> str:
    """What a figure is per, and whose the advantage is."""
    ways = list(strategies_of(found.price))
    estimated = any(isinstance(strategy, Estimate) for _, _, strategy in ways)
    known = " After ± stands one standard error." if estimated else " All of it is counted exactly."
    if not found.banked:
        return EACH_OTHER + known
    return PER_UNIT + BANKED_BY_A_PLAYER * any(way.startswith(BANKS) for _, way, _ in ways) + known


def hits(found: Findings, strategy: Strategy) -> str:
    """How often a wager shows a profit; of simulated rounds where net scores were tallied and their payout is known."""
    if isinstance(strategy, Exact):
        return percent(strategy.hit_frequency)
    ends = _ends(found, strategy)
    won = sum(end.count for end in ends if end.net > 0) if ends else strategy.notes.get("rounds_won")
    return "not counted" if won is None else share_played(won, strategy.rounds, strategy.notes.get("shoes"))


SPREAD = (
    "The hit frequency is how often a wager shows a profit; a push is none. The standard deviation is that of "
    "the profit of one unit in one round; over n rounds of equal stakes it grows with the square root of n."
)


def wagers(found: Findings) -> Section:
    blocks: list[Block] = [
        Text(
            "Profits are per unit of the wager. True odds are the deals that end otherwise to one that ends so; "
            "payout odds are what the sheet pays. The part of an outcome is its profit times its chance: the parts "
            "add up to the player's expectation, and the house advantage is its negative."
        )
        if found.banked
        else Text(EACH_OTHER),
        Text(SPREAD),
    ]
    for wager, priced in found.price.wagers.items():
        blocks += _wager(found, wager, priced)
    blocks += _together(found.price)
    blocks += _counted(found)
    return Section("Wagers", tuple(blocks), new_page=True)


def _wager(found: Findings, wager: str, priced: WagerPrice) -> list[Block]:
    blocks: list[Block] = []
    for way, strategy in priced.strategies.items():
        blocks += [Heading(spoken(wager, way)), _facts(found, wager, way, strategy)]
        if isinstance(strategy, Exact):
            blocks += [_outcomes(strategy), *_notes(found, strategy.notes)]
            blocks += charts.exact(spoken(wager, way), strategy) if way == next(iter(priced.strategies)) else []
        else:
            blocks += [*_played(found, strategy), *_notes(found, strategy.notes)]
    return blocks


def _facts(found: Findings, wager: str, way: str, strategy: Strategy) -> Table:
    banked = found.banked
    rows = [
        ("player's expectation", expectation(strategy, units=not banked)),
        ("house advantage", advantage(strategy, way, banked=banked)),
        ("hit frequency", hits(found, strategy)),
        ("standard deviation", decimal(strategy.standard_deviation)),
        ("how known", how_known(strategy)),
    ]
    if isinstance(strategy, Exact):
        rows[1:1] = [("exactly", f"`{strategy.ev}`")]
        if strategy.staked != 1:
            rows[-1:-1] = [
                ("units at risk on average", decimal(strategy.staked)),
                ("player's expectation per unit at risk", signed(strategy.element_of_risk)),
            ]
    else:
        low, high = (strategy.ev + side * 1.96 * strategy.standard_error for side in (-1, 1))
        shown = signed if banked else signed_decimal
        rows[1:1] = [("95 per cent interval", f"{shown(low)} to {shown(high)}")]
    heading = (
        "per unit of the wager" if banked else "in units" if wager == "unit" else f"in units of the {named(wager)}"
    )
    return Table((Column("figure"), Column(heading, wide=True)), tuple(rows))


def _outcomes(strategy: Exact) -> Table:
    columns = _columns("true odds against", "deals")
    rows = [_outcome(o, strategy.deals) for o in strategy.outcomes]
    total = ("all", "", "", whole(strategy.deals), percent(1), signed(strategy.ev))
    return Table(columns, (*rows, total), TOGETHER if any("_and_" in o.name for o in strategy.outcomes) else "")


TOGETHER = "Lines joined by “and” are made by the same cards and paid together, in the order of their pay tables."


def _played(found: Findings, strategy: Estimate) -> list[Block]:
    """The same of the rounds that were played, where each way they end pays one figure."""
    ends = _ends(found, strategy)
    tally = strategy.notes.get("net_points")
    if not ends:
        return []
    rows = [_outcome(end, strategy.rounds) for end in ends]
    total = ("all", "", "", whole(strategy.rounds), percent(1), signed(strategy.ev))
    picture = counts("Net points", tally)[1:] if tally else []
    return [Table(_columns("odds against, as played", "rounds"), (*rows, total), _of_chances(strategy)), *picture]


def _of_chances(strategy: Estimate) -> str:
    """How sure the chances are that were played out."""
    if shoes := strategy.notes.get("shoes"):
        return (
            "Rounds of one shoe hang together, and shoes do not: a chance p has a standard error of at most "
            f"√(p(1 − p)/n), n being the {whole(shoes)} shoes."
        )
    return f"A chance p has a standard error of √(p(1 − p)/n), n being the {whole(strategy.rounds)} rounds."


def _ends(found: Findings, strategy: Estimate) -> list[Outcome]:
    """How rounds ended and what that pays: by name, or by net points and, for whoever left before, by folds."""
    notes = strategy.notes
    antes = found.frequencies.get("payout_in_antes", {})
    if "pays" in notes:
        return [Outcome(name, Fraction(notes["pays"][name]), n) for name, n in notes["outcomes_counted"].items()]
    if "net_points" not in notes or not antes:
        return []
    ends = [Outcome(f"net {points} points", Fraction(antes[points]), n) for points, n in notes["net_points"].items()]
    folds = notes.get("decisions", {}).get("fold", 0)
    cost = found.frequencies.get("fold_in_antes", {}).get("fold", 0)
    return [*ends, Outcome("fold", Fraction(cost), folds)] if folds else ends


def _columns(odds: str, counted: str) -> tuple[Column, ...]:
    return (
        Column("outcome", wide=True),
        *(Column(name, number=True) for name in ("payout odds", odds, counted, "chance", "its part")),
    )


def _outcome(o: Outcome, deals: int) -> tuple[str, ...]:
    part = Fraction(o.count, deals)
    return (
        named(o.name),
        to_one(o.net),
        odds_against(o.count, deals),
        whole(o.count),
        chance(part),
        signed(o.net * part),
    )


def _notes(found: Findings, notes: Mapping[str, Any]) -> list[Block]:
    """What else a price tells: sentences, figures, and counts by name."""
    elsewhere = {*found.frequencies, *(("outcomes_counted", "pays") if "pays" in notes else ())}
    elsewhere |= {"net_points"} if "payout_in_antes" in found.frequencies else set()
    plain = [
        (titled(SAID.get(name, name)), _plain(value)) for name, value in notes.items() if not isinstance(value, Mapping)
    ]
    blocks: list[Block] = []
    small = [(titled(n), _pair(v)) for n, v in notes.items() if isinstance(v, Mapping) and set(v) == MEAN]
    if plain or small:
        blocks.append(Table((Column("besides"), Column("value", wide=True)), (*plain, *small)))
    for name, value in notes.items():
        if isinstance(value, Mapping) and set(value) != MEAN and name not in elsewhere:
            blocks += counts(titled(SAID.get(name, name)), value)
    return blocks


MEAN = {"mean", "standard_error"}
SAID = {
    "ev_by_symmetry": "expectation by symmetry",
    "how": "how the rounds were played",
    "naturals": "naturals held, whatever else is held",
    "natural_paid": "the highest natural, which is the one paid",
    "naturals_together": "naturals held together",
    "holdings": "made hands that some of the cards are",
    "bonus_holdings": "bonus hands that some of the cards are",
    "best_five": "the best five cards",
    "folds": "seven cards that fold, and what buying on would win, in antes (estimated beforehand on other deals)",
}
"""What a name of the price means, where it does not say so itself."""


def _plain(value: Any) -> str:
    return whole(value) if isinstance(value, int) else str(value).removesuffix("/1")


def _pair(value: Mapping[str, float]) -> str:
    return f"{value['mean']} ± {value['standard_error']}"


def counts(title: str, value: Mapping[str, Any], total: int | None = None) -> list[Block]:
    """Numbers by name; as shares too where they are counts of one whole."""
    if not _whole_numbers(value):
        rows = tuple((named(name), str(part).removesuffix("/1")) for name, part in value.items())
        return [Table((Column(title, wide=True), Column("value", number=True)), rows)]
    shared = total or sum(value.values())
    shares = {named(name): Fraction(part, shared) for name, part in value.items()}
    rows3 = tuple((named(name), whole(part), percent(shares[named(name)])) for name, part in value.items())
    columns = (Column(title, wide=True), Column("count", number=True), Column("share", number=True))
    worth_drawing = len(shares) > 4 and sum(shares.values()) == 1 and max(shares.values()) < DULL
    draw = charts.spread if all(name[-1].isdigit() for name in shares) else charts.bars
    return [Table(columns, rows3), *(draw(title, shares) if worth_drawing else [])]


DULL = Fraction(9, 10)
"""A picture of shares shows nothing where one of them is as large as this."""


def _whole_numbers(value: Mapping[str, Any]) -> bool:
    return bool(value) and all(isinstance(part, int) for part in value.values())


def _together(price: Price) -> list[Block]:
    """A unit on every wager, with the covariances between them."""
    if not price.covariances:
        return []
    rows = tuple((" and ".join(map(named, pair)), signed_decimal(v, places=6)) for pair, v in price.covariances.items())
    blocks: list[Block] = [
        Heading("Wagers of one hand together"),
        Table((Column("two wagers", wide=True), Column("covariance per unit", number=True)), rows),
    ]
    try:
        mix = bet_mix(price, dict.fromkeys(price.wagers, 1))
    except HousewayError:
        return blocks
    said = (
        f"One unit on each of {', '.join(map(named, price.wagers))}, by the first way to play each: the hand wins "
        f"{signed_decimal(mix.ev)} units on average, {signed(mix.per_chip)} of what is wagered, with a standard "
        f"deviation of {decimal(mix.standard_deviation)} units."
    )
    return [*blocks, Text(said)]


PAYOUTS = {"payout_in_antes", "fold_in_antes"}
"""Not counts: they stand beside the outcomes."""


def _counted(found: Findings) -> list[Block]:
    """Counts over all hands that the game's pricing gives besides its wagers."""
    if not found.frequencies:
        return []
    shoe = len(found.game.shoe(found.game.terms))
    wholes = {comb(shoe, size) for size in range(1, 14)}
    totals = [sum(table.values()) for table in found.frequencies.values() if _whole_numbers(table)]
    shared = next((total for total in totals if total in wholes), None)
    blocks: list[Block] = [Heading("Counted besides"), Text("Integer counts over every hand of the shoe.")]
    for name, table in found.frequencies.items():
        if name in PAYOUTS:
            continue
        own = sum(table.values()) if _whole_numbers(table) else None
        blocks += counts(titled(SAID.get(name, name)), table, own if own in wholes else shared)
    return blocks

"""The most that can be lost in a round, and what a limit on payouts does to the wagers it touches."""

from __future__ import annotations

from fractions import Fraction
from inspect import signature
from typing import Any

from ... import pricing
from ...pricing.price import Exact, Price
from ...rules.game import Game, Spot, Wager
from ...rules.payments import HOUSE
from ...rules.round import Posted, Round, play, start, waiting_for, why_not
from . import charts
from .document import Block, Column, Heading, Section, Table, Text
from .equipment import opening_of, spots_of
from .findings import Findings
from .wording import signed, titled, to_one, whole


def exposure(found: Findings) -> Section:
    return Section("Exposure and the limit on payouts", (*_at_risk(found.game), *_limit(found)))


# The worst case ---------------------------------------------------------------------------------------------------


def staked_in_full(game: Game[Any]) -> Round:
    """A full table with the greatest wagers down, before any card is dealt."""
    round_ = start(game, opening_of(game))
    while waiting_for(round_) and isinstance(round_.step, Wager):
        seat = int(waiting_for(round_)[0])
        posted = Posted(seat, {spot.name: spot.high for spot in round_.step.spots})
        if why_not(round_, posted):
            posted = Posted(seat, {spot.name: spot.high for spot in round_.step.spots if not spot.optional})
        round_ = play(round_, posted)
    return round_


def _at_risk(game: Game[Any]) -> list[Block]:
    round_ = staked_in_full(game)
    risk = game.at_risk(game.terms, round_)
    if not risk:
        said = (
            "The rules hold nothing against a loss: what a seat may have to pay in a round is not bounded before "
            "the deal."
        )
        return [Heading("The most a party may have to pay"), Text(said, "note")]
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    rows = [("one seat", whole(max(seats)))] if seats else []
    if HOUSE in risk:
        rows.append((f"the house, to {len(round_.seats)} seats", whole(risk[HOUSE])))
        rows += _with_limit(game, risk[HOUSE], len(round_.seats))
    clause = f" [{game.cover_clause}]" if game.cover_clause else ""
    wagers = "the greatest wagers down, before any card is dealt" if spots_of(game) else "all seats taken"
    return [
        Heading("The most a party may have to pay"),
        Text(f"A full table of {len(round_.seats)}, {wagers}{clause}."),
        Table((Column("who", wide=True), Column("chips", number=True)), tuple(rows)),
    ]


def _with_limit(game: Game[Any], most: int, seats: int) -> list[tuple[str, str]]:
    """The house's worst case where a limit per hand or per round ends it sooner."""
    limit, scope = getattr(game.terms, "max_aggregate", None), getattr(game.terms, "aggregate_scope", "hand")
    if limit is None or scope not in ("hand", "round"):
        return []
    return [
        (
            f"the house, with the limit of {whole(limit)} a {scope}",
            whole(min(most, limit * (seats if scope == "hand" else 1))),
        )
    ]


# The limit on payouts ---------------------------------------------------------------------------------------------


def _limit(found: Findings) -> list[Block]:
    terms, heading = found.game.terms, Heading("The aggregate limit")
    if not hasattr(terms, "max_aggregate"):
        return [heading, Text("The sheet has no limit on payouts.")]
    touched = [(spot, s) for spot in spots_of(found.game) if (s := _first(found.price, spot)) is not None]
    if terms.max_aggregate is None:
        return [heading, Text("No limit on payouts is set under these terms; `--set max_aggregate=CHIPS` sets one.")]
    scope = getattr(terms, "aggregate_scope", "hand")
    said = f"All payouts of the house to one {scope} end at {whole(terms.max_aggregate)} chips (`max_aggregate`)."
    blocks: list[Block] = [heading, Text(said)]
    if touched:
        blocks += [_each_alone(touched, terms.max_aggregate), *charts.limit(touched, terms.max_aggregate)]
    return [*blocks, *_at_stake(found.game)]


def _first(price: Price, spot: Spot) -> Exact | None:
    """The wager of a spot under its first strategy, where that is exact."""
    priced = price.wagers.get(spot.name)
    first = next(iter(priced.strategies.values())) if priced else None
    return first if isinstance(first, Exact) else None


def capped_ev(strategy: Exact, stake: int, limit: int) -> Fraction:
    """Expected profit per chip when a win of this wager alone ends at the limit."""
    total = sum((min(o.net * stake, Fraction(limit)) * o.count for o in strategy.outcomes), Fraction())
    return total / strategy.deals / stake


def _each_alone(touched: list[tuple[Spot, Exact]], limit: int) -> Table:
    rows = []
    for spot, s in touched:
        top = max(o.net for o in s.outcomes)
        capped = capped_ev(s, spot.high, limit)
        rows.append(
            (titled(spot.name), to_one(top), whole(int(limit / top)), whole(spot.high), signed(-s.ev), signed(-capped))
        )
    columns = (
        Column("wager, each alone", wide=True),
        Column("highest payout", number=True),
        Column("paid in full up to a stake of", number=True),
        Column("greatest stake", number=True),
        Column("house advantage", number=True),
        Column("with the limit at that stake", number=True),
    )
    return Table(columns, tuple(rows))


def _at_stake(game: Game[Any]) -> list[Block]:
    """All wagers of a hand under the limit together, where the game is priced at stakes."""
    priced = pricing.asked(game, "price", "price")
    if not hasattr(game.terms, "edge_at_stake") or "stakes" not in signature(priced).parameters:
        return []
    plain, counted = game.with_options({"edge_at_stake": False}), game.with_options({"edge_at_stake": True})
    without, rows = priced(plain), list[tuple[str, ...]]()
    for end in ("low", "high"):
        stakes = {spot.name: getattr(spot, end) for spot in spots_of(game)}
        capped = priced(counted, stakes=stakes)
        for spot in spots_of(game):
            before, after = (p.wagers[spot.name].edge for p in (without, capped))
            rows.append(
                (titled(spot.name), whole(stakes[spot.name]), signed(before), signed(after), signed(after - before))
            )
    columns = (
        Column("wager, with the others at the same end of their limits", wide=True),
        Column("stake", number=True),
        Column("house advantage", number=True),
        Column("with the limit", number=True),
        Column("change", number=True),
    )
    said = (
        "The limit is on all payouts of a hand together; what the rules' own settlement pays at the least and the "
        "greatest stakes:"
    )
    return [Text(said), Table(columns, tuple(rows))]

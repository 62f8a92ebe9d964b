"""The most that can be lost in a round, and what a limit on payouts does to the wagers it touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from itertools import product
from typing import Any

from ... import pricing
from ...pricing.price import Exact, Price
from ...rules.game import Decide, Game, Opening, SetHands, Spot, Wager
from ...rules.payments import HOUSE, Party
from ...rules.round import Dealt, Decided, Posted, Round, cards_due, play, start, waiting_for, why_not
from . import charts
from .document import Block, Column, Heading, Section, Table, Text
from .equipment import opening_of, spots_of
from .findings import Findings
from .wording import signed, titled, to_one, whole


def exposure(found: Findings) -> Section:
    return Section("Exposure and the limit on payouts", (*_at_risk(found.game), *_limit(found)))


# The worst case ---------------------------------------------------------------------------------------------------


def most_at_risk(game: Game[Any], opening: Opening) -> dict[Party, int]:
    """By party the most it may owe with the greatest wagers down, whatever the seats decide."""
    decides = [step for step in game.steps(game.terms, opening) if isinstance(step, Decide)]
    most: dict[Party, int] = {}
    for said in product(*(step.options for step in decides)):
        for round_ in _played_so(start(game, opening), said):
            for party, chips in game.at_risk(game.terms, round_).items():
                most[party] = max(chips, most.get(party, 0))
    return most


def _played_so(round_: Round, said: tuple[str, ...]) -> Iterator[Round]:
    """The states of a round in which every seat wagers the most and decides so, until hands are set."""
    cards, left = list(round_.game.shoe(round_.game.terms)), list(said)
    while round_.step is not None and not isinstance(round_.step, SetHands):
        if due := cards_due(round_):
            round_, cards = play(round_, Dealt(tuple(cards[:due]))), cards[due:]
        else:
            step, chosen = round_.steps_done, left.pop(0) if isinstance(round_.step, Decide) else ""
            while round_.steps_done == step and round_.step is not None:
                seat = int(waiting_for(round_)[0])
                move = Decided(seat, chosen) if chosen else _most_posted(round_, seat)
                if why_not(round_, move):
                    return  # not open to all seats
                round_ = play(round_, move)
        yield round_


def _most_posted(round_: Round, seat: int) -> Posted:
    step, banks = round_.step, seat == round_.opening.banker
    spots = (step.banker_spots if banks else step.spots) if isinstance(step, Wager) else ()
    posted = Posted(seat, {spot.name: spot.high for spot in spots})
    if why_not(round_, posted) is None:
        return posted
    return Posted(seat, {spot.name: spot.high for spot in spots if not spot.optional})


def _at_risk(game: Game[Any]) -> list[Block]:
    opening = opening_of(game)
    risk, table = most_at_risk(game, opening), len(opening.players)
    if not risk:
        said = (
            "The rules hold nothing against a loss: what a seat may have to pay in a round is not bounded before "
            "the deal."
        )
        return [Heading("The most a party may have to pay"), Text(said, "note")]
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    rows = [("one seat", whole(max(seats)))] if seats else []
    if HOUSE in risk:
        rows.append((f"the house, to {table} seats", whole(risk[HOUSE])))
        rows += _with_limit(game, risk[HOUSE], table)
    banking = game.banking(game.terms)
    if banking is not None and banking.may_bank:
        banks = most_at_risk(game, replace(opening, banker=1))
        rows.append((f"a player who banks, to {table - 1} seats, own wagers included", whole(banks[1])))
    clause = f" [{game.cover_clause}]" if game.cover_clause else ""
    wagers = "the greatest wagers down, whatever is decided after" if spots_of(game) else "all seats taken"
    return [
        Heading("The most a party may have to pay"),
        Text(f"A full table of {table}, {wagers}{clause}."),
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
    scope = getattr(terms, "aggregate_scope", "hand")
    limit = terms.max_aggregate or _other_limit(found)
    if terms.max_aggregate is None:
        said = "No limit on payouts is set under these terms; `--set max_aggregate=CHIPS` sets one."
        said += f" One of {whole(limit)} chips to one {scope}, the other reading, does this:" * bool(limit and touched)
    else:
        said = f"All payouts of the house to one {scope} end at {whole(limit)} chips (`max_aggregate`)."
    blocks: list[Block] = [heading, Text(said)]
    if limit and touched:
        blocks += [_each_alone(touched, limit), *charts.limit(touched, limit)]
    return [*blocks, *(_at_stake(found.game) if terms.max_aggregate else [])]


def _other_limit(found: Findings) -> int:
    """The limit that the ledger has for another reading; 0 where it has none."""
    values = [value for row in found.book.ledger.values() for value in row.options.get("max_aggregate", ())]
    return next((int(value) for value in values if value.isdigit()), 0)


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

"""The chapter on exposure: the largest loss in a round, and the effect of the aggregate limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from ..games import module_of
from ..pricing import PriceSettings
from ..pricing.price import Exact, Price
from ..pricing.readings import option_changes
from ..rules.dealing import cards_due
from ..rules.errors import NotAllowed
from ..rules.game import AnyGame, Decide, Opening, SetHands, Spot, Wager
from ..rules.moves import Dealt, Decided, Posted
from ..rules.payments import HOUSE, Party
from ..rules.playing import play, start
from ..rules.refusals import why_not
from ..rules.round import Round
from . import charts
from .content import Findings, full_table
from .document import Block, Column, Heading, Section, Table, Text
from .equipment import spots_of
from .titles import EXPOSURE
from .wording import reading_name, signed, to_one, wager_name, whole


def exposure(findings: Findings) -> Section:
    blocks = (*_at_risk(findings), *_readings_that_change_it(findings), *_limit(findings))
    return Section(EXPOSURE, blocks)


# The worst case ---------------------------------------------------------------------------------------------------


def most_at_risk(game: AnyGame, opening: Opening) -> dict[Party, int]:
    """The most each party may have to pay with the largest wagers, over all decisions of the seats."""
    decides = [step for step in game.steps(game.terms, opening) if isinstance(step, Decide)]
    most: dict[Party, int] = {}
    for decisions in product(*(step.options for step in decides)):
        for round_ in _states(start(game, opening), decisions):
            for party, chips in game.at_risk(game.terms, round_).items():
                most[party] = max(chips, most.get(party, 0))
    return most


def _states(round_: Round, decisions: tuple[str, ...]) -> Iterator[Round]:
    """The states of a round with the largest wagers and these decisions of every seat, until hands are set."""
    cards = list(round_.game.shoe(round_.game.terms))
    remaining = list(decisions)
    while round_.step is not None and not isinstance(round_.step, SetHands):
        if due := cards_due(round_):
            round_ = play(round_, Dealt(tuple(cards[:due])))
            cards = cards[due:]
        else:
            step = round_.steps_done
            decision = remaining.pop(0) if isinstance(round_.step, Decide) else ""
            while round_.steps_done == step and round_.step is not None:
                seat = int(round_.waiting_for[0])
                move = Decided(seat, decision) if decision else _largest_wagers(round_, seat)
                if why_not(round_, move):
                    return  # not every seat may decide this
                round_ = play(round_, move)
        yield round_


def _largest_wagers(round_: Round, seat: int) -> Posted:
    step = round_.step
    spots: tuple[Spot, ...] = ()
    if isinstance(step, Wager):
        is_banker = seat == round_.opening.banker
        spots = tuple(step.banker_spots if is_banker else step.spots)
    posted = Posted(seat, {spot.name: spot.high for spot in spots})
    if why_not(round_, posted) is None:
        return posted
    return Posted(seat, {spot.name: spot.high for spot in spots if not spot.optional})


def biggest_risk(findings: Findings) -> str:
    """The largest loss in one round, of the house or else of a seat, in a sentence."""
    game = findings.game
    table = len(full_table(game).players)
    risk = _risk(game)
    if not risk:
        return "The rules require no cover: there is no bound on what a seat may have to pay in a round."
    seat, house = _worst_case(game, risk)
    if not findings.has_house:
        return f"A seat may have to pay up to {whole(seat)} chips in one round, at a full table of {table}."
    most = risk.get(HOUSE, 0)
    stakes = f"at a full table of {table} with the largest wagers"
    if house is None:
        return (
            f"The house may have to pay up to {whole(most)} chips in one round {stakes}, less where the limit on the "
            "payouts of a wager cuts it."
        )
    if house < most:
        return (
            f"The house may have to pay up to {whole(house)} chips in one round {stakes}; without the limit on payouts "
            f"it would be {whole(most)}."
        )
    limit = " The terms set no limit on payouts." if getattr(game.terms, "max_aggregate", None) is None else ""
    return f"The house may have to pay up to {whole(most)} chips in one round {stakes}.{limit}"


def _at_risk(findings: Findings) -> list[Block]:
    game = findings.game
    opening = full_table(game)
    risk = most_at_risk(game, opening)
    table = len(opening.players)
    if not risk:
        return [Heading("The most a party may have to pay"), *_loss_by_points(game, table)]
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    rows = [("one seat", whole(max(seats)))] if seats else []
    rows += _at_the_largest_unit(game, opening)
    if HOUSE in risk:
        rows.append((f"the house, to {table} seats", whole(risk[HOUSE])))
        rows += _with_limit(game, risk[HOUSE], table)
    banking = game.banking(game.terms)
    if banking is not None and banking.may_bank:
        rows += _player_banks(game, opening)
    clause = f" [{game.cover_clause}]" if game.cover_clause else ""
    wagers = "the largest wagers, and the costliest decisions after them" if spots_of(game) else "all seats taken"
    return [
        Heading("The most a party may have to pay"),
        Text(f"A full table of {table}, {wagers}{clause}. {BOUND}"),
        Table((Column("who", wide=True), Column("chips", number=True)), tuple(rows)),
    ]


def _at_the_largest_unit(game: AnyGame, opening: Opening) -> list[tuple[str, str]]:
    """The risk of a seat at the largest value of a unit, if a unit is worth less under these terms."""
    most = getattr(game.terms, "unit_max", 0)
    if most <= getattr(game.terms, "unit_value", most):
        return []
    risk = _seat_risk(game.with_options({"unit_value": most}), opening)
    return [(f"one seat, at {whole(most)} chips a unit, the largest value allowed", whole(risk))]


def _seat_risk(game: AnyGame, opening: Opening) -> int:
    return max((chips for party, chips in most_at_risk(game, opening).items() if party != HOUSE), default=0)


def _loss_by_points(game: AnyGame, table: int) -> list[Block]:
    """The largest loss by points, in games without cover."""
    worst = module_of(game).pricing.worst_loss(game, table)
    if worst is None:
        return [Text("The rules require no cover: there is no bound on what a seat may have to pay.", "note")]
    bound = (
        f"The rules require no cover and do not limit losses. At a full table of {table}, a seat that loses all its "
        f"hands to every opponent pays at most {whole(worst.chips)} chips: {whole(worst.points)} points to each "
        "opponent, and what it paid in. This is an upper bound: each hand of an opponent is taken as the best that "
        "its number of cards allows, even if no deal makes all of them at once."
    )
    return [Text(bound)]


def _readings_that_change_it(findings: Findings) -> list[Block]:
    """The effect of each reading on the worst case, if there is one."""
    game = findings.game
    rows = list[tuple[str, ...]]()
    risk = _risk(game)
    if not risk:
        return []
    seat_before, house_before = _worst_case(game, risk)
    for question, option, _, value in option_changes(game, findings.book):
        try:
            variant = game.with_options({option: value})
            seat_after, house_after = _worst_case(variant, _risk(variant))
        except NotAllowed:
            continue
        seat_change = _change(seat_before, seat_after)
        house_change = _change(house_before, house_after)
        if seat_change or house_change:
            rows.append((question, reading_name(findings.labels, option, value), seat_change, house_change))
    if not rows:
        return []
    columns: tuple[Column, ...] = (
        Column("question"),
        Column("reading", wide=True),
        Column("one seat", number=True),
        Column("the house", number=True),
    )
    if not findings.has_house:
        columns = columns[:3]
        rows = [row[:3] for row in rows]
    return [
        Heading("Readings that change the worst case"),
        Table(columns, tuple(rows), "In chips, under these terms and under the reading; empty if unchanged."),
    ]


def _risk(game: AnyGame) -> dict[Party, int]:
    """The worst case of each party at a full table, by the cover or by the points."""
    opening = full_table(game)
    risk = most_at_risk(game, opening)
    if risk:
        return risk
    worst = module_of(game).pricing.worst_loss(game, len(opening.players))
    return {} if worst is None else {1: worst.chips}


def _worst_case(game: AnyGame, risk: Mapping[Party, int]) -> tuple[int, int | None]:
    """The worst case of a seat and of the house, which is None under a limit per wager."""
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    house = risk.get(HOUSE, 0)
    total = _limit_of_a_round(game, len(seats))
    has_limit = getattr(game.terms, "max_aggregate", None) is not None
    if has_limit and total is None:
        return max(seats, default=0), None
    return max(seats, default=0), min(house, total or house)


def _change(before: int | None, after: int | None) -> str:
    if before is None or after is None or before == after:
        return ""
    return f"{whole(before)} to {whole(after)}"


BOUND = (
    "These are the chips that must be covered before the deal. They are upper bounds: all losses of a party are added, "
    "even if no deal causes all of them at once."
)


def _player_banks(game: AnyGame, opening: Opening) -> list[tuple[str, str]]:
    """The risk of a player who banks, without and with the largest wager of the House against the bank."""
    banking = game.banking(game.terms)
    others = len(opening.players) - 1
    main = next((spot.high for spot in spots_of(game) if banking and spot.name == banking.main_wager), 0)
    rows = []
    for house_bet, house in ((0, ""), (main, f" and to the House, which wagers {whole(main)} against it")):
        chips = most_at_risk(game, replace(opening, banker=1, house_bet=house_bet))[1]
        rows.append((f"a player who banks, to {others} seats{house}, own wagers included", whole(chips)))
    return rows


def _with_limit(game: AnyGame, most: int, seats: int) -> list[tuple[str, str]]:
    """The worst case of the house under a limit per hand or per round."""
    total = _limit_of_a_round(game, seats)
    if total is None:
        return []
    limit = getattr(game.terms, "max_aggregate", 0)
    scope = getattr(game.terms, "aggregate_scope", "hand")
    return [(f"the house, with the limit of {whole(limit)} a {scope}", whole(min(most, total)))]


def _limit_of_a_round(game: AnyGame, seats: int) -> int | None:
    """The limit on all payouts of a round that follows from a limit per hand or per round."""
    limit = getattr(game.terms, "max_aggregate", None)
    scope = getattr(game.terms, "aggregate_scope", "hand")
    if limit is None:
        return None
    return {"hand": limit * seats, "round": limit}.get(scope)


# The limit on payouts ---------------------------------------------------------------------------------------------


def _limit(findings: Findings) -> list[Block]:
    terms = findings.game.terms
    heading = Heading("The aggregate limit")
    if not hasattr(terms, "max_aggregate"):
        return [heading, Text("The sheet has no limit on payouts.")]
    limited = [(spot, s) for spot in spots_of(findings.game) if (s := _first(findings.price, spot)) is not None]
    scope = getattr(terms, "aggregate_scope", "hand")
    limit = terms.max_aggregate or _other_limit(findings)
    if terms.max_aggregate is None:
        rule = "No limit on payouts is set under these terms."
        if limit and limited:
            rule += f" The other reading, {whole(limit)} chips to one {scope}, has this effect:"
    else:
        rule = f"All payouts of the house to one {scope} together are at most {whole(limit)} chips."
    blocks: list[Block] = [heading, Text(rule)]
    if limit and limited:
        blocks += [_single_wagers(findings, limited, limit), *charts.limit(findings.labels, limited, limit)]
    elif limit:
        blocks += [Text(_largest_win(findings.game, limit, scope))]
    if terms.max_aggregate:
        blocks += _at_stakes(findings)
    return blocks


def _largest_win(game: AnyGame, limit: int, scope: str) -> str:
    """Whether a hand can reach the limit at all, for wagers without exact outcomes."""
    unlimited = game.with_options({"max_aggregate": None})
    most = most_at_risk(unlimited, replace(full_table(game), players=("player 1",)))[HOUSE]
    if most <= limit:
        return f"A limit of {whole(limit)} chips to one {scope} is never reached: a hand wins at most {whole(most)}."
    return f"A hand wins at most {whole(most)} chips; a limit of {whole(limit)} to one {scope} cuts its largest wins."


def _other_limit(findings: Findings) -> int:
    """The limit of another reading; 0 if there is none."""
    values = [value for row in findings.book.open_questions.values() for value in row.options.get("max_aggregate", ())]
    return next((int(value) for value in values if value.isdigit()), 0)


def _first(price: Price, spot: Spot) -> Exact | None:
    """The wager of a spot under its first strategy, if that is exact."""
    priced = price.wagers.get(spot.name)
    first = next(iter(priced.strategies.values())) if priced else None
    return first if isinstance(first, Exact) else None


def capped_ev(strategy: Exact, stake: int, limit: int) -> Fraction:
    """Expected profit per chip if a win of this wager alone is cut at the limit."""
    total = sum((min(o.net * stake, Fraction(limit)) * o.count for o in strategy.outcomes), Fraction())
    return total / strategy.deals / stake


def _single_wagers(findings: Findings, limited: list[tuple[Spot, Exact]], limit: int) -> Table:
    rows = []
    for spot, s in limited:
        top = max(o.net for o in s.outcomes)
        capped = capped_ev(s, spot.high, limit)
        name = wager_name(findings.labels, spot.name)
        full = whole(int(limit / top))
        rows.append((name, to_one(top), full, whole(spot.high), signed(-s.ev), signed(-capped)))
    columns = (
        Column("wager alone", wide=True),
        Column("highest payout", number=True),
        Column("paid in full up to a stake of", number=True),
        Column("largest stake", number=True),
        Column("house advantage", number=True),
        Column("with the limit at that stake", number=True),
    )
    return Table(columns, tuple(rows))


def _at_stakes(findings: Findings) -> list[Block]:
    """The effect of the limit on all wagers of a hand together, for games that can be priced at stakes."""
    game = findings.game
    pricing = module_of(game).pricing
    if not hasattr(game.terms, "edge_at_stake") or "stakes" not in pricing.settings:
        return []
    at_stakes = game.with_options({"edge_at_stake": True})
    without = pricing.price(game.with_options({"edge_at_stake": False}))
    rows = list[tuple[str, ...]]()
    for end in ("low", "high"):
        stakes = {spot.name: getattr(spot, end) for spot in spots_of(game)}
        capped = pricing.price(at_stakes, settings=PriceSettings(stakes=stakes))
        for spot in spots_of(game):
            before = without.wagers[spot.name].edge
            after = capped.wagers[spot.name].edge
            name = wager_name(findings.labels, spot.name)
            rows.append((name, whole(stakes[spot.name]), signed(before), signed(after), signed(after - before)))
    columns = (
        Column("wager, all at their smallest or largest stakes", wide=True),
        Column("stake", number=True),
        Column("house advantage", number=True),
        Column("with the limit", number=True),
        Column("change", number=True),
    )
    introduction = (
        "The limit applies to all payouts of a hand together. The effect at the smallest and at the largest stakes, by "
        "the settlement of the rules:"
    )
    return [Text(introduction), Table(columns, tuple(rows))]

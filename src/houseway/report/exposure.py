"""The most that can be lost in a round, and what a limit on payouts does to the wagers it touches."""

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
from ..rules.round import Round, waiting_for
from . import charts
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .equipment import opening_of, spots_of
from .wording import signed, titled, to_one, whole


def exposure(found: Findings) -> Section:
    blocks = (*_at_risk(found.game), *_readings_that_move_it(found), *_limit(found))
    return Section("Exposure and the limit on payouts", blocks)


# The worst case ---------------------------------------------------------------------------------------------------


def most_at_risk(game: AnyGame, opening: Opening) -> dict[Party, int]:
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
    cards = list(round_.game.shoe(round_.game.terms))
    left = list(said)
    while round_.step is not None and not isinstance(round_.step, SetHands):
        if due := cards_due(round_):
            round_ = play(round_, Dealt(tuple(cards[:due])))
            cards = cards[due:]
        else:
            step = round_.steps_done
            chosen = left.pop(0) if isinstance(round_.step, Decide) else ""
            while round_.steps_done == step and round_.step is not None:
                seat = int(waiting_for(round_)[0])
                move = Decided(seat, chosen) if chosen else _most_posted(round_, seat)
                if why_not(round_, move):
                    return  # not open to all seats
                round_ = play(round_, move)
        yield round_


def _most_posted(round_: Round, seat: int) -> Posted:
    step = round_.step
    banks = seat == round_.opening.banker
    spots = (step.banker_spots if banks else step.spots) if isinstance(step, Wager) else ()
    posted = Posted(seat, {spot.name: spot.high for spot in spots})
    if why_not(round_, posted) is None:
        return posted
    return Posted(seat, {spot.name: spot.high for spot in spots if not spot.optional})


def _at_risk(game: AnyGame) -> list[Block]:
    opening = opening_of(game)
    risk = most_at_risk(game, opening)
    table = len(opening.players)
    if not risk:
        return [Heading("The most a party may have to pay"), *_uncapped(game, table)]
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    rows = [("one seat", whole(max(seats)))] if seats else []
    rows += _at_the_dearest_unit(game, opening)
    if HOUSE in risk:
        rows.append((f"the house, to {table} seats", whole(risk[HOUSE])))
        rows += _with_limit(game, risk[HOUSE], table)
    banking = game.banking(game.terms)
    if banking is not None and banking.may_bank:
        rows += _banks(game, opening)
    clause = f" [{game.cover_clause}]" if game.cover_clause else ""
    wagers = "the greatest wagers down, whatever is decided after" if spots_of(game) else "all seats taken"
    return [
        Heading("The most a party may have to pay"),
        Text(f"A full table of {table}, {wagers}{clause}. {BOUND}"),
        Table((Column("who", wide=True), Column("chips", number=True)), tuple(rows)),
    ]


def _at_the_dearest_unit(game: AnyGame, opening: Opening) -> list[tuple[str, str]]:
    """The same where a unit may be worth more than it is here."""
    most = getattr(game.terms, "unit_max", 0)
    if most <= getattr(game.terms, "unit_value", most):
        return []
    dearest = game.with_options({"unit_value": most})
    return [(f"one seat, at {whole(most)} chips a unit, the most it may be worth", whole(_seat_risk(dearest, opening)))]


def _seat_risk(game: AnyGame, opening: Opening) -> int:
    return max((chips for party, chips in most_at_risk(game, opening).items() if party != HOUSE), default=0)


def _uncapped(game: AnyGame, table: int) -> list[Block]:
    """Where no chips are held against a loss: the most that the points can come to."""
    worst = module_of(game).pricing.worst_loss(game, table)
    if worst is None:
        return [Text("The rules hold no chips against a loss: what a seat may have to pay is not bounded.", "note")]
    said = (
        f"The rules hold no chips against a loss and cap none. At a full table of {table} a seat that loses all its "
        f"hands to every opponent pays {whole(worst.chips)} chips at most: {whole(worst.points)} "
        "points to each, and what it paid in. This is an upper bound: every hand of the opponent is as good as the "
        "cards of one player allow by number, also where no deal makes all of them at once."
    )
    return [Text(said)]


def _readings_that_move_it(found: Findings) -> list[Block]:
    """What each reading does to the worst case, where there is one."""
    game = found.game
    rows = list[tuple[str, ...]]()
    here = _risk(game)
    for row, option, _, value in option_changes(game, found.book) if here else ():
        try:
            variant = game.with_options({option: value})
            there = _risk(variant)
        except NotAllowed:
            continue
        cells = [
            _moved(before, after) for before, after in zip(_worst(game, here), _worst(variant, there), strict=True)
        ]
        rows += [(row, f"`{option}={value}`", *cells)] if any(cells) else []
    if not rows:
        return []
    columns: tuple[Column, ...] = (
        Column("row"),
        Column("reading", wide=True),
        Column("one seat", number=True),
        Column("the house", number=True),
    )
    if not found.banked:
        columns = columns[:3]
        rows = [row[:3] for row in rows]
    return [
        Heading("Readings that move the worst case"),
        Table(columns, tuple(rows), "In chips, here and with the one reading switched; empty where it stays."),
    ]


def _risk(game: AnyGame) -> dict[Party, int]:
    """By party the worst case of a full table, held or worked from the points."""
    opening = opening_of(game)
    held = most_at_risk(game, opening)
    worst = None if held else module_of(game).pricing.worst_loss(game, len(opening.players))
    return held if worst is None else {1: worst.chips}


def _worst(game: AnyGame, risk: Mapping[Party, int]) -> tuple[int | None, int | None]:
    """A seat's worst case and the house's, as the table above has them; None for a limit that it does not reckon."""
    seats = [chips for party, chips in risk.items() if party != HOUSE]
    house = risk.get(HOUSE, 0)
    ends = _ends_at(game, len(seats))
    reckoned = getattr(game.terms, "max_aggregate", None) is None or ends is not None
    return max(seats, default=0), min(house, ends or house) if reckoned else None


def _moved(here: int | None, there: int | None) -> str:
    return "" if here == there or here is None or there is None else f"{whole(here)} to {whole(there)}"


BOUND = (
    "These are upper bounds, as the rules hold chips against them before the deal: all that can go against a party is "
    "taken together, also where no deal brings all of it at once."
)


def _banks(game: AnyGame, opening: Opening) -> list[tuple[str, str]]:
    """A player's bank, without the House betting against it and with its greatest bet: the main wager's limit."""
    banking = game.banking(game.terms)
    others = len(opening.players) - 1
    main = next((spot.high for spot in spots_of(game) if banking and spot.name == banking.main_wager), 0)
    rows = []
    for bet, against in ((0, ""), (main, f" and to the House, which bets {whole(main)} against it")):
        chips = most_at_risk(game, replace(opening, banker=1, house_bet=bet))[1]
        rows.append((f"a player who banks, to {others} seats{against}, own wagers included", whole(chips)))
    return rows


def _with_limit(game: AnyGame, most: int, seats: int) -> list[tuple[str, str]]:
    """The house's worst case where a limit per hand or per round ends it sooner."""
    ends = _ends_at(game, seats)
    if ends is None:
        return []
    limit = getattr(game.terms, "max_aggregate", 0)
    scope = getattr(game.terms, "aggregate_scope", "hand")
    return [(f"the house, with the limit of {whole(limit)} a {scope}", whole(min(most, ends)))]


def _ends_at(game: AnyGame, seats: int) -> int | None:
    """What all payouts of a round end at, by a limit per hand or per round."""
    limit = getattr(game.terms, "max_aggregate", None)
    scope = getattr(game.terms, "aggregate_scope", "hand")
    return None if limit is None else {"hand": limit * seats, "round": limit}.get(scope)


# The limit on payouts ---------------------------------------------------------------------------------------------


def _limit(found: Findings) -> list[Block]:
    terms = found.game.terms
    heading = Heading("The aggregate limit")
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
    elif limit:
        blocks += [Text(_reached(found.game, limit, scope))]
    return [*blocks, *(_at_stake(found.game) if terms.max_aggregate else [])]


def _reached(game: AnyGame, limit: int, scope: str) -> str:
    """Whether a limit can matter to one hand at all, where its wagers are not counted line by line."""
    unlimited = game.with_options({"max_aggregate": None})
    most = most_at_risk(unlimited, replace(opening_of(game), players=("player 1",)))[HOUSE]
    if most <= limit:
        return f"A limit of {whole(limit)} chips to one {scope} is never reached: a hand wins {whole(most)} at most."
    return f"A hand wins {whole(most)} chips at most; a limit of {whole(limit)} to one {scope} cuts its greatest wins."


def _other_limit(found: Findings) -> int:
    """The limit that the ledger has for another reading; 0 where it has none."""
    values = [value for row in found.book.open_questions.values() for value in row.options.get("max_aggregate", ())]
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


def _at_stake(game: AnyGame) -> list[Block]:
    """All wagers of a hand under the limit together, where the game is priced at stakes."""
    pricing = module_of(game).pricing
    if not hasattr(game.terms, "edge_at_stake") or "stakes" not in pricing.settings:
        return []
    plain = game.with_options({"edge_at_stake": False})
    counted = game.with_options({"edge_at_stake": True})
    without = pricing.price(plain)
    rows = list[tuple[str, ...]]()
    for end in ("low", "high"):
        stakes = {spot.name: getattr(spot, end) for spot in spots_of(game)}
        capped = pricing.price(counted, settings=PriceSettings(stakes=stakes))
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

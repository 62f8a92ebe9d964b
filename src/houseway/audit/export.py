"""
Rounds, prices and strategies as rows, for a spreadsheet, a notebook or a warehouse.

Every function returns rows; `frame` makes a Polars frame of them, and `write` writes them to a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ..games import game as game_named
from ..games import module_of
from ..games.ask import price
from ..records.round_text import read_round
from ..records.store import schema
from ..records.store.database import Database
from ..rules.cards import write_cards
from ..rules.errors import Unreadable
from ..rules.game import AnyGame
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.playing import settlement
from ..rules.round import Round
from ..sampling.outcomes import outcome_of
from ..sampling.rounds_by_rules import RoundsByRules, fastest_rounds
from ..simulation.frames import Row, chips_row, frame_of, write_rows
from ..simulation.players import strategies, strategy_names
from ..solving import LEVELS

frame = frame_of
write = write_rows
CHUNK = 20_000


def _game(game: AnyGame | str) -> AnyGame:
    return game_named(game) if isinstance(game, str) else game


# Rounds --------------------------------------------------------------------------------------------------------------


def rounds(
    game: AnyGame | str, *, rounds: int = 1000, players: str = "house_way", seats: int | None = None, seed: int = 1
) -> list[Row]:
    """Simulated rounds: the net result and the result of each wager, for each round and seat."""
    rules = _game(game)
    names = strategy_names(rules, players, seats)
    module = module_of(rules)
    play_rounds = fastest_rounds(rules, module.rounds, names, strategies(rules, module.solver, names))
    outcomes: list[tuple[int, int, Any]] = []
    for first in range(0, rounds, CHUNK):
        played = play_rounds(seed, first, min(CHUNK, rounds - first))
        for row, numbers in enumerate(played.numbers.tolist()):
            outcomes += [(first + row, seat, played.outcomes[number] or ()) for seat, number in enumerate(numbers)]
    wagers = sorted({wager for *_, outcome in outcomes for wager, _ in outcome})
    return [
        {"game": rules.key, "seed": seed, "round": number, "seat": seat + 1, "player": names[seat]}
        | chips_row(outcome, wagers)
        for number, seat, outcome in outcomes
    ]


def recorded(paths: Iterable[Path]) -> list[Row]:
    """Rounds in files that `houseway deal --record` or a table wrote; each is played again while it is read."""
    recorded_rounds = [(path.name, _read(path)) for path in paths]
    rows = [
        (name, round_, seat, outcome_of(settlement(round_), seat.number))
        for name, round_ in recorded_rounds
        for seat in round_.seats
    ]
    wagers = sorted({wager for *_, outcome in rows for wager, _ in outcome})
    return [
        {"file": name, "game": round_.game.key, "terms_hash": round_.game.terms_hash}
        | {"seat": seat.number, "player": round_.opening.name_of(seat.number), "cards": write_cards(seat.cards)}
        | chips_row(outcome, wagers)
        for name, round_, seat, outcome in rows
    ]


def _read(path: Path) -> Round:
    try:
        return read_round(path.read_text(encoding="utf-8"))[-1]
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not a recorded round") from None


def of_a_room(url: str) -> list[Row]:
    """Every seat of every finished round of a card room, in the order in which they ended."""
    rounds_ = schema.rounds
    seats = schema.round_players
    wanted = (
        sa.select(
            rounds_.c.id.label("round"),
            rounds_.c.table_id.label("table"),
            rounds_.c.game,
            rounds_.c.terms_hash,
            rounds_.c.begun_at,
            rounds_.c.ended_at,
            rounds_.c.outcome,
            seats.c.seat,
            seats.c.person,
            seats.c.net.label("total"),
        )
        .join(seats, seats.c.round == rounds_.c.id)
        .where(rounds_.c.ended_at.is_not(None))
        .order_by(rounds_.c.ended_at, rounds_.c.id, seats.c.seat)
    )
    return asyncio.run(_rows(url, wanted))


async def _rows(url: str, wanted: sa.Select[Any]) -> list[Row]:
    database = Database.of_existing_room(url)
    try:
        return await database.read(lambda connection: [dict(row._mapping) for row in connection.execute(wanted)])
    finally:
        await database.close()


# Prices --------------------------------------------------------------------------------------------------------------


def prices(game: AnyGame | str, **settings: Any) -> list[Row]:
    """Every outcome of every wager and strategy; an estimate is one row. Fractions are text, `p/q`."""
    data = price(_game(game), **settings).as_data()
    rows: list[Row] = []
    for wager, priced in data["wagers"].items():
        for name, strategy in priced["strategies"].items():
            subject = {"game": data["game"], "terms_hash": data["terms_hash"], "wager": wager, "strategy": name}
            rows += [{**subject, **row} for row in _priced(priced["method"], strategy)]
    return rows


def _priced(method: str, strategy: dict[str, Any]) -> Iterator[Row]:
    if method != "exact":
        columns = ("ev", "standard_error", "standard_deviation", "rounds", "seed")
        yield {"method": method, **{name: strategy[name] for name in columns}}
        return
    deals = sum(outcome["count"] for outcome in strategy["outcomes"])
    for outcome in strategy["outcomes"]:
        net = Fraction(outcome["net"])
        share = Fraction(outcome["count"], deals)
        yield {
            "method": method,
            "ev": float(Fraction(strategy["ev"])),
            "outcome": outcome["name"],
            "net": outcome["net"],
            "count": str(outcome["count"]),
            "deals": str(deals),
            "net_per_unit": float(net),
            "chance": float(share),
        }


# Strategies ----------------------------------------------------------------------------------------------------------


def strategies_of(game: AnyGame | str, *, hands: int = 100, seed: int = 1, names: Sequence[str] = LEVELS) -> list[Row]:
    """The moves of each strategy on the same hands, step by step: wagers, decisions and settings as text."""
    rules = _game(game)
    rows: list[Row] = []
    for name in names:
        seats = strategy_names(rules, name, None)
        rounds_by_rules = RoundsByRules(rules, strategies(rules, module_of(rules).solver, seats))
        for number in range(hands):
            for step, move in enumerate(_moves(rounds_by_rules.states(seed, number)), start=1):
                rows.append({"game": rules.key, "hand": number, "strategy": name, "step": step, **_move_row(move)})
    return rows


def _moves(states: Iterable[Round]) -> Iterator[tuple[SeatMove, str]]:
    """The moves of the first seat, each with the cards it held before the move."""
    cards = ""
    for round_ in states:
        move = round_.moves[-1] if round_.moves else None
        if isinstance(move, Posted | Decided | HandsSet) and move.seat == 1:
            yield move, cards
        cards = write_cards(round_.seats[0].cards)


def _move_row(made: tuple[SeatMove, str]) -> Row:
    move, cards = made
    match move:
        case Posted(wagers=wagers):
            return {
                "move": "wager",
                "cards": cards,
                "does": ", ".join(f"{name} {chips}" for name, chips in wagers.items()),
            }
        case Decided(option=option):
            return {"move": "decide", "cards": cards, "does": option}
        case HandsSet(setting=setting):
            hands = " | ".join(f"{slot} {write_cards(hand)}" for slot, hand in setting.items())
            return {"move": "set", "cards": cards, "does": hands}

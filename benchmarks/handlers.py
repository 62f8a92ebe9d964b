"""
What each handler of the card room costs the process that all tables share.

    python benchmarks/handlers.py              # every route and every rule that a table asks
    python benchmarks/handlers.py --rules      # the rules only: house ways, names, moves, settlements, views
    python benchmarks/handlers.py --routes     # the routes only, through the whole application, without a network

A route is measured with its worst legal and illegal inputs as processor time of the event loop's thread: while that
runs, nobody else is served. Work in threads and worker processes is not in that column. A rule is measured by playing
seeded rounds of each game under every reading of every option, with hands full of jokers among them; the worst call of
each kind is printed with the terms it was seen under. `server/http/costs.py` has the costs that follow from this table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BUDGET_MS = 10.0
"""The longest time that any handler should take on the event loop."""
REPEATS = 3
DEALS = 4
"""Rounds of each reading; the first deals every joker to one hand."""


@dataclass
class Worst:
    """The longest call of each kind, and where it occurred."""

    rows: dict[tuple[str, str], tuple[float, str]] = field(default_factory=dict)

    def timed(self, where: str, what: str, seen: str, call: Callable[[], Any]) -> Any:
        begun = time.thread_time()
        result = call()
        took = (time.thread_time() - begun) * 1000
        if took > self.rows.get((where, what), (0.0, ""))[0]:
            self.rows[where, what] = (took, seen)
        return result

    def show(self) -> None:
        for (where, what), (took, seen) in sorted(self.rows.items(), key=lambda row: -row[1][0]):
            mark = "  OVER" if took > BUDGET_MS else ""
            print(f"{where:<12}{what:<26}{took:9.2f} ms  {seen}{mark}")


# Rules ------------------------------------------------------------------------------------------------------------


def measure_rules(worst: Worst) -> None:
    from houseway.games import GAMES, rulebook_of
    from houseway.pricing.readings import option_changes
    from houseway.rules.errors import HousewayError

    for key, game in GAMES.items():
        readings: list[dict[str, str]] = [{}]
        readings += [{option: value} for _, option, _, value in option_changes(game, rulebook_of(key))]
        for reading in readings:
            try:
                variant = game.with_options(reading)
            except HousewayError:
                continue
            for number, shoe in enumerate(shoes(variant)):
                played(worst, variant, shoe, ", ".join(f"{name}={value}" for name, value in reading.items()), number)


def shoes(game: Any) -> Iterator[tuple[Any, ...]]:
    """Shuffled shoes; the first deals every joker to the first hand, and the second high cards of one suit."""
    from houseway.rules.cards import JOKER

    whole = list(game.whole_shoe)
    chance = random.Random(f"handlers {game.key}")
    for number in range(DEALS):
        chance.shuffle(whole)
        if number == 0:
            yield tuple(sorted(whole, key=lambda card: card != JOKER))
        elif number == 1:
            yield tuple(sorted(whole, key=lambda card: (card.suit != 1, -card.rank)))
        else:
            yield tuple(whole)


def played(worst: Worst, game: Any, shoe: tuple[Any, ...], reading: str, number: int) -> None:
    """Play a round with all seats by the rules, and time every call that a table makes."""
    from houseway.rules.dealing import cards_due
    from houseway.rules.game import Deal, Opening, SetHands
    from houseway.rules.moves import Dealt, HandsSet
    from houseway.rules.playing import play, settlement, start
    from houseway.server.views.hand_names import describe_setting
    from houseway.server.views.table_view import round_view
    from houseway.solving.bots import steady_move

    seats = game.seats(game.terms).stop - 1
    seen = reading or "usual terms"
    round_ = start(game, Opening(players=tuple(f"player {each}" for each in range(1, seats + 1))))
    places = tuple(range(1, seats + 1))
    while not round_.over:
        if isinstance(round_.step, Deal):
            gone = len(round_.dealt)
            round_ = play(round_, Dealt(shoe[gone : gone + cards_due(round_)]))
            continue
        mover = round_.waiting_for[0]
        if isinstance(round_.step, SetHands):
            cards = round_.dealer if mover == "house" else round_.seat(mover).cards
            setting = worst.timed(game.key, "house way", seen, lambda c=cards: game.house_way(game.terms, c))
            move: Any = HandsSet(mover, setting)
            if mover != "house":
                slots = tuple(game.slots(game.terms, round_.seat(mover)))
                badly = dict(zip(setting, reversed(list(setting.values())), strict=True))
                for hands in (setting, badly):
                    worst.timed(
                        game.key, "names", seen, lambda h=hands, s=slots, c=cards: describe_setting(game, s, c, h, {})
                    )
                wrong = foul_move(game, slots, cards, mover)
                if wrong is not None and number % 2:
                    move = wrong
        else:
            move = steady_move(round_, mover)
        before = round_
        try:
            round_ = worst.timed(game.key, f"move ({type(move).__name__})", seen, lambda m=move, b=before: play(b, m))
        except Exception:
            round_ = play(before, HandsSet(mover, setting))
        worst.timed(game.key, "view of a player", seen, lambda r=round_: round_view(r, places, (1,)))
    worst.timed(game.key, "settlement", seen, lambda: settlement(round_))


def foul_move(game: Any, slots: tuple[Any, ...], cards: Any, mover: Any) -> Any:
    """The cards set in the order of the deal: nearly always a foul, for which some sheets try every order."""
    from houseway.rules.moves import HandsSet

    hands = {}
    gone = 0
    for slot in slots:
        hands[slot.name] = cards[gone : gone + slot.sizes[0]]
        gone += slot.sizes[0]
    return HandsSet(mover, hands) if gone <= len(cards) else None


# Routes -----------------------------------------------------------------------------------------------------------

JOKERS = " ".join(["Xx"] * 16)
LONG_TEXT = "9" * 60
TURNED_AWAY = (401, 421, 429, 431)
"""Statuses of requests that reached no handler, so that their times mean nothing."""


def requests() -> Iterator[tuple[str, str, str, Any]]:
    """The requests: a name, a method, a path and a body."""
    from houseway.games import GAMES

    yield "health", "GET", "/api/health", None
    yield "games", "GET", "/api/games", None
    yield "tables", "GET", "/api/tables", None
    for key in GAMES:
        yield f"opening {key}", "GET", f"/api/games/{key}/opening", None
    yield "me", "GET", "/api/me", None
    yield "history", "GET", "/api/history?limit=200", None
    for key in GAMES:
        yield f"rules {key}", "GET", f"/api/rules/{key}", None
    for cards, hand in ((JOKERS, 10), ("Xx Xx Xx Xx As", 5)):
        hands = {"hand6": " ".join(cards.split()[:hand])}
        body = {"game": "showdown", "cards": cards, "hands": hands}
        yield f"names, {len(cards.split())} cards", "POST", "/api/names", body
    yield "best, 16 jokers", "POST", "/api/best", {"game": "showdown", "cards": JOKERS}
    yield "drill answer, 16 jokers", "POST", "/api/drill/answer", {"game": "showdown", "cards": JOKERS}
    yield "options of no sense", "POST", "/api/price", {"game": "casino", "options": {"decks": LONG_TEXT}}
    many = {f"option{number}": LONG_TEXT for number in range(200)}
    yield "200 unknown options", "POST", "/api/price", {"game": "casino", "options": many}
    yield "make a table", "POST", "/api/tables", {"game": "showdown", "bots": []}
    yield "price", "POST", "/api/price", {"game": "pyramid"}
    yield "lab price", "POST", "/api/lab/price", {"game": "pyramid"}
    yield "examples", "GET", "/api/rules/showdown/examples/SHO-16", None


async def measure_routes(worst: Worst) -> None:
    import httpx

    from houseway.records.store import Store
    from houseway.server.http.app import make_app
    from houseway.server.runtime.limits import Rate, Rates
    from houseway.server.runtime.settings import Settings

    much = Rate(1e9, 1e9)
    rates = Rates(account=much, address=much, study=much, study_address=much, arrivals=much)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'room.db'}"

        async def opened() -> Store:
            return await Store.open(url, room_key=b"0" * 32)

        app = make_app(opened, Settings(rates=rates))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=600) as client:
                await client.post("/api/session")
                for repeat in range(REPEATS):
                    for name, method, path, body in requests():
                        content = None if body is None else json.dumps(body).encode()
                        headers = {"content-type": "application/json"}
                        begun = time.thread_time()
                        answer = await client.request(method, path, content=content, headers=headers)
                        took = (time.thread_time() - begun) * 1000
                        if answer.status_code in TURNED_AWAY:
                            raise SystemExit(f"{name} was turned away at the door: {answer.text}")
                        what = name if repeat else f"{name} (first)"
                        if took > worst.rows.get(("route", what), (0.0, ""))[0]:
                            worst.rows["route", what] = (took, f"status {answer.status_code}, {len(answer.content)} B")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rules", action="store_true")
    reader.add_argument("--routes", action="store_true")
    chosen = reader.parse_args()
    worst = Worst()
    gc.disable()  # the server collects rarely, and never in the middle of a request
    if chosen.routes or not chosen.rules:
        asyncio.run(measure_routes(worst))
    if chosen.rules or not chosen.routes:
        measure_rules(worst)
    worst.show()


if __name__ == "__main__":
    main()

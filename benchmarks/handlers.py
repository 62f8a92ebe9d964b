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
import re
import sys
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

TESTS = Path(__file__).parents[1] / "tests"
JOKERS = " ".join(["Xx"] * 16)
LONG_TEXT = "9" * 60
TURNED_AWAY = (401, 421, 429, 431)
"""Statuses of requests that reached no handler, so that their times mean nothing."""
TABLE = "T1"
LONG_ROUNDS = ("chinese", "showdown")
"""Games with many cards, whose records are the longest."""
PLAYER = "Ada"
ROUNDS = 500
"""Rounds in the history of the player, as many as a request searches."""
PASSWORD = "four plain words here"


def requests() -> Iterator[tuple[str, str, str, Any]]:
    """The requests: a name, a method, a path and a body. Every route that is open to visitors is among them."""
    from houseway.games import GAMES

    yield "health", "GET", "/api/health", None
    yield "games", "GET", "/api/games", None
    yield "tables", "GET", "/api/tables", None
    for key in GAMES:
        yield f"opening {key}", "GET", f"/api/games/{key}/opening", None
    yield "me", "GET", "/api/me", None
    yield "session", "POST", "/api/session", None
    yield "history", "GET", "/api/history?limit=200", None
    for key in GAMES:
        yield f"rules {key}", "GET", f"/api/rules/{key}", None
    yield from _questions()
    yield from _rounds()
    yield from _tables()
    yield from _accounts()


def _questions() -> Iterator[tuple[str, str, str, Any]]:
    for cards, hand in ((JOKERS, 10), ("Xx Xx Xx Xx As", 5)):
        hands = {"hand6": " ".join(cards.split()[:hand])}
        body = {"game": "showdown", "cards": cards, "hands": hands}
        yield f"names, {len(cards.split())} cards", "POST", "/api/names", body
    yield "best, 16 jokers", "POST", "/api/best", {"game": "showdown", "cards": JOKERS}
    yield "best", "POST", "/api/best", {"game": "pyramid", "cards": "As Kd Qh Jc 9s 7d 2c"}
    yield "drill answer, 16 jokers", "POST", "/api/drill/answer", {"game": "showdown", "cards": JOKERS}
    yield "drill", "POST", "/api/drill", {"game": "pick2"}
    yield "options of no sense", "POST", "/api/price", {"game": "casino", "options": {"decks": LONG_TEXT}}
    many = {f"option{number}": LONG_TEXT for number in range(200)}
    for path in ("price", "alarm", "explain", "drill", "lab/price"):
        yield f"{path}, 200 unknown options", "POST", f"/api/{path}", {"game": "casino", "options": many}
    yield "price", "POST", "/api/price", {"game": "pyramid"}
    yield "alarm", "POST", "/api/alarm", {"game": "pyramid"}
    yield "explain", "POST", "/api/explain", {"game": "pyramid"}
    yield "lab price", "POST", "/api/lab/price", {"game": "pyramid"}
    lines = ["x" * 80] * 100
    yield "slopes, 100 unknown lines", "POST", "/api/lab/slopes", {"game": "pyramid", "lines": lines}
    yield "examples", "GET", "/api/rules/showdown/examples/SHO-16", None
    yield "waiting", "GET", "/api/study/waiting", None


def _rounds() -> Iterator[tuple[str, str, str, Any]]:
    for table in (TABLE, *LONG_ROUNDS):
        round_id = f"{table.upper()}-1"
        yield f"record {table}", "GET", f"/api/rounds/{round_id}", None
        yield f"replay {table}", "GET", f"/api/rounds/{round_id}/replay", None
        yield f"coach {table}", "POST", "/api/coach", {"round": round_id}
    yield "record of no round", "GET", "/api/rounds/ZZZ-1", None
    yield "dispute", "POST", f"/api/rounds/{TABLE}-2/dispute", {"says": "x" * 2000}
    yield "skill, no round of the game", "GET", "/api/skill?rounds=200&game=whist", None


def _tables() -> Iterator[tuple[str, str, str, Any]]:
    yield "make a table", "POST", "/api/tables", {"game": "showdown", "bots": []}
    yield "play now", "POST", "/api/play-now", {"game": "casino"}
    yield "no table", "GET", "/api/tables/ZZZ", None
    yield "share no table", "POST", "/api/tables/ZZZ/share", None
    yield "no code", "POST", "/api/codes", {"code": "x" * 40}


def _accounts() -> Iterator[tuple[str, str, str, Any]]:
    yield "register again", "POST", "/api/register", {"name": "Somebody", "password": PASSWORD}
    yield "log in as nobody", "POST", "/api/login", {"name": "Somebody else", "password": PASSWORD}
    yield "name with look-alikes", "POST", "/api/name", {"name": "\u0410\u0501\u0430" * 8}
    yield "chips", "POST", "/api/chips", None
    yield "wrong password", "POST", "/api/password", {"old": PASSWORD, "new": "five other plain words here"}
    yield "unknown reset", "POST", "/api/reset", {"token": "0" * 64, "password": PASSWORD}
    yield "sessions", "GET", "/api/sessions", None
    yield "revoke no session", "DELETE", f"/api/sessions/{'0' * 16}", None
    yield "revoke the others", "DELETE", "/api/sessions", None
    yield "log out", "POST", "/api/logout", None


def routes_without_a_request() -> set[str]:
    """The routes with a cost that no request here reaches."""
    from houseway.server.http.costs import ROUTES

    sent = [f"{method} {path.partition('?')[0]}" for _, method, path, _ in requests()]
    return {route for route in ROUTES if not any(re.fullmatch(_as_pattern(route), request) for request in sent)}


def _as_pattern(route: str) -> str:
    """A route's method and path as a regular expression."""
    return re.sub(r"\{\w+\}", "[^/]+", route)


async def fill(url: str) -> None:
    """A room in which one player has a long history."""
    sys.path.insert(0, str(TESTS))
    from houseway.games import GAMES
    from support.rooms import Table, opened, welcome

    async with opened(url) as store:
        await welcome(store, chips=10**9)
        rounds = {TABLE: ("pick2", ROUNDS), **{key.upper(): (key, 1) for key in LONG_ROUNDS}}
        for name, (game, count) in rounds.items():
            table = Table(store, name, GAMES[game], seed=1)
            await table.make()
            for _ in range(count):
                await table.play()


async def sign_in(store: Any, token: str) -> None:
    """Open a session of the player with the long history."""
    from houseway.records.store import Change, Event, Session
    from houseway.server.http.session_tokens import token_hash

    session = Session(token_hash=token_hash(token), person=PLAYER, made_at="2026", expires_at="9999")
    await store.commit(Change("room", None, 0, (Event("noted", {}),), rows=(session,)))


async def measure_routes(worst: Worst) -> None:
    import httpx

    from houseway.records.store import Store
    from houseway.server.http.app import make_app
    from houseway.server.http.cookies import PLAIN_COOKIE
    from houseway.server.runtime.limits import Rate, Rates
    from houseway.server.runtime.settings import Settings

    much = Rate(1e9, 1e9)
    rates = Rates(account=much, address=much, study=much, study_address=much, arrivals=much)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'room.db'}"
        await fill(url)

        async def opened() -> Store:
            return await Store.open(url, room_key=bytes(range(32)))

        app = make_app(opened, Settings(rates=rates))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            for repeat in range(REPEATS):
                await sign_in(app.state.services.room.store, f"token {repeat}")
                cookies = {PLAIN_COOKIE: f"token {repeat}"}
                client = httpx.AsyncClient(
                    transport=transport, base_url="http://localhost", cookies=cookies, timeout=600
                )
                async with client:
                    for name, method, path, body in requests():
                        content = None if body is None else json.dumps(body).encode()
                        headers = {"content-type": "application/json"}
                        begun = time.thread_time()
                        answer = await client.request(method, path, content=content, headers=headers)
                        took = (time.thread_time() - begun) * 1000
                        if answer.status_code in TURNED_AWAY and "password" not in answer.text:
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

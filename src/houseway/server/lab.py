"""The odds lab over HTTP: prices, what moves them and what stands behind them, with progress while they are counted."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from pydantic import Field

from ..pricing import alarm, price, readings
from ..pricing.ledger import NO_GAIN
from ..pricing.price import Exact, Price, ratio
from ..rules.errors import HousewayError, NotAllowed
from ..rules.game import Game
from ..rules.terms import options
from ..setting import explain
from .answers import Refusal
from .doors import slow_down
from .limits import Rate
from .streaming import AS_LINES, Lines, Listener, streamed
from .study import Asked

lab_routes = APIRouter(prefix="/api/lab", tags=["study"])
Data = dict[str, Any]
Answer = Callable[[Game[Any], Listener], Any]
QUESTIONS = Rate(10, 100)
KEPT = 256
counting, teaching, studying = asyncio.Semaphore(2), asyncio.Semaphore(1), asyncio.Semaphore(1)
"""How many are answered at a time: prices, strategies, and longer questions. Nobody who types waits for those."""


class Kept:
    """Answers by question and terms, the one asked for longest ago forgotten first."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._lock = Lock()

    def answer(self, name: str, game: Game[Any], listener: Listener, ask: Answer) -> Any:
        key = (name, game.terms_hash)
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        found = ask(game, listener)
        with self._lock:
            self._found[key] = found
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found


kept = Kept()


def price_of(game: Game[Any], listener: Listener) -> Price:
    found: Price = kept.answer("price", game, listener, lambda asked, to: price(asked, to.progress))
    return found


def priced(game: Game[Any], listener: Listener) -> Data:
    """Every wager, with what a browser cannot work out exactly from the counts."""
    return price_of(game, listener).as_data()


def alarmed(game: Game[Any], listener: Listener) -> Data:
    """Every way to play that was searched, with its mix of bets; raised where one of them wins."""
    found = alarm(game, listener.progress)
    ways = [
        {
            "way": finding.way,
            "mix": dict(finding.mix),
            "ev": ratio(Fraction(finding.ev)),
            "edge": ratio(Fraction(finding.edge)),
            "profitable": finding.profitable,
            "sentence": finding.sentence,
        }
        for finding in found.findings
    ]
    return {"raised": found.raised, "sentence": found.sentence, "ways": ways, "searched": list(found.searched)}


def read(game: Game[Any], listener: Listener) -> list[Data]:
    """What each reading of the ledger moves, those that move nothing last."""
    found = readings(game, listener.progress, also_unmoved=True)
    return [
        {
            "ledger": reading.ledger,
            "option": reading.option,
            "before": reading.before,
            "after": reading.after,
            "refused": reading.refused,
            "changes": [
                {
                    "wager": wager,
                    "strategy": way,
                    "before": str(change.before),
                    "after": str(change.after),
                    "gain": way not in NO_GAIN,
                }
                for (wager, way), change in reading.changes.items()
            ],
        }
        for reading in found
    ]


def strategy(game: Game[Any], listener: Listener) -> Data:
    """A strategy in sentences, with what each is worth and what all of it costs against best play."""
    return asdict(explain(game, listener.progress))


def certificate(game: Game[Any], listener: Listener) -> str:
    """The certificate of the price, as the file that `houseway verify` checks."""
    from ..audit.certificate import certify

    return certify(game, price_of(game, listener), listener.progress)


def certified(game: Game[Any], listener: Listener) -> Data:
    text: str = kept.answer("certificate", game, listener, certificate)
    found = json.loads(text)
    return {"file": text, "digest": found["digest"], "second_methods": found["second_methods"]}


# What one more on a pay line does ------------------------------------------------------------------------------------


def slopes(game: Game[Any], names: list[str], listener: Listener) -> Data:
    """For each of these options, how far one more moves the net of every outcome, where it moves no count."""
    base, found = price_of(game, listener), {}
    if not all(wager.exact for wager in base.wagers.values()):
        raise NotAllowed(f"{game.name} is estimated, not counted: a changed pay line is estimated anew")
    for done, name in enumerate(names):
        listener.progress(done, len(names))
        found[name] = slope(game, base, name, listener)
        listener.part({name: found[name]})
    return found


def slope(game: Game[Any], base: Price, name: str, listener: Listener) -> Data | None:
    """By wager and strategy: outcome to change of net; None for a strategy whose counts move. None where it cannot."""
    value = options(game.terms).get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    try:
        after = price_of(game.with_options({name: value + 1}), listener)
    except HousewayError:
        return None
    return {
        wager: {
            way: _change(before, after.wagers[wager].strategies.get(way)) for way, before in each.strategies.items()
        }
        for wager, each in base.wagers.items()
    }


def _change(before: Any, after: Any) -> Data | None:
    if not isinstance(before, Exact) or not isinstance(after, Exact):
        return None
    nets = {outcome.name: outcome.net for outcome in before.outcomes}
    counts = {outcome.name: outcome.count for outcome in before.outcomes}
    told_apart = len(counts) == len(before.outcomes) == len(after.outcomes)
    if not told_apart or counts != {outcome.name: outcome.count for outcome in after.outcomes}:
        return None
    return {o.name: ratio(o.net - nets[o.name]) for o in after.outcomes if o.net != nets[o.name]}


# Routes --------------------------------------------------------------------------------------------------------------

ANSWERS: dict[str, Answer] = {
    "price": priced,
    "alarm": alarmed,
    "readings": read,
    "strategy": strategy,
    "certificate": certified,
}
NOT_KEPT = ("price", "certificate")
"""Kept in another form already."""
QUICK = ("price", "alarm", "certificate")


class PayLines(Asked):
    """Pay lines of a game under chosen options."""

    lines: list[Annotated[str, Field(max_length=80)]] = Field(max_length=100)


@lab_routes.post("/slopes", responses=AS_LINES)
async def slopes_of(request: Request, body: PayLines) -> Lines:
    """What one more on each of these lines does to every wager; each told as soon as it is known."""
    slow_down(request, "lab", QUESTIONS)
    variant = body.variant
    return streamed(
        lambda listener: slopes(variant, body.lines, listener), counting if len(body.lines) == 1 else studying
    )


@lab_routes.post("/{question}", responses=AS_LINES)
async def ask(request: Request, body: Asked, question: Annotated[str, InPath(max_length=20)]) -> Lines:
    """Price, alarm, readings, strategy or certificate of a game under these options, with progress."""
    slow_down(request, "lab", QUESTIONS)
    answer = ANSWERS.get(question)
    if answer is None:
        raise Refusal(404, f"the lab knows no {question!r}; it knows {', '.join(ANSWERS)} and slopes")
    variant = body.variant
    turn = counting if question in QUICK else teaching if question == "strategy" else studying
    if question in NOT_KEPT:
        return streamed(lambda listener: answer(variant, listener), turn)
    return streamed(lambda listener: kept.answer(question, variant, listener, answer), turn)

"""
The questions that worker processes answer.

A question is sent as its name and plain data: a game's key and options, cards as text, the text of a record. Code that
only some questions need is imported when one is asked, so that a worker for light questions starts quickly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...games import game as game_named
from ...rules.cards import read_cards
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import AnyGame
from .settings import JsonText, Lane

if TYPE_CHECKING:
    from ...pricing.price import Price
    from .worker import Listener

Data = dict[str, Any]
Arguments = Mapping[str, Any]
LARGEST_IN_A_BROWSER = 2**53
PRICES_KEPT = 16


@dataclass(frozen=True)
class Question:
    """How a question is answered, and in which lane it waits."""

    lane: Lane
    answer: Callable[[Arguments, Listener], Any]


def game_asked_about(arguments: Arguments) -> AnyGame:
    return game_named(arguments["game"]).with_options(dict(arguments["options"]))


def for_a_browser(value: Any) -> Any:
    """Whole numbers that a browser would round become text."""
    if isinstance(value, dict):
        return {name: for_a_browser(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [for_a_browser(part) for part in value]
    large = isinstance(value, int) and not isinstance(value, bool) and abs(value) >= LARGEST_IN_A_BROWSER
    return str(value) if large else value


# Prices --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=PRICES_KEPT)
def _price_under(terms_hash: str) -> list[Price]:
    """A list that is empty until the price under these terms is known."""
    return []


def price_of(game: AnyGame, listener: Listener) -> Price:
    """The price of a game; the last few are kept, because slopes and certificates ask for the same ones."""
    from ...games.ask import price

    kept = _price_under(game.terms_hash)
    if not kept:
        kept.append(price(game, listener.progress))
    return kept[0]


def priced(arguments: Arguments, listener: Listener) -> Data:
    """Every wager, with what a browser cannot work out exactly from the counts."""
    return price_of(game_asked_about(arguments), listener).as_data()


def alarmed(arguments: Arguments, listener: Listener) -> Data:
    """Is any legal way to play profitable for the player?"""
    found = _alarm(arguments, listener)
    return {"raised": found.raised, "sentence": found.sentence}


def alarmed_in_full(arguments: Arguments, listener: Listener) -> Data:
    """Every way to play that was searched, with its mix of bets; raised where one of them wins."""
    from fractions import Fraction

    from ...pricing.price import ratio

    found = _alarm(arguments, listener)
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


def _alarm(arguments: Arguments, listener: Listener) -> Any:
    from ...games.ask import alarm

    return alarm(game_asked_about(arguments), listener.progress)


def readings_of(arguments: Arguments, listener: Listener) -> list[Data]:
    """What each reading of the ledger moves, those that move nothing last."""
    from ...games.ask import readings
    from ...pricing.readings import NO_GAIN

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
        for reading in readings(game_asked_about(arguments), listener.progress, also_unmoved=True)
    ]


def strategy(arguments: Arguments, listener: Listener) -> Data:
    """A strategy in sentences, with what each is worth and what all of it costs against best play."""
    from ...games.ask import explain

    return explain(game_asked_about(arguments), listener.progress).to_json()


def certificate(arguments: Arguments, listener: Listener) -> Data:
    """The certificate of the price, as the file that `houseway verify` checks."""
    from ...audit.certificate import certify

    game = game_asked_about(arguments)
    text = certify(game, price_of(game, listener), listener.progress)
    written = json.loads(text)
    return {"file": text, "digest": written["digest"], "second_methods": written["second_methods"]}


def exact_wagers(arguments: Arguments, listener: Listener) -> dict[str, list[float]]:
    """Expectation and standard deviation of one chip on each wager that is counted exactly, under the house's way."""
    from ...pricing.price import Exact

    try:
        wagers = price_of(game_asked_about(arguments), listener).wagers
    except HousewayError:
        return {}
    exact = {name: [s for s in wager.strategies.values() if isinstance(s, Exact)] for name, wager in wagers.items()}
    return {name: [float(each[0].ev), float(each[0].standard_deviation)] for name, each in exact.items() if each}


# What one more on a pay line does ------------------------------------------------------------------------------------


def slopes(arguments: Arguments, listener: Listener) -> Data:
    """For each of these options, how far one more moves the net of every outcome, where it moves no count."""
    game = game_asked_about(arguments)
    names = arguments["lines"]
    base = price_of(game, listener)
    if not all(wager.exact for wager in base.wagers.values()):
        raise NotAllowed(f"{game.name} is estimated, not counted: a changed pay line is estimated anew")
    moved = {}
    for done, name in enumerate(names):
        listener.progress(done, len(names))
        moved[name] = slope(game, base, name, listener)
        listener.part(for_a_browser({name: moved[name]}))
    return moved


def slope(game: AnyGame, base: Price, name: str, listener: Listener) -> Data | None:
    """By wager and strategy: outcome to change of net; None for a strategy whose counts move. None where it cannot."""
    from ...rules.terms import options

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
    from ...pricing.price import Exact, ratio

    if not isinstance(before, Exact) or not isinstance(after, Exact):
        return None
    nets = {outcome.name: outcome.net for outcome in before.outcomes}
    counts = {outcome.name: outcome.count for outcome in before.outcomes}
    told_apart = len(counts) == len(before.outcomes) == len(after.outcomes)
    if not told_apart or counts != {outcome.name: outcome.count for outcome in after.outcomes}:
        return None
    return {o.name: ratio(o.net - nets[o.name]) for o in after.outcomes if o.net != nets[o.name]}


# Hands ---------------------------------------------------------------------------------------------------------------


def best_options(arguments: Arguments, listener: Listener) -> Data:
    """What to do with these cards, best first."""
    from ...games.ask import best

    cards = read_cards(arguments["cards"])
    return {
        "game": arguments["game"],
        "cards": arguments["cards"],
        "options": [option.to_json() for option in best(game_asked_about(arguments), cards)],
    }


def judged_round(arguments: Arguments, listener: Listener) -> Data:
    """What a seat did in a finished round, beside the best."""
    from ...records.round_text import read_round
    from .coach import judged_seat
    from .history import written_from_data

    last = read_round(written_from_data(arguments["events"]))[-1]
    return judged_seat(last.game, last.seat(arguments["seat"]), len(last.live) or 2)


def exercise(arguments: Arguments, listener: Listener) -> Data:
    """A hand that is easy to get wrong."""
    from . import coach

    return coach.exercise(game_asked_about(arguments))


def judged_answer(arguments: Arguments, listener: Listener) -> Data:
    """An answer to an exercise, beside the best."""
    from ..runtime.commands import read_hands
    from .coach import answered

    cards = read_cards(arguments["cards"])
    return answered(game_asked_about(arguments), cards, arguments["decision"], read_hands(arguments["hands"]))


# Rounds and rulebooks ------------------------------------------------------------------------------------------------


def record(arguments: Arguments, listener: Listener) -> JsonText:
    """The record that the events of a finished round make, as text."""
    from .history import written_from_data

    return JsonText(written_from_data(arguments["events"]))


def replay(arguments: Arguments, listener: Listener) -> Data:
    """Every state of a finished round as one person saw it."""
    from .history import written_from_data
    from .replay import replayed

    table = str(arguments["events"][0]["stream"]).removeprefix("table:")
    return replayed(written_from_data(arguments["events"]), arguments["round"], tuple(arguments["own"]), table=table)


def run_examples(arguments: Arguments, listener: Listener) -> list[Data]:
    """The examples of a clause, as the rules answer them now."""
    from .examples import executed

    return executed(arguments["game"], arguments["clause"])


def _in_a_browser(answer: Callable[[Arguments, Listener], Any]) -> Callable[[Arguments, Listener], Any]:
    def told(arguments: Arguments, listener: Listener) -> Any:
        return for_a_browser(answer(arguments, listener))

    return told


LAB = {
    "price": Question(Lane.QUICK, _in_a_browser(priced)),
    "alarm": Question(Lane.QUICK, _in_a_browser(alarmed_in_full)),
    "certificate": Question(Lane.QUICK, _in_a_browser(certificate)),
    "readings": Question(Lane.LONG, _in_a_browser(readings_of)),
    "strategy": Question(Lane.LONG, _in_a_browser(strategy)),
}
"""What `/api/lab/...` answers, by the last part of its address."""

QUESTIONS: dict[str, Question] = {
    **{f"lab/{name}": question for name, question in LAB.items()},
    "lab/slope": Question(Lane.QUICK, _in_a_browser(slopes)),
    "lab/slopes": Question(Lane.LONG, _in_a_browser(slopes)),
    "price": Question(Lane.QUICK, priced),
    "alarm": Question(Lane.QUICK, alarmed),
    "explain": Question(Lane.LONG, strategy),
    "exact_wagers": Question(Lane.LONG, exact_wagers),
    "best": Question(Lane.QUICK, best_options),
    "coach": Question(Lane.QUICK, judged_round),
    "drill": Question(Lane.QUICK, exercise),
    "drill/answer": Question(Lane.QUICK, judged_answer),
    "record": Question(Lane.LIGHT, record),
    "replay": Question(Lane.LIGHT, replay),
    "examples": Question(Lane.LIGHT, run_examples),
}

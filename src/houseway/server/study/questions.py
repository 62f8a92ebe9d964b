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
from typing import TYPE_CHECKING, Any, cast

from ...games import game as game_named
from ...rules.cards import read_cards
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import AnyGame
from ..views.http_types import ReplayedRound
from ..views.study_types import (
    Alarm,
    AlarmSummary,
    BestOptions,
    Certified,
    Example,
    Exercise,
    ExplainedStrategy,
    FigureChange,
    Judgement,
    ProfitableWay,
    Reading,
    RoundJudgement,
    Slope,
    Slopes,
)
from ..views.study_types import Price as PriceAnswer
from .settings import JsonText, Lane

if TYPE_CHECKING:
    from ...pricing.alarm import Alarm as FoundAlarm
    from ...pricing.price import Estimate, Exact, Price
    from ...pricing.readings import Change, FigureName
    from .worker import Listener

Arguments = Mapping[str, Any]
LARGEST_IN_A_BROWSER = 2**53
"""A browser rounds whole numbers from this one on."""
PRICES_CACHED = 16


@dataclass(frozen=True)
class Question:
    """A question: the lane it waits in and the function that answers it."""

    lane: Lane
    answer: Callable[[Arguments, Listener], Any]


def game_in_question(arguments: Arguments) -> AnyGame:
    return game_named(arguments["game"]).with_options(dict(arguments["options"]))


def for_a_browser(value: object) -> Any:
    """A value in which whole numbers that a browser would round are text."""
    if isinstance(value, dict):
        return {name: for_a_browser(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [for_a_browser(part) for part in value]
    large = isinstance(value, int) and not isinstance(value, bool) and abs(value) >= LARGEST_IN_A_BROWSER
    return str(value) if large else value


# Prices --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=PRICES_CACHED)
def _price_under(terms_hash: str) -> list[Price]:
    """A cache entry: a list that is empty until the price under these terms is known."""
    return []


def price_of(game: AnyGame, listener: Listener) -> Price:
    """The price of a game; the last few are cached, because slopes and certificates ask for the same ones."""
    from ...games.ask import price

    cached = _price_under(game.terms_hash)
    if not cached:
        cached.append(price(game, listener.progress))
    return cached[0]


def priced(arguments: Arguments, listener: Listener) -> PriceAnswer:
    """The price of every wager."""
    return cast("PriceAnswer", price_of(game_in_question(arguments), listener).as_data())


def alarm_summary(arguments: Arguments, listener: Listener) -> AlarmSummary:
    """Whether any legal way to play is profitable for the player."""
    alarm = _alarm(arguments, listener)
    return AlarmSummary(raised=alarm.raised, sentence=alarm.sentence)


def full_alarm(arguments: Arguments, listener: Listener) -> Alarm:
    """Every strategy that was searched, with its mix of wagers, and whether any of them is profitable."""
    alarm = _alarm(arguments, listener)
    ways = [
        ProfitableWay(
            way=finding.way,
            mix=dict(finding.mix),
            ev=finding.as_json(finding.ev),
            edge=finding.as_json(finding.edge),
            standard_error=finding.standard_error or None,
            profitable=finding.profitable,
            sentence=finding.sentence,
        )
        for finding in alarm.findings
    ]
    return Alarm(raised=alarm.raised, sentence=alarm.sentence, ways=ways, searched=list(alarm.searched))


def _alarm(arguments: Arguments, listener: Listener) -> FoundAlarm:
    from ...games.ask import alarm

    return alarm(game_in_question(arguments), listener.progress)


def readings_of(arguments: Arguments, listener: Listener) -> list[Reading]:
    """What each reading of an open question changes; readings that change nothing come last."""
    from ...games.ask import readings

    game = game_in_question(arguments)
    return [
        Reading(
            ledger=reading.open_question,
            option=reading.option,
            before=reading.before,
            after=reading.after,
            refused=reading.refused,
            reason=reading.reason,
            changes=[_figure_change(game, figure, change) for figure, change in reading.changes.items()],
        )
        for reading in readings(game, listener.progress, also_unmoved=True)
    ]


def _figure_change(game: AnyGame, figure: FigureName, change: Change) -> FigureChange:
    """What a reading changes in one figure, with the unit in which a person reads it."""
    from ...games.ask import amount_unit
    from ...pricing.readings import NO_GAIN, unit_of_figure

    wager, strategy = figure
    unit = unit_of_figure(strategy, amount_unit(game, figure), among_players=not game.against_the_house)
    return FigureChange(
        wager=wager,
        strategy=strategy,
        before=str(change.before),
        after=str(change.after),
        gain=strategy not in NO_GAIN,
        unit=unit.name,
        units=unit.factor,
    )


def explained_strategy(arguments: Arguments, listener: Listener) -> ExplainedStrategy:
    """A strategy in sentences, with the value of each sentence and the cost of the strategy against best play."""
    from ...games.ask import explain

    return cast("ExplainedStrategy", explain(game_in_question(arguments), listener.progress).to_json())


def certificate(arguments: Arguments, listener: Listener) -> Certified:
    """The certificate of the price, as the file that `houseway verify` checks."""
    from ...audit.certificate import certify

    game = game_in_question(arguments)
    text = certify(game, price_of(game, listener), listener.progress)
    written = json.loads(text)
    return Certified(file=text, digest=written["digest"], second_methods=written["second_methods"])


def exact_wagers(arguments: Arguments, listener: Listener) -> dict[str, list[float]]:
    """Value and standard deviation of one chip on each wager that is counted exactly, under its first such strategy."""
    from ...pricing.price import Exact

    try:
        wagers = price_of(game_in_question(arguments), listener).wagers
    except HousewayError:
        return {}
    figures = {}
    for name, wager in wagers.items():
        exact = [strategy for strategy in wager.strategies.values() if isinstance(strategy, Exact)]
        if exact:
            figures[name] = [float(exact[0].ev), float(exact[0].standard_deviation)]
    return figures


# Slopes: what one more unit on a pay line changes ---------------------------------------------------------------------


def slopes(arguments: Arguments, listener: Listener) -> Slopes:
    """For each of these pay lines, how far one more unit moves the net result of every outcome."""
    game = game_in_question(arguments)
    names = arguments["lines"]
    base = price_of(game, listener)
    if not all(wager.exact for wager in base.wagers.values()):
        raise NotAllowed(f"{game.name} is estimated, not counted: a changed pay line is estimated anew")
    known: Slopes = {}
    for done, name in enumerate(names):
        listener.progress(done, len(names))
        known[name] = slope(game, base, name, listener)
        listener.part(for_a_browser({name: known[name]}))
    return known


def slope(game: AnyGame, base: Price, name: str, listener: Listener) -> Slope | None:
    """
    The change of each outcome's net result, by wager and strategy; None for a strategy whose counts change.

    None when the option is not a number or cannot be raised.
    """
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
            strategy: _net_changes(before, after.wagers[wager].strategies.get(strategy))
            for strategy, before in priced_wager.strategies.items()
        }
        for wager, priced_wager in base.wagers.items()
    }


def _net_changes(before: Exact | Estimate, after: Exact | Estimate | None) -> dict[str, str] | None:
    """The outcomes whose net result differs; None when counts differ or outcomes have no names of their own."""
    from ...pricing.price import Exact, ratio

    if not isinstance(before, Exact) or not isinstance(after, Exact):
        return None
    nets = {outcome.name: outcome.net for outcome in before.outcomes}
    counts = {outcome.name: outcome.count for outcome in before.outcomes}
    have_own_names = len(counts) == len(before.outcomes) == len(after.outcomes)
    if not have_own_names or counts != {outcome.name: outcome.count for outcome in after.outcomes}:
        return None
    return {
        outcome.name: ratio(outcome.net - nets[outcome.name])
        for outcome in after.outcomes
        if outcome.net != nets[outcome.name]
    }


# Hands ---------------------------------------------------------------------------------------------------------------


def best_options(arguments: Arguments, listener: Listener) -> BestOptions:
    """What to do with these cards, best first."""
    from ...games.ask import best, left_out
    from .coach import valued_option

    cards = read_cards(arguments["cards"])
    game = game_in_question(arguments)
    options = best(game, cards, progress=listener.progress)
    return BestOptions(
        game=arguments["game"],
        cards=arguments["cards"],
        options=[valued_option(option) for option in options],
        left_out=left_out(game),
    )


def judged_round(arguments: Arguments, listener: Listener) -> RoundJudgement:
    """What the seats of a player did in a finished round, compared with the best."""
    from ...records.round_text import read_round
    from .coach import judge_round
    from .history import written_from_data

    last = read_round(written_from_data(arguments["events"]))[-1]
    return judge_round(last, list(arguments["seats"]), listener.progress)


def exercise(arguments: Arguments, listener: Listener) -> Exercise:
    """A hand that is easy to get wrong."""
    from . import coach

    return coach.exercise(game_in_question(arguments), listener.progress)


def judged_answer(arguments: Arguments, listener: Listener) -> Judgement:
    """An answer to an exercise, compared with the best."""
    from ..runtime.commands import read_hands
    from .coach import judge_answer

    cards = read_cards(arguments["cards"])
    hands = read_hands(arguments["hands"])
    return judge_answer(game_in_question(arguments), cards, arguments["decision"], hands, listener.progress)


# Rounds and rulebooks ------------------------------------------------------------------------------------------------


def record(arguments: Arguments, listener: Listener) -> JsonText:
    """The record of a finished round, written from its events."""
    from .history import written_from_data

    return JsonText(written_from_data(arguments["events"]))


def replay(arguments: Arguments, listener: Listener) -> ReplayedRound:
    """Every state of a finished round as one person saw it."""
    from .history import written_from_data
    from .replay import replayed

    table = str(arguments["events"][0]["stream"]).removeprefix("table:")
    return replayed(written_from_data(arguments["events"]), arguments["round"], tuple(arguments["own"]), table=table)


def run_examples(arguments: Arguments, listener: Listener) -> list[Example]:
    """The examples of a clause, each with the rules' current answer."""
    from .examples import executed

    return executed(arguments["game"], arguments["clause"])


def _in_a_browser(answer: Callable[[Arguments, Listener], object]) -> Callable[[Arguments, Listener], Any]:
    def answer_for_a_browser(arguments: Arguments, listener: Listener) -> Any:
        return for_a_browser(answer(arguments, listener))

    return answer_for_a_browser


LAB = {
    "price": Question(Lane.QUICK, _in_a_browser(priced)),
    "alarm": Question(Lane.QUICK, _in_a_browser(full_alarm)),
    "certificate": Question(Lane.QUICK, _in_a_browser(certificate)),
    "readings": Question(Lane.LONG, _in_a_browser(readings_of)),
    "strategy": Question(Lane.LONG, _in_a_browser(explained_strategy)),
}
"""The questions of `/api/lab/...`, by the last part of the path."""

QUESTIONS: dict[str, Question] = {
    **{f"lab/{name}": question for name, question in LAB.items()},
    "lab/slope": Question(Lane.QUICK, _in_a_browser(slopes)),
    "lab/slopes": Question(Lane.LONG, _in_a_browser(slopes)),
    "price": Question(Lane.QUICK, priced),
    "alarm": Question(Lane.QUICK, alarm_summary),
    "explain": Question(Lane.LONG, explained_strategy),
    "exact_wagers": Question(Lane.LONG, exact_wagers),
    "best": Question(Lane.QUICK, best_options),
    "coach": Question(Lane.QUICK, judged_round),
    "drill": Question(Lane.QUICK, exercise),
    "drill/answer": Question(Lane.QUICK, judged_answer),
    "record": Question(Lane.LIGHT, record),
    "replay": Question(Lane.LIGHT, replay),
    "examples": Question(Lane.LIGHT, run_examples),
}

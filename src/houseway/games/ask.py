"""Questions about a game. Each function finds the game's module and asks its pricing or its solver."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ..pricing import PriceSettings, Progress
from ..rules.cards import Cards, read_cards
from ..rules.errors import Unreadable
from ..rules.game import AnyGame
from ..rules.round import Seat
from ..solving import Circumstances, SolveSettings
from .registry import module_named, module_of

if TYPE_CHECKING:
    from ..pricing.alarm import Alarm
    from ..pricing.deviations import Deviations
    from ..pricing.house_way_audit import AnyHouseWayAudit
    from ..pricing.price import Price
    from ..pricing.reading_pairs import PairSearch
    from ..pricing.readings import AmountUnit, FigureName, Reading
    from ..pricing.sentences import Vocabulary
    from ..pricing.short_house_way import ShortHouseWay
    from ..rules.moves import HandsSet
    from ..rules.setting import Setting
    from ..simulation.result import Simulation
    from ..simulation.run import Progress as SimulationProgress
    from ..solving.coaching.assessment import Assessment
    from ..solving.results import Chart, Explanation, Option, Solution
    from ..solving.strategy import Strategy
    from .terms_diff import TermsDiff


def price(
    game: AnyGame,
    progress: Progress | None = None,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    seats: int | None = None,
    precision: float | None = None,
    stakes: Mapping[str, int] | None = None,
) -> Price:
    """Every wager of a game under its terms. Estimates take `rounds` and `seed`, some of them more."""
    settings = PriceSettings(rounds=rounds, seed=seed, seats=seats, precision=precision, stakes=stakes)
    return module_of(game).pricing.price(game, progress, settings)


def readings(game: AnyGame, progress: Progress | None = None, *, also_unmoved: bool = False) -> list[Reading]:
    """What each reading of an open question changes, largest change first."""
    module = module_of(game)
    return module.pricing.readings(game, module.rulebook, progress, also_unmoved=also_unmoved)


def diff(before: AnyGame, after: AnyGame, progress: Progress | None = None) -> TermsDiff:
    """What the differences between two sets of terms do to the odds, each by itself and all together."""
    from .terms_diff import compare_terms

    return compare_terms(before, after, progress)


def reading_pairs(game: AnyGame, progress: Progress | None = None) -> PairSearch:
    """The pairs of readings that interact, and the combination of two that is worst for the house."""
    from ..pricing.reading_pairs import search_pairs

    module = module_of(game)
    return search_pairs(game, module.rulebook, module.pricing.best_play_per_chip, progress)


def amount_unit(game: AnyGame, figure: FigureName) -> AmountUnit:
    """The unit in which an amount between players is shown, such as points."""
    return module_of(game).pricing.amount_unit(game, figure)


def alarm(game: AnyGame, progress: Progress | None = None) -> Alarm:
    """Whether any legal way to play is profitable for the player, and what was searched."""
    return module_of(game).pricing.alarm(game, progress)


def house_way(game: AnyGame, progress: Progress | None = None) -> AnyHouseWayAudit:
    """The audit of the house way."""
    return module_of(game).pricing.house_way(game, progress)


def shortest_house_way(game: AnyGame, loss: Fraction) -> ShortHouseWay:
    """The shortest list of rules that loses at most this much per unit against best play."""
    return module_of(game).pricing.shortest_house_way(game, loss)


def house_way_vocabulary(game: AnyGame, progress: Progress | None = None) -> Vocabulary:
    """The sentences from which house ways are made, with the cost of every setting."""
    return module_of(game).pricing.house_way_vocabulary(game, progress)


def deviations(game: AnyGame) -> Deviations:
    """Every deviation from the house way, with the exact value of adopting some of them."""
    return module_of(game).pricing.deviations(game)


def best(
    game: AnyGame,
    cards: Cards | str,
    *,
    progress: Progress | None = None,
    against: Path | None = None,
    players: int | None = None,
    bets: Mapping[str, int] | None = None,
    model: str | None = None,
    seed: int | None = None,
) -> list[Option]:
    """Every option for these cards that is worth showing, best first."""
    circumstances = Circumstances(against=against, players=players, bets=bets, model=model, seed=seed)
    return module_of(game).solver.best(game, cards, circumstances, progress)


def candidates(game: AnyGame, cards: Cards, count: int) -> list[HandsSet]:
    """Settings worth choosing from, best first, as seat 1 would set them."""
    return module_of(game).solver.candidates(game, cards, count)


def value_of(game: AnyGame, cards: Cards, setting: Setting) -> Option | None:
    """The value of one setting of these cards; None where it is none of the options."""
    return module_of(game).solver.value_of(game, cards, setting)


def assess(
    game: AnyGame,
    cards: Cards | str,
    *,
    setting: Setting | str | None = None,
    decision: str | None = None,
    players: int | None = None,
    progress: Progress | None = None,
) -> Assessment:
    """
    A setting or a decision with these cards, compared with the best: its grade, its cost and the reasons.

    A setting is given by slot, or as text with `|` between the hands. `decision` is what was decided; with a setting,
    what was decided before it. Chips are at the lowest wagers, against one opponent or all but one of `players`.
    """
    from ..simulation.unit import unit_of
    from ..solving.coaching.assessment import Stakes, assess_decision, assess_setting
    from ..solving.settings_file import read_setting

    solver = module_of(game).solver
    hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    circumstances = Circumstances(players=players)
    unit_wager = unit_of(game)
    stakes = Stakes(wagers={unit_wager.wager: unit_wager.chips}, opponents=(players or 2) - 1)
    if setting is None:
        if decision is None:
            raise Unreadable("nothing to explain: name the setting or the decision that was made with these cards")
        return assess_decision(
            game, solver, hand, decision, circumstances=circumstances, stakes=stakes, progress=progress
        )
    decided = decision or "set"
    if isinstance(setting, str):
        seat = Seat(number=1, player="", cards=hand, decisions=(decided,))
        setting = read_setting(setting, tuple(game.slots(game.terms, seat)))
    return assess_setting(
        game, solver, hand, setting, decided=decided, circumstances=circumstances, stakes=stakes, progress=progress
    )


def coach_sentence(game: AnyGame, assessment: Assessment) -> str:
    """The grade, the cost and the reason of an assessed decision in one or two sentences."""
    from ..solving.coaching.sentences import sentence_of

    return sentence_of(assessment, module_of(game).labels)


def left_out(game: AnyGame) -> str:
    """What the options of `best` leave out, in a sentence."""
    return module_of(game).solver.left_out


def unit(game: AnyGame) -> str:
    """The unit of every value."""
    return module_of(game).solver.unit


def strategy(game: AnyGame, name: str) -> Strategy:
    """A strategy by its level, or from a file that `houseway solve` wrote."""
    return module_of(game).solver.strategy(game, name)


def solve(
    game: AnyGame,
    progress: Progress | None = None,
    *,
    seed: int | None = None,
    players: int | None = None,
    deals: int | None = None,
    rounds: int | None = None,
    fresh: int | None = None,
    tests: int | None = None,
    sample: int | None = None,
) -> Solution:
    """Compute a strategy and measure what a best reply wins against it."""
    settings = SolveSettings(
        seed=seed, players=players, deals=deals, rounds=rounds, fresh=fresh, tests=tests, sample=sample
    )
    return module_of(game).solver.solve(game, progress, settings)


def simulate(
    game: AnyGame,
    *,
    rounds: int | None = None,
    players: str | tuple[str, ...] | list[str] = "house_way",
    seats: int | None = None,
    seed: int = 1,
    session: int | None = None,
    until: float | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    by_rules: bool = False,
    bank: bool = False,
    progress: SimulationProgress | None = None,
) -> Simulation:
    """Many rounds by given players; `simulation.run.simulate` describes the settings."""
    from ..simulation.run import SESSION
    from ..simulation.run import simulate as run

    return run(
        game,
        module_of(game),
        module_named,
        rounds=rounds,
        players=players,
        seats=seats,
        seed=seed,
        session=SESSION if session is None else session,
        until=until,
        workers=workers,
        cluster=cluster,
        by_rules=by_rules,
        bank=bank,
        progress=progress,
    )


def explain(game: AnyGame, progress: Progress | None = None) -> Explanation:
    """A strategy in sentences, each with its value."""
    return module_of(game).solver.explain(game, progress)


def chart(game: AnyGame) -> Chart:
    """The strategy as a grid."""
    return module_of(game).solver.chart(game)

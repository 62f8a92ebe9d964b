"""The strategy in sentences that a person can learn, each measured on fresh deals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....solving.results import ESTIMATE, Explanation, Lesson
from .. import sheet as showdown
from ..hand_order import spoken
from .best_setting import FEWEST, solve_setting
from .fictitious_play import SECOND_STAGE, deal_cards
from .population import strength_in
from .strategies import strongest_first
from .surrender import pot_now, predicted_choice
from .surrender_stakes import FIRST, SECOND
from .tables import Known, known
from .value_model import MICRO, Model, points_model

Progress = Callable[[int, int], None]
SEED = 7
DEALS = 40
FRESH = 45
"""The seed and the number of the deals on which the sentences are measured, and what their stream is for."""
HALF = MICRO // 2


def explain(game: Game[showdown.Terms], progress: Progress | None = None) -> Explanation:
    """Three sentences: count points, count them by class, and surrender below a mark."""
    others = known(game, progress)
    simple = class_model(others)
    opponents = showing(others)
    worth = {"first": list[float](), "points": list[float](), "classes": list[float](), "best": list[float]()}
    gains = []
    for number in range(DEALS):
        cards = deal_cards(game, SEED, FRESH, number)
        for name, value in measured(game, cards, others, simple).items():
            worth[name].append(value * opponents)
        gains.append(surrender_gain(game, cards, others))
        if progress:
            progress(number + 1, DEALS)
    mean = {name: float(np.mean(values)) for name, values in worth.items()}
    lost = np.array(worth["best"]) - np.array(worth["classes"])
    lessons = (
        Lesson(rule=surrender_rule(game, others), value=float(np.mean(gains))),
        Lesson(rule=POINTS_RULE, value=mean["points"] - mean["first"]),
        Lesson(rule=class_rule(others, simple), value=mean["classes"] - mean["points"]),
    )
    return Explanation(
        lessons=tuple(sorted(lessons, key=lambda lesson: -lesson.value)),
        unit=f"chips a round at a table of {game.terms.players}",
        cost=float(lost.mean()),
        standard_error=float(lost.std(ddof=1) / np.sqrt(DEALS)),
        sure=ESTIMATE,
    )


POINTS_RULE = (
    "Do not set the strongest hand first: of all legal settings take one that would score most if all six hands won, "
    "so that trips and full houses stand low (Hand 2, 3 and 4) and jokers where they make one more of them"
)


def showing(others: Known) -> float:
    """How many opponents are met at a full table's showdown, on average."""
    return float((others.game.terms.players - 1) * np.prod(others.stakes.goes_on))


def measured(game: Game[showdown.Terms], cards: Cards, others: Known, simple: Model) -> dict[str, float]:
    """What each way of setting wins from an opponent of the population."""
    solved = {
        "first": strongest_first(game, cards),
        "points": solve_setting(game, cards, points_model(game)),
        "classes": solve_setting(game, cards, simple),
        "best": solve_setting(game, cards, others.model),
    }
    return {
        name: sum(others.model.value(p, strength_in(game, found.setting, p)) for p in showdown.PLACES) / MICRO
        for name, found in solved.items()
    }


# Counting by class -------------------------------------------------------------------------------------------------


def class_model(others: Known) -> Model:
    """Every hand at the mean worth of its class in its place, to half a point."""
    scale = others.model.scale
    table = others.model.table.copy()
    levels = np.array([found.level for found in scale.strengths])
    spread = others.population.spread(scale)
    for place in range(len(showdown.PLACES)):
        for level in np.unique(levels):
            same = levels == level
            met = spread[place] * same
            weights = met if met.sum() else same.astype(float)
            table[place, same] = round(float((table[place] * weights).sum() / weights.sum()) / HALF) * HALF
    return Model("classes", scale, table)


def class_rule(others: Known, simple: Model) -> str:
    """The worth of the classes that are often met, as a sentence."""
    scale = others.model.scale
    spread = others.population.spread(others.model.scale)
    parts = []
    for place in reversed(showdown.PLACES):
        shares: dict[str, tuple[float, float]] = {}
        for key, found in enumerate(scale.strengths):
            name = spoken(found)
            share = shares.get(name, (0.0, 0.0))[0] + float(spread[place - 1, key])
            shares[name] = (share, simple.table[place - 1, key] / MICRO)
        usual = [f"{name} {worth:+g}" for name, (share, worth) in shares.items() if share >= 0.08]
        parts.append(f"Hand {place}: {', '.join(usual[::-1])}")
    return "Count each hand at what its class is worth in its place, and take the setting with the most: " + "; ".join(
        parts
    )


# Surrender ---------------------------------------------------------------------------------------------------------


def surrender_rule(game: Game[showdown.Terms], others: Known) -> str:
    """From which set value on to play, without a joker, at a full table."""
    stakes = others.stakes
    seats = game.terms.players
    marks = []
    for opening, players in (
        (FIRST, seats),
        (SECOND, max(2, round(1 + (seats - 1) * float(others.stakes.goes_on[0])))),
    ):
        start, slope, _, _ = stakes.predictor[opening]
        mark = stakes.threshold(opening, players, pot_now(game.terms, opening, players, seats))
        marks.append((float((mark - start) / slope), players))
    joker = stakes.predictor[FIRST, 2] / stakes.predictor[FIRST, 1]
    return (
        f"Surrender after {FEWEST} cards if your best setting of them counts below {marks[0][0]:+.1f} points with "
        f"{marks[0][1]} players (each joker held adds {joker:.1f}), and after {SECOND_STAGE} if it counts below "
        f"{marks[1][0]:+.1f} with {marks[1][1]} left"
    )


def surrender_gain(game: Game[showdown.Terms], cards: Cards, others: Known) -> float:
    """What surrendering by the quick rule saves in this deal, in chips, against going on."""
    seats = game.terms.players
    found = predicted_choice(cards[:FEWEST], others, players=seats, seats=seats)
    return max(0.0, found.worth[showdown.SURRENDER] - found.worth[showdown.PLAY])

"""The strategy in sentences that a person can learn, with the value of each measured on fresh deals."""

from __future__ import annotations

import numpy as np

from ....rules.cards import Cards
from ....rules.game import Game
from ....sampling.chunks import Progress
from ....solving.results import ESTIMATE, Explanation, Lesson
from .. import legality
from ..hand_order import hand_name
from ..pot import PLAY, SURRENDER
from ..terms import Terms
from .best_setting import FEWEST, solve_setting
from .fictitious_play import SECOND_STAGE, deal_cards
from .population import strength_in
from .strategies import strongest_first
from .surrender import pot_now, predicted_choice
from .surrender_stakes import FIRST, SECOND
from .tables import Known, known
from .value_model import MICRO, Model, points_model

SEED = 7
DEALS = 40
"""Number of fresh deals on which the sentences are measured."""
FRESH = 45
"""Purpose of the random stream of these deals."""
HALF = MICRO // 2
"""Half a point."""
FREQUENT = 0.08
"""The least share of opponents' hands that a class must have to be named."""


def explain(game: Game[Terms], progress: Progress | None = None) -> Explanation:
    """Three sentences: count points, count values by class, and surrender below a threshold."""
    others = known(game, progress)
    simple = class_model(others)
    opponents = showing(others)
    values_of = {"first": list[float](), "points": list[float](), "classes": list[float](), "best": list[float]()}
    gains = []
    for number in range(DEALS):
        cards = deal_cards(game, SEED, FRESH, number)
        for name, value in measured(game, cards, others, simple).items():
            values_of[name].append(value * opponents)
        gains.append(surrender_gain(game, cards, others))
        if progress:
            progress(number + 1, DEALS)
    mean = {name: float(np.mean(values)) for name, values in values_of.items()}
    lost = np.array(values_of["best"]) - np.array(values_of["classes"])
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
    """Mean number of opponents at the showdown if the table is full."""
    return float((others.game.terms.players - 1) * np.prod(others.stakes.goes_on))


def measured(game: Game[Terms], cards: Cards, others: Known, simple: Model) -> dict[str, float]:
    """By method of setting: the expected points from one opponent of the population."""
    solved = {
        "first": strongest_first(game, cards),
        "points": solve_setting(game, cards, points_model(game)),
        "classes": solve_setting(game, cards, simple),
        "best": solve_setting(game, cards, others.model),
    }
    return {
        name: sum(others.model.value(slot, strength_in(game, best.setting, slot)) for slot in legality.SLOTS) / MICRO
        for name, best in solved.items()
    }


# Counting by class -------------------------------------------------------------------------------------------------


def class_model(others: Known) -> Model:
    """The model in which every hand has the mean value of its class in its slot, rounded to half a point."""
    scale = others.model.scale
    table = others.model.table.copy()
    levels = np.array([strength.level for strength in scale.strengths])
    spread = others.population.spread(scale)
    for slot in range(len(legality.SLOTS)):
        for level in np.unique(levels):
            same = levels == level
            weights = spread[slot] * same
            if not weights.sum():
                weights = same.astype(float)
            mean = float((table[slot] * weights).sum() / weights.sum())
            table[slot, same] = round(mean / HALF) * HALF
    return Model("classes", scale, table)


def class_rule(others: Known, simple: Model) -> str:
    """The values of the frequent classes as a sentence."""
    scale = others.model.scale
    spread = others.population.spread(others.model.scale)
    parts = []
    for slot in reversed(legality.SLOTS):
        shares: dict[str, float] = {}
        values: dict[str, float] = {}
        for key, strength in enumerate(scale.strengths):
            name = hand_name(strength)
            shares[name] = shares.get(name, 0.0) + float(spread[slot - 1, key])
            values[name] = simple.table[slot - 1, key] / MICRO
        frequent = [f"{name} {values[name]:+g}" for name, share in shares.items() if share >= FREQUENT]
        parts.append(f"Hand {slot}: {', '.join(reversed(frequent))}")
    values_by_slot = "; ".join(parts)
    return f"Give each hand the value of its class, and take the setting with the highest sum. {values_by_slot}"


# Surrender ---------------------------------------------------------------------------------------------------------


def surrender_rule(game: Game[Terms], others: Known) -> str:
    """A sentence with the least set value that a hand without a joker needs to play on at a full table."""
    stakes = others.stakes
    seats = game.terms.players
    marks = []
    for opening, players in (
        (FIRST, seats),
        (SECOND, max(2, round(1 + (seats - 1) * float(others.stakes.goes_on[0])))),
    ):
        prediction = stakes.prediction(opening)
        mark = stakes.threshold(opening, players, pot_now(game.terms, opening, players, seats))
        marks.append((float((mark - prediction.constant) / prediction.per_point), players))
    joker = stakes.prediction(FIRST).per_joker / stakes.prediction(FIRST).per_point
    return (
        f"Surrender after {FEWEST} cards if your best setting of them counts below {marks[0][0]:+.1f} points with "
        f"{marks[0][1]} players (each joker held adds {joker:.1f}), and after {SECOND_STAGE} if it counts below "
        f"{marks[1][0]:+.1f} with {marks[1][1]} left"
    )


def surrender_gain(game: Game[Terms], cards: Cards, others: Known) -> float:
    """The chips saved by surrendering at the first declaration if the predicted values say so; 0 if they do not."""
    seats = game.terms.players
    predicted = predicted_choice(cards[:FEWEST], others, players=seats, seats=seats)
    return max(0.0, predicted.values[SURRENDER] - predicted.values[PLAY])

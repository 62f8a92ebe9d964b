"""The sentences of the strategy to learn that a choice does not follow."""

from __future__ import annotations

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....solving.results import Option
from .. import legality
from ..pot import PLAY, SURRENDER
from ..terms import Terms
from .explain import POINTS_RULE, surrender_rule
from .population import strength_in
from .surrender import predicted_choice
from .tables import known
from .value_model import MICRO, points_model


def broken_rule(game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
    """The rule to count points, if the setting scores fewer than the best one; else the rule to surrender."""
    if yours.setting and best.setting:
        fewer = points_if_all_win(game, yours.setting) < points_if_all_win(game, best.setting)
        return POINTS_RULE if fewer else None
    if {yours.decision, best.decision} != {PLAY, SURRENDER}:
        return None
    others = known(game)
    predicted = predicted_choice(cards, others, players=game.terms.players, seats=game.terms.players)
    return surrender_rule(game, others) if predicted.decision == best.decision else None


def points_if_all_win(game: Game[Terms], setting: Setting) -> int:
    """What the six hands of a setting score together if all of them win."""
    model = points_model(game)
    return sum(model.value(slot, strength_in(game, setting, slot)) for slot in legality.SLOTS) // MICRO

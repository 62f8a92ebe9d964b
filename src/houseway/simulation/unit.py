"""The unit of a game's results."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.game import AnyGame, Opening, Wager


class Unit(NamedTuple):
    """The wager that chips are measured by."""

    wager: str
    """Empty where the game has no required wager."""
    chips: int


NO_UNIT = Unit("", 1)


def unit_of(game: AnyGame) -> Unit:
    """The first required wager, at its minimum."""
    for step in game.steps(game.terms, Opening(players=("",))):
        if isinstance(step, Wager):
            required = [spot for spot in step.spots if not spot.optional]
            return Unit(required[0].name, required[0].low) if required else NO_UNIT
    return NO_UNIT

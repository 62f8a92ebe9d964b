"""
One folder per game, and the registry that finds them.

A folder contains the rulebook, the sheet, the house way, kernels, pricing, solver, rounds and test vectors of one game.
"""

from .module import GameModule
from .registry import BROKEN, GAMES, game_named, labels_of, module_named, module_of, rulebook_of

game = game_named

__all__ = [
    "BROKEN",
    "GAMES",
    "GameModule",
    "game",
    "game_named",
    "labels_of",
    "module_named",
    "module_of",
    "rulebook_of",
]

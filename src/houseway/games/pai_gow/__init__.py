"""
Pai Gow Poker: a rulebook, a sheet and vectors. Pricing, solving and rounds are the generic ones.

`house_way.npz` contains the house way for every class of hands; `pricing/generic/shipped.py` writes it, and uses it
only while the files at the top of this folder are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.game import Game
from ...sampling.lane_rules import LaneRules
from ..module import GameModule
from .sheet import SHEET, Terms

if TYPE_CHECKING:
    from ...kernels.cards import Ints
    from ...sampling.lane_rules import LaneKernels


class PaiGowLaneRules(LaneRules[Terms]):
    """Vectorised environments: `pricing/lanes.py`."""

    def refuse_game(self, game: Game[Terms]) -> None:
        """The kernels know all terms."""

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .pricing.lanes import PaiGowLanes

        return PaiGowLanes(game, places)


GAME = GameModule(sheet=SHEET, lane_rules=PaiGowLaneRules())

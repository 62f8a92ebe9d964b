"""
Pai Gow Poker: a rulebook, a sheet and vectors. Pricing, solving and rounds are the generic ones.

`house_way.npz` contains the house way for every class of hands; `pricing/generic/shipped.py` writes it, and uses it
only while the files at the top of this folder are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pricing.generic import GenericPricing
from ...rules.game import Game
from ...sampling.lane_rules import LaneRules
from ..module import GameModule
from .sheet import SHEET, Terms

if TYPE_CHECKING:
    from ...kernels.cards import Ints
    from ...sampling.lane_rules import LaneKernels

UNMOVED = {
    "foul_policy": "best play and the house way never foul",
    "bank_commission": "against one wager the bank's net win is its only win",
    "player_banking": "it says whether a player may bank, not what a bank wins",
    "player_bank_frequency": "it says how often a player may bank, not what a bank wins in a round",
    "bank_offer": "it says to whom the bank is offered, not what a bank wins",
    "house_bet_cap_basis": "it bounds the House's wager against a bank, not what a chip of it wins",
    "irregularity_policy": "a round with an irregularity is void or goes by the operator's own text",
}
"""Why some readings cannot change what best legal play wins, by option."""


class PaiGowLaneRules(LaneRules[Terms]):
    """Vectorised environments: `pricing/lanes.py`."""

    def refuse_game(self, game: Game[Terms]) -> None:
        """The kernels know all terms."""

    def kernels(self, game: Game[Terms], seats: int, places: Ints) -> LaneKernels:
        from .pricing.lanes import PaiGowLanes

        return PaiGowLanes(game, places)


GAME = GameModule(sheet=SHEET, pricing=GenericPricing(UNMOVED), lane_rules=PaiGowLaneRules())

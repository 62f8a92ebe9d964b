"""
Pai Gow Poker: a rulebook, a sheet and vectors. Pricing, solving and rounds are the generic ones.

`house_way.npz` contains the house way for every class of hands; `pricing/generic/shipped.py` writes it.
"""

from ..module import GameModule
from .sheet import SHEET

GAME = GameModule(sheet=SHEET)

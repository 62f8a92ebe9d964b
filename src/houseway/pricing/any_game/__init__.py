"""
What can be asked about the odds of a game that has no file of its own here.

It serves any sheet on which a seat sets its cards into two hands and each meets its opposite at the house or the bank.
The game's own functions are asked once for each class of hands; nothing about any one game is known here.
"""

from .price import price, readings
from .way import alarm, way

__all__ = ["alarm", "price", "readings", "way"]

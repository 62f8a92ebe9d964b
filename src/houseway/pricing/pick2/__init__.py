"""What can be asked about the odds of Pick 2."""

from .alarm import alarm, readings
from .best import best
from .learn import learnable
from .price import best_plans, price
from .way import way

HANDS_DEALT = {"ante_play": (5, 5), "bonus_3_5": (5,), "bonus_5_only": (5,)}
"""Every wager is counted to the last deal: how many cards its hands have, in the order they leave the shoe."""

__all__ = ["HANDS_DEALT", "alarm", "best", "best_plans", "learnable", "price", "readings", "way"]

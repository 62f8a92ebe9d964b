"""What can be asked about the odds of Pyramid Poker."""

from ..bet_mix import bet_mix
from .alarm import alarm
from .best import best
from .figures import figures, readings
from .price import price
from .short_way import shortest_way
from .way import way

HANDS_DEALT = {"main": (3, 3), "three_card": (3,), "six_card": (3, 3)}
"""Every wager is counted to the last deal: how many cards its hands have, in the order they leave the shoe."""

__all__ = ["HANDS_DEALT", "alarm", "best", "bet_mix", "figures", "price", "readings", "shortest_way", "way"]

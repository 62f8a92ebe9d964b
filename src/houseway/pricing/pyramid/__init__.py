"""What can be asked about the odds of Pyramid Poker."""

from ..bet_mix import bet_mix
from .alarm import alarm
from .best import best
from .figures import figures, readings
from .price import price
from .short_way import shortest_way
from .way import way

__all__ = ["alarm", "best", "bet_mix", "figures", "price", "readings", "shortest_way", "way"]

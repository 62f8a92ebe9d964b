"""What can be asked about the odds of Pyramid Poker."""

from .bet_mix import bet_mix
from .pyramid_alarm import alarm
from .pyramid_best import best
from .pyramid_figures import figures, readings
from .pyramid_price import price
from .pyramid_short_way import shortest_way
from .pyramid_way import way

__all__ = ["alarm", "best", "bet_mix", "figures", "price", "readings", "shortest_way", "way"]

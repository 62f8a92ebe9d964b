"""What can be asked about the odds of Pick 2."""

from .alarm import alarm, readings
from .best import best
from .learn import learnable
from .price import best_plans, price

__all__ = ["alarm", "best", "best_plans", "learnable", "price", "readings"]

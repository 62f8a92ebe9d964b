"""What can be asked about the odds of Pick 2."""

from .best import best
from .learn import learnable
from .price import best_plans, price

__all__ = ["best", "best_plans", "learnable", "price"]

"""What can be asked about the odds of the Casino Version."""

from .best import best
from .price import frequencies, price

__all__ = ["best", "frequencies", "price"]

"""What can be asked about the odds of the Casino Version."""

from .alarm import alarm
from .best import best
from .price import frequencies, price
from .readings import readings
from .way import shortest_way, way

__all__ = ["alarm", "best", "frequencies", "price", "readings", "shortest_way", "way"]

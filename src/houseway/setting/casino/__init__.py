"""The best way to play Pyramid Poker, Casino Version: fold or buy, and one, three and five."""

from .best import best, worth_of
from .bots import expert, from_file, newcomer
from .candidates import candidates
from .explain import explain
from .solve import solve

UNIT = "antes"

__all__ = ["UNIT", "best", "candidates", "expert", "explain", "from_file", "newcomer", "solve", "worth_of"]

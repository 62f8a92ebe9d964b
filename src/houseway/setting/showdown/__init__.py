"""
Pyramid Poker, Showdown Version: the best way to set 20 to 25 cards in six hands, and when to surrender.

Values are points won from each opponent: of a setting against a population of players who set well (`population`), or
as if every hand won (`points`). Going on and surrendering are in chips.
"""

from .lessons import explain
from .options import best, candidates, worth_of
from .strategies import expert, from_file, newcomer
from .tables_of import solve

UNIT = "points from each opponent"

__all__ = ["UNIT", "best", "candidates", "expert", "explain", "from_file", "newcomer", "solve", "worth_of"]

"""The best way to set thirteen cards of Chinese Poker: solver, options for a hand, strategies and sentences."""

from .best import best as best
from .best import candidates as candidates
from .best import worth_of as worth_of
from .bots import expert as expert
from .bots import from_file as from_file
from .bots import house_way as house_way
from .bots import newcomer as newcomer
from .explain import explain as explain
from .solve import solve as solve

UNIT = "units"

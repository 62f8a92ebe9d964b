"""Compiled primitives for all games. Tests compare them with the plain rules."""

from . import cache as cache  # before any kernel is compiled

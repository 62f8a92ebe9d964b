"""Compiled twins of this game's rules. Tests compare each with the plain rules."""

from ....kernels import cache as cache  # before Numba compiles anything

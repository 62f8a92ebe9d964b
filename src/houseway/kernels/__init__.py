"""
Compiled primitives for all games. Tests compare them with the plain rules.

`compiled.py` sets up the cache before any kernel is compiled. Importing this package imports no Numba.
"""

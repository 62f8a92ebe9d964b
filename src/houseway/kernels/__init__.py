"""The fast twins of rules/: table-driven, compiled by Numba, and proven equal to the plain ones by the tests."""

from . import cache as cache  # before any kernel is compiled

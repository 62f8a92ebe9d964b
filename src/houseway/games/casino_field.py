"""Placeholder."""

from collections.abc import Mapping

FIRST = (0,) * 13
NAMES = "high_card one_pair two_pairs three_of_a_kind straight flush full_house four_of_a_kind straight_flush five_of_a_kind"
SECOND: Mapping[str, tuple[int, ...]] = {name: (0,) * 13 for name in NAMES.split()}
THIRD = SECOND

"""Bots play by the terms of their own table."""

from __future__ import annotations

from houseway.games import game
from houseway.server.bots import plays_as
from houseway.server.catalogue import variant_of


def test_a_strategy_is_made_for_the_terms_of_the_table_and_once_for_terms_that_agree() -> None:
    free, again = (variant_of(game("casino").with_options({"dealer_policy": "free"})) for _ in range(2))
    usual = variant_of(game("casino"))
    assert plays_as(free, "expert") is plays_as(again, "expert")
    assert "free" in plays_as(free, "expert").about, "against a dealer who is free the expert says what it assumes"
    assert "free" not in plays_as(usual, "expert").about

"""The stored figures of the lobby equal the prices."""

from __future__ import annotations

import pytest

from houseway.games import GAMES
from houseway.games.headlines import computed_headline, headline

HOUSE_GAMES = [key for key, rules in GAMES.items() if rules.against_the_house]


def test_which_games_are_against_the_house() -> None:
    assert "pyramid" in HOUSE_GAMES
    assert "chinese" not in HOUSE_GAMES
    assert "showdown" not in HOUSE_GAMES


def test_a_headline_is_stored_only_for_its_own_terms() -> None:
    stored = headline(GAMES["pyramid"])
    assert stored is not None
    assert stored == computed_headline(GAMES["pyramid"])
    assert headline(GAMES["pyramid"].with_options({"straight_flush_pays": 50})) is None


@pytest.mark.slow
@pytest.mark.parametrize("key", HOUSE_GAMES)
def test_every_stored_headline_equals_the_price(key: str) -> None:
    """`python -m houseway.games.headlines` writes the figures again."""
    assert headline(GAMES[key]) == computed_headline(GAMES[key])

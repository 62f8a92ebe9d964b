"""The figure that the lobby shows is the price's own."""

from __future__ import annotations

import pytest

from houseway.games import GAMES
from houseway.games.headlines import computed_headline, headline

HOUSE_GAMES = [key for key, rules in GAMES.items() if rules.against_the_house]


def test_the_house_has_a_hand_in_some_games_and_none_in_others() -> None:
    assert "pyramid" in HOUSE_GAMES
    assert "chinese" not in HOUSE_GAMES
    assert "showdown" not in HOUSE_GAMES


def test_a_figure_is_kept_for_the_terms_it_was_reckoned_under_and_no_others() -> None:
    kept = headline(GAMES["pyramid"])
    assert kept is not None
    assert kept == computed_headline(GAMES["pyramid"])
    assert headline(GAMES["pyramid"].with_options({"straight_flush_pays": 50})) is None


@pytest.mark.slow
@pytest.mark.parametrize("key", HOUSE_GAMES)
def test_every_figure_that_is_kept_is_the_price_of_today(key: str) -> None:
    """`pytest -m slow tests/pricing/test_headlines.py`; `python -m houseway.games.headlines` writes them anew."""
    assert headline(GAMES[key]) == computed_headline(GAMES[key])

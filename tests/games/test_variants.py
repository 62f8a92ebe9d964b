"""The stored figures of offered choices: all are there, and those that are counted quickly are what `price` gives."""

from __future__ import annotations

import pytest

from houseway.games import GAMES, labels_of
from houseway.games.ask import price
from houseway.games.variants import figures_of, offered_values, stored_variants
from houseway.pricing.price import Exact, ratio
from houseway.rules.game import AnyGame


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_each_offered_choice_does_to_the_odds_is_stored(game: AnyGame) -> None:
    stored = stored_variants()
    assert game.terms_hash in stored
    for option in labels_of(game).offered.all:
        for value in offered_values(game, option):
            assert game.with_options({option: value}).terms_hash in stored, f"{option}={value}"


@pytest.mark.parametrize(
    ("key", "chosen"),
    [("pyramid", {}), ("pyramid", {"single_copy": "bank_wins"}), ("pick2", {"p35_combine": "max"})],
)
def test_a_stored_figure_is_what_the_price_says(key: str, chosen: dict[str, str]) -> None:
    game = GAMES[key].with_options(chosen)
    figures = figures_of(game)
    assert figures is not None
    for figure in figures:
        strategies = price(game).wagers[figure.wager].strategies
        priced = strategies.get("best") or next(iter(strategies.values()))
        assert isinstance(priced, Exact)
        assert figure.ev == ratio(priced.ev)
        assert figure.standard_error is None


def test_terms_that_are_not_stored_have_no_figures() -> None:
    assert figures_of(GAMES["chinese"].with_options({"unit_value": 7})) is None


def test_a_number_has_no_stored_values() -> None:
    assert offered_values(GAMES["pyramid"], "w1_max") == []

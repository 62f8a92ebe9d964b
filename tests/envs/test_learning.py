"""The small learner beats the house way at Pyramid, by exact count and not by luck."""

from __future__ import annotations

import pytest

from houseway.envs.learner import Practice, learn
from houseway.games import game
from houseway.games.ask import deviations, price
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.pricing.main_wager_tables import legal_settings
from houseway.pricing.deviations import Deviation
from houseway.rules.cards import read_cards
from houseway.rules.errors import NotAllowed, NotOffered

PYRAMID = pyramid.SHEET
DEALS = 5_000
RANK_HANDS = 455


def test_learning_beats_the_house_way_by_exact_count() -> None:
    learned = learn(PYRAMID, deals=DEALS, seed=1)
    exact = deviations(PYRAMID)
    assert learned.adopted
    assert exact.value() < exact.value(learned.adopted) <= exact.best_value()
    assert int(learned.deals.sum()) == DEALS


def test_the_same_seed_learns_the_same() -> None:
    once, again, other = (learn(PYRAMID, deals=240, seed=seed) for seed in (3, 3, 4))
    assert once.means.tolist() == again.means.tolist() != other.means.tolist()


def test_progress_gets_the_deals_done() -> None:
    done: list[int] = []
    learn(PYRAMID, deals=24, progress=done.append)
    assert done == [8, 16, 24]


def test_values_are_those_of_the_price() -> None:
    main = price(PYRAMID).wagers["main"]
    exact = deviations(PYRAMID)
    assert (exact.value(), exact.best_value()) == (main.strategies["house_way"].ev, main.strategies["best"].ev)


def test_every_other_legal_setting_is_a_deviation() -> None:
    every_deviation = deviations(PYRAMID).all
    assert len(every_deviation) == len(legal_settings(PYRAMID.terms).low) - RANK_HANDS
    assert read_cards("Kc Kd Kh") not in [deviation.cards for deviation in every_deviation]


def test_practice_draws_what_the_price_counts() -> None:
    """The mean of many pairs of deals comes near the exact difference."""
    jacks = Deviation(
        read_cards("6c Jd Jh"),
        house_way={"low": read_cards("Jd"), "high": read_cards("Jh 6c")},
        setting={"low": read_cards("6c"), "high": read_cards("Jd Jh")},
    )
    practice = Practice(PYRAMID, seed=2)
    gains = [practice.gain(jacks) / practice.wagered_on("main") for _ in range(600)]
    assert sum(gains) / len(gains) == pytest.approx(0.20736, abs=0.15)


def test_games_without_deviations_or_for_more_seats_are_refused() -> None:
    with pytest.raises(NotOffered, match="no list of deviations"):
        deviations(game("casino"))
    with pytest.raises(NotAllowed, match="practice is for games that one seat can play"):
        Practice(game("chinese"), seed=1)

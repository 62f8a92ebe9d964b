"""The small learner beats the house way at Pyramid, by exact count and not by luck."""

from __future__ import annotations

import pytest

from houseway.envs.pyramid import Doubt, Practice, all_doubts, best_worth, exact_worth, learn
from houseway.games.ask import price
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.pricing.main_wager_tables import legal_settings
from houseway.rules.cards import read_cards

SHORT = 5_000


def test_learning_beats_the_house_way_by_exact_count() -> None:
    learned = learn(deals=SHORT, seed=1)
    assert learned.adopted
    assert exact_worth() < exact_worth(learned.adopted) <= best_worth()
    assert int(learned.deals.sum()) == SHORT


def test_the_same_seed_learns_the_same() -> None:
    once, again, other = (learn(deals=240, seed=seed) for seed in (3, 3, 4))
    assert once.means.tolist() == again.means.tolist() != other.means.tolist()


def test_worths_are_those_of_the_price() -> None:
    main = price(pyramid.SHEET).wagers["main"]
    assert (exact_worth(), best_worth()) == (main.strategies["house_way"].ev, main.strategies["best"].ev)


def test_every_other_legal_setting_is_a_doubt() -> None:
    doubts = list(all_doubts())
    assert len(doubts) == len(legal_settings(pyramid.SHEET.terms).low) - 455
    worst = Doubt(read_cards("Kc Kd Kh"), 13, 13)
    assert worst not in doubts


def test_practice_draws_what_the_price_counts() -> None:
    """The mean of many pairs of deals comes near the exact difference."""
    doubt = Doubt(read_cards("6c Jd Jh"), 11, 6)
    practice = Practice(seed=2)
    found = [practice.difference(doubt) / 5 for _ in range(600)]
    assert sum(found) / len(found) == pytest.approx(0.20736, abs=0.15)

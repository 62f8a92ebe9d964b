"""Legal limits by year, tested one chip below and above each boundary."""

import re

import pytest

from houseway.rules.limits import PROFILES, Law, Offered, lowest_cap, why_not_offer

EACH = pytest.mark.parametrize("name", PROFILES)


def law(name: str, **named: object) -> Law:
    return Law(name, named.pop("largest", None), "X-14", **named)  # type: ignore[arg-type]


def wager(high: int, *, low: int = 1, odds: int = 1, name: str = "main") -> Offered:
    return Offered(name, low, high, odds)


def test_the_profiles_have_the_figures_of_the_sources() -> None:
    figures = {
        name: (p.games_per_hand, p.house_banked_wager, p.other_wager, p.odds_counted, p.cap_needs_long_odds)
        for name, p in PROFILES.items()
    }
    assert figures == {
        "2008": (3, 100, 40, 50, False),
        "2009": (6, 300, 40, 50, False),
        "2021": (6, 300, 300, 50, True),
        "2023": (6, 400, 300, 50, True),
    }
    assert all(profile.note for profile in PROFILES.values())
    assert {profile.seats for profile in PROFILES.values()} == {7}


@EACH
def test_WAC_230_15_140_house_banked_wager(name: str) -> None:
    most = PROFILES[name].house_banked_wager
    assert why_not_offer(law(name), (wager(most - 1),)) is None
    assert why_not_offer(law(name), (wager(most),)) is None
    reason = why_not_offer(law(name), (wager(most + 1),))
    assert reason == f"main may be at most {most} chips under the {name} limits, not {most + 1} [WAC 230-15-140]"


@EACH
def test_WAC_230_15_135_wager_of_other_games(name: str) -> None:
    most = PROFILES[name].other_wager
    assert why_not_offer(law(name, house_banked=False), (wager(most),)) is None
    reason = why_not_offer(law(name, house_banked=False), (wager(most + 1),))
    assert reason == f"main may be at most {most} chips under the {name} limits, not {most + 1} [WAC 230-15-135]"


@EACH
def test_WAC_230_15_040_games_on_one_hand(name: str) -> None:
    most = PROFILES[name].games_per_hand
    assert why_not_offer(law(name), (wager(5),) * most) is None
    reason = why_not_offer(law(name), (wager(5),) * (most + 1))
    assert reason == f"a hand may carry {most} games under the {name} limits, not {most + 1} [WAC 230-15-040]"


@EACH
@pytest.mark.parametrize(("scope", "times"), [("hand", 1), ("wager", 1), ("round", 2)])
def test_WAC_230_15_490_smallest_payout_cap(name: str, scope: str, times: int) -> None:
    profile = PROFILES[name]
    offered = (wager(profile.house_banked_wager, odds=200), wager(5, odds=1000))
    least = profile.house_banked_wager * 50 * times
    assert why_not_offer(law(name), offered, cap=least + 1, scope=scope) is None
    assert why_not_offer(law(name), offered, cap=least, scope=scope) is None
    reason = why_not_offer(law(name), offered, cap=least - 1, scope=scope)
    under = f"under the {name} limits, not {least - 1} [WAC 230-15-490]"
    assert reason == f"a payout cap per {scope} must be at least {least} chips {under}"


@pytest.mark.parametrize(
    ("name", "scope", "floor"), [("2008", "hand", 5_000), ("2008", "round", 10_000), ("2021", "hand", 15_000)]
)
def test_WAC_230_15_490_own_examples(name: str, scope: str, floor: int) -> None:
    """$100 x 50, twice that for a table, and $300 x 50."""
    offered = (wager(PROFILES[name].house_banked_wager, odds=50),)
    assert why_not_offer(law(name), offered, cap=floor, scope=scope) is None
    assert str(floor) in (why_not_offer(law(name), offered, cap=floor - 1, scope=scope) or "")


def test_WAC_230_15_490_counts_the_required_minimum_at_full_odds() -> None:
    """Fifty at most are counted for the largest wager, and all of them for the smallest."""
    assert lowest_cap(PROFILES["2008"], (wager(100, low=5, odds=40),)) == 4_000
    assert lowest_cap(PROFILES["2008"], (wager(100, low=5, odds=1000),)) == 5_000
    assert lowest_cap(PROFILES["2008"], (wager(100, low=6, odds=1000),)) == 6_000


@pytest.mark.parametrize(("name", "needs"), [("2008", False), ("2009", False), ("2021", True), ("2023", True)])
def test_WAC_230_15_490_later_text_requires_long_odds(name: str, needs: bool) -> None:
    short = why_not_offer(law(name), (wager(100, odds=49),), cap=10**6)
    wanted = f"a payout cap needs odds of 50 to 1 under the {name} limits, not 49 [WAC 230-15-490]"
    assert short == (wanted if needs else None)
    assert why_not_offer(law(name), (wager(100, odds=50),), cap=10**6) is None


@EACH
def test_no_cap_is_always_allowed(name: str) -> None:
    assert why_not_offer(law(name), (wager(5, odds=1000),), cap=None) is None


def test_the_operators_own_figure_cites_the_clause() -> None:
    assert why_not_offer(law("none", largest=300), (wager(300),)) is None
    reason = why_not_offer(law("none", largest=300), (wager(5), wager(301, name="six_card")))
    assert reason == "six_card may be at most 300 chips by law, not 301 [X-14]"


def test_a_minimum_above_the_maximum_is_refused() -> None:
    assert why_not_offer(law("none"), (wager(5, low=5),)) is None
    assert re.search("minimum of 6 above its maximum of 5", why_not_offer(law("none"), (wager(5, low=6),)) or "")


def test_without_a_profile_nothing_else_is_checked() -> None:
    assert why_not_offer(law("none"), (wager(10**6),) * 9, cap=1) is None

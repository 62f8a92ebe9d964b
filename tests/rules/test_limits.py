"""Legal limits by year, tested one chip below and above each boundary."""

import re
from typing import Any

import pytest

from houseway.games import GAMES, game
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.limits import (
    PROFILES,
    Law,
    Offered,
    legal_limit_in_words,
    lowest_cap,
    why_not_choose,
    why_not_offer,
)
from houseway.rules.playing import start

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


# Limits that a person chooses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("house_banked", "most", "rule"), [(True, 400, "140"), (False, 300, "135")])
def test_a_person_is_held_to_the_highest_limit_known(house_banked: bool, most: int, rule: str) -> None:
    unnamed = law("none", house_banked=house_banked)
    assert why_not_choose(unnamed, (wager(most),), {"w1_max"}) is None
    reason = why_not_choose(unnamed, (wager(5), wager(most + 1)), {"w1_max"}) or ""
    assert f"main may be at most {most} chips" in reason
    assert f"not {most + 1} [X-14, WAC 230-15-{rule}]" in reason
    assert "limit_profile=none" in reason


def test_a_person_who_chooses_no_profile_has_no_limit() -> None:
    assert why_not_choose(law("none"), (wager(10**6),), {"w1_max", "limit_profile"}) is None
    assert why_not_choose(law("none", largest=10**6), (wager(10**6),), {"w1_max"}) is None
    assert why_not_choose(law("2023"), (wager(10**6),), {"w1_max"}) is None, "why_not_offer refuses it"


def test_the_legal_limit_in_words() -> None:
    assert legal_limit_in_words(law("none")).startswith("No legal limit is applied: the sheet refers to WAC 230-15-140")
    assert legal_limit_in_words(law("none", largest=1_500)) == "By law a wager is at most 1,500 chips [X-14]."
    assert legal_limit_in_words(law("2008", house_banked=False)) == (
        "The legal limits of 2008 apply: at most 40 chips on a wager [WAC 230-15-135]."
    )


CHOSEN_TOO_HIGH: list[tuple[str, dict[str, Any], str]] = [
    ("pyramid", {"w1_max": 100_000}, "PYR-14"),
    ("pyramid", {"w3_max": 401}, "PYR-14"),
    ("pyramid", {"w1_max": 101, "limit_profile": "2008"}, "WAC 230-15-140"),
    ("pick2", {"ante_max": 401}, "P2P-24"),
    ("pick2", {"ante_max": 201}, "P2P-24"),  # the Play wager is twice the ante
    ("chinese", {"unit_max": 500}, "CHI-07"),
    ("chinese", {"unit_max": 11, "unit_value": 11}, "CHI-07"),
]


@pytest.mark.parametrize(("key", "options", "clause"), CHOSEN_TOO_HIGH)
def test_a_limit_above_the_sheets_or_the_laws_figure_is_refused(key: str, options: dict[str, Any], clause: str) -> None:
    with pytest.raises(NotAllowed, match=re.escape(clause)):
        game(key).chosen(options)


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("pyramid", {"w1_max": 400}),
        ("pyramid", {"w1_max": 100_000, "limit_profile": "none"}),
        ("pyramid", {"w1_max": 1_000, "legal_max_wager": 1_000}),
        ("pick2", {"ante_max": 200}),
        ("chinese", {"unit_max": 10, "unit_value": 10}),
        ("casino", {"ante_max": 100_000}),
        ("pai_gow", {"main_max": 100_000}),
    ],
)
def test_a_limit_within_them_is_accepted(key: str, options: dict[str, Any]) -> None:
    assert game(key).chosen(options).modifications


@pytest.mark.parametrize(
    ("key", "options", "clause"), [row for row in CHOSEN_TOO_HIGH if "limit_profile" not in row[1]]
)
def test_an_older_record_with_higher_limits_is_still_read(key: str, options: dict[str, Any], clause: str) -> None:
    variant = game(key).with_options(options)
    seats = variant.seats(variant.terms)
    assert start(variant, Opening(players=tuple("abcdefg"[: seats.start]))).game.terms == variant.terms


def test_the_limits_of_every_game_in_words() -> None:
    words = {key: rules.limits_in_words(rules.terms) for key, rules in GAMES.items()}
    assert all(sentences and all(sentence.endswith(".") for sentence in sentences) for sentences in words.values())
    assert words["pyramid"][1] == "The house pays at most 5,000 chips on one hand [PYR-27]."
    assert "No legal limit is applied" in words["pyramid"][0]
    assert "No legal limit is applied" in words["pick2"][0]
    assert words["chinese"] == ("A unit is worth at most 10 chips [CHI-07].",)
    assert "The sheet names no limit" in words["casino"][0]
    uncapped = game("pyramid").with_options({"max_aggregate": None})
    assert uncapped.limits_in_words(uncapped.terms)[1] == "Payouts have no maximum [PYR-27]."

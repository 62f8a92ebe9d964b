"""The operator's terms are a ceiling for every table: no option of any game moves more chips than they allow."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import GAMES
from houseway.rules import terms as terms_
from houseway.rules.errors import HousewayError, NotAllowed
from houseway.rules.game import AnyGame
from houseway.server.tables.ceilings import (
    CEILING_OF,
    Freedom,
    check_operators_terms,
    freedom,
    still_allowed,
    why_not_chosen,
)
from houseway.server.views import catalogue

EVERY_OPTION = [(key, name) for key, rules in GAMES.items() for name in terms_.options(rules.terms)]


def in_force(key: str) -> AnyGame:
    return catalogue.game_at_table(key, {}, {})


def tried(key: str, name: str, value: object) -> str | None:
    """Why a table may not be opened with this option; the sheet's own refusal counts too."""
    try:
        return why_not_chosen(in_force(key), catalogue.game_at_table(key, {}, {name: value}))
    except HousewayError as error:
        return str(error)


def bounds(rules: AnyGame, name: str) -> tuple[int, int] | None:
    accepts = terms_.accepted_values(rules.terms, name).removeprefix("a whole number from ").removesuffix(" | null")
    if " to " not in accepts:
        return None
    low, _, high = accepts.partition(" to ")
    return int(low), int(high)


@pytest.mark.parametrize(("key", "name"), EVERY_OPTION)
def test_no_number_goes_beyond_the_operators(key: str, name: str) -> None:
    rules = in_force(key)
    limits = bounds(rules, name)
    value = terms_.options(rules.terms)[name]
    if limits is None:
        return
    low, high = limits
    kind = freedom(rules, name)
    ceiling = terms_.options(rules.terms)[CEILING_OF.get(name, name)]
    if kind in (Freedom.CEILING, Freedom.PAYS) and ceiling is not None and int(ceiling) < high:
        for beyond in (int(ceiling) + 1, high):
            reason = tried(key, name, beyond)
            assert reason is not None, f"{key} {name}={beyond}"
            assert name.partition(".")[0] in reason or "[CHI-07]" in reason
    if kind is Freedom.FLOOR and int(value or 0) > low:
        reason = tried(key, name, int(value or 0) - 1)
        assert reason is not None
        assert name in reason
    moves_no_chips = name == "chip_value"  # what a chip stands for among the players [SHO-09]
    if high >= 10**6 and not moves_no_chips:
        assert kind is not Freedom.FREE, f"{key} {name} accepts {high} and is bound by nothing"
        may_be_high = value is None or name == "ante_bonus_threshold"  # no bonus at all is no risk to the bank
        assert may_be_high or tried(key, name, high) is not None, f"{key} {name}={high}"


@pytest.mark.parametrize(("key", "name"), EVERY_OPTION)
def test_no_limit_can_be_taken_away(key: str, name: str) -> None:
    rules = in_force(key)
    if terms_.accepted_values(rules.terms, name).endswith("null") and terms_.options(rules.terms)[name] is not None:
        reason = tried(key, name, None)
        assert reason is not None
        assert "null" in reason


@pytest.mark.parametrize(("key", "name"), EVERY_OPTION)
def test_readings_are_free(key: str, name: str) -> None:
    rules = in_force(key)
    if freedom(rules, name) is not Freedom.FREE or name in rules.without_credit or bounds(rules, name):
        return
    for choice in terms_.accepted_values(rules.terms, name).split(" | "):
        if (name, choice) in rules.presets:  # a reading that brings numbers of its own
            continue
        chosen = rules.with_options({name: choice})
        assert why_not_chosen(rules, chosen) is None, f"{key} {name}={choice}"


def test_the_refusal_names_the_option_the_value_and_the_ceiling() -> None:
    assert tried("pyramid", "w1_max", 10**9) == (
        "w1_max cannot be 1000000000 at this table: the operator's limit is 100"
    )
    assert tried("pyramid", "w2_paytable.flush", 10**6) == (
        "w2_paytable.flush cannot be 1000000 at this table: the operator's limit is 2"
    )


def test_a_reading_that_raises_a_payout_is_for_the_operator() -> None:
    reason = tried("pyramid", "authority", "layout_over_rules")
    assert reason == "straight_flush_pays cannot be 50 at this table: the operator's limit is 30"


def test_limits_may_be_tightened_and_payouts_lowered() -> None:
    rules = in_force("pyramid")
    chosen = rules.with_options({"w1_max": 50, "w1_min": 10, "w2_paytable.flush": 1, "max_aggregate": 1000})
    assert why_not_chosen(rules, chosen) is None


def test_the_operators_own_terms_move_the_ceiling() -> None:
    rules = catalogue.game_at_table("pyramid", {"w1_max": 500}, {})
    assert why_not_chosen(rules, rules.with_options({"w1_max": 400})) is None
    assert why_not_chosen(rules, rules.with_options({"w1_max": 501})) is not None


def test_a_room_may_let_guests_choose_payouts() -> None:
    rules = in_force("pyramid")
    chosen = rules.with_options({"w2_paytable.flush": 3})
    assert why_not_chosen(rules, chosen, pay_tables=True) is None
    assert why_not_chosen(rules, rules.with_options({"w1_max": 101}), pay_tables=True) is not None


def test_settings_that_new_terms_forbid_are_dropped() -> None:
    rules = catalogue.game_at_table("pyramid", {"w1_max": 50}, {})
    assert still_allowed(rules, {"w1_max": 90, "single_copy": "bank_wins", "w2_max": 20}) == {
        "single_copy": "bank_wins",
        "w2_max": 20,
    }


@pytest.mark.parametrize(
    "options", [{"w1_max": 10**9, "limit_profile": "none"}, {"w2_paytable.flush": 10**6}, {"w1_max": 401}]
)
def test_even_the_operators_terms_have_a_ceiling(options: dict[str, Any]) -> None:
    with pytest.raises(NotAllowed, match="at most"):
        check_operators_terms(catalogue.game_at_table("pyramid", dict(options), {}), options)


def test_the_operator_names_the_clause_or_chooses_no_legal_limit() -> None:
    for key, options, clause in (("pyramid", {"w1_max": 100_000}, "PYR-14"), ("chinese", {"unit_max": 500}, "CHI-07")):
        with pytest.raises(NotAllowed, match=clause):
            check_operators_terms(catalogue.game_at_table(key, dict(options), {}), options)
    chosen = {"w1_max": 100_000, "limit_profile": "none"}
    rules = catalogue.game_at_table("pyramid", dict(chosen), {})
    check_operators_terms(rules, chosen)
    assert "No legal limit is applied" in catalogue.terms_of(rules)["limits"][0]


@pytest.mark.parametrize("key", GAMES)
def test_the_sheets_own_terms_are_below_every_ceiling(key: str) -> None:
    check_operators_terms(in_force(key))

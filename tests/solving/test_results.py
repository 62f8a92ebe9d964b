"""The JSON of options, explanations and solutions."""

import json
from fractions import Fraction

import numpy as np

from houseway.rules.cards import read_cards
from houseway.solving.results import (
    ESTIMATE,
    EXACT,
    CountedOption,
    Explanation,
    Exploitability,
    HandValue,
    Lesson,
    Option,
    Solution,
)
from houseway.solving.strategy_files import Tables

SETTING = {"low": read_cards("6c"), "high": read_cards("Js Jd")}


def test_an_exact_option_writes_fractions_and_leaves_out_what_it_lacks() -> None:
    pair = HandValue(name="pair of jacks", wins=Fraction(3, 4), copies=Fraction(0))
    option = Option(decision="set", setting=SETTING, ev=Fraction(3), sure=EXACT, by_hand={"high": pair})
    assert json.dumps(option.to_json()) == json.dumps(
        {
            "decision": "set",
            "setting": {"low": "6c", "high": "Js Jd"},
            "ev": "3/1",
            "sure": "exact",
            "by_hand": {"high": {"name": "pair of jacks", "wins": "3/4", "copies": "0/1"}},
        }
    )


def test_an_estimate_keeps_floats_and_its_standard_error() -> None:
    option = Option(decision="play", ev=-1.5, standard_error=0.25, sure=ESTIMATE, gives_up=0.0, unit="chips")
    assert option.to_json() == {
        "decision": "play",
        "setting": {},
        "ev": -1.5,
        "standard_error": 0.25,
        "sure": "estimate",
        "by_hand": {},
        "gives_up": 0.0,
        "unit": "chips",
    }


def test_claims_are_written_where_there_are_some() -> None:
    option = Option(decision="set", setting=SETTING, claims=("natural",), ev=1.0, sure=EXACT)
    assert option.to_json()["claims"] == ["natural"]


def test_an_option_is_read_by_the_keys_of_its_json() -> None:
    option = CountedOption(decision="set", setting=SETTING, ev=Fraction(1, 2), sure=EXACT, counts={"win": 1, "lose": 1})
    assert option["ev"] == "1/2"
    assert option["setting"] == {"low": "6c", "high": "Js Jd"}
    assert option.get("standard_error") is None
    assert "claims" not in option
    assert dict(option) == option.to_json()
    assert len(option) == len(list(option)) == 6


def test_an_explanation_and_a_solution_as_json() -> None:
    lesson = Lesson(rule="Keep a pair high.", value=0.5)
    explanation = Explanation(lessons=(lesson,), unit="antes a round", cost=0.125, standard_error=0.0, sure=EXACT)
    assert explanation.to_json() == {
        "lessons": [{"rule": "Keep a pair high.", "worth": 0.5}],
        "unit": "antes a round",
        "cost": 0.125,
        "standard_error": 0.0,
        "sure": "exact",
        "goal": "",
    }
    tables = Tables("chinese", {"scoring": "2-4"}, {"seed": 1}, {"values": np.zeros(2)})
    measured = Exploitability(value=0.5, standard_error=0.1, unit="units a round", deals=10, seed=2)
    assert Solution(tables=tables, exploitability=(measured,)).to_json() == {
        "made_for": {"scoring": "2-4"},
        "made_by": {"seed": 1},
        "exploitability": [
            {"value": 0.5, "standard_error": 0.1, "unit": "units a round", "deals": 10, "seed": 2},
        ],
    }

"""Rounds on kernels are the rounds of the rules: same cards, same decisions, same payments, seat by seat."""

import os
from typing import Any

import numpy as np
import pytest

from houseway.games import GAMES, module_of
from houseway.rules.cards import Cards
from houseway.rules.game import AnyGame
from houseway.rules.ranking import Ranking, Strength
from houseway.sampling.kernel_rounds import BY_RULES, ON_KERNELS, Rounds
from houseway.sampling.rounds_by_rules import RoundsByRules, fastest_rounds
from houseway.simulation.players import strategies

TABLES: dict[str, tuple[str, dict[str, Any], tuple[str, ...], int]] = {
    "pyramid": ("pyramid", {}, ("house_way",), 600),
    "pyramid, three seats": ("pyramid", {}, ("house_way", "best", "newcomer"), 100),
    "pyramid, terms": (
        "pyramid",
        {"commission": 5, "max_aggregate": 60, "aggregate_scope": "wager", "w3_selection": "all_six", "decks": 8},
        ("house_way", "newcomer"),
        200,
    ),
    "pyramid, readings": (
        "pyramid",
        {"single_copy": "bank_wins", "both_copy": "bank_wins", "w2_overlap": "sum", "side_wagers": "optional"},
        ("newcomer", "house_way"),
        200,
    ),
    "pick2": ("pick2", {}, ("house_way",), 600),
    "pick2, three seats": ("pick2", {}, ("house_way", "newcomer", "house_way"), 100),
    "pick2, terms": (
        "pick2",
        {"deal": "one_by_one", "max_aggregate": 60, "p35_three_cards": "set_cards", "p35_combine": "max"},
        ("newcomer", "house_way"),
        150,
    ),
    "pick2, readings": (
        "pick2",
        {"nonqualify": "ante_pushes_play_resolves", "p35_miss": "push", "akq_requires_suit": False},
        ("newcomer",),
        400,
    ),
    "casino": ("casino", {}, ("house_way",), 40),
    "casino, newcomer": ("casino", {"tie_rule": "dealer", "joker_ace_special": False}, ("newcomer", "house_way"), 15),
    "casino, sentences": ("casino", {"dealer_policy": "hw3", "max_aggregate": 20}, ("house_way",), 20),
    "casino, equilibrium": ("casino", {"dealer_policy": "equilibrium"}, ("house_way",), 12),
    "chinese": ("chinese", {}, ("house_way", "house_way"), 25),
    "chinese, four": ("chinese", {"scoring": "2-4", "fee": 2}, ("house_way", "newcomer", "newcomer", "house_way"), 15),
    "chinese, bonuses": (
        "chinese",
        {"bonuses": True, "unit_value": 3, "wheel": "second"},
        ("house_way", "newcomer"),
        40,
    ),
    "showdown": ("showdown", {}, ("house_way",) * 2, 25),
    "showdown, six": ("showdown", {"trips_points.2": 12, "ante_chips": 7}, ("house_way",) * 6, 3),
    "showdown, draws": (
        "showdown",
        {"suit_tiebreak": "off", "equal_hands_order": "allow", "pot_tie": "compare_h6", "special_counts": "both"},
        ("house_way",) * 3,
        8,
    ),
    "showdown, readings": (
        "showdown",
        {"suit_tiebreak": "first_card", "wheel": "second", "natural_beats_wild": True, "pot_tie": "carry"},
        ("house_way",) * 4,
        6,
    ),
    "showdown, terms": (
        "showdown",
        {"three_card_sf": "top", "two_pairs_vs_three_card": "below", "power_order": "cards", "ace_h1_points": 2},
        ("house_way",) * 2,
        12,
    ),
    "showdown, sizes": (
        "showdown",
        {"hand4_six_cards": "power_only", "hand3_expansion": "either", "special_points_source": "chart"},
        ("house_way",) * 2,
        25,
    ),
    "showdown, table": (
        "showdown",
        {"foul_policy": "reorder", "shortage": "table_stakes", "joker_declaration": "declared", "buy_optional": True},
        ("house_way",) * 2,
        12,
    ),
}
COUNTED: dict[str, tuple[str, dict[str, Any], tuple[str, ...], int]] = {  # where setting up the counts takes longer
    "pick2, best": ("pick2", {}, ("best", "house_way"), 20),
    "casino, best": ("casino", {}, ("best", "newcomer"), 10),
}
AT_ONCE = 5_000
MILLION = int(os.environ.get("HOUSEWAY_ROUNDS", "1000000"))
PARTS = 40
"""Pieces of the million that pass or fail alone, so that a run that is cut off has shown something."""
MANY: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "pyramid": ("pyramid", {}, ("house_way", "best")),
    "pick2": ("pick2", {}, ("house_way", "newcomer")),
    "casino": ("casino", {}, ("house_way",)),
    "chinese": ("chinese", {"bonuses": True}, ("house_way", "newcomer")),
    "showdown": ("showdown", {}, ("house_way", "house_way")),
}


STRENGTHS: dict[Ranking, dict[Cards, Strength]] = {}
"""The strength of each hand by the plain ranking, cached for all tests of this file."""


@pytest.fixture(autouse=True)
def cached_strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain side asks the ranking once for each hand: what it said holds, and a million rounds are done sooner."""
    plain = Ranking.of

    def of(self: Ranking, cards: Cards) -> Strength:
        strengths = STRENGTHS.get(self) or STRENGTHS.setdefault(self, {})
        return strengths.get(cards) or in_order(self, strengths, tuple(sorted(cards, reverse=True)))

    def in_order(self: Ranking, strengths: dict[Cards, Strength], hand: Cards) -> Strength:
        if hand not in strengths:
            strengths[hand] = plain(self, hand)
        return strengths[hand]

    monkeypatch.setattr(Ranking, "of", of)


def both(name: str, options: dict[str, Any], players: tuple[str, ...]) -> tuple[RoundsByRules[object], Rounds]:
    game: AnyGame = GAMES[name].with_options(options)
    module = module_of(game)
    seats = strategies(game, module.solver, players)
    return RoundsByRules(game, seats), fastest_rounds(game, module.rounds, players, seats)


def compare(name: str, options: dict[str, Any], players: tuple[str, ...], rounds: range, seed: int) -> None:
    plain, fast = both(name, options, players)
    assert fast.how == ON_KERNELS
    for begin in rounds[::AT_ONCE]:
        count = min(AT_ONCE, rounds.stop - begin)
        results = fast(seed, begin, count)
        wanted = plain(seed, begin, count)
        pairs, first = np.unique(np.stack([results.numbers, wanted.numbers]).reshape(2, -1), axis=1, return_index=True)
        for ours, theirs, place in zip(*pairs.tolist(), first.tolist(), strict=True):
            number = begin + place // len(players)
            assert results.outcomes[ours] == wanted.outcomes[theirs], f"round {number} of seed {seed}"


@pytest.mark.parametrize("table", TABLES)
def test_rounds_on_kernels_are_those_of_the_rules(table: str) -> None:
    name, options, players, count = TABLES[table]
    compare(name, options, players, range(7, 7 + count), seed=11)


@pytest.mark.parametrize("table", COUNTED)
def test_the_best_players_on_kernels_play_as_the_experts_do(table: str) -> None:
    name, options, players, count = COUNTED[table]
    compare(name, options, players, range(count), seed=4)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("table", MANY)
def test_a_million_rounds_on_kernels_are_those_of_the_rules(table: str, part: int) -> None:
    """Run with HOUSEWAY_ROUNDS=1000000 python -m pytest -m slow tests/simulation/test_rounds.py -k million."""
    name, options, players = MANY[table]
    each = MILLION // PARTS
    compare(name, options, players, range(part * each, (part + 1) * each), seed=2026)


REFUSED: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("pyramid", {"aggregate_scope": "round"}, ("house_way", "house_way")),
    ("pick2", {"hole_sharing": True}, ("house_way",)),
    ("casino", {"tie_rule": "suits"}, ("house_way",)),
    ("casino", {"joker_duplicates": False}, ("house_way",)),
    ("chinese", {"naturals": True}, ("house_way", "house_way")),
    ("chinese", {"bonuses": True, "bonus_payers": "shared"}, ("house_way", "house_way")),
    ("chinese", {"bonuses": True, "bonus_requires_win": "all"}, ("house_way", "house_way")),
    ("chinese", {}, ("house_way", "expert")),
    ("showdown", {"cross_size_order": "same_size_only"}, ("house_way", "house_way")),
    ("showdown", {"joker_duplicates": False}, ("house_way", "house_way")),
    ("showdown", {"position_multiplier.3": 1_000_000, "kind_points.5": 17}, ("house_way", "house_way")),
    ("showdown", {}, ("house_way", "newcomer")),
]


@pytest.mark.parametrize(("name", "options", "players"), REFUSED)
def test_terms_that_kernels_do_not_know_are_played_by_the_rules(
    name: str, options: dict[str, Any], players: tuple[str, ...]
) -> None:
    plain, way = both(name, options, players)
    assert way.how == BY_RULES
    results = way(3, 5, 1)
    assert [results.outcomes[number] for number in results.numbers[0]] == plain.outcomes(3, 5)


def test_a_chunk_may_begin_anywhere() -> None:
    _, fast = both("pyramid", {}, ("house_way",))
    whole = fast(5, 0, 100)
    late = fast(5, 60, 40)
    assert (whole.numbers[60:] == late.numbers).all()
    assert not np.array_equal(whole.numbers, fast(6, 0, 100).numbers)

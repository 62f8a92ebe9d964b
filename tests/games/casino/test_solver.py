"""Setting nine cards of the Casino Version: against lists exactly, against dealers by tables, and when to fold."""

import random
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.games.ask import best, strategy
from houseway.games.casino import house_way as casino_house_way
from houseway.games.casino import scoring
from houseway.games.casino.house_way import house_way
from houseway.games.casino.kernels.buying import value_of_buying
from houseway.games.casino.kernels.setting import cards_of_choice, parts_of, policy, set_by_policy, set_by_value
from houseway.games.casino.pricing.best_reply import field_of
from houseway.games.casino.pricing.scores import antes, casino_tables
from houseway.games.casino.setting import HANDS, foul, legal_settings
from houseway.games.casino.sheet import SHEET
from houseway.games.casino.solver.best import CasinoOption
from houseway.games.casino.solver.best_reply import SHAPING, made_for, reply_to
from houseway.games.casino.solver.dealers import listed
from houseway.games.casino.solver.field import packed, settings_of, unpacked
from houseway.games.casino.solver.make_best_reply import make_tables
from houseway.games.casino.terms import Terms
from houseway.kernels.cards import encoded, encoded_hands
from houseway.pricing.option_cache import RecordingTerms
from houseway.rules.cards import JOKER, Cards, read_cards
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.setting import Setting
from houseway.solving.results import ESTIMATE, EXACT
from houseway.solving.strategy_files import write_tables

GAME = SHEET
TERMS = Terms()
SHOE = list(GAME.shoe(TERMS))
JUNK = "2s 4h 5d 7c 9s Th Qd"
STRONG = "As Ah Xx Kd Kc 7s 7d"
LIST = """
# a full house, an ace in front with kings, a joker in front, trips in the middle, equal hands, a straight flush
Js | Qh 9d 3c | 4s 4h 4d 8c 8h
As | Kd Kc 2h | Qs Qd 9c 9h 3s
Xx | 7c 7d 3c | 2s 2h 5d 5c Jc
Kd | 6h 6d 6c | Ts Th Td 4c 2c
Qc | Kh Ks 9d | 5c 6c 7c 8c 9c
2s | 3s 4s 5s | Xx Ah Ad Ac Xx
"""
READINGS: list[Any] = [
    {},
    {"tie_rule": "dealer", "buy_in_antes": 2},
    {"joker_ace_special": False, "ace_first_hand_points": 1},
    {"max_aggregate": 17, "ante_bonus_threshold": 2, "five_of_a_kind_points": 1},
    {"cross_size_order": "class_name", "trips_second_points": 7},
    {"dealer_policy": "free"},
    *(
        pytest.param(options, marks=pytest.mark.slow)  # other scales, which take seconds to number
        for options in (
            {"tie_rule": "suits"},
            {"five_of_a_kind_points": 1, "five_kind_above_sf": False},
            {"three_card_classes": "no_straight_flush", "wheel": "second"},
            {"joker_duplicates": False},
        )
    ),
]


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "dealers.txt"
    path.write_text(LIST, encoding="utf-8")
    return path


def dealers() -> list[Setting]:
    lines = [line for line in LIST.splitlines() if line and not line.startswith("#")]
    return [dict(zip(HANDS, (read_cards(part) for part in line.split("|")), strict=True)) for line in lines]


def random_hand(seed: int, cards: int = 9, jokers: int = 0) -> Cards:
    chance = random.Random(seed)
    naturals = [card for card in SHOE if card != JOKER]
    return (*chance.sample(naturals, cards - jokers), *(JOKER,) * jokers)


def plain_value(terms: Terms, setting: Setting) -> Fraction:
    """What a setting wins from the list on average, by the rules alone."""
    met = dealers()
    return sum((antes(terms, sum(scoring.points(terms, setting, other))) for other in met), Fraction()) / len(met)


# Against a list ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("jokers", [0, 2])
def test_against_a_list_the_best_setting_is_exact_under_every_reading(
    options: dict[str, Any], jokers: int, listing: Path
) -> None:
    game = GAME.with_options({name: str(value) if isinstance(value, str) else value for name, value in options.items()})
    hand = random_hand(3 + jokers, jokers=jokers)
    listed_options = best(game, hand, against=listing)
    plain = sorted(
        (plain_value(game.terms, setting.setting) for setting in legal_settings(game.terms, hand)), reverse=True
    )
    assert listed_options[0].ev == plain[0]
    for option in listed_options:
        setting = option.setting
        assert option.ev == plain_value(game.terms, setting)
        assert option.gives_up == plain[0] - option.ev
        assert option.sure == EXACT
        assert "standard_error" not in option


def test_hand_by_hand_the_points_and_chances_are_those_of_the_rules(listing: Path) -> None:
    hand = random_hand(8, jokers=1)
    for option in best(GAME, hand, against=listing)[:5]:
        setting = option.setting
        scored = [scoring.points(TERMS, setting, other) for other in dealers()]
        for place, slot in enumerate(HANDS):
            column = [points[place] for points in scored]
            progress_calls = option.by_hand[slot]
            assert progress_calls.value == Fraction(sum(column), len(column))
            assert progress_calls.wins == Fraction(sum(points > 0 for points in column), len(column))
        assert isinstance(option, CasinoOption)
        assert sum(option.counts.values()) == len(dealers())


@pytest.mark.parametrize("options", [{}, pytest.param({"tie_rule": "suits"}, marks=pytest.mark.slow)], ids=str)
def test_buying_against_a_list_sets_every_nine_cards_best(options: dict[str, Any], listing: Path) -> None:
    game = GAME.with_options(options)
    seven = random_hand(5, cards=7, jokers=1)
    tables = casino_tables(game.terms)
    left = np.bincount([encoded(card) for card in SHOE], minlength=53)
    np.subtract.at(left, [encoded(card) for card in seven], 1)
    module = import_module("houseway.games.casino.solver.best")
    pairs = module._pairs(game, tables, seven, left, listed(game, tables, listing), lambda done, total: None)
    kinds = list(zip(pairs.one.tolist(), pairs.two.tolist(), strict=True))
    ways = [int(left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]) for a, b in kinds]
    assert sum(ways) == 99 * 98 // 2
    parts = parts_of(
        tables.coded.scale,
        np.array([[*map(encoded, seven), a, b] for a, b in kinds], dtype=np.uint8),
    )
    for row in random.Random(1).sample(range(len(ways)), 12):
        nine = cards_of_choice(parts.hands[row], int(pairs.settings.choice[row]))
        cards = tuple(card for hand in nine.values() for card in hand)
        most = max(plain_value(game.terms, setting.setting) for setting in legal_settings(game.terms, cards))
        assert plain_value(game.terms, nine) == most
    buy = next(option for option in best(game, seven, against=listing) if option.decision == "buy")
    values = [
        plain_value(game.terms, cards_of_choice(parts.hands[row], int(pairs.settings.choice[row])))
        for row in range(len(ways))
    ]
    assert buy.ev == sum((w * n for w, n in zip(values, ways, strict=True)), Fraction()) / sum(ways)


# Against the dealer's policy -----------------------------------------------------------------------------------------


def test_against_a_policy_options_are_estimates_with_their_error() -> None:
    options = best(GAME, random_hand(1))
    losses = [option.gives_up for option in options if option.gives_up is not None]
    assert len(losses) == len(options)
    assert losses == sorted(losses)
    assert options[0].gives_up == 0
    for option in options:
        assert option.sure == ESTIMATE
        assert option.standard_error is not None
        assert 0 < option.standard_error < 0.05
        assert foul(TERMS, option.setting, {}) is None
        assert set(option.by_hand) == {"first", "second", "third"}


def test_seven_cards_are_folded_or_bought_by_the_value_of_buying() -> None:
    fold, buy = best(GAME, JUNK)
    assert (fold.decision, fold.ev, fold.sure, fold.gives_up) == ("fold", Fraction(-2), EXACT, 0.0)
    assert buy.sure == ESTIMATE
    assert buy.standard_error is not None
    assert buy.ev < -2 - 10 * buy.standard_error
    assert buy.gives_up == pytest.approx(-2 - buy.ev)
    assert best(GAME, STRONG)[0].decision == "buy"


def test_the_sum_over_pairs_is_the_mean_over_every_two_cards() -> None:
    best_reply = reply_to(TERMS)
    seven = random_hand(2, cards=7, jokers=1)
    left = list(SHOE)
    for card in seven:
        left.remove(card)
    nine = encoded_hands([(*seven, *pair) for pair in combinations(left, 2)])
    _, highest = best_reply.choice(nine)
    shoe = np.bincount([encoded(card) for card in SHOE], minlength=53)
    values = value_of_buying(best_reply.tables.coded.scale, best_reply.values, encoded_hands([seven]), shoe, 1, 0)
    assert values[0] == pytest.approx(float(highest.astype(np.float64).mean()), abs=1e-5)


def test_the_quick_decision_is_the_one_of_the_whole_sum() -> None:
    best_reply = reply_to(TERMS)
    sevens = encoded_hands([random_hand(seed, cards=7) for seed in range(12)])
    assert np.array_equal(best_reply.folds(sevens), best_reply.buying(sevens) < best_reply.fold)


def test_holding_jokers_and_aces_weakens_the_dealer() -> None:
    removal = reply_to(TERMS).removal
    ace = encoded(read_cards("As")[0])
    two = encoded(read_cards("2s")[0])
    assert removal[encoded(JOKER)] > removal[ace] > 0 > removal[two]


# Bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "options", "sentence"),
    [
        ("As Ks", {}, "a hand is 7 cards, or 9 after buying, not 2"),
        ("As As As Ks Qs Js Ts", {}, "does not have that many of As"),
        (JUNK, {"dealer_policy": "free"}, "free to set has no odds"),
    ],
)
def test_an_unanswerable_question_gets_one_sentence(cards: str, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(NotAllowed, match=sentence):
        best(GAME.with_options(options), cards)


def test_players_are_those_of_the_game() -> None:
    with pytest.raises(NotAllowed, match="not 9"):
        best(GAME, JUNK, players=9)


# Tables --------------------------------------------------------------------------------------------------------------


def test_tables_are_the_same_bytes_from_the_same_seed_and_refused_for_other_terms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("houseway.games.casino.solver.make_best_reply"), "TRIED", 10)
    first, again = (make_tables(TERMS, seed=3, deals=2000) for _ in range(2))
    assert first.data() == again.data()
    path = tmp_path / "mine.npz"
    write_tables(first, path)
    assert strategy(GAME, str(path)).name == "expert"
    with pytest.raises(Unreadable, match="made for dealer_policy="):
        strategy(GAME.with_options({"dealer_policy": "hw1"}), str(path))
    options = best(GAME, random_hand(4), against=path)
    assert options[0].sure == ESTIMATE
    assert options[0].standard_error
    assert options[0].standard_error > 0


def test_a_field_is_unpacked_as_it_was_packed() -> None:
    tables = casino_tables(TERMS)
    hands = encoded_hands([random_hand(seed) for seed in range(300)])
    dealer_settings = set_by_policy(tables.coded.scale, tables.dealer, parts_of(tables.coded.scale, hands))
    field = field_of(tables, *dealer_settings[:3])
    again = unpacked(packed(field))
    assert np.array_equal(field.counts, again.counts)
    settings = settings_of(tables, field)
    assert len(settings.first) == 300
    assert sorted(settings.second.tolist()) == sorted(dealer_settings.second.tolist())


def test_the_options_that_shape_a_strategy_are_all_that_the_tables_read() -> None:
    recording = RecordingTerms(TERMS)
    casino_tables.__wrapped__(recording)
    assert set(recording._read) <= set(SHAPING)
    assert made_for(replace(TERMS, ante=10)) == made_for(TERMS)
    assert made_for(replace(TERMS, ante=10, max_aggregate=100)) != made_for(replace(TERMS, max_aggregate=100))


# Foul-proof ----------------------------------------------------------------------------------------------------------


def fouls(terms: Terms, hands: np.ndarray) -> int:
    """How many of these hands the reply or a way sets badly, each chosen hand of cards coded afresh."""
    tables = casino_tables(terms)
    scale = tables.coded.scale
    parts = parts_of(tables.coded.scale, hands)
    best_reply = reply_to(terms)
    ways = [policy(tables.coded, key) for key in casino_house_way.POLICIES.values()]
    bad = 0
    for setting in (
        set_by_value(scale, best_reply.values, parts)[0],
        *(set_by_policy(scale, way, parts) for way in ways),
    ):
        rows = np.arange(len(hands))[:, None]
        second = parts.hands[rows, scale.places.threes[scale.places.second[setting.choice]]]
        third = parts.hands[rows, scale.places.fives[scale.places.third[setting.choice]]]
        whole = np.concatenate([setting.first[:, None], second, third], axis=1)
        codes = tables.coded.evaluator.codes
        low, middle, high = (
            scale.height[codes(np.ascontiguousarray(part))] for part in (setting.first[:, None], second, third)
        )
        bad += int((~((high > middle) & (middle > low))).sum())
        bad += int((np.sort(whole, axis=1) != np.sort(hands, axis=1)).any(axis=1).sum())
    return bad


def dealt(count: int, seed: int) -> np.ndarray:
    shoe = np.array([encoded(card) for card in SHOE], dtype=np.uint8)
    return np.random.default_rng(seed).permuted(np.tile(shoe, (count, 1)), axis=1)[:, :9].copy()


@pytest.mark.parametrize("options", [{}, {"cross_size_order": "class_name"}], ids=str)
def test_no_house_way_and_no_best_reply_ever_fouls(options: dict[str, str]) -> None:
    terms = replace(TERMS, **options)  # type: ignore[arg-type]
    if options:
        assert all(
            foul(terms, house_way(replace(terms, dealer_policy=name), random_hand(seed)), {}) is None
            for name in ("hw3", "hw4")
            for seed in range(10)
        )
    else:
        assert fouls(terms, dealt(3000, 1)) == 0


@pytest.mark.slow
def test_a_million_hands_are_set_without_a_foul() -> None:
    assert sum(fouls(TERMS, dealt(50_000, seed)) for seed in range(20)) == 0

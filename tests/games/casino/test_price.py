"""Casino Version: the tables against the game, hand by hand and shoe by shoe, and the estimates against plain play."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from houseway.games.ask import best, price
from houseway.games.casino import house_way as house_ways
from houseway.games.casino import scoring
from houseway.games.casino.hand_order import strength
from houseway.games.casino.house_way import house_way
from houseway.games.casino.kernels.setting import (
    Parts,
    Values,
    cards_of_choice,
    coded,
    coded_settings,
    deck_order,
    parts_of,
    places,
    policy,
    set_by_policy,
    set_by_value,
    values_of,
)
from houseway.games.casino.pricing import best_reply as casino_replies
from houseway.games.casino.pricing import folding
from houseway.games.casino.pricing import price as casino_prices
from houseway.games.casino.pricing import scores as casino_scores
from houseway.games.casino.pricing import shoes as casino_shoes
from houseway.games.casino.pricing.best_reply import (
    before_buying,
    best_reply,
    first_cells,
    reply_values,
    value_of_sevens,
)
from houseway.games.casino.pricing.price import BEST
from houseway.games.casino.pricing.scores import CasinoTables, casino_tables, shuffled
from houseway.games.casino.pricing.shoes import BEST_BY_KIND, BEST_SETTING, HOUSE_WAY, play_shoes
from houseway.games.casino.setting import SECOND, THIRD
from houseway.games.casino.settlement import antes_won
from houseway.games.casino.sheet import SHEET
from houseway.games.casino.solver.best import CasinoOption
from houseway.games.casino.terms import Terms
from houseway.kernels.cards import decoded_hand, encoded_hands
from houseway.pricing.price import Estimate
from houseway.rules.cards import JOKER, Cards, read_cards, write_cards
from houseway.rules.errors import Broken, NotAllowed, Unreadable

TERMS = Terms()
SEED = 7
POLICIES = ("hw2", "hw1", "hw3", "hw4", "top_down", "equilibrium")
OTHER_SCALE = {"three_card_classes": "no_straight_flush", "wheel": "second"}


@pytest.fixture(autouse=True)
def small_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casino_replies, "FIELD_CHUNKS", 2)
    monkeypatch.setattr(casino_shoes, "CHUNK", 50)


def random_hands(count: int, *, seed: int, jokers: int = 0, cards: int = 9) -> list[Cards]:
    """Hands from the shoe, with at least so many jokers."""
    chance = random.Random(seed)
    shoe = list(SHEET.shoe(TERMS))
    hands: list[Cards] = []
    while len(hands) < count:
        hand = tuple(chance.sample(shoe, cards))
        naturals = [card for card in hand if card != JOKER]
        hands.append((*naturals[: cards - jokers], JOKER, JOKER)[:cards] if hand.count(JOKER) < jokers else hand)
    return hands


def agree_with_the_game(terms: Terms, hands: list[Cards]) -> None:
    coded_hands = coded(terms)
    by = policy(coded_hands, house_ways.POLICIES[terms.dealer_policy])
    codes = deck_order(encoded_hands(hands))
    settings = set_by_policy(coded_hands.scale, by, parts_of(coded_hands.scale, encoded_hands(hands)))
    for row, hand in enumerate(hands):
        plain = house_way(terms, hand)
        assert cards_of_choice(codes[row], settings.choice[row]) == plain, write_cards(hand)
        strengths = [strength(terms, plain[slot]) for slot in (SECOND, THIRD)]
        assert [coded_hands.strength(int(code)) for code in (settings.second[row], settings.third[row])] == strengths


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_table_sets_every_hand_as_the_game_does(name: str) -> None:
    hands = random_hands(80, seed=1) + random_hands(20, seed=2, jokers=1) + random_hands(20, seed=3, jokers=2)
    agree_with_the_game(SHEET.with_options({"dealer_policy": name}).terms, hands)


def test_a_policy_table_follows_the_reading_of_the_order() -> None:
    terms = replace(TERMS, cross_size_order="class_name")
    agree_with_the_game(terms, random_hands(60, seed=4) + random_hands(20, seed=5, jokers=2))


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_table_sets_thousands_of_hands_as_the_game_does(name: str) -> None:
    hands = random_hands(2000, seed=6) + random_hands(500, seed=7, jokers=1) + random_hands(500, seed=8, jokers=2)
    agree_with_the_game(SHEET.with_options({"dealer_policy": name}).terms, hands)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"joker_duplicates": False}, {"five_kind_above_sf": False}, OTHER_SCALE])
def test_a_policy_table_follows_the_rarer_readings(options: dict[str, Any]) -> None:
    agree_with_the_game(replace(TERMS, **options), random_hands(300, seed=9) + random_hands(300, seed=10, jokers=2))


@pytest.mark.parametrize("options", [{}, {"joker_duplicates": False}, OTHER_SCALE])
def test_codes_of_hands_in_deck_order_are_those_of_the_evaluator(options: dict[str, Any]) -> None:
    tables = coded(replace(TERMS, **options))
    hands = encoded_hands(random_hands(60, seed=21) + random_hands(40, seed=22, jokers=2))
    parts = parts_of(tables.scale, hands)
    for positions, codes in ((places().threes, parts.seconds), (places().fives, parts.thirds)):
        cards = parts.hands[:, positions].reshape(-1, positions.shape[1])
        assert np.array_equal(tables.evaluator.codes(cards), codes.reshape(-1))


def test_the_search_by_value_finds_the_best_of_all_legal_settings() -> None:
    tables = casino_tables(TERMS)
    scale = tables.coded.scale
    values = best_reply(TERMS, SEED).values
    parts = parts_of(scale, encoded_hands(random_hands(30, seed=23) + random_hands(20, seed=24, jokers=1)))
    settings, highest = set_by_value(scale, values, parts)
    assert np.array_equal(values_of(values, settings), highest)
    for row in range(len(parts.hands)):
        every = Parts(*(np.repeat(part[row : row + 1], 504, axis=0) for part in parts))
        tried = coded_settings(scale, every, np.arange(504, dtype=np.uint16))
        first, second, third = scale.one[tried.first], tried.second, tried.third
        is_legal = (scale.height[third] > scale.height[second]) & (scale.height[second] > scale.height[first])
        assert values_of(values, tried)[is_legal].max() == highest[row]


def test_a_key_that_mixes_two_hands_is_refused() -> None:
    with pytest.raises(Broken, match="more than one hand"):
        policy(coded(TERMS), lambda setting: ((*setting.second.ranks, *setting.third.ranks),))


# Shoes -------------------------------------------------------------------------------------------------------------


@cache
def shoes(count: int, seed: int) -> np.ndarray:
    chance = random.Random(seed)
    shoe = list(SHEET.shoe(TERMS))
    dealt = [chance.sample(shoe, 99) for _ in range(count)]
    return encoded_hands([tuple(cards) for cards in dealt]).reshape(count, 11, 9)


def plain_sums(terms: Terms, dealt: np.ndarray) -> list[Fraction]:
    """House way against house way for every two hands of each shoe, by the game alone."""
    sums = []
    for shoe in dealt:
        hands = [decoded_hand(hand) for hand in shoe]
        dealers = [house_way(terms, hand) for hand in hands]
        players = [house_way(replace(terms, dealer_policy="hw2"), hand) for hand in hands]
        won = [
            sum(scoring.points(terms, players[ours], dealers[theirs]))
            for ours, theirs in permutations(range(len(hands)), 2)
        ]
        sums.append(sum((Fraction(antes_won(terms, points)) for points in won), Fraction()))
    return sums


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"tie_rule": "dealer", "dealer_policy": "hw1"},
        {"tie_rule": "suits", "ace_first_hand_points": 1},
        {"joker_ace_special": False, "five_of_a_kind_points": 6, "buy_in_antes": 2, "dealer_policy": "top_down"},
        {"trips_second_points": 30, "ante_bonus_threshold": 2},
    ],
)
def test_results_of_whole_shoes_equal_those_of_the_rules_exactly(options: dict[str, Any]) -> None:
    terms = replace(TERMS, **options)
    dealt = shoes(3, 11)
    tables = casino_tables(terms)
    sample = play_shoes(tables, best_reply(terms, SEED), dealt)[HOUSE_WAY]
    assert [Fraction(int(total), tables.part) for total in sample.sums] == plain_sums(terms, dealt)


def test_a_cap_on_what_the_house_pays_is_in_the_money() -> None:
    payouts = casino_scores.asymmetry(replace(TERMS, max_aggregate=17))
    assert (payouts[10], payouts[3], payouts[-10]) == (Fraction(17, 5), Fraction(17, 5), Fraction(-12))
    assert casino_tables(replace(TERMS, max_aggregate=17)).part == 5


def test_folded_hands_lose_the_fold_to_everybody() -> None:
    tables = casino_tables(TERMS)
    strategy = best_reply(TERMS, SEED)
    dealt = shoes(3, 11)
    folding = strategy._replace(folds=np.ones_like(strategy.folds))
    sample = play_shoes(tables, folding, dealt)[BEST_BY_KIND]
    assert sample.sums.tolist() == [-2 * 110 * tables.part] * 3
    assert sample.net[-1] == 330


def test_the_value_of_a_setting_is_its_mean_result_against_the_field() -> None:
    tables = casino_tables(TERMS)
    chance = np.random.default_rng(3)
    hands = encoded_hands(random_hands(400, seed=12))
    dealers = set_by_policy(tables.coded.scale, tables.dealer, parts_of(tables.coded.scale, hands))
    values = reply_values(tables, *dealers[:3])
    for _ in range(60):
        ours = int(chance.integers(53)), *(int(chance.choice(tables.coded.codes(size))) for size in (3, 5))
        assert value_of(values, ours) == pytest.approx(plain_value(tables, values, ours, dealers), abs=1e-5)


def value_of(values: Values, ours: tuple[int, ...]) -> float:
    return float(values.value[values.first_cell[ours[0]], values.second_cell[ours[1]], values.third_cell[ours[2]]])


def plain_value(tables: CasinoTables, values: Values, ours: tuple[int, ...], dealers: tuple[np.ndarray, ...]) -> float:
    """The same, dealer by dealer; hands that share a cell tie."""
    scores = tables.scores
    total = 0
    for first, second, third, _ in zip(*dealers, strict=True):
        won = int(scores.first[ours[0], first])
        for mine, theirs, cell, points_if_won in (
            (ours[1], second, values.second_cell, scores.second_points),
            (ours[2], third, values.third_cell, scores.third_points),
        ):
            won += int(points_if_won[mine]) * int(cell[mine] > cell[theirs]) - int(points_if_won[theirs]) * int(
                cell[mine] < cell[theirs]
            )
        total += antes_won(TERMS, won)
    return total / len(dealers[0])


def test_first_hands_share_a_cell_only_if_they_score_alike() -> None:
    cell, _ = first_cells(casino_tables(TERMS).scores)
    assert len(set(cell.tolist())) == 13
    assert cell[52] == cell[51]  # a joker is an ace
    plain = replace(TERMS, joker_ace_special=False)
    assert len(set(first_cells(casino_tables(plain).scores)[0].tolist())) == 14


# The price ---------------------------------------------------------------------------------------------------------


@cache
def small_price(**options: str) -> dict[str, object]:
    return dict(price(SHEET.with_options(options), rounds=100_000, seed=SEED).wagers["ante"].strategies)


def test_a_cached_price_equals_the_computed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, the same price was simulated again each time."""
    rounds = 30_000
    computed = price(SHEET, rounds=rounds, seed=SEED)

    def not_again(*arguments: object) -> dict[str, Estimate]:
        raise AssertionError(arguments)

    monkeypatch.setattr(casino_prices, "estimates", not_again)
    assert price(SHEET, rounds=rounds, seed=SEED) == computed
    with pytest.raises(AssertionError):
        price(SHEET.with_options({"tie_rule": "dealer"}), rounds=rounds, seed=SEED + 100_001)


def test_the_house_way_agrees_with_rounds_played_through_the_game() -> None:
    means = [float(total) / 110 for total in plain_sums(TERMS, shoes(20, 13))]
    strategies = small_price()[HOUSE_WAY]
    error = sqrt(stdev(means) ** 2 / len(means) + strategies.standard_error**2)  # type: ignore[attr-defined]
    assert abs(fmean(means) - strategies.ev) < 4.5 * error  # type: ignore[attr-defined]
    assert error < 0.05


def test_better_play_has_a_higher_value() -> None:
    strategies = small_price()
    house, setting, folding = (strategies[name].ev for name in (HOUSE_WAY, BEST_SETTING, BEST))  # type: ignore[attr-defined]
    assert house + 0.1 < setting < folding < 0


def test_two_house_ways_win_as_often_as_they_lose() -> None:
    net = small_price()[HOUSE_WAY].notes["net_points"]  # type: ignore[attr-defined]
    assert all(count == net[str(-int(points))] for points, count in net.items())


def test_the_same_seed_gives_the_same_price_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    again = price(SHEET, rounds=100_000, seed=SEED).wagers["ante"].strategies
    assert {name: tables.as_data() for name, tables in again.items()} == {
        name: tables.as_data()  # type: ignore[attr-defined]
        for name, tables in small_price().items()
    }


def test_another_seed_gives_another_sample() -> None:
    again = price(SHEET, rounds=10_000, seed=SEED + 1).wagers["ante"].strategies[HOUSE_WAY]
    assert again.ev != small_price()[HOUSE_WAY].ev  # type: ignore[attr-defined]


def test_rounds_go_on_until_the_precision_is_reached() -> None:
    progress_calls: list[tuple[int, int]] = []
    game_price = price(SHEET, lambda done, total: progress_calls.append((done, total)), precision=0.008, seed=SEED)
    errors = [strategy.standard_error for strategy in game_price.wagers["ante"].strategies.values()]  # type: ignore[union-attr]
    assert max(errors) <= 0.008
    assert progress_calls[-1][0] == progress_calls[-1][1]
    assert len({total for _, total in progress_calls}) == 1
    assert progress_calls == sorted(progress_calls)


def test_folding_hand_by_hand_wins_more_than_folding_by_kinds() -> None:
    best = small_price()[BEST]
    assert isinstance(best, Estimate)
    by_kind = small_price()[BEST_BY_KIND]
    assert isinstance(by_kind, Estimate)
    gain = number(best.notes["gain_over_best_by_kind"])
    assert best.ev == by_kind.ev + gain == best.notes["at_least"]
    assert gain > 3 * number(best.notes["gain_error"])
    assert best.ev < number(best.notes["at_most"]) < best.ev + 0.01


def test_every_strategy_says_which_part_is_exact_and_which_is_sampled() -> None:
    for strategy in small_price().values():
        assert isinstance(strategy, Estimate)
        data = strategy.as_data()
        assert str(data["exact"]).startswith("the payouts")
        assert str(data["sampled"]).startswith("the shoes")


def number(note: object) -> float:
    assert isinstance(note, float)
    return note


def test_the_gain_of_folding_hand_by_hand_is_that_of_the_values_of_buying() -> None:
    """All hands of these shoes by plain steps: one set of pairs decides, another one values."""
    tables = casino_tables(TERMS)
    strategy = best_reply(TERMS, SEED)
    shoes = shuffled(np.random.default_rng(3), tables.shoe, 2, 99).reshape(2, 11, 9)[:, :, :7]
    draws = np.random.default_rng(4).random((2, 11))
    gain = folding.gains(tables, strategy, shoes, draws)
    tried = 0
    for shoe in range(2):
        below, folded = 0.0, 0.0
        for number, seven in enumerate(shoes[shoe]):
            kind = int(before_buying(tables, seven[None])[0])
            folds = bool(strategy.folds[kind])
            folded += folds
            chance = folding.chances(tables, strategy)[kind]
            if draws[shoe, number] < chance:
                tried += 1
                decides, values = (
                    float(value_of_sevens(tables, strategy.values, strategy.removal, seven[None], every=28, start=s)[0])
                    for s in (0, 14)
                )
                below += ((decides < -2) * (-2 - values) - folds * (-2 - values)) / chance
                folded += (int(decides < -2) - folds) / chance
        assert gain.below[shoe] == pytest.approx(below / 11)
        assert gain.folds[shoe] == pytest.approx(folded / 11)
    assert tried


def test_trying_a_part_of_the_hands_has_the_mean_of_trying_all() -> None:
    """The same shoes with many draws agree with the shoes in which every hand is tried, within three errors."""
    tables = casino_tables(TERMS)
    strategy = best_reply(TERMS, SEED)
    chance = np.random.default_rng(5)
    shoes = shuffled(chance, tables.shoe, 6, 99).reshape(6, 11, 9)[:, :, :7]
    chances = folding.chances(tables, strategy)[before_buying(tables, shoes.reshape(-1, 7))].reshape(6, 11)
    assert 0 < chances[chances > 0].min() < 1
    parts = np.array([folding.gains(tables, strategy, shoes, chance.random((6, 11))).below for _ in range(60)])
    errors = parts.std(axis=0, ddof=1) / sqrt(len(parts))
    plain = np.array([plain_gain(tables, strategy, shoe) for shoe in shoes])
    assert np.all(np.abs(parts.mean(axis=0) - plain) <= 3 * errors + 1e-12)


def plain_gain(tables: CasinoTables, strategy: casino_replies.BestReplyByKind, shoe: np.ndarray) -> float:
    """The mean gain of a shoe in which every hand near the value of the fold is tried."""
    total = 0.0
    for seven in shoe:
        kind = int(before_buying(tables, seven[None])[0])
        if strategy.near_fold[kind]:
            decides, values = (
                float(value_of_sevens(tables, strategy.values, strategy.removal, seven[None], every=28, start=s)[0])
                for s in (0, 14)
            )
            total += (int(decides < -2) - int(strategy.folds[kind])) * (-2 - values)
    return total / len(shoe)


def test_two_sets_of_pairs_make_up_all_pairs() -> None:
    tables = casino_tables(TERMS)
    strategy = best_reply(TERMS, SEED)
    seven = encoded_hands([read_cards("2s 4h 5d 7c 9s Th Qd")])
    whole, first, second = (
        float(value_of_sevens(tables, strategy.values, strategy.removal, seven, every=every, start=start)[0])
        for every, start in ((1, 0), (2, 0), (2, 1))
    )
    assert first != second
    assert min(first, second) < whole < max(first, second)


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_the_default_precision_is_half_a_thousandth_of_an_ante(name: str) -> None:
    game_price = price(SHEET.with_options({"dealer_policy": name})).wagers["ante"].strategies
    assert all(strategy.standard_error <= 0.0005 for strategy in game_price.values())  # type: ignore[union-attr]


def test_the_best_player_says_what_is_folded() -> None:
    notes = small_price()[BEST_BY_KIND].notes  # type: ignore[attr-defined]
    assert notes["decisions"]["fold"] > 0
    assert sum(notes["decisions"].values()) == small_price()[BEST_BY_KIND].rounds  # type: ignore[attr-defined]
    assert all(points_if_won < -2 for points_if_won in notes["folds"].values())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [({"precision": 0}, "precision is"), ({"rounds": 0}, "rounds is"), ({"seed": -1}, "seed is")],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        price(SHEET, **settings)


def test_a_free_dealer_has_no_odds() -> None:
    free = SHEET.with_options({"dealer_policy": "free"})
    for ask in (lambda: price(free), lambda: best(free, "As Ks Qs Js Ts 9s 8s")):
        with pytest.raises(NotAllowed, match="CAS-A4"):
            ask()


# Exactly -----------------------------------------------------------------------------------------------------------


def test_counts_sum_to_the_number_of_hands() -> None:
    counts = casino_prices.frequencies(SHEET)
    sizes = {"three_cards": 3, "five_cards": 5, "jokers_in_seven": 7, "jokers_in_nine": 9}
    sums = {name: sum(count for count in counts[name].values() if isinstance(count, int)) for name in sizes}
    assert sums == {name: comb(106, n) for name, n in sizes.items()}


def test_five_of_a_kind_is_counted_as_it_is_by_hand() -> None:
    by_hand = 13 * (comb(8, 5) + 2 * comb(8, 4) + comb(8, 3))
    assert casino_prices.frequencies(SHEET)["five_cards"]["five_of_a_kind"] == by_hand
    assert casino_prices.frequencies(SHEET)["three_cards"]["three_of_a_kind"] == 13 * (56 + 2 * 28 + 8)


def test_CAS_D5_the_payout_in_antes() -> None:
    paid = casino_prices.frequencies(SHEET)["payout_in_antes"]
    assert [paid[str(n)] for n in (-10, -1, 0, 1, 3, 4, 10)] == ["-12/1", "-3/1", "0/1", "2/1", "4/1", "6/1", "12/1"]


# Given cards -------------------------------------------------------------------------------------------------------

NINE = "As Kd 9h 8c 7d 5s 3h 2c Xx"


def test_nine_cards_list_legal_settings_best_first() -> None:
    options = best(SHEET, NINE, seed=SEED)
    evs = [option.ev for option in options]
    assert evs == sorted(evs, reverse=True)
    assert len(options) <= 20
    for option in options:
        assert [len(hand) for hand in option.setting.values()] == [1, 3, 5]
        assert sorted(card for hand in option.setting.values() for card in hand) == sorted(read_cards(NINE))
        assert isinstance(option, CasinoOption)
        assert sum(option.counts.values()) == option.rounds


def test_the_value_of_a_setting_equals_a_plain_count_over_dealers() -> None:
    option = best(SHEET, NINE, seed=SEED)[0]
    ours = option.setting
    won = [antes_won(TERMS, sum(scoring.points(TERMS, ours, dealer))) for dealer in plain_dealers(150)]
    assert option.standard_error is not None
    error = sqrt(stdev(won) ** 2 / len(won) + option.standard_error**2)
    assert abs(fmean(won) - option.ev) < 4.5 * error


def plain_dealers(count: int) -> Iterator[dict[str, Cards]]:
    left = list(SHEET.shoe(TERMS))
    for card in read_cards(NINE):
        left.remove(card)
    chance = random.Random(14)
    for _ in range(count):
        yield dict(house_way(TERMS, tuple(chance.sample(left, 9))))


def test_seven_bad_cards_fold_and_seven_good_ones_buy() -> None:
    bad = best(SHEET, "Ks Td 9h 8c 5d 3s 2h", seed=SEED)
    good = best(SHEET, "As Ad Ah Kc Kd Xx 2h", seed=SEED)
    assert [option.decision for option in bad] == ["fold", "buy"]
    assert [option.decision for option in good] == ["buy", "fold"]
    assert bad[0].ev == -2
    assert good[0].ev > 2


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [("As Ks", "7 cards, or 9"), ("As As As Ks Qs Js Ts", "that many of As"), ("Xx Xx Xx 2s 3s 4s 5s", "Xx")],
)
def test_hands_that_cannot_be_are_refused(cards: str, sentence: str) -> None:
    with pytest.raises(NotAllowed, match=sentence):
        best(SHEET, cards)

"""The Showdown solver: legal settings with their values, exact values against listed settings, and bots."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from games.showdown.showdown_every_setting import best_value
from houseway.games.ask import best
from houseway.games.showdown import hand_order, legality
from houseway.games.showdown.kernels.shapes import scale_for
from houseway.games.showdown.scoring import points
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.solver.against import listed_model, points_against
from houseway.games.showdown.solver.best_setting import solve_setting
from houseway.games.showdown.solver.explain import explain
from houseway.games.showdown.solver.options import value_of
from houseway.games.showdown.solver.population import (
    Population,
    net_scores_between,
    points_of,
    population_table,
    strength_in,
)
from houseway.games.showdown.solver.strategies import expert, newcomer, strongest_first
from houseway.games.showdown.solver.surrender_stakes import FIRST, SECOND
from houseway.games.showdown.solver.tables import known, made_for, solve
from houseway.games.showdown.solver.value_model import MICRO, Model, model_from, points_model
from houseway.rules.cards import JOKER, Cards, read_cards, write_cards
from houseway.rules.dealing import cards_due
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import AnyGame, Deal, Opening
from houseway.rules.moves import Dealt
from houseway.rules.playing import play, settlement, start
from houseway.rules.ranking import Strength
from houseway.rules.setting import Setting
from houseway.rules.view import view
from houseway.solving.results import EXACT, PROVEN
from houseway.solving.strategy import Strategy

GAME = SHEET
SHOE = list(GAME.shoe(GAME.terms))
EXAMPLE = read_cards("4d 5d 6d 7d 8d 9d Qs Qh Qd Qc 3s Js Jh Jd Jc 4s 8s 8h 8c 8d 5h Ks Kd 2c Ah")  # SHO-V04


def deal(seed: int, count: int = 25, jokers: int = 0) -> Cards:
    naturals = [card for card in SHOE if card != JOKER]
    return (*random.Random(seed).sample(naturals, count - jokers), *(JOKER,) * jokers)


def value_in(setting: Setting, model: Model) -> int:
    return sum(model.value(place, strength_in(GAME, setting, place)) for place in legality.SLOTS)


# The solver --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jokers", range(5))
@pytest.mark.parametrize("count", [20, 23, 25])
def test_a_setting_is_legal_proven_and_has_the_value_it_claims(count: int, jokers: int) -> None:
    cards = deal(count + jokers, count, jokers)
    model = points_model(GAME)
    solution = solve_setting(GAME, cards, model)
    assert solution.proven
    assert not legality.fault_codes(GAME.terms, solution.setting, {})
    assert solution.value == value_in(solution.setting, model)
    assert solution.value >= value_in(GAME.house_way(GAME.terms, cards), model)  # type: ignore[misc]


def test_the_example_of_the_sheet_scores_all_it_can() -> None:
    """SHO-V04: six hands, 46 points if all win; the sheet's own setting is not beaten by much."""
    assert solve_setting(GAME, EXAMPLE, points_model(GAME)).value >= 46 * MICRO


def test_a_model_may_prefer_weak_hands() -> None:
    """Values need not rise with strength: here the value of a hand is minus its key."""
    scale = scale_for(GAME.terms)
    model = Model("weak", scale, -np.tile(np.arange(len(scale.strengths)), (6, 1)).astype(np.int64))
    cards = deal(3, 20)
    weak = solve_setting(GAME, cards, model)
    strong = solve_setting(GAME, cards, points_model(GAME))
    assert value_in(weak.setting, model) >= value_in(strong.setting, model)
    assert weak.value == value_in(weak.setting, model)


@pytest.mark.parametrize(
    "reading",
    [
        {"two_pairs_vs_three_card": "below"},
        {"three_card_sf": "top"},
        {"power_order": "cards"},
        {"suit_tiebreak": "first_card"},
        {"equal_hands_order": "allow"},
        {"wheel": "second"},
        {"hand3_expansion": "either"},
        {"natural_beats_wild": True},
        {"special_points_source": "chart"},
    ],
    ids=str,
)
def test_other_readings(reading: dict[str, object]) -> None:
    game = GAME.with_options(reading)
    model = points_model(game)
    for seed in range(2):
        solution = solve_setting(game, deal(seed, 25, 2), model)
        assert solution.proven
        assert not legality.fault_codes(game.terms, solution.setting, {})


def test_equal_hands_may_follow_each_other_where_the_table_allows_it() -> None:
    """Two trips of nines, all spades, are legal in Hands 2 and 3 only under that reading [SHO-A4]."""
    cards = read_cards("9s 9s 9s Xx Xx Xx 2c 3d 4h 6c 7d 8h Tc Jd Qh Kc Ad 2h 3c 4d")
    allowing = GAME.with_options({"equal_hands_order": "allow"})
    strict, allowed = (solve_setting(game, cards, points_model(game)).value for game in (GAME, allowing))
    assert allowed >= strict


@pytest.mark.parametrize(("option", "value"), [("cross_size_order", "class_name"), ("joker_duplicates", False)])
def test_orders_that_are_no_chain_are_refused(option: str, value: object) -> None:
    with pytest.raises(NotAllowed, match=option):
        points_model(GAME.with_options({option: value}))


def test_wrong_cards_are_refused() -> None:
    with pytest.raises(NotAllowed, match="sets 20 to 25 cards, not 19"):
        solve_setting(GAME, deal(1, 20)[:19], points_model(GAME))
    with pytest.raises(NotAllowed, match="shoe does not have"):
        solve_setting(GAME, read_cards("As As As As") + deal(1, 25)[:20], points_model(GAME))
    with pytest.raises(NotAllowed, match="20, 23 or 25"):
        best(GAME, deal(1, 24))
    with pytest.raises(Unreadable, match="value model"):
        best(GAME, deal(1, 25), model="pionts")


# Populations -------------------------------------------------------------------------------------------------------


def test_the_value_of_a_population_equals_the_mean_of_its_duels() -> None:
    scale = scale_for(GAME.terms)
    chance = np.random.default_rng(4)
    keys = chance.integers(0, len(scale.strengths), (30, 6)).astype(np.int32)
    population = Population(keys, np.ones(30))
    points = points_of(GAME, scale)
    table, _ = population_table(points, population.spread(scale))
    each = table[np.arange(6), keys].sum(axis=1)
    assert np.allclose(each, net_scores_between(points, keys, keys).mean(axis=1))
    assert abs(each.mean()) < 1e-9


def test_the_shipped_tables_are_for_the_usual_terms() -> None:
    others = known(GAME)
    assert dict(others.tables.made_for) == made_for(GAME)
    assert others.stakes.threshold(FIRST, 6, 60) < 5
    low, high = (others.stakes.options(SECOND, np.array([v]), 4, 100)["play"] for v in (-30.0, 30.0))
    assert low < others.stakes.options(SECOND, np.array([0.0]), 4, 100)["surrender"] < high


# Against a list ----------------------------------------------------------------------------------------------------


def listed(count: int) -> list[Setting]:
    return [solve_setting(GAME, deal(100 + n, 25, n % 3), points_model(GAME), budget=50).setting for n in range(count)]


@pytest.mark.parametrize("reading", [{}, {"special_counts": "both"}, {"suit_tiebreak": "off"}], ids=str)
def test_the_value_against_a_list_is_what_the_game_pays(reading: dict[str, object]) -> None:
    game = GAME.with_options(reading)
    others = listed(4)
    model, ties = listed_model(game, others)
    for seed in range(2):
        cards = tuple(card for hand in others[seed].values() for card in hand)  # ties in every hand but for suits
        solution = solve_setting(game, cards, model, ties=ties)
        assert solution.value == sum(points_against(game, solution.setting, others))
        assert solution.value >= sum(points_against(game, others[seed], others))


def setting_of(text: str) -> Setting:
    hands = [read_cards(hand) for hand in text.split("|")]
    return {legality.slot_name(slot): hand for slot, hand in zip(legality.SLOTS, hands, strict=True)}


LONE_JOKER = setting_of("Xx | 7c 4c 4c | Kd Kc 6s 6d 6d | Ts Th Th Tc 9d | Qh Qc Qc 8s Xx | 2s 2s 2s 2h 2d")
ACE_OF_SPADES = setting_of("As | 7c 4c 4c | Kd Kc 6s 6d 6d | Ts Th Th Tc 9d | Qh Qc Qc 8s Xx | 2s 2s 2s 2h 2d")
THREE_JOKERS = setting_of("9s | Xx Xx Xx | Ks Kd Kc 9d 8c | Qh Qd Jc Js Jh | Ts Td Th Tc 9d | 2s 2s 2s 2h 2d")


@pytest.mark.parametrize("opponent", [LONE_JOKER, ACE_OF_SPADES, THREE_JOKERS])
def test_SHO_43_a_hand_of_jokers_alone_draws_with_the_cards_it_stands_for(opponent: Setting) -> None:
    """A lone joker is the ace of spades: it draws with another one and with the ace itself."""
    cards = read_cards("8d 4s 8h 9h Xx Xx 6h 5d 8c 9h Jd Th 6s Xx 8d 9s Ac 3h Xx 7c")
    model, ties = listed_model(GAME, [opponent])
    solution = solve_setting(GAME, cards, model, ties=ties)
    assert solution.proven
    assert solution.value == sum(points_against(GAME, solution.setting, [opponent]))


@pytest.mark.parametrize("opponent", [LONE_JOKER, THREE_JOKERS])
def test_no_setting_against_hands_of_jokers_is_better_where_all_can_be_tried(opponent: Setting) -> None:
    cards = read_cards("9h9h9h 8h8h8h AsAsAs KdKdKd 4c4c4c 2c XxXxXxXx")
    model, ties = listed_model(GAME, [opponent])
    hands = legality.hands_of(opponent, {})

    def points_won(slot: int, strength: Strength) -> int:
        theirs = hand_order.strength_of(GAME.terms, hands[slot - 1])
        if strength == theirs:
            return 0
        return points(GAME.terms, slot, strength) if strength > theirs else -points(GAME.terms, slot, theirs)

    assert solve_setting(GAME, cards, model, ties=ties).value == best_value(GAME.terms, cards, points_won)


def test_best_against_a_file_of_settings(tmp_path: Path) -> None:
    others = listed(3)
    path = tmp_path / "others.txt"
    path.write_text("\n".join(" | ".join(write_cards(hand) for hand in other.values()) for other in others))
    first, *rest = best(GAME, deal(7), against=path)
    assert first.sure == EXACT
    assert all(row.ev <= first.ev for row in rest)
    assert sum(hand.value for hand in first.by_hand.values() if hand.value is not None) == first.ev


# Options and bots --------------------------------------------------------------------------------------------------


def test_options_at_25_cards() -> None:
    cards = deal(5)
    first, *rest = best(GAME, cards)
    assert first.sure == PROVEN
    assert first.gives_up == 0
    assert len(rest) >= 2
    assert [row.ev for row in rest] == sorted((row.ev for row in rest), reverse=True)
    assert sum(hand.value for hand in first.by_hand.values() if hand.value is not None) == pytest.approx(first.ev)
    setting = rest[0].setting
    assert value_of(GAME, cards, setting).gives_up == pytest.approx(rest[0].gives_up)


@pytest.mark.parametrize("count", [20, 23])
def test_options_before_all_cards_are_there(count: int) -> None:
    *choices, setting = best(GAME, deal(5, count), players=4)
    assert {row.decision for row in choices} == {"play", "surrender"}
    assert choices[0].ev >= choices[1].ev
    assert setting.decision == "set"


def test_points_are_a_model_too() -> None:
    assert best(GAME, EXAMPLE, model="points")[0].ev >= 46


def test_strongest_first_has_the_strongest_hand_6() -> None:
    cards = deal(9)
    setting = strongest_first(GAME, cards)
    top = model_from(GAME, lambda place, hand: scale_for(GAME.terms).number(hand) if place == 6 else 0)
    assert value_in(setting.setting, top) == solve_setting(GAME, cards, top).value


@pytest.mark.parametrize("strategy", [newcomer, expert])
def test_bots_play_a_round_from_their_views(strategy: Callable[[AnyGame], Strategy]) -> None:
    bot = strategy(GAME)
    shoe = random.Random(3).sample(SHOE, len(SHOE))
    round_ = start(GAME, Opening(players=("a", "b", "c")))
    while not round_.over:
        if isinstance(round_.step, Deal):
            count = cards_due(round_)
            round_ = play(round_, Dealt(tuple(shoe[:count])))
            shoe = shoe[count:]
        else:
            mover = round_.waiting_for[0]
            round_ = play(round_, bot.move(GAME, view(round_, int(mover))))
    assert settlement(round_)


# Long runs ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_seed_makes_the_same_tables() -> None:
    first, second = (solve(GAME, deals=4, rounds=2, tests=20, sample=20) for _ in range(2))
    assert first.tables.data() == second.tables.data()
    assert first.exploitability == second.exploitability


@pytest.mark.slow
def test_every_sentence_has_a_value() -> None:
    explanation = explain(GAME)
    assert all(lesson.value > 0 for lesson in explanation.lessons)
    assert explanation.cost > 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, 23, 25])
def test_many_deals_are_legal_and_proven(count: int) -> None:
    model = known(GAME).model
    for seed in range(300):
        cards = tuple(random.Random(seed).sample(SHOE, count))
        solution = solve_setting(GAME, cards, model)
        assert solution.proven
        assert solution.value == value_in(solution.setting, model)

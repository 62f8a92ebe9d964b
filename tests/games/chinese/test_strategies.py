"""Strategies of Chinese Poker: settings are legal, surrender is decided by value, and naturals are claimed."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.games.ask import best, explain, solve, strategy
from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.exposure import expose
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import ROWS, strength
from houseway.games.chinese.house_way import house_way
from houseway.games.chinese.kernels.best_setting import best_of, value_tables
from houseway.games.chinese.kernels.setting import cards_of
from houseway.games.chinese.kernels.value import choices, grid_values
from houseway.games.chinese.solver.card_removal import removal_cost
from houseway.games.chinese.solver.field_sources import PRESETS, field_at_once, shipped_field, shipped_name, terms_for
from houseway.games.chinese.solver.options import options_of, random_hands, tables
from houseway.games.chinese.solver.payoff import GONE
from houseway.games.chinese.solver.ship import SCORINGS
from houseway.kernels.cards import decoded_hand
from houseway.rules.cards import DECK, Cards, read_cards
from houseway.rules.errors import Unreadable
from houseway.rules.game import Game, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet
from houseway.rules.payments import net
from houseway.rules.playing import play, settlement, start
from houseway.rules.round import Round
from houseway.rules.view import view
from houseway.sampling.streams import stream
from houseway.solving.strategy_files import shipped, write_tables

LEVELS = ("newcomer", "house_way", "expert")
WEAK = read_cards("2c 6h Ad Js 3c 9c Qs 6d 8s 5h Kh 7s 4h")


def game_of(**options: Any) -> Game[chinese.Terms]:
    return replace(chinese.SHEET, terms=replace(chinese.Terms(), **options))


def dealt(game: Game[chinese.Terms], first: Cards, players: int = 2) -> Round:
    """A round in which the first seat has these cards."""
    others = [card for card in DECK if card not in first]
    Random(1).shuffle(others)
    hands = [first, *(tuple(others[13 * n : 13 * n + 13]) for n in range(players - 1))]
    in_order = tuple(hands[seat][place] for place in range(13) for seat in range(players))
    round_ = play(start(game, Opening(players=tuple("ABCD"[:players]))), Dealt(in_order))
    return round_ if set(round_.seats[0].cards) == set(first) else _dealt_whole(game, hands)


def _dealt_whole(game: Game[chinese.Terms], hands: list[Cards]) -> Round:
    cards = tuple(card for hand in hands for card in hand)
    return play(start(game, Opening(players=tuple("ABCD"[: len(hands)]))), Dealt(cards))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_whole_rounds(level: str, preset: str) -> None:
    game = replace(chinese.SHEET, terms=replace(terms_for("1-6", preset), players=4))
    bot = strategy(game, level)
    for seed in range(4):
        cards = tuple(DECK[place] for place in stream(seed, 0, 0).permutation(52))
        round_ = play(start(game, Opening(players=("A", "B", "C", "D"))), Dealt(cards))
        while not round_.over:
            number = int(round_.waiting_for[0])
            round_ = play(round_, bot.move(game, view(round_, number)))
        assert sum(net(settlement(round_)).values()) == 0
        assert not any(expose(game.terms, seat).fouled for seat in round_.seats)


def test_a_newcomer_sets_as_the_house_way_of_the_rules_does() -> None:
    """The table and the rules both choose the strongest back, then the strongest middle."""
    game = game_of()
    for hand in random_hands(3, 0, 5):
        cards = decoded_hand(hand.tolist())
        round_ = dealt(game, cards)
        move = strategy(game, "newcomer").move(game, view(round_, 1))
        assert isinstance(move, HandsSet)
        plain = house_way(game.terms, cards)
        for row in ROWS[1:]:
            assert strength(game.terms, move.setting[row]) == strength(game.terms, plain[row])


def test_surrender_is_decided_by_value() -> None:
    game = replace(chinese.SHEET, terms=terms_for("1-6", "typical"))
    options = best(game, WEAK)
    decisions = [option.decision for option in options]
    assert decisions[0] == "surrender"
    assert options[0].ev > options[1].ev
    assert options[0].ev == pytest.approx(-3, abs=0.2)  # from an opponent who surrenders too, nothing is owed
    round_ = dealt(game, WEAK)
    assert strategy(game, "expert").move(game, view(round_, 1)) == Decided(1, "surrender")
    assert strategy(game, "newcomer").move(game, view(round_, 1)) == Decided(1, "play")
    strong = dealt(game, read_cards("As Ad Ac Kh Ks Kd Qc Qh Qs Jd Jc Th Ts"))
    assert strategy(game, "expert").move(game, view(strong, 1)) == Decided(1, "play")


def test_nobody_surrenders_after_all_others_have() -> None:
    game = replace(chinese.SHEET, terms=replace(terms_for("1-6", "typical"), surrender_order="in_turn"))
    others = [card for card in DECK if card not in WEAK][:13]
    round_ = _dealt_whole(game, [tuple(others), WEAK])
    number = 2 if round_.seats[1].cards == WEAK or set(round_.seats[1].cards) == set(WEAK) else 1
    if number == 2:
        assert strategy(game, "expert").move(game, view(play(round_, Decided(1, "play")), 2)).option == "surrender"  # type: ignore[union-attr]


def test_a_natural_is_claimed_where_it_must_be() -> None:
    dragon = read_cards("As Kd Qc Jh Ts 9d 8c 7h 6s 5d 4c 3h 2s")
    game = replace(
        chinese.SHEET, terms=replace(terms_for("per_hand", "typical"), natural_detection="declared", surrender=False)
    )
    move = strategy(game, "expert").move(game, view(dealt(game, dragon), 1))
    assert isinstance(move, HandsSet)
    assert move.claims == ("natural",)
    automatic = replace(game, terms=replace(game.terms, natural_detection="automatic"))
    move = strategy(automatic, "expert").move(automatic, view(dealt(automatic, dragon), 1))
    assert isinstance(move, HandsSet)
    assert move.claims == ()


# Foul-proof --------------------------------------------------------------------------------------------------------


def legal_in_batch(hands: int, seed: int) -> None:
    field = shipped_field("2-4", "base")
    terms = field.terms
    classes = np.concatenate([field.pays.classes, np.zeros((3, 1), dtype=np.uint16)], axis=1)
    by = value_tables(field.grid, classes)
    dealt_hands = random_hands(seed, 11, hands)
    picks, _ = best_of(tables(terms), by, dealt_hands)
    assert (picks[:, 2] > picks[:, 1]).all()
    assert (picks[:, 1] > picks[:, 0]).all()
    for row in Random(seed).sample(range(hands), 200):
        setting = cards_of(dealt_hands[row], int(picks[row, 3]), int(picks[row, 4]))
        assert sorted(card for held in setting.values() for card in held) == sorted(
            decoded_hand(dealt_hands[row].tolist())
        )
        assert foul(terms, setting, {}) is None


def test_no_setting_fouls() -> None:
    legal_in_batch(4_000, 1)


@pytest.mark.slow
def test_no_setting_fouls_in_a_million_deals() -> None:
    for seed in range(2, 26):
        legal_in_batch(50_000, seed)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_fast_search_finds_the_best_of_all_options(scoring: str) -> None:
    for preset in PRESETS:
        field = shipped_field(scoring, preset)
        terms = replace(field.terms, naturals=False, surrender=False)
        hands = random_hands(5, 12, 300)
        classes = np.concatenate([field.pays.classes, np.zeros((3, 1), dtype=np.uint16)], axis=1)
        options = options_of(terms, hands)
        values = grid_values(field.grid, options.hands)
        _, fast = best_of(tables(terms), value_tables(field.grid, classes), hands)
        assert fast == pytest.approx(values[choices(values, options.ends)], abs=1e-6)


def test_the_short_list_misses_nothing() -> None:
    """The best option of the grid's short list is the best of all options, valued exactly."""
    for scoring in SCORINGS:
        game = replace(chinese.SHEET, terms=terms_for(scoring, "base"))
        field = field_at_once(game.terms)
        for hand in random_hands(6, 13, 6):
            options = options_of(game.terms, hand[None, :])
            exact = field.units(options.hands).max() / field.total
            assert best(game, decoded_hand(hand.tolist()))[0].ev == exact


# Solving -----------------------------------------------------------------------------------------------------------


def test_shipped_tables_are_hard_to_exploit() -> None:
    from houseway.solving.strategy_files import _tables

    for scoring in SCORINGS:
        for preset in PRESETS:
            data = shipped("houseway.games.chinese.solver", f"{scoring}-{preset}")
            assert data is not None
            assert len(data) < 200_000
            made_by = _tables(data).made_by
            exploitability = made_by["exploitability"]
            error = made_by["standard_error"]
            assert isinstance(exploitability, float)
            assert isinstance(error, float)
            assert exploitability + 3 * error < 0.002


def test_a_solve_is_repeatable_and_close(tmp_path: Path) -> None:
    game = game_of(scoring="2-4", bonuses=True, bonus_requires_win="row")
    steps: list[tuple[int, int]] = []
    one, two = (
        solve(game, lambda done, total: steps.append((done, total)), deals=600, rounds=25, fresh=200, seed=3)
        for _ in range(2)
    )
    assert one.tables.data() == two.tables.data()
    assert steps[-1][0] == steps[-1][1]
    assert 0 <= one.exploitability[0].value < 0.03
    path = tmp_path / "mine.npz"
    write_tables(one.tables, path)
    assert best(game, WEAK, against=path)[0].decision == "set"
    assert strategy(game, str(path)).name == "mine.npz"
    with pytest.raises(Unreadable, match=r"made for bonus_requires_win='row'|made for"):
        best(game_of(scoring="2-4"), WEAK, against=path)


def test_terms_without_tables_use_the_nearest_ones() -> None:
    field = field_at_once(replace(chinese.Terms(), scoring="2-4", bonuses=True, wheel="second"))
    assert (field.hands.state != GONE).all()
    assert field.total == field.live


@pytest.mark.slow
@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_shipped_tables_follow_from_the_seed(scoring: str) -> None:
    made = solve(replace(chinese.SHEET, terms=terms_for(scoring, "base")))
    assert made.tables.data() == shipped("houseway.games.chinese.solver", shipped_name(scoring, "base"))


def test_card_removal_gains_little() -> None:
    cost = removal_cost(replace(chinese.Terms(), scoring="2-4"), hands=60, pool=20_000)
    assert cost.met > 150
    assert abs(cost.gain) < 0.05 + 4 * cost.standard_error


def test_the_sentences_gain_something_and_cost_little() -> None:
    explanation = explain(game_of(scoring="2-4"))
    assert len(explanation.lessons) <= 10
    assert all(lesson.value > 0 for lesson in explanation.lessons)
    assert 0 < explanation.cost < 0.25
    assert explanation.standard_error < 0.02

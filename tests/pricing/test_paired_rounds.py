"""What readings move among players: the same rounds under both, and nothing that may be chance."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from houseway.games import ask as pricing
from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.pricing import price as chinese_prices
from houseway.games.chinese.rounds import house_way_on_kernels
from houseway.games.showdown import sheet as showdown
from houseway.games.showdown.pricing import price as showdown_prices
from houseway.pricing.measured import Measured
from houseway.pricing.paired_rounds import (
    SCORED_DIFFERENTLY,
    SIZE,
    SPREAD,
    PairedRounds,
    RoundFigures,
    changes_of_rounds,
    measured_rounds,
)
from houseway.pricing.readings import paired_mean
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Game
from houseway.rules.payments import POT, net
from houseway.rules.playing import settlement
from houseway.sampling.rounds_by_rules import RoundsByRules
from houseway.solving.bots import HOUSE_WAY

CHAMPION = ("champion", "points")
POT_SIZE = ("pot", "size")
TIED = ("pot", "tied")
LEFT = ("pot", "left_over")


# Beyond chance -----------------------------------------------------------------------------------------------------


def test_a_figure_moves_only_beyond_three_standard_errors() -> None:
    before = np.linspace(0.0, 1.0, 128)
    swings = np.where(np.arange(128) % 2, 0.1, -0.1)  # a standard error of 0.0089
    assert paired_mean(before, before + swings + 0.02) == before.mean()
    assert paired_mean(before, before + swings + 0.03) == pytest.approx(before.mean() + 0.03)
    assert paired_mean(before, before - swings - 0.03) == pytest.approx(before.mean() - 0.03)


def test_fewer_rounds_after_are_compared_with_the_same_before() -> None:
    before = np.array([5.0, 7.0, 100.0, 200.0])
    assert paired_mean(before, np.array([6.0, 8.0])) == before.mean() + 1


def seen(scores: list[list[int]], won: list[float]) -> RoundFigures:
    return RoundFigures(np.array(scores), {SIZE: np.abs(np.array(scores)).mean(axis=1)}, {SPREAD: np.array(won) ** 2})


def test_changes_on_the_same_rounds_have_the_error_of_the_differences() -> None:
    before = seen([[3], [1]] * 50, [3.0, 4.0] * 50)
    after = seen([[4], [2]] * 50, [6.0, 8.0] * 50)
    changed = changes_of_rounds(before, after)
    assert changed[SIZE] == Measured(1.0, 0.0)  # one point more in every round, though rounds differ
    assert measured_rounds(before)[SIZE].standard_error == pytest.approx(0.1, rel=0.01)
    assert changed[SPREAD].value == pytest.approx(sqrt(12.5))  # from a root mean square of 3.54 to 7.07
    spread = measured_rounds(before)[SPREAD]
    assert changed[SPREAD].value == pytest.approx(spread.value)
    assert changed[SPREAD].standard_error == pytest.approx(spread.standard_error)  # every result doubles
    assert changed[SCORED_DIFFERENTLY] == Measured(1.0, 0.0)
    fewer_players = changes_of_rounds(before, seen([[3, 1], [2, 2]] * 50, [3.0, 4.0] * 50))
    assert fewer_players[SCORED_DIFFERENTLY] == Measured(0.0)


def test_meetings_scored_otherwise_are_counted_and_spreads_are_roots() -> None:
    game, variant, fewer = (showdown.SHEET.with_options({"players": n}) for n in (6, 5, 2))
    scores = [[3, 1], [2, 2]] * 50
    won = [3.0, 4.0] * 50
    under = {
        6: seen(scores, won),
        5: seen([[3, 0], [2, 2]] * 50, [6.0, 8.0] * 50),
        2: seen([[3], [2]] * 50, won),
    }
    figures = PairedRounds(game, lambda game: under[game.terms.players]).figures
    assert figures(game) == {SCORED_DIFFERENTLY: 0, SIZE: 2, SPREAD: sqrt(12.5)}
    assert figures(variant) == {SCORED_DIFFERENTLY: 0.25, SIZE: pytest.approx(1.75), SPREAD: pytest.approx(sqrt(50))}
    assert figures(fewer)[SCORED_DIFFERENTLY] == 0  # other players meet: there is nothing to compare


# Pyramid Showdown --------------------------------------------------------------------------------------------------


def by_hand(game: Game[showdown.Terms], seats: int, count: int) -> RoundFigures:
    """Round by round from the payments of the rules."""
    plain = RoundsByRules(game, (HOUSE_WAY,) * seats)
    ante = game.terms.ante_chips
    rows = []
    pairs = [(a, b) for a in range(1, seats + 1) for b in range(a + 1, seats + 1)]
    for number in range(count):
        payments = settlement(plain.finished_round(showdown_prices.SEED, number))
        between = [p for p in payments if p.wager == "showdown"]
        points = net(between)
        scores = [net(p for p in between if {p.payer, p.payee} == {*pair}).get(pair[0], 0) for pair in pairs]
        most = max(points.get(seat, 0) for seat in range(1, seats + 1))
        rows.append(
            (
                scores,
                most,
                sum(p.chips for p in payments if p.payee == POT),
                sum(points.get(seat, 0) == most for seat in range(1, seats + 1)) > 1,
                net(payments).get(POT, 0),
                sum(net(payments).get(seat, 0) ** 2 for seat in range(1, seats + 1)) / seats,
            )
        )
    duels, champion, pot, tied, left, squares = (np.array(column) for column in zip(*rows, strict=True))
    means = {SIZE: np.abs(duels).mean(axis=1), CHAMPION: champion, POT_SIZE: pot, LEFT: left}
    shares = {name: values / ante for name, values in means.items()}
    return RoundFigures(duels, {**shares, TIED: tied.astype(float)}, {SPREAD: squares / ante**2})


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """The same number of rounds for all players."""

    def set_to(count: int) -> None:
        for prices, name in ((showdown_prices, "ROUNDS"), (chinese_prices, "READ_ROUNDS")):
            monkeypatch.setattr(prices, name, count)
            monkeypatch.setattr(prices, "FEW", count)

    return set_to


READ = [
    {},
    {"special_counts": "both", "ante_chips": 7},
    {"suit_tiebreak": "off", "pot_tie": "carry"},
    {"cross_size_order": "class_name"},
]


@pytest.mark.parametrize("options", READ)
def test_showdown_is_seen_as_the_rules_pay_it(options: dict[str, Any], few: Callable[[int], None]) -> None:
    few(6)
    game = showdown.SHEET.with_options({"players": 3, **options})
    figures = showdown_prices.SameRounds()(game)
    wanted = by_hand(game, 3, 6)
    assert figures.scores.shape == (6, comb(3, 2))
    assert figures.scores.tolist() == wanted.scores.tolist()
    assert (set(figures.means), set(figures.squares)) == (set(wanted.means), set(wanted.squares))
    for name, values in {**wanted.means, **wanted.squares}.items():
        assert {**figures.means, **figures.squares}[name].tolist() == pytest.approx(values.tolist())


def test_a_tie_that_carries_leaves_the_pot_on_the_table(few: Callable[[int], None]) -> None:
    few(300)
    see = showdown_prices.SameRounds()
    split, carry = (see(showdown.SHEET.with_options({"players": 2, "pot_tie": tie})) for tie in ("split", "carry"))
    assert len(see.cache) == 1  # the same hands, scored once
    tied = split.means[TIED] > 0
    assert 0 < tied.sum() < 60
    assert not split.means[LEFT].any()
    assert carry.means[LEFT].tolist() == (6 * tied).tolist()  # an ante and two buys of each
    assert (carry.scores == split.scores).all()


def test_every_reading_of_showdown_is_priced(few: Callable[[int], None]) -> None:
    few(30)
    reports: list[tuple[int, int]] = []
    game = showdown.SHEET.with_options({"players": 2})
    readings = pricing.readings(game, lambda done, total: reports.append((done, total)), also_unmoved=True)
    assert reports[-1] == (len(readings), len(readings))
    assert [r.largest for r in readings] == sorted((r.largest for r in readings), reverse=True)
    by_option = {(r.option, r.after): r for r in readings}
    assert by_option["players", "6"].changes[POT_SIZE].after == 18
    assert SCORED_DIFFERENTLY not in by_option["players", "6"].changes
    both = by_option["special_counts", "both"].changes
    assert both[SCORED_DIFFERENTLY].before == 0 < both[SCORED_DIFFERENTLY].after
    assert (
        SCORED_DIFFERENTLY in by_option["ace_h1_points", "2"].changes
    )  # of all that hands are set by, only what an ace scores
    for quiet in (("declare_timeout", "play"), ("foul_policy", "block"), ("shortage", "table_stakes")):
        assert not by_option[quiet].changes
    assert not any(r.refused for r in readings)


def test_readings_per_ante_need_an_ante() -> None:
    with pytest.raises(NotAllowed, match="SHO-11"):
        pricing.readings(showdown.SHEET.with_options({"ante_chips": 0}))


# Chinese Poker -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"fee": 2, "unit_value": 3, "bonuses": True}, {"preset": "typical"}])
def test_chinese_is_seen_as_the_rules_pay_it(options: dict[str, Any], few: Callable[[int], None]) -> None:
    few(60)
    game = chinese.SHEET.with_options(options)
    figures = chinese_prices.SameRounds()(game)
    plain = RoundsByRules(game, (house_way_on_kernels(game),) * 2)
    won = plain(chinese_prices.SEED, 0, 60).chips(0)
    assert figures.scores[:, 0].tolist() == (won + game.terms.fee).tolist()
    units = figures.scores[:, 0] / game.terms.unit_value
    assert figures.means[SIZE].tolist() == np.abs(units).tolist()
    assert figures.squares[SPREAD].tolist() == (units**2).tolist()


def test_readings_of_chinese_move_chances_exactly_and_rounds_beyond_chance(few: Callable[[int], None]) -> None:
    few(1_000)
    changes = {(r.option, r.after): r.changes for r in pricing.readings(chinese.SHEET, also_unmoved=True)}
    assert {option for option, moved in changes.items() if any(figure == "chance" for _, figure in moved)} == {
        ("natural_ace_low", "false"),
        ("six_pairs_quads", "exclude"),
        ("six_pairs_trips", "exclude"),
        ("three_flushes_distinct", "true"),
    }
    pairs = changes["six_pairs_quads", "exclude"]
    assert set(pairs) == {("six_pairs", "chance"), ("any natural", "chance")}
    assert pairs["six_pairs", "chance"].before == Fraction(2_856_863_152, 635_013_559_600)
    assert pairs["six_pairs", "chance"].after == Fraction(2_561_974_272, 635_013_559_600)
    assert {name: change.by for name, change in changes["fee", "1"].items()} == {
        ("unit", "house_way_against_house_way"): Fraction(-1)
    }
    for more in ("bonuses", "naturals"):
        assert set(changes[more, "true"]) == {SCORED_DIFFERENTLY, SIZE, SPREAD}
        assert all(change.by > 0 for change in changes[more, "true"].values())
    for quiet in (("players", "2"), ("bonus_stack", "best"), ("natural_mode", "add"), ("reveal", "row_by_row")):
        assert not changes[quiet]

"""What a round costs by the compulsory wagers, and which wagers a table accepts."""

from fractions import Fraction

import pytest

from houseway.games import GAMES, game
from houseway.games.ask import price
from houseway.games.stakes import round_costs, why_not_wagered
from houseway.pricing.price import Estimate, Price, WagerPrice


def test_a_round_of_pyramid_has_three_chips_and_two_strategies() -> None:
    rules = game("pyramid")
    result = price(rules)
    best, house_way = round_costs(rules, result)
    assert (best.strategy, house_way.strategy) == ("best", "house_way")
    sides = sum(
        (Fraction(result.wagers[name].strategies["only"].ev) for name in ("three_card", "six_card")), Fraction()
    )
    assert best.won.value == result.wagers["main"].strategies["best"].ev + sides
    assert house_way.won.value == result.wagers["main"].strategies["house_way"].ev + sides
    assert best.wagered == house_way.wagered == 3
    assert best.per_chip.value == Fraction(best.won.value) / 3


def test_P2P_32_a_round_of_pick2_counts_the_play_wager() -> None:
    """Of 2,598,960 hands best play makes three with 1,225,280 (Play 2) and five with the others (Play 1)."""
    rules = game("pick2")
    (best,) = round_costs(rules, price(rules))
    ante_and_play = Fraction(3 * 1_225_280 + 2 * 1_373_680, 2_598_960)
    assert best.wagered == ante_and_play + 1  # and the 3-5 Bonus
    assert best.won.value == Fraction(13043557, 1363422060)
    assert best.per_chip.value == Fraction(13043557, 1363422060) / (ante_and_play + 1)


def test_CAS_08_a_round_of_the_casino_version_counts_the_buy_in_and_the_fold() -> None:
    rules = game("casino")
    plain = Estimate(ev=-0.3, standard_error=0.01, standard_deviation=4.0, seed=1, rounds=100)
    folds = Estimate(
        ev=-0.05, standard_error=0.01, standard_deviation=4.0, seed=1, rounds=100, notes={"share_folded": 0.25}
    )
    wager = WagerPrice(strategies={"house_way": plain, "best": folds})
    result = Price(game="casino", terms={}, terms_hash="", wagers={"ante": wager})
    best, house_way = round_costs(rules, result)
    assert house_way.wagered == 2  # the ante, and a buy-in of one
    assert best.wagered == 2  # a fold matches the ante
    assert house_way.per_chip.value == pytest.approx(-0.15)
    assert house_way.per_chip.standard_error == pytest.approx(0.005)
    dear = rules.with_options({"buy_in_antes": 2})
    assert [cost.wagered for cost in round_costs(dear, result)] == [0.75 * 3 + 0.25 * 2, 3]


def test_games_among_players_have_no_house_to_pay() -> None:
    among_players = [key for key, rules in GAMES.items() if not rules.against_the_house]
    assert among_players == ["chinese", "showdown"]
    empty = Price(game="", terms={}, terms_hash="", wagers={})
    assert all(round_costs(game(key), empty) == () for key in among_players)


@pytest.mark.parametrize(
    ("key", "bets", "reason"),
    [
        ("pyramid", {"main": 25, "three_card": 5, "six_card": 5}, None),
        ("pyramid", {"main": 3, "three_card": 5, "six_card": 5}, "main takes 5 to 100 whole chips, not 3 [PYR-21]"),
        (
            "pick2",
            {"ante_play": 10, "bonus_3_5": 5},
            "the 3-5 Bonus must equal the 10 chips of the Ante, not be 5 [P2P-20]",
        ),
        ("pick2", {"ante_play": 10, "bonus_3_5": 10}, None),
        ("casino", {"ante": 1}, "ante takes 5 to 100 whole chips, not 1 [CAS-A15]"),
        ("pai_gow", {"main": 20}, None),
    ],
)
def test_the_table_says_which_wagers_it_accepts(key: str, bets: dict[str, int], reason: str | None) -> None:
    assert why_not_wagered(game(key), bets) == reason


def test_a_compulsory_wager_that_is_left_out_is_named() -> None:
    assert "three_card" in str(why_not_wagered(game("pyramid"), {"main": 25}))

"""The stored figures of the lobby equal the prices."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import pytest

from houseway.games import GAMES
from houseway.games.ask import price
from houseway.games.headlines import computed_headline, headline, headline_of, in_sentences

HOUSE_GAMES = [key for key, rules in GAMES.items() if rules.against_the_house]


def test_which_games_are_against_the_house() -> None:
    assert "pyramid" in HOUSE_GAMES
    assert "chinese" not in HOUSE_GAMES
    assert "showdown" not in HOUSE_GAMES


def test_a_headline_is_stored_only_for_its_own_terms() -> None:
    stored = headline(GAMES["pyramid"])
    assert stored is not None
    assert stored == computed_headline(GAMES["pyramid"])
    assert headline(GAMES["pyramid"].with_options({"straight_flush_pays": 50})) is None


def test_P2P_20_the_compulsory_bonus_counts_in_the_headline_of_pick2() -> None:
    """Before, the lobby promised 78.14 % of the ante although the bonus that goes with it costs 77.19 %."""
    stored = headline(GAMES["pick2"])
    assert stored is not None
    assert stored.wagers == ("ante_play", "bonus_3_5")
    result = price(GAMES["pick2"])
    ante = result.wagers["ante_play"].strategies["best"]
    bonus = result.wagers["bonus_3_5"].strategies["only"]
    assert stored.value == Fraction(ante.ev) + Fraction(bonus.ev)
    assert Fraction(ante.ev) == Fraction(4528071266, 5794543755)
    assert Fraction(bonus.ev) == Fraction(-2047, 2652)
    assert stored.value == Fraction(13043557, 1363422060)
    assert f"{100 * float(stored.value):.2f}" == "0.96"
    assert stored.per_chip == stored.value / 2
    assert stored.best_mix == {}, "the bonus equals the ante"


def test_PYR_20_the_headline_of_pyramid_is_all_three_wagers() -> None:
    stored = headline(GAMES["pyramid"])
    assert stored is not None
    assert stored.wagers == ("main", "three_card", "six_card")
    three_card = counted_second_wager()
    result = price(GAMES["pyramid"])
    main, second, third = (Fraction(next(iter(wager.strategies.values())).ev) for wager in result.wagers.values())
    assert second == three_card
    assert stored.value == main + second + third
    assert stored.per_chip == stored.value / 3
    assert stored.best_mix == {"main": 100, "three_card": 5, "six_card": 5}
    assert Fraction(str(stored.best_mix_ev)) == 100 * main + 5 * second + 5 * third
    assert stored.best_mix_per_chip == Fraction(str(stored.best_mix_ev)) / 110


def counted_second_wager() -> Fraction:
    """The second wager of Pyramid Poker by counting hands of six decks, without any code of the pricing."""
    copies = 6
    suits = range(4)
    won = Fraction()
    hands = Fraction()
    ranks = range(2, 15)
    for low, middle, high in combinations_with_replacement(ranks, 3):
        for picked in product(suits, repeat=3):
            cards = Counter(zip((low, middle, high), picked, strict=True))
            ways = prod(comb(copies, count) for count in cards.values())
            repeats = prod(factorial(count) for count in Counter((low, middle, high)).values())
            same = prod(factorial(count) for count in cards.values())
            share = Fraction(ways * same, repeats)  # every hand is met once for each order of its equal ranks
            won += share * second_wager_pays((low, middle, high), len(set(picked)) == 1)
            hands += share
    assert hands == comb(52 * copies, 3)
    return won / hands


def second_wager_pays(ranks: tuple[int, int, int], suited: bool) -> int:
    """The sheet's pay table of the second wager [PYR-72]."""
    low, middle, high = ranks
    straight = (middle == low + 1 and high == middle + 1) or ranks == (2, 3, 14)
    if ranks == (12, 13, 14) and suited:
        return 50
    if straight and suited:
        return 30
    if low == high:
        return 20
    if straight:
        return 5
    if suited:
        return 2
    if len(set(ranks)) == 2:
        return 1
    return 0 if high <= 7 else -1


def test_a_wager_that_may_be_left_out_is_not_compulsory() -> None:
    optional = GAMES["pyramid"].with_options({"side_wagers": "optional"})
    headline = headline_of(optional, price(optional))
    assert headline is not None
    assert headline.wagers == ("main",)
    assert in_sentences(headline) == [
        "The player has the edge: 1.4182 % of the main at best play.",
    ]


def test_players_among_themselves_have_no_headline() -> None:
    assert headline_of(GAMES["chinese"], price(GAMES["pyramid"])) is None


def test_the_headline_in_sentences() -> None:
    pick2 = headline(GAMES["pick2"])
    pyramid = headline(GAMES["pyramid"])
    casino = headline(GAMES["casino"])
    assert pick2 is not None
    assert pyramid is not None
    assert casino is not None
    assert in_sentences(pick2) == [
        "The player has the edge: 0.9567 % of the ante_play, for ante_play and bonus_3_5 together at equal stakes and "
        "best play: 0.4783 % of the chips on them."
    ]
    assert in_sentences(pyramid, str.upper)[1] == (
        "Best mix within the limits, MAIN 100, THREE_CARD 5, SIX_CARD 5: the player has the edge: 0.8371 % of the "
        "chips on it, +0.9208 chips a hand."
    )
    assert "± 0.0475 %" in in_sentences(casino)[0]


@pytest.mark.slow
@pytest.mark.parametrize("key", HOUSE_GAMES)
def test_every_stored_headline_equals_the_price(key: str) -> None:
    """`python -m houseway.games.headlines` writes the figures again."""
    assert headline(GAMES[key]) == computed_headline(GAMES[key])

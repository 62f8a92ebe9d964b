"""What a setting of Chinese Poker is worth agrees with the game's own settlement, under every option that shapes it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.games.ask import best
from houseway.games.chinese import sheet as chinese
from houseway.games.chinese.exposure import ExposedHand, expose
from houseway.games.chinese.hand_order import ROWS
from houseway.games.chinese.kernels.bonus_classes import PROFILES
from houseway.games.chinese.kernels.setting import cards_of, evaluated, legal_settings, one_of_each, scale
from houseway.games.chinese.naturals import naturals_in
from houseway.games.chinese.settlement import pair_payments
from houseway.games.chinese.solver.payoff import NATURALS, payoffs, value_terms
from houseway.kernels.cards import encoded_hands
from houseway.rules.cards import DECK, Cards, read_cards, write_cards
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import Game
from houseway.rules.payments import net
from houseway.rules.round import Seat
from houseway.rules.setting import Setting
from support.sample_sizes import few_of

RICH = tuple(card for card in DECK if card.rank >= 9)
CHOICES: dict[str, list[Any]] = {
    "scoring": ["per_hand", "2-4", "1-6"],
    "variant_tie_rule": ["literal", "majority", "additive"],
    "bonuses": [True, True, False],
    "bonus_requires_win": ["no", "row", "all"],
    "bonus_conflict": ["net", "higher_only"],
    "bonus_stack": ["sum", "best"],
    "bonus_payers": ["each_full", "shared"],
    "bonus_full_house_middle": [1, 1, 7],
    "royal_bonus": [4, 0],
    "naturals": [True, False],
    "natural_mode": ["replace", "add"],
    "natural_bonuses": [True, False],
    "natural_vs_natural": ["push", "ranked", "compare_rows"],
    "natural_detection": ["automatic", "declared"],
    "natural_needs_setting": [True, False],
    "natural_units": [3, 1],
    "equal_rows": ["foul", "allow"],
    "wheel": ["low", "second"],
}


def random_terms(random: Random) -> chinese.Terms:
    return replace(chinese.Terms(), **{name: random.choice(values) for name, values in CHOICES.items()})


def game_of(terms: chinese.Terms) -> Game[chinese.Terms]:
    return replace(chinese.SHEET, terms=terms)


def random_setting(terms: chinese.Terms, random: Random, cards: Cards) -> Setting:
    codes = encoded_hands([cards])[0]
    row = random.choice(legal_settings(scale(terms), codes))
    return cards_of(codes, int(row[3]), int(row[4]))


def naturals(random: Random) -> Cards:
    """Thirteen cards that are a natural."""
    if random.random() < 0.4:
        return tuple(DECK[4 * rank + random.randrange(4)] for rank in range(13))
    suits = random.sample(range(4), 3)
    flushes = [
        random.sample([card for card in DECK if card.suit == suit + 1], n)
        for suit, n in zip(suits, (5, 5, 3), strict=True)
    ]
    return tuple(card for held in flushes for card in held)


def random_cards(random: Random) -> Cards:
    kind = random.random()
    return naturals(random) if kind < 0.25 else tuple(random.sample(RICH if kind < 0.8 else DECK, 13))


def opened(terms: chinese.Terms, number: int, setting: Setting, claims: tuple[str, ...] = ("natural",)) -> ExposedHand:
    cards = tuple(card for row in setting.values() for card in row)
    return expose(terms, Seat(number=number, player="", cards=cards, setting=setting, claims=claims))


@pytest.mark.parametrize("seed", few_of(8, 4))
def test_the_table_of_units_is_what_the_game_settles(seed: int) -> None:
    random = Random(seed)
    check_the_table_of_units(random_terms(random), random)


def test_the_table_of_units_pays_the_best_bonus_whose_row_won() -> None:
    terms = replace(chinese.Terms(), bonuses=True, bonus_stack="best", bonus_requires_win="row")
    check_the_table_of_units(terms, Random(1))


def check_the_table_of_units(terms: chinese.Terms, random: Random) -> None:
    pays = payoffs(terms)
    codes = {s: code for code, s in enumerate(evaluated(terms.wheel).strengths)}
    for _ in range(60):
        one, two = (opened(terms, n, random_setting(terms, random, random_cards(random))) for n in (1, 2))
        rows = [[codes[hand.rows[row]] for row in ROWS] for hand in (one, two)]
        states = [
            int(pays.profile(*row)) + NATURALS.index(hand.natural) * PROFILES
            for row, hand in zip(rows, (one, two), strict=True)
        ]
        won = sum(((a > b) - (a < b) + 1) * 3**place for place, (a, b) in enumerate(zip(*rows, strict=True)))
        settled = net(pair_payments(terms, (one, two), one, two)).get(1, 0)
        assert pays.units[states[0], states[1], won] == settled


def test_surrender_is_in_the_table() -> None:
    terms = replace(chinese.Terms(), scoring="1-6", surrender=True, naturals=True)
    units = payoffs(terms).units
    assert (units[:-1, -1] == 3).all()
    assert (units[-1, :-1] == -3).all()
    assert (units[-1, -1] == 0).all()


def test_every_option_that_the_game_has_is_either_in_the_key_or_cannot_matter() -> None:
    """A new option must be sorted into one of the two by hand."""
    typical = replace(chinese.Terms(), scoring="2-4", bonuses=True, naturals=True, surrender=True)
    cannot = {"players", "decks", "shuffler", "unit_value", "unit_max", "preset", "surrender_order", "foul_policy"}
    cannot |= {"foul_pays_bonuses", "foul_collects_surrender", "fee", "min_buy_in_units", "shortage", "reveal"}
    cannot |= {"irregularity_policy", "bonus_payers"}
    assert set(value_terms(typical)) | cannot == set(vars(typical))
    assert not set(value_terms(typical)) & cannot


# The best setting against a list, compared with every setting by the rules -----------------------------------------


def every_setting(terms: chinese.Terms, cards: Cards) -> Iterator[tuple[ExposedHand, Setting]]:
    """One of each legal setting that differs in a row or in showing a natural, opened by the game both ways."""
    codes = encoded_hands([cards])[0]
    every = legal_settings(scale(terms), codes)
    shows_matters = terms.naturals and terms.natural_needs_setting and naturals_in(terms, cards)
    for row in every if shows_matters else one_of_each(every):
        setting = cards_of(codes, int(row[3]), int(row[4]))
        yield opened(terms, 1, setting), setting
        if terms.natural_detection == "declared":
            yield opened(terms, 1, setting, claims=()), setting


def plain_best(terms: chinese.Terms, cards: Cards, opponents: list[Setting]) -> Fraction:
    theirs = [opened(terms, 2, setting) for setting in opponents]

    @cache
    def total(rows: tuple[Any, ...], natural: str | None) -> int:
        return sum(net(pair_payments(terms, (hand, other), hand, other)).get(1, 0) for other in theirs)

    best_found = None
    for hand, _ in every_setting(terms, cards):
        value = total(tuple(hand.rows.values()), hand.natural)
        best_found = value if best_found is None else max(best_found, value)
    assert best_found is not None
    return Fraction(best_found, len(opponents))


@pytest.mark.parametrize("seed", few_of(7, 3))
def test_the_best_against_a_list_is_the_best_of_all_settings(seed: int, tmp_path: Path) -> None:
    random = Random(100 + seed)
    terms = random_terms(random)
    cards = random_cards(random)
    opponents = [random_setting(terms, random, random_cards(random)) for _ in range(3)]
    path = tmp_path / "opponents.txt"
    path.write_text("# opponents\n\n" + "\n".join(" | ".join(map(write_cards, o.values())) for o in opponents))
    options = best(game_of(terms), cards, against=path)
    assert options[0].ev == plain_best(terms, cards, opponents)
    assert {option.sure for option in options} == {"exact"}
    for option in options:
        setting = option.setting
        hand = opened(terms, 1, setting, option.claims)
        theirs = [opened(terms, 2, other) for other in opponents]
        paid = sum(net(pair_payments(terms, (hand, other), hand, other)).get(1, 0) for other in theirs)
        assert Fraction(paid, 3) == option.ev
        assert options[0].ev - option.ev == option.gives_up


def test_more_opponents_pay_as_often(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("9h 9d 4c | 2c 2d 5h 5s Kd | As Ks Qs Js 9c")
    with pytest.raises(Unreadable, match=r"line 1.*CHI-10"):
        best(chinese.SHEET, read_cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s"), against=path)
    path.write_text("9h 9d 4c | 2c 2d 5h 5s Kd | As Ks Qs Js 9s")
    cards = "Ac Ad 3c 7h 7d 8s 8c Td Qh Qd Qc Jh Jc"
    two, four = (best(chinese.SHEET, cards, against=path, players=players) for players in (None, 4))
    assert [3 * option.ev for option in two] == [option.ev for option in four]


@pytest.mark.parametrize(
    ("cards", "players", "reason"),
    [
        ("As Ks Qs", None, r"13 cards, not 3 \[CHI-05\]"),
        ("As As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s", None, r"that many of As \[CHI-01"),
        ("Xx As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s", None, "that many of Xx"),
        ("2s As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s", 5, r"2 to 4 at this table, not 5 \[CHI-03\]"),
        ("2s As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s", 1, "not 1"),
    ],
)
def test_bad_questions_get_one_sentence(cards: str, players: int | None, reason: str) -> None:
    with pytest.raises(NotAllowed, match=reason):
        best(chinese.SHEET, cards, players=players)


def test_prizes_that_depend_on_a_third_player_are_not_valued_for_more_than_two(tmp_path: Path) -> None:
    game = game_of(replace(chinese.Terms(), bonuses=True, bonus_payers="shared"))
    cards = "2s As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s"
    path = tmp_path / "one.txt"
    path.write_text("9h 9d 4c | 2c 2d 5h 5s Kd | As Ks Qs Js 9s")
    with pytest.raises(NotAllowed, match=r"bonus_payers=shared.*one opponent only, not 2"):
        best(game, cards, against=path, players=3)
    assert best(game, cards, against=path, players=2)[0].sure == "exact"


# A foul on purpose -------------------------------------------------------------------------------------------------

WEAK = "2s 3d 4h 5c 7s 8d 9h Tc 2d 3h 4c 7d 8h"


@pytest.mark.parametrize(
    ("options", "ev"),
    [
        ({"scoring": "1-6", "foul_policy": "flat3"}, -3),
        ({"scoring": "1-6", "foul_policy": "surrender"}, -3),
        ({"foul_policy": "surrender"}, -2),
        ({"scoring": "2-4", "foul_policy": "flat3", "bonuses": True}, -9),  # 3 units, and bonuses of 2, 1 and 3
    ],
)
def test_CHI_A1_a_foul_that_costs_less_than_every_setting_is_the_best_option(
    options: dict[str, Any], ev: int, tmp_path: Path
) -> None:
    path = tmp_path / "strong.txt"
    path.write_text("Ks Kh Kd | As Ah Ad Qs Qh | 5s 6s 7s 8s 9s" if not options.get("bonuses") else FOUR_KINGS)
    terms = replace(chinese.Terms(), **options)
    ranked = best(game_of(terms), WEAK, against=path)
    assert (ranked[0].decision, ranked[0].ev) == ("foul", ev)
    assert chinese.SHEET.foul(terms, ranked[0].setting, {})
    assert ranked[1].decision == "set"
    assert ranked[1].gives_up == ev - ranked[1].ev > 0


FOUR_KINGS = "Qs Qh Qd | As Ah Ad Jc Jd | Ks Kh Kd Kc 9c"


@pytest.mark.parametrize("policy", ["sweep", "correct"])
def test_a_foul_that_costs_a_sweep_or_must_be_corrected_is_never_best(policy: str, tmp_path: Path) -> None:
    path = tmp_path / "strong.txt"
    path.write_text("Ks Kh Kd | As Ah Ad Qs Qh | 5s 6s 7s 8s 9s")
    terms = chinese.SHEET.with_options({"scoring": "1-6", "foul_policy": policy}).terms
    assert {option.decision for option in best(game_of(terms), WEAK, against=path)} == {"set"}

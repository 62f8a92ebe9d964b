"""The solver of Pyramid Poker, compared with a plain enumeration by the rules, for bettors and banks."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any

import pytest

from houseway.games import ask as setting
from houseway.games.pyramid import fouls, hand_order, main_wager
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.pricing.best import best as priced
from houseway.games.pyramid.pricing.house_way import audit_house_way
from houseway.games.pyramid.pricing.main_wager_tables import settings_of
from houseway.games.pyramid.pricing.price import price
from houseway.games.pyramid.solver import strategies
from houseway.games.pyramid.solver.explain import bank_lessons
from houseway.rules.cards import RANKS, SUITS, Card, Cards, read_cards, shoe, write_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Game
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.playing import after, play
from houseway.rules.round import Round
from houseway.rules.setting import Setting
from houseway.rules.view import view
from houseway.solving.results import CountedOption
from support.playing import PYRAMID, SIDES, pyramid_opened, pyramid_terms

DEAL = random.Random("pyramid hands")
WHOLE = shoe(decks=6)
HANDS = [tuple(DEAL.sample(WHOLE, 3)) for _ in range(12)] + [
    read_cards(text) for text in ("Js Jd 6c", "Ah Ad Tc", "Ks Kd 8c", "7c 7d 7h", "2c 2d As", "Ac Kc 2d", "Qh Qd 7s")
]
EACH_HAND = pytest.mark.parametrize("cards", HANDS, ids=write_cards)


def held_by_others(known: Cards) -> list[tuple[Cards, int]]:
    """Every rank hand that is left, and the number of ways to hold it."""
    left = Counter(card.rank for card in WHOLE) - Counter(card.rank for card in known)
    hands = []
    for ranks in combinations_with_replacement(RANKS, 3):
        ways = 1
        for rank, count in Counter(ranks).items():
            ways *= comb(left[rank], count)
        cards = tuple(Card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=False))
        hands.append((cards, ways))
    return hands


def legal(game: Game[pyramid.Terms], cards: Cards) -> list[Setting]:
    return [own for own in settings_of(cards) if not fouls.foul(game.terms, own, {})]


def enumerated_value(terms: Any, ours: Setting, known: Cards, *, banks: bool = False, **how: Any) -> Fraction:
    """The value of a setting against the house way, by one call of the rules for each hand."""
    total = Fraction()
    hands = held_by_others(known)
    for other, ways in hands:
        theirs = house_way(terms, other)
        pair = (theirs, ours) if banks else (ours, theirs)
        total += ways * (-1 if banks else 1) * main_wager.main_result(terms, *pair, **how).pays
    return total / sum(ways for _, ways in hands)


def seated(
    game: AnyGame, hands: tuple[Cards, ...], dealer: Cards, *, players: tuple[str, ...], **opening: Any
) -> Round:
    round_ = pyramid_opened(*players, of=game, **opening)
    for seat in round_.seats:
        banks = seat.number == round_.opening.banker
        round_ = play(round_, Posted(seat.number, SIDES if banks else {"main": 5 + seat.number, **SIDES}))
    return play(round_, Dealt((*(card for hand in hands for card in hand), *dealer)))


def set_by_expert(game: AnyGame, round_: Round, seat: int) -> Setting:
    move = setting.strategy(game, "expert").move(game, view(round_, seat))
    assert isinstance(move, HandsSet)
    return move.setting


def test_the_options_are_those_of_pricing() -> None:
    for cards in HANDS:
        for option, plain in zip(setting.best(PYRAMID, cards), priced(PYRAMID, cards), strict=True):
            assert isinstance(option, CountedOption)
            assert (option.setting, option.ev, option.counts) == (plain.setting, plain.ev, plain.counts)
            assert list(option) == ["decision", "setting", "ev", "counts", "sure", "by_hand", "gives_up"]
            assert option.sure == "exact"


@EACH_HAND
def test_every_option_has_the_value_of_a_plain_enumeration(cards: Cards) -> None:
    options = setting.best(PYRAMID, cards)
    assert len(options) == len(legal(PYRAMID, cards))
    top = options[0].ev
    for option in options:
        ours = option.setting
        value = enumerated_value(PYRAMID.terms, ours, cards)
        assert option.ev == value
        assert option.gives_up == top - value >= 0


@EACH_HAND
def test_options_show_how_often_each_hand_wins(cards: Cards) -> None:
    hands = held_by_others(cards)
    for option in setting.best(PYRAMID, cards):
        ours = option.setting
        signs = [(hand_order.compare(PYRAMID.terms, ours, house_way(PYRAMID.terms, o)), w) for o, w in hands]
        for place, slot in enumerate(("low", "high")):
            for name, wanted in (("wins", 1), ("copies", 0)):
                count = sum(ways for sign, ways in signs if sign[place] == wanted)
                assert getattr(option.by_hand[slot], name) == Fraction(count, sum(ways for _, ways in hands))


def test_hands_have_names() -> None:
    names = {slot: hand.name for slot, hand in setting.best(PYRAMID, "6s 6d Ac")[0].by_hand.items()}
    assert names == {"low": "ace", "high": "pair of sixes"}
    names = {slot: hand.name for slot, hand in setting.best(PYRAMID, "Kc 9d 4c")[0].by_hand.items()}
    assert names == {"low": "nine", "high": "king and four"}


@pytest.mark.parametrize("text", ["Js Jd", "Js Jd 6c 7c", "Js Jd Xx", ""])
def test_impossible_hands_are_refused(text: str) -> None:
    with pytest.raises(NotAllowed):
        setting.best(PYRAMID, text)


# The expert ----------------------------------------------------------------------------------------------------------


@EACH_HAND
def test_the_expert_sets_the_best_option(cards: Cards) -> None:
    round_ = seated(PYRAMID, (cards,), read_cards("2s 5d 9h"), players=("ann",))
    best = setting.best(PYRAMID, cards)[0]
    ours = set_by_expert(PYRAMID, round_, 1)
    assert ours["low"][0].rank == best.setting["low"][0].rank


def best_lows(values: dict[int, Fraction]) -> set[int]:
    """The low ranks with the highest value."""
    return {low for low, value in values.items() if value == max(values.values())}


@EACH_HAND
def test_the_expert_counts_a_second_hand_of_its_own(cards: Cards) -> None:
    second = tuple(DEAL.sample(WHOLE, 3))
    round_ = seated(PYRAMID, (cards, second), read_cards("2s 5d 9h"), players=("ann", "ann"))
    values = {own["low"][0].rank: enumerated_value(PYRAMID.terms, own, cards + second) for own in legal(PYRAMID, cards)}
    assert set_by_expert(PYRAMID, round_, 1)["low"][0].rank in best_lows(values)


def test_a_second_hand_in_sight_can_change_the_first() -> None:
    """Two settings of some hands are so close that a visible second hand decides; without seeing it, it does not."""
    cards = read_cards("Qc Qd 6h")
    house = read_cards("2s 5d 9h")
    lows = set()
    for other in ("Qh Qs Qc", "6c 6d 6s", "Ah Ac As", "2c 2d 2h", "7c 7d 8h"):
        both = seated(PYRAMID, (cards, read_cards(other)), house, players=("ann", "ann"))
        lows.add(set_by_expert(PYRAMID, both, 1)["low"][0].rank)
        apart = seated(PYRAMID, (cards, read_cards(other)), house, players=("ann", "bob"))
        alone = seated(PYRAMID, (cards,), house, players=("ann",))
        assert set_by_expert(PYRAMID, apart, 1) == set_by_expert(PYRAMID, alone, 1)
    assert len(lows) == 2


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("copies", ["push", "bank_wins"])
def test_the_expert_against_a_players_bank(auto: bool, copies: str) -> None:
    game = pyramid_terms(banker_trips_auto=auto, single_copy=copies)
    for cards in HANDS[-5:]:
        round_ = seated(game, (cards, HANDS[0]), HANDS[1], players=("ann", "bob"), banker=2)
        values = {
            own["low"][0].rank: enumerated_value(game.terms, own, cards, bank_trips_win=auto)
            for own in legal(game, cards)
        }
        assert set_by_expert(game, round_, 1)["low"][0].rank in best_lows(values)


@pytest.mark.parametrize("house_bet", [0, 20])
@pytest.mark.parametrize("last", ["before_exposure", "after_house_exposed"])
def test_the_expert_as_the_bank(house_bet: int, last: str) -> None:
    """Against two bettors and the House's own wager, with the House's cards exposed or not [PYR-A28]."""
    game = pyramid_terms(banker_sets=last)
    exposed = last == "after_house_exposed"
    for number, cards in enumerate(HANDS[-6:]):
        dealer = HANDS[number]
        hands = (HANDS[number + 1], cards, HANDS[number + 2])
        round_ = seated(game, hands, dealer, players=("ann", "bob", "cyd"), banker=2, house_bet=house_bet)
        if exposed:
            moves = (HandsSet(seat, house_way(game.terms, hands[seat - 1])) for seat in (1, 3))
            round_ = after(round_, *moves)
        known = cards + dealer * exposed
        mains = sum(seat.wagers.get("main", 0) for seat in round_.seats)
        values = {}
        for own in legal(game, cards):
            bettors = enumerated_value(game.terms, own, known, banks=True)
            house = enumerated_value(game.terms, own, known, banks=True, trips_win=True)
            if exposed:
                shown = house_way(game.terms, dealer)
                house = Fraction(-main_wager.main_result(game.terms, shown, own, trips_win=True).pays)
            values[own["low"][0].rank] = mains * bettors + house_bet * house
        assert set_by_expert(game, round_, 2)["low"][0].rank in best_lows(values)


def test_the_expert_wagers_the_minimum_and_only_what_wins() -> None:
    def posted(**options: Any) -> Any:
        game = pyramid_terms(**options)
        return setting.strategy(game, "expert").wager(game, view(pyramid_opened(of=game), 1))

    assert posted() == {"main": 5, "three_card": 5, "six_card": 5}
    assert posted(side_wagers="optional") == {"main": 5}
    rich = {"side_wagers": "optional", "w2_paytable.one_pair": 2}
    assert posted(**rich) == {"main": 5, "three_card": 5}
    assert float(price(pyramid_terms(**rich)).wagers["three_card"].strategies["only"].ev) > 0
    both = {**rich, "w3_paytable.two_pairs": 3}
    assert posted(**both) == {"main": 5, "three_card": 5, "six_card": 5}


def test_the_wagers_are_counted_once_for_all_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyramid_terms(side_wagers="optional")
    expert = setting.strategy(game, "expert")
    first_view = view(pyramid_opened(of=game), 1)
    wagers = expert.wager(game, first_view)
    monkeypatch.setattr(strategies, "hand_at_stake", None)
    assert expert.wager(game, first_view) == wagers


def test_the_expert_banks_where_that_wins_and_it_can_pay() -> None:
    rich = 10**9
    assert not setting.strategy(PYRAMID, "expert").banks(PYRAMID, rich)
    game = pyramid_terms(single_copy="bank_wins")
    expert = setting.strategy(game, "expert")
    cover = 3 * 6 * 100 + 5 + 5
    assert expert.banks(game, cover)
    assert not expert.banks(game, cover - 1)
    assert not expert.banks(pyramid_terms(single_copy="bank_wins", player_banking="off"), rich)
    assert not expert.banks(pyramid_terms(single_copy="bank_wins", seats=1), rich)
    assert not setting.strategy(game, "newcomer").banks(game, rich)


# The newcomer --------------------------------------------------------------------------------------------------------


def test_a_newcomer_keeps_pairs_and_sets_the_lowest_card_low() -> None:
    newcomer = setting.strategy(PYRAMID, "newcomer")
    for text, low in (("As Ad 2c", "2c"), ("Ks 2d 2c", "Ks"), ("Kc 9d 4c", "4c"), ("Jc Jd 3c", "3c")):
        round_ = seated(PYRAMID, (read_cards(text),), HANDS[0], players=("ann",))
        move = newcomer.move(PYRAMID, view(round_, 1))
        assert isinstance(move, HandsSet)
        assert write_cards(move.setting["low"]) == low


def test_a_newcomer_bets_everything() -> None:
    game = pyramid_terms(side_wagers="optional")
    posted = setting.strategy(game, "newcomer").wager(game, view(pyramid_opened(of=game), 1))
    assert posted == {"main": 5, "three_card": 5, "six_card": 5}


# In sentences --------------------------------------------------------------------------------------------------------


def test_the_cost_of_the_sentences_is_exact_and_small() -> None:
    steps: list[tuple[int, int]] = []
    explanation = setting.explain(PYRAMID, lambda *at: steps.append(at))
    assert "costs a bettor no more than 0.01 % of the first wager" in explanation.goal
    assert 0 < explanation.cost < 1e-4
    assert (explanation.standard_error, explanation.sure, steps[-1]) == (0, "exact", (1, 1))
    rules = [lesson.rule for lesson in explanation.lessons]
    assert rules[0] == "Keep a pair high; without a pair set the middle card low."
    assert rules[-1] == "Pass the bank when it is offered."
    values = [lesson.value for lesson in explanation.lessons[:-1]]
    assert all(value > 0 for value in values)
    assert values == sorted(values, reverse=True)
    random_ev = float(audit_house_way(PYRAMID).sides[0].best_ev) - explanation.cost - sum(values)
    assert random_ev == pytest.approx(float(random_setting_ev()), abs=1e-12)


def random_setting_ev() -> Fraction:
    """The value of a random legal setting, from the options of single hands."""
    total = Fraction()
    for cards, ways in held_by_others(()):
        evs = [Fraction(option.ev) for option in priced(PYRAMID, cards)]
        total += ways * sum(evs, Fraction()) / len(evs)
    return total / comb(len(WHOLE), 3)


def test_the_bank_is_advised_where_it_wins() -> None:
    (advice,) = bank_lessons(pyramid_terms(single_copy="bank_wins").terms)
    assert advice.rule == "Take the bank when it is offered."
    assert advice.value > 0
    assert bank_lessons(pyramid_terms(player_banking="off").terms) == []


def test_there_is_nothing_to_solve() -> None:
    with pytest.raises(NotAllowed, match="has no tables to solve: houseway best pyramid counts every hand"):
        setting.solve(PYRAMID)


@pytest.mark.parametrize("circumstance", [{"against": Path("settings.txt")}, {"players": 3}])
def test_opponents_make_no_difference_and_are_refused(circumstance: dict[str, Any]) -> None:
    with pytest.raises(NotAllowed, match="always set against the House"):
        setting.best(PYRAMID, "Js Jd 6c", **circumstance)
    assert setting.best(PYRAMID, "Js Jd 6c", against=None, players=None)

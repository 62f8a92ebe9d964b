"""The solver of Pick 2: compared with plain enumeration, at any stakes and with any cards in sight."""

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from houseway.games import ask as setting
from houseway.games.pick2.hand_order import best_three, three_strength
from houseway.games.pick2.pricing.best import best as priced
from houseway.games.pick2.pricing.learnable import learnable
from houseway.games.pick2.pricing.price import price
from houseway.games.pick2.sheet import SHEET as PICK2
from houseway.games.pick2.solver.decisions import DecisionValue, decision_values
from houseway.games.pick2.solver.optional_bonus import optional_bonus_value
from houseway.games.pick2.terms import Terms
from houseway.rules.cards import DECK, Cards, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Decide, Game, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Posted
from houseway.rules.payments import net
from houseway.rules.playing import play, settlement, start
from houseway.rules.round import Round
from houseway.rules.view import view
from houseway.solving.results import CountedOption

DEAL = random.Random("pick2 hands")
HANDS = [tuple(DEAL.sample(DECK, 5)) for _ in range(4)] + [
    read_cards(text) for text in ("Ah Kh 7h 7s 2d", "2c 3d 5h 8s 9c", "Ac Kc Qc Jc Tc", "6h 6d Kh Qh 9h")
]
READINGS: tuple[dict[str, Any], ...] = (
    {},
    {"nonqualify": "ante_pushes_play_resolves", "fold_bonus": "in_action"},
    {"p35_three_cards": "set_cards", "akq_requires_suit": False, "p35_miss": "push"},
    {"three_choice": "best", "qualifier": "none", "p35_combine": "max"},
)


def other(**options: Any) -> Game[Terms]:
    return PICK2.with_options(options)


def dealt(game: AnyGame, hands: tuple[Cards, ...], dealer: Cards, *, players: tuple[str, ...] = ("ann",)) -> Round:
    round_ = start(game, Opening(players=players))
    for seat in round_.seats:
        round_ = play(round_, Posted(seat.number, {"ante": 5, "bonus_3_5": 5}))
    return play(round_, Dealt((*(card for hand in hands for card in hand), *dealer)))


@pytest.mark.parametrize("options", READINGS)
def test_the_value_of_every_decision_is_that_of_trying_each_dealer_hand(options: dict[str, Any]) -> None:
    game = other(**options)
    stakes = {"ante": 5, "bonus_3_5": 10, "bonus_5_only": 15}
    for cards in HANDS[2:5]:
        plain = priced(game, cards, bets={"ante_play": 5, "bonus_3_5": 10, "bonus_5_only": 15})
        wanted = {(o.decision, frozenset(o.three or ())): o.ev for o in plain}
        decisions = decision_values(game.terms, cards, (), stakes)
        assert len(decisions) == len(wanted)
        for choice in decisions:
            three = frozenset(choice.three or ())
            assert Fraction(choice.value, 5 * 1_533_939) == wanted[choice.decision, three]


def plain_value(game: AnyGame, hands: tuple[Cards, ...], left: Cards, choice: DecisionValue) -> Fraction:
    """A decision of the first seat settled by the rules against every hand that is left for the dealer."""
    total = 0
    count = 0
    names = tuple(f"player {number}" for number in range(len(hands)))
    for dealer in combinations(left, 5):
        round_ = play(dealt(game, hands, dealer, players=names), Decided(1, choice.decision))
        for seat in round_.waiting_for:
            round_ = play(round_, Decided(int(seat), "five"))
        if choice.three:
            round_ = play(round_, HandsSet(1, {"three": choice.three}))
        total = total + net(settlement(round_))[1]
        count = count + 1
    return Fraction(total, count)


@pytest.mark.parametrize("options", READINGS)
def test_cards_in_sight_are_counted_as_gone(options: dict[str, Any]) -> None:
    """Eight visible hands leave the dealer 21 hands; each is settled by the rules [P2P-A27]."""
    game = other(hole_sharing=True, seats=9, **options)
    deck = random.Random(str(options)).sample(DECK, 52)
    hands = tuple(tuple(deck[5 * n : 5 * n + 5]) for n in range(9))
    left = tuple(deck[45:])
    known = tuple(card for hand in hands[1:] for card in hand)
    decisions = decision_values(game.terms, hands[0], known, {"ante": 5, "bonus_3_5": 5})
    for choice in DEAL.sample(decisions, min(4, len(decisions))):
        assert Fraction(choice.value, 21) == plain_value(game, hands, left, choice)
    round_ = dealt(game, hands, tuple(left[:5]), players=tuple("abcdefghi"))
    expert = setting.strategy(game, "expert")
    best = max(decisions, key=lambda choice: choice.value)
    assert expert.decide(game, view(round_, 1)) in [c.decision for c in decisions if c.value == best.value]


def test_the_expert_decides_by_the_count_and_plays_the_best_three() -> None:
    expert = setting.strategy(PICK2, "expert")
    seen = set()
    for cards in HANDS:
        spare = tuple(card for card in DECK if card not in cards)
        round_ = dealt(PICK2, (cards,), spare[:5])
        move = expert.move(PICK2, view(round_, 1))
        best = priced(PICK2, cards)[0]
        assert move == Decided(1, best.decision)
        round_ = play(round_, move)
        seen.add(best.decision)
        if best.decision == "three":
            set_move = expert.move(PICK2, view(round_, 1))
            assert isinstance(set_move, HandsSet)
            assert three_strength(set_move.setting["three"]) == three_strength(best_three(cards))
    assert seen == {"three", "five"}


def test_the_bonus_can_decide_which_three_are_played() -> None:
    """Where only the cards played count for the 3-5 Bonus, ace-king-queen can pay more than three queens win."""
    game = other(p35_three_cards="set_cards", akq_requires_suit=False, b35_stake="free")
    cards = read_cards("Ah Kd Qs Qd Qc")
    decisions = decision_values(game.terms, cards, (), {"ante": 5, "bonus_3_5": 100})
    three = max(decisions, key=lambda choice: choice.value).three
    assert three is not None
    assert {card.rank for card in three} == {14, 13, 12}
    without_bonus = decision_values(game.terms, cards, (), {"ante": 5, "bonus_3_5": 0})
    three = max(without_bonus, key=lambda choice: choice.value).three
    assert three is not None
    assert {card.rank for card in three} == {12}


def test_best_play_folds_where_folding_loses_least() -> None:
    """No hand is folded at the sheet's terms; against a dealer who always qualifies some are."""
    game = other(qualifier="none", fold_bonus="in_action")
    worst = read_cards("2c 4d 7h 8s Tc")
    spare = tuple(card for card in DECK if card not in worst)
    assert setting.strategy(game, "expert").decide(game, view(dealt(game, (worst,), spare[:5]), 1)) == "fold"
    assert setting.strategy(PICK2, "expert").decide(PICK2, view(dealt(PICK2, (worst,), spare[:5]), 1)) == "five"


def test_without_an_ante_only_the_bonus_on_five_cards_is_played() -> None:
    game = other(b5_alone=True)
    round_ = play(start(game, Opening(players=("ann",))), Posted(1, {"bonus_5_only": 5}))
    round_ = play(round_, Dealt((*HANDS[0], *[card for card in DECK if card not in HANDS[0]][:5])))
    assert setting.strategy(game, "expert").decide(game, view(round_, 1)) == "five"


# Wagers --------------------------------------------------------------------------------------------------------------


def posted(game: AnyGame, name: str) -> Any:
    return setting.strategy(game, name).wager(game, view(start(game, Opening(players=("ann",))), 1))


def test_the_expert_leaves_the_optional_bonus_out_unless_it_wins() -> None:
    assert posted(PICK2, "expert") == {"ante": 5, "bonus_3_5": 5}
    assert posted(other(tip_bets="on"), "expert") == {"ante": 5, "bonus_3_5": 5}
    rich = other(**{"b5_table.one_pair": 2})
    assert posted(rich, "expert") == {"ante": 5, "bonus_3_5": 5, "bonus_5_only": 5}


@pytest.mark.parametrize("options", [{}, {"three_choice": "best", "b5_table.one_pair": 2}])
def test_what_the_optional_bonus_adds_is_its_price(options: dict[str, Any]) -> None:
    """Best play folds nothing here, so the bonus is worth what it pays."""
    game = other(**options)
    exact = price(game).wagers["bonus_5_only"].strategies["only"].ev
    assert optional_bonus_value(game.terms, 1, 1, 1) == exact
    assert optional_bonus_value(game.terms, 5, 5, 10) == 10 * exact


def test_a_newcomer_bets_every_bonus_and_never_folds() -> None:
    assert posted(other(tip_bets="on"), "newcomer") == {"ante": 5, "bonus_3_5": 5, "bonus_5_only": 5}
    newcomer = setting.strategy(PICK2, "newcomer")
    step = PICK2.steps(PICK2.terms, Opening(players=("ann",)))[2]
    assert isinstance(step, Decide)
    decisions = []
    for text in ("2c 3d 5h 8s 9c", "Ac 3d 5h 8s 9c", "2c 2d 5h 8s 9c", "2c 3c 5c 8s 9c"):
        cards = read_cards(text)
        spare = tuple(card for card in DECK if card not in cards)
        decisions.append(newcomer.decide(PICK2, view(dealt(PICK2, (cards,), spare[:5]), 1)))
    assert decisions == ["five", "three", "three", "three"]


# Every option for a hand, and sentences -------------------------------------------------------------------------------


def test_the_options_are_those_of_pricing_with_more_detail() -> None:
    for cards in HANDS[2:5]:
        options = setting.best(PICK2, cards)
        top = options[0].ev
        for option, plain in zip(options, priced(PICK2, cards), strict=True):
            assert isinstance(option, CountedOption)
            assert (option.decision, option.ev, option.counts) == (plain.decision, plain.ev, plain.counts)
            assert option.sure == "exact"
            assert option.gives_up == top - option.ev
            if option.decision == "three":
                hand = option.by_hand["three"]
                assert hand.wins == Fraction(plain.counts["win"], 1_533_939)
                assert hand.ties == Fraction(plain.counts["tie"], 1_533_939)


def test_each_option_has_its_hands() -> None:
    by_decision = {option.decision: option.by_hand for option in reversed(setting.best(PICK2, "6h 6d Kh Qh 9h"))}
    assert by_decision["three"]["three"].name == "flush"
    assert by_decision["five"]["five"].name == "one pair"
    assert [by_decision[decision]["bonus_5_only"].value for decision in ("three", "five", "fold")] == [1, 1, -1]
    assert "fold" not in by_decision["fold"]
    wins = by_decision["five"]["five"].wins
    assert wins is not None
    assert 0 < wins < 1


def test_other_bets_can_be_counted_too() -> None:
    bets = {"ante_play": 5, "bonus_3_5": 5}
    options = setting.best(PICK2, "Ah Kh 7h 7s 2d", bets=bets)
    fold = next(option for option in options if option.decision == "fold")
    assert fold.ev == -2
    assert options[0].ev == setting.best(PICK2, "Ah Kh 7h 7s 2d")[0].ev - 1


@pytest.mark.parametrize("text", ["Ah Kh 7h 7s", "Ah Ah 7h 7s 2d", "Ah Kh 7h 7s Xx"])
def test_hands_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(NotAllowed):
        setting.best(PICK2, text)


def test_the_sentences_have_the_stated_cost() -> None:
    explanation = setting.explain(PICK2)
    rules = learnable(PICK2)
    assert explanation.cost == float(rules[-1].cost) < 0.001
    assert [lesson.rule for lesson in explanation.lessons[:-1]] == [rule.sentence for rule in rules]
    values = [lesson.value for lesson in explanation.lessons]
    assert all(value > 0 for value in values)
    assert sum(values[1:-1]) == pytest.approx(float(rules[0].cost - rules[-1].cost))
    assert explanation.lessons[-1].rule == "Leave the 5 Card Bonus Only out."
    assert values[-1] == pytest.approx(-float(price(PICK2).wagers["bonus_5_only"].strategies["only"].ev))
    assert (explanation.sure, explanation.standard_error, explanation.unit) == ("exact", 0, "antes a round")


def test_every_card_in_an_answer_has_a_name() -> None:
    for option in setting.best(PICK2, HANDS[0]):
        if option.setting:
            assert set(option.setting["three"]) <= set(HANDS[0])


@pytest.mark.parametrize("circumstance", [{"against": Path("settings.txt")}, {"players": 3}])
def test_opponents_make_no_difference_and_are_refused(circumstance: dict[str, Any]) -> None:
    with pytest.raises(NotAllowed, match="it takes no opponents"):
        setting.best(PICK2, "Ah Kh 7h 7s 2d", **circumstance)
    assert setting.best(PICK2, "Ah Kh 7h 7s 2d", against=None, players=None)

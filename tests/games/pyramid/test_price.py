"""Prices of Pyramid Poker, compared with another enumeration, published counts and rounds played by the rules."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Any, TypeVar

import pytest

from houseway.games.pyramid import main_wager, side_wagers
from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.pricing.hands import Composition
from houseway.games.pyramid.pricing.main_wager_tables import against_house
from houseway.games.pyramid.pricing.price import price as price_of
from houseway.games.pyramid.pricing.side_wagers import six_card_counts, three_card_counts
from houseway.games.pyramid.pricing.stakes import hand_per_unit, joints
from houseway.games.pyramid.sheet import SHEET
from houseway.pricing.bet_mix import bet_mix
from houseway.pricing.price import Estimate, Exact, Price, WagerPrice
from houseway.rules.cards import DECK, shoe
from houseway.rules.errors import NotAllowed, Unreadable
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, HandsSet, Posted
from houseway.rules.payments import Party, net
from houseway.rules.playing import play, settlement, start

RankHand = tuple[int, ...]
"""The three ranks of a hand, highest first."""
SetHand = tuple[int, tuple[int, ...]]
"""The rank of the low hand; whether the high hand is a pair, and the ranks that count in it."""
Rank = TypeVar("Rank", int, tuple[int, ...])


@cache
def priced(**options: Any) -> Price:
    return price_of(SHEET.with_options(options))


def exact(price: Price, wager: str, strategy: str) -> Exact:
    figures = price.wagers[wager].strategies[strategy]
    assert isinstance(figures, Exact)
    return figures


def counts(price: Price, wager: str, strategy: str) -> dict[tuple[str, Fraction | int], int]:
    return {(outcome.name, outcome.net): outcome.count for outcome in exact(price, wager, strategy).outcomes}


# The first wager, enumerated again: the sheet in a dozen lines, cards dealt one by one --------------------------------


def house_low(hand: RankHand, apart: int = 5) -> int:
    a, b, c = hand
    if a == c or (b not in (a, c)):
        return b
    pair, kicker = (a, c) if a == b else (b, a)
    return pair if pair >= 11 and pair - kicker >= apart else kicker


def set_hand(hand: RankHand, low: int, cards: int = 2) -> SetHand:
    high = list(hand)
    high.remove(low)
    return low, (high[0] == high[1], *high[:cards])


def sign(ours: Rank, theirs: Rank) -> int:
    return (ours > theirs) - (ours < theirs)


def profit(ours: SetHand, theirs: SetHand, single: str = "push", both: str = "push") -> int:
    signs = [sign(ours[0], theirs[0]), sign(ours[1], theirs[1])]
    if signs == [0, 0]:
        return -1 if both == "bank_wins" else 0
    total = sum(-1 if each == 0 and single == "bank_wins" else each for each in signs)
    return (total > 0) - (total < 0)


@cache
def one_deck() -> dict[RankHand, tuple[int, Counter[RankHand]]]:
    """The player's rank hands with their number, and after each the dealer's, from one deck of single cards."""
    ranks = sorted((card.rank for card in DECK), reverse=True)
    hands: dict[RankHand, tuple[int, Counter[RankHand]]] = {}
    for hand, times in Counter(combinations(ranks, 3)).items():
        rest = list(ranks)
        for rank in hand:
            rest.remove(rank)
        hands[hand] = times, Counter(combinations(rest, 3))
    return hands


def enumerated(
    choose: Callable[[RankHand, Counter[RankHand]], int], *, apart: int = 5, cards: int = 2, **copies: str
) -> dict[tuple[str, int], int]:
    """Outcomes over all deals of one deck; `choose(hand, dealers)` chooses the player's low card."""
    totals: Counter[tuple[str, int]] = Counter()
    houses = {hand: set_hand(hand, house_low(hand, apart), cards) for hand in one_deck()}
    for hand, (times, dealers) in one_deck().items():
        if hand[0] == hand[2]:
            totals["auto_win", 3] += times * dealers.total()
            continue
        ours = set_hand(hand, choose(hand, dealers), cards)
        for house, ways in dealers.items():
            won = profit(ours, houses[house], **copies)
            totals[{1: "win", 0: "push", -1: "lose"}[won], won] += times * ways
    return dict(totals)


def best_low(hand: RankHand, dealers: Counter[RankHand]) -> int:
    houses = [(set_hand(house, house_low(house)), ways) for house, ways in dealers.items()]
    legal = [low for low in set(hand) if set_hand(hand, low)[1][0] or low <= max(set_hand(hand, low)[1][1:])]
    return max(legal, key=lambda low: sum(profit(set_hand(hand, low), house) * ways for house, ways in houses))


@pytest.mark.parametrize(
    ("options", "again"),
    [
        ({}, {}),
        ({"single_copy": "bank_wins"}, {"single": "bank_wins", "both": "bank_wins"}),
        ({"single_copy": "bank_wins", "both_copy": "push"}, {"single": "bank_wins"}),
        ({"both_copy": "bank_wins"}, {"both": "bank_wins"}),
        ({"house_way_split": "diff_ge_4"}, {"apart": 4}),
        ({"high_hand_second_card": False}, {"cards": 1}),
    ],
)
def test_one_deck_house_way_by_another_enumeration(options: dict[str, Any], again: dict[str, Any]) -> None:
    outcomes = enumerated(lambda hand, dealers: house_low(hand, again.get("apart", 5)), **again)
    assert counts(priced(decks=1, **options), "main", "house_way") == outcomes


def test_one_deck_best_play_by_another_enumeration() -> None:
    outcomes = enumerated(best_low)
    won = sum(net * count for (_, net), count in outcomes.items())
    assert priced(decks=1).wagers["main"].strategies["best"].ev == Fraction(won, comb(52, 3) * comb(49, 3))


def test_a_bank_that_plays_the_house_way_is_the_other_side_of_the_same_wager() -> None:
    main = priced().wagers["main"].strategies
    assert main["banker_house_way"].ev == -main["house_way"].ev
    assert main["banker_best"].ev > main["banker_house_way"].ev


# Figures to the last integer ---------------------------------------------------------------------------------------


def test_exact_counts_of_six_decks() -> None:
    price = priced()
    main = price.wagers["main"].strategies
    assert counts(price, "main", "house_way") == {
        ("auto_win", 3): 128129809808,
        ("win", 1): 8616009000960,
        ("push", 0): 6997573630656,
        ("lose", -1): 8671321083456,
    }
    assert main["best"].ev == Fraction(3091287561, 217973513615)
    assert main["house_way"].ev == Fraction(60314763, 4474529605)
    assert main["banker_best"].ev == Fraction(-3900857799, 305162919061)
    assert price.wagers["three_card"].strategies["only"].ev == Fraction(-18568, 626665)
    assert price.wagers["six_card"].strategies["only"].ev == Fraction(-21316866446, 305162919061)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_counts_sum_to_the_deals(decks: int) -> None:
    price = priced(decks=decks)
    cards = 52 * decks
    both = comb(cards, 3) * comb(cards - 3, 3)
    assert {exact(price, "main", strategy).deals for strategy in price.wagers["main"].strategies} == {both}
    assert price.wagers["three_card"].deals == comb(cards, 3)
    assert price.wagers["six_card"].deals == both


PUBLISHED_THREE_CARDS = {  # standard; Wizard of Odds, 21+3. A pair of one suit is a flush or, by the reading, a pair
    (1, "best"): {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "one_pair": 3744}
    | {"none": 16440},
    (2, "pair_first"): {"straight_flush": 384, "three_of_a_kind": 728, "straight": 5760, "flush": 8768}
    | {"one_pair": 34944, "none": 131520},
    (6, "best"): {"straight_flush": 10368, "three_of_a_kind": 26312, "straight": 155520, "flush": 236736 + 56160}
    | {"one_pair": 977184, "none": 3551040},
    (6, "pair_first"): {"straight_flush": 10368, "three_of_a_kind": 26312, "straight": 155520, "flush": 236736}
    | {"one_pair": 977184 + 56160, "none": 3551040},
}


@pytest.mark.parametrize(("decks", "overlap"), PUBLISHED_THREE_CARDS)
def test_three_card_counts_as_published(decks: int, overlap: str) -> None:
    price = priced(decks=decks, w2_overlap=overlap)
    lines = Counter({name: count for (name, _), count in counts(price, "three_card", "only").items()})
    lines["straight_flush"] += lines.pop("ace_king_queen_suited")
    lines["none"] = lines.pop("no_pay") + lines.pop("seven_or_lower_no_ace")
    assert lines == PUBLISHED_THREE_CARDS[decks, overlap]


def test_six_card_counts_as_published_by_alspach() -> None:
    lines = {name: count // 20 for (name, _), count in counts(priced(decks=1), "six_card", "only").items()}
    assert lines.pop("straight_flush") + lines["royal_flush"] == 1844
    assert lines.pop("no_pay") == 20358520 - 1844 - 14664 - 165984 - 205792 - 361620 - 732160 - 2532816
    assert lines == {
        "royal_flush": 188,
        "four_of_a_kind": 14664,
        "full_house": 165984,
        "flush": 205792,
        "straight": 361620,
        "three_of_a_kind": 732160,
        "two_pairs": 2532816,
    }


@pytest.mark.parametrize(
    "options", [{}, {"decks": 1}, {"decks": 8}, {"w3_selection": "all_six"}, {"ace_low_straight": False}]
)
def test_side_wagers_by_sets_of_cards_agree_with_pairs_of_hands(options: dict[str, Any]) -> None:
    game = SHEET.with_options(options)
    left = Composition.of_decks(game.terms.decks)
    price = priced(**options)
    assert three_card_counts(game.terms, left) == counts(price, "three_card", "only")
    sets = six_card_counts(game.terms, left)
    assert sets.total() == comb(left.cards, 6)
    assert {outcome: 20 * count for outcome, count in sets.items()} == counts(price, "six_card", "only")


def test_five_of_a_kind_of_two_decks_by_hand() -> None:
    """Five or six equal ranks of the eight in two decks: 13 x C(8,5) x 96, and 13 x C(8,6)."""
    lines = {name: count // 20 for (name, _), count in counts(priced(decks=2), "six_card", "only").items()}
    assert lines["five_of_a_kind"] == 13 * comb(8, 5) * 96
    assert lines["six_of_a_kind"] == 13 * comb(8, 6)


# Readings that change the price --------------------------------------------------------------------------------------


def test_commission_costs_its_share_of_the_wins() -> None:
    free = exact(priced(), "main", "house_way")
    charged = exact(priced(commission=5), "main", "house_way")
    wins = sum((o.count * o.net for o in free.outcomes if o.net > 0), Fraction())
    assert charged.ev == free.ev - wins / 20 / free.deals
    assert exact(priced(commission=5), "main", "banker_best").ev == exact(priced(), "main", "banker_best").ev


def test_a_bank_that_sees_the_house_hand_is_a_little_better_off() -> None:
    before = priced()
    after = priced(banker_sets="after_house_exposed")
    sees = exact(after, "main", "banker_best")
    assert 0 < sees.ev - before.wagers["main"].strategies["banker_best"].ev < Fraction(1, 100000)
    assert sees.deals == exact(before, "main", "banker_best").deals * comb(306, 3)
    assert after.wagers["main"].strategies["best"] == before.wagers["main"].strategies["best"]


def test_PYR_A40_the_cap_cuts_six_of_a_kind_at_five_chips_each() -> None:
    capped = counts(priced(edge_at_stake=True), "six_card", "only")
    assert capped["six_of_a_kind", 977] == 34994960  # (5000 - 3 x 5 - 20 x 5) / 5
    assert counts(priced(edge_at_stake=True, aggregate_scope="wager"), "six_card", "only") == counts(
        priced(), "six_card", "only"
    )


def test_a_cap_lets_the_second_wager_depend_on_the_first() -> None:
    price = priced(edge_at_stake=True, max_aggregate=100)
    three = exact(price, "three_card", "only")
    assert three.deals == exact(price, "main", "best").deals  # both hands count now
    assert {o.net for o in three.outcomes if o.name == "three_of_a_kind"} == {17}  # (100 - 15) / 5
    assert {o.net for o in three.outcomes if o.name == "straight_flush"} == {19, 20}


def test_stakes_outside_the_limits_are_refused() -> None:
    game = SHEET.with_options({"edge_at_stake": True})
    with pytest.raises(NotAllowed, match="main takes 5 to 100 chips, not 101"):
        price_of(game, stakes={"main": 101})
    with pytest.raises(Unreadable, match="did you mean 'main'"):
        price_of(game, stakes={"mian": 5})


# Rounds by the rules -------------------------------------------------------------------------------------------------


def rounds(count: int, seed: int, banker: Party = "house") -> Iterator[list[float]]:
    """Profits of seat 1, wager by wager, in rounds by the rules from six decks."""
    random = Random(seed)
    cards = shoe(decks=6)
    for _ in range(count):
        round_ = start(SHEET, Opening(players=("a", "b")[: 1 if banker == "house" else 2], banker=banker))
        for seat in round_.seats:
            main = {} if seat.number == banker else {"main": 5}
            round_ = play(round_, Posted(seat.number, {**main, "three_card": 5, "six_card": 5}))
        round_ = play(round_, Dealt(tuple(random.sample(cards, 3 * len(round_.seats) + 3))))
        for seat in round_.seats:
            round_ = play(round_, HandsSet(seat.number, house_way(SHEET.terms, seat.cards)))
        paid = settlement(round_)
        yield [net([p for p in paid if p.wager == wager]).get(1, 0) / 5 for wager in ("main", "three_card", "six_card")]


def test_rounds_by_the_rules_agree_within_four_standard_errors() -> None:
    played = list(rounds(1500, seed=11))
    price = priced()
    expected = [price.wagers["main"].strategies["house_way"]]
    expected += [price.wagers[wager].strategies["only"] for wager in ("three_card", "six_card")]
    for place, exact in enumerate(expected):
        mean = sum(won[place] for won in played) / len(played)
        assert abs(mean - exact.ev) < 4 * exact.standard_deviation / sqrt(len(played))


def test_rounds_with_a_player_banker_agree_within_four_standard_errors() -> None:
    played = list(rounds(800, seed=12, banker=1))
    exact = priced().wagers["main"].strategies["banker_house_way"]
    mean = sum(won[0] for won in played) / len(played)
    assert abs(mean - exact.ev) < 4 * exact.standard_deviation / sqrt(len(played))


# Bet mixes and covariances -----------------------------------------------------------------------------------------


def test_a_bet_mix_is_the_total_of_the_hand() -> None:
    bets = {"main": 25, "three_card": 5, "six_card": 10}
    price = priced()
    hand = hand_per_unit(joints(SHEET.terms, against_house, Composition.of_decks(6))["best"])
    total = {key: sum(n * c for n, c in zip(nets, bets.values(), strict=True)) for key, nets in hand.nets.items()}
    deals = sum(hand.joint.counts.values())
    mean = sum(total[key] * count for key, count in hand.joint.counts.items()) / deals
    squares = sum(total[key] ** 2 * count for key, count in hand.joint.counts.items()) / deals
    mix = bet_mix(price, bets)
    assert (mix.ev, mix.variance, mix.staked) == (mean, squares - mean**2, 40)


def test_a_bet_mix_by_the_house_way_has_its_own_covariances() -> None:
    price = priced()
    best = bet_mix(price, {"main": 5, "six_card": 5})
    house = bet_mix(price, {"main": 5, "six_card": 5}, strategies={"main": "house_way"})
    assert best.ev > house.ev
    assert price.covariances["main", "six_card"] != price.covariances["main.house_way", "six_card"]


def test_covariances_of_six_decks_by_sampling() -> None:
    random = Random(5)
    cards = shoe(decks=6)
    won = []
    for _ in range(4000):
        dealt = tuple(random.sample(cards, 6))
        three = side_wagers.three_card_result(SHEET.terms, dealt[:3]).pays
        ours, bank = (house_way(SHEET.terms, hand) for hand in (dealt[:3], dealt[3:]))
        won.append((main_wager.main_result(SHEET.terms, ours, bank).pays, three))
    means = [sum(column) / len(won) for column in zip(*won, strict=True)]
    products = [(main - means[0]) * (three - means[1]) for main, three in won]
    sampled = sum(products) / len(won)
    error = sqrt(sum((product - sampled) ** 2 for product in products)) / len(won)
    assert abs(sampled - priced().covariances["main.house_way", "three_card"]) < 4 * error


@pytest.mark.parametrize(
    ("bets", "says"),
    [
        ({"mian": 5}, "did you mean 'main'"),
        ({"main": -5}, "whole chips"),
        ({"main": 0}, "needs a wager"),
    ],
)
def test_impossible_bets_are_refused(bets: dict[str, int], says: str) -> None:
    with pytest.raises((Unreadable, NotAllowed), match=says):
        bet_mix(priced(), bets)


def test_an_unknown_strategy_and_an_estimate_are_refused() -> None:
    with pytest.raises(Unreadable, match="it is played by best, house_way"):
        bet_mix(priced(), {"main": 5}, strategies={"main": "wild"})
    guess = Estimate(ev=0.0, standard_error=0.1, standard_deviation=1.0, seed=1, rounds=10)
    rough = Price(game="x", terms={}, terms_hash="", wagers={"main": WagerPrice(strategies={"only": guess})})
    with pytest.raises(NotAllowed, match="needs exact prices"):
        bet_mix(rough, {"main": 5})


def test_the_price_as_data_and_its_progress() -> None:
    steps = []
    data = price_of(SHEET, lambda done, total: steps.append((done, total))).as_data()
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1]
    assert data["terms_hash"] == SHEET.terms_hash
    assert list(data["wagers"]) == ["main", "three_card", "six_card"]
    assert set(data["wagers"]["main"]["strategies"]) == {"best", "house_way", "banker_house_way", "banker_best"}
    assert data["wagers"]["three_card"]["deals"] == 5013320
    assert data["wagers"]["main"]["strategies"]["house_way"]["ev"] == "60314763/4474529605"

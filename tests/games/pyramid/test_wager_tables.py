"""The tables that prices are made of agree with the plain rules, and counts with the enumeration of small shoes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from houseway.games.pyramid import fouls, main_wager, settlement, side_wagers
from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.pricing.hands import HAND_COUNT, Composition, cards_of, index_of
from houseway.games.pyramid.pricing.joint import joint_counts, suit_parts
from houseway.games.pyramid.pricing.main_wager_tables import (
    AgainstHouseAtStake,
    against_house,
    banking_against_house,
    banking_against_player,
    house_rows,
    house_settings,
    legal_settings,
    main_table,
    outcomes,
)
from houseway.games.pyramid.pricing.play import (
    in_parts,
    play,
    played,
    played_seeing_another_hand,
    played_seeing_the_opponent,
)
from houseway.games.pyramid.pricing.side_wager_tables import DIGITS, SixCardTable, six_card_table, three_card_table
from houseway.games.pyramid.pricing.stakes import best_hand_at_stake
from houseway.games.pyramid.sheet import SHEET
from houseway.games.pyramid.terms import Terms
from houseway.rules.cards import DECK, SUITS, TWO, Card, Cards, shoe
from houseway.rules.game import Opening
from houseway.rules.payments import net
from houseway.rules.paytable import Result
from houseway.rules.round import Round, Seat

Options = Mapping[str, object]

READINGS: list[Options] = [
    {},
    {"single_copy": "bank_wins"},
    {"both_copy": "bank_wins", "high_hand_second_card": False},
    {"house_way_split": "diff_ge_4", "w1_trips_pays": 5, "w1_win_pays": 2},
]
SIDE_READINGS: list[Options] = [
    {},
    {"w3_selection": "all_six"},
    {"ace_low_straight": False, "seven_low_push": False},
    {"w2_overlap": "sum", "w3_paytable.straight": 9},
    {"w2_overlap": "pair_first", "straight_flush_pays": 50, "w3_paytable.full_house": 0},
]


def terms_of(options: Options) -> Terms:
    return SHEET.with_options(options).terms


# The first wager ---------------------------------------------------------------------------------------------------


def test_every_meeting_of_two_settings_is_as_main_result_says() -> None:
    terms = pyramid.Terms()
    table = main_table(terms, outcomes(terms, against_house))
    ours = legal_settings(terms).settings
    theirs = house_settings(terms).settings
    random = Random(1)
    for row in range(len(ours)):
        for column in random.sample(range(HAND_COUNT), 150):
            result = main_wager.main_result(terms, ours[row], theirs[column])
            assert table.outcomes[table.codes[row, column]] == (result.line, result.pays)


@pytest.mark.slow
@pytest.mark.parametrize("options", READINGS)
def test_every_meeting_under_readings(options: Options) -> None:
    terms = terms_of(options)
    table = main_table(terms, outcomes(terms, against_house))
    ours = legal_settings(terms).settings
    theirs = house_settings(terms).settings
    for row in range(len(ours)):
        for column in range(HAND_COUNT):
            result = main_wager.main_result(terms, ours[row], theirs[column])
            assert table.outcomes[table.codes[row, column]] == (result.line, result.pays)


@pytest.mark.parametrize("options", READINGS)
@pytest.mark.parametrize("auto", [False, True])
def test_a_bank_wins_what_its_bettor_loses(options: Options, auto: bool) -> None:
    terms = terms_of({**options, "banker_trips_auto": auto})
    table = main_table(terms, outcomes(terms, banking_against_player))
    bank = legal_settings(terms).settings
    theirs = house_settings(terms).settings
    random = Random(2)
    for _ in range(3000):
        row = random.randrange(len(bank))
        column = random.randrange(HAND_COUNT)
        result = main_wager.main_result(terms, theirs[column], bank[row], bank_trips_win=auto)
        assert table.outcomes[table.codes[row, column]][1] == -result.pays


@pytest.mark.parametrize("privilege", [True, False])
def test_the_house_has_its_trips_privilege_only_where_the_terms_give_it(privilege: bool) -> None:
    terms = terms_of({"house_trips_privilege_as_bettor": privilege})
    table = main_table(terms, outcomes(terms, banking_against_house))
    worst = min(net for _, net in table.outcomes)
    assert worst == (-3 if privilege else -1)


def test_commission_is_taken_of_every_win_and_of_nothing_else() -> None:
    terms = terms_of({"commission": 5})
    assert dict(outcomes(terms, against_house)) == {
        "auto_win": Fraction(57, 20),
        "win": Fraction(19, 20),
        "push": 0,
        "lose": -1,
    }
    assert dict(outcomes(terms, banking_against_player)) == {"auto_lose": -3, "win": 1, "push": 0, "lose": -1}


def test_every_hand_but_trips_has_two_legal_settings_and_the_house_way_is_one() -> None:
    terms = pyramid.Terms()
    settings = legal_settings(terms)
    assert len(settings.settings) == 286 * 2 + 156 * 2 + 13
    for hand, row in enumerate(house_rows(terms)):
        assert settings.hand[row] == hand
        assert settings.settings[row]["low"][0].rank == house_way(terms, cards_of(hand))["low"][0].rank


# The second and third wagers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SIDE_READINGS)
def test_the_second_wager_sees_ranks_and_whether_the_suits_are_one(options: Options) -> None:
    terms = terms_of(options)
    table = three_card_table(terms)
    random = Random(3)
    for _ in range(1500):
        suits = SUITS if random.random() < 0.6 else SUITS[:1]
        cards = tuple(Card(random.choice(range(TWO, 15)), random.choice(suits)) for _ in range(3))
        codes = table.suited if len({card.suit for card in cards}) == 1 else table.odd
        assert table.results[codes[index_of(cards)]] == side_wagers.three_card_result(terms, cards)


def six_cards(random: Random) -> Cards:
    """Six cards that often are of one suit, close in rank or repeated."""
    suit = random.choice(SUITS)
    ranks = random.choice([range(TWO, 15), range(TWO, 9), range(9, 15), (2, 3, 4, 5, 6, 14)])
    few = [random.choice(ranks) for _ in range(random.randint(2, 6))]
    cards = []
    for _ in range(6):
        rank = random.choice(few) if random.random() < 0.4 else random.choice(ranks)
        cards.append(Card(rank, suit if random.random() < 0.75 else random.choice(SUITS)))
    return tuple(cards)


def table_line(table: SixCardTable, cards: Cards) -> Result:
    counts = Counter(card.rank - TWO for card in cards)
    shape = sum(int(DIGITS[times]) for times in counts.values())
    bits = sum(1 << rank for rank in counts)
    line = table.unsuited(np.array([shape]), np.array([bits]))
    for suit in SUITS:
        ranks = [card.rank - TWO for card in cards if card.suit == suit]
        if len(ranks) >= 5:
            line = table.with_suited(line, len(ranks), np.array([sum(1 << rank for rank in set(ranks))]))
    result: Result = table.results[line[0]]
    return result


@pytest.mark.parametrize("options", SIDE_READINGS)
def test_the_third_wager_is_the_best_of_repeats_ranks_and_suits(options: Options) -> None:
    terms = terms_of(options)
    table = six_card_table(terms)
    random = Random(4)
    lines: Counter[str] = Counter()
    for _ in range(2500):
        cards = six_cards(random)
        result = side_wagers.six_card_result(terms, cards)
        lines[result.line] += 1
        assert table_line(table, cards) == result, cards
    assert len(lines) >= 8


# Small shoes, dealt card by card -----------------------------------------------------------------------------------


def small_shoe(seed: int, size: int) -> tuple[Cards, Composition]:
    """A few cards, mostly of one suit, some of them twice."""
    random = Random(seed)
    suits = (*SUITS, *[SUITS[seed % 4]] * 6)
    cards = tuple(Card(random.choice((2, 3, 4, 5, 12, 13, 14)), random.choice(suits)) for _ in range(size))
    left = Counter(cards)
    return cards, Composition(tuple(tuple(left[Card(rank, suit)] for rank in range(TWO, 15)) for suit in SUITS))


def deals(cards: Cards) -> Iterator[tuple[Cards, Cards]]:
    for player in combinations(range(len(cards)), 3):
        rest = [place for place in range(len(cards)) if place not in player]
        for house in combinations(rest, 3):
            yield tuple(cards[place] for place in player), tuple(cards[place] for place in house)


@pytest.mark.parametrize("seed", range(4))
def test_the_three_wagers_together_on_every_deal_of_a_small_shoe(seed: int) -> None:
    terms = terms_of(SIDE_READINGS[seed % 3])
    cards, left = small_shoe(seed, 9)
    weighed = play(terms, against_house, left)
    three = three_card_table(terms)
    six = six_card_table(terms)
    counted = joint_counts(terms, left.deals, suit_parts(terms, left), weighed.table.codes[weighed.house])
    named: Counter[tuple[str, Result, Result]] = Counter()
    for key, count in counted.items():
        named[weighed.table.outcomes[key.main][0], three.results[key.three_card], six.results[key.six_card]] += count
    plain: Counter[tuple[str, Result, Result]] = Counter()
    for player, house in deals(cards):
        main = main_wager.main_result(terms, house_way(terms, player), house_way(terms, house))
        sides = side_wagers.three_card_result(terms, player), side_wagers.six_card_result(terms, player + house)
        plain[(main.line, *sides)] += 1
    assert named == plain
    assert sum(plain.values()) == left.deals


@pytest.mark.parametrize("options", [{}, {"aggregate_counts": "winnings_plus_stakes"}, {"aggregate_scope": "wager"}])
def test_a_hand_at_stake_under_a_cap_that_bites(options: Options) -> None:
    terms = terms_of({"max_aggregate": 90, "edge_at_stake": True, "commission": 5, **options})
    cards, left = small_shoe(5, 8)
    stakes = {"main": 30, "three_card": 5, "six_card": 7}
    hand = best_hand_at_stake(terms, left, stakes)
    best = play(terms, AgainstHouseAtStake(30), left).best
    settings = legal_settings(terms).settings
    total = Fraction()
    for player, house in deals(cards):
        low = settings[best[index_of(player)]]["low"][0].rank
        place = next(place for place, card in enumerate(player) if card.rank == low)
        setting = {"low": (player[place],), "high": tuple(c for other, c in enumerate(player) if other != place)}
        seat = Seat(number=1, player="a", wagers=stakes, cards=player, setting=setting)
        round_ = Round(game=SHEET, opening=Opening(players=("a",)), seats=(seat,), dealer=house)
        total += net(settlement.settle(terms, round_)).get(1, 0)
    assert hand.ev(stakes) == total / left.deals


@pytest.mark.parametrize("seed", [6, 7])
def test_the_best_setting_of_one_who_has_seen_another_hand(seed: int) -> None:
    terms = pyramid.Terms()
    cards, left = small_shoe(seed, 9)
    total = 0
    for player, seen in deals(cards):
        rest = list((Counter(cards) - Counter(player) - Counter(seen)).elements())
        theirs = [house_way(terms, hand) for hand in combinations(rest, 3)]
        total += max(
            sum(main_wager.main_result(terms, ours, bank).pays for bank in theirs)
            for ours in ({"low": (low,), "high": high} for low, high in splits(player))
            if not fouls.foul(terms, ours, {})
        )
    informed = played_seeing_another_hand(terms, against_house, left)
    assert informed.ev * informed.deals == total


def splits(player: Cards) -> Iterator[tuple[Card, Cards]]:
    for place in range(3):
        yield player[place], tuple(card for other, card in enumerate(player) if other != place)


def test_the_best_setting_of_one_who_sees_the_opponent() -> None:
    terms = pyramid.Terms()
    cards, left = small_shoe(8, 9)
    total = 0
    for player, house in deals(cards):
        bank = house_way(terms, house)
        ways = ({"low": (low,), "high": high} for low, high in splits(player))
        legal = [way for way in ways if not fouls.foul(terms, way, {})]
        total += max(main_wager.main_result(terms, way, bank).pays for way in legal)
    informed = played_seeing_the_opponent(terms, against_house, left)
    assert informed.ev * informed.deals == total


def test_equal_settings_keep_the_house_way() -> None:
    terms = terms_of({"w1_win_pays": 0, "w1_trips_pays": 0, "single_copy": "push"})
    weighed = play(terms, against_house, Composition.of_decks(1))
    nets, _ = in_parts(weighed.table.outcomes)
    assert max(nets) == 0
    ties = weighed.evs[weighed.best] == weighed.evs[weighed.house]
    assert (weighed.best[ties] == weighed.house[ties]).all()
    assert (~ties).any()


def test_profits_are_whole_in_parts_of_a_unit() -> None:
    terms = terms_of({"commission": 5})
    nets, unit = in_parts(outcomes(terms, against_house))
    assert unit == 20
    assert sorted(set(nets.tolist())) == [-20, 0, 19, 57]


def test_a_hundred_decks_count_without_overflow() -> None:
    left = Composition.of_decks(100)
    terms = pyramid.Terms()
    weighed = play(terms, against_house, left)
    assert played(left, weighed, weighed.best).deals == left.deals
    counted = joint_counts(terms, left.deals, suit_parts(terms, left), weighed.table.codes[weighed.best])
    assert sum(counted.values()) == left.deals > 2**63


def test_the_shoe_has_the_chosen_number_of_decks() -> None:
    left = Composition.of_decks(2)
    assert left.cards == len(shoe(decks=2)) == 104
    assert left.without((DECK[0],)).cards == 103
    assert left.hands == 182104

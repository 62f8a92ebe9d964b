"""The CP-SAT model of Showdown settings, compared with trying every setting and with the rules."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.showdown.showdown_candidates import candidates, held_by_kind, strength
from games.showdown.showdown_cpsat import best_setting, by_house_way, chosen, columns, named, pool, settled
from games.showdown.showdown_every_setting import best_value
from games.showdown.showdown_values import Value, deal, field_of, noise, points_of
from houseway.games.showdown import hand_order, legality
from houseway.games.showdown.hand_order import Hand, power_class
from houseway.games.showdown.legality import SLOTS
from houseway.games.showdown.sheet import SHEET, Terms
from houseway.rules.cards import ACE, DECK, JOKER, Card, Cards, read_cards
from houseway.rules.ranking import Strength

TERMS = SHEET.terms
POINTS = points_of(TERMS)
FIELD = field_of(TERMS)
ALLOWED = Terms(equal_hands_order="allow")

OF_FEW_KINDS = (("9h9h9h 8h8h8h 7h7h7h KsKsKs KdKdKd 4c4c4c XxXx", noise, TERMS),)
OF_MORE = (
    ("9h9h9h 8h8h8h 7h7h7h KsKsKs KdKdKd 4c4c4c XxXx", POINTS, TERMS),
    ("9h9h9h 8h8h8h 7h7h 6h6h KsKsKs KdKdKd XxXxXxXx", noise, TERMS),
    ("AsAsAs 2s2s2s 3s3s 4s4s AhAhAh 2h2h2h XxXxXxXx", FIELD, TERMS),
    ("AsAsAs 2s2s2s 3s3s 4s4s AhAhAh 2h2h2h XxXxXxXx", noise, ALLOWED),
    ("AsAsAs AhAhAh AdAdAd 2s2s2s 2h2h2h 2d2d2d XxXx", noise, TERMS),
    ("KsKsKs KdKdKd KcKcKc 4h4h4h 5h5h5h 6h6h6h 9c9c XxXx", noise, TERMS),
    ("9h9h9h 8h8h8h 7h7h7h 6h6h6h KsKsKs KdKdKd 4c4c4c XxXx", POINTS, TERMS),
    ("9h9h9h 8h8h8h 7h7h7h 6h6h6h KsKsKs KdKdKd 4c4c4c XxXx", noise, Terms(hand3_expansion="either")),
)


def agrees_with_every_setting(text: str, value: Value, terms: Terms) -> None:
    cards = read_cards(text)
    best = best_setting(terms, cards, value)
    assert (best and best.value) == best_value(terms, cards, value)


@pytest.mark.parametrize(("text", "value", "terms"), OF_FEW_KINDS)
def test_no_setting_is_better_where_all_can_be_tried(text: str, value: Value, terms: Terms) -> None:
    agrees_with_every_setting(text, value, terms)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "value", "terms"), OF_MORE)
def test_no_setting_is_better_where_all_can_be_tried_at_length(text: str, value: Value, terms: Terms) -> None:
    agrees_with_every_setting(text, value, terms)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "jokers"), [(1, 0), (2, 1), (3, 4)])
def test_nothing_is_lost_by_leaving_candidates_out(seed: int, jokers: int) -> None:
    """CP-SAT on all candidates, with no bound but the claimed best value, finds that value and nothing better."""
    cards = deal(seed, 20, jokers)
    best = best_setting(TERMS, cards, FIELD)
    hands = candidates(TERMS, cards)
    held = np.array(list(held_by_kind(cards).values()), np.int64)
    assert best is not None
    picked = chosen(TERMS, pool(TERMS, columns(TERMS, cards, hands, FIELD), held), best.value)
    assert picked is not None
    assert settled(TERMS, FIELD, named([hands[at].cards for at in picked])).value == best.value


def set_at_random(cards: Cards, draw: random.Random) -> dict[str, Cards]:
    """Hands of the standard sizes, weakest first."""
    left = draw.sample(cards, 20)
    hands = []
    for size in (1, 3, 3, 3, 5, 5):
        hands.append(tuple(left[:size]))
        left = left[size:]
    hands = [hands[0], *sorted(hands[1:4], key=of_hand), *sorted(hands[4:], key=of_hand)]
    return dict(named(hands))


def of_hand(hand: Cards) -> Strength:
    return hand_order.strength_of(TERMS, Hand(hand))


def test_it_is_at_least_as_good_as_the_house_way_and_as_chance() -> None:
    cards = deal(5, 20, 2)
    draw = random.Random(5)
    best = best_setting(TERMS, cards, FIELD)
    others = [set_at_random(cards, draw) for _ in range(500)]
    legal = [setting for setting in others if not legality.fault_codes(TERMS, setting, {})]
    assert len(legal) > 5
    by_rule = by_house_way(TERMS, cards, FIELD)
    assert best is not None
    assert by_rule is not None
    assert best.value >= by_rule.value
    assert all(best.value >= settled(TERMS, FIELD, setting).value for setting in legal)


def test_a_setting_known_to_be_best_is_left_alone_and_a_poor_one_is_not() -> None:
    cards = read_cards(OF_FEW_KINDS[0][0])
    best = best_setting(TERMS, cards, POINTS)
    poor = next(
        setting
        for setting in (set_at_random(cards, random.Random(seed)) for seed in range(5000))
        if not legality.fault_codes(TERMS, setting, {})
    )
    assert best is not None
    assert settled(TERMS, POINTS, poor).value < best.value
    assert best_setting(TERMS, cards, POINTS, best.setting) == best
    improved = best_setting(TERMS, cards, POINTS, poor)
    assert improved is not None
    assert improved.value == best.value


def test_a_setting_that_is_not_legal_is_no_start() -> None:
    cards = read_cards(OF_FEW_KINDS[0][0])
    best = best_setting(TERMS, cards, POINTS)
    assert best is not None
    swapped = dict(best.setting)
    swapped["hand5"], swapped["hand6"] = swapped["hand6"], swapped["hand5"]
    with pytest.raises(RuntimeError, match="order56"):
        best_setting(TERMS, cards, POINTS, swapped)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([card for card in DECK if card.rank in (2, 3, 4, 9, ACE)]), max_size=4),
    st.integers(0, 2),
    st.sampled_from([TERMS, Terms(wheel="second", three_card_sf="top", natural_beats_wild=True)]),
)
def test_jokers_are_looked_up_as_the_game_finds_them(naturals: list[Card], jokers: int, terms: Terms) -> None:
    hand = (*naturals, *[JOKER] * jokers)
    if len(hand) in (1, 3, 5):
        assert strength(terms, hand) == hand_order.strength_of(terms, Hand(hand))


def test_every_big_hand_is_a_candidate() -> None:
    """All hands of six and seven of ten cards that the rules allow to be that large."""
    cards = read_cards("As 2s 3s 4s 5s 6s 6s 6h 6d Xx")
    filled = (*cards, *read_cards("Td Jd Qd Kc 9c 7c 8c Ks Kh Kd Qh Qc Jh"))
    big_hands = {tuple(sorted(one.cards)) for one in candidates(TERMS, filled) if set(one.cards) <= set(cards)}
    for size in (6, 7):
        for hand in every(Counter(cards), size):
            made = of_hand(hand)
            assert (power_class(made) is not None and made.size == size) == (hand in big_hands)


def every(kinds: Counter[Card], size: int) -> set[Cards]:
    return {tuple(sorted(hand)) for hand in combinations(kinds.elements(), size)}


def test_values_do_not_depend_on_suits() -> None:
    spades, hearts = (of_hand(read_cards(f"9{suit} 8{suit} 4{suit}")) for suit in "sh")
    assert spades > hearts
    assert all(value(place, spades) == value(place, hearts) for value in (POINTS, FIELD, noise) for place in SLOTS)

"""The search for the best Showdown setting: columns compared with the rules, results with trying everything."""

import random
from itertools import pairwise, product

import numpy as np
import pytest

from houseway.games.showdown import hand_order
from houseway.games.showdown.hand_order import Hand
from houseway.games.showdown.kernels.card_prices import COLUMN, LINES, TWICE_KEY, VALUE, count_cards
from houseway.games.showdown.kernels.columns import (
    JOKERS,
    KEY,
    NATURALS,
    RANK,
    SLOTS,
    SUIT,
    find_columns,
    fits_in,
    packed_counts,
    take,
)
from houseway.games.showdown.kernels.shapes import scale_for
from houseway.games.showdown.kernels.suits import IMPOSSIBLE, deal_out, suit_code
from houseway.games.showdown.sheet import SHEET
from houseway.games.showdown.solver.against import code_of
from houseway.games.showdown.solver.best_setting import FEWEST, Hunt, ties_without_points
from houseway.games.showdown.solver.value_model import MICRO, Model, points_model
from houseway.kernels.cards import encoded
from houseway.rules.cards import ACE, JOKER, TWO, Card, Cards, read_cards

GAME = SHEET
SHOE = GAME.shoe(GAME.terms)


def deal(seed: int, count: int, jokers: int = 0) -> Cards:
    naturals = [card for card in SHOE if card != JOKER]
    return (*random.Random(seed).sample(naturals, count - jokers), *(JOKER,) * jokers)


def some_model(seed: int) -> Model:
    """A model whose values rise with strength in uneven steps and jump between classes."""
    scale = scale_for(GAME.terms)
    random_ = np.random.default_rng(seed)
    steps = random_.integers(0, 400, (SLOTS, len(scale.strengths)))
    return Model("some", scale, np.cumsum(steps, axis=1) + points_model(GAME).table * 3 // 10)


@pytest.mark.parametrize("jokers", range(5))
def test_columns_are_as_strong_as_the_game_says(jokers: int) -> None:
    cards = deal(jokers, 25, jokers)
    scale = scale_for(GAME.terms)
    shapes, needs = scale.shapes_for(jokers, 5)
    columns, _ = find_columns(shapes, needs, packed_counts(np.array([encoded(card) for card in cards])))
    for row in random.Random(1).sample(list(columns), 150):
        hand = hand_of(row, cards)
        if hand is not None:
            assert scale.number(hand_order.strength_of(GAME.terms, Hand(hand))) == row[KEY], hand


@pytest.mark.parametrize("jokers", range(3))
def test_suits_of_columns_count_as_the_game_says(jokers: int) -> None:
    """Suits of equal ranks are compared from the highest card down: an ace first, but last in a wheel [SHO-42]."""
    cards = (*deal(40 + jokers, 20, jokers), *read_cards("As Ah Ad 5c 4d 3h 2s"))
    scale = scale_for(GAME.terms)
    ties = ties_without_points(scale)
    shapes, needs = scale.shapes_for(jokers, 5)
    columns, _ = find_columns(shapes, needs, packed_counts(np.array([encoded(card) for card in cards])))
    with_an_ace = 0
    for at in range(len(columns)):
        hand = hand_of(columns[at], cards)
        if hand is None or len(hand) > 5:
            continue
        suits = np.array([card.suit - 1 for card in hand if card != JOKER], dtype=np.int8)
        with_an_ace += any(card.rank == ACE for card in hand)
        expected = code_of(scale, hand_order.strength_of(GAME.terms, Hand(hand)))
        assert suit_code(columns, at, suits, ties) == expected, hand
    assert with_an_ace > 20


def hand_of(row: np.ndarray, cards: Cards) -> Cards | None:
    """Cards that make a column: of its suit, or not all of one suit."""
    left = [card for card in cards if card != JOKER]
    hand: list[Card] = []
    for rank in row[RANK : RANK + row[NATURALS]]:
        fitting = [card for card in left if card.rank == rank + TWO and row[SUIT] in (-1, card.suit - 1)]
        other = [card for card in fitting if not hand or card.suit != hand[0].suit]
        hand.append((other or fitting)[0] if row[SUIT] == -1 else fitting[0])
        left.remove(hand[-1])
    if row[SUIT] == -1 and len({card.suit for card in hand}) < 2:
        return None
    return (*hand, *(JOKER,) * int(row[JOKERS]))


@pytest.mark.parametrize(("seed", "count", "jokers"), [(s, c, j) for s in range(3) for c in (20, 25) for j in (0, 2)])
def test_the_search_finds_the_best_of_a_few_columns(seed: int, count: int, jokers: int) -> None:
    """With a few columns for each slot, all combinations are tried that fit, rise and can be dealt."""
    model = some_model(seed)
    hunt = Hunt(deal(seed, count, jokers), model)
    few_columns(hunt, random.Random(seed))
    assert hunt.branch(10**6)
    assert hunt.value == best_by_trying(hunt, model) + model.base


def few_columns(hunt: Hunt, chance: random.Random) -> None:
    """Columns of the best setting and others near it, so that legal settings are among them."""
    hunt.run()
    best = list(hunt.chosen)
    for slot in range(SLOTS):
        every = hunt.chains[COLUMN, slot, : hunt.count[slot]]
        picked = sorted(
            {*chance.sample(range(len(every)), min(6, len(every))), int(np.flatnonzero(every == best[slot])[0])}
        )
        for line in range(LINES):
            hunt.stack.chains[0, line, slot, : len(picked)] = hunt.chains[line, slot, picked]
        hunt.stack.counts[0, slot] = len(picked)
    values = hunt.stack.chains[0, VALUE]
    values += np.random.default_rng(chance.randrange(99)).integers(0, 9_000_000, values.shape)
    hunt.stack.prices[0] = 0
    hunt.tally[0], hunt.dealt = -(1 << 60), None


def best_by_trying(hunt: Hunt, model: Model) -> int:
    chains = hunt.stack.chains[0]
    best = -(1 << 60)
    for picks in product(*(range(hunt.stack.counts[0, slot]) for slot in range(SLOTS))):
        keys = [chains[TWICE_KEY, slot, at] for slot, at in enumerate(picks)]
        value = sum(int(chains[VALUE, slot, at]) for slot, at in enumerate(picks))
        if value > best and all(low <= high for low, high in pairwise(keys)):
            chosen = np.array([chains[COLUMN, slot, at] for slot, at in enumerate(picks)])
            if fit_together(hunt, chosen) and dealt(hunt, chosen) >= 0:
                best = value
    return best


def fit_together(hunt: Hunt, chosen: np.ndarray) -> bool:
    have = hunt.have.copy()
    for column in chosen:
        if not fits_in(hunt.columns, hunt.needs, column, have):
            return False
        take(hunt.columns, hunt.needs, column, have)
    return True


def dealt(hunt: Hunt, chosen: np.ndarray) -> int:
    return deal_out(hunt.columns, chosen, hunt.supply, 1, hunt.ties, np.empty((SLOTS, 10), dtype=np.int8))


def test_two_hands_alike_to_the_last_suit_are_not_dealt_out() -> None:
    """Three nines of spades and three jokers make two equal trips of nines, which is illegal [SHO-A4]."""
    cards = read_cards("9s 9s 9s Xx Xx Xx 2c 3d 4h 5c 7d 8h Tc Jd Qh Kc Ad 2h 3c 4d")
    assert two_trips(cards) == IMPOSSIBLE
    assert two_trips((*cards[:2], Card(9, 3), *cards[3:])) == 0


def two_trips(cards: Cards) -> int:
    """Deal six columns of which Hands 2 and 3 are trips of nines, one with one joker and one with two."""
    scale = scale_for(GAME.terms)
    codes = np.array([encoded(card) for card in cards])
    columns, _ = find_columns(*scale.shapes_for(3, len(cards) - FEWEST), packed_counts(codes))
    nine = 9 - TWO
    used = []
    for naturals in (1, 2):
        used.append(column_with(columns, [nine] * naturals, 3 - naturals))
    ranks = ([12], None, None, [0, 1, 10], [0, 1, 2, 3, 5], [2, 6, 8, 9, 11])
    chosen = [
        used[slot - 1] if wanted is None else column_with(columns, wanted, 0) for slot, wanted in enumerate(ranks)
    ]
    supply = count_cards(codes)
    suits = np.empty((SLOTS, 10), dtype=np.int8)
    return deal_out(columns, np.array(chosen), supply, MICRO, ties_without_points(scale), suits)


def column_with(columns: np.ndarray, ranks: list[int], jokers: int) -> int:
    for at, row in enumerate(columns):
        if row[JOKERS] == jokers and row[SUIT] == -1 and list(row[RANK : RANK + row[NATURALS]]) == ranks:
            return at
    raise AssertionError(ranks)

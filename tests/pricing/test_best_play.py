"""Best play counted over all deals, compared with small decks where every setting meets every hand."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from houseway.games import game
from houseway.kernels.cards import JOKER_CODE, Hands, encoded_hands
from houseway.kernels.disjoint_hands import Candidates, orbit_size, representative
from houseway.kernels.hand_classes import bit_by_suit
from houseway.kernels.meetings import pattern
from houseway.pricing.generic.best_play import (
    FILE,
    BestPlayToCount,
    best_play_counts,
    candidates_of,
    count_best_play,
    counts_name,
    nets_of,
)
from houseway.pricing.generic.exact import DealsToCount, count_deals, deals_to_count, house_way_counts
from houseway.pricing.generic.form import form_of
from houseway.pricing.generic.payoff import Payoffs, payoffs
from houseway.pricing.generic.shipped import stored_counts
from houseway.pricing.generic.tables import classes_of, codes_of, fouled, hand_tables
from houseway.rules.cards import DECK

PAI_GOW = game("pai_gow")
FORM = form_of(PAI_GOW)


def deck_of(ranks: int, suits: int, *, joker: bool) -> Hands:
    """The highest ranks of some suits, as codes."""
    cards = [4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(suits)]
    return np.array(cards + [JOKER_CODE] * joker, dtype=np.uint8)


@pytest.fixture(scope="module")
def candidates() -> Candidates:
    return candidates_of(PAI_GOW)


def every_payoff() -> Iterator[Payoffs]:
    """The payoffs of a bettor and of the bank, with and without commission, and if copies push."""
    for options in ({}, {"commission": 0}, {"copies": "push"}):
        for banks in (False, True):
            yield payoffs(PAI_GOW.with_options(options), banks=banks)


def to_count(candidates: Candidates, deck: Hands, suits: int) -> BestPlayToCount:
    tables = hand_tables(PAI_GOW)
    deals = DealsToCount(deck, suits, classes_of(FORM).tables, tables.house, tables.shape)
    return BestPlayToCount(deals, candidates, tuple(every_payoff()))


def every_meeting(deals: DealsToCount, paid: Payoffs) -> Fraction:
    """The sum over all hands of the highest net of a legal setting against every disjoint hand."""
    tables = hand_tables(PAI_GOW)
    cards = deals.deck.tolist()
    hands = list(combinations(cards, deals.classes.size))
    encoded = np.array(hands, dtype=np.uint8)
    house = dict(zip(hands, deals.house[classes_of(FORM).numbers(encoded)], strict=True))
    settings = codes_of(FORM, tables.evaluators, encoded)
    nets = [net or Fraction() for net in paid]
    is_foul: dict[tuple[int, int], bool] = {}
    total = Fraction()
    for ours, codes in zip(hands, settings, strict=True):
        rest = [card for card in cards if card not in ours]
        theirs = [house[hand] for hand in combinations(rest, deals.classes.size)]
        values = []
        for pair in {(int(low), int(high)) for low, high in codes}:
            if pair not in is_foul:
                is_foul[pair] = fouled(PAI_GOW, PAI_GOW.terms, FORM, tables, pair)
            if not is_foul[pair]:
                setting = np.array(pair)
                values.append(sum((nets[pattern(setting, hand)] for hand in theirs), Fraction()))
        total += max(values)
    return total


@pytest.mark.parametrize(
    ("ranks", "suits", "joker"),
    [
        (7, 2, False),
        pytest.param(7, 2, True, marks=pytest.mark.slow),
        pytest.param(5, 3, False, marks=pytest.mark.slow),
        pytest.param(4, 4, True, marks=pytest.mark.slow),
    ],
)
def test_best_play_in_small_decks_is_that_of_every_deal(
    candidates: Candidates, ranks: int, suits: int, *, joker: bool
) -> None:
    counting = to_count(candidates, deck_of(ranks, suits, joker=joker), suits)
    for paid, best in zip(counting.paid, count_best_play(counting, folder=None), strict=True):
        assert sum(best.counts) == counting.deals.deals
        value = sum((net * count for net, count in zip(nets_of(paid), best.counts, strict=True)), Fraction())
        assert value == every_meeting(counting.deals, paid)


def test_best_play_is_the_same_if_suits_are_not_exchanged(candidates: Candidates) -> None:
    deck = deck_of(5, 3, joker=True)
    exchanged = count_best_play(to_count(candidates, deck, 3), folder=None)
    not_exchanged = count_best_play(to_count(candidates, deck, 1), folder=None)
    assert [best.counts for best in exchanged] == [best.counts for best in not_exchanged]


def test_best_play_is_at_least_the_house_way(candidates: Candidates) -> None:
    counting = to_count(candidates, deck_of(7, 2, joker=True), 2)
    house_way = count_deals(counting.deals)
    for paid, best in zip(counting.paid, count_best_play(counting, folder=None), strict=True):
        value = sum((net * count for net, count in zip(nets_of(paid), best.counts, strict=True)), Fraction())
        assert value > sum((net * count for net, count in zip(paid, house_way, strict=True) if net), Fraction())


class Interrupted(Exception):
    """The count was interrupted."""


def test_an_interrupted_count_goes_on_where_it_was(
    candidates: Candidates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.pricing.generic.best_play.SECONDS_BETWEEN_FILES", -1)
    counting = to_count(candidates, deck_of(6, 2, joker=True), 2)
    steps_done: list[int] = []

    def interrupt(done: int, total: int) -> None:
        if done > total // 2:
            raise Interrupted

    def record(done: int, total: int) -> None:
        steps_done.append(done)

    with pytest.raises(Interrupted):
        count_best_play(counting, interrupt, tmp_path)
    resumed = count_best_play(counting, record, tmp_path)
    assert steps_done[0] > 0
    assert not list(tmp_path.iterdir())
    assert [best.counts for best in resumed] == [best.counts for best in count_best_play(counting, folder=None)]


def test_candidates_are_legal_and_no_legal_setting_is_higher(candidates: Candidates) -> None:
    tables = hand_tables(PAI_GOW)
    for row in range(0, len(tables.house), 20_011):
        codes = {
            (int(low), int(high)) for low, high in codes_of(FORM, tables.evaluators, classes_of(FORM).hands[[row]])[0]
        }
        legal = [pair for pair in codes if not fouled(PAI_GOW, PAI_GOW.terms, FORM, tables, pair)]
        highest = {
            pair
            for pair in legal
            if not any(other != pair and other[0] >= pair[0] and other[1] >= pair[1] for other in legal)
        }
        of_row = candidates.codes[candidates.start[row] : candidates.start[row + 1]]
        assert {(int(low), int(high)) for low, high in of_row} == highest
        assert len(of_row) == len(highest)


def test_every_hand_has_the_representative_of_its_orbit() -> None:
    deck = encoded_hands([DECK])[0]
    generator = np.random.default_rng(1)
    for _ in range(200):
        hand = generator.choice(deck, 7, replace=False)
        suits = generator.permutation(4)
        held = 0
        renamed = 0
        for card in hand.tolist():
            held |= bit_by_suit(card)
            renamed |= bit_by_suit(4 * (card // 4) + int(suits[card % 4]))
        assert representative(held, 4) == representative(renamed, 4)
        assert orbit_size(representative(held, 4), 4) > 0


# Best play, counted --------------------------------------------------------------------------------------------------

DEALS = 8_250_459_031_214_400
"""C(53, 7) x C(46, 7)."""


@pytest.mark.parametrize("options", [{}, {"commission": 0}, {"copies": "push"}], ids=str)
@pytest.mark.parametrize("banks", [False, True], ids=["bettor", "bank"])
def test_the_shipped_counts_sum_to_every_deal_and_beat_the_house_way(
    options: dict[str, object], *, banks: bool
) -> None:
    variant = PAI_GOW.with_options(options)
    paid = payoffs(variant, banks=banks)
    counts = stored_counts(variant, FILE)[counts_name(deals_to_count(variant, hand_tables(variant)), paid)]
    assert sum(counts) == DEALS
    value = sum((net * count for net, count in zip(nets_of(paid), counts, strict=True)), Fraction())
    house_way = zip(paid, house_way_counts(variant), strict=True)
    assert value > sum((net * count for net, count in house_way if net), Fraction())


@pytest.mark.slow
def test_best_play_is_counted_again(candidates: Candidates) -> None:
    """A quarter of an hour of processor time and 4 GB of memory."""
    deals = deals_to_count(PAI_GOW, hand_tables(PAI_GOW))
    counting = BestPlayToCount(deals, candidates, tuple(every_payoff()))
    stored = stored_counts(PAI_GOW, FILE)
    for paid, best in zip(counting.paid, count_best_play(counting), strict=True):
        assert best.counts == stored[counts_name(deals, paid)]


def test_terms_whose_best_play_was_not_counted_have_none() -> None:
    assert best_play_counts(PAI_GOW, (Fraction(1), *(Fraction(0),) * 8)) is None

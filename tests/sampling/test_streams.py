"""Random streams depend on their seed, purpose and number only; rounds of one number have the same cards everywhere."""

import numpy as np
import pytest

from houseway.games import GAMES
from houseway.kernels.cards import decoded_hand
from houseway.rules.errors import Unreadable
from houseway.sampling.rounds_by_rules import RoundsByRules, shoe_codes
from houseway.sampling.streams import MOST_SEED, deal_rounds, stream
from houseway.solving.bots import HOUSE_WAY


def test_a_stream_repeats_and_differs_from_every_other() -> None:
    names = [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1), (MOST_SEED, 5, 2**40)]
    draws = [stream(*name).random(4).tolist() for name in names]
    assert draws == [stream(*name).random(4).tolist() for name in names]
    assert len({tuple(draw) for draw in draws}) == len(names)


@pytest.mark.parametrize("seed", [-1, MOST_SEED + 1, 1.0, "1", True])
def test_a_seed_that_is_no_whole_number_is_refused(seed: int) -> None:
    with pytest.raises(Unreadable, match="seed is a whole number from 0 to"):
        stream(seed, 0, 0)


def test_the_cards_of_a_round_depend_on_nothing_before_it() -> None:
    shoe = shoe_codes(GAMES["pyramid"])
    rounds = deal_rounds(shoe, 7, 100, rounds=5, cards=20)
    for row in range(5):
        assert np.array_equal(rounds[row], deal_rounds(shoe, 7, 100 + row, rounds=1, cards=20)[0])
    assert np.array_equal(rounds[:, :6], deal_rounds(shoe, 7, 100, rounds=5, cards=6))  # fewer cards, the same first
    whole = deal_rounds(shoe, 7, 100, rounds=1, cards=len(shoe))[0]
    assert sorted(whole.tolist()) == sorted(shoe.tolist())


def test_rounds_by_the_rules_deal_the_cards_of_their_number() -> None:
    rounds = RoundsByRules(GAMES["pyramid"], (HOUSE_WAY,) * 2)
    last = rounds.finished_round(3, 8)
    cards = decoded_hand(rounds.cards(3, 8, 1)[0].tolist())
    assert tuple(last.dealt) == cards
    for party, positions in zip(
        (last.seats[0].cards, last.seats[1].cards, last.dealer), rounds.card_positions(), strict=True
    ):
        assert party == tuple(cards[at] for at in positions)

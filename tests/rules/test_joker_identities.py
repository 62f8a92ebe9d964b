"""The identities tried for jokers always include the best one, compared with trying every rank."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from houseway.games import GAMES
from houseway.games.showdown.hand_order import scale
from houseway.games.showdown.terms import Terms
from houseway.rules import ranking as rankings
from houseway.rules.cards import DECK, JOKER, RANKS, SPADES, Card, Cards
from houseway.rules.ranking import Made, Ranking, Strength

SHOWDOWN_TERMS = (
    Terms(joker_duplicates=True, suit_tiebreak="full", wheel="low", natural_beats_wild=False),
    Terms(joker_duplicates=True, suit_tiebreak="off", wheel="second", natural_beats_wild=True),
    Terms(joker_duplicates=False, suit_tiebreak="full", wheel="low", natural_beats_wild=True),
    Terms(joker_duplicates=False, suit_tiebreak="first_card", wheel="second", natural_beats_wild=False),
)
SHOWDOWN = {
    f"{terms.joker_duplicates} {terms.suit_tiebreak} {terms.wheel} {terms.natural_beats_wild}": scale(terms)
    for terms in SHOWDOWN_TERMS
}
PLAIN = Ranking((Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH, Made.STRAIGHT, Made.ONE_PAIR, Made.HIGH_CARD))
OTHERS = {
    "plain": PLAIN,
    "plain with a bug": replace(PLAIN, joker="bug"),
    "no ace low, no duplicates": replace(PLAIN, ace_low=False, joker_duplicates=False, suits="full"),
}
HANDS = 120


def every_identity(ranking: Ranking, naturals: Cards, jokers: int) -> Iterator[Cards]:
    """Each joker at every rank: what the rule says, without any thought."""
    suits = {card.suit for card in naturals}
    for ranks in combinations_with_replacement(RANKS, jokers):
        if ranking.joker_duplicates:
            yield tuple(Card(rank, SPADES) for rank in ranks)
            if len(suits) == 1:
                yield tuple(Card(rank, min(suits)) for rank in ranks)
        else:
            yield from rankings._unheld(naturals, ranks, suits if len(suits) == 1 else set())


def strongest(ranking: Ranking, naturals: Cards, identities: Iterator[Cards], jokers: int) -> Strength:
    strengths = [(rankings._of_naturals(ranking, naturals + wild, wild=jokers), wild) for wild in identities]
    return max(s for s, wild in strengths if ranking.joker == "wild" or rankings._may_be_bugs(s, wild))


def drawn(chance: random.Random, size: int) -> Cards:
    """Cards that often lie in one suit or close together, where jokers have most to choose from."""
    deck = list(DECK * 3)
    if chance.random() < 0.4:
        suit = chance.choice((1, 2, 3, 4))
        deck = [card for card in deck if card.suit == suit]
    if chance.random() < 0.4:
        low = chance.randrange(2, 9)
        deck = [card for card in deck if low <= card.rank < low + 6]
    return tuple(sorted(chance.sample(deck, size), reverse=True))


@pytest.mark.parametrize("name", [*SHOWDOWN, *OTHERS])
def test_no_other_rank_makes_a_joker_hand_stronger(name: str) -> None:
    ranking = (SHOWDOWN | OTHERS)[name]
    chance = random.Random(f"jokers {name}")
    for _ in range(HANDS):
        size = chance.choice((3, 5, 5, 6, 7, 10)) if name in SHOWDOWN else 5
        jokers = chance.choice((1, 1, 2, 2, 3)) if size > 3 else chance.choice((1, 2))
        naturals = drawn(chance, size - jokers)
        quick = strongest(ranking, naturals, rankings._identities(ranking, naturals, jokers), jokers)
        assert quick == strongest(ranking, naturals, every_identity(ranking, naturals, jokers), jokers), naturals


def test_a_hand_of_jokers_is_evaluated_with_few_identities() -> None:
    """Every joker at every rank would be 1,144,066 hands for ten jokers, and 1,820 for the four of a shoe."""
    assert len(rankings._ranks_of_jokers((), 10, True)) <= 60
    naturals = tuple(card.rank for card in DECK[::9])
    assert len(rankings._ranks_of_jokers(naturals, 4, True)) <= 60
    assert len(rankings._ranks_of_jokers(naturals, 4, False)) <= 300


def test_jokers_alone_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Cards] = []
    plain = rankings._of_naturals

    def counted(ranking: Ranking, cards: Cards, *, wild: int) -> Strength:
        tried.append(cards)
        return plain(ranking, cards, wild=wild)

    monkeypatch.setattr(rankings, "_of_naturals", counted)
    game = GAMES["showdown"]
    rankings._strength.cache_clear()
    rankings._by_ranks.cache_clear()
    strength = game.strength(game.terms, "hand6", (JOKER,) * 4 + DECK[:1], ())
    assert strength is not None
    assert len(tried) <= 120

"""Every option for five cards with its exact value, best first."""

from __future__ import annotations

from fractions import Fraction

from ....kernels.cards import encoded
from ....rules.cards import Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....solving import Circumstances
from ....solving.results import EXACT, CountedOption, HandValue, Option
from ....solving.strategy import require_legal
from ..hand_order import five_strength, three_strength
from ..pricing.best import best as counted_decisions
from ..pricing.hands import DEALER_HANDS
from ..sheet import THREE_CARDS
from ..terms import Terms
from ..wagers import BONUSES, FOLD, THREE
from .dealer_hands import compare_with, dealer_hands
from .decisions import bonuses_won, five_code, three_code


def best(
    game: Game[Terms],
    cards: Cards,
    circumstances: Circumstances,
) -> list[Option]:
    """
    Every decision with its exact value in antes, best first.

    The value includes Ante, Play and the bonuses in `circumstances.bets`. The details of an option are how often the
    dealer's hand is weaker and how often it is equal, and what one chip on each bonus wins.
    """
    if circumstances.against is not None or circumstances.players is not None:
        raise NotAllowed(f"{game.name} is played against the dealer alone: it takes no opponents")
    decisions = counted_decisions(game, cards, bets=circumstances.bets)
    highest = decisions[0].ev
    return [
        CountedOption(
            decision=counted.decision,
            setting={THREE: counted.three} if counted.three else {},
            ev=counted.ev,
            counts=counted.counts,
            sure=EXACT,
            by_hand=_by_hand(game, cards, counted.decision, counted.three),
            gives_up=highest - counted.ev,
        )
        for counted in decisions
    ]


def _by_hand(game: Game[Terms], cards: Cards, decision: str, three: Cards | None) -> dict[str, HandValue]:
    """The value of the hand played against the dealer's, unless it is folded, and of each bonus."""
    if three is not None:
        require_legal(game, (THREE_CARDS,), cards, HandsSet(1, {THREE: three}))
    bonuses = {
        bonus: HandValue(value=Fraction(bonuses_won(game.terms, cards, decision, three, {bonus: 1})))
        for bonus in BONUSES
    }
    if decision == FOLD:
        return bonuses
    return {decision: _hand_value(cards, three), **bonuses}


def _hand_value(cards: Cards, three: Cards | None) -> HandValue:
    """The name of the hand played, and how often the dealer's hand is weaker and how often it is equal."""
    dealers = dealer_hands(frozenset(encoded(card) for card in cards))
    if three is None:
        strength = five_strength(cards)
        comparison = compare_with(five_code(cards), dealers.five)
    else:
        strength = three_strength(three)
        comparison = compare_with(three_code(three), dealers.three)
    return HandValue(
        name=strength.in_words,
        wins=Fraction(comparison.weaker, DEALER_HANDS),
        ties=Fraction(comparison.equal, DEALER_HANDS),
    )

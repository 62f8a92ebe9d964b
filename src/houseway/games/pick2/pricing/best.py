"""Every decision one can make with a hand of Pick 2, best first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ....kernels.cards import decoded_hand
from ....rules.cards import DECK, Cards, read_cards, surplus, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ..settlement import FOLDED
from ..sheet import why_not_best
from ..terms import Terms
from ..wagers import BONUS_3_5, BONUS_5_ONLY, FIVE, FOLD, THREE
from .bonus import bonus_3_5_results, bonus_5_only_results, ending
from .hands import CARDS, CHOICES, DEALER_HANDS, Against, against_hand
from .play import AHEAD, ENDS, net_of_five, net_of_three

NOT_QUALIFIED = "not_qualified"


@dataclass(frozen=True, kw_only=True)
class CountedDecision:
    """A decision and its results against every hand of the dealer."""

    decision: str
    three: Cards | None = None
    """The cards played, where three are played."""
    ev: Fraction
    """Expected net result in antes."""
    counts: Mapping[str, int]
    """Hands of the dealer by result."""


def best(game: Game[Terms], cards: Cards | str, *, bets: Mapping[str, int] | None = None) -> list[CountedDecision]:
    """
    Every legal decision with its exact value in antes and the dealer's hands by result, best first.

    The value is that of Ante and Play alone. `bets`, such as `{"ante_play": 5, "bonus_3_5": 5}`, adds what the bonuses
    on the table bring with each decision; a fold may forfeit them.
    """
    held = read_cards(cards) if isinstance(cards, str) else cards
    refuse_cards(held)
    hand = decoded_hand(sorted(DECK.index(card) for card in held))
    counts = against_hand(game.terms, hand)
    decisions = [
        replace(counted, ev=counted.ev + bonuses_value(game.terms, hand, counted, bets or {}))
        for counted in (*_threes(game.terms, hand, counts), _five(game.terms, hand, counts), _fold())
    ]
    return sorted(decisions, key=lambda counted: counted.ev, reverse=True)


def refuse_cards(cards: Cards) -> None:
    if len(cards) != CARDS:
        raise NotAllowed(f"a hand of Pick 2 is {CARDS} cards, not the {len(cards)} of {write_cards(cards)}")
    if surplus(cards, DECK):
        raise NotAllowed(f"one deck without jokers does not hold {write_cards(surplus(cards, DECK))} as well")


def _threes(terms: Terms, hand: Cards, counts: Against) -> list[CountedDecision]:
    threes = []
    for choice, places in enumerate(CHOICES):
        three = tuple(hand[int(place)] for place in reversed(places))
        ends = [int(compared[choice]) for compared in counts.three]
        total = sum(net_of_three(terms, ahead) * count for ahead, count in zip(AHEAD, ends, strict=True))
        if terms.three_choice == "any" or why_not_best(hand, three) is None:
            by_result = dict(zip(ENDS, ends, strict=True))
            ev = Fraction(total, DEALER_HANDS)
            threes.append(CountedDecision(decision=THREE, three=three, ev=ev, counts=by_result))
    return sorted(threes, key=lambda counted: counted.ev, reverse=True)


def _five(terms: Terms, hand: Cards, counts: Against) -> CountedDecision:
    ends = {True: [int(count) for count in counts.qualified], False: [int(count) for count in counts.unqualified]}
    nets = {flag: [net_of_five(terms, ahead, flag) for ahead in AHEAD] for flag in ends}
    total = sum(net * count for flag in ends for net, count in zip(nets[flag], ends[flag], strict=True))
    named = {NOT_QUALIFIED: sum(ends[False]), **dict(zip(ENDS, ends[True], strict=True))}
    if len(set(nets[False])) > 1:  # then it matters who was ahead of a dealer that did not qualify
        named |= {f"{NOT_QUALIFIED}_{end}": count for end, count in zip(ENDS, ends[False], strict=True)}
    return CountedDecision(decision=FIVE, ev=Fraction(total, DEALER_HANDS), counts=named)


def _fold() -> CountedDecision:
    return CountedDecision(decision=FOLD, ev=Fraction(FOLDED.pays), counts={})


def bonuses_value(terms: Terms, hand: Cards, counted: CountedDecision, bets: Mapping[str, int]) -> Fraction:
    """What the bonuses win with a decision, in antes."""
    folded = counted.decision == FOLD
    played = tuple(card for card in hand if card in counted.three) if counted.three else None
    _, b35 = ending(bonus_3_5_results(terms, hand, played, folded=folded))
    _, b5 = ending(bonus_5_only_results(terms, hand, folded=folded))
    chips = b35 * bets.get(BONUS_3_5, 0) + b5 * bets.get(BONUS_5_ONLY, 0)
    return Fraction(chips, bets.get("ante_play", 1))

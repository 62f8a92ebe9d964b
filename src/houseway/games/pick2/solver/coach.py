"""For the coach: rules that a decision breaks, what wagers lose, and the value of a round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....pricing.option_cache import cached_by_options
from ....rules.cards import Cards
from ....rules.game import Game
from ....solving.results import Option, WagerLoss
from ..hand_order import best_three, five_strength, three_strength
from ..pricing.learnable import LearnedRule, learned_rules
from ..terms import Terms
from ..wagers import ANTE, BONUS_3_5, BONUS_5_ONLY
from .explain import SENTENCES
from .optional_bonus import round_value


def broken_rule(game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
    """The last rule that applies to these cards, if it names the best decision and not the other."""
    three = three_strength(best_three(cards))
    five = five_strength(cards)
    applying = [rule for rule in _rules(game.terms) if rule.applies_to(three, five)]
    rule = applying[-1]
    if rule.decision == best.decision and rule.decision != yours.decision:
        return rule.sentence
    return None


@cached_by_options
def _rules(terms: Terms) -> list[LearnedRule]:
    return learned_rules(terms, rules=SENTENCES)


def wager_losses(terms: Terms, wagers: Mapping[str, int]) -> list[WagerLoss]:
    """What each bonus loses above its minimum, at best play with and without these chips."""
    ante = wagers.get(ANTE, 0)
    compulsory = wagers.get(BONUS_3_5, 0)
    optional = wagers.get(BONUS_5_ONLY, 0)
    least = min(terms.b35_min, compulsory) if terms.b35_stake == "free" else compulsory  # [P2P-A3]
    base = round_value(terms, ante, least, 0)
    with_compulsory = round_value(terms, ante, compulsory, 0)
    with_both = round_value(terms, ante, compulsory, optional)
    return [
        WagerLoss(spot=BONUS_3_5, chips=compulsory - least, lost=base - with_compulsory),
        WagerLoss(spot=BONUS_5_ONLY, chips=optional, lost=with_compulsory - with_both),
    ]


def best_round_value(terms: Terms, wagers: Mapping[str, int]) -> Fraction:
    """The value of a round at best play with these wagers, in chips."""
    return round_value(terms, wagers.get(ANTE, 0), wagers.get(BONUS_3_5, 0), wagers.get(BONUS_5_ONLY, 0))

"""The sentences of the strategy to learn that a choice does not follow."""

from __future__ import annotations

from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....solving.results import Option
from ..hand_order import strength
from ..setting import FIRST, SECOND, THIRD, RankedSetting, legal_settings
from ..terms import Terms
from ..wagers import BUY, FOLD
from .explain import FOLD_RULES, PLAYERS_HOUSE_WAY


def broken_rule(game: Game[Terms], cards: Cards, yours: Option, best: Option) -> str | None:
    """A folding rule for a decision; for a setting the first sentence that removes it and keeps the best one."""
    if yours.setting and best.setting:
        return _broken_sentence(game.terms, cards, yours.setting, best.setting)
    return _broken_fold_rule(game.terms, cards, yours.decision, best.decision)


def _broken_fold_rule(terms: Terms, cards: Cards, yours: str, best: str) -> str | None:
    """The rule that folds these cards, if they were bought; the rule to buy, if they were folded."""
    folding = [rule for rule in FOLD_RULES if rule.folds(terms, cards)]
    if yours == BUY and best == FOLD and folding:
        return folding[0].text
    if yours == FOLD and best == BUY and not folding:
        return FOLD_RULES[0].text  # its last words say to buy everything else
    return None


def _broken_sentence(terms: Terms, cards: Cards, yours: Setting, best: Setting) -> str | None:
    left = list(legal_settings(terms, cards))
    ranked_yours = _ranked(terms, yours)
    ranked_best = _ranked(terms, best)
    for sentence, text in zip(PLAYERS_HOUSE_WAY.sentences, PLAYERS_HOUSE_WAY.texts, strict=False):
        satisfying = [setting for setting in left if sentence.is_satisfied_by(setting)]
        if not satisfying:
            continue
        if not sentence.is_satisfied_by(ranked_best):
            return None  # here the best setting is an exception to the list, so the list is no reason
        if not sentence.is_satisfied_by(ranked_yours):
            return text
        left = satisfying
    return None


def _ranked(terms: Terms, setting: Setting) -> RankedSetting:
    return RankedSetting(
        setting,
        strength(terms, setting[FIRST]),
        strength(terms, setting[SECOND]),
        strength(terms, setting[THIRD]),
    )

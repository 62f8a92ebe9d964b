"""The strategies of bots: the expert, who plays the best reply, and the newcomer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from ....kernels.cards import encoded
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.view import View
from ....solving.strategy import Strategy, own_cards, own_seat
from ....solving.strategy_files import read_tables
from ..house_way import house_way
from ..terms import Terms
from ..wagers import BUY, FOLD
from .best_reply import KEY, BestReply, made_for, reply_from, reply_to

ABOUT = "Folds when buying is worth less than the fold, and sets what is worth most in money against this dealer."
ABOUT_FREE_DEALER = " A dealer who is free is taken to set as the equilibrium does."


def newcomer(game: Game[Terms]) -> Strategy:
    """Always buys, and uses the best cards for the third hand."""
    return Strategy(
        name="newcomer",
        about="Never folds; puts the strongest five cards in the third hand, then the strongest three in the second.",
        decide=_always_buy,
        set_hands=_set_top_down,
    )


def _always_buy(game: Game[Terms], view: View) -> str:
    return BUY


def _set_top_down(game: Game[Terms], view: View) -> HandsSet:
    return HandsSet(own_seat(view), strongest_first(game.terms, own_cards(view)))


def strongest_first(terms: Terms, cards: Cards) -> Mapping[str, Cards]:
    """The setting with the strongest third hand, then the strongest second."""
    return house_way(replace(terms, dealer_policy="top_down"), cards)


def expert(game: Game[Terms]) -> Strategy:
    """The best reply to the dealer's policy, from tables that are loaded at the first move."""
    about = ABOUT
    if game.terms.dealer_policy == "free":
        about += ABOUT_FREE_DEALER
    return _playing(lambda: reply_to(dealer_assumed(game.terms)), about)


def dealer_assumed(terms: Terms) -> Terms:
    """The terms with the assumed dealer policy: a dealer who may set freely is assumed to play equilibrium [CAS-A4]."""
    if terms.dealer_policy == "free":
        return replace(terms, dealer_policy="equilibrium")
    return terms


def from_file(game: Game[Terms], path: Path) -> Strategy:
    """The strategy of a file that `houseway solve` made."""
    terms = dealer_assumed(game.terms)
    best_reply = reply_from(read_tables(path, game=KEY, made_for=made_for(terms)), terms)
    return _playing(lambda: best_reply, ABOUT)


def _playing(best_reply: Callable[[], BestReply], about: str) -> Strategy:
    """The strategy that plays a best reply."""

    def decide(game: Game[Terms], view: View) -> str:
        return decision(best_reply(), own_cards(view))

    def set_hands(game: Game[Terms], view: View) -> HandsSet:
        return HandsSet(own_seat(view), best_reply().setting(own_cards(view)))

    return Strategy(name="expert", about=about, decide=decide, set_hands=set_hands)


def decision(best_reply: BestReply, seven: Cards) -> str:
    """Fold or buy, by the best reply."""
    cards = np.array([[encoded(card) for card in seven]], dtype=np.uint8)
    folds = bool(best_reply.folds(cards)[0])
    return FOLD if folds else BUY

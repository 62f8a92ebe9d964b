"""Players of Pyramid Poker, Casino Version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ....kernels.cards import encoded
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.view import View
from ....solving.strategy import Strategy, own_cards, own_seat
from ....solving.strategy_files import read_tables
from .. import sheet as casino
from .reply import KEY, Reply, made_for, reply_from, reply_to


def newcomer(game: Game[casino.Terms]) -> Strategy:
    """Buys whatever comes, and spends the best cards on five."""
    return Strategy(
        name="newcomer",
        about="Never folds; puts the strongest five cards in the third hand, then the strongest three in the second.",
        decide=lambda game, seen: casino.BUY,
        set_hands=lambda game, seen: HandsSet(own_seat(seen), strongest_first(game.terms, own_cards(seen))),
    )


def strongest_first(terms: casino.Terms, cards: Cards) -> Mapping[str, Cards]:
    return casino.house_way(replace(terms, dealer_policy="top_down"), cards)


def expert(game: Game[casino.Terms]) -> Strategy:
    """The best reply to the dealer's policy, from tables."""
    free = game.terms.dealer_policy == "free"
    said = " A dealer who is free is taken to set as the equilibrium does." if free else ""
    return _by(lambda: reply_to(dealer_assumed(game.terms)), f"{ABOUT}{said}")


ABOUT = "Folds when buying is worth less than the fold, and sets what is worth most in money against this dealer."


def dealer_assumed(terms: casino.Terms) -> casino.Terms:
    """A dealer who is free is taken to set as the equilibrium does [CAS-A4]."""
    return replace(terms, dealer_policy="equilibrium") if terms.dealer_policy == "free" else terms


def from_file(game: Game[casino.Terms], path: Path) -> Strategy:
    terms = dealer_assumed(game.terms)
    tables = read_tables(path, game=KEY, made_for=made_for(terms))
    reply = reply_from(tables, terms)
    return _by(lambda: reply, ABOUT)


def _by(reply: Any, about: str) -> Strategy:
    def decide(game: Game[casino.Terms], seen: View) -> str:
        return decision(reply(), own_cards(seen))

    def set_hands(game: Game[casino.Terms], seen: View) -> HandsSet:
        return HandsSet(own_seat(seen), reply().setting(own_cards(seen)))

    return Strategy(name="expert", about=about, decide=decide, set_hands=set_hands)


def decision(reply: Reply, seven: Cards) -> str:
    cards = np.array([[encoded(card) for card in seven]], dtype=np.uint8)
    return casino.FOLD if bool(reply.folds(cards)[0]) else casino.BUY

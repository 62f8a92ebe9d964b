"""The strategies of Chinese Poker: the expert and strategy files, the house way, and the newcomer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ....kernels.cards import encoded_hands
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.view import View
from ....solving.strategy import Strategy, decision_due, own_cards, own_seat
from .. import sheet as chinese
from ..house_way import natural_claims
from ..kernels.setting import cards_of
from .best import best_setting, ranked
from .field import Field
from .field_sources import field_against, field_at_once
from .house_way import set_by_lines
from .options import options_of
from .payoff import GONE

SURRENDER = "surrender"
PLAY = "play"


def newcomer(game: Game[chinese.Terms]) -> Strategy:
    about = "Puts the strongest five cards in the back, the strongest five of the rest in the middle; claims nothing."
    return Strategy(name="newcomer", about=about, set_hands=_strongest_first)


def _strongest_first(game: Game[chinese.Terms], seen: View) -> HandsSet:
    """Set the strongest back, then the strongest middle; the rest is the front."""
    return HandsSet(own_seat(seen), strongest_first(game.terms, own_cards(seen)))


def strongest_first(terms: chinese.Terms, cards: Cards) -> Any:
    """The setting with the strongest back, then the strongest middle, found by table."""
    codes = encoded_hands([cards])[0]
    options = options_of(terms, codes[None, :])
    height = options.hands.back.astype(np.int64) * 2**32 + options.hands.middle.astype(np.int64) * 2**16
    height = np.where(options.hands.state == GONE, -1, height + options.hands.front)
    front, split = options.numbers[int(np.argmax(height))].tolist()
    return cards_of(codes, front, split)


def house_way(game: Game[chinese.Terms]) -> Strategy:
    about = "Sets every hand by the sentences that `explain` prints; never surrenders."
    return Strategy(name="house_way", about=about, set_hands=_by_lines)


def _by_lines(game: Game[chinese.Terms], seen: View) -> HandsSet:
    setting = set_by_lines(game.terms, own_cards(seen))
    return HandsSet(own_seat(seen), setting, claims=natural_claims(game.terms, own_cards(seen), setting))


def expert(game: Game[chinese.Terms]) -> Strategy:
    about = "Sets every hand as is best against players who do the same, and surrenders where that costs less."
    return by_field("expert", about, field_at_once)


def from_file(game: Game[chinese.Terms], path: Path) -> Strategy:
    field = field_against(game, path)
    return by_field(path.name, f"Sets every hand as is best against the field of {path.name}.", lambda terms: field)


def by_field(name: str, about: str, field: Callable[[chinese.Terms], Field]) -> Strategy:
    def set_hands(game: Game[chinese.Terms], seen: View) -> HandsSet:
        setting, claims = best_setting(game, field(game.terms), own_cards(seen))
        return HandsSet(own_seat(seen), setting, claims=claims)

    def decide(game: Game[chinese.Terms], seen: View) -> str:
        step = decision_due(seen)
        gives_up = SURRENDER in step.options and surrenders(game, field(game.terms), seen)
        return SURRENDER if gives_up else step.options[0]

    return Strategy(name=name, about=about, decide=decide, set_hands=set_hands)


def surrenders(game: Game[chinese.Terms], field: Field, seen: View) -> bool:
    """Whether surrender costs less than the best setting loses, given the decisions that are already known."""
    options = options_of(game.terms, encoded_hands([own_cards(seen)]))
    order, units = ranked(field, options)
    best = next(int(at) for at in order if options.hands.state[at] != GONE)
    decisions = [_decision_of(seat.decisions, seat.live) for seat in seen.seats if seat.number != own_seat(seen)]
    price = -int(field.pays.units[GONE, 0, 0])
    collected = price * (field.total - field.live)  # from the opponents of the field who surrender
    to_play = {None: units[best] / field.total, PLAY: (units[best] - collected) / max(field.live, 1), SURRENDER: price}
    to_go = {None: -price * field.live / field.total, PLAY: -price, SURRENDER: 0}
    return bool(sum(to_go[word] for word in decisions) > sum(to_play[word] for word in decisions))


def _decision_of(decisions: tuple[str, ...], live: bool) -> str | None:
    if not live or SURRENDER in decisions:
        return SURRENDER
    return PLAY if decisions else None

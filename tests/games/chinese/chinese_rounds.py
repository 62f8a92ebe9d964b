"""Rounds of Chinese Poker from hands written as `front | middle | back`."""

from collections.abc import Mapping

from houseway.games.chinese.hand_order import ROWS
from houseway.games.chinese.sheet import SHEET
from houseway.games.chinese.terms import Terms
from houseway.rules.cards import Cards, read_cards
from houseway.rules.game import Game, Opening
from houseway.rules.moves import Dealt, Decided, HandsSet
from houseway.rules.payments import net
from houseway.rules.playing import after, settlement, start
from houseway.rules.round import Round
from houseway.rules.setting import Setting


def game(**options: object) -> Game[Terms]:
    return SHEET.with_options(options)


def hand(text: str) -> Setting:
    return {row: read_cards(cards) for row, cards in zip(ROWS, text.split("|"), strict=True)}


def cards_of(text: str) -> Cards:
    return tuple(card for cards in hand(text).values() for card in cards)


def dealt(game: Game[Terms], *hands: str, chips: Mapping[str, int] | None = None) -> Round:
    names = ("ann", "bob", "cyd", "dee")[: len(hands)]
    opened = start(game, Opening(players=names, chips=chips or {}))
    return after(opened, Dealt(tuple(card for text in hands for card in cards_of(text))))


def played(game: Game[Terms], *hands: str, gone: tuple[int, ...] = (), chips: Mapping[str, int] | None = None) -> Round:
    """The round in which everybody sets as written, but for the seats that surrender."""
    deal = dealt(game, *hands, chips=chips)
    if game.terms.surrender:
        decisions = {seat: "surrender" if seat in gone else "play" for seat in range(1, len(hands) + 1)}
        deal = after(deal, *(Decided(seat, option) for seat, option in decisions.items()))
    for seat, text in enumerate(hands, start=1):
        deal = deal if seat in gone or deal.over else after(deal, HandsSet(seat, hand(text)))
    return deal


def totals(round_: Round) -> list[int]:
    return [net(settlement(round_)).get(seat.number, 0) for seat in round_.seats]

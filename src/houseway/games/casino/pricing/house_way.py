"""
Audit of the dealer's house way, on a sample of hands, and its cost against the best reply.

There are comb(106, 9) hands, too many to try. Three properties hold for all of them, for these reasons:

- The house way never fouls, because it chooses among legal settings only.
- It is defined on every hand, because a legal setting always exists. Let the first hand be the lowest card. Any three
  other cards are greater, because of two rank lists that begin alike the longer one wins. Let the second hand be the
  lowest three of the other eight cards, and the third hand the rest. If some three cards of the third hand are a high
  card, a pair or three of a kind, two more cards make a greater hand of them, and they are not lower than the second
  hand. Otherwise every three cards of the third hand are a three-card flush or straight. Then its natural cards have
  one suit: two cards of different suits would need a run with each other card. Either two of those cards have the same
  rank and make a pair with one of the two, or two of them are at either end and make no run. So the third hand is a
  flush or better. It is greater than the best three cards in it, which are not lower than the second hand. Two jokers
  with any card are three of a kind.
- It does not depend on the order of the cards, because it sorts them first.

The sample tests all three properties through the plain rules, on shuffled hands and in several orders of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, decoded_hand
from ....pricing.house_way_audit import CostlyHand, HouseWayAudit, Proof, Side
from ....rules.cards import Cards, sort_key, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.streams import stream
from ..house_way import house_way
from ..kernels.setting import (
    NINE,
    CodedSettings,
    Parts,
    cards_of_choice,
    coded_settings,
    parts_of,
    set_by_policy,
    set_by_value,
    values_of,
)
from ..setting import SLOTS, foul
from ..terms import Terms
from .best import SHUFFLES, legal, unseen, won_against
from .best_reply import DEALERS, best_reply
from .scores import CasinoTables, casino_tables, refuse, shuffled
from .shoes import BEST_SETTING, HOUSE_WAY, means, simulated

SEED = 1
PRECISION = 0.002
"""Standard error of the cost, in antes."""
HANDS = 400
"""Hands in the sample."""
ORDERS = 3
"""Orders of the cards in which each hand is tried."""
MOST_COSTLY_HANDS = 10
"""The most costly hands that are shown."""
AUDITED = 4
"""Purpose of a random stream, after those of `best_reply`: the hands of the audit and their orders."""
Columns = TypeVar("Columns", Parts, CodedSettings)


def audit_house_way(game: Game[Terms], progress: Progress | None = None) -> HouseWayAudit[float]:
    """The audit of this dealer's house way."""
    refuse(game)
    report = progress or ignore_progress
    steps = HANDS + MOST_COSTLY_HANDS
    hands = shuffled(stream(SEED, AUDITED, 0), casino_tables(game.terms).shoe, HANDS, NINE)
    dealt = [decoded_hand(hand) for hand in hands]
    proof = prove(game.terms, lambda cards: house_way(game.terms, cards), dealt, lambda done: report(done, steps))
    costly_hands = tuple(_costly_hands(game.terms, hands, lambda done: report(HANDS + done, steps)))
    return HouseWayAudit(proof=proof, sides=(_side(game.terms, costly_hands),))


def shortest_house_way(game: Game[Terms], loss: Fraction) -> NoReturn:
    """Refused: there is no exact house way in sentences."""
    raise NotAllowed(
        f"{game.name} has no exact house way in sentences; `houseway explain casino` has one with its estimated cost"
    )


# The sample --------------------------------------------------------------------------------------------------------


def prove(
    terms: Terms, set_hand: Callable[[Cards], Setting], hands: list[Cards], report: Callable[[int], None]
) -> Proof:
    """Try a house way on these hands, each in several orders of its cards."""
    undefined: list[str] = []
    fouls: list[str] = []
    ambiguous: list[str] = []
    for number, hand in enumerate(hands):
        report(number)
        chance = stream(SEED, AUDITED, number + 1)
        orders = [tuple(hand[place] for place in chance.permutation(len(hand))) for _ in range(ORDERS)]
        attempts = [_complete_setting(set_hand, order) for order in orders]
        settings = [setting for setting in attempts if setting is not None]
        if len(settings) < len(attempts):
            undefined.append(write_cards(hand))
        if any(foul(terms, setting, {}) for setting in settings):
            fouls.append(write_cards(hand))
        if len({_in_deck_order(setting) for setting in settings}) > 1:
            ambiguous.append(write_cards(hand))
    return Proof(
        hands_checked=len(hands),
        checked=f"{len(hands):,} sampled hands in {ORDERS} card orders each, and by construction on all others",
        undefined=tuple(undefined),
        fouls=tuple(fouls),
        ambiguous=tuple(ambiguous),
    )


def _complete_setting(set_hand: Callable[[Cards], Setting], cards: Cards) -> Setting | None:
    """The setting, if it has exactly these cards, in slots of the right size."""
    try:
        setting = set_hand(cards)
    except ValueError:  # no legal setting to choose from
        return None
    fits = all(len(setting.get(slot.name, ())) in slot.sizes for slot in SLOTS)
    cards_set = sorted((card for hand in setting.values() for card in hand), key=sort_key)
    is_complete = fits and cards_set == sorted(cards, key=sort_key)
    return setting if is_complete else None


def _in_deck_order(setting: Setting) -> tuple[Cards, ...]:
    return tuple(tuple(sorted(setting[slot.name], key=sort_key)) for slot in SLOTS)


# The cost ----------------------------------------------------------------------------------------------------------


def _side(terms: Terms, costly_hands: tuple[CostlyHand[float], ...]) -> Side[float]:
    """The cost to a player who copies this dealer's house way."""
    tables = casino_tables(terms)
    copied = tables._replace(house_way=tables.dealer)
    samples = simulated(copied, best_reply(terms, SEED), SEED, None, PRECISION, ignore_progress)
    copy = means(tables, samples[HOUSE_WAY])
    best = means(tables, samples[BEST_SETTING])
    return Side(
        role="player who copies the dealer",
        costly_hands=costly_hands,
        house_way_ev=float(copy.mean()),
        best_ev=float(best.mean()),
        standard_error=_error(best - copy),
    )


def _error(differences: NDArray[np.float64]) -> float:
    return float(differences.std(ddof=1)) / sqrt(len(differences))


def _costly_hands(terms: Terms, hands: Hands, report: Callable[[int], None]) -> list[CostlyHand[float]]:
    """The hands that look most costly by the best reply's values, each valued against the rest of its shoe."""
    tables = casino_tables(terms)
    scale = tables.coded.scale
    values = best_reply(terms, SEED).values
    parts = parts_of(tables.coded.scale, hands)
    copied = set_by_policy(scale, tables.dealer, parts)
    cost = set_by_value(scale, values, parts)[1] - values_of(values, copied)
    return sorted(_costly(tables, parts, copied, cost, report), key=lambda costly: -costly.cost)


def _costly(
    tables: CasinoTables, parts: Parts, copied: CodedSettings, cost: NDArray[np.float32], report: Callable[[int], None]
) -> Iterator[CostlyHand[float]]:
    for number, row in enumerate(np.argsort(-cost, kind="stable")[:MOST_COSTLY_HANDS].tolist()):
        report(number)
        costly = _costly_hand(tables, parts.hands[row], int(copied.choice[row]), len(parts.hands))
        if costly.cost > 0:
            yield costly


def _costly_hand(tables: CasinoTables, hand: Hands, choice: int, sampled: int) -> CostlyHand[float]:
    """One hand: the house way's setting and every legal one against the same dealers' hands."""
    cards = decoded_hand(hand)
    scale = tables.coded.scale
    copied = parts_of(scale, hand[None])
    own = coded_settings(scale, copied, np.array([choice], dtype=np.uint16))
    others, settings = legal(tables, cards)
    parts = _joined(copied, others)
    chosen = _joined(own, settings)
    left = unseen(tables, cards)
    dealers = len(left) // NINE
    shoes = shuffled(stream(SEED, DEALERS, 0), left, SHUFFLES, dealers * NINE).reshape(SHUFFLES, dealers, NINE)
    won, _ = won_against(tables, parts, chosen, shoes, each=False)
    best = int(won.mean(axis=1).argmax())
    return CostlyHand(
        hand=write_cards(cards),
        house_way=_written(hand, choice),
        best=_written(hand, int(chosen.choice[best])),
        house_way_ev=float(won[0].mean()),
        best_ev=float(won[best].mean()),
        standard_error=_error(won[best] - won[0]),
        share=1 / sampled,
    )


def _joined(ours: Columns, others: Columns) -> Columns:
    """Two sets of columns, one below the other."""
    return type(ours)(*(np.concatenate(pair) for pair in zip(ours, others, strict=True)))


def _written(hand: Hands, choice: int) -> str:
    """A setting as `first As, second Kd Kh 2c, third ...`."""
    return ", ".join(f"{slot} {write_cards(cards)}" for slot, cards in cards_of_choice(hand, choice).items())

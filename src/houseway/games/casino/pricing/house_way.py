"""
The dealer's way in Pyramid Poker, Casino Version, audited on a sample and priced against the best reply.

There are comb(106, 9) hands, too many to walk, so three things are said, each with its own ground:

- It never fouls, because it chooses among the legal settings only.
- It is defined on every hand, because a legal setting always exists. Put the lowest card in the first hand: any three
  others are greater, since of rank lists that begin alike the longer wins. Of those eight cards let the lowest three be
  the second hand, and the rest the third. Two cards more always raise a high card, a pair or three of a kind; so the
  third hand is greater than any such three cards in it, and these are at least the second hand. If it holds no such
  three, every three of it are a three-card flush or straight. Two of its cards that differ in suit would have to make a
  run with each of the others, of which two then have one rank, and these make a pair with one of the first two, or two
  stand at either end, and these make no run: so its natural cards are of one suit, it is a flush or more, and greater
  than the best three in it, which are again at least the second hand. Two jokers with any card are three of a kind.
- It is the same in whatever order the cards lie, because it sorts them first.

The sample tries all three through the plain game, on shuffled hands and in several orders of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, decoded_hand
from ....pricing.house_way_audit import HouseWayAudit, Proof, Side, Slip
from ....rules.cards import Cards, sort_key, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import Progress
from ....sampling.streams import stream
from ..house_way import house_way
from ..kernels.setting import NINE, Laid, Parts, Values, cards_of_choice, laid_as, parts_of, set_by_policy, set_by_value
from ..setting import SLOTS, foul
from ..terms import Terms
from .best import SHUFFLES, legal, unseen, won_against
from .best_reply import DEALERS, best_reply
from .scores import Table, refuse, shuffled, table
from .shoes import BEST_SETTING, HOUSE_WAY, means, simulated

SEED = 1
PRECISION = 0.002
HANDS = 400
ORDERS = 3
SLIPS = 10
Columns = TypeVar("Columns", Parts, Laid)
AUDITED = 4
"""What chance is for, beside the purposes in replies: the hands of the audit and their orders."""


def way(game: Game[Terms], progress: Progress | None = None) -> HouseWayAudit[float]:
    """The audit of the way this dealer sets."""
    refuse(game)
    told = progress or (lambda done, total: None)
    steps = HANDS + SLIPS
    hands = shuffled(stream(SEED, AUDITED, 0), table(game.terms).shoe, HANDS, NINE)
    dealt = [decoded_hand(hand) for hand in hands]
    proof = prove(game.terms, lambda cards: house_way(game.terms, cards), dealt, lambda n: told(n, steps))
    slips = tuple(_slips(game.terms, hands, lambda n: told(HANDS + n, steps)))
    return HouseWayAudit(proof=proof, sides=(_side(game.terms, slips),))


def shortest_way(game: Game[Terms], loss: Any) -> NoReturn:
    raise NotAllowed(
        f"{game.name} has no way in sentences that is exact; houseway explain casino has one with its cost"
    )


# The sample --------------------------------------------------------------------------------------------------------


def prove(terms: Terms, set_hand: Callable[[Cards], Setting], hands: list[Cards], told: Callable[[int], None]) -> Proof:
    """Try a way of setting on these hands, each in several orders of its cards."""
    faults: dict[str, list[str]] = {"undefined": [], "fouls": [], "ambiguous": []}
    for number, hand in enumerate(hands):
        told(number)
        chance = stream(SEED, AUDITED, number + 1)
        orders = [tuple(hand[place] for place in chance.permutation(len(hand))) for _ in range(ORDERS)]
        settings = [_set(set_hand, order) for order in orders]
        whole = [setting for setting in settings if setting is not None]
        found = {
            "undefined": len(whole) < len(settings),
            "fouls": any(foul(terms, setting, {}) for setting in whole),
            "ambiguous": len({_in_deck_order(setting) for setting in whole}) > 1,
        }
        for fault in (name for name, there in found.items() if there):
            faults[fault].append(write_cards(hand))
    checked = f"{len(hands):,} sampled hands in {ORDERS} card orders each, and by construction on all others"
    return Proof(hands_checked=len(hands), checked=checked, **{name: tuple(found) for name, found in faults.items()})


def _set(set_hand: Callable[[Cards], Setting], cards: Cards) -> Setting | None:
    """The setting, if these cards, all of them, lie in the slots they fit."""
    try:
        setting = set_hand(cards)
    except ValueError:  # no legal setting to choose from
        return None
    fits = all(len(setting.get(slot.name, ())) in slot.sizes for slot in SLOTS)
    laid = sorted((card for hand in setting.values() for card in hand), key=sort_key)
    return setting if fits and laid == sorted(cards, key=sort_key) else None


def _in_deck_order(setting: Setting) -> tuple[Cards, ...]:
    return tuple(tuple(sorted(setting[slot.name], key=sort_key)) for slot in SLOTS)


# What it costs -----------------------------------------------------------------------------------------------------


def _side(terms: Terms, slips: tuple[Slip[float], ...]) -> Side[float]:
    """The player copies whatever way the dealer has, not HW-2."""
    found = table(terms)
    copied = found._replace(house_way=found.dealer)
    samples = simulated(copied, best_reply(terms, SEED), SEED, None, PRECISION, lambda done, total: None)
    copy, best = (means(found, samples[name]) for name in (HOUSE_WAY, BEST_SETTING))
    return Side(
        role="player who copies the dealer",
        slips=slips,
        house_way_ev=float(copy.mean()),
        best_ev=float(best.mean()),
        standard_error=_error(best - copy),
    )


def _error(differences: NDArray[np.float64]) -> float:
    return float(differences.std(ddof=1)) / sqrt(len(differences))


def _slips(terms: Terms, hands: Hands, told: Callable[[int], None]) -> list[Slip[float]]:
    """The hands that look most costly by the reply's values, then reckoned each against the rest of its shoe."""
    found = table(terms)
    scale = found.coded.scale
    values = best_reply(terms, SEED).values
    parts = parts_of(found.coded.scale, hands)
    copied = set_by_policy(scale, found.dealer, parts)
    cost = set_by_value(scale, values, parts)[1] - _values(values, copied)
    return sorted(_costly(found, parts, copied, cost, told), key=lambda slip: -slip.cost)


def _costly(
    found: Table, parts: Parts, copied: Laid, cost: NDArray[np.float32], told: Callable[[int], None]
) -> Iterator[Slip[float]]:
    for number, row in enumerate(np.argsort(-cost, kind="stable")[:SLIPS].tolist()):
        told(number)
        slip = _slip(found, parts.hands[row], int(copied.choice[row]), len(parts.hands))
        if slip.cost > 0:
            yield slip


def _values(values: Values, laid: Laid) -> NDArray[np.float32]:
    cells = values.first_cell[laid.first], values.second_cell[laid.second], values.third_cell[laid.third]
    worth: NDArray[np.float32] = values.worth[cells]
    return worth


def _slip(found: Table, hand: Hands, choice: int, sampled: int) -> Slip[float]:
    """The copied setting and every legal one against the same dealers' hands."""
    cards = decoded_hand(hand)
    scale = found.coded.scale
    copied = parts_of(scale, hand[None])
    own = laid_as(scale, copied, np.array([choice], dtype=np.uint16))
    others, settings = legal(found, cards)
    parts = _joined(copied, others)
    laid = _joined(own, settings)
    left = unseen(found, cards)
    dealers = len(left) // NINE
    shoes = shuffled(stream(SEED, DEALERS, 0), left, SHUFFLES, dealers * NINE).reshape(SHUFFLES, dealers, NINE)
    won, _ = won_against(found, parts, laid, shoes, each=False)
    best = int(won.mean(axis=1).argmax())
    return Slip(
        hand=write_cards(cards),
        house_way=_written(hand, choice),
        best=_written(hand, int(laid.choice[best])),
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

"""
What can be done with given cards of Pyramid Poker, Casino Version, best first, in antes.

The dealer has comb(97, 9) hands, too many to walk with all their settings, so against a dealer's policy the answer is
an estimate: dealers' hands are drawn from the cards that the player does not hold, and each option meets the same ones.
The cards that can be bought are not drawn but summed over. Against a list of settings everything is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ....kernels.cards import JOKER_CODE, Hands, encoded
from ....rules.cards import JOKER, RANK_NAMES, TWO, Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.setting import Setting
from ....sampling.chunks import Progress
from ....solving.results import ESTIMATE, EXACT, HandValue, Option
from ....solving.strategy import require_legal
from .. import sheet as casino
from ..kernels.buying import Pairs, Tally, bought_against, most_from, new_tally, set_against
from ..kernels.duel import Suits, against_dealers
from ..kernels.setting import NINE, SLOTS, Laid, Parts, cards_of_choice, laid_as, parts_of, set_by_value
from ..pricing.best import legal, refuse_hand, unseen
from ..pricing.scores import Table, refuse, suits_of, table
from .dealers import Dealers, from_the_shoe, listed
from .reply import reply_to

SEED = 1
SHUFFLES = 4000
BUYS = 1200
SHOWN = 20
VARIES = "as the cards fall"


@dataclass(frozen=True, kw_only=True)
class DuelOption(Option):
    """An option of Pyramid Poker, Casino Version. Values are in antes."""

    counts: Mapping[str, int]
    """Rounds by result: win, push, lose."""
    rounds: int | None = None
    """Number of rounds behind an estimate."""
    seed: int | None = None
    """Seed of these rounds."""
    gives_up_error: float | None = None
    """Standard error of `gives_up`, in antes, where it is an estimate."""

    json_keys: ClassVar[tuple[str, ...]] = (
        "decision",
        "setting",
        "ev",
        "standard_error",
        "sure",
        "by_hand",
        "gives_up",
        "gives_up_error",
        "seed",
        "rounds",
        "counts",
    )


class FoldOption(DuelOption):
    """The fold, whose cost is fixed by the terms."""

    json_keys: ClassVar[tuple[str, ...]] = ("decision", "setting", "ev", "sure", "by_hand", "counts", "gives_up")


def best(
    game: Game[casino.Terms],
    cards: Cards,
    *,
    progress: Progress | None = None,
    against: Path | None = None,
    players: int | None = None,
    seed: int = SEED,
) -> list[Option]:
    """For seven cards, to fold or to buy; for nine, the settings that are worth most. How many play does not matter."""
    exact = against is not None and against.suffix != ".npz"
    refuse(game.with_options({"dealer_policy": "hw2"}) if exact else game)  # a list stands in for the dealer's policy
    refuse_hand(game, cards)
    if players is not None and players not in game.seats(game.terms):
        raise NotAllowed(f"the game has from 1 to {game.terms.players} players, not {players} [CAS-01]")
    told = progress or (lambda done, total: None)
    if len(cards) == NINE:
        return _settings(game, cards, against, seed)
    return _fold_or_buy(game, cards, against, seed, told)


def worth_of(game: Game[casino.Terms], cards: Cards, setting: Setting) -> Option | None:
    """What one setting of nine cards is worth; None for hands that foul."""
    found = table(game.terms)
    wanted = [casino.strength(game.terms, setting[slot]) for slot in SLOTS]
    parts, laid = legal(found, cards)
    for row in range(len(laid.choice)):
        hands = cards_of_choice(parts.hands[row], int(laid.choice[row]))
        if [casino.strength(game.terms, hands[slot]) for slot in SLOTS] == wanted:
            dealers = from_the_shoe(found, cards, SEED, SHUFFLES)
            one = Parts(*(column[[row]] for column in parts)), Laid(*(column[[row]] for column in laid))
            suits = suits_of(found, *one)
            sums, _ = against_dealers(one[1], dealers.laid, suits, dealers.suits, found.scores, False)
            return _setting(game, found, dealers, one, 0, sums[0], SEED)
    return None


# Nine cards --------------------------------------------------------------------------------------------------------


def _settings(game: Game[casino.Terms], cards: Cards, against: Path | None, seed: int) -> list[Option]:
    found = table(game.terms)
    dealers = listed(game, found, against) if against else from_the_shoe(found, cards, seed, SHUFFLES)
    parts, laid = legal(found, cards)
    sums, _ = against_dealers(laid, dealers.laid, suits_of(found, parts, laid), dealers.suits, found.scores, False)
    order = sorted(range(len(sums)), key=lambda row: (-int(sums[row].sum()), row))[:SHOWN]
    shown = Parts(*(column[order] for column in parts)), Laid(*(column[order] for column in laid))
    return [_setting(game, found, dealers, shown, row, sums[order[0]], seed) for row in range(len(order))]


def _setting(
    game: Game[casino.Terms],
    found: Table,
    dealers: Dealers,
    shown: tuple[Parts, Laid],
    row: int,
    best_sums: Any,
    seed: int,
) -> Option:
    parts, laid = shown
    tally = new_tally(len(dealers.laid.first))
    set_against(laid, suits_of(found, parts, laid), row, dealers.laid, dealers.suits, found.scores, tally)
    hands = cards_of_choice(parts.hands[row], int(laid.choice[row]))
    require_legal(game, casino.SLOTS, tuple(card for hand in hands.values() for card in hand), HandsSet(1, hands))
    names = {slot: hand_name(game.terms, hands[slot]) for slot in SLOTS}
    setting = {slot: hands[slot] for slot in SLOTS}
    return _option("set", setting, found, dealers, tally, best_sums, names, dealers.rounds, seed)


def hand_name(terms: casino.Terms, hand: Cards) -> str:
    """As a person says it: `one pair, king`."""
    strength = casino.strength(terms, hand)
    rank = RANK_NAMES[strength.ranks[0] - TWO]
    if len(hand) == 1:
        return f"joker as {rank}" if hand[0] == JOKER else rank
    return f"{strength.in_words}, {rank}"


def _option(
    decision: str,
    setting: Setting,
    found: Table,
    dealers: Dealers,
    tally: Tally,
    best_sums: Any,
    names: dict[str, str],
    rounds: int,
    seed: int,
) -> DuelOption:
    """An option with its value, what it gives up and its hands, from the results of its rounds."""
    ev = Fraction(int(tally.money.sum()), rounds * found.part)
    gives_up = Fraction(int(best_sums.sum()) - int(tally.money.sum()), rounds * found.part)
    counts = dict(zip(("win", "push", "lose"), tally.signs.tolist(), strict=True))
    by_hand = {slot: _hand(tally, place, rounds, names[slot], dealers) for place, slot in enumerate(SLOTS)}
    if dealers.exact:
        return DuelOption(
            decision=decision,
            setting=setting,
            ev=ev,
            sure=EXACT,
            by_hand=by_hand,
            gives_up=gives_up,
            counts=counts,
        )
    parts_in_a_shuffle = rounds // len(tally.money) * found.part
    return DuelOption(
        decision=decision,
        setting=setting,
        ev=float(ev),
        standard_error=_error(tally.money / parts_in_a_shuffle),
        sure=ESTIMATE,
        by_hand=by_hand,
        gives_up=float(gives_up),
        gives_up_error=_error((best_sums - tally.money) / parts_in_a_shuffle),
        seed=seed,
        rounds=rounds,
        counts=counts,
    )


def _hand(tally: Tally, place: int, rounds: int, name: str, dealers: Dealers) -> HandValue:
    """One of the three hands: the points it wins less those it loses, and how often it wins."""
    value = Fraction(int(tally.net[place]), rounds)
    wins = Fraction(int(tally.wins[place]), rounds)
    if dealers.exact:
        return HandValue(name=name, value=value, wins=wins)
    return HandValue(name=name, value=float(value), wins=float(wins))


def _error(won: Any) -> float:
    return float(won.std(ddof=1)) / sqrt(len(won))


# Seven cards -------------------------------------------------------------------------------------------------------


def _fold_or_buy(
    game: Game[casino.Terms], cards: Cards, against: Path | None, seed: int, told: Progress
) -> list[Option]:
    found = table(game.terms)
    dealers = listed(game, found, against) if against else from_the_shoe(found, cards, seed, BUYS)
    left = np.bincount(unseen(found, cards), minlength=JOKER_CODE + 1)
    pairs = _pairs(game, found, cards, left, dealers, told)
    tally = new_tally(len(dealers.laid.first))
    bought_against(pairs, left, dealers.held, dealers.laid, dealers.suits, found.scores, tally)
    rounds = dealers.rounds * comb(int(left.sum()) - (NINE if len(dealers.held) else 0), 2)
    names = dict.fromkeys(SLOTS, VARIES)
    bought = _option(casino.BUY, {}, found, dealers, tally, tally.money, names, rounds, seed)
    buy = replace(bought, gives_up_error=None)
    fold = FoldOption(
        decision=casino.FOLD,
        ev=Fraction(-game.terms.fold_cost_antes),
        sure=EXACT,
        counts={},
    )
    first, second = (buy, fold) if buy.ev >= fold.ev else (fold, buy)
    gap = Fraction(first.ev) - Fraction(second.ev)
    if dealers.exact:
        return [replace(first, gives_up=Fraction(0)), replace(second, gives_up=gap)]
    return [replace(first, gives_up=0.0), replace(second, gives_up=float(gap))]


def _pairs(game: Game[casino.Terms], found: Table, cards: Cards, left: Any, dealers: Dealers, told: Progress) -> Pairs:
    """Every two cards that can be bought, and the nine as they are then worth most."""
    kinds = np.flatnonzero(left)
    one, two = np.array([(a, b) for a in kinds for b in kinds if a < b or (a == b and left[a] > 1)], dtype=np.uint8).T
    seven = np.array([encoded(card) for card in cards], dtype=np.uint8)
    nine = np.concatenate([np.tile(seven, (len(one), 1)), one[:, None], two[:, None]], axis=1)
    parts = parts_of(found.coded.scale, nine)
    laid = _best_of_list(found, parts, dealers, told) if dealers.exact else _best_by_value(game, found, parts)
    return Pairs(one, two, laid, suits_of(found, parts, laid))


def _best_by_value(game: Game[casino.Terms], found: Table, parts: Parts) -> Laid:
    return set_by_value(found.coded.scale, reply_to(game.terms).values, parts)[0]


def _best_of_list(found: Table, parts: Parts, dealers: Dealers, told: Progress) -> Laid:
    """The setting of each nine cards that wins most from the list, exactly."""
    chosen = np.zeros(len(parts.hands), dtype=np.uint16)
    for row in range(len(chosen)):
        told(row, len(chosen))
        suits = _suits_of_parts(found, parts.hands[row])
        hand = parts.hands[row]
        seconds = parts.seconds[row]
        thirds = parts.thirds[row]
        chosen[row], _ = most_from(
            found.coded.scale, hand, seconds, thirds, suits, dealers.laid, dealers.suits, found.scores
        )
    told(len(chosen), len(chosen))
    return laid_as(found.coded.scale, parts, chosen)


def _suits_of_parts(found: Table, hand: Hands) -> Suits:
    """What breaks the ties of every second and third hand of nine cards: nothing, unless suits do."""
    picks = found.coded.scale.places
    if found.suited is None:
        return Suits(np.zeros(len(picks.threes), dtype=np.int64), np.zeros(len(picks.fives), dtype=np.int64))
    return Suits(*(found.suited.codes(hand[parts]).astype(np.int64) for parts in (picks.threes, picks.fives)))

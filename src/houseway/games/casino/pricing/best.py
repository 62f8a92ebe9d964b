"""What seven or nine given cards of Pyramid Poker, Casino Version are worth, option by option, best first."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded
from ....rules.cards import Cards, read_cards, surplus, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....sampling.chunks import Progress
from ....sampling.streams import stream
from ..kernels.duel import Suits, against_dealers
from ..kernels.setting import NINE, SLOTS, Laid, Parts, cards_of_choice, laid_as, parts_of, set_by_policy, set_by_value
from ..terms import Terms
from ..wagers import BUY, FOLD
from .best_reply import DEALERS, DRAWS, best_reply
from .scores import Table, refuse, shuffled, suits_of, table

SEED = 1
SHUFFLES = 8000
BUYS = 6000
SHOWN = 20


def best(
    game: Game[Terms], cards: Cards | str, progress: Progress | None = None, *, seed: int = SEED
) -> list[dict[str, Any]]:
    """For seven cards, to fold or to buy; for nine, the settings that are worth most, in antes."""
    hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    refuse(game)
    refuse_hand(game, hand)
    return fold_or_buy(game, hand, seed) if len(hand) == game.terms.first_cards else settings(game, hand, seed)


def refuse_hand(game: Game[Terms], hand: Cards) -> None:
    """Cards that nobody holds before buying or after."""
    before = game.terms.first_cards
    after = game.terms.first_cards + game.terms.bought_cards
    if len(hand) not in (before, after):
        raise NotAllowed(f"a hand is {before} cards, or {after} after buying, not {len(hand)} [CAS-07, CAS-10]")
    extra = surplus(hand, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the shoe does not hold so many of {write_cards(extra)} [CAS-02]")


def unseen(found: Table, hand: Cards) -> Hands:
    """The rest of the shoe."""
    left = found.shoe.tolist()
    for card in hand:
        left.remove(encoded(card))
    return np.array(left, dtype=np.uint8)


def fold_or_buy(game: Game[Terms], hand: Cards, seed: int) -> list[dict[str, Any]]:
    """What the fold costs, exactly, and what buying is worth when the nine cards are then set best."""
    found = table(game.terms)
    shoes = shuffled(stream(seed, DRAWS, 0), unseen(found, hand), BUYS, 2 + 9 * NINE)
    held = np.tile(np.array([encoded(card) for card in hand], dtype=np.uint8), (BUYS, 1))
    parts = parts_of(found.coded.scale, np.concatenate([held, shoes[:, :2]], axis=1))
    laid, _ = set_by_value(found.coded.scale, best_reply(game.terms, seed).values, parts)
    won, signs = won_against(found, parts, laid, shoes[:, 2:].reshape(BUYS, -1, NINE), each=True)
    fold = {"decision": FOLD, "setting": {}, "ev": f"{-game.terms.fold_cost_antes}/1", "counts": {}}
    buy = {"decision": BUY, "setting": {}, **_estimate(won[0], signs[0], seed)}
    return [buy, fold] if buy["ev"] >= -game.terms.fold_cost_antes else [fold, buy]


def settings(game: Game[Terms], hand: Cards, seed: int) -> list[dict[str, Any]]:
    """The legal settings that differ in a comparison, against dealers' hands from the rest of the shoe."""
    found = table(game.terms)
    parts, laid = legal(found, hand)
    left = unseen(found, hand)
    dealers = len(left) // NINE
    shoes = shuffled(stream(seed, DEALERS, 0), left, SHUFFLES, dealers * NINE).reshape(SHUFFLES, dealers, NINE)
    won, signs = won_against(found, parts, laid, shoes, each=False)
    order = sorted(range(len(won)), key=lambda row: (-won[row].mean(), row))[:SHOWN]
    return [
        {
            "decision": "set",
            "setting": _written(parts.hands[row], int(laid.choice[row])),
            **_estimate(won[row], signs[row], seed),
        }
        for row in order
    ]


def legal(found: Table, hand: Cards) -> tuple[Parts, Laid]:
    """One of each of the legal settings that compare alike, each with the hand it is of."""
    scale = found.coded.scale
    nine = np.array([[encoded(card) for card in hand]], dtype=np.uint8)
    every = len(scale.places.first)
    parts = Parts(*(np.repeat(part, every, axis=0) for part in parts_of(scale, nine)))
    laid = laid_as(scale, parts, np.arange(every, dtype=np.uint16))
    first = scale.height[scale.one[laid.first]]
    second = scale.height[laid.second]
    third = scale.height[laid.third]
    suits = suits_of(found, parts, laid)
    alike = np.stack([laid.first, laid.second, laid.third, *suits], axis=1).astype(np.int64)
    _, kept = np.unique(alike, axis=0, return_index=True)
    kept = np.sort(kept[(third > second)[kept] & (second > first)[kept]])
    return Parts(*(column[kept] for column in parts)), Laid(*(column[kept] for column in laid))


def won_against(
    found: Table, parts: Parts, laid: Laid, dealers: NDArray[np.uint8], *, each: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Antes won per shuffle on average, and how many rounds were won, pushed and lost, for each setting."""
    scale = found.coded.scale
    (shuffles, hands, _) = dealers.shape
    their_parts = parts_of(scale, dealers.reshape(-1, NINE))
    theirs = set_by_policy(scale, found.dealer, their_parts)
    suits = Suits(*(column.reshape(shuffles, hands) for column in suits_of(found, their_parts, theirs)))
    laid_out = Laid(*(column.reshape(shuffles, hands) for column in theirs))
    sums, signs = against_dealers(laid, laid_out, suits_of(found, parts, laid), suits, found.scores, each)
    return sums / (hands * found.part), signs


def _estimate(won: NDArray[np.float64], signs: NDArray[np.int64], seed: int) -> dict[str, Any]:
    wins, pushes, losses = signs.tolist()
    return {
        "ev": float(won.mean()),
        "standard_error": float(won.std(ddof=1)) / sqrt(len(won)),
        "seed": seed,
        "rounds": wins + pushes + losses,
        "counts": {"win": wins, "push": pushes, "lose": losses},
    }


def _written(hand: Hands, choice: int) -> dict[str, str]:
    setting = cards_of_choice(hand, choice)
    return {slot: write_cards(setting[slot]) for slot in SLOTS}

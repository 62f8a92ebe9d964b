"""
A small learner that starts from the house way of a game and finds by playing where another setting is better.

Each deviation from the house way is tried by playing the same deal twice, once with each setting, which removes most of
the variance. The learner tries next the deviation that could still be the most valuable, and adopts those that are
clearly better. The game's pricing then gives the exact value of what was adopted.

    python -m houseway.envs.learner pyramid
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..games import game as game_named
from ..games.ask import deviations
from ..pricing.deviations import Deviation
from ..rules.cards import Cards, sort_key, surplus, write_cards
from ..rules.errors import NotAllowed
from ..rules.game import AnyGame, Deal
from ..rules.setting import Setting
from .episode import Episode, begin
from .setup import Action, Setup, setup

BATCH = 8
"""Deals played before the next deviation is chosen."""
OPTIMISM = 2.0
"""Standard errors above its mean that a deviation is hoped to be worth."""
CONFIDENCE = 3.0
"""Standard errors above zero that the mean of a deviation must reach before it is adopted."""
FEWEST_DEALS = 12 * BATCH
"""Deals before a deviation can be adopted."""
SEAT = 1

Figures = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Learned:
    """The result of practice, by deviation."""

    deviations: tuple[Deviation, ...]
    deals: NDArray[np.int64]
    """Deals that were played both ways."""
    means: Figures
    """Mean gain over the house way, in units of the wager."""
    errors: Figures
    """Standard errors of the means."""

    @cached_property
    def adopted(self) -> tuple[Deviation, ...]:
        """The deviations that are clearly better, the most valuable first, at most one for each hand."""
        clear = is_clear(self.deals, self.means, self.errors)
        by_hand: dict[Cards, Deviation] = {}
        for place in np.argsort(-self.means, kind="stable").tolist():
            if clear[place]:
                by_hand.setdefault(self.deviations[place].cards, self.deviations[place])
        return tuple(by_hand.values())


class Practice:
    """Chosen hands against the dealer at the lowest wagers, with each deal played as often as wanted."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.setup: Setup = setup(game, stakes=1, banking=False)
        if self.setup.seats != SEAT:
            raise NotAllowed(
                f"{game.name} needs {self.setup.seats} seats; practice is for games that one seat can play"
            )
        self.chance = np.random.default_rng(seed)
        self.rests: dict[Cards, Cards] = {}
        self.wagered = begin(self.setup)
        while not isinstance(self.wagered.round.step, Deal):
            lowest = self.wagered.allowed(SEAT)[0]
            self.wagered = self.wagered.act(SEAT, lowest)

    def wagered_on(self, wager: str) -> int:
        """Chips on a wager."""
        return self.wagered.round.seat(SEAT).wagers[wager]

    def gain(self, deviation: Deviation) -> int:
        """Chips that the deviation wins more than the house way with the same random deal."""
        cards = deviation.cards
        if cards not in self.rests:
            self.rests[cards] = surplus(self.setup.shoe, cards)
        rest = self.rests[cards]
        drawn = self.chance.choice(len(rest), self.wagered.cards_due - len(cards), replace=False).tolist()
        dealt = self.wagered.deal((*cards, *(rest[place] for place in drawn)))
        return self._chips_won(dealt, deviation.setting) - self._chips_won(dealt, deviation.house_way)

    def _chips_won(self, episode: Episode, setting: Setting) -> int:
        """Chips won by a setting, whose cards are placed one by one in deck order."""
        slots = {slot: list(hand) for slot, hand in setting.items()}
        for card in sorted((card for hand in setting.values() for card in hand), key=sort_key):
            slot = next(slot for slot, hand in slots.items() if card in hand)
            slots[slot].remove(card)
            episode = episode.act(SEAT, self.setup.numbers[Action("place", slot)])
        return episode.won[SEAT - 1]


def learn(game: AnyGame, *, deals: int, seed: int = 0, progress: Callable[[int], None] | None = None) -> Learned:
    """Practise this number of deals, each on the deviation that may be worth most. `progress` gets the deals done."""
    practice = Practice(game, seed)
    choices = deviations(game)
    unit = practice.wagered_on(choices.wager)
    count = np.zeros(len(choices.all))
    total = np.zeros(len(choices.all))
    squares = np.zeros(len(choices.all))
    for done in range(0, deals, BATCH):
        place = int(np.argmax(_hopes(count, total, squares)))
        gains = [practice.gain(choices.all[place]) / unit for _ in range(BATCH)]
        count[place] += BATCH
        total[place] += sum(gains)
        squares[place] += sum(gain * gain for gain in gains)
        if progress is not None:
            progress(done + BATCH)
    means, errors = _means_and_errors(count, total, squares)
    return Learned(choices.all, count.astype(np.int64), means, errors)


def _means_and_errors(count: Figures, total: Figures, squares: Figures) -> tuple[Figures, Figures]:
    """Means and standard errors, with one unit won and one unit lost added to what was observed."""
    means = total / (count + 2)
    return means, np.sqrt(((squares + 2) / (count + 2) - means**2) / (count + 2))


def is_clear(count: NDArray[np.int64] | Figures, means: Figures, errors: Figures) -> NDArray[np.bool_]:
    """Which deviations are clearly better than the house way."""
    clear: NDArray[np.bool_] = (count >= FEWEST_DEALS) & (means > CONFIDENCE * errors)
    return clear


def _hopes(count: Figures, total: Figures, squares: Figures) -> Figures:
    """An optimistic value of each deviation; minus infinity for those that are already clear."""
    means, errors = _means_and_errors(count, total, squares)
    return np.where(is_clear(count, means, errors), -np.inf, means + OPTIMISM * errors)


PROGRESS_EVERY = 1600


def _print_progress(deals: int) -> None:
    if deals % PROGRESS_EVERY == 0:
        print(f"{deals:,} deals", file=sys.stderr)


def main(key: str, deals: int = 16_000, seed: int = 1) -> None:
    """Learn, and print the adopted settings and their exact value next to the house way and best play."""
    game = game_named(key)
    choices = deviations(game)
    learned = learn(game, deals=deals, seed=seed, progress=_print_progress)
    for deviation in learned.adopted:
        hands = ", ".join(f"{slot} {write_cards(hand)}" for slot, hand in deviation.setting.items())
        print(f"{write_cards(deviation.cards)}: {hands}")
    values = {
        "house way": choices.value(),
        "learned": choices.value(learned.adopted),
        "best": choices.best_value(),
    }
    for name, value in values.items():
        print(f"{name:10} {float(value):+.6f} per unit of {choices.wager}")


if __name__ == "__main__":
    main(sys.argv[1])

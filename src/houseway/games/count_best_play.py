"""
Counts best play of a game that uses the generic pricing, over all deals of two hands.

    python -m houseway.games.count_best_play pai_gow [OPTION=VALUE,OPTION=VALUE]
    python -m houseway.games.count_best_play pai_gow --ship

The counts go to the cache, where `houseway price` finds them, and with `--ship` to `best_play_counts.json` in the
game's folder. One count serves every commission and both rules on copies where the game has these options. It takes a
quarter of an hour of processor time; an interrupted count goes on where it was.
"""

import sys
from pathlib import Path
from time import monotonic
from typing import TextIO

from ..pricing.generic.best_play import count_and_store, ship_best_play
from ..pricing.generic.payoff import Payoffs, payoffs
from ..pricing.generic.price import roles
from ..rules.game import AnyGame
from ..rules.terms import options
from .registry import module_named
from .ship_house_way import read_options

SHIP = "--ship"
SECONDS_IN_A_MINUTE = 60
ALSO = {"copies": ("bank_wins", "push"), "commission": (5, 0)}
"""Options that change payoffs only: the same count serves all of their values."""


def main(key: str, *arguments: str) -> None:
    module = module_named(key)
    chosen = [argument for argument in arguments if argument != SHIP]
    game = module.sheet.with_options(read_options(chosen[0]) if chosen else {})
    counts = count_and_store(game, payoffs_of(game), ProgressWithTime(sys.stderr))
    if SHIP in arguments:
        print(ship_best_play(counts, Path(str(module.folder))))
    for name, of_name in counts.items():
        print(name, *(f"{count:,}" for count in of_name))


def payoffs_of(game: AnyGame) -> list[Payoffs]:
    """The different payoffs of a bettor and of the bank under these terms, and under those of `ALSO`."""
    variants = [game]
    for option, values in ALSO.items():
        if option in options(game.terms):
            variants += [variant.with_options({option: value}) for variant in variants for value in values]
    all_payoffs = [payoffs(variant, banks=banks) for variant in variants for banks in roles(variant)]
    return list(dict.fromkeys(all_payoffs))


class ProgressWithTime:
    """Writes how much of the work is done and how many minutes are left."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._total = 0
        self._first_done = 0
        self._started_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        if total != self._total:
            self._total = total
            self._first_done = done
            self._started_at = monotonic()
        text = f"{done} of {total} parts"
        parts_worked = done - self._first_done
        if parts_worked:
            seconds = (monotonic() - self._started_at) / parts_worked * (total - done)
            text += f", about {seconds / SECONDS_IN_A_MINUTE:.0f} minutes left"
        print(text, file=self._stream, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

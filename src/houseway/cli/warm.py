"""`houseway warm`: compile the kernels of games in advance."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..rules.game import AnyGame

HANDS = {
    "pyramid": "Js Jd 6c",
    "pick2": "As Ks Qs 5d 2c",
    "chinese": "As Ks Qs Js 9s 9d 9c 4h 4d 2c 2d 7h 8h",
    "casino": "As Ks Qs Jd 9s 9d 8c 4h 4d",
    "pai_gow": "As Ks Qs Jd 9s 9d Xx",
    "showdown": "8d 4s 8h 9h 2c 3c 6h 5d 8c 9h Jd Th 6s Qd 8d 9s Ac 3h Kd 7c 2h 5s Tc Jc Qs",
}
"""A hand of each game, whose best setting is computed."""
FIRST_CARDS = {"casino": "As Ks Qs Jd 9s 9d 8c"}
"""Cards on which another decision is made first."""
ESTIMATED = {"chinese": 200, "showdown": 50, "casino": 50}
"""The games whose price is an estimate, and a small number of rounds for it."""
SEARCHED = ("pick2",)
"""The games whose alarm walks through all deals."""


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="The games to compile; default all of them.")
    ] = None,
) -> None:
    """
    Compile the fast code of games in advance, so that the first question about them is answered at once.

    The compiled code is stored in the cache folder of this user, and stays valid until its own source changes.

    Example: houseway warm chinese showdown
    """
    from ..games import GAMES, game
    from ..kernels.compiling import kernels_compiled
    from .output import say
    from .progress import bar

    chosen = [game(name) for name in games or GAMES]
    for rules in chosen:
        before = kernels_compiled()
        start = perf_counter()
        with bar(f"compiling {rules.name}"):
            compile_kernels(rules)
        count = kernels_compiled() - before
        seconds = perf_counter() - start
        if count:
            say(f"{rules.name}: {count} parts compiled in {seconds:.0f} s.")
        else:
            say(f"{rules.name}: ready, nothing to compile.")


def compile_kernels(game: "AnyGame") -> None:
    """Ask each question that uses kernels, about as little as possible."""
    from ..games.ask import alarm, best, price, simulate

    key = game.key
    simulate(game, rounds=20, workers=1)
    if key in HANDS:
        best(game, HANDS[key])
    if key in FIRST_CARDS:
        best(game, FIRST_CARDS[key])
    if key in ESTIMATED:
        price(game, rounds=ESTIMATED[key])
    if key in SEARCHED:
        alarm(game)

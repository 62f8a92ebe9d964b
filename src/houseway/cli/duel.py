"""`houseway duel`: two strategies on the same cards."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import plural
from .arguments import INTERRUPTED, AsJson, GameName, Options, Seats, Seed, game_with, whole

if TYPE_CHECKING:
    from ..simulation.duel import Duel

Level = "house_way, best, newcomer, or a file from houseway solve."


def duel(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="A", help=Level)],
    second: Annotated[str, typer.Argument(metavar="B", help=Level)],
    rounds: Annotated[int, whole("--rounds", "Number of rounds; each is played twice, with the seats swapped.")] = 200,
    seats: Seats = None,
    seed: Seed = 1,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """
    Two strategies on the same cards with the seats swapped: the difference and its standard error.

    Example: houseway duel pick2 expert newcomer --rounds 500
    """
    from ..games.ask import strategy
    from ..simulation.duel import duel as play_duel
    from .output import print_json
    from .progress import bar

    variant = game_with(game, options)
    ours = strategy(variant, first)
    theirs = strategy(variant, second)
    with bar(f"{first} against {second}") as progress:
        result = play_duel(variant, ours, theirs, rounds=rounds, seed=seed, seats=seats, progress=progress)
    if json:
        print_json(result.as_data())
    else:
        _print(result)
    if result.rounds < result.requested:
        raise typer.Exit(INTERRUPTED)


def _print(result: "Duel") -> None:
    from .output import print_table, say

    rows = [(result.a, f"{result.a_wins:+.4f}", result.better), (result.b, f"{result.b_wins:+.4f}", result.worse)]
    print_table(("strategy", "chips a round", "deals it won more with"), rows, numbers=("chips a round",))
    wide = f", {abs(result.errors_wide):.1f} standard errors" if result.standard_error else ""
    say(f"\n{result.a} wins {result.difference:+.4f} ± {result.standard_error:.4f} chips a round more{wide}.")
    measure = f" {result.unit.replace('_', ' ').capitalize()}: {result.unit_chips} chips." if result.unit else ""
    stopped = f" Stopped after {result.rounds:,} of {result.requested:,}." if result.rounds < result.requested else ""
    seats = plural(result.seats, "seat")
    say(f"{result.rounds:,} deals, each played twice, {seats}, seed {result.seed}.{measure}{stopped}")

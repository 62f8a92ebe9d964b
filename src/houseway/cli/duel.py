"""`houseway duel`: two strategies with the same cards."""

from typing import Annotated

import typer

from ..rules.errors import plural
from .arguments import AsJson, GameName, Options, game_with

Level = "newcomer, house_way, expert, or a file of houseway solve."


def duel(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="A", help=Level)],
    second: Annotated[str, typer.Argument(metavar="B", help=Level)],
    rounds: Annotated[int, typer.Option(help="How many deals, each played twice with the seats swapped.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """Two strategies in duplicate: the same cards, the seats swapped, and the difference with its error.

    Example: houseway duel pick2 expert newcomer --rounds 500
    """
    from dataclasses import asdict

    from ..games.ask import strategy
    from ..simulation.duel import duel as fight
    from .output import print_json, print_table, say
    from .progress import bar

    variant = game_with(game, options)
    ours = strategy(variant, first)
    theirs = strategy(variant, second)
    with bar(f"{first} against {second}") as progress:
        found = fight(variant, ours, theirs, rounds=rounds, seed=seed, progress=progress)
    if json:
        return print_json(asdict(found))
    rows = [(found.a, f"{found.a_wins:+.4f}", found.better), (found.b, f"{found.b_wins:+.4f}", found.worse)]
    print_table(("strategy", "chips a round", "deals it won more with"), rows, numbers=("chips a round",))
    wide = f", {abs(found.errors_wide):.1f} standard errors" if found.standard_error else ""
    say(f"\n{found.a} wins {found.difference:+.4f} ± {found.standard_error:.4f} chips a round more{wide}.")
    measure = f" {found.unit.replace('_', ' ').capitalize()}: {found.unit_chips} chips." if found.unit else ""
    stopped = f" Stopped after {found.rounds:,} of {found.asked:,}." if found.rounds < found.asked else ""
    seats = plural(found.seats, "seat")
    say(f"{found.rounds:,} deals, each played twice, {seats}, seed {found.seed}.{measure}{stopped}")

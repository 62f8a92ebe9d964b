"""`houseway solve`: compute a strategy."""

from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable
from .arguments import (
    AsJson,
    GameName,
    Options,
    Seats,
    SeedOrNone,
    game_with,
    out_file,
    refuse_unused,
    whole,
    why_not_write,
)

FLAGS = {"players": "--seats", "seed": "--seed", "deals": "--deals", "rounds": "--iterations"}
"""By setting of the solver: the option that sets it."""


def solve(
    game: GameName,
    options: Options = None,
    scoring: Annotated[
        str | None, typer.Option(metavar="NAME", help="Same as --set scoring=...: per_hand, 2-4 or 1-6.")
    ] = None,
    seats: Seats = None,
    seed: SeedOrNone = None,
    deals: Annotated[int | None, whole("--deals", "Number of deals to learn from.")] = None,
    iterations: Annotated[int | None, whole("--iterations", "Iterations of best reply.")] = None,
    out: Annotated[Path | None, out_file("Write the tables to a file that ends in .npz.")] = None,
    json: AsJson = False,
) -> None:
    """
    Compute the tables of a strategy and measure how much a best reply wins against it.

    Example: houseway solve chinese --scoring 2-4
    """
    from ..answer_types import SolveAnswer, fields_of
    from ..games import module_of
    from ..games.ask import solve as solve_game
    from ..solving.strategy_files import write_tables, write_to_cache
    from .output import answer, print_json, say
    from .progress import bar

    if out is not None and (reason := why_not_write(out) or wrong_ending(out)):
        raise Unreadable(reason)
    variant = game_with(game, [*(options or []), *([f"scoring={scoring}"] if scoring else [])])
    given = {"players": seats, "seed": seed, "deals": deals, "rounds": iterations}
    taken = module_of(variant).solver.solve_settings
    if taken:  # a game without tables says so itself
        refuse_unused(variant, "solve", given, FLAGS, taken)
    with bar(f"solving {game}") as progress:
        solution = solve_game(variant, progress, players=seats, seed=seed, deals=deals, rounds=iterations)
    cached = write_to_cache(solution.tables)
    if out is not None:
        write_tables(solution.tables, out)
    if json:
        data = solution.to_json()
        exploitability = data.pop("exploitability")
        cached_at = str(cached) if cached else None
        return print_json({"game": game, **data, "kept": cached_at, "exploitability": exploitability})
    answer(SolveAnswer(**fields_of(solution), rules=variant).summary())
    say(f"Saved for these terms{f', and in {out}' if out else ''}." if cached else f"Written to {out}.")


def wrong_ending(path: Path) -> str | None:
    return None if path.suffix == ".npz" else f"a strategy file ends in .npz, not {path.name!r}"

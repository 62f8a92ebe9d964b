"""`houseway solve`: compute a strategy."""

from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable
from .arguments import AsJson, GameName, Options, game_with, why_not_write


def solve(
    game: GameName,
    options: Options = None,
    scoring: Annotated[str | None, typer.Option(help="Same as --set scoring=...: per_hand, 2-4 or 1-6.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, where it matters.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same tables, byte for byte.")] = None,
    deals: Annotated[int | None, typer.Option(help="Number of deals to learn from.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Iterations of best reply.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the tables to FILE.npz.")] = None,
    json: AsJson = False,
) -> None:
    """
    Compute the tables of a strategy and measure how much a best reply wins against it.

    Example: houseway solve chinese --scoring 2-4
    """
    from ..games.ask import solve as solve_game
    from ..solving.strategy_files import write_tables, write_to_cache
    from .output import print_json, print_table, say
    from .progress import bar

    if out is not None and (reason := why_not_write(out) or wrong_ending(out)):
        raise Unreadable(reason)
    variant = game_with(game, [*(options or []), *([f"scoring={scoring}"] if scoring else [])])
    with bar(f"solving {game}") as progress:
        solution = solve_game(variant, progress, players=players, seed=seed, deals=deals, rounds=rounds)
    cached = write_to_cache(solution.tables)
    if out is not None:
        write_tables(solution.tables, out)
    if json:
        data = solution.to_json()
        exploitability = data.pop("exploitability")
        cached_at = str(cached) if cached else None
        return print_json({"game": game, **data, "kept": cached_at, "exploitability": exploitability})
    print_table(
        ("a best reply gains", "unit", "fresh deals"),
        [(f"{e.value:.5f} ± {e.standard_error:.5f}", e.unit, f"{e.deals:,}") for e in solution.exploitability],
    )
    say(f"Saved for these terms{f', and in {out}' if out else ''}." if cached else f"Written to {out}.")


def wrong_ending(path: Path) -> str | None:
    return None if path.suffix == ".npz" else f"a strategy file ends in .npz, not {path.name!r}"

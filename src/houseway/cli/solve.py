"""`houseway solve`: compute a strategy."""

from pathlib import Path
from typing import Annotated

import typer

from ..rules.errors import Unreadable
from .arguments import AsJson, GameName, Options, game_with, why_not_write


def solve(
    game: GameName,
    options: Options = None,
    scoring: Annotated[str | None, typer.Option(help="The same as --set scoring=...: per_hand, 2-4, 1-6.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play, where that matters.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed makes the same tables, byte for byte.")] = None,
    deals: Annotated[int | None, typer.Option(help="How many deals the strategy learns from.")] = None,
    rounds: Annotated[int | None, typer.Option(help="How often the strategy answers itself.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the tables to FILE.npz.")] = None,
    json: AsJson = False,
) -> None:
    """Compute a strategy's tables, keep them, and measure how far a best reply beats them.

    Example: houseway solve chinese --scoring 2-4
    """
    from ..games.ask import solve as solve_game
    from ..solving.strategy_files import keep, write_tables
    from .output import print_json, print_table, say
    from .progress import bar

    if out is not None and (reason := why_not_write(out) or wrong_ending(out)):
        raise Unreadable(reason)
    variant = game_with(game, [*(options or []), *([f"scoring={scoring}"] if scoring else [])])
    with bar(f"solving {game}") as progress:
        found = solve_game(variant, progress, players=players, seed=seed, deals=deals, rounds=rounds)
    kept = keep(found.tables)
    if out is not None:
        write_tables(found.tables, out)
    if json:
        data = found.to_json()
        exploitability = data.pop("exploitability")
        kept_at = str(kept) if kept else None
        return print_json({"game": game, **data, "kept": kept_at, "exploitability": exploitability})
    print_table(
        ("a best reply wins more by", "unit", "fresh deals"),
        [(f"{e.value:.5f} ± {e.standard_error:.5f}", e.unit, f"{e.deals:,}") for e in found.exploitability],
    )
    say(f"Kept for terms like these{f', and in {out}' if out else ''}." if kept else f"Written to {out}.")


def wrong_ending(path: Path) -> str | None:
    return None if path.suffix == ".npz" else f"a strategy file ends in .npz, not {path.name!r}"

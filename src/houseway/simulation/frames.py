"""Results of simulations as rows and as Polars frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..rules.errors import Unreadable
from ..sampling.outcomes import Outcome, total_chips

if TYPE_CHECKING:
    from .result import Simulation

Row = Mapping[str, Any]
WRITERS = {".parquet": "write_parquet", ".csv": "write_csv", ".json": "write_json"}


def polars() -> Any:
    try:
        import polars as module
    except ImportError:
        raise Unreadable("frames need Polars: pip install '.[data]'") from None
    return module


def frame_of(rows: Iterable[Row]) -> Any:
    """A frame with the columns of the rows, in order of appearance. A value that a row lacks is null."""
    all_rows = list(rows)
    names = list(dict.fromkeys(name for row in all_rows for name in row))
    columns = {name: [row.get(name) for row in all_rows] for name in names}
    return polars().DataFrame(columns, strict=False)


def why_not_format(path: Path) -> str | None:
    """Why rows cannot be written to a file of this name."""
    if path.suffix in WRITERS:
        return None
    return f"{path} must end in {', '.join(WRITERS)}, which names its format"


def write_frame(frame: object, path: Path) -> None:
    """Write a frame in the format of the file's suffix, completely or not at all."""
    if reason := why_not_format(path):
        raise Unreadable(reason)
    part = path.with_name(f"{path.name}.part")
    try:
        getattr(frame, WRITERS[path.suffix])(part)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unreadable(f"{path} cannot be written: {error.strerror or error}") from None


def outcome_rows(simulation: Simulation) -> list[Row]:
    """Each outcome of each seat: how often it came, its total and the chips of each wager."""
    outcomes = [outcome for seat in simulation.seats for outcome in seat.outcomes]
    names = sorted({wager for outcome in outcomes for wager, _ in outcome})
    rows: list[Row] = []
    for seat in simulation.seats:
        for outcome, count in sorted(seat.outcomes.items(), key=lambda item: (total_chips(item[0]), item[0])):
            rows.append({"seat": seat.number, "player": seat.player, "count": count, **chips_row(outcome, names)})
    return rows


def chips_row(outcome: Outcome, names: Iterable[str]) -> dict[str, int]:
    chips = dict(outcome)
    return {"total": total_chips(outcome), **{name: chips.get(name, 0) for name in names}}


def outcome_frame(simulation: Simulation) -> Any:
    return frame_of(outcome_rows(simulation))

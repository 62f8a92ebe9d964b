"""Results of simulations as rows and as Polars frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..rules.errors import Unreadable
from ..sampling.outcomes import Outcome, total_chips

if TYPE_CHECKING:
    from .result import Simulation

Row = Mapping[str, Any]
FORMATS = (".parquet", ".csv", ".json")


def polars() -> Any:
    try:
        import polars as module
    except ImportError:
        raise Unreadable("Parquet files and frames need Polars: pip install polars") from None
    return module


def columns_of(rows: Iterable[Row]) -> list[str]:
    """The names of the columns, in order of appearance."""
    return list(dict.fromkeys(name for row in rows for name in row))


def frame_of(rows: Iterable[Row]) -> Any:
    """A frame with the columns of the rows, in order of appearance. A value that a row lacks is null."""
    all_rows = list(rows)
    columns = {name: [row.get(name) for row in all_rows] for name in columns_of(all_rows)}
    return polars().DataFrame(columns, strict=False)


def why_not_format(path: Path) -> str | None:
    """Why rows cannot be written to a file of this name."""
    if path.suffix not in FORMATS:
        return f"{path} must end in {', '.join(FORMATS)}, which names its format"
    if path.suffix == ".parquet":
        polars()
    return None


def write_rows(rows: Iterable[Row], path: Path) -> None:
    """Write rows in the format of the file's suffix, completely or not at all. Only Parquet needs Polars."""
    if reason := why_not_format(path):
        raise Unreadable(reason)
    all_rows = list(rows)
    part = path.with_name(f"{path.name}.part")
    try:
        match path.suffix:
            case ".parquet":
                frame_of(all_rows).write_parquet(part)
            case ".csv":
                _write_csv(all_rows, part)
            case _:
                _write_json(all_rows, part)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Unreadable(f"{path} cannot be written: {error.strerror or error}") from None


def _write_csv(rows: list[Row], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns_of(rows), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _write_json(rows: list[Row], path: Path) -> None:
    """One object for each row, with every column."""
    columns = columns_of(rows)
    objects = [{name: row.get(name) for name in columns} for row in rows]
    path.write_text(json.dumps(objects, default=str, ensure_ascii=False), encoding="utf-8")


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

"""`houseway report`: the math report for an approval."""

import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ..rules.errors import Unreadable
from ..rules.game import AnyGame
from .arguments import AsJson, GameName, Options, game_with, out_file, whole, why_not_write, write_bytes


def report(
    game: GameName,
    out: Annotated[Path, out_file("Write the report to a file that ends in .html or .pdf.")],
    options: Options = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on every page; default: today.")
    ] = None,
    rounds: Annotated[int | None, whole("--rounds", "Number of rounds for each estimate.", least=2)] = None,
    json: AsJson = False,
) -> None:
    """
    Write the math report for an approval: rules, odds, exposure, open questions, proofs; HTML or PDF.

    The same date gives the same file, byte for byte. SOURCE_DATE_EPOCH in the environment also sets the date.

    Example: houseway report pick2 --date 2026-11-16 -o pick2.pdf
    """
    from hashlib import sha256

    from .output import print_json, say
    from .progress import bar

    dated = day_of(day)
    variant = game_with(game, options)
    file = write_report(variant, out, dated=dated, rounds=rounds, bar=bar)
    digest = sha256(file).hexdigest()
    if json:
        named = {"game": game, "terms_hash": variant.terms_hash, "date": dated, "file": str(out)}
        return print_json({**named, "bytes": len(file), "sha256": digest})
    say(f"{out}: {len(file):,} bytes, terms {variant.terms_hash[:12]}, dated {dated}")
    say(f"sha256 {digest}")


def write_report(variant: AnyGame, out: Path, *, dated: str, rounds: int | None, bar: Any) -> bytes:
    """Make a report and write it; refuses a wrong target before any work is done."""
    from .. import __version__
    from ..report import form_of, gather, render
    from ..report import report as reported

    form = form_of(out)
    if reason := why_not_write(out):
        raise Unreadable(reason)
    made = reported(gather(variant, bar, rounds=rounds), date=dated, version=__version__)
    with bar(f"drawing {out.name}"):
        file = render(made, form)
    write_bytes(out, file)
    return file


def day_of(day: str | None) -> str:
    """The date given, or that of SOURCE_DATE_EPOCH, or today."""
    if day is None:
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        now = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
        return now.date().isoformat()
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Unreadable(f"--date takes a day such as 2026-11-16, not {day!r}") from None

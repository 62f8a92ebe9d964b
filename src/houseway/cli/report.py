"""`houseway report`: the math report for an approval, and the packet for a jurisdiction."""

import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..rules.errors import Unreadable
from ..rules.game import AnyGame
from .arguments import AsJson, GameName, Options, game_with, out_file, whole, why_not_write, write_bytes

if TYPE_CHECKING:
    from ..games.terms_diff import TermsDiff
    from ..report import Filing

TERMS_HELP = "OPTION=VALUE,... or a file of terms, one option to a line."


def report(
    game: GameName,
    out: Annotated[Path, out_file("Write the report to a file that ends in .html or .pdf, a packet to .zip.")],
    options: Options = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The date on every page; default: none.")
    ] = None,
    preparer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who prepared it, for the first page and the signature.")
    ] = None,
    jurisdiction: Annotated[
        str | None, typer.Option(metavar="NAME", help="Where it is filed, for the first page.")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The size of the pages.")] = "a4",
    before: Annotated[
        str | None,
        typer.Option("--from", metavar="TERMS", help=f"The first terms, if the report is about a change: {TERMS_HELP}"),
    ] = None,
    packet_for: Annotated[
        str | None,
        typer.Option("--for", metavar="wa|nj|nv|md", help="Write the submission packet for this jurisdiction."),
    ] = None,
    rounds: Annotated[int | None, whole("--rounds", "Number of rounds for each estimate.", least=2)] = None,
    json: AsJson = False,
) -> None:
    """
    Write the math report for an approval: rules, odds, exposure, open questions, proofs; HTML or PDF.

    With --for it writes a ZIP file with all that a jurisdiction's checklist for a new table game asks for.

    The same options give the same file, byte for byte. SOURCE_DATE_EPOCH in the environment also sets the date.

    Example: houseway report pick2 --preparer "A. Smith" --paper letter -o pick2.pdf
    """
    from hashlib import sha256

    from ..report.filing import Filing, one_line, paper_named
    from .diff import game_under
    from .output import print_json, say
    from .progress import bar

    filing = Filing(
        date=day_of(day),
        preparer=one_line("--preparer", preparer or ""),
        jurisdiction=one_line("--jurisdiction", jurisdiction or ""),
        paper=paper_named(paper),
    )
    variant = game_with(game, options)
    earlier = None if before is None else game_under(game, "--from", before)
    if packet_for is not None:
        file = write_packet(variant, packet_for, out, filing=filing, earlier=earlier, rounds=rounds, bar=bar)
    else:
        file = write_report(variant, out, filing=filing, earlier=earlier, rounds=rounds, bar=bar)
    digest = sha256(file).hexdigest()
    if json:
        named = {"game": game, "terms_hash": variant.terms_hash, "date": filing.date, "file": str(out)}
        return print_json({**named, "bytes": len(file), "sha256": digest})
    dated = f"dated {filing.date}" if filing.date else "not dated"
    say(f"{out}: {len(file):,} bytes, terms {variant.terms_hash[:12]}, {dated}")
    say(f"sha256 {digest}")


def write_report(
    variant: AnyGame,
    out: Path,
    *,
    filing: "Filing",
    rounds: int | None,
    bar: Any,
    earlier: AnyGame | None = None,
) -> bytes:
    """Make a report and write it; refuses a wrong target before any work is done."""
    from .. import __version__
    from ..report import form_of, gather, render
    from ..report import report as reported

    form = form_of(out)
    if reason := why_not_write(out):
        raise Unreadable(reason)
    change = _change(earlier, variant, bar)
    made = reported(gather(variant, bar, rounds=rounds), version=__version__, filing=filing, change=change)
    with bar(f"drawing {out.name}"):
        file = render(made, form)
    write_bytes(out, file)
    return file


def write_packet(
    variant: AnyGame,
    packet_for: str,
    out: Path,
    *,
    filing: "Filing",
    rounds: int | None,
    bar: Any,
    earlier: AnyGame | None = None,
) -> bytes:
    """Make a submission packet and write it; refuses a wrong target before any work is done."""
    from dataclasses import replace

    from .. import __version__
    from ..report import gather, require_extra
    from ..report.packet import jurisdiction_named, packet
    from ..report.packet.layout import layout

    jurisdiction = jurisdiction_named(packet_for)
    if out.suffix.lower() != ".zip":
        raise Unreadable(f"a packet ends in .zip, not {str(out)!r}")
    if reason := why_not_write(out):
        raise Unreadable(reason)
    require_extra()
    layout(variant)  # a table that is too small is refused before the long work
    filed = replace(filing, jurisdiction=filing.jurisdiction or jurisdiction.authority)
    change = _change(earlier, variant, bar)
    findings = gather(variant, bar, rounds=rounds)
    with bar(f"drawing {out.name}"):
        file = packet(findings, jurisdiction, filed, __version__, change)
    write_bytes(out, file)
    return file


def _change(earlier: AnyGame | None, variant: AnyGame, bar: Any) -> "TermsDiff | None":
    """What the terms changed from earlier ones, if there are any."""
    from ..games.ask import diff

    if earlier is None:
        return None
    with bar("comparing both terms") as progress:
        return diff(earlier, variant, progress)


def day_of(day: str | None) -> str:
    """The date given, or that of SOURCE_DATE_EPOCH, or none: a clock would change the bytes from day to day."""
    if not day:
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdigit() else ""
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Unreadable(f"--date takes a day such as 2026-11-16, not {day!r}") from None

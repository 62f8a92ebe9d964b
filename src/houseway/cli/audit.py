"""`houseway audit`: check a card room from its first event to its last."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, Cores
from .room_location import Config, Data, Database, locate_room

if TYPE_CHECKING:
    from ..audit.room_walk import Report


def audit(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    anchors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Anchors to check against; default: those of the data folder.")
    ] = None,
    public_key: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="The public key of the anchors, or a file with it; default: anchor.pub."),
    ] = None,
    cores: Cores = None,
    json: AsJson = False,
) -> None:
    """
    Check a room's events, ledger and index; exit status 1 and the first fault if anything was altered.

    Checks every hash, every sum and every index row, replays every finished round under its own terms and verifies its
    shuffle. The room may be open meanwhile. A copy of anchors.jsonl and anchor.pub from another place proves that the
    whole chain was not rewritten: pass them with --anchors and --public-key.

    Example: houseway audit --data ~/.local/share/houseway
    """
    from dataclasses import asdict

    from ..audit.room import audit as audit_room
    from ..records.store.anchors import FILE
    from ..rules.errors import Unreadable
    from .output import answer, print_json, say

    if anchors is not None and not anchors.is_file():
        raise Unreadable(f"there is no file {anchors} with anchors")
    room = locate_room(data, database, config)
    report = audit_room(
        room.url,
        anchors_file=anchors or room.folder / FILE,
        public_key=_public_key(public_key, room.folder),
        must_be_signed=public_key is not None,
        progress=_to_standard_error,
        cores=cores or os.cpu_count() or 1,
    )
    if json:
        print_json(asdict(report))
    else:
        answer(f"FAULT: {report.fault}" if report.fault else "Nothing was altered.")
        for line in _lines(report, from_elsewhere=anchors is not None):
            say(line)
    raise typer.Exit(1 if report.fault else 0)


def _to_standard_error(line: str) -> None:
    """Show on a terminal how far the audit is."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


def _public_key(given: str | None, folder: Path) -> str | None:
    """The public key as given, or read from a file; by default the file in the data folder."""
    from ..records.store.keys import PUBLIC_FILE

    path = Path(given) if given is not None else folder / PUBLIC_FILE
    if path.is_file():
        return path.read_text(encoding="ascii", errors="replace")
    return given


def _lines(report: "Report", *, from_elsewhere: bool) -> list[str]:
    """What was checked, and what an audit does not cover."""
    lines = [
        f"{report.events:,} events in {report.streams:,} streams, {report.transfers:,} ledger rows",
        f"{report.rounds:,} rounds replayed, {report.live:,} still running and sealed",
        f"{report.index_rows:,} index rows: people, sessions, tables, seats, rounds, terms, disputes, settings",
    ]
    if report.quarantined:
        lines.append(f"{report.quarantined:,} of these rounds could not be read and were void by ROOM-04")
    if report.index_seals:
        lines.append("index rows of an older version are checked from the day they were sealed")
    if not report.anchors:
        lines.append("no anchors: an audit cannot detect that the whole chain was rewritten or cut short")
    else:
        lines.append(f"{report.anchors:,} anchors, {report.signed_anchors:,} signed lines")
        if not from_elsewhere:
            lines.append(
                "anchors from the room's own folder: use a copy from another place to exclude a rewritten chain"
            )
    lines.append(
        "not covered: what happened after the last anchor, who leases which table, triggers of the database, logs, "
        "and settings outside the database"
    )
    return lines

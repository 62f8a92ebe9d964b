"""`houseway audit`: a whole card room, checked from its first event to its last."""

import os
from pathlib import Path
from typing import Annotated

import typer

from .arguments import AsJson
from .kept import Data, Database, room_folder, room_url


def audit(
    data: Data = None,
    database: Database = None,
    anchors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Anchors to check against; the data folder's by default.")
    ] = None,
    cores: Annotated[int, typer.Option(min=0, help="Processes that play rounds again; 0 takes every core.")] = 0,
    json: AsJson = False,
) -> None:
    """Walk a room's whole chain and ledger; exit status 1 and the first fault if anything was altered.

    Every hash, every sum, every finished round played again under its own terms, its shuffle proved. The room may be
    open meanwhile. A copy of anchors.jsonl that was kept elsewhere proves that the end is still there.

    Example: houseway audit --data ~/.local/share/houseway
    """
    from dataclasses import asdict

    from ..audit.room import audit as audited
    from ..records.store.anchors import FILE
    from ..rules.errors import Unreadable
    from .output import print_json, say

    if anchors is not None and not anchors.is_file():
        raise Unreadable(f"there is no file {anchors} with anchors")
    file = anchors or room_folder(data) / FILE
    report = audited(
        room_url(data, database),
        anchors_file=file,
        progress=lambda line: None if json else say(line),
        cores=cores or os.cpu_count() or 1,
    )
    if json:
        print_json(asdict(report))
    else:
        say(f"{report.events:,} events in {report.streams:,} streams, {report.transfers:,} ledger rows")
        say(f"{report.rounds:,} rounds played again, {report.live:,} still running and sealed")
        say(f"{report.anchors:,} anchors" if report.anchors else "no anchors: a cut at the end would not be seen")
        say(f"FAULT: {report.fault}" if report.fault else "Nothing was altered.")
    raise typer.Exit(1 if report.fault else 0)

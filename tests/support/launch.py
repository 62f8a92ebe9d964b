"""A server process for tests, with short times; it can be made to die at a given point."""

import os
from pathlib import Path

from houseway.server.process.serving import Place, run
from houseway.server.runtime.settings import Settings
from houseway.server.study.settings import StudySettings
from houseway.server.tables.timers import Pace
from support import crash_points
from support.unlimited import GATE, OPEN

FAST = Pace(wager=20, decide=20, set=20, set_many=30, pause=0.05, entropy=1.0, bot=0.0)
PACES = {
    "normal": FAST,
    "quick": FAST,
    "brisk": Pace(wager=0.3, decide=0.3, set=0.3, set_many=0.3, pause=0.05, entropy=0.2, bot=0.0),
    "parked": Pace(wager=600, decide=600, set=600, set_many=600, pause=600, entropy=600, bot=0.0),
}


def settings(database: str | None) -> Settings:
    study = StudySettings(nice=0)  # on a busy machine a worker of low priority would wait for long
    return Settings(
        paces=PACES,
        rates=OPEN,
        gate=GATE,
        several_processes=database is not None,
        study=study,
        lease_seconds=float(os.environ.get("TEST_LEASE", "2")),
        idle_seconds=float(os.environ.get("TEST_IDLE", "1800")),
    )


def main(folder: str, port: int, database: str | None, crash: str) -> None:
    """Serve until stopped; with a name of a crash point, die there."""
    if crash:
        crash_points.arm(crash)
    run(Place("127.0.0.1", port, Path(folder), database), settings=settings(database))

"""
Serve a card room with short waits and a chosen welcome: `python fast_room.py FOLDER PORT CHIPS [FIRST_PAUSE]`.

FIRST_PAUSE are the seconds that a person who sits alone waits for the first round.
"""

import sys
from dataclasses import replace
from pathlib import Path

from houseway.server.process.serving import Place, run
from houseway.server.tables import timers
from support.launch import settings

if __name__ == "__main__":
    folder, port, chips, *first_pause = sys.argv[1:]
    if first_pause:
        timers.FIRST_PAUSE = float(first_pause[0])
    place = Place("127.0.0.1", int(port), Path(folder), None)
    run(place, settings=replace(settings(None), welcome=int(chips)))

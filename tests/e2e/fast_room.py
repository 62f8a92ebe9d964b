"""A card room whose clocks keep no test waiting, with a chosen welcome: `python fast_room.py FOLDER PORT CHIPS`."""

import sys
from dataclasses import replace
from pathlib import Path

from houseway.server.process.serving import Place, run
from support.launch import settings

if __name__ == "__main__":
    folder, port, chips = sys.argv[1:]
    run(Place("127.0.0.1", int(port), Path(folder), None), settings=replace(settings(None), welcome=int(chips)))

"""Serve a card room with short waits and a chosen welcome: `python fast_room.py FOLDER PORT CHIPS`."""

import sys
from dataclasses import replace
from pathlib import Path

from houseway.server.process.serving import Place, run
from support.launch import settings

if __name__ == "__main__":
    folder, port, chips = sys.argv[1:]
    place = Place("127.0.0.1", int(port), Path(folder), None)
    run(place, settings=replace(settings(None), welcome=int(chips)))

"""
Serve a card room with short waits and a chosen welcome: `python fast_room.py FOLDER PORT CHIPS [FIRST_PAUSE]`.

FIRST_PAUSE are the seconds that a person who sits alone waits for the first round. If the variable FAST_ROOM_DEALS is
set, the cards of a round depend on it and on the number of the round, and not on the shuffle: a test that looks at the
table sees the same cards every time. Such rounds cannot be verified.
"""

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

from houseway.rules.cards import Cards
from houseway.server.process.serving import Place, run
from houseway.server.tables import timers
from houseway.server.tables.desk import Live
from support.launch import settings

SEED = os.environ.get("FAST_ROOM_DEALS")


def seeded_order(live: Live, cards: Cards) -> Cards:
    """The cards in an order that depends on the seed and on the number of the round alone."""
    number = live.id.rpartition("-")[2]
    return tuple(random.Random(f"{SEED} {number}").sample(cards, len(cards)))


if __name__ == "__main__":
    if SEED is not None:
        Live.order = seeded_order  # type: ignore[method-assign, assignment]
    folder, port, chips, *first_pause = sys.argv[1:]
    if first_pause:
        timers.FIRST_PAUSE = float(first_pause[0])
    place = Place("127.0.0.1", int(port), Path(folder), None)
    run(place, settings=replace(settings(None), welcome=int(chips)))

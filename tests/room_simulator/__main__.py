"""`python tests/room_simulator`: see docs/operate/simulation.md."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from room_simulator.command import main

    sys.exit(main())

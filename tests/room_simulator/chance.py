"""Independent streams of chance, all from one seed."""

from __future__ import annotations

import random


def stream(seed: int, *names: object) -> random.Random:
    """The stream with this name; what one stream is asked for never changes what another gives."""
    return random.Random("/".join(map(str, (seed, *names))))

"""Independent streams of chance, all from one seed."""

from __future__ import annotations

import random


def stream(seed: int, *names: object) -> random.Random:
    """The stream with this name; draws from one stream never change what another gives."""
    return random.Random("/".join(map(str, (seed, *names))))

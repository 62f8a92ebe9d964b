"""A dealer's field, small enough for a file: which cells were met, by the gaps between them, and how often each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.setting import Laid
from ..pricing.best_reply import Field, first_cells
from ..pricing.scores import Table

Arrays = Mapping[str, NDArray[Any]]


def packed(field: Field) -> dict[str, NDArray[Any]]:
    """Gaps in two planes of bytes, of which the upper is nearly empty."""
    met = np.flatnonzero(field.counts)
    gaps = np.diff(met, prepend=0).astype(np.uint32)
    return {
        "shape": np.array(field.counts.shape, dtype=np.uint32),
        "gaps": (gaps & 255).astype(np.uint8),
        "gaps_above": (gaps >> 8).astype(np.uint16),
        "often": field.counts.reshape(-1)[met].astype(np.uint16),
        "seconds": field.seconds,
        "thirds": field.thirds,
    }


def unpacked(arrays: Arrays) -> Field:
    counts = np.zeros(int(np.prod(arrays["shape"])), dtype=np.int64)
    gaps = arrays["gaps"].astype(np.int64) | arrays["gaps_above"].astype(np.int64) << 8
    counts[np.cumsum(gaps)] = arrays["often"]
    return Field(counts.reshape(tuple(arrays["shape"].tolist())), arrays["seconds"], arrays["thirds"])


def settings_of(found: Table, field: Field) -> Laid:
    """Each setting of the field as often as it was met, by the lowest hands of its cells."""
    _, cards = first_cells(found.scores)
    places = np.repeat(np.argwhere(field.counts), field.counts[field.counts > 0], axis=0)
    first, second, third = places.T
    return Laid(
        cards[first].astype(np.uint8), field.seconds[second], field.thirds[third], np.zeros(len(first), dtype=np.uint16)
    )

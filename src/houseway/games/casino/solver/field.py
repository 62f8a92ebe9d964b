"""A dealer's field in a compact form for a file: the gaps between the cells that occur, and their counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.setting import CodedSettings
from ..pricing.best_reply import Field, first_cells
from ..pricing.scores import CasinoTables

Arrays = Mapping[str, NDArray[Any]]


def packed(field: Field) -> dict[str, NDArray[Any]]:
    """The arrays of a file. Gaps are split into low bytes and upper bits; nearly all upper bits are 0."""
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
    """The field from the arrays of a file."""
    counts = np.zeros(int(np.prod(arrays["shape"])), dtype=np.int64)
    gaps = arrays["gaps"].astype(np.int64) | arrays["gaps_above"].astype(np.int64) << 8
    counts[np.cumsum(gaps)] = arrays["often"]
    return Field(counts.reshape(tuple(arrays["shape"].tolist())), arrays["seconds"], arrays["thirds"])


def settings_of(tables: CasinoTables, field: Field) -> CodedSettings:
    """The settings of a field, each repeated as often as it occurs, with the lowest hand of each cell."""
    _, cards = first_cells(tables.scores)
    cells = np.repeat(np.argwhere(field.counts), field.counts[field.counts > 0], axis=0)
    first, second, third = cells.T
    return CodedSettings(
        cards[first].astype(np.uint8), field.seconds[second], field.thirds[third], np.zeros(len(first), dtype=np.uint16)
    )

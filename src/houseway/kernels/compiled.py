"""
The decorator that compiles a kernel: without the interpreter's lock, cached, and never `parallel=True`.

Kernels copy arrays in loops: `target[:] = source` makes Numba compile its error messages for wrong shapes too, which
takes 3 s per kernel.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

from .cache import FOLDER, MODULES

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    MODULES.add(function.__module__)
    return cast(F, numba.njit(nogil=True, cache=FOLDER is not None)(function))

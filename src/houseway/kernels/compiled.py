"""
The one way a kernel is compiled: free of the interpreter's lock, cached, and never `parallel=True`.

Arrays are copied in loops: `to[:] = of` makes Numba compile what it says of shapes that differ, 3 s for each kernel.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

from .cache import FOLDER

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    return cast(F, numba.njit(nogil=True, cache=FOLDER is not None)(function))

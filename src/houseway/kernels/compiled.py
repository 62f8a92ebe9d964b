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


def compiled_without_references(function: F) -> F:
    """
    The same for kernels that make no arrays: references are not counted, and a called kernel is copied to its caller.

    Kernels that hand tuples of many arrays to each other spend most of their time on counting and copying otherwise.
    """
    MODULES.add(function.__module__)
    decorator = numba.njit(nogil=True, cache=FOLDER is not None, _nrt=False, forceinline=True)  # type: ignore[call-overload]
    return cast(F, decorator(function))

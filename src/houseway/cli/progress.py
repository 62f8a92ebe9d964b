"""A progress bar on standard error, shown only on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..kernels.compiling import watching
from ..sampling.chunks import Progress, ignore_progress

COMPILING = "compiling fast code, once, about 15 s; part {}"
"""What the bar says while kernels are compiled. `best chinese`, the longest, takes 10 to 20 seconds."""


@contextmanager
def no_bar(what: str) -> Iterator[Progress]:
    """No progress bar, for callers from Python."""
    yield ignore_progress


class Share:
    """The share of some work that is done. It never goes back, whatever totals are reported on the way."""

    def __init__(self) -> None:
        self.done = 0.0

    def after(self, done: int, total: int) -> float:
        """The share after a report of the work done and the total."""
        if total > 0:
            self.done = max(self.done, min(done / total, 1.0))
        return self.done


@contextmanager
def announced() -> Iterator[None]:
    """Announce once, in a line on the terminal, that kernels are compiled; for commands that ask questions."""
    is_announced = False

    def tell(count: int, is_compiling: bool) -> None:
        nonlocal is_announced
        if is_compiling and not is_announced and sys.stderr.isatty():
            print("compiling fast code, once, about 15 s ...", file=sys.stderr, flush=True)
            is_announced = True

    with watching(tell):
        yield


@contextmanager
def bar(what: str) -> Iterator[Progress]:
    """A progress bar that announces compiling; the yielded function takes the work done and the total."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None)
        share = Share()

        def show(done: int, total: int) -> None:
            bars.update(task, completed=share.after(done, total), total=1.0)

        def tell(count: int, is_compiling: bool) -> None:
            bars.update(task, description=COMPILING.format(count + 1) if is_compiling else what, refresh=True)

        with watching(tell):
            yield show

"""A progress bar on standard error, shown only on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..sampling.chunks import Progress, ignore_progress


@contextmanager
def no_bar(what: str) -> Iterator[Progress]:
    """No progress bar, for callers from Python."""
    yield ignore_progress


@contextmanager
def bar(what: str) -> Iterator[Progress]:
    """A progress bar; the yielded function takes the work done and the total."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=None)

        def show(done: int, total: int) -> None:
            bars.update(task, completed=done, total=total)

        yield show

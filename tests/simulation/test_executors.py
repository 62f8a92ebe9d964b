"""The pieces of a simulation on a cluster whose scheduler fails."""

from typing import Any

import pytest

from houseway.simulation.executors import Workers, _Cluster, in_order


class FailedFetch:
    """A future of Dask whose result cannot be fetched."""

    cancelled = False

    def result(self) -> Any:
        raise OSError("the scheduler is gone")

    def cancel(self) -> None:
        self.cancelled = True


class FailingClient:
    """The part of Dask's client that we use."""

    def __init__(self) -> None:
        self.submitted: list[FailedFetch] = []

    def submit(self, work: object, piece: object, **options: object) -> FailedFetch:
        self.submitted.append(FailedFetch())
        return self.submitted[-1]


def test_a_result_that_cannot_be_fetched_ends_the_simulation() -> None:
    """It must not wait for ever, as the futures of Dask's `get_executor` do."""
    client = FailingClient()
    workers = Workers(_Cluster(client), 2, "2 workers of a cluster")
    with pytest.raises(OSError, match="the scheduler is gone"):
        list(in_order(workers, str, range(5)))
    assert [pending.cancelled for pending in client.submitted] == [False, True, True, True, True]

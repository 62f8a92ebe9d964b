"""Limits so high that nothing meets them, for tests and benchmarks that are about something else."""

from houseway.server.http import play
from houseway.server.http.connections import ConnectionLimits
from houseway.server.http.gate import GateSettings
from houseway.server.runtime.limits import Rate, Rates

PLENTY = Rate(1e9, 1e9)
OPEN = Rates(
    socket=PLENTY,
    account=PLENTY,
    address=PLENTY,
    study=PLENTY,
    study_address=PLENTY,
    arrivals=PLENTY,
    logins=PLENTY,
    sockets_per_address=1_000_000,
)
GATE = GateSettings(
    connections=ConnectionLimits(per_address=1_000_000, rate=PLENTY, half_open_per_address=1_000_000),
    requests_at_once=1_000_000,
)


def open_tables_at_any_rate() -> None:
    """Let this process open tables as fast as it is asked to."""
    play.NEW_TABLES = PLENTY

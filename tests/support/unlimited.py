"""Limits that are never reached, for tests and benchmarks of other things."""

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
    """Remove the limit on opening tables in this process."""
    play.NEW_TABLES = PLENTY

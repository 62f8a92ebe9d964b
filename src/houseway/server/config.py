"""Applies the options of the server: from what is configured to the settings of the room."""

from __future__ import annotations

from dataclasses import replace

from .connections import ConnectionLimits
from .gate import GateSettings
from .limits import Rates
from .options import Configuration
from .proxies import Site
from .room import Settings


def room_settings(chosen: Configuration) -> Settings:
    """The settings of the room; serving adds where it listens and where it is kept."""
    rates = replace(
        Rates(),
        requests=chosen["rate_requests"],
        arrivals=chosen["rate_arrivals"],
        logins=chosen["rate_logins"],
        socket=chosen["rate_socket"],
        account=chosen["rate_account"],
        address=chosen["rate_address"],
        sockets_per_address=chosen["sockets_per_address"],
        sockets_per_account=chosen["sockets_per_account"],
    )
    connections = ConnectionLimits(
        total=chosen["connections"],
        per_address=chosen["connections_per_address"],
        half_open=chosen["half_open"],
        half_open_per_address=chosen["half_open_per_address"],
        head_seconds=chosen["head_seconds"],
        body_seconds=chosen["body_seconds"],
        idle_seconds=chosen["keep_alive_seconds"],
        write_seconds=chosen["write_seconds"],
    )
    gate = GateSettings(
        site=Site(public_url=chosen.public_url, listening=chosen["host"], origins=chosen["origin"]),
        proxies=chosen.proxies,
        connections=connections,
        requests_at_once=chosen["requests_at_once"],
        access_log=chosen["access_log"],
    )
    return Settings(
        welcome=chosen["welcome_chips"],
        rates=rates,
        origins=chosen["origin"],
        lease_seconds=chosen["lease_seconds"],
        idle_seconds=chosen["idle_seconds"],
        session_days=chosen["session_days"],
        anchor_seconds=chosen["anchor_seconds"],
        drain_seconds=chosen["drain_seconds"],
        gate=gate,
    )

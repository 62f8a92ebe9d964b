"""Turns the options of the server into the settings of the room."""

from __future__ import annotations

from dataclasses import replace

from ...records.beacon import Beacon, PeriodicBeacon, read_time, values_in_file
from ...rules.errors import Unreadable
from ..http.connections import ConnectionLimits
from ..http.gate import GateSettings
from ..http.proxies import Site
from ..runtime.limits import Rates
from ..runtime.settings import Settings
from ..study.settings import StudySettings
from .options import Configuration


def room_settings(chosen: Configuration) -> Settings:
    """The settings of the room; `serving` adds where it listens and where it is stored."""
    require_proxies(chosen)
    rates = replace(
        Rates(),
        arrivals=chosen["rate_arrivals"],
        logins=chosen["rate_logins"],
        socket=chosen["rate_socket"],
        account=chosen["rate_account"],
        address=chosen["rate_address"],
        study=chosen["rate_study"],
        study_address=chosen["rate_study_address"],
        operator=chosen["rate_operator"],
        sockets_per_address=chosen["sockets_per_address"],
        sockets_per_account=chosen["sockets_per_account"],
    )
    connections = ConnectionLimits(
        total=chosen["connections"],
        per_address=chosen["connections_per_address"],
        rate=chosen["rate_connections"],
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
        proxy_protocol=chosen["proxy_protocol"],
        connections=connections,
        requests_at_once=chosen["requests_at_once"],
        access_log=chosen["access_log"],
    )
    study = replace(
        StudySettings(),
        quick_workers=chosen["study_quick_workers"],
        long_workers=chosen["study_long_workers"],
        long_seconds=chosen["study_long_seconds"],
        memory_mb=chosen["study_memory_mb"],
    )
    return Settings(
        welcome=chosen["welcome_chips"],
        rates=rates,
        origins=chosen["origin"],
        lease_seconds=chosen["lease_seconds"],
        idle_seconds=chosen["idle_seconds"],
        watched_idle_seconds=chosen["watched_idle_seconds"],
        away_seconds=chosen["away_seconds"],
        tables_per_account=chosen["tables_per_account"],
        guests_may_change_pay_tables=chosen["guests_may_change_pay_tables"],
        session_days=chosen["session_days"],
        anchor_seconds=chosen["anchor_seconds"],
        anchor_to=chosen["anchor_to"],
        study=study,
        beacon=_beacon(chosen),
        drain_seconds=chosen["drain_seconds"],
        gate=gate,
    )


def require_proxies(chosen: Configuration) -> None:
    """Refuse --proxy-protocol without --proxy: only named proxies may send a PROXY header."""
    if chosen["proxy_protocol"] and not chosen["proxy"]:
        raise Unreadable("--proxy-protocol needs --proxy CIDR: only proxies that are named there may send the header")


def _beacon(chosen: Configuration) -> Beacon | None:
    if chosen["beacon_file"] is None:
        return None
    return PeriodicBeacon(
        chain=chosen["beacon_chain"],
        genesis=read_time(chosen["beacon_genesis"]),
        period=chosen["beacon_period"],
        published=values_in_file(chosen["beacon_file"]),
    )

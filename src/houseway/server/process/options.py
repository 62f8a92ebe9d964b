"""
Every option of the server, described once: its flag, environment variable and key in the configuration file.

Flag before environment before file before default. `houseway serve --check` shows which of them each value came from;
docs/operate/configuration.md is written from the same list. An option is added here and applied in config.py.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ...records.beacon import read_time
from ...rules.errors import Unreadable, nearest, shown
from ..http.connections import ConnectionLimits
from ..http.proxies import Proxies, read_network, read_public_url
from ..observability import logs, tracing
from ..runtime.limits import Rate, Rates
from ..study.settings import StudySettings

PREFIX = "HOUSEWAY_"
FILE_VARIABLE = "HOUSEWAY_CONFIG"
ORIGIN = re.compile(r"https?://[^\s/?#@]+")
Kind = Literal["text", "path", "number", "seconds", "switch", "rate", "list", "choice"]
Source = Literal["flag", "environment", "file", "default"]


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option: the name is the key in the file; flag and variable follow from it."""

    name: str
    group: str
    kind: Kind
    default: Any
    help: str
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False
    """Shown only masked."""
    check: Callable[[str], object] | None = None
    """Raises Unreadable for a text that is not accepted; for a list, of each item."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    def read(self, text: str) -> Any:
        """The value that a text from a flag or a variable stands for."""
        match self.kind:
            case "switch":
                return _switch(self, text)
            case "number":
                return self.checked(_number(self, text, int))
            case "seconds":
                return self.checked(_number(self, text, float))
            case "list":
                return self.checked([item.strip() for item in text.split(",") if item.strip()])
            case _:
                return self.checked(text)

    def checked(self, value: Any) -> Any:
        """The value itself, if it is accepted; Unreadable where not."""
        match self.kind:
            case "switch" if not isinstance(value, bool):
                raise Unreadable(f"{self.name} is true or false, not {shown(value)}")
            case "number" | "seconds":
                _require_number(self, value)
                return value if self.kind == "number" else float(value)
            case "rate":
                return read_rate(self.name, value)
            case "list":
                return _checked_list(self, value)
            case "choice" if value not in self.choices:
                raise Unreadable(
                    f"{self.name} is {' or '.join(self.choices)}, not {shown(value)}{nearest(value, self.choices)}"
                )
            case "text" | "path":
                if not isinstance(value, str):
                    raise Unreadable(f"{self.name} is a text, not {shown(value)}")
                if self.check is not None:
                    self.check(value)
                return Path(value).expanduser().absolute() if self.kind == "path" else value
            case _:
                return value

    def shown(self, value: Any) -> str:
        """The value as a person may see it."""
        if value is None:
            return "none"
        if self.secret:
            return masked(str(value))
        match self.kind:
            case "switch":
                return "true" if value else "false"
            case "rate":
                return f"{value.per_second:g}/{value.at_once:g}"
            case "list":
                return ", ".join(value) or "none"
            case "seconds":
                return f"{value:g}"
            case _:
                return str(value)


def masked(url: str) -> str:
    """A database URL without its password; what cannot be read is not shown at all."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "***"


def read_rate(name: str, value: object) -> Rate:
    """`50/200`: 50 a second on average, 200 at once."""
    if isinstance(value, Rate):
        return value
    parts = str(value).split("/")
    try:
        per_second, at_once = (float(part) for part in parts)
    except ValueError:
        per_second = 0.0
        at_once = 0.0
    if not (0 < per_second < 1e9 and 1 <= at_once < 1e9):
        raise Unreadable(f"{name} is a rate such as 50/200 (50 a second, 200 at once), not {shown(value)}")
    return Rate(per_second, at_once)


def _switch(option: Option, text: str) -> bool:
    words = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if text.strip().lower() not in words:
        raise Unreadable(f"{option.name} is true or false, not {shown(text)}")
    return words[text.strip().lower()]


def _number(option: Option, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(text.strip())
    except ValueError:
        what = "whole number" if kind is int else "number"
        raise Unreadable(f"{option.name} is a {what}, not {shown(text)}") from None


def _require_number(option: Option, value: object) -> None:
    wanted = int if option.kind == "number" else (int, float)
    if isinstance(value, bool) or not isinstance(value, wanted):
        what = "whole number" if option.kind == "number" else "number of seconds"
        raise Unreadable(f"{option.name} is a {what}, not {shown(value)}")
    least = option.least if option.least is not None else 0
    most = option.most if option.most is not None else 10**9
    if not least <= value <= most:
        raise Unreadable(f"{option.name} is a number from {least:g} to {most:g}, not {value}")


def _checked_list(option: Option, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise Unreadable(f"{option.name} is a list of texts, not {shown(value)}")
    for item in value:
        if option.check is not None:
            option.check(item)
    return tuple(value)


def _check_origin(text: str) -> None:
    if not ORIGIN.fullmatch(text):
        raise Unreadable(f"an origin is a page's scheme and host, such as https://cards.example:8443, not {text!r}")


RATES = Rates()
STUDY = StudySettings()
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The chain of drand that publishes a value every three seconds."""

OPTIONS: tuple[Option, ...] = (
    Option(
        name="port", group="Listening", kind="number", default=8642, least=0, most=65_535,
        help="The port to listen on; 0 takes any that is free.",
    ),
    Option(
        name="host", group="Listening", kind="text", default="127.0.0.1",
        help="The address to listen on; only this machine by default.",
    ),
    Option(
        name="public_url", group="Listening", kind="text", default=None, metavar="URL", check=read_public_url,
        help="The address that visitors use. Requests for another host are refused.",
    ),
    Option(
        name="proxy", group="Listening", kind="list", default=(), metavar="CIDR", check=read_network,
        help="A proxy whose X-Forwarded-For, X-Forwarded-Proto and X-Request-Id are believed; repeatable.",
    ),
    Option(
        name="proxy_protocol", group="Listening", kind="switch", default=False,
        help="The proxies of --proxy begin each connection with a PROXY header (version 1 or 2); X-Forwarded headers "
        "are then not believed.",
    ),
    Option(
        name="origin", group="Listening", kind="list", default=(), metavar="ORIGIN", check=_check_origin,
        help="Another origin whose pages may connect; repeatable.",
    ),
    Option(
        name="tls_cert", group="Listening", kind="path", default=None, metavar="FILE",
        help="A certificate chain in PEM form: serve https.",
    ),
    Option(
        name="tls_key", group="Listening", kind="path", default=None, metavar="FILE",
        help="The private key of the certificate.",
    ),
    Option(
        name="workers", group="Listening", kind="number", default=1, least=1, most=64,
        help="Processes that share the port; more than one needs PostgreSQL.",
    ),
    Option(
        name="drain_seconds", group="Listening", kind="seconds", default=10.0, most=3600,
        help="How long running rounds may take to finish after SIGTERM; 0 stops at once.",
    ),
    Option(
        name="data", group="Storage", kind="path", default=None, metavar="DIR",
        help="The room's data folder; this user's by default.",
    ),
    Option(
        name="database", group="Storage", kind="text", default=None, metavar="URL", secret=True,
        help="A PostgreSQL (or an SQLite file) to keep the room in instead.",
    ),
    Option(
        name="anchor_seconds", group="Storage", kind="seconds", default=30.0, least=1, most=86_400,
        help="Seconds between two anchors of the event chains in anchors.jsonl.",
    ),
    Option(
        name="anchor_to", group="Storage", kind="list", default=(), metavar="FILE|URL",
        help="Also send each anchor to a file on another disk, or by POST to an HTTP address.",
    ),
    Option(
        name="lease_seconds", group="Storage", kind="seconds", default=6.0, least=1, most=600,
        help="How long a process owns a table without renewing; after that another takes it over.",
    ),
    Option(
        name="welcome_chips", group="Room", kind="number", default=10_000, least=1, most=10**9,
        help="Play chips for every newcomer.",
    ),
    Option(
        name="idle_seconds", group="Room", kind="seconds", default=1800.0, least=10,
        help="Close a table that nobody has been at for this many seconds.",
    ),
    Option(
        name="watched_idle_seconds", group="Room", kind="seconds", default=7200.0, least=10,
        help="A table at which nobody plays while somebody looks on is closed after this.",
    ),
    Option(
        name="away_seconds", group="Room", kind="seconds", default=600.0, least=10,
        help="A player who is away from a seat for this long stands up.",
    ),
    Option(
        name="tables_per_account", group="Room", kind="number", default=20, least=1, most=100_000,
        help="Tables that one account, guest or registered, may have open at a time.",
    ),
    Option(
        name="guests_may_change_pay_tables", group="Room", kind="switch", default=False,
        help="Let a table's opener choose payouts above the operator's terms.",
    ),
    Option(
        name="session_days", group="Room", kind="number", default=30, least=1, most=366,
        help="Days until a visitor must sign in again.",
    ),
    Option(
        name="beacon_file", group="Room", kind="path", default=None, metavar="FILE",
        help="Public randomness for every shuffle: a file to which lines NUMBER VALUE are appended.",
    ),
    Option(
        name="beacon_chain", group="Room", kind="text", default=QUICKNET, metavar="NAME",
        help="The name of the beacon in the records; for drand, the hash of its chain.",
    ),
    Option(
        name="beacon_genesis", group="Room", kind="text", default="2023-08-23T15:09:27Z", metavar="TIME",
        check=read_time, help="When the beacon published its first value, in UTC.",
    ),
    Option(
        name="beacon_period", group="Room", kind="number", default=3, least=1, most=3600, metavar="SECONDS",
        help="Seconds between two values of the beacon.",
    ),
    Option(
        name="rate_arrivals", group="Limits", kind="rate", default=RATES.arrivals, metavar="N/M",
        help="New guests and accounts of one address: N a second on average, M at once.",
    ),
    Option(
        name="rate_logins", group="Limits", kind="rate", default=RATES.logins, metavar="N/M",
        help="Attempts to sign in from one address.",
    ),
    Option(
        name="rate_socket", group="Limits", kind="rate", default=RATES.socket, metavar="N/M",
        help="Work that the messages of one socket may cost: N milliseconds a second, M at once.",
    ),
    Option(
        name="rate_account", group="Limits", kind="rate", default=RATES.account, metavar="N/M",
        help="The same for all messages and requests of one account.",
    ),
    Option(
        name="rate_address", group="Limits", kind="rate", default=RATES.address, metavar="N/M",
        help="The same for all messages and requests of one address.",
    ),
    Option(
        name="rate_study", group="Limits", kind="rate", default=RATES.study, metavar="N/M",
        help="Milliseconds of the study workers for one account, or one address without an account.",
    ),
    Option(
        name="rate_study_address", group="Limits", kind="rate", default=RATES.study_address, metavar="N/M",
        help="The same for all accounts of one address.",
    ),
    Option(
        name="rate_operator", group="Limits", kind="rate", default=RATES.operator, metavar="N/M",
        help="Operator's tokens tried from one address.",
    ),
    Option(
        name="study_quick_workers", group="Study", kind="number", default=STUDY.quick_workers, least=1, most=64,
        help="Worker processes for prices, the best setting of a hand and the coach.",
    ),
    Option(
        name="study_long_workers", group="Study", kind="number", default=STUDY.long_workers, least=1, most=64,
        help="Worker processes for questions of minutes: readings, strategies, estimates.",
    ),
    Option(
        name="study_long_seconds", group="Study", kind="seconds", default=STUDY.long_seconds, least=1, most=86_400,
        help="The deadline of a long question; its worker is killed then.",
    ),
    Option(
        name="study_memory_mb", group="Study", kind="number", default=STUDY.memory_mb, least=300, most=1_000_000,
        help="The most memory of one study worker, in MiB.",
    ),
    Option(
        name="sockets_per_address", group="Limits", kind="number", default=RATES.sockets_per_address, least=1,
        help="Sockets of one address.",
    ),
    Option(
        name="sockets_per_account", group="Limits", kind="number", default=RATES.sockets_per_account, least=1,
        help="Sockets of one account.",
    ),
    Option(
        name="requests_at_once", group="Limits", kind="number", default=64, least=1,
        help="Requests of one address that are answered at the same time.",
    ),
    Option(
        name="connections", group="Connections", kind="number", default=8000, least=8, most=1_000_000,
        help="Connections in all; never more than the process may have open files.",
    ),
    Option(
        name="connections_per_address", group="Connections", kind="number", default=256, least=1,
        help="Connections of one address (IPv6: of one /64); trusted proxies are exempt.",
    ),
    Option(
        name="rate_connections", group="Connections", kind="rate", default=ConnectionLimits.rate, metavar="N/M",
        help="New connections of one address; trusted proxies are exempt.",
    ),
    Option(
        name="half_open", group="Connections", kind="number", default=1024, least=1,
        help="Connections that have not sent a complete request; beyond it the oldest is closed.",
    ),
    Option(
        name="half_open_per_address", group="Connections", kind="number", default=64,
        least=1, help="The same of one address.",
    ),
    Option(
        name="head_seconds", group="Connections", kind="seconds", default=10.0, least=0.1,
        help="Time for TLS, for the request head, and for the upgrade to a socket.",
    ),
    Option(
        name="body_seconds", group="Connections", kind="seconds", default=20.0, least=0.1,
        help="Time for the request body.",
    ),
    Option(
        name="keep_alive_seconds", group="Connections", kind="seconds", default=15.0, least=1,
        help="Time between two requests on one connection.",
    ),
    Option(
        name="write_seconds", group="Connections", kind="seconds", default=20.0, least=0.1,
        help="Time without progress while a response is sent.",
    ),
    Option(
        name="log_level", group="Observability", kind="choice", default="warning", choices=logs.LEVELS,
        help="The least severe log record that is written.",
    ),
    Option(
        name="log_format", group="Observability", kind="choice", default="text", choices=logs.FORMATS,
        help="One line of text, or one JSON object, per record.",
    ),
    Option(
        name="access_log", group="Observability", kind="switch", default=False,
        help="One record per HTTP request, at level info.",
    ),
    Option(
        name="metrics_port", group="Observability", kind="number", default=None, least=0, most=65_535,
        help="Serve metrics without a token on this port; worker N uses this port plus N.",
    ),
    Option(
        name="metrics_host", group="Observability", kind="text", default="127.0.0.1",
        help="The address of --metrics-port.",
    ),
    Option(
        name="traces", group="Observability", kind="choice", default="off", choices=tracing.KINDS,
        help="OpenTelemetry traces: to standard error or to OTEL_EXPORTER_OTLP_ENDPOINT.",
    ),
)  # fmt: skip
BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Setting:
    """The value of an option and where it came from."""

    value: Any
    source: Source


@dataclass(frozen=True)
class Configuration:
    """What is in force."""

    settings: Mapping[str, Setting]
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.settings[name].value

    @property
    def proxies(self) -> Proxies:
        return Proxies(tuple(read_network(text) for text in self["proxy"]))

    @property
    def public_url(self) -> str | None:
        return read_public_url(self["public_url"]) if self["public_url"] is not None else None


def configuration(
    flags: Mapping[str, Any], *, file: Path | None = None, environment: Mapping[str, str] | None = None
) -> Configuration:
    """
    Flag before environment before file before default.

    `flags` holds the options that were given; a list replaces the list of a lower source.
    """
    environment = os.environ if environment is None else environment
    path = file or (Path(environment[FILE_VARIABLE]) if environment.get(FILE_VARIABLE) else None)
    from_file = read_configuration_file(path) if path is not None else {}
    settings: dict[str, Setting] = {}
    for option in OPTIONS:
        given = flags.get(option.name)
        text = environment.get(option.variable)
        if given is not None and given != []:
            value = given if isinstance(given, bool) else option.checked(_plain(given))
            settings[option.name] = Setting(value, "flag")
        elif text is not None and text != "":
            settings[option.name] = Setting(_in(option.variable, option.read, text), "environment")
        elif option.name in from_file:
            settings[option.name] = Setting(_in(str(path), option.checked, from_file[option.name]), "file")
        else:
            settings[option.name] = Setting(option.default, "default")
    return Configuration(settings, path)


def _plain(value: object) -> object:
    """A path as text: how a file and a variable name it."""
    return str(value) if isinstance(value, Path) else value


def _in(where: str, read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def read_configuration_file(path: Path) -> dict[str, Any]:
    """The keys of a TOML file; an unknown key is refused with the nearest known one."""
    try:
        with path.open("rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} is not TOML: {error}") from None
    names = {key.replace("-", "_"): value for key, value in content.items()}
    for key in names:
        if key not in BY_NAME:
            raise Unreadable(
                f"{path}: there is no option {key!r}{nearest(key, BY_NAME)}; houseway serve --help lists them"
            )
    return names


INTRODUCTION = """\
# Configuration

Every option of `houseway serve` can be given as a flag, as an environment variable or as a key of one TOML file. A
flag comes before the environment, the environment before the file, the file before the default. The file is named by
`--config FILE` or `HOUSEWAY_CONFIG`; a key that is not in the tables below is refused. In the environment a list is
separated by commas, and a switch is `true` or `false`. A rate `N/M` means N a second on average and M at once.

<!-- file: houseway.toml -->
```toml
public_url = "https://cards.example"
proxy = ["127.0.0.1"]
database = "postgresql://houseway@localhost/houseway"
workers = 2
log_format = "json"
```

`houseway serve --check` prints what is in force, where each value came from (a password is masked) and what a public
room still lacks; its exit status is 1 if that is something required.

The key of the room is not an option: `HOUSEWAY_ROOM_KEY` (64 hex digits), or the file `room.key` in the data folder,
which is made at the first start and may be readable by its owner alone."""


def reference_page() -> str:
    """docs/operate/configuration.md: every option in a table."""
    lines = [INTRODUCTION]
    for group in dict.fromkeys(option.group for option in OPTIONS):
        lines += ["", f"## {group}", "", "| key and flag | variable | default | what it does |", "|---|---|---|---|"]
        lines += [_row(option) for option in OPTIONS if option.group == group]
    lines += ["", "*This page is written by `python -m houseway.server.process.options`.*", ""]
    return "\n".join(lines)


def _row(option: Option) -> str:
    names = f"`{option.name}`, `{option.flag}{' ' + option.metavar if option.metavar else ''}`"
    choices = f" One of {', '.join(f'`{choice}`' for choice in option.choices)}." if option.choices else ""
    return f"| {names} | `{option.variable}` | `{option.shown(option.default)}` | {option.help}{choices} |"


if __name__ == "__main__":
    print(reference_page(), end="")

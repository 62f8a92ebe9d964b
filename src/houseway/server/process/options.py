"""
Every option of the server: its flag, its environment variable and its key in the configuration file.

A flag takes precedence over the environment, the environment over the file, and the file over the default.
`houseway serve --check` shows where each value comes from. docs/operate/configuration.md is written from the same list.
An option is added here and applied in config.py.
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
Kind = Literal["text", "path", "number", "seconds", "boolean", "rate", "list", "choice"]
Source = Literal["flag", "environment", "file", "default"]


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option. Its name is the key in the file; the flag and the variable follow from it."""

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
    """Whether the value is masked when it is shown."""
    check: Callable[[str], object] | None = None
    """Raises Unreadable for a text that is not accepted; it is called with each item of a list."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    def read(self, text: str) -> Any:
        """The value in the text of a flag or a variable."""
        match self.kind:
            case "boolean":
                return _boolean(self, text)
            case "number":
                return self.checked(_number(self, text, int))
            case "seconds":
                return self.checked(_number(self, text, float))
            case "list":
                return self.checked([item.strip() for item in text.split(",") if item.strip()])
            case _:
                return self.checked(text)

    def checked(self, value: Any) -> Any:
        """The value in its final type; raises Unreadable if it is not accepted."""
        match self.kind:
            case "boolean" if not isinstance(value, bool):
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
        """The value as text for people."""
        if value is None:
            return "none"
        if self.secret:
            return masked(str(value))
        match self.kind:
            case "boolean":
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
    """A database URL without its password; a text that is no URL is masked completely."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "***"


def read_rate(name: str, value: object) -> Rate:
    """The rate in a text such as `50/200`: 50 a second on average, 200 at once."""
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


def _boolean(option: Option, text: str) -> bool:
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
        raise Unreadable(f"an origin is a scheme and a host, such as https://cards.example:8443, not {text!r}")


RATES = Rates()
STUDY = StudySettings()
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The chain of drand that publishes a value every three seconds."""

OPTIONS: tuple[Option, ...] = (
    Option(
        name="port", group="Listening", kind="number", default=8642, least=0, most=65_535,
        help="The port to listen on; 0 chooses a free one.",
    ),
    Option(
        name="host", group="Listening", kind="text", default="127.0.0.1",
        help="The address to listen on; the default accepts connections from this machine only.",
    ),
    Option(
        name="public_url", group="Listening", kind="text", default=None, metavar="URL", check=read_public_url,
        help="The address that visitors use. Requests for another host are refused.",
    ),
    Option(
        name="proxy", group="Listening", kind="list", default=(), metavar="CIDR", check=read_network,
        help="A trusted proxy: the server uses its X-Forwarded-For, X-Forwarded-Proto and X-Request-Id; repeatable.",
    ),
    Option(
        name="proxy_protocol", group="Listening", kind="boolean", default=False,
        help="Expect a PROXY header (version 1 or 2) from the proxies of --proxy, and ignore X-Forwarded headers.",
    ),
    Option(
        name="origin", group="Listening", kind="list", default=(), metavar="ORIGIN", check=_check_origin,
        help="An additional origin whose pages may connect; repeatable.",
    ),
    Option(
        name="tls_cert", group="Listening", kind="path", default=None, metavar="FILE",
        help="A certificate chain in PEM form; the server then uses HTTPS.",
    ),
    Option(
        name="tls_key", group="Listening", kind="path", default=None, metavar="FILE",
        help="The private key of the certificate.",
    ),
    Option(
        name="workers", group="Listening", kind="number", default=1, least=1, most=64,
        help="The number of processes that share the port; more than one needs PostgreSQL.",
    ),
    Option(
        name="drain_seconds", group="Listening", kind="seconds", default=10.0, most=3600,
        help="Seconds that running rounds may take to finish after SIGTERM; 0 stops at once.",
    ),
    Option(
        name="data", group="Storage", kind="path", default=None, metavar="DIR",
        help="The data folder of the room; by default the data folder of this user.",
    ),
    Option(
        name="database", group="Storage", kind="text", default=None, metavar="URL", secret=True,
        help="The URL of a PostgreSQL database or an SQLite file, instead of the file in the data folder.",
    ),
    Option(
        name="anchor_seconds", group="Storage", kind="seconds", default=30.0, least=1, most=86_400,
        help="Seconds between two anchors of the event chains, which are written to anchors.jsonl.",
    ),
    Option(
        name="anchor_to", group="Storage", kind="list", default=(), metavar="FILE|URL",
        help="Also send each anchor to a file on another disk, or by POST to an HTTP address; repeatable.",
    ),
    Option(
        name="lease_seconds", group="Storage", kind="seconds", default=6.0, least=1, most=600,
        help="Seconds after which another process takes over a table whose lease was not renewed.",
    ),
    Option(
        name="welcome_chips", group="Room", kind="number", default=10_000, least=1, most=10**9,
        help="Play chips for every new account.",
    ),
    Option(
        name="idle_seconds", group="Room", kind="seconds", default=1800.0, least=10,
        help="Seconds after which a table without players and spectators is closed.",
    ),
    Option(
        name="watched_idle_seconds", group="Room", kind="seconds", default=7200.0, least=10,
        help="Seconds after which a table with spectators but without players is closed.",
    ),
    Option(
        name="away_seconds", group="Room", kind="seconds", default=600.0, least=10,
        help="Seconds after which a player who sits out or is not connected stands up.",
    ),
    Option(
        name="tables_per_account", group="Room", kind="number", default=20, least=1, most=100_000,
        help="The most tables that one account, guest or registered, may have open.",
    ),
    Option(
        name="guests_may_change_pay_tables", group="Room", kind="boolean", default=False,
        help="Whether the opener of a table may choose payouts above the operator's terms.",
    ),
    Option(
        name="session_days", group="Room", kind="number", default=30, least=1, most=366,
        help="Days until a visitor must sign in again.",
    ),
    Option(
        name="beacon_file", group="Room", kind="path", default=None, metavar="FILE",
        help="A file with the values of a public beacon for the shuffles, one line NUMBER VALUE for each.",
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
        help="New guests and accounts from one address: N a second on average, M at once.",
    ),
    Option(
        name="rate_logins", group="Limits", kind="rate", default=RATES.logins, metavar="N/M",
        help="Attempts to sign in from one address.",
    ),
    Option(
        name="rate_socket", group="Limits", kind="rate", default=RATES.socket, metavar="N/M",
        help="Computing time for the messages of one socket: N milliseconds a second on average, M at once.",
    ),
    Option(
        name="rate_account", group="Limits", kind="rate", default=RATES.account, metavar="N/M",
        help="Computing time for all messages and requests of one account.",
    ),
    Option(
        name="rate_address", group="Limits", kind="rate", default=RATES.address, metavar="N/M",
        help="Computing time for all messages and requests from one address.",
    ),
    Option(
        name="rate_study", group="Limits", kind="rate", default=RATES.study, metavar="N/M",
        help="Computing time of study workers for one account, or for one address without an account.",
    ),
    Option(
        name="rate_study_address", group="Limits", kind="rate", default=RATES.study_address, metavar="N/M",
        help="Computing time of study workers for all accounts of one address.",
    ),
    Option(
        name="rate_operator", group="Limits", kind="rate", default=RATES.operator, metavar="N/M",
        help="Requests with an operator's token from one address.",
    ),
    Option(
        name="study_quick_workers", group="Study", kind="number", default=STUDY.quick_workers, least=1, most=64,
        help="Worker processes for prices, the best setting of a hand and the coach.",
    ),
    Option(
        name="study_long_workers", group="Study", kind="number", default=STUDY.long_workers, least=1, most=64,
        help="Worker processes for questions that take minutes: readings, strategies, estimates.",
    ),
    Option(
        name="study_long_seconds", group="Study", kind="seconds", default=STUDY.long_seconds, least=1, most=86_400,
        help="Seconds after which a long question is cancelled and its worker killed.",
    ),
    Option(
        name="study_memory_mb", group="Study", kind="number", default=STUDY.memory_mb, least=300, most=1_000_000,
        help="The memory limit of one study worker, in MiB.",
    ),
    Option(
        name="sockets_per_address", group="Limits", kind="number", default=RATES.sockets_per_address, least=1,
        help="The most open sockets of one address.",
    ),
    Option(
        name="sockets_per_account", group="Limits", kind="number", default=RATES.sockets_per_account, least=1,
        help="The most open sockets of one account.",
    ),
    Option(
        name="requests_at_once", group="Limits", kind="number", default=64, least=1,
        help="The most requests of one address that are answered at the same time.",
    ),
    Option(
        name="connections", group="Connections", kind="number", default=8000, least=8, most=1_000_000,
        help="The most open connections; the limit of open files of the process can lower it.",
    ),
    Option(
        name="connections_per_address", group="Connections", kind="number", default=256, least=1,
        help="The most open connections of one address (IPv6: of one /64); trusted proxies are exempt.",
    ),
    Option(
        name="rate_connections", group="Connections", kind="rate", default=ConnectionLimits.rate, metavar="N/M",
        help="New connections from one address; trusted proxies are exempt.",
    ),
    Option(
        name="half_open", group="Connections", kind="number", default=1024, least=1,
        help="The most connections without a complete request; when there are more, the oldest is closed.",
    ),
    Option(
        name="half_open_per_address", group="Connections", kind="number", default=64,
        least=1, help="The most connections of one address without a complete request.",
    ),
    Option(
        name="head_seconds", group="Connections", kind="seconds", default=10.0, least=0.1,
        help="Seconds for the TLS handshake, for the request head, and for the upgrade to a socket.",
    ),
    Option(
        name="body_seconds", group="Connections", kind="seconds", default=20.0, least=0.1,
        help="Seconds for the request body.",
    ),
    Option(
        name="keep_alive_seconds", group="Connections", kind="seconds", default=15.0, least=1,
        help="Seconds between two requests on one connection.",
    ),
    Option(
        name="write_seconds", group="Connections", kind="seconds", default=20.0, least=0.1,
        help="Seconds without progress while a response is sent.",
    ),
    Option(
        name="log_level", group="Observability", kind="choice", default="warning", choices=logs.LEVELS,
        help="The lowest level of log records that are written.",
    ),
    Option(
        name="log_format", group="Observability", kind="choice", default="text", choices=logs.FORMATS,
        help="Write each record as one line of text or as one JSON object.",
    ),
    Option(
        name="access_log", group="Observability", kind="boolean", default=False,
        help="Log every HTTP request, at level info.",
    ),
    Option(
        name="metrics_port", group="Observability", kind="number", default=None, least=0, most=65_535,
        help="Serve metrics on this port, without a token; worker N uses the port plus N.",
    ),
    Option(
        name="metrics_host", group="Observability", kind="text", default="127.0.0.1",
        help="The address to listen on for metrics.",
    ),
    Option(
        name="traces", group="Observability", kind="choice", default="off", choices=tracing.KINDS,
        help="Where OpenTelemetry traces are sent: standard error, or OTEL_EXPORTER_OTLP_ENDPOINT.",
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
    """The value of every option."""

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
    The value of every option: from its flag, else from the environment, else from the file, else the default.

    `flags` has the options that were given. A list replaces the list of a lower source.
    """
    environment = os.environ if environment is None else environment
    path = file or (Path(environment[FILE_VARIABLE]) if environment.get(FILE_VARIABLE) else None)
    from_file = read_configuration_file(path) if path is not None else {}
    settings: dict[str, Setting] = {}
    for option in OPTIONS:
        given = flags.get(option.name)
        text = environment.get(option.variable)
        if given is not None and given != []:
            value = given if isinstance(given, bool) else option.checked(_path_as_text(given))
            settings[option.name] = Setting(value, "flag")
        elif text is not None and text != "":
            settings[option.name] = Setting(_read_from(option.variable, option.read, text), "environment")
        elif option.name in from_file:
            settings[option.name] = Setting(_read_from(str(path), option.checked, from_file[option.name]), "file")
        else:
            settings[option.name] = Setting(option.default, "default")
    return Configuration(settings, path)


def _path_as_text(value: object) -> object:
    """A path as text, as a file and a variable have it; any other value unchanged."""
    return str(value) if isinstance(value, Path) else value


def _read_from(where: str, read: Callable[[Any], Any], value: Any) -> Any:
    """Read a value; a refusal names where it came from."""
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
flag takes precedence over the environment, the environment over the file, the file over the default. `--config FILE` or
`HOUSEWAY_CONFIG` names the file; a key that is not in the tables below is refused. In the environment, the items of a
list are separated by commas, and yes or no is written `true` or `false`. A rate `N/M` means N a second on average and M
at once.

<!-- file: houseway.toml -->
```toml
public_url = "https://cards.example"
proxy = ["127.0.0.1"]
database = "postgresql://houseway@localhost/houseway"
workers = 2
log_format = "json"
```

`houseway serve --check` prints every value, where it comes from (a password is masked) and what a public room still
needs. Its exit status is 1 if something required is missing.

The key of the room is not an option. It is in `HOUSEWAY_ROOM_KEY` (64 hex digits) or in the file `room.key` in the data
folder, which is created at the first start and must be readable by its owner only.

Terms are explained in the [glossary](../glossary.md)."""


def reference_page() -> str:
    """The page docs/operate/configuration.md: tables of all options."""
    lines = [INTRODUCTION]
    for group in dict.fromkeys(option.group for option in OPTIONS):
        lines += ["", f"## {group}", "", "| key and flag | variable | default | what it does |", "|---|---|---|---|"]
        lines += [_row(option) for option in OPTIONS if option.group == group]
    lines += ["", "*This page is written by `python -m houseway.server.process.options`.*", ""]
    return "\n".join(lines)


def _row(option: Option) -> str:
    flag = f"{option.flag} {option.metavar}" if option.metavar else option.flag
    names = f"`{option.name}`, `{flag}`"
    choices = f" One of {', '.join(f'`{choice}`' for choice in option.choices)}." if option.choices else ""
    return f"| {names} | `{option.variable}` | `{option.shown(option.default)}` | {option.help}{choices} |"


if __name__ == "__main__":
    print(reference_page(), end="")

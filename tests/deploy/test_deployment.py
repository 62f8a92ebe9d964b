"""The files of deploy/ and the commands of the deployment guide: every name in them exists, and the proxies work."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import ssl
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import yaml

from houseway.cli import NAMES, app_of, main
from houseway.cli.room_location import locate_room
from houseway.records.store.keys import VARIABLE as ROOM_KEY
from houseway.server.observability import metrics
from houseway.server.process.options import BY_NAME, OPTIONS, configuration
from support.client import Client
from support.configured_server import ConfiguredServer
from support.server_process import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operate" / "deployment.md").read_text()
OBSERVABILITY = (ROOT / "docs" / "operate" / "observability.md").read_text()
VARIABLES = {option.variable for option in OPTIONS} | {ROOM_KEY, "HOUSEWAY_CONFIG"}
OF_THE_PROXY = {"HOUSEWAY_DOMAIN", "HOUSEWAY_UPSTREAM"}
"""Variables that Caddy and compose read, not the room."""
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def flags_of(command: str) -> set[str]:
    """Every flag that a command of houseway takes."""
    parameters = typer.main.get_command(app_of(command)).params
    return {flag for parameter in parameters for flag in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}


def unknown_flags(command: str, words: list[str]) -> list[str]:
    known = flags_of(command)
    return [word for word in words if word.startswith("--") and word.partition("=")[0] not in known]


def commands_in(text: str) -> list[list[str]]:
    """The words of every call of houseway in a text of shell commands."""
    lines = text.replace("\\\n", " ").splitlines()
    calls = [re.search(r"(?:^|[\s/'])houseway (?P<words>[a-z]+(?: .*)?)$", line) for line in lines]
    named = [call["words"] for call in calls if call is not None]
    return [shlex.split(words.rstrip(" )"), comments=True) for words in named if words.split()[0] in NAMES]


def unit(name: str) -> dict[str, list[str]]:
    """The settings of a systemd unit, in the order they are written."""
    settings: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text().splitlines():
        key, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            settings.setdefault(key, []).append(value)
    return settings


# Names ----------------------------------------------------------------------------------------------------------------


def test_the_configuration_names_only_options() -> None:
    written = tomllib.loads((DEPLOY / "houseway.toml").read_text())
    assert set(written) <= set(BY_NAME)
    chosen = configuration({}, file=DEPLOY / "houseway.toml", environment={})
    assert {name for name in written if chosen.settings[name].source == "file"} == set(written)


def test_compose_names_only_options_and_its_proxy_finds_the_room() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    room = services["room"]
    assert set(room["environment"]) <= VARIABLES
    assert unknown_flags("serve", room["command"]) == []
    texts = {"HOUSEWAY_DOMAIN": "cards.test", "POSTGRES_PASSWORD": "secret", ROOM_KEY: "ab" * 32}
    environment = {name: _substituted(str(value), texts) for name, value in room["environment"].items()}
    chosen = configuration({}, environment=environment)
    assert chosen.public_url == "https://cards.test"
    assert chosen["drain_seconds"] < int(room["stop_grace_period"].rstrip("s"))
    assert set(services["proxy"]["environment"]) == OF_THE_PROXY
    assert services["proxy"]["environment"]["HOUSEWAY_UPSTREAM"] == "room:8642"
    assert str(chosen.proxies.networks[0]) in (DEPLOY / "compose.yaml").read_text().partition("subnet: ")[2]


def _substituted(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda match: values[match[1]], text)


def test_the_image_names_only_options_and_what_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    assert set(re.findall(r"HOUSEWAY_\w+", text)) <= VARIABLES
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    assert entry is not None
    program, command, *words = yaml.safe_load(entry[1])
    assert (program, command) == ("houseway", "serve")
    assert unknown_flags("serve", words) == []
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    needed = [line[1:] for line in ignored if line.startswith("!")]
    assert "*" in ignored, "only what is named goes into the image, so that deploy/.env does not"
    assert [path for path in needed if not (ROOT / path).exists()] == []
    assert not any(path.startswith("deploy") for path in needed)


@pytest.mark.parametrize("name", ["houseway.service", "houseway-backup.service"])
def test_units_call_commands_that_exist(name: str) -> None:
    settings = unit(name)
    start = settings["ExecStart"][0]
    calls = commands_in(shlex.split(start)[2] if start.startswith("/bin/sh -c ") else start)
    assert len(calls) == 1
    command, *words = calls[0]
    assert unknown_flags(command, words) == []
    assert "/etc/houseway/houseway.toml" in words
    assert "MemoryDenyWriteExecute" not in settings, "the rules are compiled while the room runs"
    folders = {f"/var/lib/{folder}" for folder in settings["StateDirectory"][0].split()}
    chosen = configuration({}, file=DEPLOY / "houseway.toml", environment={})
    assert str(chosen["data"].parent) in folders
    if name == "houseway.service":
        assert str(Path(chosen["anchor_to"][0]).parent) in folders
        assert int(settings["TimeoutStopSec"][0]) > chosen["drain_seconds"]


def test_the_commands_of_the_guide_exist() -> None:
    calls = commands_in("\n".join(BLOCK.findall(GUIDE)))
    assert {call[0] for call in calls} == {"serve", "restore", "audit"}
    for command, *words in calls:
        assert unknown_flags(command, words) == [], command
    inline = [text for text in re.findall(r"`([^`\n]+)`", GUIDE) if "houseway " in text]
    for command, *words in commands_in("\n".join(inline)):
        assert unknown_flags(command, words) == [], command


def test_the_guide_names_only_files_and_options_that_exist() -> None:
    files = re.findall(r"/usr/local/src/houseway/(deploy/[\w.*-]+)", GUIDE)
    assert files
    assert [file for file in files if not list(ROOT.glob(file))] == []
    assert set(re.findall(r"HOUSEWAY_\w+", GUIDE)) <= VARIABLES | OF_THE_PROXY


def test_every_metric_of_the_manual_exists() -> None:
    page = metrics.page().decode()
    metrics_on_page = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE))
    named = set(re.findall(r"`(houseway_[a-z_]+)", OBSERVABILITY + GUIDE))
    assert named
    assert {name for name in named if name not in metrics_on_page and f"{name}_total" not in metrics_on_page} == set()
    alarms = OBSERVABILITY.partition("## Alarms")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in alarms.splitlines() if line.startswith("| ")][1:]
    assert rows
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in rows), "alarm, meaning, what to do"


# Checks ---------------------------------------------------------------------------------------------------------------


def check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--check", *words])
    return int(stop.value.code or 0), capsys.readouterr().out


def test_the_check_tells_a_new_operator_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = ("--config", str(DEPLOY / "houseway.toml"), "--data", str(tmp_path / "room"))
    status, text = check(capsys, *config, "--anchor-to", str(tmp_path / "anchors" / "room.jsonl"))
    assert status == 0
    assert "cards.example is a placeholder" in text
    assert f"there is no folder {tmp_path / 'anchors'} for the anchors yet" in text
    status, text = check(capsys, *config, "--public-url", "https://cards.test", "--anchor-to", str(tmp_path / "a"))
    assert status == 0
    assert "placeholder" not in text
    assert "for the anchors yet" not in text
    blocked = tmp_path / "file"
    blocked.write_text("")
    status, text = check(capsys, *config, "--data", str(blocked / "room"))
    assert status == 1
    assert f"cannot write in {blocked / 'room'}" in text
    monkeypatch.setenv(ROOM_KEY, "abc")
    status, text = check(capsys, *config)
    assert status == 1
    assert f"{ROOM_KEY} must contain exactly 64 hex digits" in text
    assert "abc" not in text


def test_backups_and_audits_find_the_room_as_the_server_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "houseway.toml"
    config.write_text(f'data = "{tmp_path / "room"}"\n')
    assert locate_room(None, None, config).url == f"sqlite:///{tmp_path}/room/room.db"
    monkeypatch.setenv("HOUSEWAY_DATABASE", "postgresql://u@h/n")
    assert locate_room(None, None, config).url == "postgresql://u@h/n"
    assert locate_room(None, None, config).folder == tmp_path / "room"
    assert locate_room(tmp_path / "other", None, config).url == f"sqlite:///{tmp_path}/other/room.db"


# Programs -------------------------------------------------------------------------------------------------------------


def program(name: str) -> str:
    """The path of a program that not every machine has."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of its own for localhost, and its key."""
    chain = folder / "fullchain.pem"
    key = folder / "privkey.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    words += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    done = [program("openssl"), *words, "-keyout", str(key), "-out", str(chain)]
    subprocess.run(done, check=True, capture_output=True)
    return chain, key


def nginx_configuration(folder: Path, *, plain: int, secure: int, room: int) -> Path:
    """deploy/nginx.conf for free ports of this machine, in a configuration that needs no rights."""
    certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"    listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;")
    text = text.replace("server 127.0.0.1:8642;", f"server 127.0.0.1:{room};")
    text = text.replace("/etc/letsencrypt/live/cards.example", str(folder)).replace("cards.example", "localhost")
    (folder / "houseway.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    outer = f"daemon off;\nuser root;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    outer += f"http {{\n  access_log off;\n{temporary}  include {folder}/houseway.conf;\n}}\n"
    (folder / "nginx.conf").write_text(outer)
    return folder / "nginx.conf"


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    nginx = program("nginx")
    file = nginx_configuration(tmp_path, plain=free_port(), secure=free_port(), room=8642)
    done = subprocess.run([nginx, "-t", "-c", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    caddy = program("caddy")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "HOUSEWAY_DOMAIN": "cards.test"}
    words = [caddy, "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    names = ["houseway.service", "houseway-backup.service", "houseway-backup.timer"]
    for name in names:
        text = (DEPLOY / name).read_text().replace("/opt/houseway/bin/houseway serve", "/bin/true serve")
        (tmp_path / name).write_text(text)
    words = [analyze, "verify", *(str(tmp_path / name) for name in names)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "houseway" in line]
    assert (done.returncode, complaints) == (0, [])


@contextmanager
def running_nginx(file: Path) -> Iterator[None]:
    process = subprocess.Popen([program("nginx"), "-c", str(file)])
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.slow
def test_a_round_is_played_through_nginx_and_the_room_restarts(tmp_path: Path) -> None:
    secure = free_port()
    url = f"https://localhost:{secure}"
    server = ConfiguredServer(
        tmp_path / "room",
        public_url=url,
        proxy=["127.0.0.1/32"],
        access_log=True,
        log_level="info",
        log_format="json",
        drain_seconds=5.0,
    )
    file = nginx_configuration(tmp_path, plain=free_port(), secure=secure, room=server.port)
    server.start()
    try:
        with running_nginx(file):
            tls = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
            asyncio.run(_played_through_a_restart(url, tls, server))
    finally:
        server.stop()
    assert '"client": "127.0.0.7"' in server.log.read_text(), "the visitor's own address, not the proxy's"
    assert "9.9.9.9" not in server.log.read_text()


async def _played_through_a_restart(url: str, tls: ssl.SSLContext, server: ConfiguredServer) -> None:
    client = Client(url, tls=tls)
    page = await _first_answer(client)
    assert page.headers["Strict-Transport-Security"]
    assert (await client.http.get("/metrics")).status_code == 404
    await _visit_from(url, tls, "127.0.0.7")
    await client.come_in()
    cookies: list[Any] = list(client.http.cookies.jar)
    assert [(cookie.name, cookie.secure) for cookie in cookies] == [("__Host-houseway_session", True)]
    made = await client.http.post("/api/tables", json={"game": "pyramid", "bots": ["house_way"]})
    table = made.json()["table"]
    await client.ask("watch", table)
    await client.ask("sit", table)
    assert len(await client.play(table, 1)) == 1
    await asyncio.to_thread(server.stop)
    assert (await client.http.get("/readyz")).status_code == 502
    await asyncio.to_thread(server.start)
    await client.hang_up()
    await _first_answer(client)
    await client.connect()
    await client.ask("watch", table)
    await client.until(lambda: table in client.tables)
    assert len(await client.play(table, 2)) == 2
    await client.close()


async def _first_answer(client: Client) -> httpx.Response:
    """The first page, once the proxy and the room are up."""
    async with asyncio.timeout(30):
        while True:
            try:
                answer = await client.http.get("/")
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code == 200:
                return answer
            await asyncio.sleep(0.05)


async def _visit_from(url: str, tls: ssl.SSLContext, address: str) -> None:
    """One request from another address of this machine, which claims to be a third."""
    transport = httpx.AsyncHTTPTransport(verify=tls, local_address=address)
    async with httpx.AsyncClient(transport=transport, base_url=url) as other:
        answer = await other.get("/api/health", headers={"X-Forwarded-For": "9.9.9.9"})
        assert answer.status_code == 200

"""Every option by flag, environment and file, and what `serve --check` prints of them."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from houseway.cli.serve import serve
from houseway.rules.errors import Unreadable
from houseway.server.process.config import room_settings
from houseway.server.process.options import BY_NAME, OPTIONS, Configuration, configuration, reference_page
from houseway.server.runtime.limits import Rate
from houseway.server.runtime.settings import Settings

ROOT = Path(__file__).parents[3]
OTHER: dict[str, Any] = {  # for each kind of option, a value that is not the default, as text
    "text": "192.0.2.1",
    "path": "/some/where",
    "number": "17",
    "seconds": "17.5",
    "boolean": "true",
    "rate": "7/9",
    "list": "10.0.0.1",
}
SPECIAL = {
    "public_url": "https://cards.example",
    "origin": "https://cards.example",
    "database": "postgresql://u@h/n",
    "log_level": "debug",
    "log_format": "json",
    "traces": "console",
    "beacon_genesis": "2026-01-01T00:00:00Z",
    "study_memory_mb": "700",
}


def chosen(tmp_path: Path, text: str = "", environment: dict[str, str] | None = None, **flags: Any) -> Configuration:
    file = tmp_path / "houseway.toml"
    file.write_text(text)
    return configuration(flags, file=file, environment=environment or {})


def test_a_flag_comes_before_the_environment_the_file_and_the_default(tmp_path: Path) -> None:
    environment = {"HOUSEWAY_PORT": "3", "HOUSEWAY_HOST": "h3"}
    given = chosen(tmp_path, 'port = 2\nhost = "h2"\nworkers = 2\n', environment, port=4)
    assert (given["port"], given.settings["port"].source) == (4, "flag")
    assert (given["host"], given.settings["host"].source) == ("h3", "environment")
    assert (given["workers"], given.settings["workers"].source) == (2, "file")
    assert (given["drain_seconds"], given.settings["drain_seconds"].source) == (10.0, "default")


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("port = 5")
    assert configuration({}, environment={"HOUSEWAY_CONFIG": str(file)})["port"] == 5


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_read_from_the_environment_and_the_file_alike(option: Any, tmp_path: Path) -> None:
    text = SPECIAL.get(option.name) or OTHER[option.kind]
    by_environment = configuration({}, environment={option.variable: text})
    quoted = text if option.kind in ("number", "seconds", "boolean") else f'"{text}"'
    by_file = chosen(tmp_path, f"{option.name} = {quoted}")
    assert by_environment[option.name] == by_file[option.name] != option.default
    assert by_environment.settings[option.name].source == "environment"
    assert option.name in inspect.signature(serve).parameters
    assert f"`{option.flag}" in reference_page()


def test_options_that_are_not_configured_have_the_rooms_defaults() -> None:
    """The defaults are stated in the options and in the settings; they are the same."""
    usual = room_settings(configuration({}, environment={}))
    assert usual.rates == Settings().rates
    assert usual.gate == Settings().gate
    for name in ("welcome", "lease_seconds", "idle_seconds", "session_days", "anchor_seconds"):
        assert getattr(usual, name) == getattr(Settings(), name), name


def test_options_reach_the_room(tmp_path: Path) -> None:
    settings = room_settings(
        chosen(tmp_path, 'welcome_chips = 500\nrate_logins = "1/2"\nproxy = ["10.0.0.0/8"]\nhead_seconds = 3\n')
    )
    assert settings.welcome == 500
    assert settings.rates.logins == Rate(1, 2)
    assert settings.gate.proxies.trusts("10.9.9.9")
    assert settings.gate.connections.head_seconds == 3.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", r"there is no option 'prot' \(did you mean 'port'\?\)"),
        ("port = 70000", "port is a number from 0 to 65535, not 70000"),
        ('port = "80"', "port is a whole number, not '80'"),
        ("port = true", "port is a whole number, not True"),
        ("head_seconds = 0", "head_seconds is a number from 0.1"),
        ("access_log = 1", "access_log is true or false, not 1"),
        ('log_format = "jsn"', r"log_format is text or json, not 'jsn' \(did you mean 'json'\?\)"),
        ('rate_logins = "fast"', "rate_logins is a rate such as 50/200"),
        ('proxy = ["localhost"]', "a trusted proxy is an address or a network"),
        ("proxy = [1]", "proxy is a list of texts"),
        ('public_url = "cards.example"', "a public URL is scheme and host"),
        ("port = ", "is not TOML"),
        ("[server]\nport = 1", "there is no option 'server'"),
    ],
)
def test_a_mistake_in_the_file_gets_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        chosen(tmp_path, text)


def test_a_mistake_in_the_environment_names_the_variable() -> None:
    with pytest.raises(Unreadable, match="HOUSEWAY_PORT: port is a whole number, not 'eighty'"):
        configuration({}, environment={"HOUSEWAY_PORT": "eighty"})
    with pytest.raises(Unreadable, match=r"missing\.toml cannot be read: No such file"):
        configuration({}, file=Path("missing.toml"), environment={})


def test_the_manual_lists_the_options_as_they_are() -> None:
    page = ROOT / "docs" / "operate" / "configuration.md"
    assert page.read_text() == reference_page(), (
        "python -m houseway.server.process.options > docs/operate/configuration.md"
    )


def test_the_example_of_the_manual_is_a_public_room(tmp_path: Path) -> None:
    example = reference_page().split("```toml\n")[1].split("```")[0]
    given = chosen(tmp_path, example)
    assert given.public_url == "https://cards.example"
    assert given["workers"] == 2


def check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--check", *words])
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out + printed.err


def test_check_shows_values_sources_and_no_password(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_DATABASE", "postgresql://houseway:hunter2@db/room")
    monkeypatch.setenv("HOUSEWAY_ROOM_KEY", "ab" * 32)
    status, text = check(capsys, "--data", str(tmp_path), "--port", "9000")
    lines = {line.split()[0]: line.split(maxsplit=1)[1] for line in text.splitlines() if line.startswith("  ")}
    assert lines["port"] == "9000  (flag)"
    assert lines["database"] == "postgresql://houseway:***@db/room  (environment)"
    assert lines["workers"] == "1  (default)"
    assert "hunter2" not in text
    assert "ab" * 32 not in text
    assert status == 0


def test_check_reports_what_a_public_room_lacks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    status, text = check(capsys, *data, "--public-url", "https://cards.example")
    assert status == 1
    assert "required: nothing provides TLS" in text
    status, text = check(capsys, *data, "--public-url", "https://cards.example", "--proxy", "127.0.0.1")
    assert status == 0
    assert "Ready to serve the public at https://cards.example" in text
    assert "advice: back the room up" in text
    status, text = check(capsys, *data, "--public-url", "http://cards.example", "--proxy", "0.0.0.0/0")
    assert status == 1
    assert "not encrypted" in text
    assert "trusts the whole internet" in text
    status, text = check(capsys, *data, "--host", "0.0.0.0")
    assert status == 1
    assert "set --public-url" in text
    status, text = check(capsys, *data, "--workers", "2")
    assert status == 1
    assert "2 workers need PostgreSQL" in text


def test_check_looks_at_the_key_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    key = tmp_path / "room.key"
    key.write_text("ab" * 32)
    key.chmod(0o644)
    status, text = check(capsys, "--data", str(tmp_path))
    assert status == 1
    assert "room.key can be read by others" in text
    key.chmod(0o600)
    assert check(capsys, "--data", str(tmp_path))[0] == 0


def test_names_are_flags_and_variables() -> None:
    assert BY_NAME["public_url"].flag == "--public-url"
    assert BY_NAME["public_url"].variable == "HOUSEWAY_PUBLIC_URL"

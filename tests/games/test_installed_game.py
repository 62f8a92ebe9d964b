"""The package of docs/add_a_game.md, built and installed in an environment of its own, and used there."""

import asyncio
import doctest
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from support.client import Client
from support.manual_blocks import ROOT, blocks, commands
from support.server_process import Server

PAGE = ROOT / "docs" / "add_a_game.md"
BROKEN = {
    "fails": "raise RuntimeError('no licence')",
    "empty": "",
    "twin": (
        "from houseway.games import GameModule\n"
        "from houseway.games.pyramid.sheet import SHEET\nGAME = GameModule(sheet=SHEET)"
    ),
    "bookless": (
        "from dataclasses import replace\nfrom houseway.games import GameModule\n"
        "from houseway.games.pyramid.sheet import SHEET\nGAME = GameModule(sheet=replace(SHEET, key='bookless'))"
    ),
}
"""Packages that are no games, and the code of each."""
PROJECT = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"
[project]
name = "{name}"
version = "1.0"
[project.entry-points."houseway.games"]
{name} = "{name}"
"""


class Environment:
    """A Python environment that has Houseway, as this checkout has it, and room for more packages."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=300)
        self.python = folder / "bin" / "python"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        site = folder / "lib" / version / "site-packages"
        (site / "other_game.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT / 'src'}\n")

    def install(self, package: Path) -> None:
        uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
        words = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"]
        subprocess.run([*words, "--python", str(self.python), str(package)], check=True, timeout=300)

    def run(self, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [str(self.python), "-m", "houseway", *words],
            cwd=cwd,
            env={**environment, "COLUMNS": "80"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page."""
    folder = tmp_path_factory.mktemp("package")
    for block in blocks(PAGE):
        if block.kind == "added":
            path = folder / str(block.about)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
    return folder


@pytest.fixture(scope="module")
def environment(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The package of the page installed, and four that are broken."""
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(package / "two_two")
    for name, code in BROKEN.items():
        folder = tmp_path_factory.mktemp(name)
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(code)
        (folder / "pyproject.toml").write_text(PROJECT.format(name=name))
        made.install(folder)
    return made


def shown() -> list[tuple[str, str]]:
    return [pair for block in blocks(PAGE) if block.kind == "not run" for pair in commands(block)]


@pytest.mark.parametrize(("command", "output"), shown(), ids=[command for command, _ in shown()])
def test_the_game_does_what_the_page_shows(environment: Environment, package: Path, command: str, output: str) -> None:
    done = environment.run(*shlex.split(command)[1:], cwd=package)
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n" + done.stderr
    same = doctest.OutputChecker().check_output(output.lstrip("\n"), printed, doctest.ELLIPSIS)
    assert same, f"$ {command}\nshows:\n{output}\nprints:\n{printed}"


def test_the_game_is_in_the_list_and_each_broken_package_is_named_with_its_reason(environment: Environment) -> None:
    done = environment.run("rules", "--json")
    keys = [row["game"] for row in json.loads(done.stdout)]
    assert keys == ["pyramid", "chinese", "pick2", "showdown", "casino", "pai_gow", "two_two"]
    assert "'fails' was left out: fails cannot be imported: RuntimeError: no licence" in done.stderr
    assert "'empty' was left out: empty exports no GAME" in done.stderr
    assert "'twin' was left out: twin has the key 'pyramid', which another game has already" in done.stderr
    assert "'bookless' was left out: the rulebook of bookless cannot be read" in done.stderr


def test_asking_for_a_broken_game_is_one_sentence(environment: Environment) -> None:
    done = environment.run("price", "fails")
    assert done.returncode == 2
    assert (
        done.stderr == "houseway: the game 'fails' was left out: fails cannot be imported: RuntimeError: no licence\n"
    )


def test_the_game_is_simulated_and_explained(environment: Environment) -> None:
    played = environment.run("simulate", "two_two", "--rounds", "200", "--json")
    assert json.loads(played.stdout)["rounds"] == 200
    assert environment.run("explain", "two_two").returncode == 0
    assert environment.run("rules", "two_two", "TWO-06").stdout.startswith("TWO-06")


def test_the_game_has_a_report(environment: Environment, tmp_path: Path) -> None:
    out = tmp_path / "two_two.html"
    done = environment.run("report", "two_two", "--date", "2026-11-17", "--rounds", "20000", "-o", str(out))
    assert done.returncode == 0, done.stderr
    assert "Two and Two" in out.read_text()


def test_the_game_is_played_in_the_card_room(environment: Environment, tmp_path: Path) -> None:
    server = Server(tmp_path / "room")
    server.command = [
        *(str(environment.python), "-m", "houseway", "serve", "--no-browser"),
        *("--data", str(tmp_path / "room"), "--port", str(server.port)),
    ]
    server.start()
    try:
        settled = asyncio.run(one_round(server.url))
    finally:
        server.stop()
    assert settled["outcome"] == "settled"


async def one_round(url: str) -> dict[str, object]:
    client = await Client(url).come_in()
    try:
        made = await client.http.post("/api/tables", json={"game": "two_two", "seats": 1})
        table = made.json()["table"]
        await client.ask("watch", table)
        await client.ask("sit", table)
        (last,) = await client.play(table, 1)
        return dict(last)
    finally:
        await client.close()

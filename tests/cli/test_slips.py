"""Typing mistakes in every command: one sentence with what was typed and what would be accepted, and no file left."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import houseway
from houseway.cli import NAMES, main
from support.rooms import fill, opened


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


REFUSED = [
    (("--verison",), "there is no command '--verison'"),
    (("help", "simulat"), "there is no command 'simulat' (did you mean 'simulate'?)"),
    (("deal", "pyramid", "--seats", "1.5"), "--seats takes a whole number, not '1.5'"),
    (("simulate", "pyramid", "--until", "soon"), "--until takes a number, not 'soon'"),
    (
        ("export", "rounds", "pyramid", "--rounds", "0", "-o", "x.csv"),
        "--rounds takes a whole number from 1 up, not '0'",
    ),
    (("deal", "pyramid", "--auto", "--bots", ""), "there is no strategy ''"),
    (("rules", "--readings"), "--readings needs a game"),
    (("rules", "--options"), "--options needs a game"),
    (("rules", "pyramid", "PYR-38", "--options"), "leave out 'PYR-38' or --options"),
    (("rules", "pyramid", "--readings", "--options"), "--readings or --options, not both"),
    (("price", "chinese", "--bets", "unit"), "--bets takes WAGER=CHIPS,... such as main=25,three_card=5, not 'unit'"),
    (("price", "pyramid", "--bets", "main=5,main=6"), "--bets names main twice, with 5 and 6 chips"),
    (("price", "pick2", "--rounds", "5"), "the price of Pick 2 Poker takes no rounds, such as 5; it is counted"),
    (
        ("best", "pyramid", "Js", "Jd", "6c", "--model", "points"),
        "houseway best pyramid takes no --model; leave it out",
    ),
    (
        ("best", "chinese", "As Ks Qs Js Ts 9d 9c 8h 8s 5d 4c 3h 2h", "--model", "points"),
        "houseway best chinese takes no --model; it takes --seats and --against",
    ),
    (("solve", "pick2", "--deals", "5"), "Pick 2 Poker has no tables to solve: houseway best pick2"),
    (
        ("solve", "casino", "--iterations", "5"),
        "houseway solve casino takes no --iterations; it takes --seed and --deals",
    ),
    (
        ("price", "chinese", "--certificate", "c.json"),
        "Chinese Poker has no second method for its price, so there is no certificate; there are certificates of",
    ),
    (("simulate", "pyramid", "--cluster", "none.json"), "no Dask scheduler answers at 'none.json'"),
    (("simulate", "pyramid", "--cluster", ""), "no Dask scheduler answers at ''"),
    (("export", "rounds", "none.json", "-o", "x.csv"), "there is no file none.json with a recorded round"),
    (("export", "rounds", "--data", ".", "-o", "x.csv"), "there is no room at"),
    (("export", "prices", "pyramid", "--data", ".", "-o", "x.csv"), "a room has rounds only"),
    (("restore", "none.gz", "--data", "new/room"), "none.gz cannot be read: No such file"),
    (("audit", "--database", ""), "the database must be sqlite:///FILE or postgresql://USER@HOST/NAME, not ''"),
    (("serve", "--no-browser", "--data", "new", "--database", "nonsense"), "the database must be sqlite:///FILE"),
    (
        ("serve", "--no-browser", "--data", "new", "--origin", "cards.example"),
        "such as https://cards.example:8443, not",
    ),
    (("serve", "--no-browser", "--data", "new", "--host", "no.such.invalid"), "choose another --host or --port"),
    (("bench", "evalution"), "there is no benchmark 'evalution' (did you mean 'evaluation'?)"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_a_mistake_gets_one_sentence_and_leaves_no_files(
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("houseway: ")
    assert message in err
    assert not list(tmp_path.iterdir())


def test_a_file_is_refused_as_the_folder_of_a_room(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    status, out, err = call(capsys, "serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "file"))
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert "cannot be the room's folder: File exists; choose another --data" in err
    assert (tmp_path / "file").read_text() == "mine"


def test_a_scheduler_file_without_an_address(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    for text in ("[1]", "{}", "not json", '{"address": 5}', '{"address": "nowhere"}'):
        file.write_text(text)
        status, _, err = call(capsys, "simulate", "pyramid", "--cluster", str(file))
        assert (status, err.count("\n")) == (2, 1), err
        assert "no Dask scheduler answers at" in err


@pytest.mark.parametrize("text", ["[" * 100_000, "", "{}", "[1]", "not json", '{"net": {}}'])
def test_verify_refuses_a_file_that_is_no_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(text)
    for extra in ((), ("--json",)):
        status, out, err = call(capsys, "verify", str(file), *extra)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert "neither a price certificate nor a recorded round" in err


# Separate processes --------------------------------------------------------------------------------------------------


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `houseway` is this checkout's program."""
    environment = {**os.environ, "PYTHONPATH": str(Path(houseway.__file__).parents[1])}
    script = f'houseway() {{ {sys.executable} -m houseway "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("words", ["--help", "rules pyramid", "rules pyramid --json", "deal pick2 --auto"])
def test_a_closed_pipe_is_not_an_error(words: str, tmp_path: Path) -> None:
    output = shell(f"houseway {words} | true; echo ${{PIPESTATUS[0]}}", tmp_path)
    assert (output.stdout, output.stderr) == ("0\n", "")


def test_a_full_disk_is_reported_in_one_sentence(tmp_path: Path) -> None:
    output = shell("houseway rules > /dev/full; echo $?", tmp_path)
    assert (output.stdout, output.stderr) == (
        "2\n",
        "houseway: the output could not be written completely: No space left on device\n",
    )


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:1/none"
    output = shell(f"houseway serve --no-browser --port 0 --data new --database {url}; echo $?", tmp_path)
    assert output.stdout == "2\n"
    assert output.stderr.count("\n") == 1, output.stderr
    assert output.stderr.startswith("houseway: the database failed, ")


# What a newcomer asks first ------------------------------------------------------------------------------------------


def test_the_version_and_the_help_of_each_command_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "--version") == (0, f"houseway {houseway.__version__}\n", "")
    assert call(capsys, "help") == call(capsys, "--help")
    assert call(capsys, "help", "deal") == call(capsys, "deal", "--help")


def test_every_option_of_a_game_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(call(capsys, "rules", "pyramid", "--options", "--json")[1])["options"]
    game = houseway.game("pyramid")
    assert [row["option"] for row in output] == list(game.options)
    assert {"option": "decks", "default": "6", "accepts": "1 to 100"} in output
    assert "w2_paytable.flush" in call(capsys, "rules", "pyramid", "--options")[1]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("serve", "bench", "warm", "mcp")])
def test_every_other_command_takes_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "--json" in call(capsys, name, "--help")[1]


def test_json_of_verify_export_backup_and_restore(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def options_of(*words: str) -> dict[str, object]:
        status, out, err = call(capsys, *words, "--json")
        assert err == ""
        return {"status": status, **json.loads(out)}

    assert options_of("deal", "pyramid", "--auto", "--seed", "5", "--record", "round.json")["game"] == "pyramid"
    checks = options_of("verify", "round.json")
    assert (checks["status"], checks["true"], checks["fault"]) == (0, True, None)
    assert isinstance(checks["checks"], list)
    assert len(checks["checks"]) == 4
    Path("round.json").write_text(Path("round.json").read_text().replace('"main": 5', '"main": 6', 1))
    assert (options_of("verify", "round.json")["status"], options_of("verify", "round.json")["true"]) == (1, False)
    assert options_of("export", "rounds", "pick2", "--rounds", "3", "-o", "x.csv")["rows"] == 3


async def _room(folder: Path) -> None:
    async with opened(f"sqlite:///{folder}/room.db") as store:
        await fill(store, rounds=1)


def test_json_of_a_copy_and_a_folder_made_for_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asyncio.run(_room(tmp_path))
    copy = str(tmp_path / "copy.gz")
    new = tmp_path / "a" / "b"
    made = json.loads(call(capsys, "backup", copy, "--data", str(tmp_path), "--json")[1])
    again = json.loads(call(capsys, "restore", copy, "--data", str(new), "--json")[1])
    assert made["events"] == again["events"] > 0
    assert (new / "room.db").is_file()
    Path(copy).write_bytes(b"nonsense")
    assert call(capsys, "restore", copy, "--data", str(tmp_path / "c"))[0] == 2
    assert not (tmp_path / "c").exists()

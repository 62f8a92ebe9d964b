"""`houseway simulate` and `houseway export`: what they print and write, and what they refuse before they begin."""

import asyncio
import csv
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

from houseway.cli import main
from support.rooms import fill, opened


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def test_simulate_prints_wagers_results_and_sessions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "outcomes.parquet"
    words = ("simulate", "pyramid", "--rounds", "2000", "--players", "house_way,newcomer", "--bankroll", "100")
    status, out, _ = call(capsys, *words, "--session", "50", "--out", str(file))
    assert status == 0
    for shown in (
        "2,000 rounds on kernels, seed 1",
        "1 house way  first wager",
        "2 newcomer",
        "40 sessions of 50 rounds",
    ):
        assert shown in out
    assert "bankroll of 100: fewer than the 15 chips of a round" in out
    frame = polars.read_parquet(file)
    assert frame["count"].sum() == 4000
    assert set(frame["player"]) == {"house_way", "newcomer"}


def test_json_holds_whole_numbers_and_does_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "pick2", "--rounds", "1500", "--seed", "8", "--json", "--bankroll", "60", "--session", "30")
    outputs = [call(capsys, *words, "--cores", count)[1] for count in ("1", "2")]
    assert outputs[0] == outputs[1]
    seat = json.loads(outputs[0])["seats"][0]
    counts = {int(chips): count for chips, count in seat["total"]["counts"].items()}
    assert sum(counts.values()) == 1500
    assert sum(chips * count for chips, count in counts.items()) == seat["total"]["sum"]
    assert sum(chips**2 * count for chips, count in counts.items()) == seat["total"]["sum_of_squares"]
    assert sum(wager["sum"] for wager in seat["wagers"].values()) == seat["total"]["sum"]
    assert set(seat["sessions"]["ruin"]) == {"bankroll", "needed", "ruined", "risk", "standard_error", "between"}


def test_a_run_by_the_rules_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "simulate", "pyramid", "--rounds", "30", "--by-rules", "--cores", "1")
    assert "30 rounds by the rules' own rounds, seed 1," in out
    assert "No session of 200 rounds was completed." in out


def test_a_simulated_bank_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "simulate", "pyramid", "--bank", "--rounds", "20", "--cores", "1")
    assert status == 0
    assert "Seat 1 banks every round, and the others wager against it." in out
    assert "2 house way" in out


REFUSED = [
    (("simulate", "pyramid", "--rounds", "0"), "rounds is a whole number from 1"),
    (("simulate", "pyramids"), "there is no game 'pyramids'"),
    (("simulate", "pyramid", "--players", "bset"), "there is no strategy 'bset' (did you mean 'best'?); name"),
    (("simulate", "pyramid", "--out", "x.xls"), "x.xls must end in .parquet, .csv, .json"),
    (("simulate", "pyramid", "--out", "no/where.csv"), "there is no folder"),
    (("simulate", "pyramid", "--bankroll", "0"), "--bankroll is whole chips from 1 up, not 0"),
    (("simulate", "pyramid", "--cluster", "nowhere"), "no Dask scheduler answers at 'nowhere'"),
    (("simulate", "chinese", "--bank"), "players do not bank in Chinese Poker"),
    (("simulate", "pyramid", "--set", "w1_max=100000"), "main may be at most 400 chips"),
    (("simulate", "chinese", "--set", "unit_max=500"), "the sheet's own figure, not 500 [CHI-07]"),
    (("export", "round", "pyramid", "-o", "x.csv"), "did you mean 'rounds'?"),
    (("export", "rounds", "pyramid"), "name the file with -o FILE"),
    (("export", "prices", "-o", "x.csv"), "name one game, such as pyramid, to export its prices"),
    (("export", "rounds", "pyramid", "-o", "x.txt"), "x.txt must end in"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_nonsense_gets_one_sentence(
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_prints_the_partial_result_and_a_terminal_shows_the_rate(tmp_path: Path) -> None:
    """The command runs at a terminal, so that it shows its bar, and is interrupted once it has a first result."""
    terminal, its_end = pty.openpty()
    words = [sys.executable, "-m", "houseway", "simulate", "pyramid", "--rounds", "10000000000000"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=its_end, text=True)
    os.close(its_end)
    seen = b""
    end = time.monotonic() + 120
    while b"a second;" not in seen and time.monotonic() < end:
        readable, _, _ = select.select([terminal], [], [], 1)
        if readable:
            seen += os.read(terminal, 4096)
    running.send_signal(signal.SIGINT)
    try:
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
        os.close(terminal)
    assert b"a second;" in seen
    assert running.returncode == 130
    assert "The simulation was stopped early." in out
    assert "1 house way  total" in out


# Export --------------------------------------------------------------------------------------------------------------


def test_export_of_simulated_rounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.parquet"
    status, out, _ = call(capsys, "export", "rounds", "pyramid", "--rounds", "50", "--seats", "2", "-o", str(file))
    assert status == 0
    assert out.startswith("100 rows in")
    frame = polars.read_parquet(file)
    assert frame.columns[:5] == ["game", "seed", "round", "seat", "player"]
    assert (frame["main"] + frame["six_card"] + frame["three_card"] == frame["total"]).all()


def test_export_of_recorded_rounds_and_of_strategies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "round.json"
    rows = tmp_path / "rows.csv"
    call(capsys, "deal", "pick2", "--auto", "--seats", "3", "--seed", "4", "--record", str(record))
    call(capsys, "export", "rounds", str(record), "-o", str(rows))
    exported = list(csv.DictReader(rows.open()))
    assert [row["seat"] for row in exported] == ["1", "2", "3"]
    assert all(len(row["cards"].split()) == 5 for row in exported)
    paid = sum(p["chips"] * ((p["payee"] == 1) - (p["payer"] == 1)) for p in json.loads(record.read_text())["payments"])
    assert int(exported[0]["total"]) == paid
    hands = tmp_path / "hands.json"
    call(capsys, "export", "strategies", "pyramid", "--rounds", "3", "-o", str(hands))
    moves = json.loads(hands.read_text())
    assert {move["strategy"] for move in moves} == {"newcomer", "house_way", "expert"}
    assert {move["move"] for move in moves} == {"wager", "set"}
    record.write_text("{")
    status, _, err = call(capsys, "export", "rounds", str(record), "-o", str(rows))
    assert (status, err.count("\n")) == (2, 1)


def test_export_of_prices_is_exact(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "prices.csv"
    call(capsys, "export", "prices", "pyramid", "-o", str(file))
    rows = [row for row in csv.DictReader(file.open()) if (row["wager"], row["strategy"]) == ("main", "best")]
    assert sum(int(row["count"]) for row in rows) == int(rows[0]["deals"]) == 24_413_033_524_880
    call(capsys, "price", "pyramid", "--json")


def test_export_of_a_room(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    async def played() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            await fill(store, rounds=2)

    asyncio.run(played())
    file = tmp_path / "room.json"
    status, out, err = call(capsys, "export", "rounds", "--data", str(tmp_path), "-o", str(file))
    assert status == 0, err
    rows = json.loads(file.read_text())
    assert {row["game"] for row in rows} >= {"pyramid", "chinese"}
    assert all(row["ended_at"] for row in rows)
    assert f"{len(rows)} rows in" in out

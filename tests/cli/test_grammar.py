"""The grammar of the command line: every command is walked, and the same option has the same meaning in all of them."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import houseway
from houseway.cli import NAMES, app_of, completion, index, main
from houseway.cli.help import default_of, is_argument, metavar
from houseway.cli.numbers import number_in, parts_of_list, percent, plain_number, whole_number_in
from houseway.cli.old_spellings import OLD_SPELLINGS
from houseway.games import GAMES, rulebook_of

WIDTH = 80
SERVER_OPTIONS = "serve"
"""The command whose options are those of the server, with their own page and their own help."""


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def parameters_of(name: str) -> list[Any]:
    command: Any = get_command(app_of(name))
    return [parameter for parameter in command.params if parameter.name != "help"]


def options_of(name: str) -> list[Any]:
    return [parameter for parameter in parameters_of(name) if not is_argument(parameter)]


# Every command -------------------------------------------------------------------------------------------------------


def test_an_option_is_of_one_kind_in_every_command() -> None:
    kinds = defaultdict(set)
    for name in NAMES:
        for option in options_of(name):
            kinds[option.opts[-1]].add((tuple(option.opts), option.is_flag, metavar(option), option.multiple))
    different = {flag: kinds_of_flag for flag, kinds_of_flag in kinds.items() if len(kinds_of_flag) > 1}
    assert different == {}


def test_an_option_means_the_same_in_every_command() -> None:
    """The first words of the help are equal; a command may add what is special about it."""
    meanings = defaultdict(set)
    for name in NAMES:
        if name == SERVER_OPTIONS:
            continue
        for option in options_of(name):
            words = option.help.split()[:2]
            meanings[option.opts[-1]].add(" ".join(words))
    assert {flag: words for flag, words in meanings.items() if len(words) > 1} == {}


def test_a_short_name_belongs_to_one_option() -> None:
    owners = defaultdict(set)
    for name in NAMES:
        for option in options_of(name):
            for short in (flag for flag in option.opts if not flag.startswith("--")):
                owners[short].add(option.opts[-1])
    assert owners == {"-o": {"--out"}, "-v": {"--verbose"}}


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_fits_80_columns(
    capsys: pytest.CaptureFixture[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    status, out, _ = call(capsys, name, "--help")
    assert status == 0
    assert max(len(line) for line in out.splitlines()) <= WIDTH
    assert out.startswith(f"Usage: houseway {name}")
    assert f"Example: houseway {name}" in " ".join(out.split())
    for parameter in parameters_of(name):
        assert parameter.help, parameter.name
        if not is_argument(parameter):
            assert all(flag in out for flag in parameter.opts)
            assert default_of(parameter) in out or len(default_of(parameter)) > WIDTH // 2


def test_the_list_of_commands_fits_80_columns() -> None:
    assert max(len(line) for line in index().splitlines()) <= WIDTH


def test_old_names_of_options_are_in_no_help_and_new_ones_are() -> None:
    for name, spellings in OLD_SPELLINGS.items():
        flags = {flag for option in options_of(name) for flag in option.opts}
        assert not flags & set(spellings)
        assert set(spellings.values()) <= flags


def test_an_old_name_works_and_is_answered_with_the_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "pyramid", "--rounds", "20", "--json")
    old = call(capsys, *words, "--workers=1")
    new = call(capsys, *words, "--cores", "1")
    assert old[0] == new[0] == 0
    assert old[2] == "houseway: --workers of houseway simulate is now --cores\n"
    assert new[2] == ""
    status, _, err = call(capsys, "best", "pyramid", "Js Jd 6c", "--players", "3")
    assert status == 2
    assert err.startswith("houseway: --players of houseway best is now --seats\n")


# Numbers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1.0e6", " 1000000 ", "+1e+6"])
def test_a_million_in_every_spelling(text: str) -> None:
    assert whole_number_in(text) == 1_000_000
    assert plain_number(text) == "1000000"


@pytest.mark.parametrize("text", ["", "x", "1,00", "1__0", "_1", "1e", "1e999", "1.5", "e6", "1 000", "٣", "9" * 50])
def test_what_is_no_whole_number(text: str) -> None:
    assert whole_number_in(text) is None


def test_numbers_with_decimals_and_lists_of_numbers() -> None:
    assert float(number_in("2.5e-4") or 0) == 0.00025
    assert parts_of_list("main=1,000,three_card=5") == ["main=1,000", "three_card=5"]
    assert percent(0.5) == "50.0000 %"


@pytest.mark.parametrize("number", ["2e1", "2_0", "20"])
def test_commands_read_numbers_in_every_spelling(capsys: pytest.CaptureFixture[str], number: str) -> None:
    status, out, err = call(capsys, "simulate", "pyramid", "--rounds", number, "--cores", "1")
    assert (status, err) == (0, "")
    assert "20 rounds" in out
    plain = call(capsys, "price", "pyramid", "--bets", "main=1,00", "--json")
    assert plain[0] == 2
    status, out, _ = call(capsys, "deal", "pyramid", "--auto", "--seed", "1", "--set", "w1_max=1e2", "--json")
    assert (status, '"w1_max": "100"' in out) == (0, True)


# Completion ----------------------------------------------------------------------------------------------------------


def completed(line: str, shell: str = "zsh") -> list[str]:
    return completion.answer([shell, line]).splitlines()


def test_completion_knows_commands_games_options_and_clauses() -> None:
    assert completed("houseway ") == [*NAMES, "help", *completion.GLOBAL_FLAGS]
    assert completed("houseway si") == ["simulate"]
    assert completed("houseway price ") == list(GAMES)
    assert completed("houseway help re") == ["readings", "report", "replay", "restore"]
    assert completed("houseway rules pyramid PYR-38") == ["PYR-38"]
    assert completed("houseway rules pyramid ") == [
        *rulebook_of("pyramid").clauses,
        *rulebook_of("pyramid").open_questions,
    ]
    assert completed("houseway price pyramid --se") == ["--seed", "--set"]
    assert completed("houseway price pyramid --set house_way_split=") == [
        "house_way_split=diff_ge_5",
        "house_way_split=diff_ge_4",
    ]
    assert completed("houseway price pyramid --set house_way_split=", "bash") == ["diff_ge_5", "diff_ge_4"]
    assert "decks=" in completed("houseway deal pyramid --seats 3 --set de")
    assert completed("houseway simulate pyramid --players h") == ["house_way"]
    assert completed("houseway replay ") == [completion.FILES]
    assert completed("houseway report pick2 -o ") == [completion.FILES]
    assert completed("houseway --show-completion ") == ["bash", "zsh", "fish"]


@pytest.mark.parametrize("line", ["", "houseway nonsense ", "houseway rules poker X", "houseway price 'open", "é"])
def test_completion_of_nonsense_is_quiet(line: str) -> None:
    assert completed(line) in ([], [*NAMES, "help", *completion.GLOBAL_FLAGS])
    assert completion.answer([]) == ""


def test_completion_is_installed_once_for_each_shell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for shell, script in completion.SCRIPTS.items():
        for _ in range(2):
            assert call(capsys, "--install-completion", shell)[0] == 0
        assert call(capsys, "--show-completion", shell) == (0, script, "")
    for shell in ("bash", "zsh"):
        (line,) = (tmp_path / f".{shell}rc").read_text().splitlines()
        assert Path(shlex.split(line)[1]).read_text() == completion.SCRIPTS[shell]
    assert (tmp_path / ".config/fish/completions/houseway.fish").read_text() == completion.FISH
    monkeypatch.setenv("SHELL", "/bin/csh")
    status, _, err = call(capsys, "--install-completion")
    assert (status, "no completion for the shell 'csh'" in err) == (2, True)


def test_bash_completes_a_command_and_a_value(tmp_path: Path) -> None:
    """Bash itself runs the script: `houseway` is this checkout's program."""
    program = tmp_path / "houseway"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m houseway "$@"\n')
    program.chmod(0o755)
    (tmp_path / "script").write_text(completion.BASH)

    def complete(*words: str) -> list[str]:
        line = " ".join(words)
        script = (
            f"source {tmp_path}/script; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; "
            f"COMP_LINE={shlex.quote(line)}; COMP_POINT={len(line)}; compopt() {{ :; }}; _houseway; "
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        path = f"{tmp_path}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(Path(houseway.__file__).parents[1])}
        done = subprocess.run(
            ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        return done.stdout.split()

    assert complete("houseway", "expl") == ["explain"]
    assert complete("houseway", "best", "chi") == ["chinese"]


# Exit codes ----------------------------------------------------------------------------------------------------------


def test_every_exit_code_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "exit_codes.md").read_text()
    for code in (0, 1, 2, 70, 130):
        assert f"| {code} |" in page


def test_ctrl_c_is_130_with_the_rounds_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Progress is reported after some work; there the interrupt is raised once, as Ctrl-C does."""
    interrupts = [False, False, True]

    def interrupt(*_: object) -> bool:
        if interrupts and interrupts.pop(0):
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr("houseway.cli.progress.ignore_progress", interrupt)
    status, out, _ = call(capsys, "duel", "pyramid", "house_way", "newcomer", "--rounds", "1e6")
    assert (status, "Stopped after 2 of 1,000,000" in " ".join(out.split())) == (130, True)
    interrupts = [True]
    monkeypatch.setattr("houseway.simulation.run.reached", interrupt)
    status, out, _ = call(capsys, "simulate", "pyramid", "--cores", "1", "--rounds", "1e6")
    assert (status, "stopped early" in out) == (130, True)


def test_an_interrupted_command_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("houseway.games.ask"), "price", interrupt)
    assert call(capsys, "price", "pyramid") == (130, "", "houseway: stopped; nothing was written\n")


# Optional packages ---------------------------------------------------------------------------------------------------


def test_csv_and_json_need_no_optional_package(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)  # an import of it fails from here on
    monkeypatch.chdir(tmp_path)
    for name in ("rows.csv", "rows.json"):
        status, _, err = call(capsys, "export", "rounds", "pick2", "--rounds", "3", "-o", name)
        assert (status, err) == (0, "")
        status, _, err = call(capsys, "simulate", "pyramid", "--rounds", "20", "--cores", "1", "-o", f"outcomes.{name}")
        assert (status, err) == (0, "")
    lines = Path("rows.csv").read_text().splitlines()
    objects = json.loads(Path("rows.json").read_text())
    assert [line.split(",") for line in lines] == [
        list(objects[0]),
        *([str(value) for value in row.values()] for row in objects),
    ]
    status, _, err = call(capsys, "export", "rounds", "pick2", "--rounds", "3", "-o", "rows.parquet")
    assert (status, err) == (2, "houseway: Parquet files and frames need Polars: pip install polars\n")


def test_hints_name_packages_of_our_extras() -> None:
    """`pip install PACKAGE` works everywhere; an extra of Houseway only where pip can find Houseway."""
    root = Path(__file__).parents[2]
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    known = {re.split(r"[<>=\[]", requirement)[0] for group in extras.values() for requirement in group}
    hints = []
    for file in sorted((root / "src" / "houseway").rglob("*.py")):
        hints += re.findall(r"pip install ([^\"`]+?)(?=\"|`|\\n|$)", file.read_text())
    assert len(hints) >= 6
    for hint in hints:
        assert "[" not in hint, hint
        for word in hint.split():
            assert word in known or word.startswith("{") or word == "opentelemetry-exporter-otlp-proto-http", hint

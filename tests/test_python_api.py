"""`import houseway as hw`: the questions of the commands, and one-sentence refusals of mistakes."""

from collections.abc import Callable
from pathlib import Path

import pytest

import houseway as hw


def test_the_repr_of_a_game_names_it_its_terms_and_its_changes() -> None:
    assert repr(hw.game("pyramid")) == "<Pyramid Poker, terms 1876087ed040>"
    assert repr(hw.game("pyramid", decks=8)).endswith(", decks=8>")


def test_a_game_answers_the_questions_of_the_commands() -> None:
    game = hw.game("pyramid")
    assert game.alarm().raised
    assert game.way().proof.sound
    assert game.explain().lessons[0].rule.startswith("Keep a pair high")
    assert hw.game("pick2").duel("expert", "newcomer", rounds=5).rounds == 5


MISTAKES: list[tuple[str, Callable[[], object], str]] = [
    ("game", lambda: hw.game(3), "there is no game 3"),  # type: ignore[arg-type]
    ("clause", lambda: hw.game("pick2").rulebook.find("X"), "'X' is no clause of"),
    ("rounds", lambda: hw.game("pick2").price(rounds=5), "takes no rounds, such as 5; it is counted"),
    ("price", lambda: hw.game("casino").price(round=5), "takes no round, such as 5; it takes rounds, "),
    ("seats", lambda: hw.game("pick2").deal(seats="x"), "seats is a whole number, not 'x'"),  # type: ignore[arg-type]
    ("players", lambda: hw.game("pick2").deal(players=("Ada",), seats=3), "players has 1 name, but seats is 3"),
    ("names", lambda: hw.game("pick2").deal(players="Ada"), "names in a tuple"),  # type: ignore[arg-type]
    (
        "day",
        lambda: hw.game("pick2").report("x.html", date="soon"),
        "--date takes a day such as 2026-11-16, not 'soon'",
    ),
    ("folder", lambda: hw.game("pick2").report(Path("no/x.html"), date="2026-11-16"), "there is no folder"),
    ("ending", lambda: hw.game("pick2").report("x.doc", date="2026-11-16"), "a report ends in .html or .pdf"),
    ("strategy", lambda: hw.game("pick2").duel("expert", "nobody"), "there is no strategy 'nobody'"),
]


@pytest.mark.parametrize(("mistake", "message"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_refused_in_one_sentence(
    mistake: Callable[[], object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(hw.HousewayError) as refusal:
        mistake()
    assert message in str(refusal.value)
    assert not list(tmp_path.iterdir())

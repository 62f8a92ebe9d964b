"""`houseway diff`: two sets of terms compared, each change by itself and all together."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway as hw
from cli.test_pricing_commands import call
from houseway.games.terms_diff import Effect, FigureChange, Gains
from houseway.pricing.measured import Measured


def compared(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    status, out, error = call(capsys, "diff", *words, "--json")
    assert (status, error) == (0, "")
    data: dict[str, Any] = json.loads(out)
    return data


def changes(effect: dict[str, Any]) -> dict[tuple[str, str], Fraction]:
    return {(figure["wager"], figure["strategy"]): Fraction(figure["change"]) for figure in effect["figures"]}


def test_each_option_by_itself_and_all_together(capsys: pytest.CaptureFixture[str]) -> None:
    data = compared(capsys, "pyramid", "--to", "straight_flush_pays=50,w2_paytable.flush=3")
    flush, straight_flush = sorted(data["options"], key=lambda option: str(option["option"]), reverse=True)
    assert (flush["option"], flush["before"], flush["after"]) == ("w2_paytable.flush", "2", "3")
    assert (flush["label"], straight_flush["clause"]) == ("Second wager pays: Flush", "PYR-72f, PYR-A1")
    second = ("three_card", "only")
    # 292,896 of 5,013,320 hands are a flush, and 9,504 a straight flush (docs/prices.md): one unit more, and twenty.
    assert changes(flush)[second] == Fraction(292_896, 5_013_320)
    assert changes(straight_flush)[second] == Fraction(20 * 9_504, 5_013_320)
    assert changes(data["together"])[second] == changes(flush)[second] + changes(straight_flush)[second]
    assert data["together"]["gains"] == "player"
    # One chip on each of three wagers.
    assert Fraction(data["together"]["stake"]["change"]) == changes(data["together"])[second] / 3
    assert (data["profitable"]["before"], data["profitable"]["becomes_profitable"]) == (True, False)


def test_the_text_names_clauses_labels_units_and_who_gains(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "diff", "pai_gow", "--to", "commission=0")
    assert "PGP-26  Commission, percent  5       0" in out
    assert "wager, best play               -2.5126 %  -1.0497 %  +1.4629 %" in out
    assert "Who gains: the player." in out
    assert "Legal play becomes profitable. Playing the banker best" in out
    assert "All together" not in out  # one change is all of them


def test_terms_can_be_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    first.write_text(hw.game("pai_gow", commission=0).terms_text)
    second = tmp_path / "second.txt"
    second.write_text("# our room\n\ngame=pai_gow\ncommission = 5\n")
    data = compared(capsys, "pai_gow", "--from", str(first), "--to", str(second))
    assert [(option["before"], option["after"]) for option in data["options"]] == [("0", "5")]
    assert data["together"]["gains"] == "house"
    assert data["profitable"]["sentence"].startswith("Legal play is no longer profitable.")
    other = hw.game("pai_gow", commission=0).diff(hw.game("pai_gow"))
    assert other.together.gains is Gains.HOUSE
    assert other.after_hash == hw.game("pai_gow").terms_hash == data["to"]


def test_a_change_that_is_not_possible_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    data = compared(capsys, "pai_gow", "--to", "main_min=3,main_max=4")
    (refused,) = [option for option in data["options"] if option["refused"]]
    assert refused["option"] == "main_max"
    assert "a minimum of 20 above its maximum of 4" in refused["refused"]
    _, out, _ = call(capsys, "diff", "pai_gow", "--to", "main_min=3,main_max=4")
    assert "Not possible by itself: " in out
    assert "Who gains: the player." in out  # 5 % of 3 chips is rounded to 0


MISTAKES = [
    (("pick2", "--to", "b35_stak=free"), "there is no option 'b35_stak' (did you mean 'b35_stake'?)"),
    (
        ("pick2", "--to", "b35_stake"),
        "--to takes OPTION=VALUE,... such as decks=8, or a file of terms, not 'b35_stake'",
    ),
    (("pick2", "--from", "no/such/file"), "--from takes OPTION=VALUE,... such as decks=8, or a file of terms"),
    (("pick2", "--to", "ante_min=1,ante_min=2"), "--to names ante_min twice, as 1 and 2; name it once"),
    (("pick2",), "both terms of Pick 2 Poker are the same, so there is nothing to compare"),
    (("pick2", "--to", "x" * 5000), "--to takes OPTION=VALUE,..."),
]


@pytest.mark.parametrize(("words", "message"), MISTAKES)
def test_mistakes_are_one_sentence(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    status, out, error = call(capsys, "diff", *words)
    assert (status, out) == (2, "")
    assert message in error
    assert error.count("\n") == 1


def test_a_file_of_terms_for_another_game_or_with_a_bad_line_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "terms.txt"
    file.write_text(hw.game("pyramid").terms_text)
    status, _, error = call(capsys, "diff", "pick2", "--to", str(file))
    assert (status, f"{file} has terms of 'pyramid', not of 'pick2'" in error) == (2, True)
    file.write_text("ante_min=1\nante max 5\n")
    _, _, error = call(capsys, "diff", "pick2", "--to", str(file))
    assert f"{file}, line 2: a line of terms is OPTION=VALUE, not 'ante max 5'" in error
    with pytest.raises(hw.NotAllowed, match="cannot be compared"):
        hw.game("pick2").diff(hw.game("pyramid"))


# Who gains -----------------------------------------------------------------------------------------------------------


def effect(stake: Measured | None, best_stakes: Measured | None = None) -> Effect:
    figures: tuple[FigureChange, ...] = ()
    if best_stakes is not None:
        change = FigureChange(wager="hand", strategy="best_stakes", before=Measured(0.0), change=best_stakes)
        figures = (change,)
    return Effect(figures=figures, stake_before=stake, stake_change=stake)


@pytest.mark.parametrize(
    ("changed", "gains"),
    [
        (effect(Measured(Fraction(1, 100))), Gains.PLAYER),
        (effect(Measured(Fraction(-1, 100))), Gains.HOUSE),
        (effect(Measured(Fraction(0))), Gains.NOBODY),
        (effect(Measured(0.002, 0.001)), Gains.TOO_CLOSE),
        (effect(Measured(-0.004, 0.001)), Gains.HOUSE),
        (effect(Measured(Fraction(0)), Measured(Fraction(7, 10))), Gains.PLAYER),
        (effect(Measured(Fraction(-1, 100)), Measured(Fraction(7, 10))), Gains.BY_STAKES),
        (effect(None), Gains.AMONG_PLAYERS),
    ],
)
def test_who_gains(changed: Effect, gains: Gains) -> None:
    assert changed.gains is gains

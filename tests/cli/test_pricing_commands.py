"""The commands that price: what they print, their JSON, and what they refuse."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import COMMANDS, NAMES, index, main
from houseway.games import ask


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def test_price_prints_every_wager_and_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("price", "pyramid", "--bets", "main=25,three_card=5,six_card=5")
    status, out, _ = call(capsys, *words)
    assert status == 0
    assert out.startswith("Pyramid Poker, with equal chips on every compulsory wager: best play loses")
    for shown in ("first wager   best play", "as the bank, house way", "second wager", "third wager", "Together"):
        assert shown in out
    assert "24,413,033,524,880" not in out
    _, details, _ = call(capsys, *words, "-v")
    assert "24,413,033,524,880" in details
    assert "Three of a kind wins" in details
    assert not any(identifier in details for identifier in ("three_card", "auto_win", "house_way"))


def test_bets_are_priced_at_their_stake_by_best_play_as_alarm_does(capsys: pytest.CaptureFixture[str]) -> None:
    """Five per cent of 39 chips, rounded down, is one chip [PGP-A3]."""
    _, out, _ = call(capsys, "price", "pai_gow", "--bets", "main=39", "--json")
    total = json.loads(out)["total"]
    assert total["plays"] == {"main": "best"}
    _, out, _ = call(capsys, "alarm", "pai_gow", "--json")
    evs = {finding["way"]: Fraction(finding["ev"]) for finding in json.loads(out)["findings"]}
    assert Fraction(total["ev"]) == evs["best at the best wager"]
    assert Fraction(total["ev"]) / 39 > evs["best"] / 20


def test_bets_are_shown_per_chip_with_the_chips_that_are_added_later(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "price", "pick2", "--bets", "ante_play=10,bonus_3_5=10", "--json")
    data = json.loads(out)
    per_chip = Fraction(data["total"]["ev"]) / Fraction(data["total"]["wagered"])
    (best,) = data["rounds"]
    assert per_chip == Fraction(best["won_per_chip"])
    _, out, _ = call(capsys, "price", "pick2", "--bets", "ante_play=10,bonus_3_5=10")
    words = " ".join(out.split())
    assert "+0.4783 % of these chips, +0.2756 % of what is wagered with later chips" in words


def test_price_json_keeps_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "price", "pyramid", "--json", "--set", "straight_flush_pays=50")
    data = json.loads(out)
    assert data["game"] == "pyramid"
    assert set(data["wagers"]) == {"main", "three_card", "six_card"}
    assert set(data["wagers"]["main"]["strategies"]) == {"best", "house_way", "banker_house_way", "banker_best"}
    three = data["wagers"]["three_card"]
    assert (three["deals"], three["method"]) == (5_013_320, "exact")
    only = three["strategies"]["only"]
    assert sum(outcome["count"] for outcome in only["outcomes"]) == three["deals"]
    total = sum(Fraction(outcome["net"]) * outcome["count"] for outcome in only["outcomes"])
    assert Fraction(only["ev"]) == total / three["deals"] > 0
    assert set(only["outcomes"][0]) == {"name", "net", "count"}


def test_best_pyramid(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "best", "pyramid", "Js Jd 6c", "--json")
    data = json.loads(out)
    assert (data["game"], data["cards"]) == ("pyramid", "Js Jd 6c")
    first, second = data["options"]
    assert first["setting"] == {"low": "6c", "high": "Js Jd"}
    assert set(first["counts"]) == {"win", "push", "lose", "auto_win"}
    assert sum(first["counts"].values()) == sum(second["counts"].values()) == 309 * 308 * 307 // 6
    assert Fraction(first["ev"]) > Fraction(second["ev"])


def test_best_pick2(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = call(capsys, "best", "pick2", "As", "Kd", "9h", "8h", "2c")
    assert status == 0
    assert out.startswith("Best: play five")


def once(work: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its first result cached and returned for every call."""
    answers: list[Any] = []

    def answer(*words: Any, **more: Any) -> Any:
        if not answers:
            answers.append(work(*words, **more))
        return answers[0]

    return answer


def test_way_and_alarm_print_sentences(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("house_way", "alarm"):  # each is printed in two ways and computed once
        monkeypatch.setattr(ask, name, once(getattr(ask, name)))
    _, out, _ = call(capsys, "way", "pyramid", "--loss", "1/2000")
    assert "defined, never a foul and unambiguous on all 24,804 hands" in out
    assert "J J 6" in out
    _, out, _ = call(capsys, "way", "pyramid", "--loss", "1/2000", "--json")
    assert json.loads(out)["sound"] is True
    _, out, _ = call(capsys, "alarm", "pyramid")
    assert "profitable for the player" in " ".join(out.split())
    _, out, _ = call(capsys, "alarm", "pyramid", "--json")
    data = json.loads(out)
    assert data["raised"] is True
    assert all(finding["standard_error"] is None and "/" in finding["ev"] for finding in data["findings"])


def test_readings_are_listed_biggest_first(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "readings", "pick2", "--json")
    rows = json.loads(out)["readings"]
    assert rows[0]["option"] == "p35_miss"
    assert {"ledger", "option", "before", "after", "changes"} <= set(rows[0])


def test_a_certificate_is_written_and_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    status, out, _ = call(capsys, "price", "pyramid", "--certificate", str(file))
    assert (status, "houseway verify" in out) == (0, True)
    status, out, _ = call(capsys, "verify", str(file))
    assert (status, out[:4]) == (0, "TRUE")
    file.write_text(file.read_text().replace('"decks": "6"', '"decks": "7"'))
    status, out, _ = call(capsys, "verify", str(file))
    assert (status, out[:5]) == (1, "FALSE")
    file.write_text('{"houseway_certificate": 1}')
    status, out, _ = call(capsys, "verify", str(file))
    assert (status, out[:5]) == (1, "FALSE")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("price", "pyramyd"), "did you mean 'pyramid'"),
        (("price", "pyramid", "--set", "w2_paytable.flush=-3"), "w2_paytable.flush cannot be '-3'"),
        (("price", "pyramid", "--set", "w2_paytable.flash=3"), "did you mean 'flush'"),
        (("price", "pyramid", "--set", "decks=0"), "whole number from 1 to 100"),
        (("price", "pyramid", "--bets", "main"), "--bets takes WAGER=CHIPS"),
        (("price", "pyramid", "--bets", "mane=5"), "did you mean 'main'"),
        (("price", "pyramid", "--certificate", "/no/such/folder/file"), "there is no folder"),
        (("best", "pyramid", "Js", "Jd"), "three cards, not 2"),
        (("best", "pyramid", "Js", "Jd", "1c"), "'1c' is not a card"),
        (("best", "pick2", "As As Kd Qh 2c"), "does not hold As"),
        (("way", "pyramid", "--loss", "x"), "--loss takes a fraction"),
        (("way", "pyramid", "--loss", "-1"), "--loss cannot be below 0"),
        (("way", "chinese"), "no audit of its house way"),
        (("way", "pyramid", "--sentences", "0"), "1 to 12 sentences, not 0"),
        (("way", "pyramid", "--way", "no/such/file"), "no/such/file cannot be read"),
        (("verify", "/no/such/file"), "cannot be read"),
        (("prices",), "did you mean 'price'"),
        (("price",), "Missing argument"),
    ],
)
def test_mistakes_are_one_sentence(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    status, out, err = call(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_the_index_has_the_first_sentence_of_every_command() -> None:
    from importlib import import_module

    for group in COMMANDS.values():
        for name, sentence in group.items():
            function = getattr(import_module(f"houseway.cli.{name}"), name)
            assert (function.__doc__ or "").strip().splitlines()[0] == sentence
            assert f"Example: houseway {name}" in (function.__doc__ or "")
            assert sentence in " ".join(index().split())
    assert len(NAMES) == len(set(NAMES))


def test_way_searches_and_prices_house_ways_in_sentences(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = call(capsys, "way", "pyramid", "--sentences", "2", "--json")
    data = json.loads(out)
    assert data["role"].startswith("the House as the bank")
    first, second = data["frontier"]
    assert Fraction(first["cost"]) > Fraction(second["cost"]) == Fraction(second["bound"])
    assert (second["at_most"], second["proven"], second["standard_error"]) == (2, True, 0.0)
    file = tmp_path / "house_way.txt"
    file.write_text("# ours\n" + "\n".join(second["sentences"]).upper())
    _, out, _ = call(capsys, "way", "pyramid", "--way", str(file), "--json")
    assert json.loads(out)["house_way"]["cost"] == second["cost"]
    status, out, _ = call(capsys, "way", "pyramid", "--way", str(file), "--sentences", "1")
    assert status == 0
    assert "Your house way of 2 sentences: cost 0.0232 %" in out
    assert "0.8244 %" in out
    file.write_text("Split every pair\nKeep every pair in the high hand\n")
    status, _, err = call(capsys, "way", "pyramid", "--way", str(file))
    assert (status, "line 2 disagrees with line 1" in err) == (2, True)


def test_way_lists_its_vocabulary(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "way", "pyramid", "--vocabulary")
    assert "Split every pair." in out
    assert "Set the strongest high hand." in out
    _, out, _ = call(capsys, "way", "pyramid", "--vocabulary", "--json")
    data = json.loads(out)
    assert "Split every pair." in data["vocabulary"]
    assert len(data["last_sentences"]) == 2

"""Certificates: a true one verifies, and every way of falsifying it is found."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway as hw
from houseway.audit import certificate_verifier
from houseway.audit.certificate import certify
from houseway.audit.certificate_verifier import Fault, verify
from houseway.games.ask import price
from houseway.rules.errors import NotAllowed

GAME = hw.game("pyramid", decks=2).rules


def untold(done: int, total: int) -> None:
    return None


@pytest.fixture(scope="module")
def certificate() -> str:
    return certify(GAME, price(GAME), untold, rounds=400)


def resealed(data: dict[str, Any]) -> str:
    """The certificate with its digest recomputed, as a forger can do."""
    body = {key: value for key, value in data.items() if key != "digest"}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return json.dumps({**body, "digest": hashlib.sha256(canonical.encode()).hexdigest()})


def test_a_true_certificate_verifies(certificate: str) -> None:
    checked = verify(certificate)
    assert sum("deals in" in line for line in checked) == sum("rounds played" in line for line in checked) == 6


def test_the_verifier_is_small_and_stands_alone(certificate: str, tmp_path: Path) -> None:
    source = Path(certificate_verifier.__file__).read_text()
    assert source.count("\n") < 200
    assert "from ." not in source
    assert "import houseway" not in source
    alone = tmp_path / "alone.py"
    file = tmp_path / "certificate.json"
    alone.write_text(source)
    file.write_text(certificate)
    done = subprocess.run([sys.executable, "-I", alone, file], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout.splitlines()[-1][:4]) == (0, "TRUE")
    file.write_text(certificate.replace('"count": 1', '"count": 2', 1))
    done = subprocess.run([sys.executable, "-I", alone, file], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout[:5]) == (1, "FALSE")


def test_any_change_breaks_the_digest(certificate: str) -> None:
    with pytest.raises(Fault, match="was altered"):
        verify(certificate.replace("seven_or_lower", "seven_or_higher", 1))


def change(data: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split("/")
    for part in way:
        data = data[int(part)] if isinstance(data, list) else data[part]
    data[int(last) if isinstance(data, list) else last] = value


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("terms/decks", "3", "the terms hash to"),
        ("wagers/main/strategies/best/outcomes/0/count", 1, "counts sum to"),
        ("wagers/main/strategies/best/outcomes/0/count", 1.5, "not a whole number"),
        ("wagers/main/deals", 7, "deals are 7"),
        ("wagers/main/deals_are", [[52, 3]], "the binomials make"),
        ("wagers/three_card/strategies/only/ev", "0/1", "the counts give"),
        ("wagers/three_card/strategies/only/variance", "1/1", "the counts give"),
        ("second_methods/0/total", "400/1", "too far from"),
        ("second_methods", [], "no second method"),
    ],
)
def test_a_forger_who_reseals_is_found(certificate: str, path: str, value: Any, fault: str) -> None:
    data = json.loads(certificate)
    change(data, path, value)
    with pytest.raises(Fault, match=fault):
        verify(resealed(data))


def test_another_count_must_agree_to_the_last_deal(certificate: str) -> None:
    data = json.loads(certificate)
    outcomes = data["wagers"]["three_card"]["strategies"]["only"]["outcomes"]
    other = {"wager": "three_card", "strategy": "only", "method": "another count"}
    data["second_methods"].append({**other, "outcomes": outcomes})
    assert "three_card/only: another count counts the same deals" in verify(resealed(data))
    wrong = [{**outcome, "count": outcome["count"] + (place == 0)} for place, outcome in enumerate(outcomes)]
    data["second_methods"][-1]["outcomes"] = wrong
    with pytest.raises(Fault, match="one method counts"):
        verify(resealed(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"houseway_certificate": 2}', "null"])
def test_a_file_that_is_not_a_certificate_is_refused(text: str) -> None:
    with pytest.raises(Fault, match=r"JSON|no price certificate"):
        verify(text)


def test_games_without_exact_prices_have_no_certificate() -> None:
    game = hw.game("showdown").rules
    with pytest.raises(NotAllowed, match="no second method for its price"):
        certify(game, price(GAME), untold)


def test_a_bank_that_sees_the_house_hand_is_not_certified() -> None:
    game = GAME.with_options({"banker_sets": "after_house_exposed"})
    with pytest.raises(NotAllowed, match="banker_sets"):
        certify(game, price(GAME), untold)


@pytest.mark.slow
def test_pick2_is_certified_by_rounds_through_the_rules() -> None:
    game = hw.game("pick2").rules
    assert any("ante_play/best: 500 rounds" in line for line in verify(certify(game, price(game), untold, rounds=500)))


@pytest.mark.slow
def test_an_estimate_is_certified_with_its_error() -> None:
    game = hw.game("casino").rules
    certificate = json.loads(certify(game, price(game, rounds=22_000), untold, rounds=60))
    assert any("ante/house_way: 60 rounds" in line for line in verify(json.dumps(certificate)))
    certificate["second_methods"][0]["total"] = "300/1"
    with pytest.raises(Fault, match="too far from"):
        verify(resealed(certificate))

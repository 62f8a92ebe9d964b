"""A recorded round of every game must replay, and must be dealt again exactly from its seed under its own terms."""

import json
from pathlib import Path

import pytest

import houseway as hw
from houseway.records.round_text import read_round, write_round

FOLDER = Path(__file__).parent
SEED = "golden"
SEATS = {"chinese": 4}


def record_from_seed(key: str, terms: dict[str, str]) -> str:
    return hw.game(key, **terms).deal(seed=SEED, seats=SEATS.get(key, 3)).play_out().record()


@pytest.mark.parametrize("key", hw.games())
def test_every_game_has_a_golden_round_that_replays(key: str) -> None:
    text = (FOLDER / f"{key}.json").read_text()
    assert write_round(read_round(text)[-1]) == text


@pytest.mark.parametrize("key", hw.games())
def test_the_seed_deals_the_golden_round_again(key: str) -> None:
    text = (FOLDER / f"{key}.json").read_text()
    assert record_from_seed(key, json.loads(text)["terms"]) == text, (
        f"the golden round of {key} changed; if this is intended, write record_from_seed({key!r}, {{}}) to {key}.json"
    )

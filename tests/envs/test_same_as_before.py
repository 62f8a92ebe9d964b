"""What agents see, may do and win is what it was when the recorded episodes were played."""

from __future__ import annotations

import json

import pytest

from envs.recorded_episodes import RECORDING, RecordedEpisode, cases, name_of, play_episode
from houseway.envs.setup import SettingBy

EVERYTHING: dict[str, RecordedEpisode] = json.loads(RECORDING.read_text(encoding="utf-8"))
WIDER = {("chinese", "place"), ("showdown", "place")}
"""Where not every legal setting is known, so that more placements may come to be offered."""


@pytest.mark.parametrize(("key", "mode", "seed"), cases())
def test_a_recorded_episode_is_played_again(key: str, mode: SettingBy, seed: int) -> None:
    before = EVERYTHING[name_of(key, mode, seed)]
    now = play_episode(key, mode, seed, before["actions"])
    assert (now["seen"], now["won"]) == (before["seen"], before["won"])
    assert [len(mask) for mask in now["masks"]] == [len(mask) for mask in before["masks"]]
    assert (key, mode) in WIDER or now["masks"] == before["masks"]
    assert lost(before, now) == []


def lost(before: RecordedEpisode, now: RecordedEpisode) -> list[tuple[int, int]]:
    """The actions that were offered before and are not offered now, by the question."""
    both = enumerate(zip(before["masks"], now["masks"], strict=True))
    return [
        (question, action)
        for question, masks in both
        for action, offered in enumerate(zip(*masks, strict=True))
        if offered == ("1", "0")
    ]

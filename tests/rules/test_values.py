"""Our `replace` gives what the standard library's gives, and nothing that was reckoned from the old fields."""

import dataclasses

import pytest

from houseway.games import GAMES
from houseway.rules.game import Opening
from houseway.rules.moves import Posted
from houseway.rules.playing import play, start
from houseway.rules.round import Round, Seat
from houseway.rules.values import cached_property, replace


def opened() -> Round:
    return start(GAMES["pyramid"], Opening(players=("Ann", "Ben")))


def test_it_gives_what_the_standard_library_gives() -> None:
    round_ = opened()
    for changes in ({}, {"steps_done": 1}, {"dealer": (), "moves": (Posted(1, {"main": 10}),)}):
        assert replace(round_, **changes) == dataclasses.replace(round_, **changes)
    assert replace(round_.seats[0], player="Cleo") == Seat(number=1, player="Cleo")


def test_what_was_reckoned_from_the_old_fields_is_reckoned_anew() -> None:
    round_ = opened()
    assert round_.step is round_.steps[0]
    assert replace(round_, steps_done=1).step is round_.steps[1]
    assert replace(round_, steps_done=len(round_.steps)).over
    wagered = play(round_, Posted(1, {"main": 10, "three_card": 5, "six_card": 5}))
    assert (round_.version, wagered.version) == (0, 1), "the old one stays as it is"


def test_what_is_reckoned_once_still_says_what_it_is() -> None:
    assert "None when the round is over" in (Round.step.__doc__ or "")
    assert isinstance(vars(Round)["step"], cached_property)


def test_a_field_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Seat has no field 'hand'"):
        replace(opened().seats[0], hand=())  # type: ignore[call-arg]


def test_no_value_that_it_is_used_on_has_work_to_do_when_it_is_made() -> None:
    from houseway.rules import moves, table, view
    from houseway.rules import round as rounds
    from houseway.server.tables import desk

    for module in (moves, rounds, table, view, desk):
        for kind in vars(module).values():
            if isinstance(kind, type) and dataclasses.is_dataclass(kind):
                assert not hasattr(kind, "__post_init__"), f"{kind.__name__} must be made by its constructor"
                assert "__slots__" not in vars(kind), f"{kind.__name__} keeps its fields where replace cannot see them"

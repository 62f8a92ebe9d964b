"""Our `replace` gives the same as the standard library's and copies no cached property."""

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


def test_replace_gives_the_same_as_the_standard_library() -> None:
    round_ = opened()
    for changes in ({}, {"steps_done": 1}, {"dealer": (), "moves": (Posted(1, {"main": 10}),)}):
        assert replace(round_, **changes) == dataclasses.replace(round_, **changes)
    assert replace(round_.seats[0], player="Cleo") == Seat(number=1, player="Cleo")


def test_cached_properties_are_computed_again_for_a_copy() -> None:
    round_ = opened()
    assert round_.step is round_.steps[0]
    assert replace(round_, steps_done=1).step is round_.steps[1]
    assert replace(round_, steps_done=len(round_.steps)).over
    wagered = play(round_, Posted(1, {"main": 10, "three_card": 5, "six_card": 5}))
    assert (round_.version, wagered.version) == (0, 1), "the old one stays as it is"


def test_a_cached_property_keeps_its_docstring() -> None:
    assert "None when the round is over" in (Round.step.__doc__ or "")
    assert isinstance(vars(Round)["step"], cached_property)


def test_an_unknown_field_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Seat has no field 'hand'"):
        replace(opened().seats[0], hand=())  # type: ignore[call-arg]


def test_no_replaced_class_has_post_init_or_slots() -> None:
    from houseway.rules import moves, table, view
    from houseway.rules import round as rounds
    from houseway.server.tables import desk

    for module in (moves, rounds, table, view, desk):
        for kind in vars(module).values():
            if isinstance(kind, type) and dataclasses.is_dataclass(kind):
                assert not hasattr(kind, "__post_init__"), f"{kind.__name__} must be made by its constructor"
                assert "__slots__" not in vars(kind), f"{kind.__name__} keeps its fields where replace cannot see them"

"""Messages fit on a line, and say what may have been meant."""

import pytest

from houseway.rules.errors import Broken, HousewayError, NotAllowed, NotOffered, Unreadable, nearest, shown


@pytest.mark.parametrize("kind", [Unreadable, NotAllowed, Broken])
def test_everything_raised_on_purpose_can_be_caught_at_once(kind: type[HousewayError]) -> None:
    with pytest.raises(HousewayError, match="a sentence"):
        raise kind("a sentence")


def test_the_three_faults_are_told_apart() -> None:
    assert not issubclass(Unreadable, NotAllowed)
    assert not issubclass(NotAllowed, Unreadable)
    assert not issubclass(Broken, NotAllowed | Unreadable)


def test_nearest_names_one_candidate() -> None:
    assert nearest("pyramit", ["pick2", "pyramid"]) == " (did you mean 'pyramid'?)"


def test_nearest_is_silent_when_nothing_is_near() -> None:
    assert nearest("zzz", ["pick2", "pyramid"]) == ""


def test_a_value_is_shown_as_python_writes_it() -> None:
    assert shown("5") == "'5'"
    assert shown(5) == "5"


def test_a_long_value_is_cut_to_sixty() -> None:
    assert shown("x" * 58) == "'" + "x" * 58 + "'"
    assert len(shown("x" * 59)) == 60
    assert shown("x" * 59).endswith("...")


def test_a_question_that_is_not_offered_says_what_can_be_asked_instead() -> None:
    refusal = NotOffered("Pick 2 has no tables to solve", "houseway best pick2 counts every hand")
    assert str(refusal) == "Pick 2 has no tables to solve; houseway best pick2 counts every hand"
    assert (refusal.reason, refusal.instead) == (
        "Pick 2 has no tables to solve",
        "houseway best pick2 counts every hand",
    )
    assert str(NotOffered("Pick 2 has no chart")) == "Pick 2 has no chart"
    assert isinstance(refusal, NotAllowed)

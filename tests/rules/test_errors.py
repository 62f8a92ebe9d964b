"""Errors and the words of their messages."""

import pytest

from houseway.rules.errors import Broken, HousewayError, NotAllowed, NotOffered, Unreadable, nearest, plural, shown


@pytest.mark.parametrize("kind", [Unreadable, NotAllowed, Broken])
def test_everything_raised_on_purpose_can_be_caught_at_once(kind: type[HousewayError]) -> None:
    with pytest.raises(HousewayError, match="a sentence"):
        raise kind("a sentence")


def test_the_three_kinds_of_error_are_different() -> None:
    assert not issubclass(Unreadable, NotAllowed)
    assert not issubclass(NotAllowed, Unreadable)
    assert not issubclass(Broken, NotAllowed | Unreadable)


def test_nearest_names_one_candidate() -> None:
    assert nearest("pyramit", ["pick2", "pyramid"]) == " (did you mean 'pyramid'?)"


def test_nearest_gives_no_hint_when_nothing_is_similar() -> None:
    assert nearest("zzz", ["pick2", "pyramid"]) == ""


def test_a_value_is_shown_as_python_writes_it() -> None:
    assert shown("5") == "'5'"
    assert shown(5) == "5"


def test_a_long_value_is_cut_to_sixty_characters() -> None:
    assert shown("x" * 58) == "'" + "x" * 58 + "'"
    assert len(shown("x" * 59)) == 60
    assert shown("x" * 59).endswith("...")


def test_not_offered_names_what_is_available_instead() -> None:
    refusal = NotOffered("Pick 2 has no tables to solve", "houseway best pick2 counts every hand")
    assert str(refusal) == "Pick 2 has no tables to solve; houseway best pick2 counts every hand"
    assert (refusal.reason, refusal.instead) == (
        "Pick 2 has no tables to solve",
        "houseway best pick2 counts every hand",
    )
    assert str(NotOffered("Pick 2 has no chart")) == "Pick 2 has no chart"
    assert isinstance(refusal, NotAllowed)


@pytest.mark.parametrize(("count", "text"), [(0, "0 seats"), (1, "1 seat"), (2, "2 seats"), (1200, "1,200 seats")])
def test_a_noun_takes_the_plural_unless_the_count_is_one(count: int, text: str) -> None:
    assert plural(count, "seat") == text

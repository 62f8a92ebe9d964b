"""docs/stability.md lists every public name of the Python API, each once, and no other."""

import re
from importlib import import_module
from inspect import get_annotations, isclass, signature
from pathlib import Path

import pytest

import houseway as hw
from houseway import answer_types

PAGE = (Path(__file__).parents[1] / "docs" / "stability.md").read_text()
STABLE, EXPERIMENTAL = PAGE.split("\n## Experimental\n")


def listed(part: str) -> list[str]:
    """The names in the first column of the tables."""
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]


def public(owner: type) -> set[str]:
    """The public attributes of a class of the API."""
    own = {name for name in vars(owner) if not name.startswith("_")}
    return {f"{owner.__name__}.{name}" for name in own | set(get_annotations(owner))}


def names_of_answers() -> set[str]:
    return {
        f"answer_types.{name}"
        for name, value in vars(answer_types).items()
        if isclass(value) and issubclass(value, answer_types.Answer) and name.endswith("Answer") and name != "Answer"
    }


def test_every_public_name_is_listed_once() -> None:
    names = listed(PAGE)
    assert len(names) == len(set(names))
    expected = {f"hw.{name}" for name in hw.__all__} | {"hw.answer_types", "hw.export"}
    expected |= public(hw.Variant) | public(hw.RoundInPlay) | {"RoundInPlay.round"} | names_of_answers()
    modules = {name for name in names if name.startswith("houseway.")}
    assert set(names) - modules == expected


@pytest.mark.parametrize("name", [name for name in listed(PAGE) if name.startswith("houseway.")])
def test_every_module_that_is_listed_exists(name: str) -> None:
    assert import_module(name)


def test_every_name_of_the_api_is_documented_with_an_example() -> None:
    """Classes, functions and questions have an example; a property, a move or an error may do with a sentence."""
    for name in listed(PAGE):
        owner, _, attribute = name.partition(".")
        if owner == "Variant":
            value = vars(hw.Variant).get(attribute)
            if value is None:
                continue  # the field `rules`
            assert value.__doc__, name
            assert isinstance(value, property) or ">>>" in value.__doc__, name
        elif owner == "RoundInPlay" and attribute != "round":
            assert vars(hw.RoundInPlay)[attribute].__doc__, name
        elif owner == "hw" and attribute in {"game", "games", "replay", "verify", "check", "Variant", "RoundInPlay"}:
            assert ">>>" in getattr(hw, attribute).__doc__, name
        elif owner in {"hw", "answer_types"}:
            assert getattr(hw if owner == "hw" else answer_types, attribute).__doc__, name


def test_every_answer_is_what_a_question_returns() -> None:
    functions = [value for value in vars(hw.Variant).values() if callable(value)] + [hw.replay, hw.verify, hw.check]
    returned = {name for function in functions for name in re.findall(r"\w+Answer", str(signature(function)))}
    assert {f"answer_types.{name}" for name in returned} == names_of_answers()

"""Checks of the settings of an estimate or a simulation."""

from __future__ import annotations

from typing import TypeVar

from ..rules.errors import Unreadable, shown

T = TypeVar("T")


def or_default(value: T | None, default: T) -> T:
    """The value of a setting, or its default where None was given."""
    return default if value is None else value


def checked_integer(name: str, value: object, low: int, high: int) -> int:
    """The value, if it is a whole number within these bounds; refused otherwise."""
    if type(value) is not int or not low <= value <= high:
        raise Unreadable(f"{name} is a whole number from {low} to {high}, not {shown(value)}")
    return value

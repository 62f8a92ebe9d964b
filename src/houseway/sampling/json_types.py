"""The types of JSON data. The rules have no floats, so this is in the lowest package above them that results share."""

from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""Anything that can be written as JSON."""
JsonObject = Mapping[str, Json]

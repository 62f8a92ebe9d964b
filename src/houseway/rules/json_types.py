"""The types of JSON data that crosses packages."""

from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""Anything that can be written as JSON."""
JsonObject = Mapping[str, Json]

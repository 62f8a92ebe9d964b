"""
Terms: the options of a game, which are the choices of the house and the readings of unclear sentences.

A game's terms are one frozen dataclass. The type of a field defines what it accepts: a `Literal` lists the readings
under their names in the rulebook, `Between` bounds a number, a `PayTable` is a table whose lines are options of
their own (`w2_paytable.flush`). This module reads options from text, writes their canonical text and hashes it.

An option that is added to a game later is declared with `added_later`, so that older records keep their hash.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import lru_cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from .errors import NotAllowed, Unreadable, nearest, shown
from .paytable import PayTable

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Value = int | str | bool | None


@dataclass(frozen=True)
class Between:
    """Bounds of a whole number, both included."""

    low: int
    high: int


PAYS = Between(0, 10**6)
Chips = Annotated[int, Between(0, 10**9)]
Limit = Annotated[int, Between(1, 10**9)]
Pays = Annotated[int, PAYS]
Decks = Annotated[int, Between(1, 100)]

ADDED_LATER = "added later"
"""The mark of an option that older records do not have, with the value that it has in them."""

YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
NULL = ("null", "none", "")
LONGEST_NUMBER = 12
"""The most characters of a number that are read; every bound is shorter."""


def added_later(default: T, *, in_older_records: T | None = None) -> T:
    """
    The default of an option that older records do not have.

    `in_older_records` is the value that leaves their meaning as it was, if that is not the default. This value is not
    written into the canonical text, so the hash of older terms stays the same.
    """
    older = default if in_older_records is None else in_older_records
    declared: T = field(default=default, metadata={ADDED_LATER: older})
    return declared


def _types(terms: object) -> dict[str, Any]:
    kind: type = type(terms)
    return _types_of(kind)


@lru_cache
def _types_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _option_fields(terms: object) -> tuple[Field[Any], ...]:
    """The fields of terms, which are a dataclass in every game."""
    return fields(cast("DataclassInstance", terms))


def options(terms: object) -> dict[str, Value]:
    """Every option and its value; lines of pay tables have dotted names."""
    values: dict[str, Value] = {}
    for option in _option_fields(terms):
        value = getattr(terms, option.name)
        if isinstance(value, PayTable):
            values.update({f"{option.name}.{line}": pays for line, pays in value.items()})
        else:
            values[option.name] = value
    return values


def pay_tables_of(terms: object) -> dict[str, PayTable]:
    """The pay tables among the terms, by the name of their option."""
    values = {option.name: getattr(terms, option.name) for option in _option_fields(terms)}
    return {name: value for name, value in values.items() if isinstance(value, PayTable)}


def with_options(terms: T, chosen: Mapping[str, object]) -> T:
    """
    The terms with these options changed; a value may also be given as text.

    Terms written out in full are those of a record: an option that they lack has its value in older records.
    """
    if _is_complete(terms, chosen):
        chosen = {**_values_in_older_records(terms), **chosen}
    for name, value in chosen.items():
        terms = _with_option(terms, name, value)
    return terms


def _values_in_older_records(terms: object) -> dict[str, Value]:
    """By option that was added later: its value in records that do not have it."""
    added = (option for option in _option_fields(terms) if ADDED_LATER in option.metadata)
    return {option.name: option.metadata[ADDED_LATER] for option in added}


def _is_complete(terms: object, chosen: Mapping[str, object]) -> bool:
    """Whether every option is named that every record has."""
    added = _values_in_older_records(terms)
    return bool(added) and all(name in chosen for name in options(terms) if name not in added)


def _with_option(terms: T, name: str, value: object) -> T:
    table, dot, line = name.partition(".")
    current = getattr(terms, table, None) if table in _types(terms) else None
    if isinstance(current, PayTable):
        lines = _lines(current, table, {line: value} if dot else value)
        return replace(terms, **{table: _with_lines(current, name, lines)})  # type: ignore[type-var]
    if name not in _types(terms):
        hint = nearest(name, options(terms))
        raise Unreadable(f"there is no option {name!r}{hint}; houseway rules GAME --options lists them")
    return replace(terms, **{name: read_value(name, _types(terms)[name], value)})  # type: ignore[type-var]


def _lines(table: PayTable, name: str, given: object) -> Mapping[str, object]:
    """The new pay of each line that is named; a single number applies to every line."""
    if not isinstance(given, Mapping):
        return dict.fromkeys(table, given)
    lines = {str(line): pays for line, pays in given.items()}
    for line in lines:
        if line not in table:
            raise Unreadable(f"{name} has no line {line!r}{nearest(line, table)}; its lines are {', '.join(table)}")
    return lines


def _with_lines(table: PayTable, name: str, lines: Mapping[str, object]) -> PayTable:
    for line, pays in lines.items():
        table = table.with_line(line, _whole_number(name, PAYS, pays))
    return table


def read_value(name: str, wanted: object, value: object) -> Value:
    """The value of an option, read from text or from a value; the error names what the option accepts."""
    if get_origin(wanted) is Literal:
        return _choice(name, get_args(wanted), value)
    if wanted is bool:
        return _yes_or_no(name, value)
    if _is_optional(wanted):
        if value is None or str(value).lower() in NULL:
            return None
        return read_value(name, _without_none(wanted), value)
    return _whole_number(name, _bounds(wanted), value)


def _is_optional(wanted: object) -> bool:
    return get_origin(wanted) in (Union, UnionType)


def _without_none(wanted: object) -> Any:
    """The type that an optional option has when it is set."""
    return next(part for part in get_args(wanted) if part is not NoneType)


def _bounds(wanted: object) -> Between:
    return next(part for part in get_args(wanted) if isinstance(part, Between))


def _choice(name: str, choices: tuple[str, ...], value: object) -> str:
    spelled = {choice.lower(): choice for choice in choices}
    if isinstance(value, bool):  # YAML reads an unquoted `no` or `off` as false
        value = next((word for word, meant in YES_OR_NO.items() if meant is value and word in spelled), value)
    word = "none" if value is None else str(value).lower()
    if word not in spelled:
        raise Unreadable(f"{name} cannot be {shown(value)}{nearest(word, choices)}; it is one of {', '.join(choices)}")
    return spelled[word]


def _yes_or_no(name: str, value: object) -> bool:
    word = str(value).lower()
    if word not in YES_OR_NO:
        raise Unreadable(f"{name} cannot be {shown(value)}; it is true or false")
    return YES_OR_NO[word]


def _whole_number(name: str, bounds: Between, value: object) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()):
        raise Unreadable(f"{name} cannot be {shown(value)}; it is a whole number from {bounds.low} to {bounds.high}")
    if len(text) > LONGEST_NUMBER or not bounds.low <= int(text) <= bounds.high:
        raise NotAllowed(f"{name} cannot be {shown(value)}; it is a whole number from {bounds.low} to {bounds.high}")
    return int(text)


def accepted_values(terms: object, name: str) -> str:
    """The values that an option accepts, as text."""
    if "." in name:
        return f"a whole number from {PAYS.low} to {PAYS.high}"
    wanted = _types(terms)[name]
    if get_origin(wanted) is Literal:
        return " | ".join(get_args(wanted))
    if wanted is bool:
        return "true | false"
    if _is_optional(wanted):
        bounds = _bounds(_without_none(wanted))
        return f"{bounds.low} to {bounds.high} | null"
    bounds = _bounds(wanted)
    return f"{bounds.low} to {bounds.high}"


def write_value(value: Value) -> str:
    """A value as canonical text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def write_options(terms: object) -> dict[str, str]:
    """Every option as canonical text, in order of its name; without those added later that are as in older records."""
    older = _values_in_older_records(terms)
    unwritten = {name for name, value in older.items() if getattr(terms, name) == value}
    return {name: write_value(value) for name, value in sorted(options(terms).items()) if name not in unwritten}


def canonical_text(key: str, terms: object) -> str:
    """The canonical text of these terms: the game, then its options in order of their names."""
    lines = [f"{name}={value}" for name, value in write_options(terms).items()]
    return "\n".join([f"game={key}", *lines]) + "\n"


def terms_hash(key: str, terms: object) -> str:
    """The hash of the canonical text, which identifies these terms in every record and every price."""
    return hashlib.sha256(canonical_text(key, terms).encode()).hexdigest()


def changed_options(default: object, terms: object) -> dict[str, tuple[Value, Value]]:
    """The options that differ from the default, each with its default and its value."""
    before = options(default)
    after = options(terms)
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}

"""SQL statements that run many times: compiled once, with lists as single parameters, in both dialects."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from ...rules.errors import Broken

Statement = sa.Select[Any] | sa.UpdateBase


def is_sqlite(connection: sa.Connection) -> bool:
    return connection.dialect.name == "sqlite"


@lru_cache
def _compiled_for_sqlite(statement: Statement) -> tuple[str, list[tuple[str, Any]]]:
    """The SQL of a statement, and its parameters in order: names, with the values of constants."""
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
    return str(compiled), [(name, compiled.params[name]) for name in compiled.positiontup or ()]


def compiled_for_sqlite(statement: Statement, parameters: Mapping[str, object]) -> tuple[str, list[Any]]:
    """The SQL of a statement, compiled once, and the values of its parameters in order."""
    sql, names = _compiled_for_sqlite(statement)
    return sql, [parameters.get(name, constant) for name, constant in names]


def execute_on_sqlite(connection: sa.Connection, sql: str, *values: Any) -> sqlite3.Cursor:
    """
    Execute SQL on SQLite's own connection, within the transaction of this one.

    Every action takes a handful of statements, and SQLAlchemy takes several times as long as SQLite itself.
    """
    driver_connection = connection.connection.driver_connection
    if not isinstance(driver_connection, sqlite3.Connection):
        raise Broken(f"a statement for SQLite was given to {connection.dialect.name}")
    if not connection.in_transaction():
        raise Broken("a statement on SQLite's own connection needs a transaction that has begun")
    try:
        return driver_connection.execute(sql, values)
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True) from error


def fetch_rows(connection: sa.Connection, statement: Statement, parameters: Mapping[str, Any]) -> list[Any]:
    """
    The rows of a statement that is built once and executed often.

    Only for columns that need no conversion: SQLite returns a truth value as 0 or 1.
    """
    if not is_sqlite(connection):
        return list(connection.execute(statement, parameters))
    sql, values = compiled_for_sqlite(statement, parameters)
    return execute_on_sqlite(connection, sql, *values).fetchall()


def json_text(value: object) -> str:
    """A value as SQLite's JSON functions read it."""
    try:
        return msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, OverflowError):  # half of a surrogate pair, or an integer of more than 64 bits
        return json.dumps(value)


def in_list(column: sa.ColumnElement[Any], dialect: str) -> sa.ColumnElement[bool]:
    """The condition that a column is one of the values in `list_parameter`: one statement for any number of them."""
    if dialect == "sqlite":
        elements = sa.func.json_each(sa.bindparam("names", type_=sa.Text)).table_valued("value")
        return column.in_(sa.select(elements.c.value))
    return column == sa.any_(sa.bindparam("names", type_=sa.ARRAY(sa.Text)))


def list_parameter(dialect: str, names: list[str]) -> dict[str, Any]:
    """The parameter of a statement with an `in_list` condition."""
    return {"names": json_text(names) if dialect == "sqlite" else names}


def pair_columns(dialect: str) -> tuple[sa.ColumnElement[str], sa.ColumnElement[str]]:
    """The two columns of the table of pairs in `pair_parameters`, to join with."""
    if dialect == "sqlite":
        elements = sa.func.json_each(sa.bindparam("pairs", type_=sa.Text))
        pair = elements.table_valued("value", name="pairs").c.value
        return sa.func.json_extract(pair, "$[0]"), sa.func.json_extract(pair, "$[1]")
    firsts = sa.bindparam("firsts", type_=sa.ARRAY(sa.Text))
    seconds = sa.bindparam("seconds", type_=sa.ARRAY(sa.Text))
    table = sa.func.unnest(firsts, seconds).table_valued("one", "two", name="pairs")
    return table.render_derived().c.one, table.render_derived().c.two


def pair_parameters(dialect: str, pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a statement that joins with `pair_columns`."""
    if dialect == "sqlite":
        return {"pairs": json.dumps(pairs)}
    return {"firsts": [first for first, _ in pairs], "seconds": [second for _, second in pairs]}

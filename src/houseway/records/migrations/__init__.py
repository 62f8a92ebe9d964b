"""Migrations of the room's tables between versions, forward and back."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Upgrade the tables to a version, inside the caller's transaction."""
    script = _script()
    _run(connection, script, lambda now, _: script._upgrade_revs(to, now))


def downgrade(connection: sa.Connection, to: str) -> None:
    """Downgrade the tables to an earlier version; `base` drops them."""
    script = _script()
    _run(connection, script, lambda now, _: script._downgrade_revs(to, now))


def version(connection: sa.Connection) -> str | None:
    """The version of the tables in this database; None if Houseway has made no tables in it."""
    return MigrationContext.configure(connection).get_current_revision()


def known_versions() -> frozenset[str]:
    """All versions that this program can migrate from."""
    return frozenset(script.revision for script in _script().walk_revisions())


def newest() -> str:
    """The newest version that this program knows."""
    return _script().get_current_head() or ""


def _script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def _run(connection: sa.Connection, script: ScriptDirectory, steps: Any) -> None:
    with EnvironmentContext(Config(), script, fn=steps) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()

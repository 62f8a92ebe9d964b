"""
Triggers by which the database itself refuses to change or delete events and ledger rows, and keeps the balances.

Part of version 0001: a later version that changes a guard brings its own text.
"""

import sqlalchemy as sa

APPEND_ONLY = ("events", "transfers", "receipts")
SQLITE = [
    *(
        f"CREATE TRIGGER {table}_no_{what} BEFORE {what.upper()} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for table in APPEND_ONLY
        for what in ("update", "delete")
    ),
    "CREATE TRIGGER streams_no_delete BEFORE DELETE ON streams "
    "BEGIN SELECT RAISE(ABORT, 'streams are kept for ever'); END",
    "CREATE TRIGGER streams_forward BEFORE UPDATE ON streams WHEN NEW.head < OLD.head OR NEW.fence < OLD.fence "
    "BEGIN SELECT RAISE(ABORT, 'a stream only moves forward'); END",
    "CREATE TRIGGER balances_no_delete BEFORE DELETE ON balances "
    "BEGIN SELECT RAISE(ABORT, 'balances are kept for ever'); END",
    """
    CREATE TRIGGER transfers_move_chips AFTER INSERT ON transfers BEGIN
        INSERT INTO balances (account, chips, may_be_negative)
            VALUES (NEW.payer, 0, NEW.payer IN ('house', 'issue')) ON CONFLICT (account) DO NOTHING;
        INSERT INTO balances (account, chips, may_be_negative)
            VALUES (NEW.payee, 0, NEW.payee IN ('house', 'issue')) ON CONFLICT (account) DO NOTHING;
        UPDATE balances SET chips = chips - NEW.chips WHERE account = NEW.payer;
        UPDATE balances SET chips = chips + NEW.chips WHERE account = NEW.payee;
    END
    """,
]
POSTGRESQL = [
    """
    CREATE FUNCTION houseway_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    *(
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION houseway_refuse()"
        for table in APPEND_ONLY
    ),
    *(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION houseway_refuse()"
        for table in (*APPEND_ONLY, "streams", "balances")
    ),
    "CREATE TRIGGER streams_no_delete BEFORE DELETE ON streams FOR EACH ROW EXECUTE FUNCTION houseway_refuse()",
    "CREATE TRIGGER streams_forward BEFORE UPDATE ON streams FOR EACH ROW "
    "WHEN (NEW.head < OLD.head OR NEW.fence < OLD.fence) EXECUTE FUNCTION houseway_refuse()",
    "CREATE TRIGGER balances_no_delete BEFORE DELETE ON balances FOR EACH ROW EXECUTE FUNCTION houseway_refuse()",
    "CREATE TRIGGER balances_by_transfer BEFORE INSERT OR UPDATE ON balances FOR EACH ROW "
    "WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION houseway_refuse()",
    """
    CREATE FUNCTION houseway_move_chips() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO balances (account, chips, may_be_negative)
            VALUES (NEW.payer, 0, NEW.payer IN ('house', 'issue')), (NEW.payee, 0, NEW.payee IN ('house', 'issue'))
            ON CONFLICT (account) DO NOTHING;
        UPDATE balances SET chips = chips - NEW.chips WHERE account = NEW.payer;
        UPDATE balances SET chips = chips + NEW.chips WHERE account = NEW.payee;
        RETURN NULL;
    END $$
    """,
    "CREATE TRIGGER transfers_move_chips AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION houseway_move_chips()",
]


def create_guards(connection: sa.Connection) -> None:
    for statement in SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL:
        connection.exec_driver_sql(statement)


def drop_guards(connection: sa.Connection) -> None:
    """Drop the triggers before the tables are dropped, and on PostgreSQL their functions."""
    if connection.dialect.name == "sqlite":
        names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars()
        for name in list(names):
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        return
    connection.exec_driver_sql("DROP FUNCTION houseway_refuse, houseway_move_chips CASCADE")

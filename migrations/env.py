"""How alembic meets the database: on a connection that it is given, or on one of its own from `-x url=…`."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection

from engines.desk.db import Database
from engines.desk.tables import Base

DEFAULT_URL = "mailboat.db"


def run(connection: Connection) -> None:
    """Run the migrations in the connection's own transaction."""
    # SQLite can't alter a table, so alembic makes a new one and copies.
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_server_default=True,
        user_module_prefix="sqltypes.",
    )
    context.run_migrations()


async def run_alone() -> None:
    """Open the database that the command line names."""
    database = Database.open(context.get_x_argument(as_dictionary=True).get("url", DEFAULT_URL))
    async with database.work() as connection:
        await connection.run_sync(run)
    await database.close()


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_alone())
else:
    run(given)

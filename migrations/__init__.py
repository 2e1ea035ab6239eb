"""Alembic revisions of the desk's tables."""

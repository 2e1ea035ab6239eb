"""The simulated Discord on disk: what was said, by whom, where, so that it is still there after a kill."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from simcord.backend.cdn import CdnStore

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (kind TEXT, id INTEGER, body BLOB NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (url TEXT PRIMARY KEY, data BLOB NOT NULL);
"""

PATIENCE = 1.0
"""Seconds for another one to close the file."""


class InUse(OSError):
    """The folder is somebody else's for as long as they play."""


class Store:
    """Things by kind and id. Each write is committed before the call returns, or before the end of `whole`.

    The file belongs to whoever opened it until they close it or die: two Discords would not know of each other.

    Raises:
        InUse: It is open elsewhere.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as fault:
            self._db.close()
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InUse(f"{path.parent}: somebody plays there already") from None
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        self._db.close()

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """All that is written inside, or nothing of it: a kill leaves no half of it behind."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    def put(self, kind: str, number: int, thing: object) -> None:
        body = msgspec.json.encode(thing)
        self._db.execute("INSERT OR REPLACE INTO thing VALUES (?, ?, ?)", (kind, number, body))

    def drop(self, kind: str, number: int) -> None:
        self._db.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, number))

    def all(self, kind: str, shape: type[T]) -> Iterator[tuple[int, T]]:
        """Everything of a kind, by id."""
        for number, body in self._db.execute("SELECT id, body FROM thing WHERE kind = ? ORDER BY id", (kind,)):
            yield number, msgspec.json.decode(body, type=shape)

    def put_file(self, url: str, data: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO file VALUES (?, ?)", (url, data))

    def drop_file(self, url: str) -> None:
        self._db.execute("DELETE FROM file WHERE url = ?", (url,))

    def file(self, url: str) -> bytes | None:
        row = self._db.execute("SELECT data FROM file WHERE url = ?", (url,)).fetchone()
        return row[0] if row is not None else None


class KeptFiles(CdnStore):
    """simcord's file server, with the files on disk."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        attachment = super().store_attachment(attachment_id, channel_id, filename, data, description)
        self._store.put_file(attachment["url"], self._blobs.pop(attachment["url"]))
        return attachment

    def get(self, url: str) -> bytes | None:
        return self._store.file(url)

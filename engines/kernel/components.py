"""Component data: TOML files decoded into frozen Structs. A fault is one line: file, path, reason."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


class ComponentFault(ValueError):
    """The data of a game are wrong. The message names the file, the path inside it and the reason."""


def load(path: Path, shape: type[T]) -> T:
    """The file as a `shape` (a msgspec Struct). Raises ComponentFault."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=shape)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at `$")
        raise ComponentFault(f"{path.name}: {where.rstrip('`').lstrip('.') or 'top level'}: {reason}") from None
    except (msgspec.DecodeError, OSError) as fault:
        raise ComponentFault(f"{path.name}: top level: {fault}") from None


def demand(path: Path, where: str, found: object, wanted: object) -> None:
    """A total that the data must satisfy. Raises ComponentFault if it does not."""
    if found != wanted:
        raise ComponentFault(f"{path.name}: {where}: {found}, but it must be {wanted}")

"""What a host can set: environment variables `MAILBOAT_…`, or the same names in a file `.env`."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from pydantic import SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}")
_DRIVERS = ("sqlite+aiosqlite://", "postgresql+asyncpg://")


class BadSettings(Exception):
    """A setting is missing, wrong or unsafe. The message is one line for the host and never contains a secret."""


class Settings(BaseSettings):
    """The settings, typed and checked."""

    model_config = SettingsConfigDict(
        env_prefix="MAILBOAT_",
        env_file=".env",
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: SecretStr | None = None
    """The bot's token from Discord's developer portal. Only `run` needs one."""

    data: Path = Path("data")
    """The folder of everything that the bot keeps. It is made if it is not there, for the bot's own eyes only."""

    database: str = ""
    """A SQLAlchemy URL: `sqlite+aiosqlite://…` or `postgresql+asyncpg://…`. Empty: `mailboat.db` in `data`."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError("is no bot token: three parts with dots between, from the developer portal's page “Bot”")
        return token

    @field_validator("database")
    @classmethod
    def _driver_is_known(cls, url: str) -> str:
        if url and not url.startswith(_DRIVERS):
            raise ValueError(f"must begin with {' or '.join(_DRIVERS)}")
        if url.startswith("postgresql") and find_spec("asyncpg") is None:
            raise ValueError("needs the package asyncpg, which is not installed: pip install 'mailboat[postgres]'")
        try:
            if url:
                make_url(url)
        except (ArgumentError, ValueError):
            raise ValueError("is no address of a database") from None
        return url

    @property
    def secret(self) -> str:
        """The token itself.

        Raises:
            BadSettings: There is none.
        """
        if self.token is None:
            raise BadSettings("MAILBOAT_TOKEN: is not set")
        return self.token.get_secret_value()

    @property
    def url(self) -> str:
        """Where the database is."""
        return self.database or f"sqlite+aiosqlite:///{self.data.resolve() / 'mailboat.db'}"


def read(**given: Any) -> Settings:
    """The settings from the environment and `.env`, some of them given. Makes the data folder.

    Raises:
        BadSettings: One line that names the variable and what is wrong with it.
    """
    try:
        settings = Settings(**given)
    except ValidationError as fault:
        raise BadSettings("; ".join(_line(error["loc"], error["msg"]) for error in fault.errors())) from None
    prepare(settings.data)
    return settings


def prepare(folder: Path, name: str = "MAILBOAT_DATA") -> None:
    """Make the data folder, which the host has set by that name.

    Raises:
        BadSettings: It can't be made or written to.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise BadSettings(f"{name}: {folder} can't be made: {fault.strerror}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadSettings(f"{name}: {folder} can't be written to")


def _line(where: tuple[int | str, ...], message: str) -> str:
    name = f"MAILBOAT_{where[0]}".upper() if where else "MAILBOAT"
    return f"{name}: {message.removeprefix('Value error, ')}"

"""Logging: structlog over the standard library, so that discord.py's lines look like ours.

What is logged names matches, rows and errors. It never names options, views, seeds, tokens or what was chosen: a log is
no place to look for somebody's secrets.
"""

from __future__ import annotations

import logging
import sys

import structlog

_SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

_INDISCREET = ("PIL", "aiosqlite", "discord.gateway", "discord.http", "discord.webhook")
"""Loggers that tell on their level "debug" all that is sent, kept and drawn: private answers, choices, tokens."""


def route(end: structlog.typing.Processor | None = None) -> None:
    """Send structlog's lines through the standard library, as plain text unless `end` says otherwise.

    Tracebacks never show what variables hold: that would be the secrets of a game.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.processors.format_exc_info,
            end or structlog.processors.KeyValueRenderer(key_order=["event"], drop_missing=True),
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def configure(level: str, form: str) -> None:
    """Write log lines of that level and above to standard error, as text or as JSON."""
    route(structlog.stdlib.ProcessorFormatter.wrap_for_formatter)
    end = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, end]
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("alembic.runtime.plugins").setLevel(logging.WARNING)
    for name in _INDISCREET:
        logging.getLogger(name).setLevel(logging.INFO)

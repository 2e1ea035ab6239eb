"""The life of a table over weeks: timers, clocks, votes, seats on offer, answers given ahead, a person's own hours."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

WHEN = sqltypes.UTCDateTime()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NOTHING = sa.text("''")
HERE = sa.text("status IN ('lobby', 'playing')")
ACTIVE = sa.text("status IN ('lobby', 'playing', 'asleep')")

CHECKS = {
    ("actions", "kind"): ("answer", "undo", "restart", "concede"),
    ("actions", "origin"): ("person", "standin", "desk"),
    ("outbox", "kind"): ("board", "edit", "turn", "prompt", "lobby", "result", "over", "say", "scene"),
    ("posts", "kind"): ("board", "lobby", "turn", "result", "over", "say", "scene"),
}
RENAMED = {"concede": "vote", "consent": "ballot"}
LESS: dict[tuple[str, str], tuple[str, ...]] = {("outbox", "kind"): tuple(RENAMED), ("posts", "kind"): tuple(RENAMED)}
CALLS = ("vote", "ballot", "offer", "seat", "nudge", "next", "warning", "stall", "digest")
MORE = {
    ("actions", "kind"): ("stop", "rewind"),
    ("actions", "origin"): ("ahead",),
    ("outbox", "kind"): CALLS,
    ("posts", "kind"): CALLS,
}


def _allow(place: tuple[str, str], *values: str) -> None:
    table, column = place
    allowed = ", ".join(f"'{value}'" for value in values)
    with op.batch_alter_table(table, schema=None) as batch_op:
        batch_op.drop_constraint(op.f(f"ck_{table}_{column}"), type_="check")
        batch_op.create_check_constraint(op.f(f"ck_{table}_{column}"), f"{column} IN ({allowed})")


def _one_active(which: sa.TextClause) -> None:
    op.drop_index("uq_matches_active_channel", table_name="matches")
    op.create_index(
        "uq_matches_active_channel", "matches", ["channel"], unique=True, sqlite_where=which, postgresql_where=which
    )


def _columns() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "matches": (
            sa.Column("changed_at", WHEN, nullable=True),
            sa.Column("clock", sqltypes.AutoString(), server_default=NOTHING, nullable=False),
            sa.Column("sleeps", sqltypes.AutoString(length=8), server_default=NOTHING, nullable=False),
        ),
        "seats": (
            sa.Column("called_at", WHEN, nullable=True),
            sa.Column("muted", sqltypes.AutoString(length=8), server_default=NOTHING, nullable=False),
            sa.Column("offered", sa.BigInteger(), nullable=True),
            sa.Column("left", sa.Integer(), nullable=True),
            sa.Column("runs_from", WHEN, nullable=True),
            sa.Column("former", sqltypes.AutoString(), server_default=NOTHING, nullable=False),
            sa.Column("credited", sa.Integer(), server_default=sa.text("0"), nullable=False),
            sa.Column("missed", sa.Integer(), server_default=sa.text("0"), nullable=False),
            sa.Column("rang", sqltypes.AutoString(length=8), server_default=NOTHING, nullable=False),
        ),
        "people": (
            sa.Column("quiet_from", sa.Integer(), nullable=True),
            sa.Column("quiet_until", sa.Integer(), nullable=True),
            sa.Column("weekends_off", sa.Boolean(), server_default=sa.false(), nullable=False),
            sa.Column("away_until", sa.Date(), nullable=True),
            sa.Column("remind", sa.Integer(), server_default=sa.text("24"), nullable=False),
            sa.Column("digest", sa.Integer(), nullable=True),
            sa.Column("next_up", sa.Boolean(), server_default=sa.false(), nullable=False),
        ),
    }


def upgrade() -> None:
    for place, values in CHECKS.items():
        _allow(place, *values, *MORE[place], *LESS.get(place, ()))
    for table in ("outbox", "posts"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column("match", existing_type=sqltypes.AutoString(length=16), nullable=True)
    for table, columns in _columns().items():
        for column in columns:
            # Not in a batch: that would make the table anew, and others refer to it.
            op.add_column(table, column)
    _one_active(HERE)
    op.create_table(
        "timers",
        sa.Column("key", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("kind", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("due", WHEN, nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("about", sqltypes.AutoString(length=64), nullable=False),
        sa.CheckConstraint("kind IN ('nudge', 'warning', 'flag', 'idle', 'digest')", name=op.f("ck_timers_kind")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_timers_match")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_timers")),
    )
    for indexed in ("due", "match", "person"):
        op.create_index(op.f(f"ix_timers_{indexed}"), "timers", [indexed], unique=False)
    op.create_table(
        "motions",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("kind", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=True),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("reason", sqltypes.AutoString(length=200), nullable=False),
        sa.Column("state", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("opened_at", WHEN, nullable=False),
        sa.Column("closed_at", WHEN, nullable=True),
        sa.Column("against", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('undo', 'stop', 'end', 'concede', 'standin', 'replace')", name=op.f("ck_motions_kind")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'carried', 'refused', 'withdrawn', 'lapsed')", name=op.f("ck_motions_state")
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_motions_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_motions")),
    )
    op.create_index(op.f("ix_motions_match_state"), "motions", ["match", "state"], unique=False)
    op.create_table(
        "votes",
        sa.Column("motion", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["motion"], ["motions.id"], name=op.f("fk_votes_motion")),
        sa.PrimaryKeyConstraint("motion", "seat", name=op.f("pk_votes")),
    )
    op.create_table(
        "orders",
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("verb", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("key", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("moment", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("mark", sqltypes.AutoString(length=128), nullable=False),
        sa.Column("label", sa.LargeBinary(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("lapsed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_orders_match")),
        sa.PrimaryKeyConstraint("match", "seat", "verb", name=op.f("pk_orders")),
    )

    _concessions_to_motions()
    op.drop_column("seats", "conceding")
    for place in LESS:
        _allow(place, *CHECKS[place], *MORE[place])


def downgrade() -> None:
    op.add_column("seats", sa.Column("conceding", sa.Integer(), server_default=sa.text("-1"), nullable=False))
    _motions_to_concessions()
    for table in ("orders", "votes", "motions", "timers"):
        op.drop_table(table)
    _one_active(ACTIVE)
    for table, columns in _columns().items():
        for column in columns:
            op.drop_column(table, column.name)
    for table in ("outbox", "posts"):
        rows = sa.table(table, sa.column("kind"), sa.column("match"))
        op.execute(rows.delete().where(sa.or_(rows.c.kind.in_(CALLS), rows.c.match.is_(None))))
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column("match", existing_type=sqltypes.AutoString(length=16), nullable=False)
    actions = sa.table("actions", sa.column("kind"), sa.column("origin"))
    # Of a taking back the log alone remembers: like a restart it is no part of the game.
    op.execute(actions.update().where(actions.c.kind == "rewind").values(kind="restart"))
    op.execute(actions.update().where(actions.c.kind == "stop").values(kind="concede"))
    op.execute(actions.update().where(actions.c.origin == "ahead").values(origin="person"))
    for place, values in CHECKS.items():
        _allow(place, *values, *LESS.get(place, ()))


MATCHES = sa.table("matches", *map(sa.column, ("id", "step", "status", "opened_at")))
SEATS = sa.table("seats", *map(sa.column, ("match", "seat", "standin", "conceding")))
MOTIONS = sa.table(
    "motions", *map(sa.column, ("id", "match", "kind", "by", "step", "reason", "state")), sa.column("opened_at", WHEN)
)
VOTES = sa.table("votes", *map(sa.column, ("motion", "seat", "agrees")))


def _concessions_to_motions() -> None:
    """Who would concede as it stands has moved it, and whoever plays is asked; messages about it are a vote's."""
    bind = op.get_bind()
    here = sa.and_(SEATS.c.match == MATCHES.c.id, SEATS.c.conceding == MATCHES.c.step, SEATS.c.standin.is_(sa.false()))
    running = MATCHES.c.status.in_(("playing", "asleep"))
    open_ = sa.select(MATCHES.c.id, MATCHES.c.step, sa.func.min(SEATS.c.seat).label("by"))
    open_ = open_.where(here, running).group_by(MATCHES.c.id, MATCHES.c.step)
    for match in list(bind.execute(open_)):
        new = {"match": match.id, "kind": "concede", "by": match.by, "step": match.step, "reason": "", "state": "open"}
        bind.execute(MOTIONS.insert().values(new | {"opened_at": datetime.now(UTC)}))
        number = bind.execute(sa.select(sa.func.max(MOTIONS.c.id))).scalar_one()
        people = sa.select(SEATS.c.seat, SEATS.c.conceding)
        people = people.where(SEATS.c.match == match.id, SEATS.c.standin.is_(sa.false()))
        for seat in list(bind.execute(people)):
            vote = {"motion": number, "seat": seat.seat, "agrees": seat.conceding == match.step}
            bind.execute(VOTES.insert().values(vote))
        _rename(RENAMED, match.id, number)
    _rename(RENAMED)


def _motions_to_concessions() -> None:
    """Who agrees to concede does so still; of other votes nothing stays."""
    bind = op.get_bind()
    for place, less in LESS.items():
        _allow(place, *CHECKS[place], *MORE[place], *less)
    agreed = sa.select(MOTIONS.c.match, MOTIONS.c.step, VOTES.c.seat).where(
        VOTES.c.motion == MOTIONS.c.id,
        VOTES.c.agrees.is_(sa.true()),
        MOTIONS.c.kind == "concede",
        MOTIONS.c.state == "open",
    )
    for vote in list(bind.execute(agreed)):
        which = (SEATS.c.match == vote.match, SEATS.c.seat == vote.seat)
        bind.execute(SEATS.update().where(*which).values(conceding=vote.step))
        _rename({new: old for old, new in RENAMED.items()}, vote.match)


def _rename(kinds: dict[str, str], match: str | None = None, number: int | None = None) -> None:
    """Rows and messages of these kinds are of others now. number: of the motion, which is what they are about."""
    for table in ("outbox", "posts"):
        rows = sa.table(table, *map(sa.column, ("kind", "match", "serial")))
        for old, new in kinds.items():
            which = [rows.c.kind == old, *([] if match is None else [rows.c.match == match])]
            values: dict[str, Any] = {"kind": new} if number is None else {"kind": new, "serial": number}
            op.execute(rows.update().where(*which).values(values))

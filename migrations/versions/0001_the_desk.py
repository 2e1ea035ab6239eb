"""The desk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql import sqltypes

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sqltypes.AutoString(length=16), nullable=True),
        sa.Column("ping", sqltypes.AutoString(length=16), nullable=False),
        sa.CheckConstraint("ping IN ('dm', 'mention', 'both', 'none')", name=op.f("ck_guilds_ping")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("slug", sqltypes.AutoString(length=32), nullable=False),
        sa.Column("status", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("place_name", sqltypes.AutoString(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("language", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("options", sa.LargeBinary(), nullable=False),
        sa.Column("seating", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("arrival", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("face_serial", sa.Integer(), nullable=False),
        sa.Column("waiting", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("news_from", sa.Integer(), nullable=False),
        sa.Column("opened_at", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("started_at", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("ended_at", sqltypes.UTCDateTime(), nullable=True),
        sa.CheckConstraint("seating IN ('joining', 'random')", name=op.f("ck_matches_seating")),
        sa.CheckConstraint(
            "status IN ('lobby', 'playing', 'asleep', 'over', 'cancelled')", name=op.f("ck_matches_status")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_channel_opened_at"), ["channel", "opened_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_guild"), ["guild"], unique=False)
        batch_op.create_index(
            "uq_matches_active_channel",
            ["channel"],
            unique=True,
            sqlite_where=sa.text("status IN ('lobby', 'playing', 'asleep')"),
            postgresql_where=sa.text("status IN ('lobby', 'playing', 'asleep')"),
        )

    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sqltypes.AutoString(length=16), nullable=True),
        sa.Column("locale", sqltypes.AutoString(length=16), nullable=True),
        sa.Column("dms", sa.Boolean(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("zone", sqltypes.AutoString(length=64), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "actions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("kind", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("origin", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("verb", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=True),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("digest", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("trace", sqltypes.AutoString(length=64), nullable=False),
        sa.Column("at", sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('answer', 'undo', 'restart')", name=op.f("ck_actions_kind")),
        sa.CheckConstraint("origin IN ('person', 'standin', 'desk')", name=op.f("ck_actions_origin")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_actions_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actions")),
        sa.UniqueConstraint("match", "serial", name=op.f("uq_actions_match_serial")),
    )
    op.create_table(
        "log_lines",
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("event", sa.LargeBinary(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("at", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_log_lines_match")),
        sa.PrimaryKeyConstraint("match", "serial", "line", name=op.f("pk_log_lines")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("lane", sa.BigInteger(), nullable=False),
        sa.Column("kind", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=True),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("due", sqltypes.UTCDateTime(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("leased", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("state", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("how", sqltypes.AutoString(length=200), nullable=False),
        sa.Column("done_at", sqltypes.UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('board', 'edit', 'turn', 'prompt', 'lobby', 'result', 'over', 'say')", name=op.f("ck_outbox_kind")
        ),
        sa.CheckConstraint("state IN ('waiting', 'sent', 'dropped')", name=op.f("ck_outbox_state")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_outbox_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_match_lane_state"), ["match", "lane", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_state_due"), ["state", "due"], unique=False)

    op.create_table(
        "posts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("kind", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind IN ('board', 'lobby', 'turn', 'result', 'over', 'say')", name=op.f("ck_posts_kind")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_posts_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("message", name=op.f("uq_posts_message")),
    )
    with op.batch_alter_table("posts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_posts_match"), ["match"], unique=False)

    op.create_table(
        "presses",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=True),
        sa.Column("at", sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_presses_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_presses")),
    )
    with op.batch_alter_table("presses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_presses_match"), ["match"], unique=False)

    op.create_table(
        "saves",
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("kept", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_saves_match")),
        sa.PrimaryKeyConstraint("match", "serial", name=op.f("pk_saves")),
    )
    op.create_table(
        "seats",
        sa.Column("match", sqltypes.AutoString(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sqltypes.AutoString(), nullable=False),
        sa.Column("standin", sa.Boolean(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("since", sqltypes.UTCDateTime(), nullable=True),
        sa.Column("acted", sa.Integer(), nullable=False),
        sa.Column("news_from", sa.Integer(), nullable=False),
        sa.Column("extra", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_seats_match_person")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_person"), ["person"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_person"))

    op.drop_table("seats")
    op.drop_table("saves")
    with op.batch_alter_table("presses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_presses_match"))

    op.drop_table("presses")
    with op.batch_alter_table("posts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_posts_match"))

    op.drop_table("posts")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_state_due"))
        batch_op.drop_index(batch_op.f("ix_outbox_match_lane_state"))

    op.drop_table("outbox")
    op.drop_table("log_lines")
    op.drop_table("actions")
    op.drop_table("people")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_matches_active_channel",
            sqlite_where=sa.text("status IN ('lobby', 'playing', 'asleep')"),
            postgresql_where=sa.text("status IN ('lobby', 'playing', 'asleep')"),
        )
        batch_op.drop_index(batch_op.f("ix_matches_guild"))
        batch_op.drop_index(batch_op.f("ix_matches_channel_opened_at"))

    op.drop_table("matches")
    op.drop_table("guilds")

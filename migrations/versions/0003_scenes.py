"""Pictures of their own: one more kind of row and of message. Options that a lobby had to drop."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OUTBOX = ("board", "edit", "turn", "prompt", "lobby", "result", "over", "say")
POSTS = ("board", "lobby", "turn", "result", "over", "say")


def _allow(*more: str) -> None:
    for table, kinds in (("outbox", OUTBOX), ("posts", POSTS)):
        allowed = ", ".join(f"'{kind}'" for kind in (*kinds, *more))
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_constraint(op.f(f"ck_{table}_kind"), type_="check")
            batch_op.create_check_constraint(op.f(f"ck_{table}_kind"), f"kind IN ({allowed})")


def upgrade() -> None:
    _allow("scene")
    # Not in a batch: that would make the table anew, and others refer to it.
    op.add_column("matches", sa.Column("dropped", sa.String(), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    op.drop_column("matches", "dropped")
    op.execute("DELETE FROM outbox WHERE kind = 'scene'")
    op.execute("DELETE FROM posts WHERE kind = 'scene'")
    _allow()

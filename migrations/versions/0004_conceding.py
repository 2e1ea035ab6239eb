"""Conceding: an action that ends a game, who agrees to it, and the messages that ask for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KINDS = {
    "actions": ("answer", "undo", "restart"),
    "outbox": ("board", "edit", "turn", "prompt", "lobby", "result", "over", "say", "scene"),
    "posts": ("board", "lobby", "turn", "result", "over", "say", "scene"),
}
MORE = {"actions": ("concede",), "outbox": ("concede", "consent"), "posts": ("concede", "consent")}


def _allow(table: str, *kinds: str) -> None:
    allowed = ", ".join(f"'{kind}'" for kind in kinds)
    with op.batch_alter_table(table, schema=None) as batch_op:
        batch_op.drop_constraint(op.f(f"ck_{table}_kind"), type_="check")
        batch_op.create_check_constraint(op.f(f"ck_{table}_kind"), f"kind IN ({allowed})")


def upgrade() -> None:
    for table, kinds in KINDS.items():
        _allow(table, *kinds, *MORE[table])
    op.add_column("seats", sa.Column("conceding", sa.Integer(), server_default=sa.text("-1"), nullable=False))


def downgrade() -> None:
    op.drop_column("seats", "conceding")
    for table, kinds in KINDS.items():
        rows = sa.table(table, sa.column("kind"))
        op.execute(rows.delete().where(rows.c.kind.in_(("concede", "consent"))))
        _allow(table, *kinds)

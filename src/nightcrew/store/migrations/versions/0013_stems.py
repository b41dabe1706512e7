"""English words are found by their stems: what was indexed by whole words is made anew.

Talk is written again by the index flow; until then it is found by words that are their own stem,
and its vectors are not compared. Items that come with the product are brought in again by the
next start. Items of tenants get their new words here, because nothing else would write them again.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

from nightcrew.domain.knowledge import Passage
from nightcrew.domain.lexemes import as_tsvector, weighted_length

revision = "0013_stems"
down_revision = "0012_ledger"

TABLES = ("evidence_index", "knowledge_items", "shipped_knowledge")

_ENGLISH = "lexemes::text ~ '[a-z]{3}'"
_TALK = f"update evidence_index set model = model || ', whole words' where {_ENGLISH}"
_SHIPPED = f"delete from shipped_knowledge where {_ENGLISH}"
_ITEMS = text(f"select tenant_id, id, heading, text, asked from knowledge_items where {_ENGLISH}")
_ITEM = text("""
update knowledge_items set lexemes = cast(:lexemes as tsvector), length = :length
where tenant_id = :tenant and id = :id
""")


def upgrade() -> None:
    """Make or mark the rows that hold English words; policies would hide them from the owner."""
    connection = op.get_bind()
    closed = [table for table in TABLES if _is_forced(table)]
    for table in closed:
        op.execute(f"alter table {table} no force row level security")
    op.execute(_TALK)
    op.execute(_SHIPPED)
    for row in connection.execute(_ITEMS).all():
        own = Passage(heading=row.heading, text=row.text).whole
        words = as_tsvector(own, row.asked)
        length = weighted_length(own, row.asked)
        whose = {"tenant": row.tenant_id, "id": row.id}
        connection.execute(_ITEM, {"lexemes": words, "length": length, **whose})
    for table in closed:
        op.execute(f"alter table {table} force row level security")


def _is_forced(table: str) -> bool:
    forced = text("select relforcerowsecurity from pg_class where oid = cast(:name as regclass)")
    return bool(op.get_bind().scalar(forced, {"name": table}))

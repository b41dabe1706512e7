"""What goes wrong when somebody loads a document is told with what to do about it."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.store.database import Database
from tests.knowledge_desk import knowledge_desk

HOLDS = "복수여권 발급 수수료는 5만원이다."
BACKWARDS = {"text": HOLDS, "as_of": date(2026, 11, 1), "recheck_on": date(2026, 10, 1)}


@pytest.mark.parametrize(
    ("given", "code", "what_to_do"),
    [
        ({"text": ""}, "document_empty", "write its text into it"),
        ({"text": "# A\n\n## B\n"}, "document_empty", "write the text below a heading"),
        ({"text": "<!-- later -->"}, "document_empty", "save what it shows"),
        ({"text": HOLDS, "url": "gov.kr"}, "bad_source", "https://"),
        ({"text": HOLDS, "url": "https:// gov.kr"}, "bad_source", "https://"),
        (BACKWARDS, "recheck_before_as_of", "after as_of"),
    ],
)
async def test_a_slip_is_told_with_what_to_do_and_nothing_is_written(
    database: Database, tenant: UUID, given: dict[str, Any], code: str, what_to_do: str
) -> None:
    desk = knowledge_desk(database, tenant)

    with pytest.raises(BadInput) as refused:
        await desk.hand_over(**given)

    assert refused.value.code == code
    assert what_to_do in refused.value.hint
    assert await desk.states() == {}

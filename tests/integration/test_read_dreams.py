"""Dream reports: what was applied, what was refused and why, as it was kept."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.dream import DreamReport
from nightcrew.domain.errors import NotFound
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.store import dreams, people
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.tables import users
from tests.builders import CREW
from tests.desk import USER, Desk


def change(number: int, reason: str | None = None) -> KeptChange:
    return KeptChange(
        number=number, action="create", memory_id=None, memory_version=None, kind="fact",
        scope="private", subject="user", text=f"기억 {number}", from_on=None, to_on=None,
        cites=(), applied=reason is None, reason=reason, detail="", why="그렇게 말했다",
        verdict=None,
    )  # fmt: skip


async def dreamt(
    desk: Desk, *changes: KeptChange, user: str = USER, crew: str = CREW, minutes: int = 0
) -> UUID:
    pair = await desk.pair(crew, user)
    run = DreamRun(
        id=uuid4(), user_id=pair.user, crew=crew, flow="dream", mode="apply",
        at=desk.clock.now() + timedelta(minutes=minutes), outcome="applied",
        usage={"model_calls": 2}, evidence={"read": 3, "applied": 1}, prompts={},
        same_model_verifies=True,
    )  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, changes)
    return run.id


async def test_a_report_tells_every_change_in_order_with_its_reason(desk: Desk) -> None:
    dream = await dreamt(desk, change(2, "buried"), change(1))

    report = await desk.dreams.one(desk.tenant, dream)

    assert (report.user, report.outcome, report.same_model_verifies) == (
        USER,
        DreamOutcome.APPLIED,
        True,
    )
    assert [(each.text, each.applied, each.reason) for each in report.changes] == [
        ("기억 1", True, None),
        ("기억 2", False, Reason.BURIED),
    ]
    assert (report.evidence.read, report.evidence.applied, report.usage["model_calls"]) == (3, 1, 2)


async def test_reports_page_newest_first_by_user_and_crew(desk: Desk) -> None:
    mine = [await dreamt(desk, change(1), minutes=number) for number in range(3)]
    other_crew = await dreamt(desk, crew="mindcare-sora", minutes=5)
    other_user = await dreamt(desk, user="user-2", minutes=9)

    async def ids(**wanted: str) -> list[UUID]:
        shown: list[DreamReport] = []
        cursor = None
        while True:
            page = await desk.dreams.list(desk.tenant, cursor=cursor, limit=2, **wanted)
            shown += page.items
            cursor = page.next_cursor
            if cursor is None:
                assert page.total == len(shown)
                return [report.id for report in shown]

    assert await ids() == [other_user, other_crew, *reversed(mine)]
    assert await ids(user=USER) == [other_crew, *reversed(mine)]
    assert await ids(user=USER, crew=CREW) == list(reversed(mine))


async def test_a_user_nobody_met_had_no_dreams_and_is_not_made(desk: Desk) -> None:
    assert (await desk.dreams.list(desk.tenant, user=USER)).total == 0

    assert await desk.cells(users, "id") == []


async def test_a_dream_of_another_tenant_is_not_found(desk: Desk) -> None:
    dream = await dreamt(desk, change(1))
    async with desk.db.begin_system() as connection:
        other = await people.make_tenant(connection, "other")

    with pytest.raises(NotFound):
        await desk.dreams.one(other, dream)

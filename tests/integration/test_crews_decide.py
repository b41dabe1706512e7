"""AS-25, AS-26, AS-30, AS-31 and the first contrast: text decides, on the rehearsal model."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import embedder_from
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult, Source
from nightcrew.ports import Embedder
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.talk import Talk, app_of, talk_with

AWAY = "주말마다 답답해서 훌쩍 다녀오고 싶어"
FOUND = Source(title="겨울 당일치기", url="https://example.invalid/a", snippet="서울에서 한 시간")


@dataclass
class ShelfSearch:
    """A search that always finds the same and remembers what it was asked."""

    asked: list[SearchRequest] = field(default_factory=list)

    async def look_up(self, request: SearchRequest) -> SearchResult:
        self.asked.append(request)
        return SearchResult(status=ToolStatus.OK, sources=(FOUND,), provider="shelf")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return embedder_from("")


async def talk_of(
    database: Database,
    tenant: UUID,
    crew: str,
    embedder: Embedder,
    *,
    clock: FixedClock | None = None,
    search: ShelfSearch | None = None,
) -> Talk:
    app = app_of(database, RehearsalModel(embedder), clock=clock, search=search)
    return await talk_with(app, tenant, crew)


async def test_the_travel_crew_searches_where_the_mind_care_crew_listens(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    shelf, still = ShelfSearch(), ShelfSearch()
    travel = await talk_of(database, tenant, "travel-mina", embedder, search=shelf)
    mind = await talk_of(database, tenant, "mindcare-sora", embedder, search=still)

    away = await travel.say(AWAY)
    listening = await mind.say(AWAY)

    assert (away.decisions["search"]["use"], listening.decisions["search"]["use"]) == (True, False)
    assert (len(shelf.asked), len(still.asked)) == (1, 0)
    assert away.sources[0]["url"] == FOUND.url
    assert away.decisions["search"]["why"]
    assert listening.decisions["search"]["why"]


@pytest.mark.parametrize("crew", ["travel-mina", "mindcare-sora"])
async def test_a_question_of_fact_is_searched_by_every_crew(
    database: Database, tenant: UUID, embedder: Embedder, crew: str
) -> None:
    talk = await talk_of(database, tenant, crew, embedder, search=ShelfSearch())

    turn = await talk.say("내일 부산 날씨 어때?")

    assert turn.decisions["search"]["use"]


async def test_a_hard_night_told_late_is_asked_about_the_next_day_at_one(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    clock = FixedClock(datetime(2026, 10, 5, 14, 40, tzinfo=UTC))
    talk = await talk_of(database, tenant, "mindcare-sora", embedder, clock=clock)
    await talk.say("어제도 새벽까지 한숨도 못 잤어요. 너무 힘들어요")
    clock.at += timedelta(minutes=10)

    await talk.app.flows.run("plan-follow-ups")
    clock.at = datetime(2026, 10, 6, 4, 0, tzinfo=UTC)
    await talk.app.flows.run("send-follow-ups")

    assert await talk.cells("next_local", "follow_ups") == ["2026-10-06T13:00"]
    [words] = await talk.cells("text", "outbox", "position")
    assert words
    assert "기억나" not in words
    assert "말씀하셨" not in words


async def test_a_wish_for_practice_opens_the_procedure_and_small_talk_opens_none(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    talk = await talk_of(database, tenant, "language-yuki", embedder)

    small = await talk.say("오늘 뭐 해?")
    practice = await talk.say("회화 연습 시켜줘")

    assert small.decisions["skill"]["name"] is None
    assert practice.decisions["skill"]["name"] == "conversation-jp"
    assert await talk.cells("skill", "skill_sessions", "started_at") == ["conversation-jp"]


async def test_what_goes_wrong_for_a_pupil_is_kept_and_stands_before_the_next_reply(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_of(database, tenant, "study-juno", embedder, clock=clock)
    await talk.say("나는 통분에서 자꾸 틀려")
    clock.at += timedelta(minutes=3)
    await talk.app.flows.run("dream")

    turn = await talk.say("다음 문제 하나 내 줘")

    [style] = await talk.known()
    told = await talk.app.explain_turn(tenant, turn.turn_id)
    assert (style.kind, "통분" in style.text) == ("style", True)
    assert [each["memory"] for each in told["style"]] == [str(style.id)]
    assert "통분" not in turn.reply


async def test_a_talk_leaves_a_dated_plan_after_its_dream(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_of(database, tenant, "travel-mina", embedder, clock=clock)
    await talk.say("다음 주 목요일에 제주도로 여행 가요")
    clock.at += timedelta(minutes=3)

    result = await talk.app.flows.run("dream")

    [memory] = await talk.known()
    assert result.counts["changes_applied"] == 1
    assert (memory.kind, str(memory.from_on), str(memory.to_on)) == (
        "plan",
        "2026-10-15",
        "2026-10-15",
    )
    assert "제주" in memory.text
    assert "다음 주" not in memory.text


async def test_the_rehearsal_says_in_every_reply_that_it_is_one(
    database: Database, tenant: UUID, embedder: Embedder
) -> None:
    talk = await talk_of(database, tenant, "travel-mina", embedder)

    turn = await talk.say("안녕하세요")

    assert turn.usage["model"] == "rehearsal"
    assert "리허설" in turn.reply or "연습" in turn.reply

"""A preview for a user who is known: their memories are shown, and nothing of them is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from nightcrew.domain.memory import Kind
from nightcrew.domain.prompt_preview import Origin, PreviewWish, PromptPreview, WhyOut
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import memory
from tests.fakes import NOON
from tests.fakes_model import ScriptedModel
from tests.talk import Talk, app_of, talk_with

SAY = "주말에 어디 갈까요?"


async def known(talk: Talk, text: str, **changed: object) -> UUID:
    one = memory(text, user=talk.pair.user, crew=talk.pair.crew, **changed)
    async with talk.app.world.db.begin_pair(talk.pair) as connection:
        act = Act(actor="user", at=NOON, cause="test")
        await memories.add(connection, talk.pair, replace(one, via=one.crew), act)
    return one.id


async def previewed(talk: Talk, user: str = "u1", say: str = SAY) -> dict[str, PromptPreview]:
    wish = PreviewWish(crew=talk.pair.crew, say=say, user=user)
    found = await talk.app.preview_crew(talk.pair.tenant, wish)
    return {each.prompt: each for each in found.prompts}


async def test_memories_and_style_of_a_user_are_shown_with_their_ids(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_with(app_of(shared_database, ScriptedModel()), own_tenant)
    fact = await known(talk, "땅콩 알레르기가 있다.")
    style = await known(talk, "짧게 답해 주면 좋아한다.", kind=Kind.STYLE)

    prompts = await previewed(talk)

    places = {line.place for line in prompts["reply"].lines if line.origin is Origin.MEMORY}
    assert places == {str(fact), str(style)}
    [out] = [each for each in prompts["plan_follow_ups"].left_out if each.sort == "memory"]
    assert (out.place, out.reason) == (str(fact), WhyOut.NOT_THIS_PROMPT)


async def test_of_many_memories_those_that_bear_on_the_line_are_shown_as_in_a_turn(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_with(app_of(shared_database, ScriptedModel()), own_tenant)
    for number in range(40):
        text = f"{number}번째 취미는 우표 모으기 {number}이다."
        await known(talk, text, said_on=date(2026, 9, 2))
    wanted = await known(talk, "주말에는 바다가 보이는 곳에 가고 싶어 한다.")

    prompts = await previewed(talk, say="주말에 바다 보러 어디 갈까요?")

    reply = prompts["reply"]
    assert str(wanted) in {line.place for line in reply.lines}
    left = [each.reason for each in prompts["judge_needs"].left_out if each.sort == "memory"]
    assert set(left) == {WhyOut.NOT_BEARING}
    assert any("41개 중" in line.text for line in reply.lines)


async def test_a_preview_writes_nothing_and_makes_no_user(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_with(app_of(shared_database, ScriptedModel()), own_tenant)
    tables = ("users", "turns", "messages", "evidence", "conversations")
    before = [await talk.rows(table) for table in tables]

    prompts = await previewed(talk, user="nobody-yet")

    assert "reply" in prompts
    assert [await talk.rows(table) for table in tables] == before

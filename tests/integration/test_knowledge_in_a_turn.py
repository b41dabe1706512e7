"""Knowledge in a turn: looked up, cited with its day, or honestly not found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.knowledge import RawDocument
from nightcrew.domain.reason import ToolStatus
from nightcrew.store.database import Database
from nightcrew.store.knowledge_search import KnowledgeSearch
from nightcrew.usecases.answer_turn.knowing import Knowing
from nightcrew.usecases.load_knowledge import GivenDocument
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

URL = "https://www.passport.go.kr"
PAGE = """# 여권

## 여권 유효기간

여러 나라가 입국하는 날을 기준으로 여권 유효기간이 6개월 이상 남아 있기를 요구한다.

## 수수료

전자여권 발급 수수료는 쪽수와 유효기간에 따라 다르다.
"""
ASKED: dict[str, Any] = {"knowledge": {"use": True, "query": "여권 유효기간 6개월 남아야 하나요"}}


async def talk_about(
    database: Database, tenant: UUID, model: ScriptedModel, *, crew: str = "travel-mina",
    page: str = PAGE,
) -> Talk:  # fmt: skip
    app = app_of(database, model)
    if page:
        given = GivenDocument(
            raw=RawDocument(kind="markdown", content=page.encode()), url=URL, title="여권 안내"
        )
        await app.knowledge.load(tenant, "travel-documents", given)
    return await talk_with(app, tenant, crew)


def frame_of(model: ScriptedModel) -> list[str]:
    [question] = model.asked_for("reply")
    inside = question.text.split('<data tool="knowledge"')[1].split("</data>")[0]
    return [line.removeprefix("- ") for line in inside.splitlines()[1:] if line]


async def test_a_turn_cites_passage_source_and_day(database: Database, tenant: UUID) -> None:
    model = scripted(judge_needs=ASKED, reply="6개월 이상 남아 있어야 하는 나라가 많아요.")
    talk = await talk_about(database, tenant, model)

    turn = await talk.say("여권 얼마나 남아 있어야 해요?")

    known = turn.decisions["knowledge"]
    assert (known["use"], known["status"]) == (True, ToolStatus.OK)
    assert str(known["as_of"]) == "2026-10-05"
    first = turn.sources[0]
    assert (first["title"], first["url"]) == ("여권 안내", URL)
    assert "6개월 이상" in first["snippet"]
    assert "6개월 이상" in frame_of(model)[0]
    assert f"여권 안내 <{URL}>, 2026-10-05 기준" in frame_of(model)[0]
    assert turn.reply == "6개월 이상 남아 있어야 하는 나라가 많아요."


async def test_what_the_judge_does_not_need_is_not_looked_up(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_about(database, tenant, scripted())

    turn = await talk.say("안녕하세요")

    assert turn.decisions["knowledge"]["status"] == ToolStatus.NOT_USED
    assert turn.sources == ()


async def test_a_question_the_collection_does_not_answer_finds_nothing(
    database: Database, tenant: UUID
) -> None:
    asked = {"knowledge": {"use": True, "query": "김치찌개 끓이는 법"}}
    talk = await talk_about(database, tenant, scripted(judge_needs=asked))

    turn = await talk.say("김치찌개는 어떻게 끓여요?")

    assert turn.decisions["knowledge"]["status"] == ToolStatus.NOTHING_FOUND
    assert turn.sources == ()


async def test_an_empty_collection_says_that_nothing_is_loaded(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_about(database, tenant, scripted(judge_needs=ASKED), page="")

    turn = await talk.say("여권 얼마나 남아 있어야 해요?")

    known = turn.decisions["knowledge"]
    assert (known["status"], known["note"]) == (ToolStatus.EMPTY, "nothing_loaded")


async def test_a_crew_that_has_none_on_purpose_says_why(database: Database, tenant: UUID) -> None:
    model = scripted(judge_needs=ASKED)
    talk = await talk_about(database, tenant, model, crew="mindcare-sora")

    turn = await talk.say("여권 얼마나 남아 있어야 해요?")

    known = turn.decisions["knowledge"]
    assert (known["status"], known["note"]) == (ToolStatus.REFUSED, "none_on_purpose")
    assert known["why"] == talk.app.crews.crew("mindcare-sora").knowledge.none
    assert turn.sources == ()


async def test_another_tenants_knowledge_answers_nobody_else(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_about(database, tenant, scripted(judge_needs=ASKED))
    other = await talk.app.keep_tenant.tenant("other")

    turn = await (await talk_with(talk.app, other)).say("여권 얼마나 남아 있어야 해요?")

    assert turn.decisions["knowledge"]["status"] == ToolStatus.EMPTY


class AwayEmbedder(HashEmbedder):
    """An embedder that does not answer."""

    async def passages(self, texts: Any) -> list[list[float]]:
        raise ModelFailure("provider_down", "the embedder does not answer")

    async def query(self, text: str) -> list[float]:
        raise ModelFailure("provider_down", "the embedder does not answer")


async def test_words_alone_are_compared_while_the_embedder_is_away(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_about(database, tenant, scripted(judge_needs=ASKED))
    words_only = Knowing(search=KnowledgeSearch(db=database, embedder=AwayEmbedder()))
    answering = talk.app.answer_turn
    tools = replace(answering.tools, knowing=words_only)
    app = replace(talk.app, answer_turn=replace(answering, tools=tools))

    turn = await replace(talk, app=app).say("여권 얼마나 남아 있어야 해요?")

    known = turn.decisions["knowledge"]
    assert (known["status"], known["note"]) == (ToolStatus.OK, "by_words_alone")


@pytest.mark.parametrize("locale", ["ko-KR", "en-US"])
async def test_the_day_is_told_in_the_language_of_the_turn(
    database: Database, tenant: UUID, locale: str
) -> None:
    model = scripted(judge_needs=ASKED)
    talk = await talk_about(database, tenant, model)

    await talk.say("여권 얼마나 남아 있어야 해요?", locale=locale)

    assert ("as of 2026-10-05" if locale == "en-US" else "2026-10-05 기준") in frame_of(model)[0]

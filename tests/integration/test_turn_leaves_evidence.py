"""AS-01: a turn only leaves evidence, once, and no model is asked about memory."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from uuid import UUID

import pytest

from nightcrew.domain.errors import BadInput, ModelFailure, Refused
from nightcrew.domain.turn import MESSAGE_LIMIT_BYTES
from nightcrew.store.database import Database
from tests.scripting import scripted
from tests.talk import app_of, talk_with

JEJU = "다음 달에 제주도 가려고 해요"


async def test_a_turn_leaves_two_lines_of_evidence_and_no_memory(
    database: Database, tenant: UUID
) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say(JEJU)

    assert turn.reply == "네, 잘 들었어요."
    assert await talk.rows("memories") == 0
    assert await talk.cells("speaker", "evidence", "position") == ["user", "assistant"]
    assert await talk.cells("state", "evidence", "position") == ["pending", "pending"]
    assert [question.name for question in model.asked] == ["judge_needs", "reply"]


async def test_the_users_words_are_kept_with_moment_zone_and_source(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)

    await talk.say(JEJU)

    assert await talk.cells("text", "messages", "position") == [JEJU, "네, 잘 들었어요."]
    assert await talk.cells("timezone", "messages", "position") == ["Asia/Seoul"] * 2
    assert await talk.cells("source", "messages", "position") == ["user", "crew"]


async def test_a_second_delivery_of_a_turn_is_the_same_turn(
    database: Database, tenant: UUID
) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    first = await talk.say(JEJU, turn_id="t-1")
    again = await talk.say(JEJU, turn_id="t-1")

    assert (first.replayed, again.replayed) == (False, True)
    assert again.reply == first.reply
    assert await talk.rows("evidence") == 2
    assert len(model.asked_for("reply")) == 1


async def test_eight_deliveries_at_once_are_one_turn(database: Database, tenant: UUID) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    turns = await asyncio.gather(*(talk.say(JEJU, turn_id="t-1") for _ in range(8)))

    assert {turn.reply for turn in turns} == {"네, 잘 들었어요."}
    assert sorted(turn.replayed for turn in turns) == [False] + [True] * 7
    assert await talk.rows("evidence") == 2
    assert len(model.asked_for("reply")) == 1


async def test_the_same_sentence_said_again_is_a_turn_of_its_own(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)

    await talk.say(JEJU)
    await talk.say(JEJU)

    assert await talk.rows("evidence", "speaker = 'user'") == 2


async def test_one_id_for_two_turns_is_refused(database: Database, tenant: UUID) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)
    await talk.say(JEJU, turn_id="t-1")

    with pytest.raises(Refused) as refused:
        await talk.say("다른 말", turn_id="t-1")

    assert refused.value.code == "turn_id_reused"


async def test_a_line_is_not_lost_when_the_reply_model_is_away(
    database: Database, tenant: UUID
) -> None:
    model = scripted(reply=ModelFailure("provider_down", "the model is away"))
    talk = await talk_with(app_of(database, model), tenant)

    with pytest.raises(ModelFailure):
        await talk.say(JEJU, turn_id="t-1")
    model.answers["reply"] = "돌아왔어요."
    turn = await talk.say(JEJU, turn_id="t-1")

    assert turn.reply == "돌아왔어요."
    assert await talk.cells("text", "messages", "position") == [JEJU, "돌아왔어요."]
    assert await talk.rows("evidence") == 2


async def test_an_unfinished_turn_is_no_evidence(database: Database, tenant: UUID) -> None:
    model = scripted(reply=ModelFailure("provider_down", "the model is away"))
    talk = await talk_with(app_of(database, model), tenant)

    with pytest.raises(ModelFailure):
        await talk.say(JEJU, turn_id="t-1")

    assert await talk.cells("state", "turns", "at") == ["incomplete"]
    assert await talk.rows("evidence") == 0


async def test_a_judge_that_is_away_decides_nothing_and_the_reply_goes_on(
    database: Database, tenant: UUID
) -> None:
    model = scripted(judge_needs=ModelFailure("provider_timeout", "too slow"))
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say(JEJU)

    assert turn.reply == "네, 잘 들었어요."
    assert turn.decisions["search"] == {
        "use": False,
        "why": "judge_unavailable",
        "status": "not_used",
    }
    told = await talk.app.explain_turn(tenant, turn.turn_id)
    assert told["judge_failed"] == "provider_timeout"


async def test_a_judge_that_never_ends_its_sentence_is_not_kept_word_for_word(
    database: Database, tenant: UUID
) -> None:
    words = " ".join(f"말{number}" for number in range(3000))
    wants = {"use": True, "query": words, "why": words}
    model = scripted(judge_needs={"search": wants, "memory": wants, "skill": {"why": words}})
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say(JEJU)

    decided = turn.decisions
    assert [len(decided[name]["why"]) for name in ("search", "memory", "skill")] == [500] * 3
    assert [len(decided[name]["query"]) for name in ("search", "memory")] == [1_000] * 2


async def test_a_turn_keeps_the_hash_of_every_prompt_it_asked(
    database: Database, tenant: UUID
) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say(JEJU)

    told = await talk.app.explain_turn(tenant, turn.turn_id)
    asked = {each.name: sha256(each.text.encode()).hexdigest() for each in model.asked}
    assert told["judged"]["prompt_hashes"] == asked
    assert set(asked) == {"judge_needs", "reply"}


async def test_secrets_are_masked_before_they_are_stored(database: Database, tenant: UUID) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)
    planted = "sk-proj-" + "a1B2c3D4e5" * 4

    await talk.say(f"내 열쇠는 {planted} 이야")

    assert planted not in " ".join(await talk.cells("text", "messages", "position"))


async def test_too_long_a_message_is_refused_with_the_limit(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)

    with pytest.raises(BadInput) as refused:
        await talk.say("가" * MESSAGE_LIMIT_BYTES)

    assert refused.value.code == "message_too_long"
    assert str(MESSAGE_LIMIT_BYTES) in refused.value.message


async def test_a_talk_without_memory_leaves_nothing_for_a_dream(
    database: Database, tenant: UUID
) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)

    await talk.say(JEJU, memory="off")

    assert await talk.rows("evidence") == 0
    assert await talk.rows("messages") == 2


async def test_a_rehearsed_turn_writes_nothing(database: Database, tenant: UUID) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant)

    turn = await talk.say(JEJU, dry_run=True)

    assert turn.reply == "네, 잘 들었어요."
    assert await talk.rows("messages") == 0
    assert await talk.rows("turns") == 0


async def test_a_talk_of_many_turns_shows_the_last_twelve(database: Database, tenant: UUID) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    for number in range(15):
        await talk.say(f"{number}번째 이야기")

    shown = [line.text for line in model.asked[-1].inputs.talk if line.speaker == "user"]  # type: ignore[attr-defined]
    assert shown == [f"{number}번째 이야기" for number in range(2, 14)]

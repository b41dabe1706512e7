"""What happens while a dream thinks, or before it is decided on, is never written over."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.dream import DreamReport, Verdict, Verdicts
from nightcrew.domain.errors import Refused
from nightcrew.domain.questions import ProposeInputs
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import memory
from tests.case_talk import LATER, Play, play
from tests.scripting import all_stand, proposing

Act = Callable[[], Coroutine[Any, Any, Any]]


def fact(text: str, **changed: Any) -> dict[str, Any]:
    return {"action": "create", "kind": "fact", "text": text, "cites": ["e1"], **changed}


@pytest.fixture
async def talk(shared_database: Database, own_tenant: UUID) -> Play:
    return await play(shared_database, own_tenant, propose_changes=proposing(fact("부산에 산다")))


def while_verifying(talk: Play, act: Act) -> None:
    async def verify(question: Question) -> Verdicts:
        await act()
        return all_stand(question)

    talk.script.answers["verify_changes"] = verify


async def reviewed(talk: Play, said: str, *changes: dict[str, Any]) -> DreamReport:
    talk.script.answers["propose_changes"] = proposing(*changes)
    await talk.say(said)
    talk.clock.at += LATER
    return await talk.app.run_dream(talk.talk.pair, mode="review")


async def withdraw(talk: Play) -> None:
    await talk.app.keep_people.set_preferences(
        talk.talk.pair.tenant, "u1", {"consents": {"remember": False}}
    )


async def test_what_the_user_wrote_meanwhile_is_not_learned_a_second_time(talk: Play) -> None:
    await talk.say("부산에 살아")
    while_verifying(talk, lambda: talk.keep("부산에 산다"))

    report = await talk.dream()

    assert await talk.texts() == ["부산에 산다"]
    assert report.changes[0].reason is Reason.DUPLICATE


async def test_what_another_crew_shared_meanwhile_is_not_learned_a_second_time(talk: Play) -> None:
    talk.script.answers["propose_changes"] = proposing(fact("부산에 산다", scope="shared"))
    await talk.say("부산에 살아")
    shared = NewMemory(crew="mindcare-sora", scope="shared", kind="fact", text="부산에 산다")
    while_verifying(talk, lambda: talk.app.keep_memories.add(talk.talk.pair.tenant, "u1", shared))

    await talk.dream()

    assert await talk.texts() == ["부산에 산다"]


async def test_a_consent_taken_back_while_a_dream_thinks_leaves_nothing_learned(talk: Play) -> None:
    await talk.say("부산에 살아")
    while_verifying(talk, lambda: withdraw(talk))

    report = await talk.dream()

    assert report.outcome is DreamOutcome.STALE
    assert (report.changes, await talk.texts()) == ((), [])


async def test_a_review_is_not_accepted_for_somebody_who_wants_nothing_remembered(
    talk: Play,
) -> None:
    report = await reviewed(talk, "부산에 살아", fact("부산에 산다"))
    await withdraw(talk)

    with pytest.raises(Refused) as refused:
        await talk.app.decide_dreams.accept(talk.talk.pair.tenant, report.id, [1])

    assert refused.value.code == "remembering_off"


async def test_what_was_reviewed_before_the_user_started_over_is_not_brought_in(
    talk: Play,
) -> None:
    report = await reviewed(talk, "부산에 살아", fact("부산에 산다"))
    talk.clock.at += timedelta(seconds=1)
    await talk.app.keep_memories.start_over(talk.talk.pair.tenant, "u1")

    after = await talk.app.decide_dreams.accept(talk.talk.pair.tenant, report.id, [1])

    assert after.changes[0].reason is Reason.STALE
    assert await talk.texts() == []


async def test_what_was_reviewed_before_its_line_was_erased_says_that_the_line_is_gone(
    talk: Play,
) -> None:
    report = await reviewed(talk, "부산에 살아", fact("부산에 산다"))
    [line] = report.changes[0].cites
    await talk.app.erase_words.turn(talk.talk.pair.tenant, "u1", line)

    after = await talk.app.decide_dreams.accept(talk.talk.pair.tenant, report.id, [1])

    assert after.changes[0].reason is Reason.UNKNOWN_EVIDENCE
    assert await talk.texts() == []


async def test_why_a_change_was_refuted_is_not_told_once_it_was_forgotten(talk: Play) -> None:
    refuted = Verdict(change="c1", stands=False, why="라면을 좋아한다는 말은 농담이다")
    talk.script.answers["propose_changes"] = proposing(fact("라면을 좋아한다"))
    talk.script.answers["verify_changes"] = Verdicts(verdicts=(refuted,))
    await talk.say("나 라면 진짜 좋아해")
    await talk.dream()
    await talk.forget(await talk.keep("라면을 좋아한다"))

    await talk.say("어제 민수를 만났어")
    await talk.dream()

    asked = talk.script.asked_for("propose_changes")[-1]
    assert isinstance(asked.inputs, ProposeInputs)
    assert asked.inputs.refused == ("create fact: unverified",)
    assert "라면" not in asked.text


async def test_of_two_spellings_of_one_removal_one_is_carried_out(talk: Play) -> None:
    await talk.learn(memory("수영을 배운다", user=talk.talk.pair.user))
    await talk.say("수영은 그만뒀어")
    removal = {"action": "remove", "cites": ["e1"]}
    talk.script.answers["propose_changes"] = proposing(
        {**removal, "memory": "m1", "why": "그만뒀다"}, {**removal, "memory": "[M1]"}
    )

    report = await talk.dream()

    assert [each.reason for each in report.changes] == [None, Reason.DUPLICATE]
    assert await talk.texts() == []

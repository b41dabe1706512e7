"""AS-21 and the way back: a dream that waits to be accepted, and a dream that is undone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.dream import DreamReport
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.integration.decided_dreams import dream_of, fact
from tests.scripting import proposing
from tests.talk import Talk

FIVE = (
    "고양이가 있다",
    "커피를 좋아한다",
    "부산에서 일한다",
    "수영을 배운다",
    "매운 음식을 못 먹는다",
)


async def five_in_review(talk: Talk, model: ScriptedModel) -> DreamReport:
    spoken = "고양이가 있어. 커피를 좋아해. 부산에서 일해. 수영을 배워. 매운 음식을 못 먹어"
    return await dream_of(talk, model, spoken, *map(fact, FIVE), mode="review")


async def test_a_dream_in_review_mode_changes_nothing_and_tells_what_it_would_change(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await five_in_review(talk, model)

    assert report.outcome is DreamOutcome.REVIEW
    assert [each.text for each in report.changes] == list(FIVE)
    assert {(each.applied, each.reason) for each in report.changes} == {
        (False, Reason.NOT_ACCEPTED)
    }
    assert all(each.cites for each in report.changes)
    assert await talk.known() == ()
    assert set(await talk.cells("state", "evidence", "position")) == {"pending"}
    assert (report.evidence.read, report.evidence.pending) == (2, 2)


async def test_exactly_the_accepted_changes_are_applied_and_their_lines_are_done(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await five_in_review(talk, model)

    after = await talk.app.decide_dreams.accept(talk.pair.tenant, report.id, [2, 4])

    assert {memory.text for memory in await talk.known()} == {FIVE[1], FIVE[3]}
    assert [each.number for each in after.changes if each.applied] == [2, 4]
    assert after.outcome is DreamOutcome.APPLIED
    assert after.evidence.applied == 1
    assert await talk.cells("state", "evidence", "position") == ["applied", "pending"]
    [memory, _] = await talk.known()
    assert list(memory.cites) == (await talk.cells("id", "evidence", "position"))[:1]


async def test_accepting_the_same_change_again_changes_nothing(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await five_in_review(talk, model)
    accept = talk.app.decide_dreams.accept

    once = await accept(talk.pair.tenant, report.id, [1])
    twice = await accept(talk.pair.tenant, report.id, [1, 1])
    other = await accept(talk.pair.tenant, report.id, [3])

    assert twice == once
    assert len(await talk.known()) == 2
    assert [each.number for each in other.changes if each.applied] == [1, 3]


async def test_a_change_whose_memory_moved_on_is_told_and_the_others_are_applied(
    talk: Talk, model: ScriptedModel
) -> None:
    await dream_of(talk, model, "커피를 좋아해", fact("커피를 좋아한다"))
    [coffee] = await talk.known()
    update = {**fact("커피를 끊었다"), "action": "update", "memory": "m1"}
    report = await dream_of(
        talk, model, "커피를 끊었어. 수영을 배워", update, fact("수영을 배운다"), mode="review"
    )
    await talk.app.keep_memories.change(talk.pair.tenant, "u1", coffee.id, "커피는 아침에만 마신다")

    after = await talk.app.decide_dreams.accept(talk.pair.tenant, report.id, [1, 2])

    assert [(each.applied, each.reason) for each in after.changes] == [
        (False, Reason.STALE),
        (True, None),
    ]
    assert {memory.text for memory in await talk.known()} == {
        "커피는 아침에만 마신다",
        "수영을 배운다",
    }


async def test_what_was_forgotten_or_learned_meanwhile_is_not_brought_in_by_accepting(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await five_in_review(talk, model)
    own = NewMemory(crew=talk.pair.crew, scope="private", kind="fact", text="고양이가 있다")
    cat = await talk.app.keep_memories.add(talk.pair.tenant, "u1", own)
    coffee = await talk.app.keep_memories.add(
        talk.pair.tenant, "u1", NewMemory(**{**_fields(own), "text": "커피를 좋아한다"})
    )
    await talk.app.keep_memories.forget(talk.pair.tenant, "u1", coffee.memory.id)

    after = await talk.app.decide_dreams.accept(talk.pair.tenant, report.id, [1, 2])

    assert [each.reason for each in after.changes[:2]] == [Reason.DUPLICATE, Reason.BURIED]
    assert [memory.id for memory in await talk.known()] == [cat.memory.id]


def _fields(new: NewMemory) -> dict[str, Any]:
    return {name: getattr(new, name) for name in NewMemory.__dataclass_fields__}


async def test_only_changes_of_a_dream_in_review_can_be_accepted(
    talk: Talk, model: ScriptedModel
) -> None:
    applied = await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))
    review = await dream_of(talk, model, "수영을 배워", fact("수영을 배운다"), mode="review")
    accept = talk.app.decide_dreams.accept

    with pytest.raises(Refused) as refused:
        await accept(talk.pair.tenant, applied.id, [1])
    with pytest.raises(BadInput) as unknown:
        await accept(talk.pair.tenant, review.id, [1, 7])
    with pytest.raises(NotFound):
        await accept(talk.pair.tenant, UUID(int=9), [1])

    assert refused.value.code == "not_in_review"
    assert unknown.value.details == {"unknown": [7]}
    assert len(await talk.known()) == 1


async def test_older_words_that_arrive_later_enter_the_history_by_their_own_day(
    talk: Talk, model: ScriptedModel
) -> None:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    await dream_of(talk, model, "나는 한빛전자에 다녀", fact("한빛전자에 다닌다"))
    [work] = await talk.known()
    now, clock.at = clock.at, NOON - timedelta(days=500)
    await talk.say("나는 누리상사에 다녀")
    clock.at = now + timedelta(seconds=500)
    model.answers["propose_changes"] = proposing(
        {**fact("누리상사에 다닌다"), "action": "update", "memory": "m1"}
    )

    report = await talk.app.run_dream(talk.pair)

    [still] = await talk.known()
    assert report.outcome is DreamOutcome.APPLIED
    assert (still.id, still.text, still.said_on) == (work.id, work.text, work.said_on)
    assert [(each.text, each.since, each.until) for each in still.previous] == [
        ("누리상사에 다닌다", date(2025, 5, 23), date(2026, 10, 5))
    ]
    then = await talk.app.keep_memories.as_of(talk.pair.tenant, "u1", date(2025, 12, 24))
    assert [each.text for each in then] == ["누리상사에 다닌다"]
    assert {each.kind for each in then} == {Kind.FACT}
    assert {each.scope for each in then} == {Scope.PRIVATE}


async def test_what_held_on_a_day_is_told_without_what_was_said_after_it(
    talk: Talk, model: ScriptedModel
) -> None:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    await dream_of(talk, model, "커피를 좋아해", fact("커피를 좋아한다"))
    clock.at = NOON + timedelta(days=10)
    await dream_of(
        talk, model, "커피를 끊었어", {**fact("커피를 끊었다"), "action": "update", "memory": "m1"}
    )
    as_of = talk.app.keep_memories.as_of

    days = [date(2026, 10, 4), date(2026, 10, 5), date(2026, 10, 14), date(2026, 10, 15)]
    told = [[each.text for each in await as_of(talk.pair.tenant, "u1", day)] for day in days]

    assert told == [[], ["커피를 좋아한다"], ["커피를 좋아한다"], ["커피를 끊었다"]]

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
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing, scripted
from tests.talk import Talk, app_of, talk_with

FIVE = (
    "고양이가 있다",
    "커피를 좋아한다",
    "부산에서 일한다",
    "수영을 배운다",
    "매운 음식을 못 먹는다",
)


def fact(text: str, cite: int = 1) -> dict[str, Any]:
    return {"action": "create", "kind": "fact", "text": text, "cites": [f"e{cite}"]}


async def dream_of(
    talk: Talk, model: ScriptedModel, said: str, *changes: dict[str, Any], mode: str = "apply"
) -> DreamReport:
    await talk.say(said)
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(*changes)
    return await talk.app.run_dream(talk.pair, mode=mode)  # type: ignore[arg-type]


async def five_in_review(talk: Talk, model: ScriptedModel) -> DreamReport:
    spoken = "고양이가 있어. 커피를 좋아해. 부산에서 일해. 수영을 배워. 매운 음식을 못 먹어"
    return await dream_of(talk, model, spoken, *map(fact, FIVE), mode="review")


@pytest.fixture
def model() -> ScriptedModel:
    return scripted()


@pytest.fixture
async def talk(database: Database, tenant: UUID, model: ScriptedModel) -> Talk:
    app = app_of(database, model, clock=FixedClock(NOON))
    return await talk_with(app, tenant)


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


async def test_undoing_a_dream_takes_back_all_it_did_as_new_versions(
    talk: Talk, model: ScriptedModel
) -> None:
    await dream_of(
        talk, model, "커피를 좋아해. 수영을 배워", fact("커피를 좋아한다"), fact("수영을 배운다")
    )
    before = {memory.text: memory for memory in await talk.known()}
    places = {memory.text: f"m{n}" for n, memory in enumerate(await _shown(talk, model), 1)}
    report = await dream_of(
        talk,
        model,
        "커피를 끊었어. 수영은 그만뒀어. 고양이가 있어",
        {**fact("커피를 끊었다"), "action": "update", "memory": places["커피를 좋아한다"]},
        {**fact(""), "action": "remove", "memory": places["수영을 배운다"]},
        fact("고양이가 있다"),
    )
    assert [each.applied for each in report.changes] == [True, True, True]

    undone = await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    known = {memory.text: memory for memory in await talk.known()}
    assert set(known) == set(before)
    assert known["커피를 좋아한다"].version == 3
    assert known["커피를 좋아한다"].previous == ()
    assert known["수영을 배운다"].said_on == before["수영을 배운다"].said_on
    assert {(each.applied, each.reason) for each in undone.changes} == {(False, Reason.REVERTED)}
    assert undone.reverted_at == talk.app.world.clock.now()
    assert await talk.rows("tombstones") == 0
    versions = await talk.app.keep_memories.versions(
        talk.pair.tenant, "u1", known["커피를 좋아한다"].id
    )
    assert [(each.version, each.restored_from, each.actor) for each in versions] == [
        (3, 1, "admin"), (2, None, "dream"), (1, None, "dream"),
    ]  # fmt: skip


async def _shown(talk: Talk, model: ScriptedModel) -> list[Any]:
    """The memories in the order a dream numbers them."""
    await talk.say("음")
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing()
    await talk.app.run_dream(talk.pair)
    return [each.memory for each in model.asked_for("propose_changes")[-1].inputs.memories]


async def test_what_the_user_changed_after_a_dream_is_left_alone_and_told(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await dream_of(
        talk, model, "커피를 좋아해. 수영을 배워", fact("커피를 좋아한다"), fact("수영을 배운다")
    )
    coffee = next(each for each in await talk.known() if "커피" in each.text)
    await talk.app.keep_memories.change(talk.pair.tenant, "u1", coffee.id, "커피는 아침에만 마신다")

    undone = await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    assert [memory.text for memory in await talk.known()] == ["커피는 아침에만 마신다"]
    assert [(each.applied, each.reason) for each in undone.changes] == [
        (True, Reason.CHANGED_SINCE),
        (False, Reason.REVERTED),
    ]


async def test_a_dream_is_undone_once(talk: Talk, model: ScriptedModel) -> None:
    report = await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))
    idle = await dream_of(talk, model, "심심해", fact("심심하다고 한다"), mode="review")
    await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    with pytest.raises(Refused) as again:
        await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)
    with pytest.raises(Refused) as nothing:
        await talk.app.decide_dreams.revert(talk.pair.tenant, idle.id)

    assert (again.value.code, nothing.value.code) == ("already_reverted", "nothing_to_revert")


async def test_an_undone_dream_is_not_dreamt_again_from_the_same_lines(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))
    await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)
    calls = len(model.asked)

    await talk.app.run_dream(talk.pair)

    assert await talk.known() == ()
    assert len(model.asked) == calls


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

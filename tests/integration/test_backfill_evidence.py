"""Talk from before the product knew the user: dated, counted once, dreamt like any other."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.evidence import Speaker
from nightcrew.usecases.backfill_evidence import BackfillEvidence
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk
from tests.world import crisis_rules

CREW = "travel-mina"
LONG_AGO = datetime(2024, 5, 3, 2, 0, tzinfo=UTC)


def line(name: str, text: str, at: datetime = LONG_AGO, **changed: Any) -> ImportedLine:
    values: dict[str, Any] = {"id": name, "at": at, "speaker": Speaker.USER, "text": text}
    return ImportedLine(**(values | changed))


@pytest.fixture
def backfill(talk: Talk) -> BackfillEvidence:
    world = talk.app.world
    return BackfillEvidence(db=world.db, crews=world.crews, crisis=crisis_rules())


async def test_each_line_keeps_its_own_date_and_wakes_a_dream(
    talk: Talk, model: ScriptedModel, backfill: BackfillEvidence
) -> None:
    told = await backfill(
        talk.pair.tenant,
        "u1",
        CREW,
        [
            line("b", "반가워요", LONG_AGO + timedelta(minutes=1), speaker=Speaker.ASSISTANT),
            line("a", "나는 누리상사에 다녀"),
        ],
    )
    ready = await talk.app.run_dream.ready()
    model.answers["propose_changes"] = proposing(
        {"action": "create", "kind": "fact", "text": "누리상사에 다닌다", "cites": ["e1"]}
    )

    await talk.app.run_dream(talk.pair)

    [memory] = await talk.known()
    assert (told.stored, told.already_there, told.refused) == (2, 0, 0)
    assert ready == [talk.pair]
    assert memory.said_on == date(2024, 5, 3)
    assert memory.learned_on == date(2026, 10, 5)
    assert await talk.cells("said_at", "evidence", "position") == [
        LONG_AGO, LONG_AGO + timedelta(minutes=1),
    ]  # fmt: skip
    assert set(await talk.cells("source", "messages", "position")) == {"imported"}
    assert [question.name for question in model.asked] == ["propose_changes", "verify_changes"]


async def test_older_talk_that_is_brought_in_later_does_not_override_the_newer_word(
    talk: Talk, model: ScriptedModel, backfill: BackfillEvidence
) -> None:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    await talk.say("나는 한빛전자에 다녀")
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(
        {"action": "create", "kind": "fact", "text": "한빛전자에 다닌다", "cites": ["e1"]}
    )
    await talk.app.run_dream(talk.pair)
    await backfill(talk.pair.tenant, "u1", CREW, [line("a", "나는 누리상사에 다녀")])
    update = {"action": "update", "memory": "m1", "kind": "fact", "cites": ["e1"]}
    model.answers["propose_changes"] = proposing({**update, "text": "누리상사에 다닌다"})

    await talk.app.run_dream(talk.pair)

    [memory] = await talk.known()
    assert memory.text == "한빛전자에 다닌다"
    assert [(each.text, each.since) for each in memory.previous] == [
        ("누리상사에 다닌다", date(2024, 5, 3))
    ]


async def test_the_same_line_again_is_there_already_and_other_words_under_its_id_are_refused(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    await backfill(talk.pair.tenant, "u1", CREW, [line("a", "고양이가 있어")])

    told = await backfill(
        talk.pair.tenant,
        "u1",
        CREW,
        [
            line("a", "고양이가 있어"),
            line("a", "강아지가 있어"),
            line("a", "고양이가 있어", LONG_AGO + timedelta(days=1)),
            line("b", "수영을 배워"),
            line("b", "수영을 배워"),
        ],
    )

    assert (told.stored, told.already_there, told.refused) == (1, 2, 2)
    assert {(each.id, each.reason) for each in told.refusals} == {("a", "id_reused")}
    assert await talk.cells("text", "messages", "position") == ["고양이가 있어", "수영을 배워"]


async def test_the_same_id_may_stand_for_another_line_with_another_crew_or_user(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    one = [line("a", "고양이가 있어")]
    await backfill(talk.pair.tenant, "u1", CREW, one)

    other_crew = await backfill(talk.pair.tenant, "u1", "study-juno", one)
    other_user = await backfill(talk.pair.tenant, "u2", CREW, one)

    assert (other_crew.stored, other_user.stored) == (1, 1)


async def test_secrets_are_masked_and_a_crisis_is_kept_out_of_dreams(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    lines = [line("a", "내 키는 sk-test-000000 이야"), line("b", "죽고 싶어")]

    first = await backfill(talk.pair.tenant, "u1", CREW, lines)
    again = await backfill(talk.pair.tenant, "u1", CREW, lines)

    assert (first.stored, again.already_there) == (2, 2)
    assert await talk.rows("messages", "text like '%sk-test%'") == 0
    assert await talk.cells("state", "evidence", "position") == ["pending", "excluded"]


async def test_a_line_that_is_too_long_or_empty_is_refused_alone(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    lines = [line("a", "가" * 11_000), line("b", " \x00 "), line("c", "고양이가\x00 있어")]

    told = await backfill(talk.pair.tenant, "u1", CREW, lines)

    assert (told.stored, told.refused) == (1, 2)
    assert {each.id: str(each.reason) for each in told.refusals} == {"a": "too_long", "b": "empty"}
    assert await talk.cells("text", "messages", "position") == ["고양이가 있어"]


async def test_erased_words_do_not_come_back_under_their_id(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    await backfill(talk.pair.tenant, "u1", CREW, [line("a", "고양이가 있어")])
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        await connection.exec_driver_sql("update messages set text = ''")
        await connection.exec_driver_sql(
            "update evidence set erased_at = now(), state = 'excluded'"
        )

    told = await backfill(talk.pair.tenant, "u1", CREW, [line("a", "고양이가 있어")])

    assert [str(each.reason) for each in told.refusals] == ["erased"]


async def test_a_call_is_refused_whole_when_it_is_too_large_or_nobody_wants_to_remember(
    talk: Talk, backfill: BackfillEvidence
) -> None:
    many = [line(str(number), "고양이가 있어") for number in range(1001)]

    with pytest.raises(BadInput) as large:
        await backfill(talk.pair.tenant, "u1", CREW, many)
    with pytest.raises(NotFound):
        await backfill(talk.pair.tenant, "u1", "nobody", many[:1])
    await talk.app.keep_people.set_preferences(
        talk.pair.tenant, "u1", {"consents": {"remember": False}}
    )
    with pytest.raises(Refused) as off:
        await backfill(talk.pair.tenant, "u1", CREW, many[:1])

    assert (large.value.code, off.value.code) == ("too_many_turns", "remembering_off")


async def test_old_talk_makes_no_crew_speak_first(talk: Talk, backfill: BackfillEvidence) -> None:
    await backfill(talk.pair.tenant, "u1", CREW, [line("a", "다음 주에 면접 봐")])

    assert await talk.app.flows.plan_follow_ups.ready() == []

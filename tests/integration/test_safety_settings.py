"""Who is told that this is an AI, where help is, and by whose list: a tenant's own or ours."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import text

from nightcrew.app.menu import App
from nightcrew.domain.errors import ModelFailure, Refused
from nightcrew.domain.memory import Kind
from nightcrew.domain.safety import Resource
from nightcrew.domain.safety_changes import SafetyChange
from nightcrew.domain.safety_settings import HelpList
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from nightcrew.domain.turn import Turn
from nightcrew.store import memories, people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import CREW, memory
from tests.desk import USER, Desk
from tests.fakes import NOON, FakeCrews, FixedClock, shipped_crews
from tests.receiver import Receiver, delivering, listening
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

ROMANCE = "girlfriend-ara"
AT_THREE = FollowUpSpec(
    kind=FollowUpKind.ONE_SHOT, intent="안부", local="2026-10-05T15:00", purpose=Purpose.LIFE
)
HELLO = {"send": True, "text": "면접은 어땠어?", "why": "때가 됐다"}
CRY = "죽고 싶다는 생각만 들어요"
OWN = HelpList(
    owner="care-team",
    reviewed_on=date(2026, 11, 20),
    places=(Resource(phone="02-123-4567", name={"ko": "학교 상담실", "en": "School counsellor"}),),
)
OWN_LIST = SafetyChange(
    resources={"KR": OWN},
    texts={
        "notice": {"ko": "저는 학교의 AI예요.", "en": "I am the school's AI."},
        "crisis": {"ko": "상담실로 먼저 전화해요.", "en": "Call the counsellor first."},
    },
)


async def a_neighbour(app: App, crew: str = "mindcare-sora") -> Talk:
    """A user of another tenant of the same installation."""
    async with app.world.db.begin_system() as connection:
        other = await people.make_tenant(connection, uuid4().hex)
    return await talk_with(app, other, crew)


async def set_age(talk: Talk, band: str) -> None:
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        chosen = {"age_band": band}
        await people.set_preferences(connection, talk.pair.tenant, talk.pair.user, chosen)


def phones(turn: Turn) -> list[str]:
    return [place["phone"] for place in turn.safety.resources]


async def test_a_tenants_own_list_and_words_are_shown_and_its_neighbour_sees_none_of_them(
    shared_database: Database, own_tenant: UUID
) -> None:
    app = app_of(shared_database, scripted())
    talk = await talk_with(app, own_tenant, "mindcare-sora")
    neighbour = await a_neighbour(app)
    await app.keep_safety.set(own_tenant, OWN_LIST)

    own, theirs = await talk.say(CRY), await neighbour.say(CRY)

    assert phones(own) == ["02-123-4567"]
    assert own.safety.notice == "저는 학교의 AI예요."
    assert own.safety.text == "상담실로 먼저 전화해요."
    assert "109" in phones(theirs)
    assert theirs.safety.notice == app.crews.house().safety["notice"]["ko"]
    assert (await app.keep_safety.read(neighbour.pair.tenant)).own == ()


async def test_another_process_sees_a_change_within_seconds(
    shared_database: Database, own_tenant: UUID
) -> None:
    app, other = (app_of(shared_database, scripted()) for _ in range(2))
    talk = await talk_with(app, own_tenant, "mindcare-sora")
    assert "109" in phones(await talk.say(CRY))
    await other.keep_safety.set(own_tenant, OWN_LIST)

    kept = app.answer_turn.safety
    until, known = kept.held[own_tenant]
    kept.held[own_tenant] = (until - 5.0, known)

    assert phones(await talk.say(CRY)) == ["02-123-4567"]


@pytest.mark.parametrize(
    "broken",
    [
        'update safety_settings set resources = \'{"KR": {"places": 7}}\'',
        "update safety_settings set resources = '[]', texts = '7'",
    ],
)
async def test_settings_that_cannot_be_read_leave_the_shipped_list(
    shared_database: Database, own_tenant: UUID, broken: str
) -> None:
    app = app_of(shared_database, scripted())
    talk = await talk_with(app, own_tenant, "mindcare-sora")
    await app.keep_safety.set(own_tenant, OWN_LIST)
    async with shared_database.begin(own_tenant) as connection:
        await connection.execute(text(broken))
    app.answer_turn.safety.held.clear()

    turn = await talk.say(CRY)

    assert turn.safety.level == "crisis"
    assert "109" in phones(turn)


async def test_without_the_table_a_crisis_still_carries_the_shipped_list(
    database: Database, tenant: UUID, access: Access
) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant, "mindcare-sora")
    with psycopg.connect(access.owner_url, autocommit=True) as owner:
        owner.execute("alter table safety_settings rename to elsewhere")

    assert "109" in phones(await talk.say(CRY))


async def test_when_the_reply_model_is_away_the_failure_says_where_help_is(
    shared_database: Database, own_tenant: UUID
) -> None:
    away = ModelFailure("provider_down", "no answer")
    talk = await talk_with(app_of(shared_database, scripted(reply=away)), own_tenant)

    with pytest.raises(ModelFailure) as failed:
        await talk.say(CRY)

    told: Any = failed.value.details["safety"]
    assert "109" in [place["phone"] for place in told.resources]
    assert told.text


async def test_over_all_conversations_of_a_pair_it_is_said_once_an_interval(
    shared_database: Database, own_tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_with(app_of(shared_database, scripted(), clock=clock), own_tenant)
    told = []

    for minute in range(0, 200, 20):
        clock.at = NOON + timedelta(minutes=minute)
        for conversation in ("one", "two"):
            turn = await talk.say("그렇구나", conversation=conversation)
            told += [(minute, conversation, turn.safety.notice)] if turn.safety.notice else []

    texts = talk.app.crews.house().safety
    assert told == [(0, "one", texts["notice"]["ko"]), (180, "one", texts["interrupt"]["ko"])]


async def test_a_minor_is_told_again_after_an_hour(
    shared_database: Database, own_tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_with(app_of(shared_database, scripted(), clock=clock), own_tenant)
    await set_age(talk, "minor")
    told = []

    for minute in range(0, 130, 20):
        clock.at = NOON + timedelta(minutes=minute)
        told += [minute] if (await talk.say("그렇구나")).safety.notice else []

    assert told == [0, 60, 120]


async def test_a_turn_sent_again_tells_what_it_told(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_with(app_of(shared_database, scripted()), own_tenant)
    first = await talk.say("안녕", turn_id="t1")

    again = await talk.say("안녕", turn_id="t1")

    assert again.replayed
    assert again.safety == first.safety
    assert first.safety.notice


async def test_months_count_levels_and_name_nobody(
    shared_database: Database, own_tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    app = app_of(shared_database, scripted(), clock=clock)
    talk = await talk_with(app, own_tenant, "mindcare-sora")
    for said in (CRY, "친구가 죽고 싶대요", "배고파 죽겠다", CRY):
        await talk.say(said)
    await talk.say(CRY, dry_run=True)
    clock.at = NOON + timedelta(days=30)
    await talk.say(CRY, turn_id="once")
    await talk.say(CRY, turn_id="once")

    counted = (await app.keep_safety.months(own_tenant)).items

    assert [(str(each.month_on), each.concern, each.crisis) for each in counted] == [
        ("2026-11-01", 0, 1),
        ("2026-10-01", 1, 2),
    ]
    await app.erase_words.person(own_tenant, "u1")
    assert (await app.keep_safety.months(own_tenant)).items == counted


async def test_a_minor_who_is_turned_away_is_told_so_in_words_to_show(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_with(app_of(shared_database, scripted()), own_tenant, "girlfriend-ara")
    await set_age(talk, "minor")

    with pytest.raises(Refused) as refused:
        await talk.say("안녕", locale="en")

    assert refused.value.details["text"] == "This crew is for adults only."


async def test_a_promise_of_a_romance_crew_is_not_kept_to_a_minor(
    shared_database: Database, own_tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(compose_follow_up=HELLO)
    app = app_of(shared_database, model, clock=clock)
    talk = await talk_with(app, own_tenant, ROMANCE)
    promised = await app.keep_follow_ups.make(own_tenant, "u1", ROMANCE, AT_THREE)
    await talk.say("내일 면접이 있어")
    await set_age(talk, "minor")
    model.asked.clear()

    clock.at = NOON + timedelta(hours=3, minutes=5)
    await app.flows.send_follow_ups(now=clock.at, tenant=own_tenant)
    planned = await app.flows.plan_follow_ups(talk.pair, now=clock.at)

    [silent] = await app.keep_follow_ups.occurrences(own_tenant, "u1", promised.follow_up.id)
    assert (silent.state, silent.reason) == ("blocked", "refused_for_minors")
    assert planned.outcome == "refused_for_minors"
    assert model.asked == []
    assert await talk.rows("outbox") == 0


async def test_a_romance_crew_opens_no_talk_with_a_minor_and_promises_nothing(
    shared_database: Database, own_tenant: UUID
) -> None:
    app = app_of(shared_database, scripted(open_talk=HELLO))
    talk = await talk_with(app, own_tenant, ROMANCE)
    plan = memory(
        "여행을 간다", kind=Kind.PLAN, user=talk.pair.user, crew=ROMANCE, from_on=date(2026, 10, 4)
    )
    async with shared_database.begin_pair(talk.pair) as connection:
        act = Act(actor="dream", cause="dream", at=NOON - timedelta(days=2))
        await memories.add(connection, talk.pair, plan, act)
    await set_age(talk, "minor")

    opened = await app.flows.open_talks(now=NOON, tenant=own_tenant)

    assert [report.outcome for report in opened] == ["refused_for_minors"]
    assert await talk.rows("follow_ups") == 0
    with pytest.raises(Refused) as refused:
        await app.keep_follow_ups.make(own_tenant, "u1", ROMANCE, AT_THREE)
    assert refused.value.code == "refused_for_minors"


async def test_what_a_romance_crew_wrote_before_is_not_delivered_to_a_minor(
    shared_database: Database, own_tenant: UUID
) -> None:
    shelf = shipped_crews().shelf
    for_adults = {CREW: replace(shelf.crews[CREW], adults_only=True)}
    crews = FakeCrews(replace(shelf, crews={**shelf.crews, **for_adults}))
    desk, receiver = Desk(db=shared_database, tenant=own_tenant, crews=crews), Receiver()
    await listening(desk, "crew.message.due")
    await desk.speak_first("면접은 어땠어?")
    await desk.people.set_preferences(own_tenant, USER, {"age_band": "minor"})

    reports = await delivering(desk, receiver)(now=NOON, tenant=own_tenant)

    assert [report.outcome for report in reports] == ["cancelled"]
    assert receiver.got == []

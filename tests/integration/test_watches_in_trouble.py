"""Watches at night, at once, without consent, and when the search or the model fails."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.errors import ModelFailure, Refused
from nightcrew.domain.reason import ToolStatus
from nightcrew.store.database import Database
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from nightcrew.usecases.keep_memories import NewMemory
from tests.watching import CHEAP, watching

LATE = datetime(2026, 10, 5, 14, 40, tzinfo=UTC)  # 23:40 in Seoul


async def test_a_search_that_fails_says_nothing_is_counted_and_looks_again(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP)
    await scene.watch()

    told = []
    for status in (ToolStatus.UNAVAILABLE, ToolStatus.RATE_LIMITED, ToolStatus.MISCONFIGURED):
        scene.pages.status = status
        told.append((await scene.look(minutes=60))[status])
    counted = await scene.talk.cells("looks || ' ' || failures || ' ' || status", "watches")
    scene.pages.status = ToolStatus.OK
    found = await scene.look(minutes=60)

    assert (told, counted) == ([1, 1, 1], ["3 3 misconfigured"])
    assert (found["queued"], len(await scene.words())) == (1, 1)


async def test_what_is_found_at_night_waits_for_the_morning_and_is_worded_then(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP, at=LATE)
    await scene.watch()

    night = await scene.look()
    again = await scene.look(hours=2)
    asked_at_night = len(scene.script.asked_for("compose_follow_up"))
    scene.clock.at = datetime(2026, 10, 5, 23, 0, tzinfo=UTC)
    morning = await scene.run("send-follow-ups")

    assert (night["found"], night["deferred"], again) == (1, 1, {})
    assert (asked_at_night, morning["queued"], len(await scene.words())) == (0, 1, 1)


async def test_two_workers_at_once_look_once_and_speak_once(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP)
    scene.pages.seconds = 0.05
    await scene.watch()
    wish = FlowWish(tenant=tenant)

    flows = scene.app.flows
    await asyncio.gather(*(flows.run("check-watches", wish) for _ in range(4)))

    assert (len(scene.pages.asked), len(await scene.words())) == (1, 1)
    assert await scene.times() == ["queued"]


async def test_no_transaction_is_open_while_it_looks(database: Database, tenant: UUID) -> None:
    scene = await watching(database, tenant, CHEAP)
    made = await scene.watch()
    scene.pages.go_on.clear()

    looking = asyncio.create_task(scene.look())
    await asyncio.wait_for(scene.pages.looking.wait(), 30)
    await asyncio.wait_for(
        scene.app.keep_follow_ups.delete(tenant, "u1", made.id, now=scene.clock.at), 30
    )
    scene.pages.go_on.set()

    assert (await looking)["cancelled"] == 1
    assert (await scene.words(), await scene.state()) == ([], ("cancelled", "cancelled"))


async def test_what_the_user_asked_to_forget_is_not_looked_up_any_more(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP)
    await scene.watch()
    about = NewMemory(crew="travel-mina", scope="private", kind="fact", text="제주 항공권을 찾는다")
    added = await scene.app.keep_memories.add(tenant, "u1", about)
    await scene.app.keep_memories.forget(tenant, "u1", added.memory.id)

    told = await scene.look()

    assert (told["buried"], scene.pages.asked, await scene.words()) == (1, [], [])
    assert await scene.state() == ("cancelled", "buried")
    with pytest.raises(Refused) as refused:
        await scene.watch()
    assert refused.value.code == "buried"


async def test_without_consent_to_messages_nothing_is_looked_up(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP)
    await scene.watch()
    await scene.app.keep_people.set_preferences(tenant, "u1", {"consents": {"message": False}})

    told = await scene.look()
    await scene.app.keep_people.set_preferences(tenant, "u1", {"consents": {"message": True}})
    later = await scene.look(minutes=60)

    assert (told["blocked_consent"], later["queued"], len(scene.pages.asked)) == (1, 1, 1)


async def test_putting_a_watch_off_lets_it_look_later_and_running_it_points_to_its_flow(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, CHEAP)
    made = await scene.watch()
    keep = scene.app.keep_follow_ups

    await keep.change(tenant, "u1", made.id, FollowUpChange(snooze_minutes=300), now=scene.clock.at)
    early = await scene.look(hours=4)
    with pytest.raises(Refused) as refused:
        await keep.run(tenant, "u1", made.id, now=scene.clock.at)
    late = await scene.look(hours=2)

    assert (early, refused.value.code, late["queued"]) == ({}, "watch_looks_first", 1)


async def test_a_watch_goes_with_its_user(database: Database, tenant: UUID) -> None:
    scene = await watching(database, tenant, CHEAP, at=LATE)
    await scene.watch()
    await scene.look()

    await scene.app.erase_words.person(tenant, "u1")

    assert await scene.talk.rows("watches") == await scene.talk.rows("follow_ups") == 0


@pytest.mark.parametrize(
    "fault", ["bad_json", "truncated", "refused_by_model", "provider_timeout", "provider_down"]
)
async def test_a_model_that_fails_puts_the_news_off_and_loses_nothing(
    database: Database, tenant: UUID, fault: str
) -> None:
    scene = await watching(database, tenant, CHEAP, compose_follow_up=ModelFailure(fault, "away"))
    await scene.watch()

    away = await scene.look()
    scene.script.answers["compose_follow_up"] = {"send": True, "text": "89,000원!", "why": ""}
    scene.clock.at += timedelta(minutes=6)
    back = await scene.run("send-follow-ups")

    assert (away["deferred"], back["queued"]) == (1, 1)
    assert (await scene.words(), await scene.state()) == (["89,000원!"], ("done", None))

"""Crew text is versioned whole: published, brought back, and kept by a talk until it is quiet."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest

from nightcrew.domain.crew import canonical
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.store import bundles
from nightcrew.store.database import Database
from tests.crew_workshop import (
    CATEGORY,
    CREW,
    CREW_FILE,
    HOUSE,
    OTHER,
    PLAYBOOK,
    SIGN,
    Workshop,
    open_workshop,
)
from tests.world import shipped_crews

OLD, NEW = "크루의 검색 지침", "오늘 바뀌는 것을 물으면 찾아본다."
SOON = 30  # seconds; `python -m tests.benchmarks reload` holds it to 2 on 200 crews
LINE = "- 서두르면 물이 식기를 기다리자고 한다. {#let-it-cool}\n"


def test_every_field_of_every_shipped_crew_comes_back_from_its_stored_body() -> None:
    crews = shipped_crews().shelf().crews

    back = {
        each: bundles.crew_of(json.loads(json.dumps(bundles.body_of(crew))), crew.digest)
        for each, crew in crews.items()
    }

    for each, crew in crews.items():
        for field in fields(crew):
            assert getattr(back[each], field.name) == getattr(crew, field.name), field.name


def test_a_body_of_the_first_release_is_read_without_its_places() -> None:
    crew = shipped_crews().crew("language-yuki")

    back = bundles.crew_of(json.loads(canonical(crew)), crew.digest)

    assert back is not None
    assert canonical(back) == canonical(crew)
    assert back.digest == crew.digest


async def test_what_the_files_say_speaks_and_is_a_version_and_a_comment_makes_none(
    shop: Workshop,
) -> None:
    shop.edit(CREW_FILE, "name: 보라", "name: 보라  # 작은 찻집")
    await shop.seen()
    unchanged = await shop.versions()

    shop.edit(CREW_FILE, OLD, NEW)
    await shop.seen()

    [newest, first] = await shop.versions()
    assert [each.number for each in unchanged] == [1]
    assert (first.author, first.reason, first.how, first.parent) == (
        "files", "loaded", "loaded", None,
    )  # fmt: skip
    assert (newest.number, newest.parent, newest.live, first.live) == (2, 1, True, False)
    assert shop.app.crews.crew(CREW).digest == newest.digest


async def test_a_saved_file_speaks_by_itself(shop: Workshop) -> None:
    before = shop.app.crews.crew(CREW).digest

    shop.edit(CREW_FILE, OLD, NEW)

    async with asyncio.timeout(SOON):
        while shop.app.crews.crew(CREW).digest == before:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.02)
    assert [each.how for each in await shop.versions()] == ["loaded", "loaded"]


async def test_publishing_signs_the_text_and_twice_the_same_is_one_version(shop: Workshop) -> None:
    done = await shop.publish()

    again = await shop.publish()

    [published] = done.published
    assert (published.number, published.author, published.reason) == (2, *SIGN.values())
    assert (again.published, again.unchanged) == ((), (CREW,))
    assert [each.how for each in await shop.versions()] == ["published", "loaded"]


async def test_broken_text_is_not_published_and_the_finding_says_where(shop: Workshop) -> None:
    shop.edit(CREW_FILE, "tool_guide:", "tool_giude:")

    done = await shop.publish()

    assert done.published == ()
    assert [each.file for each in done.problems] == [CREW_FILE]
    assert "tool_guide" in done.problems[0].hint
    assert len(await shop.versions()) == 1


@pytest.mark.parametrize("missing", ["author", "reason"])
async def test_nobody_publishes_without_saying_who_and_why(shop: Workshop, missing: str) -> None:
    with pytest.raises(BadInput) as refused:
        await shop.app.edit_crews.publish(shop.tenant, None, **{**SIGN, missing: " "})

    assert refused.value.code == f"no_{missing}"


async def test_another_tenant_edits_no_crew(shop: Workshop) -> None:
    other = await shop.app.keep_tenant.tenant("other")

    with pytest.raises(Refused) as refused:
        await shop.app.edit_crews.publish(other, None, **SIGN)

    assert refused.value.code == "not_your_crews"


async def test_a_version_brought_back_is_a_new_one_of_guide_playbook_and_comments_together(
    shop: Workshop,
) -> None:
    shop.edit(CREW_FILE, "name: 보라", "name: 보라  # 작은 찻집")
    await shop.publish()
    before = {name: shop.text(name) for name in (CREW_FILE, PLAYBOOK)}
    shop.edit(CREW_FILE, OLD, NEW)
    shop.edit(PLAYBOOK, "## When they\n", f"## When they\n{LINE}")
    await shop.publish()

    done = await shop.restore(2)

    assert {name: shop.text(name) for name in before} == before
    assert sorted(done.written) == [CREW_FILE, PLAYBOOK]
    [newest, *_, signed, _] = await shop.versions()
    assert (newest.number, newest.restored_from, newest.how) == (4, 2, "restored")
    assert (newest.digest, newest.author) == (signed.digest, SIGN["author"])
    assert shop.app.crews.crew(CREW).digest == signed.digest
    assert await shop.restore(2) == type(done)(version=newest)


async def test_edits_that_no_version_holds_are_not_written_over(shop: Workshop) -> None:
    shop.edit(CREW_FILE, OLD, NEW)
    await shop.publish()
    shop.edit(CREW_FILE, "name: 보라", "name: 보라  # 아직 아무도 모르는 메모")

    with pytest.raises(Refused) as refused:
        await shop.restore(1)

    assert refused.value.code == "unsaved_edits"
    assert refused.value.details == {"files": [CREW_FILE]}
    assert "아무도 모르는" in shop.text(CREW_FILE)


async def test_a_file_of_other_crews_comes_back_only_when_that_is_said(shop: Workshop) -> None:
    shop.write("crews/tea-nuri.yaml", OTHER)
    await shop.seen()
    shop.edit(CATEGORY, "갈래의 기억 지침", "다른 기억 지침")
    await shop.seen()

    with pytest.raises(Refused) as refused:
        await shop.restore(1)
    done = await shop.restore(1, shared=True)

    assert refused.value.details == {"files": [CATEGORY], "crews": ["tea-nuri"]}
    assert (done.written, done.also) == ((CATEGORY,), ("tea-nuri",))
    [newest, *_] = await shop.versions("tea-nuri")
    assert (newest.number, newest.how, newest.author) == (3, "loaded", SIGN["author"])


async def test_a_version_that_is_not_there_is_told_with_the_newest(shop: Workshop) -> None:
    with pytest.raises(NotFound) as missing:
        await shop.restore(7)

    assert missing.value.code == "unknown_version"
    assert "the newest is 1" in missing.value.hint


async def test_a_talk_keeps_its_text_until_it_was_quiet_for_half_an_hour(shop: Workshop) -> None:
    first = await shop.say("안녕하세요")
    shop.edit(CREW_FILE, OLD, NEW)
    await shop.seen()
    newest = shop.app.crews.crew(CREW).digest[:12]
    shop.clock.at += timedelta(minutes=29)

    same = await shop.say("날이 춥네요")
    tried = await shop.say("날이 춥네요", dry_run=True)
    elsewhere = await shop.say("처음 뵙겠습니다", user="u2")
    shop.clock.at += timedelta(minutes=31)
    later = await shop.say("다시 왔어요", conversation=first.conversation)

    assert same.conversation == first.conversation == later.conversation
    assert same.crew_version == first.crew_version != newest
    assert tried.crew_version == elsewhere.crew_version == later.crew_version == newest


async def test_a_talk_keeps_its_text_over_a_new_start(database: Database, tmp_path: Path) -> None:
    async with open_workshop(database, tmp_path) as shop:
        first = await shop.say("안녕하세요")
        shop.edit(CREW_FILE, OLD, NEW)

    async with open_workshop(database, tmp_path, folder=shop.folder) as again:
        second = await again.say("날이 춥네요")
        other = await again.say("처음 뵙겠습니다", user="u2")

    assert second.crew_version == first.crew_version != other.crew_version


async def test_what_protects_people_reaches_running_talks_at_once(shop: Workshop) -> None:
    first = await shop.say("안녕하세요")
    shop.edit(HOUSE, "조용히 반영한다", "조용히 반영한다. 위험한 말에는 먼저 멈춘다")
    await shop.seen()

    second = await shop.say("날이 춥네요")

    assert second.conversation == first.conversation
    assert second.crew_version == shop.app.crews.crew(CREW).digest[:12] != first.crew_version


async def test_a_start_over_a_broken_file_serves_what_the_crew_said_last(
    database: Database, tmp_path: Path
) -> None:
    async with open_workshop(database, tmp_path) as shop:
        good = shop.app.crews.crew(CREW)
    shop.edit(CREW_FILE, "schema: crew/v1", "schema: crew/v9")

    async with open_workshop(database, tmp_path, folder=shop.folder) as again:
        turn = await again.say("안녕하세요")
        statuses = again.app.crews.shelf().statuses()
        shop.write("crews/tea-nuri.yaml", OTHER)
        await again.seen()

        assert (turn.crew_version, statuses[CREW]) == (good.digest[:12], "stale")
        assert again.app.crews.crew(CREW) == good
        assert again.app.crews.crew("tea-nuri").name == "누리"
        history = await again.app.edit_crews.versions(again.tenant, CREW)
        assert (history.files, len(history.items)) == ("broken", 1)


async def test_a_start_over_a_broken_house_serves_every_crew_as_before(
    database: Database, tmp_path: Path
) -> None:
    async with open_workshop(database, tmp_path) as shop:
        good = shop.app.crews.house()
    shop.edit(HOUSE, "timezone: Asia/Seoul", "timezone: Asia/Soul")

    async with open_workshop(database, tmp_path, folder=shop.folder) as again:
        assert again.app.crews.house() == good
        assert (await again.say("안녕하세요")).reply

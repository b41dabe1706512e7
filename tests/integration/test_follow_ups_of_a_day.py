"""AS-26, a word the next noon, and AS-27, a daily habit: whole stories, rehearsed."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.follow_up_talk import FollowUpTalk, follow_up_talk, proposal

NIGHT = "2026-10-05T23:40"


@pytest.fixture
async def rehearsed(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    model = RehearsalModel(HashEmbedder())
    return await follow_up_talk(shared_database, own_tenant, model=model)


@pytest.fixture
async def scripted_(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    return await follow_up_talk(shared_database, own_tenant)


async def bad_night(scene: FollowUpTalk) -> None:
    await scene.say("어제도 새벽까지 한숨도 못 잤어요", at=NIGHT)
    await scene.quiet()


async def test_as_26_a_bad_night_is_asked_about_once_the_next_day_at_one_and_owes_nothing(
    rehearsed: FollowUpTalk,
) -> None:
    await bad_night(rehearsed)
    await rehearsed.quiet()

    early = await rehearsed.sent("2026-10-06T12:59")
    spoken = await rehearsed.sent("2026-10-06T13:00")
    again = await rehearsed.sent("2026-10-06T18:00")

    assert (early, again) == ([], [])
    assert [each[each.index(")") + 2 :] for each in spoken] == [
        "오늘은 좀 어떠세요? 한 단어로만 답해도 충분해요."
    ]


async def test_as_26_what_is_forgotten_before_one_is_not_said_and_the_reason_is_kept(
    scripted_: FollowUpTalk,
) -> None:
    scripted_.script.answers["plan_follow_ups"] = proposal(
        "2026-10-06T13:00", intent="잠을 못 잔 어젯밤 안부", cites=["e1"]
    )
    await bad_night(scripted_)
    new = NewMemory(crew="mindcare-sora", scope="private", kind="fact", text="잠을 못 잔 어젯밤")
    tenant, keep = scripted_.talk.pair.tenant, scripted_.app.keep_memories
    kept = await keep.add(tenant, "u1", new)
    await keep.forget(tenant, "u1", kept.memory.id)

    assert await scripted_.sent("2026-10-06T13:00") == []
    assert await scripted_.talk.cells("reason", "occurrences") == ["buried"]


@pytest.mark.parametrize(
    ("local", "opens"),
    [("2026-10-06T07:30", "2026-10-06T08:00"), ("2026-10-06T22:30", "2026-10-07T08:00")],
)
async def test_as_26_a_word_in_the_quiet_hours_waits_for_their_end(
    scripted_: FollowUpTalk, local: str, opens: str
) -> None:
    scripted_.script.answers["plan_follow_ups"] = proposal(local, intent="안부", cites=["e1"])
    await bad_night(scripted_)

    at_night = await scripted_.sent(local)
    before = await scripted_.sent(scripted_.at(opens).isoformat()[:10] + "T07:59")
    at_eight = await scripted_.sent(opens)

    assert [len(each) for each in (at_night, before, at_eight)] == [0, 0, 1]


@pytest.mark.parametrize(
    "since", ["이제 괜찮아요. 푹 잤어요", "오늘 밤은 그냥 혼자 있고 싶어요, 연락은 안 했으면 해요"]
)
async def test_as_26_what_has_settled_since_is_not_asked_about(
    rehearsed: FollowUpTalk, since: str
) -> None:
    await bad_night(rehearsed)
    await rehearsed.say(since, at="2026-10-06T10:00")

    assert await rehearsed.sent("2026-10-06T13:00") == []
    assert await rehearsed.talk.cells("state", "occurrences") == ["silent"]


async def test_as_27_eggs_every_morning_include_the_weekend_and_go_on_until_stopped(
    rehearsed: FollowUpTalk,
) -> None:
    turn = await rehearsed.say("매일 아침 계란 확인해 줘")
    [made] = turn.follow_ups
    spoken = [await rehearsed.sent(f"2026-10-{day:02}T08:00") for day in range(6, 13)]

    await rehearsed.say("그만")
    after = await rehearsed.sent("2026-10-13T08:00")

    assert (made.local, made.created) == ("2026-10-06T08:00", True)
    assert "매일 아침" in turn.reply
    assert [len(each) for each in spoken] == [1] * 7
    assert all("계란" in each[0] for each in spoken)
    assert (after, await rehearsed.open()) == ([], ())


async def test_as_27_news_every_day_means_weekdays(rehearsed: FollowUpTalk) -> None:
    await rehearsed.say("매일 아침 9시에 뉴스 요약해서 알려 줘")

    [shown] = await rehearsed.open()
    spoken = [await rehearsed.sent(f"2026-10-{day:02}T09:00") for day in range(6, 13)]

    assert shown.purpose == "info"
    assert shown.until is not None
    assert [len(each) for each in spoken] == [1, 1, 1, 1, 0, 0, 1]


async def test_as_27_three_hours_away_are_one_word_or_a_reason(scripted_: FollowUpTalk) -> None:
    await scripted_.asks(
        "매일 9시에 약", proposal("2026-10-06T09:00", rule="FREQ=DAILY", intent="약")
    )

    late = await scripted_.sent("2026-10-06T12:00")
    two_days = await scripted_.sent("2026-10-08T10:00")

    assert (len(late), len(two_days)) == (0, 1)
    assert await scripted_.times() == [
        ("2026-10-06T09:00", "missed"),
        ("2026-10-07T09:00", "missed"),
        ("2026-10-08T09:00", "queued"),
    ]


async def test_as_27_on_days_when_clocks_change_it_speaks_once(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(
        shared_database, own_tenant, crew="cooking-nora", zone="America/New_York"
    )
    scene.clock.at = scene.at("2026-10-30T12:00")
    daily = proposal("2026-10-31T09:00", rule="FREQ=DAILY", intent="feed the starter")
    await scene.asks("Every day at nine, please", daily)

    for day in ("2026-10-31", "2026-11-01", "2026-11-02"):
        for clock in ("08:59", "09:00", "10:00"):
            await scene.sent(f"{day}T{clock}")

    assert [state for _, state in await scene.times()] == ["queued"] * 3
    assert len(await scene.words()) == 3


async def learned(scene: FollowUpTalk, text: str) -> None:
    await scene.app.keep_memories.add(
        scene.talk.pair.tenant,
        "u1",
        NewMemory(crew=scene.talk.pair.crew, scope="private", kind="fact", text=text),
        now=scene.clock.at,
    )


async def test_a_plan_that_is_off_by_what_is_remembered_is_not_spoken_of(
    shared_database: Database, own_tenant: UUID
) -> None:
    model = RehearsalModel(HashEmbedder())
    scene = await follow_up_talk(shared_database, own_tenant, crew="checkup-dana", model=model)
    await scene.say("다음 주 금요일에 위내시경 예약했어요")
    await scene.quiet()
    await learned(scene, "위내시경을 취소했다")

    assert await scene.sent("2026-10-15T12:00") == []
    assert await scene.talk.cells("state", "occurrences") == ["silent"]


async def test_what_was_done_already_today_is_not_asked_for_and_is_again_tomorrow(
    rehearsed: FollowUpTalk,
) -> None:
    await rehearsed.say("매일 저녁 7시에 약 먹으라고 알려 줘")
    await rehearsed.say("오늘 약 벌써 먹었어", at="2026-10-06T18:30")

    today = await rehearsed.sent("2026-10-06T19:00")
    tomorrow = await rehearsed.sent("2026-10-07T19:00")

    assert (today, len(tomorrow)) == ([], 1)


async def test_the_words_are_made_of_what_is_true_when_they_go(scripted_: FollowUpTalk) -> None:
    await scripted_.asks("내일 9시에 은행", proposal("2026-10-06T09:00", intent="은행 전화"))
    await learned(scripted_, "은행은 열 시에 연다")
    await scripted_.say("오늘은 좀 바빴어")

    await scripted_.sent("2026-10-06T09:00")

    [asked] = scripted_.script.asked_for("compose_follow_up")
    assert "은행은 열 시에 연다" in asked.text
    assert "오늘은 좀 바빴어" in asked.text
    assert "2026-10-06 (화) 09:00" in asked.text


async def test_words_that_pull_at_the_user_are_asked_for_once_more_with_the_reason(
    scripted_: FollowUpTalk,
) -> None:
    kind = {"send": True, "text": "은행 전화, 지금 어때요?"}
    answers = [{"send": True, "text": "왜 답이 없어요? 서운해요."}, kind]
    scripted_.script.answers["compose_follow_up"] = lambda _: answers.pop(0)
    await scripted_.asks("내일 9시에 은행", proposal("2026-10-06T09:00", intent="은행 전화"))

    spoken = await scripted_.sent("2026-10-06T09:00")

    assert spoken == [kind["text"]]
    assert "(manipulative_followup)" in scripted_.script.asked_for("compose_follow_up")[-1].text

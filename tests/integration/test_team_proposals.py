"""What reaches a team's queue by a dream or by a promotion, and what is taken out of it again."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from nightcrew.domain.errors import NightcrewError, NotFound, Refused
from nightcrew.domain.memory import Kind
from nightcrew.domain.reason import Reason
from nightcrew.domain.team import Promotion
from tests.builders import memory
from tests.team_talk import ADMIN, OTHER, PROPOSER, TEAM, Office

MEETING = "우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬"
CLAIM = "우리 팀 회의는 매주 화요일 10시"


def a_change(text: str = CLAIM, *cites: str, **parts: Any) -> dict[str, Any]:
    return {
        "action": "create", "kind": "fact", "scope": "team", "subject": "team", "text": text,
        "cites": cites or ("e1",), **parts,
    }  # fmt: skip


async def dreamt(team: Office, *changes: dict[str, Any], user: str = PROPOSER, **how: Any) -> Any:
    team.model.answers["propose_changes"] = {"changes": list(changes)}
    return await team.app.run_dream(team.talks[user].pair, **how)


async def promote(team: Office, **parts: Any) -> Promotion:
    return await team.app.teams.promote(team.tenant, TEAM, parts.pop("user", PROPOSER), **parts)


def counts(done: Promotion) -> tuple[int, int, int]:
    return (done.created, done.already_shared, done.remained_private)


async def test_what_a_dream_finds_in_a_talk_with_the_team_waits_and_becomes_no_memory(
    team: Office,
) -> None:
    await team.talks[PROPOSER].say(f"{CLAIM}야", team=TEAM)

    report = await dreamt(team, a_change())

    [change] = report.changes
    assert (change.applied, change.reason) == (False, Reason.WAITS_FOR_TEAM)
    assert report.evidence.pending == 0
    [review] = await team.waiting()
    assert (review.origin, review.text, review.proposer) == ("dream", CLAIM, PROPOSER)
    assert len(review.evidence) == 1
    assert await team.talks[PROPOSER].known() == ()
    assert await team.lines() == []


async def test_a_dream_in_review_mode_hands_the_teams_part_to_the_team_too(team: Office) -> None:
    await team.talks[PROPOSER].say(f"{CLAIM}야", team=TEAM)

    report = await dreamt(team, a_change(), mode="review")

    assert [change.reason for change in report.changes] == [Reason.WAITS_FOR_TEAM]
    assert len(await team.waiting()) == 1


async def test_a_dry_run_of_a_dream_proposes_nothing(team: Office) -> None:
    await team.talks[PROPOSER].say(f"{CLAIM}야", team=TEAM)

    await dreamt(team, a_change(), mode="dry_run")

    assert await team.waiting() == ()


@pytest.mark.parametrize("talk", ["alone", "left", "style", "update"])
async def test_a_dream_proposes_to_a_team_only_what_was_said_to_it(team: Office, talk: str) -> None:
    await team.talks[PROPOSER].say(f"{CLAIM}야", team=None if talk == "alone" else TEAM)
    if talk == "left":
        await team.put(u2="member", chief="admin")
    odd = {"style": {"kind": "style"}, "update": {"action": "update", "memory": "m1"}}

    report = await dreamt(team, a_change(**odd.get(talk, {})))

    assert [change.reason for change in report.changes] == [Reason.BAD_ACTION]
    assert await team.waiting() == ()


async def test_a_dream_does_not_offer_again_what_was_asked_for_in_the_turn(team: Office) -> None:
    await team.teach(f"{CLAIM}")

    report = await dreamt(team, a_change())

    assert [change.reason for change in report.changes] == [Reason.DUPLICATE]
    assert len(await team.waiting()) == 1


async def test_a_promotion_counts_what_it_offers_what_is_shared_and_what_stays_private(
    team: Office,
) -> None:
    await team.known("정문 비밀번호는 매달 바뀐다")
    await team.teach("주차장은 지하 2층에 있다", OTHER)
    for text in (
        "정문 비밀번호는 매달 바뀐다",
        "주차장은 지하 2층에 있다",
        "납품은 목요일에 온다",
        "회의실은 4층이다",
        "이직 준비는 비밀이다",
    ):
        await team.learn(memory(text))

    tried = await promote(team, dry_run=True)
    waiting = len(await team.waiting())
    done = await promote(team)

    assert counts(tried) == counts(done) == (2, 2, 1)
    assert (waiting, tried.reviews) == (1, ())
    assert {each.id for each in await team.waiting()} >= set(done.reviews)
    assert len(await team.waiting()) == 3
    assert await team.lines() == ["정문 비밀번호는 매달 바뀐다"]


async def test_a_promotion_repeated_offers_nothing_twice(team: Office) -> None:
    await team.learn(memory("납품은 목요일에 온다"))

    assert counts(await promote(team)) == (1, 0, 0)
    assert counts(await promote(team)) == (0, 1, 0)


async def test_a_style_another_kind_and_what_the_team_forgot_remain_private(team: Office) -> None:
    await team.known(MEETING)
    await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘")
    [review] = await team.waiting()
    await team.approve(review)
    await team.learn(memory(CLAIM))
    await team.learn(memory("반말로 이야기한다", kind=Kind.STYLE))
    await team.learn(memory("12월 9일에 부산에 간다", kind=Kind.PLAN))

    assert counts(await promote(team, kinds=["fact"])) == (0, 0, 3)


async def test_a_promotion_takes_the_memories_named_and_no_others(team: Office) -> None:
    wanted = await team.learn(memory("납품은 목요일에 온다"))
    await team.learn(memory("회의실은 4층이다"))

    assert counts(await promote(team, wanted=[wanted.id])) == (1, 0, 0)
    with pytest.raises(NotFound, match="1 of the memories"):
        await promote(team, wanted=[uuid4()])


async def test_a_phone_number_of_somebody_else_waits_with_a_flag_and_is_seen_by_nobody(
    team: Office,
) -> None:
    await team.learn(memory("납품 기사 전화번호는 010-2345-6789다"))

    assert counts(await promote(team)) == (1, 0, 0)

    [review] = await team.waiting()
    assert review.personal_data == ("phone_number",)
    assert await team.lines() == await team.lines(ADMIN) == []


async def test_only_the_owner_lets_memories_go_and_only_to_a_team_of_theirs(team: Office) -> None:
    await team.learn(memory("납품은 목요일에 온다"))

    for parts, code in (
        ({"by": ADMIN}, "not_the_owner"),
        ({"user": "stranger"}, "not_a_member"),
    ):
        with pytest.raises(Refused) as refused:
            await promote(team, **parts)
        error: NightcrewError = refused.value
        assert error.code == code
    assert await team.waiting() == ()
    assert counts(await promote(team, by=PROPOSER)) == (1, 0, 0)


async def test_what_its_owner_forgets_meanwhile_waits_no_more(team: Office) -> None:
    kept = await team.learn(memory("납품은 목요일에 온다"))
    await promote(team)
    [review] = await team.waiting()

    await team.app.keep_memories.forget(team.tenant, PROPOSER, kept.id)

    assert await team.waiting() == ()
    with pytest.raises(NotFound):
        await team.approve(review)


async def test_an_approved_copy_leaves_the_original_as_it_was(team: Office) -> None:
    kept = await team.learn(memory("납품은 목요일에 온다"))
    await promote(team)
    [review] = await team.waiting()

    await team.approve(review)

    assert await team.lines(OTHER) == ["납품은 목요일에 온다"]
    [mine] = await team.talks[PROPOSER].known()
    assert (mine.id, mine.scope, mine.version) == (kept.id, "private", 1)

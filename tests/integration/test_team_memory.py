"""What members propose waits, what admins approve holds for all, and nothing comes in otherwise."""

from __future__ import annotations

from uuid import uuid4

import pytest
from sqlalchemy import text

from nightcrew.domain.errors import BadInput, NightcrewError, NotFound, Refused
from nightcrew.domain.team_change import TeamAction
from nightcrew.store.database import Database
from tests.builders import memory
from tests.talk import talk_with
from tests.team_talk import ADMIN, CREW, OTHER, OTHER_CREW, PROPOSER, TEAM, Office

MEETING = "우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬"
KEPT = "우리 팀 회의는 매주 화요일 10시야"

A_LINE = """
insert into team_memories (tenant_id, id, team_id, kind, status, version, learned_on, changed_at)
values (:tenant, :id, :team, 'fact', 'active', 1, :day, now())
"""
ITS_WORDS = """
insert into team_words (tenant_id, id, user_id, team_id, memory_id, crew, subject, text, said_on,
                        cites)
values (:tenant, :words, :user, :team, :id, 'travel-mina', 'team', :text, :day, '{}')
"""


def code_of(refused: pytest.ExceptionInfo[NightcrewError]) -> str:
    return refused.value.code


async def test_what_a_member_teaches_waits_and_stands_in_no_prompt(team: Office) -> None:
    turn = await team.teach(MEETING)

    [review] = await team.waiting()
    assert (review.action, review.proposer, review.state) == ("WRITE", PROPOSER, "waiting")
    assert review.text == KEPT
    assert len(review.evidence) == 1
    assert turn.memory.saved == ()
    assert turn.decisions["memory"]["note"] == "team_proposed"
    assert turn.decisions["memory"]["proposed"] == [str(review.id)]
    assert await team.lines() == []
    assert "화요일" not in await team.prompt(OTHER)
    assert "화요일" not in await team.prompt(ADMIN)


async def test_exactly_what_is_approved_appears_for_every_member(team: Office) -> None:
    await team.teach(MEETING)
    await team.teach("주차장은 지하 2층이야, 팀에 기억해 둬")

    approved = await team.approve(await team.review_of("화요일"))
    rejected = await team.reject(await team.review_of("지하"))

    assert (approved.state, rejected.state) == ("approved", "rejected")
    assert await team.waiting() == ()
    for user in (PROPOSER, OTHER, ADMIN):
        assert await team.lines(user) == [KEPT]
        prompt = await team.prompt(user)
        assert "via team) 우리 팀 회의는 매주 화요일" in prompt
        assert "지하 2층" not in prompt


async def test_a_turn_without_the_team_is_shown_nothing_of_it(team: Office) -> None:
    await team.known(MEETING)

    assert "화요일" in await team.prompt(OTHER)
    assert "화요일" not in await team.prompt(OTHER, team=None)


async def test_a_turn_that_shows_no_memories_shows_none_of_the_team(team: Office) -> None:
    await team.known(MEETING)

    await team.talks[OTHER].say("안녕?", team=TEAM, memory="off", conversation="off")

    assert "화요일" not in team.asked()[-1].text


async def test_the_same_said_twice_waits_once_and_what_is_known_does_not_wait(
    team: Office,
) -> None:
    await team.teach(MEETING)
    await team.teach(MEETING)
    [review] = await team.waiting()
    await team.approve(review)

    turn = await team.teach(MEETING, OTHER)

    assert await team.waiting() == ()
    assert turn.decisions["memory"]["note"] == "team_knows"


async def test_what_a_member_keeps_to_themselves_is_a_private_memory(team: Office) -> None:
    turn = await team.teach("나만 알고 있을게, 이직을 준비하고 있어. 기억해 줘")

    assert len(turn.memory.saved) == 1
    assert await team.waiting() == ()
    assert "이직" not in await team.prompt(OTHER)


async def test_a_team_forgets_by_an_admins_word_and_restating_does_not_bring_it_back(
    team: Office,
) -> None:
    await team.known(MEETING)

    turn = await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘", OTHER)
    [review] = await team.waiting()
    assert (review.action, review.text) == (TeamAction.FORGET, KEPT)
    assert turn.memory.forgotten == ()
    assert await team.lines() == [KEPT]
    await team.approve(review)

    assert await team.lines() == []
    assert "화요일" not in await team.prompt(PROPOSER)
    team.model.answers["propose_changes"] = {
        "changes": [{"action": "create", "kind": "fact", "scope": "team", "subject": "team",
                     "text": "우리 팀 회의는 매주 화요일 10시", "cites": ["e3"]}]
    }  # fmt: skip
    await team.talks[OTHER].say("우리 팀 회의는 매주 화요일 10시야", team=TEAM, conversation="x")
    report = await team.app.run_dream(team.talks[OTHER].pair)
    assert [change.reason for change in report.changes] == ["buried"]
    assert await team.waiting() == ()
    assert await team.lines() == []


async def test_what_was_forgotten_comes_back_when_a_member_asks_and_an_admin_agrees(
    team: Office,
) -> None:
    await team.known(MEETING)
    await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘")
    [review] = await team.waiting()
    await team.approve(review)

    await team.teach(MEETING)

    assert await team.lines() == []
    [again] = await team.waiting()
    await team.approve(again)
    assert await team.lines() == [KEPT]


async def test_who_is_no_member_and_a_crew_that_is_not_the_teams_get_no_answer(
    team: Office,
) -> None:
    await team.known(MEETING)
    stranger = await talk_with(team.app, team.tenant, CREW, user="stranger")
    elsewhere = await talk_with(team.app, team.tenant, OTHER_CREW, user=PROPOSER)

    with pytest.raises(Refused) as refused:
        await stranger.say("안녕?", team=TEAM)
    with pytest.raises(BadInput) as odd:
        await elsewhere.say("안녕?", team=TEAM)
    with pytest.raises(NotFound) as unknown:
        await team.talks[PROPOSER].say("안녕?", team="nobody")

    assert code_of(refused) == "not_a_member"
    assert code_of(odd) == "crew_not_in_team"
    assert code_of(unknown) == "unknown_team"


async def test_who_leaves_a_team_reads_nothing_of_it_from_the_next_turn_on(team: Office) -> None:
    await team.known(MEETING)
    assert await team.lines(OTHER) == [KEPT]

    await team.put(u1="member", chief="admin")

    assert await team.lines(OTHER) == []
    with pytest.raises(Refused) as refused:
        await team.talks[OTHER].say("안녕?", team=TEAM)
    assert code_of(refused) == "not_a_member"


async def test_naming_a_team_again_changes_nothing_and_keeps_what_it_knows(team: Office) -> None:
    first = await team.put(u1="member", u2="member", chief="admin")
    await team.known(MEETING)

    again = await team.put(u1="member", u2="member", chief="admin")

    assert (again.crews, again.members) == (first.crews, first.members)
    assert (again.memories, again.waiting) == (1, 0)
    assert await team.lines() == [KEPT]


async def test_a_secret_in_what_is_offered_is_masked(team: Office) -> None:
    await team.teach("서버 열쇠는 sk-proj-abcdefghijkl1234 이야, 팀에 기억해 둬")

    [review] = await team.waiting()
    assert "sk-proj" not in review.text
    assert "[masked token]" in review.text


async def test_what_is_private_stays_with_its_owner_in_a_turn_of_the_team(team: Office) -> None:
    await team.learn(memory("허리가 아프다"))

    assert "허리가 아프다" in await team.prompt(PROPOSER)
    assert "허리가 아프다" not in await team.prompt(OTHER)


async def test_who_was_put_out_is_not_even_told_again_what_was_answered(team: Office) -> None:
    await team.talks[OTHER].say("안녕?", team=TEAM, turn_id="t1")
    again = await team.talks[OTHER].say("안녕?", team=TEAM, turn_id="t1")

    await team.put(u1="member", chief="admin")

    assert again.replayed
    with pytest.raises(Refused) as refused:
        await team.talks[OTHER].say("안녕?", team=TEAM, turn_id="t1")
    assert code_of(refused) == "not_a_member"


async def test_of_many_lines_those_that_bear_on_the_message_are_shown_and_the_rest_counted(
    team: Office, shared_database: Database
) -> None:
    await team.known(MEETING)
    async with shared_database.begin(team.tenant) as connection:
        [[held, day]] = (
            await connection.execute(text("select team_id, said_on from team_words"))
        ).all()
        for number in range(40):
            line = {"tenant": team.tenant, "id": uuid4(), "team": held, "day": day,
                    "text": f"{number}번 창고에는 {number}번 상자가 있다",
                    "user": team.talks[ADMIN].pair.user, "words": uuid4()}  # fmt: skip
            await connection.execute(text(A_LINE), line)
            await connection.execute(text(ITS_WORDS), line)

    turn = await team.talks[OTHER].say("회의가 화요일 맞지?", team=TEAM, conversation="many")

    prompt = team.asked()[-1].text
    assert "화요일 10시" in prompt
    assert prompt.count("via team)") == 30
    assert "41개 중 30개 표시" in prompt
    assert (turn.memory.shown, turn.memory.total) == (30, 41)

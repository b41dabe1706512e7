"""Team memory over HTTP, as a chat backend meets it."""

from __future__ import annotations

from typing import Any

import pytest

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem

TEAM = "/v1/teams/harbour"
KEPT = "우리 팀 회의는 매주 화요일 10시야"
MEETING = f"{KEPT}, 팀에 기억해 둬"
MEMBERS = [
    {"user": "u1"},
    {"user": "u2", "role": "member"},
    {"user": "chief", "role": "admin"},
]


async def put(door: Door, **parts: Any) -> Any:
    return await door.client.put(TEAM, json={"crews": [CREW], "members": MEMBERS, **parts})


async def teach(door: Door, text: str = MEETING, user: str = "u1") -> Any:
    door.model.answers["judge_needs"] = {"memory": {"use": True, "act": "remember"}}
    answered = await door.say(text, user, team="harbour")
    door.model.answers["judge_needs"] = {}
    assert answered.status_code == 200, answered.text
    return answered.json()


async def decide(door: Door, what: str, review: dict[str, Any], by: str, **parts: Any) -> Any:
    body = {"by": by, "hash": review["hash"], **parts}
    return await door.client.post(f"{TEAM}/reviews/{review['id']}/{what}", json=body)


async def waiting(door: Door, query: str = "") -> Any:
    return (await door.client.get(f"{TEAM}/reviews{query}")).json()


async def known(door: Door, user: str) -> Any:
    return (await door.client.get(f"/v1/users/{user}/memories?scope=team")).json()


async def test_a_team_is_made_as_it_is_named_and_answers_itself(database: Database) -> None:
    async with open_door(database) as door:
        made = await put(door)
        again = await put(door)
        read = await door.client.get(TEAM)

    assert made.status_code == again.status_code == read.status_code == 200
    assert made.json() == again.json() == read.json() == {
        "team": "harbour",
        "crews": [CREW],
        "members": [
            {"user": "chief", "role": "admin"},
            {"user": "u1", "role": "member"},
            {"user": "u2", "role": "member"},
        ],
        "waiting": 0,
        "memories": 0,
        "digest": None,
    }  # fmt: skip


async def test_a_change_waits_with_all_a_reviewer_needs_and_holds_once_it_is_approved(
    database: Database,
) -> None:
    async with open_door(database) as door:
        await put(door)
        assert await waiting(door) == {"items": [], "next_cursor": None, "total": 0}
        turn = await teach(door)
        listed = await waiting(door)
        [review] = listed["items"]

        assert listed["total"] == 1
        wanted = {"action": "WRITE", "text": KEPT, "kind": "fact", "proposer": "u1",
                  "state": "waiting", "personal_data": []}  # fmt: skip
        assert {name: review[name] for name in wanted} == wanted
        assert review["expires_at"] > review["created_at"]
        assert len(review["evidence"]) == len(review["hash"]) - 63 == 1
        assert turn["memory"]["saved"] == []
        assert (await known(door, "u2"))["total"] == 0

        approved = await decide(door, "approve", review, "chief")
        assert (approved.status_code, approved.json()["state"]) == (200, "approved")
        line = await known(door, "u2")
        assert line["total"] == 1
        [memory] = line["items"]
        assert (memory["scope"], memory["via"], memory["text"]) == ("team", "team", KEPT)
        assert memory["id"] == approved.json()["memory"]
        assert (await waiting(door))["total"] == 0
        assert (await waiting(door, "?state=all"))["total"] == 1
        own = (await door.client.get("/v1/users/u2/memories")).json()
        assert own["total"] == 0


async def test_nobody_approves_alone_or_what_was_not_shown(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        await teach(door, user="chief")
        await teach(door, "주차장은 지하 2층이야, 팀에 기억해 둬")
        found = (await waiting(door))["items"]
        own = next(each for each in found if each["proposer"] == "chief")
        other = next(each for each in found if each["proposer"] == "u1")

        problem(await decide(door, "approve", own, "chief"), 403, "self_approval")
        problem(await decide(door, "approve", other, "u2"), 403, "not_a_team_admin")
        problem(await decide(door, "reject", other, "nobody"), 403, "not_a_member")
        told = problem(
            await decide(door, "approve", {**other, "hash": "0" * 64}, "chief"),
            409,
            "content_changed",
        )
        assert told["retryable"] is False
        assert (await decide(door, "reject", other, "chief")).json()["state"] == "rejected"
        problem(await decide(door, "approve", other, "chief"), 409, "already_decided")
        unknown = {**own, "id": "00000000-0000-0000-0000-000000000001"}
        problem(await decide(door, "approve", unknown, "chief"), 404, "unknown_review")


async def test_an_expired_change_is_not_approved(database: Database) -> None:
    later = "2027-03-01T00:00:00Z"
    async with open_door(database, time_travel=True) as door:
        await put(door)
        await teach(door)
        [review] = (await waiting(door))["items"]

        expired = await waiting(door, f"?state=expired&now={later}")

        assert [each["state"] for each in expired["items"]] == ["expired"]
        problem(await decide(door, "approve", review, "chief", now=later), 409, "review_expired")


async def test_a_turn_with_a_team_is_for_its_members_and_its_crews(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)

        problem(await door.say("안녕", "stranger", team="harbour"), 403, "not_a_member")
        problem(await door.say("안녕", team="nobody"), 404, "unknown_team")
        await put(door, crews=["checkup-dana"])
        problem(await door.say("안녕", team="harbour"), 422, "crew_not_in_team")


async def test_who_is_put_out_is_shut_out_at_once(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        await teach(door)
        [review] = (await waiting(door))["items"]
        await decide(door, "approve", review, "chief")
        assert (await known(door, "u2"))["total"] == 1

        await put(door, members=[{"user": "u1", "role": "admin"}])

        assert (await known(door, "u2")) == {"items": [], "next_cursor": None, "total": 0}
        problem(await door.say("안녕", "u2", team="harbour"), 403, "not_a_member")
        problem(await decide(door, "reject", review, "chief"), 403, "not_a_member")


async def test_a_promotion_is_counted_first_and_then_done(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        for text in ("납품은 목요일에 온다", "이직 준비는 비밀이다"):
            body = {"crew": CREW, "scope": "private", "kind": "fact", "text": text}
            await door.client.post("/v1/users/u1/memories", json=body)
        promote = f"{TEAM}/promote"

        tried = (await door.client.post(promote, json={"user": "u1", "dry_run": True})).json()
        done = (await door.client.post(promote, json={"user": "u1", "crew": CREW})).json()

        counts = {"created": 1, "already_shared": 0, "remained_private": 1}
        assert {name: tried[name] for name in counts} == counts
        assert {name: done[name] for name in counts} == counts
        assert (tried["dry_run"], done["dry_run"]) == (True, False)
        assert (await waiting(door))["total"] == 1
        refused = await door.client.post(promote, json={"user": "u1", "by": "chief"})
        problem(refused, 403, "not_the_owner")


async def test_the_flow_retells_the_lines_and_the_team_says_when_that_is_stale(
    database: Database,
) -> None:
    told = {"sentences": [{"text": "팀은 매주 화요일 10시에 회의한다.", "cites": ["m1"]}]}
    async with open_door(database, a_model(digest_team=told)) as door:
        await put(door)
        await teach(door)
        [review] = (await waiting(door))["items"]
        await decide(door, "approve", review, "chief")

        ran = (await door.client.post("/v1/run/team-digest")).json()

        assert ran["counts"]["digested"] == 1
        assert [each["outcome"] for each in ran["reports"]] == ["digested"]
        team = (await door.client.get(TEAM)).json()
        assert (team["memories"], team["digest"]["stale"]) == (1, False)
        assert team["digest"]["text"] == "팀은 매주 화요일 10시에 회의한다."
        await teach(door, "주차장은 지하 2층이야, 팀에 기억해 둬")
        [review] = (await waiting(door))["items"]
        await decide(door, "approve", review, "chief")
        assert (await door.client.get(TEAM)).json()["digest"]["stale"] is True


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"members": [*MEMBERS, {"user": "u1"}]}, 422, "member_twice", "members"),
        ({"members": [{"user": "u1", "role": "king"}]}, 422, "invalid_field", "members.0.role"),
        ({"members": [{"user": ""}]}, 422, "user_missing", "user"),
        ({"crews": ["no-such-crew"]}, 404, "unknown_crew", None),
        ({"colour": "red"}, 422, "unknown_field", "colour"),
    ],
)
async def test_a_team_that_makes_no_sense_is_refused(
    shared_database: Database, body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    async with open_door(shared_database) as door:
        told = problem(await put(door, **body), status, code)

    assert told.get("field") == field


async def test_teams_of_another_tenant_are_not_there(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        await teach(door)
        [review] = (await waiting(door))["items"]
        door.client.headers.update(await door.key(tenant="beside"))

        problem(await door.client.get(TEAM), 404, "unknown_team")
        problem(await door.client.get(f"{TEAM}/reviews"), 404, "unknown_team")
        problem(await decide(door, "approve", review, "chief"), 404, "unknown_team")
        problem(await door.client.post(f"{TEAM}/promote", json={"user": "u1"}), 404, "unknown_team")
        await put(door)
        problem(await decide(door, "approve", review, "chief"), 404, "unknown_review")


async def test_only_a_key_for_administration_touches_teams(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        door.client.headers.update(await door.key("turn", "memory", "ops"))

        problem(await put(door), 403, "missing_scope")
        problem(await door.client.get(f"{TEAM}/reviews"), 403, "missing_scope")
        problem(
            await door.client.post(f"{TEAM}/promote", json={"user": "u1"}), 403, "missing_scope"
        )


async def test_a_memory_for_a_team_is_not_written_but_proposed(database: Database) -> None:
    body = {"crew": CREW, "scope": "team", "kind": "fact", "text": "납품은 목요일에 온다"}
    async with open_door(database) as door:
        refused = await door.client.post("/v1/users/u1/memories", json=body)

    assert problem(refused, 422, "team_memories_are_proposed")["field"] == "scope"


async def test_reviews_are_paged_without_losing_or_repeating_one(database: Database) -> None:
    async with open_door(database) as door:
        await put(door)
        for number in range(5):
            await teach(door, f"{number}번 창고는 {number}층이야, 팀에 기억해 둬")
        seen: list[str] = []
        cursor = ""
        while True:
            page = await waiting(door, f"?limit=2{cursor}")
            seen += [each["id"] for each in page["items"]]
            assert page["total"] == 5
            if page["next_cursor"] is None:
                break
            cursor = f"&cursor={page['next_cursor']}"

    assert len(seen) == len(set(seen)) == 5

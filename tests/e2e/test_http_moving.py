"""Review, revert, copy, backfill, export and import as a backend meets them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem
from tests.fakes import FixedClock
from tests.scripting import all_stand

USER = "/v1/users/u1"
CAT = {"action": "create", "kind": "fact", "text": "고양이가 있다", "cites": ["e1"], "why": "반려"}
SWIM = {"action": "create", "kind": "fact", "text": "수영을 배운다", "cites": ["e1"], "why": "취미"}
OLD = [
    {"id": "t1", "at": "2024-05-03T02:00:00Z", "speaker": "user", "text": "고양이가 있어"},
    {"id": "t2", "at": "2024-05-03T02:00:05Z", "speaker": "assistant", "text": "좋네요"},
]


def dreaming(*changes: dict[str, Any]) -> Any:
    return a_model(propose_changes={"changes": list(changes)}, verify_changes=all_stand)


def wait_until_quiet(door: Door) -> None:
    clock = door.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(seconds=121)


async def texts(door: Door, user: str = "u1") -> list[str]:
    listed = (await door.client.get(f"/v1/users/{user}/memories")).json()
    return sorted(memory["text"] for memory in listed["items"])


async def test_changes_of_a_dream_in_review_wait_are_accepted_and_undone(
    database: Database,
) -> None:
    async with open_door(database, dreaming(CAT, SWIM)) as door:
        await door.say("고양이가 있어. 수영을 배워")
        wait_until_quiet(door)
        ran = (await door.client.post("/v1/run/dream", json={"mode": "review"})).json()
        [report] = ran["reports"]
        place = f"/v1/dreams/{report['id']}"

        assert ran["counts"]["review"] == 1
        assert [(each["number"], each["reason"]) for each in report["changes"]] == [
            (1, "not_accepted"), (2, "not_accepted"),
        ]  # fmt: skip
        assert await texts(door) == []
        problem(await door.client.post(f"{place}/revert"), 409, "nothing_to_revert")
        problem(
            await door.client.post(f"{place}/accept", json={"changes": [3]}), 422, "unknown_change"
        )
        problem(await door.client.post(f"{place}/accept", json={}), 422, "missing_field")

        accepted = await door.client.post(f"{place}/accept", json={"changes": [2]})
        assert [each["applied"] for each in accepted.json()["changes"]] == [False, True]
        assert await texts(door) == ["수영을 배운다"]
        handle = await door.client.post(f"{place}/accept", json={"changes": ["c1"]})
        assert [each["applied"] for each in handle.json()["changes"]] == [True, True]

        ops = await door.key("ops")
        undone = await door.client.post(f"{place}/revert", headers=ops)
        assert [each["reason"] for each in undone.json()["changes"]] == ["reverted", "reverted"]
        assert "text" not in undone.json()["changes"][0]
        assert undone.json()["reverted_at"] == "2026-12-01T03:02:01Z"
        assert await texts(door) == []
        problem(await door.client.post(f"{place}/revert"), 409, "already_reverted")


async def test_only_a_dream_that_is_there_is_undone_and_only_by_operations(
    database: Database,
) -> None:
    async with open_door(database, dreaming(CAT)) as door:
        missing = f"/v1/dreams/{'0' * 8}-0000-0000-0000-{'0' * 12}/revert"

        problem(await door.client.post(missing), 404, "unknown_dream")
        of_memory = await door.client.post(missing, headers=await door.key("memory"))
        problem(of_memory, 403, "missing_scope")


async def test_memories_are_copied_for_another_crew(database: Database) -> None:
    async with open_door(database) as door:
        new = {"crew": CREW, "scope": "private", "kind": "fact", "text": "고수를 못 먹는다."}
        await door.client.post(f"{USER}/memories", json=new)
        wanted = {"from_crew": CREW, "to_crew": "study-juno"}
        place = f"{USER}/memories/copy"

        dry = await door.client.post(place, json={**wanted, "dry_run": True})
        copied = await door.client.post(place, json=wanted)
        again = await door.client.post(place, json={**wanted, "kinds": ["fact"]})

        assert dry.json() == {"copied": 1, "already_there": 0, "withheld": 0, "tombstones": 0}
        assert copied.json() == dry.json()
        assert again.json() == {"copied": 0, "already_there": 1, "withheld": 0, "tombstones": 0}
        problem(await door.client.post(place, json={**wanted, "to_crew": "no"}), 404,
                "unknown_crew")  # fmt: skip
        problem(await door.client.post(place, json={**wanted, "kinds": ["guess"]}), 422,
                "invalid_field")  # fmt: skip


async def test_talk_from_before_is_kept_once_and_dreamt_with_its_date(
    database: Database,
) -> None:
    async with open_door(database, dreaming(CAT)) as door:
        place, body = f"{USER}/evidence", {"crew": CREW, "turns": OLD}

        stored = await door.client.post(place, json=body)
        again = await door.client.post(
            place, json={"crew": CREW, "turns": [OLD[0], {**OLD[1], "text": "다른 말"}]}
        )
        listed = (await door.client.get(place)).json()
        ran = (await door.client.post("/v1/run/dream", json={})).json()
        [memory] = (await door.client.get(f"{USER}/memories")).json()["items"]

        assert stored.json() == {"stored": 2, "already_there": 0, "refused": 0, "refusals": []}
        assert again.json() == {
            "stored": 0, "already_there": 1, "refused": 1,
            "refusals": [{"id": "t2", "reason": "id_reused"}],
        }  # fmt: skip
        assert [each["at"] for each in listed["items"]] == [OLD[1]["at"], OLD[0]["at"]]
        assert ran["counts"]["applied"] == 1
        assert (memory["said_on"], memory["learned_on"]) == ("2024-05-03", "2026-12-01")
        wrong = {"crew": CREW, "turns": [{**OLD[0], "at": "yesterday"}]}
        assert problem(await door.client.post(place, json=wrong), 422, "invalid_field")[
            "field"
        ] == ("turns.0.at")


async def test_a_thousand_long_turns_may_come_at_once(database: Database) -> None:
    async with open_door(database) as door:
        turns = [{**OLD[0], "id": f"t{number}", "text": "고양이가 있어 " * 200}
                 for number in range(400)]  # fmt: skip
        body = {"crew": CREW, "turns": turns}
        assert len(json.dumps(body, ensure_ascii=False).encode()) > 1_500_000

        stored = await door.client.post(f"{USER}/evidence", json=body)

        assert stored.json()["stored"] == 400


async def test_a_person_goes_out_and_comes_back_in(database: Database) -> None:
    async with open_door(database, dreaming(CAT)) as door:
        await door.say("고양이가 있어")
        wait_until_quiet(door)
        await door.client.post("/v1/run/dream", json={})
        exported = await door.client.get(f"{USER}/export")
        document = exported.json()

        dry = await door.client.post("/v1/users/u2/import", json={**document, "dry_run": True})
        imported = await door.client.post("/v1/users/u2/import", json=document)
        again = await door.client.post(f"{USER}/import", json=document)
        broken = await door.client.post(
            "/v1/users/u3/import", json={**document, "memories": [{"id": 7}]}
        )

        assert exported.headers["cache-control"] == "no-store"
        assert [each["text"] for each in document["memories"]] == ["고양이가 있다"]
        assert document["exported_at"] == "2026-12-01T03:02:01Z"
        assert (dry.json()["created"], imported.json()["created"]) == (1, 1)
        assert (again.json()["created"], again.json()["already_there"]) == (0, 1)
        assert await texts(door, "u2") == ["고양이가 있다"]
        assert problem(broken, 422, "export_unreadable")["field"] == "memories.0.id"
        problem(
            await door.client.post("/v1/users/u3/import", json={**document, "extra": 1}),
            422,
            "unknown_field",
        )
        assert await texts(door, "u3") == []


async def test_a_markdown_file_is_edited_and_given_back(database: Database) -> None:
    async with open_door(database) as door:
        new = {"crew": CREW, "scope": "private", "kind": "fact", "text": "커피를 좋아한다"}
        await door.client.post(f"{USER}/memories", json=new)
        exported = await door.client.get(f"{USER}/export", params={"format": "md"})
        edited = exported.text.replace("커피를 좋아한다", "커피를 끊었다")

        done = await door.client.post(f"{USER}/import", json={"format": "md", "text": edited})
        wrong = await door.client.post(f"{USER}/import", json={"format": "md", "text": "- x"})

        assert exported.headers["content-type"] == "text/markdown; charset=utf-8"
        assert f"# {CREW}" in exported.text
        assert (done.json()["changed"], done.json()["items"][0]["outcome"]) == (1, "changed")
        assert await texts(door) == ["커피를 끊었다"]
        assert problem(wrong, 422, "markdown_unreadable")["line"] == 1


async def test_a_list_of_another_assistant_is_brought_in(database: Database) -> None:
    async with open_door(database) as door:
        place = f"{USER}/import"
        lines = ["[2024-05-03] - Has a cat", {"text": "Learns to swim", "said_on": "2025-01-02"},
                 "Has a cat"]  # fmt: skip

        done = (
            await door.client.post(place, json={"format": "list", "crew": CREW, "lines": lines})
        ).json()
        listed = (await door.client.get(f"{USER}/memories")).json()["items"]

        assert (done["created"], done["already_there"]) == (2, 1)
        assert {memory["text"]: memory["said_on"] for memory in listed} == {
            "Has a cat": "2024-05-03", "Learns to swim": "2025-01-02",
        }  # fmt: skip
        problem(await door.client.post(place, json={"format": "xml"}), 422, "invalid_field")
        problem(
            await door.client.post(place, json={"format": "list", "crew": "no", "lines": ["a"]}),
            404,
            "unknown_crew",
        )


async def test_an_import_of_no_known_shape_is_told_which_shapes_there_are(
    database: Database,
) -> None:
    async with open_door(database, a_model()) as door:
        for body, code in (({"foo": 1}, "missing_field"), ({"format": "yaml"}, "invalid_field")):
            answer = await door.client.post(f"{USER}/import", json=body)

            told = problem(answer, 422, code)
            assert told["field"] == "format"
            assert all(name in told["hint"] for name in ("nightcrew-export/v1", "md", "list"))


async def test_moving_needs_the_scope_memory(database: Database) -> None:
    async with open_door(database) as door:
        ops = await door.key("ops", "turn", "admin")
        for method, path in (
            ("POST", f"{USER}/memories/copy"),
            ("POST", f"{USER}/evidence"),
            ("GET", f"{USER}/export"),
            ("POST", f"{USER}/import"),
        ):
            problem(await door.client.request(method, path, headers=ops), 403, "missing_scope")

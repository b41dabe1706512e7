"""Erasing over HTTP: receipts, what is left, and what is refused with the right order."""

from __future__ import annotations

from typing import Any

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem

USER = "/v1/users/u1"
MEMORIES = f"{USER}/memories"
NOBODY = "00000000-0000-0000-0000-000000000001"


async def kept(door: Door, text: str) -> str:
    new = {"crew": CREW, "scope": "private", "kind": "fact", "text": text}
    return str((await door.client.post(MEMORIES, json=new)).json()["id"])


async def test_an_erased_memory_answers_with_a_receipt_that_holds_no_content(
    database: Database,
) -> None:
    async with open_door(database) as door:
        memory = await kept(door, "고수를 못 먹는다")
        first = await door.client.post(f"{MEMORIES}/{memory}/erase")
        again = await door.client.post(f"{MEMORIES}/{memory}/erase")
        listed = await door.client.get(MEMORIES, params={"status": "all"})
        restored = await door.client.post(f"{MEMORIES}/{memory}/restore")

        receipt = first.json()["receipt"]
        assert set(receipt) == {"id", "kind", "at", "counts", "not_reached"}
        assert receipt["kind"] == "memory"
        assert receipt["counts"] == {"memories": 1, "memory_versions": 1}
        assert receipt["not_reached"] == [
            {"place": "table_files", "until": "2026-12-08"},
            {"place": "wal", "until": "2026-12-08"},
            {"place": "backups", "until": "2026-12-31"},
        ]
        assert "고수" not in first.text
        assert again.json()["receipt"] == {**receipt, "counts": {}}
        assert listed.json()["total"] == 0
        problem(restored, 404, "unknown_memory")
        problem(await door.client.post(f"{MEMORIES}/{NOBODY}/erase"), 404, "unknown_memory")


async def test_a_version_is_redacted_and_the_current_one_refused_with_the_right_order(
    database: Database,
) -> None:
    async with open_door(database) as door:
        memory = await kept(door, "고수를 못 먹는다")
        place = f"{MEMORIES}/{memory}"
        head = await door.client.post(f"{place}/versions/1/redact")
        await door.client.patch(place, json={"text": "고수를 조금 먹는다"})
        done = await door.client.post(f"{place}/versions/1/redact")
        again = await door.client.post(f"{place}/versions/1/redact")
        versions = (await door.client.get(f"{place}/versions")).json()["items"]

        assert "first correct the memory" in problem(head, 409, "head_version")["hint"]
        assert (done.status_code, done.json()["text"], done.json()["version"]) == (200, None, 1)
        assert done.json()["redacted_at"] == "2026-12-01T03:00:00Z"
        assert again.json() == done.json() == versions[-1]
        assert versions[0]["text"] == "고수를 조금 먹는다"
        problem(await door.client.post(f"{place}/versions/9/redact"), 404, "unknown_version")


async def test_one_raw_turn_is_erased_from_the_list_and_the_stored_turn(
    database: Database,
) -> None:
    async with open_door(database, a_model(reply="해바라기씨군요.")) as door:
        await door.say("나 해바라기씨 알레르기 있어", turn_id="t1")
        [_, line] = (await door.client.get(f"{USER}/evidence")).json()["items"]
        erased = await door.client.post(f"{USER}/evidence/{line['id']}/erase")
        left = await door.client.get(f"{USER}/evidence")
        stored = await door.client.get("/v1/turns/t1")
        why = await door.client.get("/v1/turns/t1/explain")

        assert erased.json()["receipt"]["counts"]["messages"] == 2
        assert left.json()["total"] == 0
        assert stored.json()["reply"] == ""
        assert not any("해바라기씨" in answered.text for answered in (erased, left, stored, why))
        problem(await door.client.post(f"{USER}/evidence/{NOBODY}/erase"), 404, "unknown_evidence")


async def test_a_conversation_is_erased_by_the_name_the_backend_gave_it(
    database: Database,
) -> None:
    async with open_door(database) as door:
        await door.say("안녕", conversation="여행 이야기", turn_id="t1")
        await door.say("잘 자", conversation="other", turn_id="t2")
        gone = await door.client.delete(f"{USER}/conversations/여행 이야기")
        again = await door.client.delete(f"{USER}/conversations/여행 이야기")
        left = await door.client.get(f"{USER}/evidence")

        assert gone.json()["receipt"]["counts"]["conversations"] == 1
        assert again.json()["receipt"]["counts"] == {}
        assert {item["text"] for item in left.json()["items"]} >= {"잘 자"}
        assert left.json()["total"] == 2
        problem(await door.client.get("/v1/turns/t1"), 404, "unknown_turn")


async def test_an_erased_user_is_a_stranger_the_next_time(database: Database) -> None:
    async with open_door(database) as door:
        await kept(door, "고수를 못 먹는다")
        await door.say("안녕", turn_id="t1")
        await door.say("안녕", user="u2")
        gone = await door.client.delete(USER)
        again = await door.client.delete(USER)
        answered = await door.say("다시 왔어", turn_id="t1")
        other = await door.client.get("/v1/users/u2/evidence")

        receipt: dict[str, Any] = gone.json()["receipt"]
        assert receipt["kind"] == "person"
        assert receipt["counts"]["users"] == 1
        assert receipt["counts"]["messages"] == 2
        assert again.json()["receipt"]["counts"] == {}
        assert (answered.status_code, answered.json()["memory"]["total"]) == (200, 0)
        assert answered.json()["replayed"] is False
        assert other.json()["total"] == 2

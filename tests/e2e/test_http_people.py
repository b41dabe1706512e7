"""The memory screen, preferences, recall and follow-ups over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, open_door, problem
from tests.fakes import FixedClock

MEMORIES = "/v1/users/u1/memories"
MEMORY_FIELDS = {
    "id", "text", "kind", "scope", "crew", "via", "learned_on", "said_on", "from_on", "to_on",
    "state", "explicit", "status", "version", "previous", "cites", "expires_at",
}  # fmt: skip
OF_PAIRS = (
    "dream", "nightly-dream", "temporal-review", "plan-follow-ups", "send-follow-ups",
    "open-talks", "check-watches", "deliver-webhooks",
)  # fmt: skip
FACTS = (
    "고수를 못 먹는다.",
    "아들 이름은 누리다.",
    "창가 자리를 좋아한다.",
    "비행기를 무서워한다.",
)


async def _keep(door: Door, text: str, **parts: Any) -> Any:
    new = {"crew": CREW, "scope": "private", "kind": "fact", "text": text, **parts}
    return await door.client.post(MEMORIES, json=new)


async def test_a_memory_is_kept_changed_forgotten_and_restored(database: Database) -> None:
    async with open_door(database) as door:
        kept = await _keep(door, "고수를 못 먹는다.")
        place = f"{MEMORIES}/{kept.json()['id']}"
        again = await _keep(door, "고수를 못 먹는다.")
        changed = await door.client.patch(place, json={"text": "고수를 조금 먹는다."})
        stale = await door.client.patch(
            place, json={"text": "고수를 좋아한다.", "expected_version": 1}
        )
        forgotten = await door.client.post(f"{place}/forget")
        listed = await door.client.get(MEMORIES)
        restored = await door.client.post(f"{place}/restore", json={})
        versions = (await door.client.get(f"{place}/versions")).json()

        assert kept.status_code == 201
        assert set(kept.json()) == MEMORY_FIELDS | {"created"}
        assert kept.json()["explicit"] is True
        assert kept.json()["learned_on"] == "2026-12-01"
        assert (again.status_code, again.json()["created"]) == (200, False)
        assert changed.json()["version"] == 2
        assert problem(stale, 409, "memory_changed")["memory"]["text"] == "고수를 조금 먹는다."
        assert forgotten.json()["status"] == "off"
        assert listed.json() == {"items": [], "next_cursor": None, "total": 0}
        assert restored.json()["status"] == "active"
        assert [each["version"] for each in versions["items"]] == [4, 3, 2, 1]
        assert set(versions["items"][0]) == {
            "id", "version", "text", "actor", "at", "cause", "redacted_at", "restored_from",
        }  # fmt: skip
        assert versions["items"][-1]["at"] == "2026-12-01T03:00:00Z"


async def test_a_list_is_walked_page_by_page_with_the_exact_count(database: Database) -> None:
    async with open_door(database) as door:
        for text in FACTS:
            await _keep(door, text)
        seen: list[str] = []
        cursor: str | None = None
        for _ in range(4):
            params = {"limit": "3"} | ({"cursor": cursor} if cursor else {})
            page = (await door.client.get(MEMORIES, params=params)).json()
            seen += [memory["text"] for memory in page["items"]]
            cursor = page["next_cursor"]

            assert page["total"] == len(FACTS)
            if cursor is None:
                break

        assert sorted(seen) == sorted(FACTS)


async def test_a_list_refuses_limits_cursors_and_values_it_does_not_know(
    database: Database,
) -> None:
    async with open_door(database) as door:
        wrong = {
            "limit": ("0", "201", "many"),
            "kind": ("guess",),
            "scope": ("world",),
            "status": ("gone",),
        }
        for field, values in wrong.items():
            for value in values:
                answered = await door.client.get(MEMORIES, params={field: value})
                assert problem(answered, 422, "invalid_field")["field"] == field
        unread = await door.client.get(MEMORIES, params={"cursor": "nonsense"})
        problem(unread, 422, "cursor_unreadable")
        problem(await door.client.get(MEMORIES, params={"crew": "nobody"}), 404, "unknown_crew")
        problem(await door.client.get(f"{MEMORIES}/no-uuid/versions"), 404, "unknown_memory")


async def test_reading_about_somebody_who_never_wrote_is_empty_and_makes_nobody(
    database: Database,
) -> None:
    async with open_door(database) as door:
        nobody = "/v1/users/nobody"
        for place in ("memories", "evidence", "suggestions", "follow-ups"):
            read = await door.client.get(f"{nobody}/{place}")
            assert read.json() == {"items": [], "next_cursor": None, "total": 0}, place
        recalled = await door.client.get(f"{nobody}/recall", params={"q": "여행", "crew": CREW})
        chosen = await door.client.get(f"{nobody}/preferences")

        assert recalled.json()["nothing_found"] is True
        assert recalled.json()["lines"] == []
        assert chosen.json()["consents"] == {"remember": True, "message": True, "night": False}


async def test_a_run_for_a_user_who_never_wrote_finds_nothing_and_makes_nobody(
    database: Database,
) -> None:
    async with open_door(database) as door:
        await door.say("다음 주에 제주도에 가", user="somebody")
        clock = door.app.world.clock
        assert isinstance(clock, FixedClock)
        clock.at += timedelta(minutes=10)
        for flow in OF_PAIRS:
            ran = await door.client.post(f"/v1/run/{flow}", json={"user": "nobody"})

            assert ran.status_code == 200, (flow, ran.text)
            assert (ran.json()["counts"], ran.json()["reports"]) == ({"pairs": 0}, []), flow
        dreams = await door.client.get("/v1/dreams")
        kept = await door.client.get("/v1/users/nobody/export")

        assert dreams.json()["total"] == 0
        assert kept.json()["claim_key"] == ""


async def test_preferences_are_merged_and_a_null_resets_one(database: Database) -> None:
    async with open_door(database) as door:
        place = "/v1/users/u1/preferences"
        await door.client.put(place, json={"timezone": "Asia/Seoul", "name": "누리"})
        await door.client.put(place, json={"consents": {"night": True}, "name": None})
        chosen = (await door.client.get(place)).json()
        unknown = await door.client.put(place, json={"timezone": "Asia/Seul"})
        misspelt = await door.client.put(place, json={"time_zone": "Asia/Seoul"})

        assert chosen["timezone"] == "Asia/Seoul"
        assert chosen["name"] is None
        assert chosen["consents"] == {"remember": True, "message": True, "night": True}
        assert "Asia/Seoul" in problem(unknown, 422, "unknown_time_zone")["hint"]
        assert "timezone" in problem(misspelt, 422, "unknown_field")["hint"]


async def test_recall_shows_what_a_turn_would_be_shown(database: Database) -> None:
    async with open_door(database) as door:
        await _keep(door, "고수를 못 먹는다.")

        told = (
            await door.client.get(
                "/v1/users/u1/recall", params={"q": "고수 먹어도 돼?", "crew": CREW}
            )
        ).json()

        assert set(told) == {
            "lines", "text", "chars", "strategy", "shown", "total", "nothing_found",
        }  # fmt: skip
        assert "고수를 못 먹는다." in told["text"]
        assert told["chars"] == len(told["text"])
        for params in ({"crew": CREW}, {"q": "고수"}):
            missing = await door.client.get("/v1/users/u1/recall", params=params)
            problem(missing, 422, "missing_field")


async def test_a_follow_up_is_promised_once_moved_and_called_off(database: Database) -> None:
    async with open_door(database) as door:
        place = "/v1/users/u1/follow-ups"
        await door.client.put("/v1/users/u1/preferences", json={"timezone": "Asia/Seoul"})
        promise = {
            "crew": CREW,
            "kind": "recurring",
            "intent": "짐 싸기 확인",
            "local": "2026-12-05T09:00",
            "rule": "FREQ=WEEKLY",
        }
        made = await door.client.post(place, json=promise)
        again = await door.client.post(place, json=promise)
        one = f"{place}/{made.json()['follow_up']['id']}"
        skipped = await door.client.patch(one, json={"skip_next": True})
        both = await door.client.patch(one, json={"skip_next": True, "end": True})
        ran = await door.client.post(f"{one}/run")
        happened = await door.client.get(f"{one}/occurrences")
        ended = await door.client.delete(one)
        listed = (await door.client.get(place)).json()
        everything = (await door.client.get(place, params={"status": "all"})).json()

        assert made.json()["created"] is True
        assert made.json()["follow_up"]["due_at"] == "2026-12-05T00:00:00Z"
        assert made.json()["follow_up"]["local"].startswith("2026-12-05T09:00")
        assert again.json()["created"] is False
        assert skipped.json()["due_at"] == "2026-12-12T00:00:00Z"
        problem(both, 422, "one_change_at_a_time")
        assert ran.status_code == 200
        assert [each["state"] for each in happened.json()["items"]] == [
            "scheduled",
            "cancelled",
            "due",
        ]
        assert ended.json()["state"] == "cancelled"
        assert listed["total"] == 0
        assert everything["total"] == 1


async def test_a_follow_up_that_cannot_be_kept_says_why(database: Database) -> None:
    async with open_door(database) as door:
        place = "/v1/users/u1/follow-ups"
        promise = {"crew": CREW, "kind": "one_shot", "intent": "여권", "local": "2026-01-01T09:00"}
        past = await door.client.post(place, json=promise)
        watch = await door.client.post(place, json={**promise, "kind": "watch", "local": None})
        unknown = await door.client.post(place, json={**promise, "every": "day"})
        crewless = await door.client.post(place, json={**promise, "crew": "nobody"})

        problem(past, 422, "past")
        assert problem(watch, 422, "follow_up_unreadable")["field"] == "watch"
        assert problem(unknown, 422, "unknown_field")["field"] == "every"
        problem(crewless, 404, "unknown_crew")


async def test_starting_over_switches_memories_off_without_forgetting(database: Database) -> None:
    async with open_door(database) as door:
        await _keep(door, "고수를 못 먹는다.")
        over = await door.client.post("/v1/users/u1/start-over", json={"crew": CREW})
        kept = await _keep(door, "고수를 못 먹는다.")

        assert over.json()["memories"] == 1
        assert kept.status_code == 201


async def test_what_was_said_is_listed_word_for_word(database: Database) -> None:
    async with open_door(database) as door:
        await door.say("제주도 가고 싶어")

        told = (await door.client.get("/v1/users/u1/evidence", params={"limit": 1})).json()
        following = {"limit": 1, "cursor": told["next_cursor"]}
        older = (await door.client.get("/v1/users/u1/evidence", params=following)).json()

        assert told["total"] == 2
        assert told["items"][0]["speaker"] == "assistant"
        assert older["items"][0]["speaker"] == "user"
        assert older["items"][0]["text"] == "제주도 가고 싶어"
        assert older["items"][0]["at"] == "2026-12-01T03:00:00Z"
        assert older["next_cursor"] is None


async def test_a_misspelt_part_inside_a_body_is_named_too(database: Database) -> None:
    async with open_door(database) as door:
        asked = {
            "timezone": "Asia/Seoul",
            "now": "2026-12-01T00:00:00Z",
            "one_shot": {"locl": "2026-12-02T09:00"},
        }
        told = problem(
            await door.client.post("/v1/follow-ups/preview", json=asked), 422, "unknown_field"
        )

        assert told["field"] == "one_shot.locl"
        assert told["nearest"] == ["local"]

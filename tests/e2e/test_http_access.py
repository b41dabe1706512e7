"""Keys, scopes, tenants and the clock of a request."""

from __future__ import annotations

from nightcrew.store.database import Database
from tests.e2e.door import ALL_SCOPES, TURNS, Door, open_door, problem

SOME_ID = "7e0c0c9e-6a3c-4f4e-9a52-0a4f4b8d2f11"
OPEN_TO: dict[str, tuple[tuple[str, str], ...]] = {
    "turn": (
        ("POST", TURNS),
        ("GET", f"/v1/turns/{SOME_ID}"),
        ("GET", f"/v1/turns/{SOME_ID}/explain"),
        ("POST", "/v1/chat/completions"),
        ("GET", "/v1/models"),
        ("GET", "/v1/outbox"),
        ("POST", f"/v1/outbox/{SOME_ID}/ack"),
        ("GET", "/v1/webhooks"),
        ("POST", "/v1/webhooks"),
        ("GET", f"/v1/webhooks/{SOME_ID}"),
        ("DELETE", f"/v1/webhooks/{SOME_ID}"),
        ("POST", f"/v1/webhooks/{SOME_ID}/rotate"),
        ("POST", f"/v1/webhooks/{SOME_ID}/enable"),
        ("GET", f"/v1/webhooks/{SOME_ID}/deliveries"),
    ),
    "memory": (
        ("GET", "/v1/users/u1/memories"),
        ("POST", "/v1/users/u1/memories"),
        ("PATCH", f"/v1/users/u1/memories/{SOME_ID}"),
        ("POST", f"/v1/users/u1/memories/{SOME_ID}/forget"),
        ("POST", f"/v1/users/u1/memories/{SOME_ID}/restore"),
        ("GET", f"/v1/users/u1/memories/{SOME_ID}/versions"),
        ("POST", f"/v1/users/u1/memories/{SOME_ID}/erase"),
        ("POST", f"/v1/users/u1/memories/{SOME_ID}/versions/1/redact"),
        ("POST", "/v1/users/u1/start-over"),
        ("POST", f"/v1/users/u1/evidence/{SOME_ID}/erase"),
        ("DELETE", "/v1/users/u1/conversations/c1"),
        ("DELETE", "/v1/users/u1"),
        ("GET", "/v1/users/u1/evidence"),
        ("GET", "/v1/users/u1/recall"),
        ("GET", "/v1/users/u1/suggestions"),
        ("POST", f"/v1/users/u1/suggestions/{SOME_ID}/accept"),
        ("GET", "/v1/users/u1/preferences"),
        ("PUT", "/v1/users/u1/preferences"),
        ("GET", "/v1/users/u1/follow-ups"),
        ("POST", "/v1/users/u1/follow-ups"),
        ("PATCH", f"/v1/users/u1/follow-ups/{SOME_ID}"),
        ("DELETE", f"/v1/users/u1/follow-ups/{SOME_ID}"),
        ("GET", f"/v1/users/u1/follow-ups/{SOME_ID}/occurrences"),
        ("POST", f"/v1/users/u1/follow-ups/{SOME_ID}/run"),
        ("POST", "/v1/follow-ups/preview"),
    ),
    "ops": (
        ("GET", "/v1/dreams"),
        ("GET", f"/v1/dreams/{SOME_ID}"),
        ("POST", "/v1/run/dream"),
    ),
    "admin": (
        ("POST", "/v1/price/listings"),
        ("GET", "/v1/teams/t"),
        ("PUT", "/v1/teams/t"),
        ("GET", "/v1/teams/t/reviews"),
        ("POST", f"/v1/teams/t/reviews/{SOME_ID}/approve"),
        ("POST", f"/v1/teams/t/reviews/{SOME_ID}/reject"),
        ("POST", "/v1/teams/t/promote"),
    ),
}


async def test_without_a_valid_key_nothing_under_v1_opens(database: Database) -> None:
    async with open_door(database) as door:
        for header in ("", "Bearer", "Bearer nck_wrong", "Basic abc", f"Bearer {'x' * 5000}"):
            answered = await door.client.get("/v1/models", headers={"Authorization": header})

            problem(answered, 401, "unauthorized")
            assert answered.headers["www-authenticate"] == "Bearer"


async def test_a_key_is_asked_for_before_the_body_is_looked_at(database: Database) -> None:
    async with open_door(database) as door:
        sent = await door.client.post(TURNS, content=b"{", headers={"Authorization": "Bearer no"})

        problem(sent, 401, "unauthorized")


async def test_a_revoked_key_opens_nothing_from_then_on(database: Database) -> None:
    async with open_door(database) as door:
        made = await door.app.keep_tenant.make_key("default", ["turn"])
        header = {"Authorization": f"Bearer {made.key}"}
        before = await door.client.get("/v1/models", headers=header)
        await door.app.keep_tenant.revoke(made.id)

        assert before.status_code == 200
        problem(await door.client.get("/v1/models", headers=header), 401, "unauthorized")


async def test_a_key_opens_what_its_scope_names_and_nothing_else(database: Database) -> None:
    async with open_door(database) as door:
        for scope in ALL_SCOPES:
            header = await door.key(scope)
            for owner, method, path in _every_place():
                answered = await door.client.request(method, path, headers=header)

                refused = answered.status_code == 403
                assert refused is (owner != scope), (scope, method, path, answered.text)
                if refused:
                    assert problem(answered, 403, "missing_scope")["scope"] == owner


def _every_place() -> list[tuple[str, str, str]]:
    """Scope, method and path of everything under /v1."""
    return [(scope, method, path) for scope, places in OPEN_TO.items() for method, path in places]


async def test_what_one_tenant_has_is_not_there_for_another(database: Database) -> None:
    async with open_door(database) as door:
        kept = await _something_of_each_kind(door)
        other = await door.key(tenant="other")

        for method, path in kept:
            own = await door.client.request(method, path)
            foreign = await door.client.request(method, path, headers=other)
            absent = await door.client.request(method, _elsewhere(path), headers=other)

            assert own.status_code == 200, (path, own.text)
            assert foreign.status_code == 404, (path, foreign.text)
            assert foreign.content == absent.content
        nothing = await door.client.get("/v1/users/u1/memories", headers=other)
        assert nothing.json() == {"items": [], "next_cursor": None, "total": 0}


async def _something_of_each_kind(door: Door) -> list[tuple[str, str]]:
    await door.say("안녕", turn_id="t1")
    new = {"crew": "travel-mina", "scope": "private", "kind": "fact", "text": "고수를 못 먹는다."}
    memory = (await door.client.post("/v1/users/u1/memories", json=new)).json()["id"]
    promise = {
        "crew": "travel-mina",
        "kind": "one_shot",
        "intent": "여권 확인",
        "local": "2026-12-20T10:00",
    }
    made = await door.client.post("/v1/users/u1/follow-ups", json=promise)
    follow_up = made.json()["follow_up"]["id"]
    return [
        ("GET", "/v1/turns/t1"),
        ("GET", "/v1/turns/t1/explain"),
        ("GET", f"/v1/users/u1/memories/{memory}/versions"),
        ("POST", f"/v1/users/u1/memories/{memory}/forget"),
        ("GET", f"/v1/users/u1/follow-ups/{follow_up}/occurrences"),
        ("DELETE", f"/v1/users/u1/follow-ups/{follow_up}"),
    ]


def _elsewhere(path: str) -> str:
    """The same path with an id that nobody has, a malformed one where ids are uuids."""
    parts = path.split("/")
    place = 3 if parts[2] == "turns" else 5
    parts[place] = "no-such-id"
    return "/".join(parts)


async def test_now_is_refused_unless_time_travel_is_on(database: Database) -> None:
    at = "2027-03-01T00:00:00Z"
    async with open_door(database) as door:
        in_body = await door.say("안녕", now=at)
        in_query = await door.client.get("/v1/users/u1/memories", params={"now": at})
        in_delete = await door.client.delete(
            f"/v1/users/u1/follow-ups/{SOME_ID}", params={"now": at}
        )
        in_run = await door.client.post("/v1/run/dream", json={"now": at})

        for answered in (in_body, in_query, in_delete, in_run):
            assert problem(answered, 422, "time_travel_off")["field"] == "now"


async def test_with_time_travel_a_request_sets_the_clock_also_back(database: Database) -> None:
    async with open_door(database, time_travel=True) as door:
        for at in ("2027-03-01T00:00:00Z", "2026-05-01T00:00:00Z"):
            told = (await door.say("안녕", now=at)).json()
            explained = await door.client.get(
                f"/v1/turns/{told['turn_id']}/explain", params={"now": at}
            )

            assert explained.json()["at"] == at


async def test_a_now_that_is_no_instant_is_refused(database: Database) -> None:
    async with open_door(database, time_travel=True) as door:
        for now in ("yesterday", "2026-12-01T00:00:00", "0001-01-01T00:00:00Z", 7):
            told = problem(await door.say("안녕", now=now), 422, "invalid_field")

            assert told["field"] == "now"


async def test_the_preview_needs_no_time_travel(database: Database) -> None:
    async with open_door(database) as door:
        answered = await door.client.post(
            "/v1/follow-ups/preview",
            json={
                "timezone": "Asia/Seoul",
                "now": "2027-05-01T00:00:00Z",
                "quiet_hours": "22:00-08:00",
                "recurring": {"dtstart_local": "2027-05-01T07:00", "rule": "FREQ=DAILY"},
                "count": 2,
            },
        )

        assert answered.json() == {
            "nominal_utc": ["2027-05-01T22:00:00Z", "2027-05-02T22:00:00Z"],
            "deliver_utc": ["2027-05-01T23:00:00Z", "2027-05-02T23:00:00Z"],
            "error": None,
        }

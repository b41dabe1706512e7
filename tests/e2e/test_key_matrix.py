"""Operations x keys: the right scope passes, others are refused, and tenants do not meet."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.store.database import Database
from tests.e2e.door import ALL_SCOPES, problem
from tests.e2e.every_call import CALLS, Call
from tests.e2e.peopled import Peopled, open_peopled

IDS = (
    "turn_id", "memory", "suggestion", "dream", "follow_up", "message", "evidence", "webhook",
    "item", "team",
)  # fmt: skip
ABSENT = "7e0c0c9e-6a3c-4f4e-9a52-0a4f4b8d2f11"
# A team is named by who makes it: the same name makes another tenant a team of its own.
MAKES_ITS_OWN = "PUT /v1/teams/{team}"


async def test_every_operation_opens_to_its_scope_and_to_no_other(database: Database) -> None:
    async with open_peopled(database) as peopled:
        scopes = await scopes_by_operation(peopled)
        keys = {scope: await peopled.door.key(scope) for scope in ALL_SCOPES}
        for call in CALLS:
            needed = scopes[call.operation]
            if needed is None:
                assert (await peopled.send(call, {"Authorization": ""})).status_code == call.status
                continue
            problem(await peopled.send(call, {"Authorization": ""}), 401, "unauthorized")
            for scope in ALL_SCOPES:
                if scope != needed:
                    refused = problem(await peopled.send(call, keys[scope]), 403, "missing_scope")
                    assert refused["scope"] == needed, call.operation
            # Last, because it does the thing: what was refused before has changed nothing.
            done = await peopled.send(call, keys[needed])
            assert done.status_code == call.status, (call.operation, done.text)


async def test_what_one_tenant_has_is_for_another_as_if_it_were_not_there(
    database: Database,
) -> None:
    async with open_peopled(database) as peopled:
        stranger = await peopled.door.key(tenant="other")
        named = [
            call
            for call in CALLS
            if any(f"{{{each}}}" in call.operation for each in IDS)
            and call.operation != MAKES_ITS_OWN
        ]
        assert len(named) > 20
        for call in named:
            foreign = await peopled.send(call, stranger)
            absent = await Peopled(door=peopled.door, known=without_ids(peopled.known)).send(
                call, stranger
            )

            assert foreign.status_code == 404, (call.operation, foreign.text)
            assert foreign.content == absent.content, call.operation

        # The positive control: all of it is still there for its own tenant, untouched.
        for call in CALLS:
            own = await peopled.send(call)
            assert own.status_code == call.status, (call.operation, own.text)


async def test_a_list_shows_nothing_of_another_tenant(database: Database) -> None:
    async with open_peopled(database) as peopled:
        stranger = await peopled.door.key(tenant="other")
        lists = [call for call in CALLS if is_list(call)]
        assert len(lists) > 6
        for call in lists:
            foreign, own = await peopled.send(call, stranger), await peopled.send(call)

            assert foreign.json()["items"] == [], call.operation
            assert own.json()["items"], call.operation


async def scopes_by_operation(peopled: Peopled) -> dict[str, str | None]:
    """What /openapi.json says each operation needs."""
    told = (await peopled.door.client.get("/openapi.json")).json()
    return {
        f"{method.upper()} {path}": _only(operation["security"])
        for path, of_path in told["paths"].items()
        for method, operation in of_path.items()
    }


def _only(security: list[dict[str, list[str]]]) -> str | None:
    return security[0]["HTTPBearer"][0] if security else None


def without_ids(known: Mapping[str, str]) -> dict[str, str]:
    ours = (*IDS, "review", "team_review", "team_review_2", "item_2")
    return {name: ABSENT if name in ours else text for name, text in known.items()}


def is_list(call: Call) -> bool:
    """Whether it shows a tenant's own rows page by page, without naming one of them."""
    path = call.operation.split(" ", 1)[1]
    named = any(f"{{{each}}}" in path for each in IDS)
    return (
        call.method == "GET"
        and not named
        and path.endswith(
            ("memories", "evidence", "suggestions", "follow-ups", "outbox", "dreams", "webhooks")
        )
    )

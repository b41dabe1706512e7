"""A turn whose reply failed: its words are kept, told and erased like all others."""

from __future__ import annotations

from typing import Any

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import Door, a_model, open_door, problem

BROKEN = {"turn_id": "t1", "conversation": "c1"}


async def heard(door: Door, **query: Any) -> Any:
    return (await door.client.get("/v1/users/u1/evidence", params=query)).json()


def away() -> Any:
    return a_model(reply=ModelFailure("provider_down", "away"))


async def test_the_evidence_and_the_export_tell_the_same_of_a_turn_without_an_answer(
    database: Database,
) -> None:
    async with open_door(database, away()) as door:
        problem(await door.say("땅콩을 못 먹어", **BROKEN), 503, "model_unavailable")
        exported = (await door.client.get("/v1/users/u1/export")).json()

        [line] = (await heard(door))["items"]
        [turn], [message] = exported["turns"], exported["messages"]
        assert (line["id"], line["text"]) == (message["id"], message["text"])
        assert (line["state"], turn["state"]) == ("incomplete", "incomplete")


async def test_lines_without_an_answer_are_counted_and_paged_where_they_were_said(
    database: Database,
) -> None:
    model = a_model()
    async with open_door(database, model) as door:
        await door.say("하나")
        answered, model.answers["reply"] = model.answers["reply"], away().answers["reply"]
        await door.say("둘", turn_id="t2")
        model.answers["reply"] = answered
        await door.say("셋")

        first = await heard(door, limit=3)
        rest = await heard(door, limit=3, cursor=first["next_cursor"])
        said = [
            each["text"] for each in first["items"] + rest["items"] if each["speaker"] == "user"
        ]
        assert said == ["셋", "둘", "하나"]
        assert (first["total"], rest["total"], rest["next_cursor"]) == (5, 5, None)


async def test_a_dream_does_not_read_a_line_without_an_answer(database: Database) -> None:
    async with open_door(database, away()) as door:
        await door.say("땅콩을 못 먹어", **BROKEN)
        ran = await door.client.post("/v1/run/dream", json={"user": "u1"})

        assert ran.json()["reports"] == []


async def test_a_line_without_an_answer_is_erased_and_no_retry_brings_it_back(
    database: Database,
) -> None:
    model = away()
    async with open_door(database, model) as door:
        await door.say("땅콩을 못 먹어", **BROKEN)
        [line] = (await heard(door))["items"]
        erased = await door.client.post(f"/v1/users/u1/evidence/{line['id']}/erase")
        exported = await door.client.get("/v1/users/u1/export")
        model.answers["reply"] = "돌아왔어요."

        assert erased.json()["receipt"]["counts"]["messages"] == 1
        assert (await heard(door))["total"] == 0
        assert "땅콩" not in exported.text
        problem(await door.say("땅콩을 못 먹어", **BROKEN), 409, "turn_id_reused")
        assert (await heard(door))["total"] == 0

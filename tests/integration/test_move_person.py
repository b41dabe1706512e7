"""Out and in again: nothing is lost on the way, and nothing comes back that was forgotten."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.memory import Scope
from nightcrew.domain.page import Page
from nightcrew.domain.plain_list import ListItem
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.usecases.move_person import MovePerson
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.moving import CREW, RAMEN, a_life
from tests.scripting import proposing
from tests.talk import Talk, talk_with

TABLES = (
    "conversations", "turns", "messages", "evidence", "memories", "memory_versions",
    "memory_cites", "tombstones", "dreams", "dream_changes", "follow_ups", "pair_states",
)  # fmt: skip
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def plain(document: dict[str, Any]) -> dict[str, Any]:
    """What must be the same afterwards."""
    left = json.loads(json.dumps(document))
    for name in ("exported_at", "user"):
        left.pop(name)
    return dict(left)


def shapes(document: dict[str, Any], table: str) -> list[str]:
    """The rows of a table with every id left out, and without the turn they were said in."""
    rows = ({**row, "position": 0, "turn": None} for row in document[table])
    return sorted(ID.sub("id", json.dumps(row, ensure_ascii=False)) for row in rows)


async def listed(talk: Talk, user: str, status: str = "all") -> Page[Any]:
    return await talk.app.keep_memories.list(talk.pair.tenant, user, status=status)


async def test_an_export_holds_every_memory_line_and_promise_with_its_history(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)

    told = await move.export(talk.pair.tenant, "u1")

    assert json.loads(json.dumps(told)) == told
    for table in TABLES:
        assert len(told[table]) == await talk.rows(table), table
        assert told[table], table
    assert told["preferences"]["name"] == "보라"
    assert not any("embedding" in row for row in told["evidence"])


async def test_a_person_who_was_exported_and_is_gone_comes_back_whole(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")
    seen = await listed(talk, "u1")
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        await connection.exec_driver_sql("delete from users")
    talk.app.keep_people.known.drop(talk.pair.tenant, "u1")

    told = await move.import_document(talk.pair.tenant, "u1", before)

    after = await move.export(talk.pair.tenant, "u1")
    assert plain(after) == plain(before)
    assert await listed(talk, "u1") == seen
    assert (told.created, told.already_there, told.refused) == (3, 0, 0)


async def test_an_export_comes_in_for_another_person_beside_the_first(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")

    await move.import_document(talk.pair.tenant, "u2", before)
    again = await move.import_document(talk.pair.tenant, "u2", before)

    after = await move.export(talk.pair.tenant, "u2")
    for table in set(TABLES) - {"turns"}:
        assert shapes(after, table) == shapes(before, table), table
    assert [row["text"] for row in after["messages"]] == [row["text"] for row in before["messages"]]
    texts = {each.text for each in (await listed(talk, "u1")).items}
    assert {each.text for each in (await listed(talk, "u2")).items} == texts
    assert (again.created, again.already_there) == (0, 3)
    assert await move.export(talk.pair.tenant, "u1") == before


async def test_what_was_forgotten_stays_forgotten_after_the_move(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")
    await move.import_document(talk.pair.tenant, "u2", before)
    other = await talk_with(talk.app, talk.pair.tenant, user="u2")
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    await other.say("나 라면 진짜 좋아해")
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(
        *({**RAMEN, "cites": [f"e{line}"]} for line in range(1, 4))
    )

    report = await talk.app.run_dream(other.pair)

    assert not any(each.applied for each in report.changes)
    assert not any("라면" in each.text for each in await other.known())


async def test_tombstones_come_in_under_another_key_when_their_words_are_still_there(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")
    keep = talk.app.keep_memories
    own = NewMemory(crew=CREW, scope="private", kind="fact", text="매운 것을 못 먹는다")
    spicy = await keep.add(talk.pair.tenant, "u2", own)
    await keep.forget(talk.pair.tenant, "u2", spicy.memory.id)
    lost = {**before["tombstones"][0], "id": str(UUID(int=5)), "memory_id": None}

    told = await move.import_document(
        talk.pair.tenant, "u2", {**before, "tombstones": [*before["tombstones"], lost]}
    )

    refused = [(each.place, each.reason) for each in told.items if each.outcome == "refused"]
    kept = await move.import_list(
        talk.pair.tenant, "u2", CREW, [ListItem(place=1, text="라면을 좋아한다")]
    )
    assert len(refused) == 1
    assert refused[0][1] == "other_key"
    assert (kept.created, kept.withheld) == (0, 1)


async def test_importing_again_leaves_what_was_changed_here_as_it_is(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")
    cat = next(each for each in await talk.known() if "고양이" in each.text)
    await talk.app.keep_memories.change(talk.pair.tenant, "u1", cat.id, "고양이가 두 마리 있다")

    told = await move.import_document(talk.pair.tenant, "u1", before)

    assert (told.created, told.already_there) == (0, 3)
    assert sum(told.rows.values()) == 0
    assert "고양이가 두 마리 있다" in {each.text for each in await talk.known()}


async def test_what_was_erased_does_not_come_back_with_an_older_export(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")
    cat = next(each for each in await talk.known() if "고양이" in each.text)
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        await connection.exec_driver_sql(
            "insert into erase_log (tenant_id, id, kind, person, subject, at)"
            " values (%s, gen_random_uuid(), 'memory', %s, %s, now())",
            (talk.pair.tenant, talk.pair.user, cat.id),
        )
        await connection.exec_driver_sql("delete from memories where id = %s", (cat.id,))

    told = await move.import_document(talk.pair.tenant, "u1", before)

    assert (told.created, told.withheld) == (0, 1)
    assert not any("고양이" in each.text for each in await talk.known())


async def test_a_dry_run_tells_the_same_and_leaves_nothing(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    before = await move.export(talk.pair.tenant, "u1")

    dry = await move.import_document(talk.pair.tenant, "u2", before, dry_run=True)

    assert (dry.created, dry.dry_run) == (3, True)
    assert await talk.rows("users", "external_id = 'u2'") == 0
    assert await move.export(talk.pair.tenant, "u1") == before


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ({"secrets": []}, "secrets"),
        ({"memories": {}}, "memories"),
        ({"memories": [7]}, "memories.0"),
        ({"memories": [{"id": "no"}]}, "memories.0.id"),
        ({"memories": [{"text": "x"}]}, "memories.0.id"),
        ({"memories": [{"id": str(UUID(int=1)), "owner": 1}]}, "memories.0.owner"),
        ({"memories": [{"id": str(UUID(int=1)), "text": 7}]}, "memories.0.text"),
        ({"claim_key": "xyz"}, "claim_key"),
        ({"messages": [{"id": str(UUID(int=1)), "text": "줄만 있다"}]}, "messages"),
    ],
)
async def test_a_document_that_is_no_export_is_refused_with_its_place(
    talk: Talk, move: MovePerson, part: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        await move.import_document(talk.pair.tenant, "u9", part)

    assert (refused.value.code, refused.value.field) == ("export_unreadable", field)
    assert await talk.rows("users", "external_id = 'u9'") == 0


async def test_a_secret_in_a_document_is_masked_on_its_way_in(
    talk: Talk, model: ScriptedModel, move: MovePerson
) -> None:
    await a_life(talk, model)
    document = json.loads(
        json.dumps(await move.export(talk.pair.tenant, "u1"), ensure_ascii=False).replace(
            "고양이가 있다", "키는 sk-test-000000 이다"
        )
    )

    await move.import_document(talk.pair.tenant, "u2", document)

    for table in ("memories", "memory_versions", "dream_changes"):
        assert await talk.rows(table, "text like '%sk-test%'") == 0, table


async def test_an_export_of_nobody_is_empty_and_makes_nobody(talk: Talk, move: MovePerson) -> None:
    document = await move.export(talk.pair.tenant, "nobody")
    text = await move.markdown(talk.pair.tenant, "nobody")

    assert document["memories"] == []
    assert text.startswith("<!-- nightcrew memories")
    assert await talk.rows("users") == 1


async def test_nothing_comes_in_for_somebody_who_does_not_want_to_be_remembered(
    talk: Talk, move: MovePerson
) -> None:
    await talk.app.keep_people.set_preferences(
        talk.pair.tenant, "u1", {"consents": {"remember": False}}
    )
    many = [ListItem(place=1, text="고양이가 있다")] * 1001

    with pytest.raises(Refused):
        await move.import_document(talk.pair.tenant, "u1", {})
    with pytest.raises(Refused):
        await move.import_list(talk.pair.tenant, "u1", CREW, many[:1])
    with pytest.raises(NotFound):
        await move.import_list(talk.pair.tenant, "u1", "nobody", many[:1])
    with pytest.raises(BadInput) as large:
        await move.import_list(talk.pair.tenant, "u1", CREW, many, scope=Scope.SHARED)

    assert large.value.code == "too_many_items"

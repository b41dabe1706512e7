"""The public cases about versions of crew text, each in the setting of this product."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from nightcrew.store.database import Database
from nightcrew.usecases.edit_crews.moving import Arriving, as_json
from tests.crew_workshop import CREW, CREW_FILE, PLAYBOOK, SIGN, Workshop, open_workshop

PUSHES = "- 슬프다고 하면 찾은 것부터 내민다. {#push}\n"


async def test_a5_a_new_start_takes_nothing_back_that_was_set_in_the_database(
    database: Database, tmp_path: Path
) -> None:
    async with open_workshop(database, tmp_path) as shop:
        wishes = {"quiet_hours": "21:00-09:00", "daily_cap": 1}
        await shop.app.keep_people.set_preferences(shop.tenant, "u1", wishes)
        await shop.publish()
        before = await shop.versions()

    async with open_workshop(database, tmp_path, folder=shop.folder) as again:
        found = await again.app.keep_people.preferences(again.tenant, "u1")

        assert (found.quiet_hours, found.daily_cap) == ("21:00-09:00", 1)
        assert await again.versions() == before


async def test_a5_nobody_can_change_or_remove_a_version(shop: Workshop) -> None:
    for order in ("update crew_bundles set author = 'x'", "delete from crew_bundles"):
        with pytest.raises(DBAPIError, match="permission denied"):
            async with shop.app.world.db.begin_system() as connection:
                await connection.execute(text(order))

    assert [each.author for each in await shop.versions()] == ["files"]


async def test_a13_an_import_names_what_leads_nowhere_and_writes_nothing(shop: Workshop) -> None:
    document = json.loads(as_json(await shop.app.edit_crews.export(shop.tenant, CREW)))
    own = document["sources"][CREW_FILE]
    document["sources"] = {CREW_FILE: own.replace("pour-tea", "visa-steps"), PLAYBOOK: "---\n---\n"}

    done = await shop.app.edit_crews.import_crew(
        shop.tenant, json.dumps(document).encode(), Arriving(crew="tea-dul"), **SIGN
    )

    assert done.written == ()
    assert "dangling_skill" in {each.id for each in done.problems}
    assert all(each.hint for each in done.problems)
    assert not (shop.folder.crews / "tea-dul.yaml").exists()


async def test_a14_one_act_undoes_playbook_guide_and_follow_up_policy_together(
    shop: Workshop,
) -> None:
    shop.edit(CREW_FILE, "tool_guide:\n", "tool_guide:\n  follow_up: {repeats: never}\n")
    await shop.publish()
    good = shop.app.crews.crew(CREW)
    shop.edit(PLAYBOOK, "## When they\n", f"## When they\n{PUSHES}")
    shop.edit(CREW_FILE, "repeats: never", "repeats: allowed")
    shop.edit(CREW_FILE, "크루의 검색 지침", "슬플 때도 찾아서 내민다.")
    await shop.publish()
    [bad, wanted, _] = await shop.versions()

    await shop.restore(wanted.number)

    now = shop.app.crews.crew(CREW)
    assert (now.playbook, now.tool_guide, now.digest) == (
        good.playbook, good.tool_guide, wanted.digest,
    )  # fmt: skip
    [newest, second, *_] = await shop.versions()
    assert (newest.number, newest.parent) == (bad.number + 1, bad.number)
    assert second == replace(bad, live=False)
    assert (newest.author, newest.reason) == tuple(SIGN.values())
    await shop.restore(wanted.number)
    assert (await shop.versions())[0] == newest

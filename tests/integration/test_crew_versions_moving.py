"""Crews made new, given away and taken in, and files checked and saved as an editor types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused, Stale
from nightcrew.domain.knowledge import RawDocument
from nightcrew.usecases.edit_crews.moving import Arriving, Taken, as_json
from nightcrew.usecases.load_knowledge import GivenDocument
from tests.crew_workshop import (
    CATEGORY,
    CREW,
    CREW_FILE,
    OTHER,
    PLAYBOOK,
    SIGN,
    Workshop,
)
from tests.unit.test_character_card import a_card

SKILL = "playbooks/skills/pour-tea/SKILL.md"


async def take(shop: Workshop, content: bytes, **arriving: Any) -> Taken:
    return await shop.app.edit_crews.import_crew(shop.tenant, content, Arriving(**arriving), **SIGN)


async def exported(shop: Workshop, crew: str = CREW) -> bytes:
    return as_json(await shop.app.edit_crews.export(shop.tenant, crew)).encode()


@pytest.mark.parametrize("locale", ["ko", "en"])
async def test_a_new_crew_has_no_errors_and_speaks_at_once(shop: Workshop, locale: str) -> None:
    done = await shop.app.edit_crews.new(
        shop.tenant, "tea-new", category="tea", locale=locale, author="tea-team"
    )

    assert done.problems == ()
    assert done.written == ("crews/tea-new.yaml", "playbooks/tea-new.md")
    crew = shop.app.crews.crew("tea-new")
    assert crew.locale.startswith(locale)
    assert not [each for each in shop.app.crews.shelf().problems if each.severity == "error"]
    [first] = await shop.versions("tea-new")
    assert (first.author, first.reason) == ("tea-team", "new crew")


@pytest.mark.parametrize(
    ("crew", "category", "locale", "code"),
    [
        (CREW, "tea", "ko", "crew_exists"),
        ("tea-new", "tee", "ko", "unknown_category"),
        ("tea-new", "tea", "fr-FR", "unknown_locale"),
        ("../house", "tea", "ko", "bad_crew_id"),
        ("Tea New", "tea", "ko", "bad_crew_id"),
    ],
)
async def test_a_new_crew_is_refused_with_what_to_do(
    shop: Workshop, crew: str, category: str, locale: str, code: str
) -> None:
    with pytest.raises((Refused, NotFound, BadInput)) as refused:
        await shop.app.edit_crews.new(
            shop.tenant, crew, category=category, locale=locale, author="tea-team"
        )

    assert refused.value.code == code
    assert refused.value.hint


async def test_a_crew_given_away_comes_back_letter_for_letter(
    shop: Workshop, tmp_path: Path
) -> None:
    shop.edit(CREW_FILE, "name: 보라", "name: 보라  # 작은 찻집")
    document, digest = await exported(shop), shop.app.crews.crew(CREW).digest
    before = {name: shop.text(name) for name in (CREW_FILE, PLAYBOOK, SKILL)}
    for name in before:
        shop.folder.remove(name)
    await shop.seen()

    done = await take(shop, document)

    assert {name: shop.text(name) for name in before} == before
    assert sorted(done.written) == sorted(before)
    assert shop.app.crews.crew(CREW).digest == digest
    assert await exported(shop) == document


async def test_a_crew_that_is_there_is_only_replaced_when_that_is_said(shop: Workshop) -> None:
    document = await exported(shop)
    shop.edit(CREW_FILE, "name: 보라", "name: 보라보라")

    with pytest.raises(Refused) as refused:
        await take(shop, document)
    await take(shop, document, replace=True)

    assert refused.value.code == "crew_exists"
    assert shop.app.crews.crew(CREW).name == "보라"


async def test_a_crew_taken_in_under_another_id_has_its_own_playbook(shop: Workshop) -> None:
    done = await take(shop, await exported(shop), crew="tea-dul")

    assert done.problems == ()
    second, first = shop.app.crews.crew("tea-dul"), shop.app.crews.crew(CREW)
    assert (second.id, second.name) == ("tea-dul", first.name)
    assert second.playbook is not None
    assert first.playbook is not None
    assert second.playbook.name == "tea-dul"
    assert second.playbook.instructions == first.playbook.instructions


async def test_files_of_others_stay_as_they_are_and_the_difference_is_told(shop: Workshop) -> None:
    document = await exported(shop)
    shop.edit(CATEGORY, "갈래의 기억 지침", "다른 기억 지침")
    mine = shop.text(CATEGORY)

    done = await take(shop, document, replace=True)

    assert done.differs == (CATEGORY,)
    assert shop.text(CATEGORY) == mine


async def test_a_document_that_leads_nowhere_writes_nothing_and_says_what_is_missing(
    shop: Workshop,
) -> None:
    document = json.loads(await exported(shop))
    del document["sources"][SKILL]
    document["sources"][CREW_FILE] = document["sources"][CREW_FILE].replace("pour-tea", "boil-tea")
    before = shop.text(CREW_FILE)

    done = await take(shop, json.dumps(document).encode(), replace=True)

    assert done.written == ()
    assert [each.id for each in done.problems] == ["dangling_skill"]
    assert shop.text(CREW_FILE) == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[1]", b'{"schema": "crew-export/v1"}', b"\x89PNG not a picture", b"\xff"],
)
async def test_what_is_no_crew_is_refused(shop: Workshop, content: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        await take(shop, content)

    assert refused.value.field == "file"


async def test_a_document_cannot_reach_files_outside_of_crew_text(shop: Workshop) -> None:
    document = json.loads(await exported(shop))
    document["sources"]["playbooks/../../outside.md"] = "---\n"

    with pytest.raises(BadInput) as refused:
        await take(shop, json.dumps(document).encode(), replace=True)

    assert refused.value.code == "no_crew_text"
    assert not (shop.folder.crews.parent.parent / "outside.md").exists()


async def test_a_card_needs_an_id_and_a_category_and_becomes_a_crew(shop: Workshop) -> None:
    with pytest.raises(BadInput) as refused:
        await take(shop, a_card())

    done = await take(shop, a_card(), crew="luna-night", category="tea")

    assert refused.value.code == "card_needs_place"
    assert "system_prompt" in done.unread
    assert shop.app.crews.crew("luna-night").name == "Luna"


async def test_a_file_is_checked_as_it_is_typed_and_what_it_would_break_elsewhere(
    shop: Workshop,
) -> None:
    shop.write("crews/tea-nuri.yaml", OTHER)
    check = shop.app.edit_crews.check_source
    typed = shop.text(CREW_FILE).replace("tool_guide:", "tool_giude:")

    wrong = await check(shop.tenant, CREW_FILE, typed)
    renamed = await check(shop.tenant, CATEGORY, shop.text(CATEGORY).replace("id: tea", "id: teas"))
    fine = await check(shop.tenant, CREW_FILE, shop.text(CREW_FILE))
    story = await check(shop.tenant, "crews/scenarios/new.yaml", "schema: story/v1\nid: a\n")

    errors = [(each.line, each.hint) for each in wrong if each.severity == "error"]
    assert errors == [(9, "did you mean tool_guide?")]
    assert {each.file for each in renamed if each.severity == "error"} == {CATEGORY}
    assert {each.severity for each in fine} == {"warning"}
    assert "unreviewed" in {each.id for each in fine}
    assert "missing_key" in {each.id for each in story}
    assert "tool_giude" not in shop.text(CREW_FILE)


async def test_a_sound_file_is_saved_and_speaks_at_once_and_a_broken_one_is_not(
    shop: Workshop,
) -> None:
    edit = shop.app.edit_crews
    source = await edit.read_source(shop.tenant, CREW_FILE)
    better, worse = source.text.replace("보라", "보람"), source.text.replace("voice:", "voise:")

    refused = await edit.save_source(shop.tenant, CREW_FILE, worse, **SIGN)
    saved = await edit.save_source(shop.tenant, CREW_FILE, better, expected=source.digest, **SIGN)

    assert (refused.saved, refused.source.text) == (False, source.text)
    assert (saved.saved, saved.source.crews) == (True, (CREW,))
    assert shop.app.crews.crew(CREW).name == "보람"
    [newest, _] = await shop.versions()
    assert (newest.author, newest.reason) == tuple(SIGN.values())
    with pytest.raises(Stale) as stale:
        await edit.save_source(shop.tenant, CREW_FILE, better, expected=source.digest, **SIGN)
    assert stale.value.code == "text_changed"


@pytest.mark.parametrize("path", ["/etc/passwd", "crews/../x.yaml", "crews/a/b.yaml", ""])
async def test_only_files_of_crew_text_can_be_read(shop: Workshop, path: str) -> None:
    with pytest.raises(BadInput) as refused:
        await shop.app.edit_crews.read_source(shop.tenant, path)

    assert refused.value.code == "no_crew_text"


async def _that_looks_into(shop: Workshop, *collections: str) -> bytes:
    """A document of a crew whose collections are not here."""
    listed = f"collections: [{', '.join(collections)}]  # visa-kb는 여권 자료"
    document = json.loads(await exported(shop))
    text = document["sources"][CREW_FILE]
    assert "none: 손맛이 지식이다." in text
    document["sources"][CREW_FILE] = text.replace("none: 손맛이 지식이다.", listed)
    return json.dumps(document).encode()


async def test_a_crew_whose_collections_are_not_here_is_taken_in_only_once_they_are_named(
    shop: Workshop,
) -> None:
    content = await _that_looks_into(shop, "visa-kb", "tea-kb")
    raw = RawDocument(kind="text", content="차는 물이 반이다.".encode())
    loaded = GivenDocument(raw=raw, title="차")
    for name in ("tea-here", "tea-trips"):
        await shop.app.knowledge.load(shop.tenant, name, loaded)

    with pytest.raises(Refused) as refused:
        await take(shop, content, crew="tea-dul")
    mapped = {"visa-kb": "tea-trips", "tea-kb": "tea-here"}
    with pytest.raises(Refused) as half:
        await take(shop, content, crew="tea-dul", collections={"visa-kb": "tea-trips"})

    assert refused.value.code == "unresolved_references"
    assert refused.value.details == {"collections": ["tea-kb", "visa-kb"]}
    assert "--collection tea-kb=NAME, where here are: tea-here, tea-trips" in refused.value.hint
    assert half.value.details == {"collections": ["tea-kb"]}
    assert (await take(shop, content, crew="tea-dul", collections=mapped)).problems == ()
    assert shop.app.crews.crew("tea-dul").knowledge.collections == ("tea-trips", "tea-here")
    assert "# visa-kb는 여권 자료" in shop.text("crews/tea-dul.yaml")

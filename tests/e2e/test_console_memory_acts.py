"""*What your friend knows*: each act does one thing, says which, and can be taken back."""

from __future__ import annotations

import pytest

from tests.builders import CREW
from tests.console import Console, furnish, soup, texts
from tests.desk import USER
from tests.e2e.memory_page import group, of, path_of, total


async def test_what_is_written_by_hand_is_remembered_word_for_word(console: Console) -> None:
    user = await console.user()
    sent = await console.send(
        f"/people/{user}/memories",
        text="땅콩 알레르기가 있다", kind="fact", crew=CREW, scope="shared", from_on="", to_on="",
    )  # fmt: skip
    again = await console.send(
        f"/people/{user}/memories",
        text="땅콩 알레르기가 있다", kind="fact", crew=CREW, scope="shared",
    )  # fmt: skip

    kept = await of(console, "땅콩")
    assert sent.headers["location"].endswith("?done=added")
    assert again.headers["location"].endswith("?done=known")
    assert (kept.text, kept.explicit, kept.scope) == ("땅콩 알레르기가 있다", True, "shared")


async def test_what_cannot_be_kept_comes_back_with_its_words_and_the_reason(
    console: Console,
) -> None:
    user = await console.user()
    refused = await console.send(
        f"/people/{user}/memories", text="여행을 간다", kind="plan", crew=CREW, scope="private",
        from_on="2026-12-09", to_on="2026-12-01",
    )  # fmt: skip

    assert refused.status_code == 422
    assert texts(refused, "#add-text") == ["여행을 간다"]
    assert texts(refused, ".add .notice") == ["The last day lies before the first."]


@pytest.mark.parametrize("act", ["edit", "forget", "erase"])
async def test_an_act_says_in_one_sentence_what_it_does_before_it_is_done(
    console: Console, act: str
) -> None:
    await furnish(console)

    asked = await console.page(await path_of(console, "교토", act))

    [sentence] = texts(asked, ".does")
    assert sentence.count(".") in (2, 3)  # the act's own name, then what it does
    assert (await of(console, "교토")).status == "active"


async def test_a_correction_is_the_users_own_from_then_on(console: Console) -> None:
    await furnish(console)
    path, before = await path_of(console, "교토", "edit"), await of(console, "교토")

    done = await console.send(path, text="오사카로 여행을 간다", version=str(before.version))

    assert done.headers["location"].endswith("?done=edit")
    after = await of(console, "오사카")
    assert (after.id, after.explicit, after.version) == (before.id, True, before.version + 1)


async def test_a_correction_of_something_that_changed_meanwhile_is_asked_again(
    console: Console,
) -> None:
    await furnish(console)
    path, before = await path_of(console, "교토", "edit"), await of(console, "교토")
    await console.desk.memories.change(console.desk.tenant, USER, before.id, "나라로 간다")

    refused = await console.send(path, text="오사카로 간다", version=str(before.version))

    assert refused.status_code == 409
    assert texts(refused, "textarea") == ["오사카로 간다"]
    assert "changed meanwhile" in texts(refused, ".notice")[0]


async def test_what_is_forgotten_moves_and_can_be_restored(console: Console) -> None:
    user = await furnish(console)
    path = await path_of(console, "교토", "forget")

    await console.send(path)
    forgotten = (await console.page(f"/people/{user}/memories?done=forget")).text
    await console.send(await path_of(console, "교토", "restore"))
    restored = (await console.page(f"/people/{user}/memories")).text

    assert "교토로 여행을 간다" in group(forgotten, "off")
    assert group(forgotten, "plan") == []
    assert texts(forgotten, "#notices .notice") == ["It was forgotten. Restore it under Forgotten."]
    assert group(restored, "plan") == ["교토로 여행을 간다"]


async def test_what_is_erased_is_nowhere_on_the_page(console: Console) -> None:
    user = await furnish(console)
    await console.send(await path_of(console, "교토", "erase"))

    page = (await console.page(f"/people/{user}/memories")).text

    assert "교토" not in page
    assert total(page)["plan"] == 0


async def test_the_history_tells_every_value_and_brings_one_back(console: Console) -> None:
    await furnish(console)
    path = await path_of(console, "커피")

    page = await console.page(path)
    await console.send(f"{path}/restore", version="1")

    assert texts(page, ".versions .text") == [
        "커피를 하루에 한 잔만 마신다",
        "커피를 하루에 두 잔 마신다",
    ]
    assert texts(page, ".versions .facts")[1].startswith("Version 1")
    assert (await of(console, "커피")).text == "커피를 하루에 두 잔 마신다"


async def test_the_words_of_an_old_value_can_be_taken(console: Console) -> None:
    await furnish(console)
    path = await path_of(console, "커피")

    await console.send(f"{path}/versions/1/redact")
    page = await console.page(path)
    refused = await console.send(f"{path}/versions/2/redact")

    assert "두 잔" not in page.text
    assert "The words of this value were taken." in texts(page, ".versions .meta")
    assert refused.status_code == 409
    assert "head_version" in refused.text


async def test_with_htmx_a_card_asks_acts_and_counts_in_its_place(console: Console) -> None:
    await furnish(console)
    path, part = await path_of(console, "교토", "forget"), {"HX-Request": "true"}

    asked = await console.browser.get(path, headers=part)
    done = await console.send(path, part=True)

    assert asked.text.lstrip().startswith('<li class="memory asking"')
    card = soup(done).select_one("li.memory")
    assert card is not None
    assert "off" in card["class"]
    assert texts(done, "#count-plan") == ["0"]
    assert texts(done, "#count-off") == ["2"]
    assert texts(done, "#notices") == ["It was forgotten. Restore it under Forgotten."]
    assert "<html" not in done.text

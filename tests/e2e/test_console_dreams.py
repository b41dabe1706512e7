"""*Dreams*: each change with its before and after, its words and reasons; undo, accept, plots."""

from __future__ import annotations

from uuid import UUID, uuid4

from tests.builders import memory, said
from tests.console import Console, a_change, another, dreamt, furnish, soup, texts
from tests.desk import USER
from tests.world import NOW


async def an_update(console: Console, **changed: object) -> UUID:
    """A dream that changed one memory, as it was written."""
    line = said("강아지가 두 마리가 됐어요.", NOW)
    await console.desk.hear(line)
    known = await console.desk.learn(memory("강아지 한 마리와 산다"))
    return await dreamt(
        console.desk,
        a_change(1, action="update", memory_id=known.id, memory_version=1,
                 text="강아지 두 마리와 산다", cites=(line.id,), **changed),
    )  # fmt: skip


async def test_a_change_is_told_as_before_and_after_with_its_words_and_reasons(
    console: Console,
) -> None:
    await an_update(console)

    page = await console.page("/dreams")

    assert texts(page, ".compare dd") == ["강아지 한 마리와 산다", "강아지 두 마리와 산다"]
    assert texts(page, ".change q") == ["강아지가 두 마리가 됐어요."]
    assert texts(page, ".reasons dd") == ["스스로 그렇게 말했다", "말한 그대로다"]
    assert "stands" in texts(page, ".change .facts")[0]


async def test_a_change_that_did_not_stand_says_why(console: Console) -> None:
    await an_update(console, applied=False, reason="buried", verdict=None)

    page = await console.page("/dreams")

    assert texts(page, ".change .verdict") == ["did not stand"]
    assert texts(page, ".change .reason") == ["asked to be forgotten"]


async def test_the_timeline_goes_back_page_by_page_newest_first(console: Console) -> None:
    for days in range(15):
        await dreamt(console.desk, a_change(1), days=days)
    first = await console.page("/dreams")
    [older] = [each for each in soup(first).select("main a") if "cursor" in str(each["href"])]
    rest = await console.page(str(older["href"]))

    times = [*texts(first, ".dream time"), *texts(rest, ".dream time")]
    assert len(times) == 15
    assert times == sorted(times, reverse=True)
    assert texts(first, ".sum") == ["15"]


async def test_one_users_timeline_holds_no_other_users_dreams(console: Console) -> None:
    user = await furnish(console)
    other = await console.user("user-2")

    mine = await console.page(f"/people/{user}/dreams")
    theirs = await console.page(f"/people/{other}/dreams")

    assert len(texts(mine, ".dream")) == 6
    assert texts(theirs, ".dream") == []


async def test_undoing_asks_first_and_says_what_it_does(console: Console) -> None:
    dream = await dreamt(console.desk, a_change(1))

    asked = await console.page(f"/dreams/{dream}/revert")

    assert texts(asked, ".does") == [
        "All that this dream changed is taken back as new values. What changed since stays."
    ]
    report = await console.desk.dreams.one(console.desk.tenant, dream)
    assert report.reverted_at is None


async def test_a_dream_is_undone_once(console: Console) -> None:
    dream = uuid4()
    known = await console.desk.learn(memory("걷는 것을 좋아한다"), dream=dream)
    await dreamt(console.desk, a_change(1, memory_id=known.id, text=known.text), id=dream)

    done = await console.send(f"/dreams/{dream}/revert")
    page = await console.page(done.headers["location"])
    again = await console.send(f"/dreams/{dream}/revert")

    assert texts(page, "#notices .notice") == ["The dream was undone."]
    assert "undone at" in texts(page, ".dream-head .facts")[0]
    assert not soup(page).find("a", href=f"/dreams/{dream}/revert")
    assert again.status_code == 409
    assert "undone before" in again.text


async def test_a_dream_of_which_all_changed_since_is_told_as_left(console: Console) -> None:
    known = await console.desk.learn(memory("걷는 것을 좋아한다"))
    dream = await dreamt(console.desk, a_change(1, memory_id=known.id, text=known.text))

    done = await console.send(f"/dreams/{dream}/revert")
    page = await console.page(done.headers["location"])

    assert texts(page, "#notices .notice") == [
        "Nothing of it was taken back: all that it changed has changed since."
    ]
    assert "undone at" not in texts(page, ".dream-head .facts")[0]


async def test_what_is_chosen_of_a_dream_in_review_is_applied_and_the_rest_waits(
    console: Console,
) -> None:
    line = said("아침 비행기는 피하고 싶어요. 창가 자리가 좋아요.", NOW)
    await console.desk.hear(line)
    waits = {"applied": False, "reason": "not_accepted", "cites": (line.id,)}
    dream = await dreamt(
        console.desk,
        a_change(1, text="아침 비행기는 피한다", **waits),
        a_change(2, text="창가 자리를 좋아한다", **waits),
        outcome="review",
        mode="review",
    )

    done = await console.send(f"/dreams/{dream}/accept", change="2")
    page = await console.page(done.headers["location"])

    assert texts(page, ".change .verdict") == ["waits", "stands"]
    known = await console.desk.memories.list(console.desk.tenant, USER)
    assert [each.text for each in known.items] == ["창가 자리를 좋아한다"]


async def test_accepting_nothing_asks_to_choose(console: Console) -> None:
    await furnish(console)
    found = await console.desk.dreams.list(console.desk.tenant)
    review = next(each for each in found.items if each.outcome == "review")

    refused = await console.send(f"/dreams/{review.id}/accept")

    assert refused.status_code == 422
    assert texts(refused, ".notice") == ["Choose what to accept."]


async def test_what_waits_and_what_it_cost_are_plots_with_words_and_a_table(
    console: Console,
) -> None:
    await furnish(console)

    page = await console.page("/dreams")

    for name, day, number in (("backlog", -2, "1"), ("cost", -1, "2,040")):
        section = f"section[aria-labelledby={name}]"
        plot = soup(page).select_one(f"{section} svg")
        assert plot is not None
        assert plot["role"] == "img"
        assert plot.find("title")
        assert plot.find("desc")
        assert texts(page, f"{section} tbody td")[day] == number
        assert len(texts(page, f"{section} tbody tr")) == 14
    assert "Lines no dream has read: 3" in texts(page, "section[aria-labelledby=backlog]")[0]


async def test_dreams_of_another_tenant_are_not_there(console: Console, served: Console) -> None:
    async with another(served) as other:
        dream = await dreamt(other.desk, a_change(1))
    for path in (f"/dreams/{dream}", f"/dreams/{uuid4()}"):
        assert (await console.browser.get(path)).status_code == 404
        assert (await console.send(f"{path}/revert")).status_code == 404


async def test_words_of_a_model_are_shown_as_words(console: Console) -> None:
    planted = "<script>alert(1)</script> [x](javascript:alert(1))"
    await an_update(console, why=planted, verdict=planted)

    page = soup(await console.page("/dreams"))

    assert page.get_text().count(planted) == 2
    assert not page.select("main script")

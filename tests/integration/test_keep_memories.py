"""The memory screen: everything is seen, and only the user's own word counts."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused, Stale
from nightcrew.domain.memory import Kind, Scope, State
from nightcrew.store.tables import users
from nightcrew.usecases.keep_memories import AddedMemory, NewMemory
from tests.builders import CREW, memory
from tests.desk import USER, Desk


async def add(desk: Desk, text: str, **changed: object) -> AddedMemory:
    values: dict[str, object] = {"crew": CREW, "scope": "private", "kind": "fact", "text": text}
    return await desk.memories.add(desk.tenant, USER, NewMemory(**(values | changed)))  # type: ignore[arg-type]


async def test_what_the_user_writes_is_kept_in_their_words_and_explicit(desk: Desk) -> None:
    added = await add(desk, "커피는 디카페인만 마신다")

    assert added.created
    assert (added.memory.text, added.memory.explicit, added.memory.version) == (
        "커피는 디카페인만 마신다",
        True,
        1,
    )
    [version] = await desk.memories.versions(desk.tenant, USER, added.memory.id)
    assert (version.actor, version.cause) == ("user", "added")


async def test_a_plan_in_the_users_words_gets_its_days_in_the_users_zone(desk: Desk) -> None:
    added = await add(desk, "내일 치과 예약", kind="plan")

    assert (added.memory.from_on, added.memory.to_on) == (date(2026, 10, 6), date(2026, 10, 6))
    assert added.memory.state is State.PLANNED
    assert "내일" not in added.memory.text


async def test_the_same_memory_is_not_kept_twice(desk: Desk) -> None:
    first = await add(desk, "커피는 디카페인만 마신다")
    again = await add(desk, "커피는 디카페인만 마신다.")
    for_all = await add(desk, "커피는 디카페인만 마신다", scope="shared")

    assert (again.created, again.memory.id) == (False, first.memory.id)
    assert for_all.created
    assert not (await add(desk, "커피는 디카페인만 마신다", crew="mindcare-sora")).created


async def test_secrets_never_reach_a_memory(desk: Desk) -> None:
    added = await add(desk, "내 열쇠는 sk-abcdefghijklmnop123456 이고 <private>비밀</private> 끝")

    assert "sk-abc" not in added.memory.text
    assert "비밀" not in added.memory.text


async def test_a_long_text_is_kept_whole_up_to_its_limit(desk: Desk) -> None:
    whole = await add(desk, "가" * 4000)
    assert len(whole.memory.text) == 4000

    with pytest.raises(BadInput) as refused:
        await add(desk, "나" * 4001)
    assert refused.value.code == "text_too_long"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"text": "  "}, "text"),
        ({"scope": "everyone"}, "scope"),
        ({"kind": "wish"}, "kind"),
        ({"from_on": date(2026, 10, 2), "to_on": date(2026, 10, 1)}, "to_on"),
    ],
)
async def test_a_memory_that_makes_no_sense_names_its_field_and_makes_no_user(
    desk: Desk, changed: dict[str, object], field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        await add(desk, **({"text": "커피"} | changed))  # type: ignore[arg-type]

    assert refused.value.field == field
    assert await desk.cells(users, "id") == []


async def test_nothing_new_is_kept_without_consent(desk: Desk) -> None:
    await desk.people.set_preferences(desk.tenant, USER, {"consents": {"remember": False}})

    with pytest.raises(Refused) as refused:
        await add(desk, "커피를 좋아한다")

    assert refused.value.code == "remembering_off"


async def test_everything_is_listed_page_by_page_with_the_exact_count(desk: Desk) -> None:
    for number in range(7):
        await desk.learn(memory(f"기억 {number}", said_on=date(2026, 9, 1 + number // 2)))
    pages, cursor = [], None
    while True:
        page = await desk.memories.list(desk.tenant, USER, cursor=cursor, limit=3)
        pages.append(page)
        cursor = page.next_cursor
        if cursor is None:
            break

    assert [page.total for page in pages] == [7, 7, 7]
    shown = [item.text for page in pages for item in page.items]
    assert len(set(shown)) == 7
    assert shown[0] == "기억 6"


async def test_the_list_is_narrowed_by_crew_scope_kind_and_status(desk: Desk) -> None:
    await desk.learn(memory("미나의 사실"))
    await desk.learn(memory("모두의 사실", scope=Scope.SHARED))
    await desk.learn(memory("소라의 말투", crew="mindcare-sora", kind=Kind.STYLE))
    gone = await desk.learn(memory("잊을 사실"))
    await desk.memories.forget(desk.tenant, USER, gone.id)

    async def shown(**wanted: str) -> set[str]:
        page = await desk.memories.list(desk.tenant, USER, **wanted)  # type: ignore[arg-type]
        assert page.total == len(page.items)
        return {item.text for item in page.items}

    assert await shown() == {"미나의 사실", "모두의 사실", "소라의 말투"}
    assert await shown(crew="mindcare-sora") == {"모두의 사실", "소라의 말투"}
    assert await shown(scope="shared") == {"모두의 사실"}
    assert await shown(kind="style") == {"소라의 말투"}
    assert await shown(status="off") == {"잊을 사실"}
    assert len(await shown(status="all")) == 4


async def test_a_user_nobody_met_has_nothing_and_is_not_made(desk: Desk) -> None:
    page = await desk.memories.list(desk.tenant, USER)

    assert (page.items, page.total) == ((), 0)
    assert await desk.cells(users, "id") == []
    with pytest.raises(NotFound):
        await desk.memories.versions(desk.tenant, USER, uuid4())


async def test_a_memory_of_somebody_else_is_not_found(desk: Desk) -> None:
    added = await add(desk, "커피를 좋아한다")
    await desk.pair(user="user-2")

    for act in (desk.memories.forget, desk.memories.restore, desk.memories.versions):
        with pytest.raises(NotFound):
            await act(desk.tenant, "user-2", added.memory.id)


async def test_a_correction_makes_the_memory_the_users_own_and_keeps_the_old_words(
    desk: Desk,
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))

    changed = await desk.memories.change(desk.tenant, USER, learned.id, "커피는 디카페인만")

    assert (changed.text, changed.explicit, changed.version) == ("커피는 디카페인만", True, 2)
    assert [former.text for former in changed.previous] == ["커피를 좋아한다"]
    versions = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert [(each.version, each.actor, each.text) for each in versions] == [
        (2, "user", "커피는 디카페인만"),
        (1, "dream", "커피를 좋아한다"),
    ]


async def test_the_same_words_again_change_nothing_whatever_version_is_expected(
    desk: Desk,
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")

    again = await desk.memories.change(
        desk.tenant, USER, learned.id, " 차를 좋아한다 ", expected_version=1
    )

    assert again.version == 2


async def test_of_two_edits_of_one_version_the_second_sees_what_stands_there(desk: Desk) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다", expected_version=1)

    with pytest.raises(Stale) as refused:
        await desk.memories.change(
            desk.tenant, USER, learned.id, "물을 좋아한다", expected_version=1
        )

    assert refused.value.code == "memory_changed"
    current = refused.value.details["memory"]
    assert getattr(current, "text", None) == "차를 좋아한다"
    assert getattr(current, "version", None) == 2


async def test_new_dates_come_from_the_new_words(desk: Desk) -> None:
    added = await add(desk, "12월 3일 제주 여행", kind="plan")

    moved = await desk.memories.change(desk.tenant, USER, added.memory.id, "12월 5일 제주 여행")
    called_off = await desk.memories.change(desk.tenant, USER, added.memory.id, "제주 여행은 취소")

    assert moved.from_on == date(2026, 12, 5)
    assert (called_off.from_on, called_off.to_on) == (None, None)


async def test_dates_given_apart_from_the_words_outlive_a_correction(desk: Desk) -> None:
    added = await add(desk, "제주 여향", kind="plan", from_on=date(2026, 12, 3))

    corrected = await desk.memories.change(desk.tenant, USER, added.memory.id, "제주 여행")

    assert corrected.from_on == date(2026, 12, 3)

"""AS-05, the user's side: what a dream may not change, it may only suggest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.memory import Memory
from nightcrew.store import suggestions
from nightcrew.store.suggestions import Suggestion
from tests.builders import memory
from tests.desk import USER, Desk


@dataclass(frozen=True, kw_only=True)
class Suggested:
    memory: Memory
    id: UUID


async def suggest(desk: Desk, text: str, **changed: object) -> Suggested:
    own = await desk.learn(memory("커피는 디카페인만", explicit=True))
    pair = await desk.pair()
    values: dict[str, object] = {
        "id": uuid4(), "crew": pair.crew, "memory_id": own.id, "text": text, "kind": "fact",
        "from_on": None, "to_on": None, "cites": (), "state": "open",
        "created_at": desk.clock.now(),
    }  # fmt: skip
    suggestion = Suggestion(**(values | changed))  # type: ignore[arg-type]
    async with desk.db.begin_pair(pair) as connection:
        await suggestions.suggest(connection, pair, own, suggestion)
    return Suggested(memory=own, id=suggestion.id)


async def listed(desk: Desk) -> list[tuple[str, str]]:
    page = await desk.suggestions.list(desk.tenant, USER)
    return [(each.text, each.state) for each in page.items]


async def test_a_suggestion_shows_what_is_and_what_would_be(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다")

    [shown] = (await desk.suggestions.list(desk.tenant, USER)).items

    assert (shown.memory, shown.current, shown.text) == (
        suggested.memory.id,
        "커피는 디카페인만",
        "커피를 끊었다",
    )


async def test_an_accepted_suggestion_becomes_the_users_own_word_once(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다", from_on=date(2026, 10, 1))

    first = await desk.suggestions.accept(desk.tenant, USER, suggested.id)
    again = await desk.suggestions.accept(desk.tenant, USER, suggested.id)

    assert (first.text, first.explicit, first.version) == ("커피를 끊었다", True, 2)
    assert first.from_on == date(2026, 10, 1)
    assert again == first
    assert await listed(desk) == []
    newest = (await desk.memories.versions(desk.tenant, USER, suggested.memory.id))[0]
    assert (newest.actor, newest.cause) == ("user", "suggestion accepted")


async def test_a_suggestion_without_words_switches_the_memory_off(desk: Desk) -> None:
    suggested = await suggest(desk, "")

    gone = await desk.suggestions.accept(desk.tenant, USER, suggested.id)

    assert gone.status == "off"
    assert gone.expires_at is not None


async def test_a_dismissed_one_stays_listed_for_thirty_days_and_may_still_be_accepted(
    desk: Desk,
) -> None:
    suggested = await suggest(desk, "커피를 끊었다")
    await desk.suggestions.dismiss(desk.tenant, USER, suggested.id)
    assert await listed(desk) == [("커피를 끊었다", "dismissed")]

    desk.clock.set(desk.clock.now() + timedelta(days=31))

    assert await listed(desk) == []
    accepted = await desk.suggestions.accept(desk.tenant, USER, suggested.id)
    assert accepted.text == "커피를 끊었다"


async def test_a_discarded_one_is_gone(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다")

    await desk.suggestions.discard(desk.tenant, USER, suggested.id)

    assert await listed(desk) == []
    with pytest.raises(NotFound):
        await desk.suggestions.accept(desk.tenant, USER, suggested.id)


async def test_nothing_is_suggested_about_a_forgotten_memory(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다")

    await desk.memories.forget(desk.tenant, USER, suggested.memory.id)

    assert await listed(desk) == []


async def test_what_was_accepted_is_not_put_away_any_more(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다")
    await desk.suggestions.accept(desk.tenant, USER, suggested.id)

    with pytest.raises(Refused):
        await desk.suggestions.discard(desk.tenant, USER, suggested.id)


async def test_a_suggestion_to_somebody_else_is_not_found(desk: Desk) -> None:
    suggested = await suggest(desk, "커피를 끊었다")
    await desk.pair(user="user-2")

    for act in (desk.suggestions.accept, desk.suggestions.dismiss, desk.suggestions.discard):
        with pytest.raises(NotFound):
            await act(desk.tenant, "user-2", suggested.id)


async def test_one_dismissed_while_pages_are_read_is_told_once_and_counted(desk: Desk) -> None:
    made = []
    for cups in range(5):
        desk.clock.set(desk.clock.now() + timedelta(seconds=1))
        made.append((await suggest(desk, f"커피를 {cups}잔 마신다")).id)

    first = await desk.suggestions.list(desk.tenant, USER, limit=2)
    await desk.suggestions.dismiss(desk.tenant, USER, made[4])
    rest = await desk.suggestions.list(desk.tenant, USER, limit=200, cursor=first.next_cursor)

    assert [each.id for each in (*first.items, *rest.items)] == made[::-1]
    assert (first.total, rest.total, rest.next_cursor) == (5, 5, None)


async def test_suggestions_of_one_moment_are_paged_one_by_one_without_a_loss(desk: Desk) -> None:
    made = {(await suggest(desk, f"커피를 {cups}잔 마신다")).id for cups in range(3)}

    seen: list[UUID] = []
    cursor: str | None = None
    while len(seen) < len(made):
        page = await desk.suggestions.list(desk.tenant, USER, limit=1, cursor=cursor)
        seen += [each.id for each in page.items]
        cursor = page.next_cursor

    assert (set(seen), cursor) == (made, None)


async def test_a_page_of_no_suggestion_or_too_many_is_refused(desk: Desk) -> None:
    for limit in (0, 201):
        with pytest.raises(BadInput, match="1 to 200"):
            await desk.suggestions.list(desk.tenant, "nobody", limit=limit)
    with pytest.raises(BadInput, match="cursor"):
        await desk.suggestions.list(desk.tenant, "nobody", cursor="nonsense")

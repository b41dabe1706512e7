"""What a monitor reads: valid OpenMetrics, per crew, and never a word or an id of anybody."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.openmetrics.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from nightcrew.domain.activity import OTHER, Counted, summed
from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import CREW, a_model, open_door
from tests.e2e.every_call import CALLS
from tests.e2e.peopled import open_peopled
from tests.world import shipped_crews

LABELS = {
    "crew", "safety", "tool", "use", "status", "route", "code", "state", "flow", "skill", "outcome",
    "became", "reason", "work",
}  # fmt: skip


async def test_the_figures_are_valid_and_tell_each_crew_apart(database: Database) -> None:
    async with open_peopled(database) as peopled:
        samples = read((await peopled.door.client.get("/metrics")).text)

        found = {(each.name, *each.labels.values()): each.value for each in samples}
        assert found["nightcrew_turns_last_day", CREW, "done"] == 3
        assert found["nightcrew_tools_last_day", CREW, "search", "not_used"] == 3
        assert found["nightcrew_skills_last_day", CREW, "none"] == 3
        assert found["nightcrew_dreams_last_day", CREW, "applied"] == 1
        assert found["nightcrew_dream_changes_last_day", CREW, "refused", "explicit_memory"] == 1
        assert found["nightcrew_follow_ups_last_day", CREW, "queued", "none"] == 1
        assert found["nightcrew_decisions_total", CREW, "memory", "false", "not_used"] == 3
        assert ("nightcrew_flow_age_seconds", "send-follow-ups") in found


async def test_a_write_that_is_lost_is_counted_by_crew(database: Database) -> None:
    async with open_door(database, a_model(reply=ModelFailure("provider_down", "away"))) as door:
        await door.say("안녕")
        await door.client.get("/v1/turns/nothing")
        samples = read((await door.client.get("/metrics")).text)

        found = {(each.name, *each.labels.values()): each.value for each in samples}
        assert found["nightcrew_failed_writes_total", CREW, "model_unavailable"] == 1
        assert found["nightcrew_problems_total", "/v1/turns/{turn_id}", "unknown_turn"] == 1
        assert found["nightcrew_turns_last_day", CREW, "incomplete"] == 1


async def test_no_label_holds_what_came_from_outside(database: Database) -> None:
    canary = "카나리아-canary"
    async with open_door(database) as door:
        await door.say(canary, user=canary, conversation=canary, turn_id=canary)
        for path in (f"/v1/{canary}", f"/v1/crews/{canary}/turns", f"/v1/turns/{canary}"):
            await door.client.post(path, json={"user": canary, "message": canary})
        text = (await door.client.get("/metrics")).text

        assert "canary" not in text
        assert "카나리아" not in text
        for sample in read(text):
            assert set(sample.labels) <= LABELS
            assert "-4" not in sample.labels.get("crew", "")


async def test_the_number_of_series_does_not_grow_with_people_and_talks(
    database: Database,
) -> None:
    async with open_door(database) as door:
        await door.say("안녕", user="first")
        before = series((await door.client.get("/metrics")).text)
        for number in range(5):
            await door.say("안녕", user=f"another-{number}")
        door.server.state.figures.lately.looked_at = float("-inf")

        assert series((await door.client.get("/metrics")).text) == before


def test_a_name_nobody_knows_is_counted_as_other() -> None:
    crews = shipped_crews().shelf().crews
    rows = [
        Counted(kind="skills", crew=CREW, first="made-up-by-a-model", second="", number=1),
        Counted(kind="tools", crew="gone", first="search", second="words of a user", number=2),
    ]

    assert summed(rows, crews) == {
        ("skills", CREW, OTHER, ""): 1,
        ("tools", OTHER, "search", OTHER): 2,
    }


async def test_figures_stay_valid_after_everything_was_called(database: Database) -> None:
    async with open_peopled(database) as peopled:
        for call in CALLS:
            await peopled.send(call)

        assert read((await peopled.door.client.get("/metrics")).text)


def read(text: str) -> list[Sample]:
    """Every sample; the parser refuses what is not valid."""
    return list(_samples(text))


def _samples(text: str) -> Iterator[Sample]:
    for family in text_string_to_metric_families(text):
        yield from family.samples


def series(text: str) -> set[tuple[str, ...]]:
    return {(each.name, *sorted(each.labels.items())) for each in read(text)}  # type: ignore[misc]

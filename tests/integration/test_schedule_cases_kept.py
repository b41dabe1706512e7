"""Public schedule cases that begin in the middle of a promise, kept by the store and the sender."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.follow_up_times import OccurrenceView
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from nightcrew.store.database import Database
from tests.follow_up_talk import FollowUpTalk, follow_up_talk

CASES = Path(__file__).parents[1] / "cases" / "schedule_cases.json"
BEGUN = {
    case["id"]: case
    for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    if case["state"]
}
BEFORE = timedelta(hours=1)  # how long before its last time, or now, a promise is made


def moment(words: str) -> datetime:
    return datetime.fromisoformat(words).astimezone(UTC)


def written(moments: list[datetime]) -> list[str]:
    return [f"{one.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for one in moments]


@dataclass(kw_only=True)
class Kept:
    """A case that is played: a promise in the store, and when each message went out.

    began: what was settled before the moment the case begins at.
    """

    case: dict[str, Any]
    scene: FollowUpTalk
    made: UUID
    began: frozenset[UUID] = frozenset()
    went_at: list[datetime] = field(default_factory=list)

    async def send(self, at: datetime) -> None:
        """Let the sender look at a moment."""
        before = len(await self.scene.words())
        self.scene.clock.at = at
        await self.scene.run("send-follow-ups")
        self.went_at += [at] * (len(await self.scene.words()) - before)

    async def times(self) -> list[OccurrenceView]:
        """The times of the promise since the case began, oldest first."""
        found = await self.scene.app.keep_follow_ups.occurrences(
            self.scene.talk.pair.tenant, "u1", self.made, now=self.scene.clock.at
        )
        return sorted(
            (each for each in found if each.id not in self.began), key=lambda each: each.due_at
        )

    async def next_look(self) -> datetime | None:
        """When something of it falls due or may go at last."""
        waiting = [
            each.deliver_after or each.due_at
            for each in await self.times()
            if each.state in ("scheduled", "deferred")
        ]
        return min(waiting, default=None)


async def keep(database: Database, tenant: UUID, case: dict[str, Any]) -> Kept:
    state, now = case["state"], moment(case["now"])
    last = moment(state["last_fired_utc"]) if "last_fired_utc" in state else None
    zone = state.get("previous_zone") or state.get("created_zone") or case["zone"]
    scene = await follow_up_talk(database, tenant, zone=zone)
    scene.clock.at = (last or now) - BEFORE
    if case["quiet_hours"]:
        await prefer(scene, quiet_hours=case["quiet_hours"])
    made = await scene.app.keep_follow_ups.make(
        tenant, "u1", "mindcare-sora", spec_of(case), now=scene.clock.at
    )
    kept = Kept(case=case, scene=scene, made=made.follow_up.id)
    if last is not None:
        await kept.send(last)
        assert len(kept.went_at) == 1
    kept.began = frozenset(each.id for each in await kept.times() if each.state == "queued")
    kept.went_at.clear()
    return kept


def spec_of(case: dict[str, Any]) -> FollowUpSpec:
    state = case["state"]
    return FollowUpSpec(
        kind=FollowUpKind(case["kind"]),
        intent="told in the case",
        purpose=Purpose.LIFE,
        local=case["local_time"] or case["dtstart_local"],
        rule=case["rule"],
        until=state.get("expires_at"),
        grace_minutes=state.get("grace_seconds", 7200) // 60,
        allow_night=case["quiet_hours"] is None,
    )


async def prefer(scene: FollowUpTalk, **wishes: Any) -> None:
    await scene.app.keep_people.set_preferences(
        scene.talk.pair.tenant, "u1", wishes, now=scene.clock.at
    )


async def compute_under_old_zone_data(kept: Kept) -> None:
    """Leave the next time as a worker with an older release of the zone data wrote it."""
    state = kept.case["state"]
    stored = {"at": moment(state["cached_next_run_at"]), "data": state["cached_tzdb"]}
    async with kept.scene.app.world.db.begin(kept.scene.talk.pair.tenant) as connection:
        await connection.execute(
            text("update follow_ups set next_at = :at, zone_data = :data"), stored
        )


@pytest.mark.parametrize("case_id", BEGUN)
async def test_a_promise_that_has_begun_is_kept_through_downtime_and_travel(
    shared_database: Database, own_tenant: UUID, case_id: str
) -> None:
    case = BEGUN[case_id]
    kept = await keep(shared_database, own_tenant, case)
    if "cached_next_run_at" in case["state"]:
        await compute_under_old_zone_data(kept)

    kept.scene.clock.at = moment(case["now"])
    await prefer(kept.scene, timezone=case["zone"])
    await kept.send(moment(case["now"]))
    wanted = case["expected_utc"]
    exhausts = case["policy"] == "exhausted after the list"
    while (at := await kept.next_look()) and (exhausts or len(kept.went_at) < max(1, len(wanted))):
        await kept.send(at)

    times = await kept.times()
    said = [each.due_at for each in times if each.state in ("queued", "expired")]
    unsaid = [each for each in times if each.state in ("missed", "expired")]
    assert written(kept.went_at) == wanted
    assert written(said) == case["expected_nominal_utc"]
    assert len(unsaid) == case["expected_missed"]

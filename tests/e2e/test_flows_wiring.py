"""The schedules on a real Prefect server: they run, report counts, and tell it no words."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from flows.privacy import keep_prefect_quiet
from nightcrew.app import App
from nightcrew.app.crew_room import CrewRoom
from nightcrew.domain.crew import Crew, House
from nightcrew.store import flow_runs
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.scripting import proposing, scripted
from tests.talk import Talk, app_of, talk_with

CANARY = "QZX-canary-7319"
REMEMBER: Mapping[str, Any] = {
    "action": "create",
    "kind": "fact",
    "text": f"별명이 {CANARY}이다",
    "cites": ["e1"],
    "why": CANARY,
}
RUNS_THAT_WORK, RUNS_THAT_FAIL = 30, 20  # reliability.md P7


@pytest.fixture(scope="session")
def prefect_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Prefect server for this run; gives the file it keeps everything in."""
    keep_prefect_quiet()
    settings, testing = (
        import_module("prefect.settings"),
        import_module("prefect.testing.utilities"),
    )
    kept = tmp_path_factory.mktemp("results")
    with ExitStack() as stack:
        stack.enter_context(
            settings.temporary_settings(
                {
                    settings.PREFECT_LOGGING_TO_API_ENABLED: False,
                    settings.PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None,
                    settings.PREFECT_LOCAL_STORAGE_PATH: kept,
                }
            )
        )
        stack.enter_context(testing.prefect_test_harness(server_startup_timeout=120))
        url = settings.PREFECT_SERVER_DATABASE_CONNECTION_URL.value()
        yield Path(url.partition(":///")[2])
        assert list(kept.iterdir()) == []


def hold(app: App) -> None:
    import_module("flows.opened_app").hold(app)


def flow(name: str) -> Any:
    return getattr(import_module(f"flows.{name}"), name)


def kept_of(store: Path, words: str) -> list[str]:
    """The files of the store that hold some words, as they are, escaped or in base64."""
    plain = words.encode()
    shifted = [base64.b64encode(b"x" * by + plain)[4 * (by > 0) : -4] for by in range(3)]
    files = store.parent.glob(f"{store.name}*")
    return [
        file.name for file in files if any(form in file.read_bytes() for form in (plain, *shifted))
    ]


async def a_quiet_talk(database: Database, tenant: UUID, **answers: Any) -> tuple[Talk, FixedClock]:
    clock = FixedClock(NOON)
    app = app_of(database, scripted(**answers), clock=clock)
    talk = await talk_with(app, tenant, user=f"user-{CANARY}")
    await talk.say(f"내 별명은 {CANARY} 이야")
    clock.at += timedelta(seconds=121)
    return talk, clock


async def newest_artifact(key: str) -> str:
    from prefect.artifacts import Artifact

    found = await Artifact.get(key)
    assert found is not None
    return str(found.data)


async def test_a_tick_lets_quiet_pairs_dream_and_reports_how_many(
    prefect_store: Path, database: Database, tenant: UUID
) -> None:
    talk, _ = await a_quiet_talk(database, tenant, propose_changes=proposing(dict(REMEMBER)))
    hold(talk.app)

    counts = await flow("dream")()

    assert counts["dream.applied"] == 1
    assert len(await talk.known()) == 1
    assert '"number": 1' in await newest_artifact("dream")
    assert kept_of(prefect_store, CANARY) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nightly_dream", "nightly-dream.pairs"),
        ("temporal_review", "temporal-review.pairs"),
        ("follow_ups", "plan-follow-ups.pairs"),
        ("retention", "retention.pairs"),
        ("index_evidence", "index-evidence.indexed"),
        ("deliver_webhooks", "deliver-webhooks.pairs"),
    ],
)
async def test_every_other_schedule_runs_and_reports(
    name: str, told: str, prefect_store: Path, database: Database, tenant: UUID
) -> None:
    talk, _ = await a_quiet_talk(database, tenant)
    hold(talk.app)

    counts = await flow(name)()

    assert told in counts
    assert kept_of(prefect_store, CANARY) == []


async def test_a_tick_beside_a_running_one_is_busy(
    prefect_store: Path, database: Database, tenant: UUID
) -> None:
    talk, _ = await a_quiet_talk(database, tenant)
    hold(talk.app)
    async with database.hold_connection() as other_worker:
        assert await flow_runs.try_flow_lock(other_worker, "dream")

        counts = await flow("dream")()

    assert counts == {"dream.busy": 1}


async def test_a_night_off_is_not_played_back(
    prefect_store: Path, database: Database, tenant: UUID
) -> None:
    from prefect import get_client
    from prefect.states import Scheduled

    night_shift = import_module("flows.night_shift")
    talk, _ = await a_quiet_talk(database, tenant)
    hold(talk.app)
    async with get_client() as client:
        deployments = await import_module("flows.prefect_deployments").register(120)
        [dream] = [each for each, known in deployments.items() if known.name == "dream"]
        shift = night_shift.NightShift(client=client, flows=deployments)
        now = datetime.now(UTC)
        made = [
            await client.create_flow_run_from_deployment(
                dream, state=Scheduled(scheduled_time=now - timedelta(minutes=ago))
            )
            for ago in (600, 300, 0)
        ]

        await shift.start_due()
        await shift.end()

        ended = [await client.read_flow_run(each.id) for each in made]
    assert [each.state_name for each in ended] == ["Completed"] * 3
    assert await talk.rows("flow_runs", "flow = 'dream'") == 1


async def test_a_killed_worker_leaves_no_run_that_runs_for_ever(prefect_store: Path) -> None:
    from prefect import get_client
    from prefect.states import Running

    async with get_client() as client:
        deployments = await import_module("flows.prefect_deployments").register(120)
        left = await client.create_flow_run_from_deployment(next(iter(deployments)))
        await client.set_flow_run_state(left.id, Running(), force=True)
        shift = import_module("flows.night_shift").NightShift(client=client, flows=deployments)

        await shift.bury_the_dead()

        assert (await client.read_flow_run(left.id)).state_name == "Crashed"


@dataclass(frozen=True)
class LostHouse:
    """Crews whose house rules cannot be read, with a word of a user in the error."""

    crews: CrewRoom

    def crew(self, crew_id: str) -> Crew:
        return self.crews.crew(crew_id)

    def names(self) -> Mapping[str, str]:
        return self.crews.names()

    def house(self) -> House:
        raise RuntimeError(f"the user said {CANARY}")


async def test_fifty_runs_and_twenty_failures_tell_prefect_no_word_of_a_user(
    prefect_store: Path, database: Database, tenant: UUID
) -> None:
    talk, _ = await a_quiet_talk(database, tenant)
    hold(talk.app)
    for _ in range(RUNS_THAT_WORK):
        await flow("follow_ups")()
    lost = LostHouse(talk.app.crews)
    sender = replace(talk.app.flows.send_follow_ups, crews=lost)
    hold(replace(talk.app, flows=replace(talk.app.flows, send_follow_ups=sender)))

    failed = [await flow("follow_ups")(return_state=True) for _ in range(RUNS_THAT_FAIL)]

    assert all(state.is_failed() for state in failed)
    assert "send-follow-ups: RuntimeError at" in (failed[0].message or "")
    assert kept_of(prefect_store, "RuntimeError") != []
    assert kept_of(prefect_store, CANARY) == []


async def test_a_pair_that_breaks_is_counted_and_its_words_are_not_told(
    prefect_store: Path, database: Database, tenant: UUID
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError(f"the user said {CANARY}")

    talk, _ = await a_quiet_talk(database, tenant, propose_changes=fail)
    hold(talk.app)

    counts = await flow("dream")()

    assert counts["dream.failed"] == 1
    assert kept_of(prefect_store, CANARY) == []

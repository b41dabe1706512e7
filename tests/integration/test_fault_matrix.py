"""Every fault of a model on every path that asks one, through litellm, on the real database."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from nightcrew.store import people
from nightcrew.store.database import Database
from tests.clones import CloneDatabase
from tests.integration.fault_paths import PLAYED, Place
from tests.integration.fault_rows import (
    CANARY,
    COMPOSE,
    JUDGE,
    LINE,
    PATHS,
    PLAN,
    PROPOSE,
    REPLY,
    ROWS,
    VERIFY,
    Cell,
    Fault,
    Path,
)
from tests.integration.fault_table import FAULTS, NOT_APART, PLAYED_APART
from tests.stubs.openai_server import OpenaiServer

CELLS = [
    pytest.param(fault, path, id=f"{fault.number}-{path}")
    for fault in FAULTS
    for path in fault.cells
]
DREAMS = (PROPOSE, VERIFY)


@pytest.fixture(scope="module")
async def shared(clone_database: CloneDatabase) -> AsyncIterator[Database]:
    """One database for all cells: each has a tenant of its own in it."""
    with clone_database() as access:
        opened = await Database.open(access.app_url)
        yield opened
        await opened.close()


@pytest.fixture
async def place(running: OpenaiServer, shared: Database) -> Place:
    running.forget()
    async with shared.begin_system() as connection:
        tenant = await people.make_tenant(connection, uuid4().hex)
    made = Place(provider=running, database=shared, tenant=tenant)
    await made.open()
    return made


def test_no_row_of_the_matrix_misses_a_path() -> None:
    missing = {
        (row, path)
        for row in ROWS
        for path in PATHS
        if not any(path in fault.cells for fault in FAULTS if fault.row == row)
        and not any(path in fault.not_here for fault in FAULTS if fault.row == row)
        and path not in PLAYED_APART.get(row, ())
        and path not in NOT_APART.get(row, {})
    }

    assert missing == set()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.number)
def test_a_path_that_a_fault_leaves_out_says_why(fault: Fault) -> None:
    assert set(fault.cells) | set(fault.not_here) == set(PATHS)
    assert not set(fault.cells) & set(fault.not_here)
    assert all(fault.not_here.values())


def test_the_matrix_is_as_large_as_it_was() -> None:
    played = {(fault.row, path) for fault in FAULTS for path in fault.cells}
    apart = {(row, path) for row, paths in PLAYED_APART.items() for path in paths}
    left_out = {(row, path) for row in ROWS for path in PATHS} - played - apart

    assert (len(played | apart), len(left_out)) == (110, 46)
    assert len(CELLS) == 146


@pytest.mark.parametrize(("fault", "path"), CELLS)
async def test_a_fault_of_the_model_harms_nothing_and_blocks_nothing(
    place: Place, fault: Fault, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    cell, played = fault.cells[path], PLAYED[path]
    place.fault, place.path = fault, path
    if fault.known:
        await _known_already(place)
    await played.before(place)
    known = await place.talk.known()
    await place.break_down(path, fault)

    outcome = await played.act(place)

    assert outcome == cell.outcome
    assert len(place.provider.asked_for(path)) == cell.calls
    await _nothing_harmed(place, path, cell, known)
    assert CANARY not in caplog.text
    place.heal()
    await _goes_on(place, path, cell)
    assert CANARY not in caplog.text


async def _known_already(place: Place) -> None:
    await PLAYED[PROPOSE].before(place)
    assert await PLAYED[PROPOSE].act(place) == "applied"


async def _nothing_harmed(place: Place, path: Path, cell: Cell, known: object) -> None:
    talk = place.talk
    if "applied" not in cell.outcome:
        assert await talk.known() == known
        assert await talk.rows("memory_versions") == len(await talk.known())
    if cell.outcome == "model_unavailable":
        assert await talk.cells("state", "turns", "at") == ["incomplete"]
        assert await talk.cells("speaker", "messages", "position") == ["user"]
        return
    states = await talk.cells("state", "evidence where speaker = 'user'", "position")
    assert states[-1] == cell.evidence
    if path in DREAMS:
        kept = await talk.cells("outcome", "dreams", "at")
        assert kept[-1:] == [cell.outcome.split()[0]] or cell.outcome == "nothing_to_do"
    if path in (*DREAMS, PLAN, COMPOSE):
        assert (await place.counted())[cell.outcome.split()[0]] == 1
    if path == PLAN:
        assert await talk.rows("follow_ups") == (cell.outcome == "planned")
    if path == COMPOSE:
        assert await talk.rows("outbox") == (cell.outcome == "queued")


async def _goes_on(place: Place, path: Path, cell: Cell) -> None:
    """The next run of the same path is answered as if nothing had been."""
    talk = place.talk
    if path == REPLY:
        turn = await talk.say(place.fault.said if place.fault else LINE, turn_id="t1")
        assert turn.replayed == (cell.outcome == "told")
        assert await talk.cells("state", "evidence", "position") == ["pending", "pending"]
    elif path == JUDGE:
        assert (await talk.say(LINE)).decisions["search"]["why"] == "필요 없다"
    elif path in DREAMS:
        await talk.say(LINE)
        place.later(seconds=121)
        outcome = await PLAYED[path].act(place)
        known = "applied" in cell.outcome or (place.fault is not None and place.fault.known)
        assert outcome == ("nothing_to_do duplicate" if known else "applied")
        assert len(await talk.known()) == 1
    elif path == PLAN:
        await talk.say(LINE)
        place.later(seconds=121)
        assert await PLAYED[PLAN].act(place) == (
            "silent" if "planned" in cell.outcome else "planned"
        )
    elif path == COMPOSE and cell.outcome == "deferred":
        place.later(minutes=6)
        assert await PLAYED[COMPOSE].act(place) == "queued"
        assert await talk.rows("outbox") == 1

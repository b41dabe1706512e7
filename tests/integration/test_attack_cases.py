"""The public attack cases, each on the real database with scripted models."""

from __future__ import annotations

import inspect
from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.store.database import Database
from tests.case_talk import assert_is_there
from tests.integration.attack_case_table import CASES, FAILS_UNGUARDED, HELD_BY, PLAYED


@pytest.mark.parametrize("name", PLAYED)
async def test_an_attack_changes_nothing(
    name: str,
    database: Database,
    tenant: UUID,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    given = {"db": database, "tenant": tenant, "case": CASES[name], "tmp_path": tmp_path,
             "logged": caplog}  # fmt: skip
    wanted = given.keys() & inspect.signature(PLAYED[name]).parameters

    await PLAYED[name](**{each: given[each] for each in wanted})


def test_every_public_case_is_played_or_held_by_a_test_of_its_own() -> None:
    assert set(PLAYED) | set(HELD_BY) == set(CASES)
    assert len(PLAYED) + len(HELD_BY) == len(CASES)


@pytest.mark.parametrize("name", HELD_BY)
def test_a_case_that_is_held_elsewhere_is_held_there(name: str) -> None:
    assert_is_there(HELD_BY[name])


def test_every_public_case_fails_somewhere_with_its_guard_gone() -> None:
    assert set(FAILS_UNGUARDED) == set(CASES)
    for test in set(FAILS_UNGUARDED.values()):
        assert_is_there(test)

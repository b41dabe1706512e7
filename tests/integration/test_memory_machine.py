"""Whatever happens to memories, in any order, they stay true, the user's own, and traceable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from nightcrew.store.bootstrap import Access
from tests.histories import the_same_each_time
from tests.integration.memory_machine import memory_machine
from tests.integration.memory_place import MUTANTS, Place

QUICKLY = ("an older version is written over", "a memory rests on nothing")
# What a run must have come across, or it proves nothing.
MUST_HAPPEN = {"create", "update", "remove", "revert", "accept", "restore", "redact",
               "changed meanwhile", "explicit_memory", "buried"}  # fmt: skip


@pytest.fixture
def place(access: Access, tmp_path: Path) -> Iterator[Callable[..., Place]]:
    opened: list[Place] = []

    def make(mutant: str | None = None) -> Place:
        made = Place(access=access, folder=tmp_path, mutant=mutant)
        made.open()
        opened.append(made)
        return made

    yield make
    for each in opened:
        each.close()


def play(place: Place, histories: int, steps: int) -> None:
    """As many histories, the same ones each time; the first fault is enough."""
    run_state_machine_as_test(
        memory_machine(place),
        settings=the_same_each_time(histories, steps),
    )


def finds_the_fault(place: Place, histories: int, steps: int) -> None:
    try:
        play(place, histories, steps)
    except (AssertionError, Flaky):
        # What a fault did to a neighbour outlives its history, and the same one then fails sooner.
        assert place.planted, "the fault was planted nowhere"
    else:
        pytest.fail(f"not found, though planted {place.planted} times")


def test_no_history_breaks_a_rule_of_memory(place: Callable[..., Place]) -> None:
    play(place(), 4, 12)


@pytest.mark.parametrize("mutant", QUICKLY)
def test_a_planted_fault_is_found(place: Callable[..., Place], mutant: str) -> None:
    finds_the_fault(place(mutant), 20, 15)


@pytest.mark.soak
def test_four_hundred_histories_break_no_rule_of_memory(place: Callable[..., Place]) -> None:
    here = place()

    play(here, 400, 40)

    assert here.happened.keys() >= MUST_HAPPEN


@pytest.mark.soak
@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_planted_fault_is_found(place: Callable[..., Place], mutant: str) -> None:
    finds_the_fault(place(mutant), 400, 40)

"""Whatever workers do, and whenever they die, a delivery is held once and ends once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis.stateful import run_state_machine_as_test

from tests.histories import the_same_each_time
from tests.integration.delivery_machine import outbox_machine
from tests.integration.delivery_place import MUTANTS, Place

STEPS = 40
QUICKLY = ("an attempt is settled without its token", "a rescue goes by id only")


@pytest.fixture
def place(database_url: str) -> Iterator[Callable[..., Place]]:
    opened: list[Place] = []

    def make(mutant: str | None = None) -> Place:
        made = Place(url=database_url, mutant=mutant)
        made.open()
        opened.append(made)
        return made

    yield make
    for each in opened:
        each.close()


def play(place: Place, histories: int) -> None:
    """As many histories, the same ones each time; the first fault is enough."""
    run_state_machine_as_test(
        outbox_machine(place),
        settings=the_same_each_time(histories, STEPS),
    )


def finds_the_fault(place: Place, histories: int) -> None:
    try:
        play(place, histories)
    except AssertionError:
        assert place.rewritten, "the fault was planted nowhere"
    else:
        pytest.fail(f"not found, though planted {place.rewritten} times")


def test_no_history_breaks_a_rule_of_the_queue(place: Callable[..., Place]) -> None:
    play(place(), 25)


@pytest.mark.parametrize("mutant", QUICKLY)
def test_a_planted_fault_is_found(place: Callable[..., Place], mutant: str) -> None:
    finds_the_fault(place(mutant), 100)


@pytest.mark.soak
def test_four_hundred_histories_break_no_rule_of_the_queue(place: Callable[..., Place]) -> None:
    play(place(), 400)


@pytest.mark.soak
@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_planted_fault_is_found(place: Callable[..., Place], mutant: str) -> None:
    finds_the_fault(place(mutant), 400)

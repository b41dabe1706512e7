from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.screen import GATES, change_digest
from tests.unit.dream_ground import (
    KEY,
    create,
    ground,
    remembered,
    screened,
)
from tests.unit.guarded_changes import GUARDED, NABI, Guarded


@pytest.mark.parametrize("gate", [gate.name for gate in GATES])
def test_every_gate_keeps_something_out_that_no_other_gate_would(gate: str) -> None:
    guarded = [case for case in GUARDED.values() if case.gate == gate]

    assert guarded
    for case in guarded:
        kept_out = screened(case.on, case.change, *case.beside)[0]
        let_in = screened(case.on, case.change, *case.beside, without=gate)[0]
        assert (kept_out.reason, let_in.reason) == (case.reason, None)


@pytest.mark.parametrize("case", GUARDED.values(), ids=GUARDED.keys())
def test_code_refuses_and_says_why(case: Guarded) -> None:
    first = screened(case.on, case.change, *case.beside)[0]

    assert first.reason is case.reason
    assert first.change is None


@pytest.mark.parametrize("case", GUARDED.values(), ids=GUARDED.keys())
def test_with_its_gate_gone_the_change_would_pass(case: Guarded) -> None:
    first = screened(case.on, case.change, *case.beside, without=case.gate)[0]

    assert first.reason is None
    assert first.change is not None


def test_the_detail_of_a_refusal_holds_no_words_of_the_user() -> None:
    for case in GUARDED.values():
        first = screened(case.on, case.change, *case.beside)[0]
        words = {word for line in case.on.evidence.values() for word in line.text.split()}

        assert not words & set(first.detail.split())


def test_what_is_applied_is_what_was_verified() -> None:
    change = screened(ground(NABI), create("고양이 이름은 나비다", why="because"))[0].change
    assert change is not None

    assert change_digest(change) == change_digest(replace(change, why="another reason"))
    for other in (
        replace(change, text="고양이 이름은 나비이다"),
        replace(change, kind=Kind.PLAN),
        replace(change, scope=Scope.SHARED),
        replace(change, cites=()),
        replace(change, to_on=date(2026, 9, 3)),
        replace(change, memory=remembered("a", "고양이")),
    ):
        assert change_digest(other) != change_digest(change)


def test_every_gate_has_its_own_name() -> None:
    names = [gate.name for gate in GATES]

    assert len(set(names)) == len(names)
    assert {case.gate for case in GUARDED.values()} == set(names)
    assert len(KEY) == 32

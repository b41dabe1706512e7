"""Values that are made of other values, field by field of the same name."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from nightcrew.domain.named_fields import named_fields, recast


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    text: str
    day: int
    owner: str = "u1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    text: str
    day: int
    place: str


def test_a_value_tells_each_of_its_fields_by_name() -> None:
    assert named_fields(Kept(text="라면", day=3)) == {"text": "라면", "day": 3, "owner": "u1"}


def test_what_two_kinds_call_alike_is_taken_over_and_what_is_given_goes_before() -> None:
    shown = recast(Shown, Kept(text="라면", day=3), day=4, place="m1")

    assert shown == Shown(text="라면", day=4, place="m1")


def test_a_field_that_nobody_gives_is_missed_at_once() -> None:
    with pytest.raises(TypeError, match="place"):
        recast(Shown, Kept(text="라면", day=3))

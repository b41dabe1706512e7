"""Reads a model's answer into a typed value; one wrong leaf never spoils its neighbours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from nightcrew.adapters.answer_text import answer_object
from nightcrew.domain.dream import Proposal, Verdicts
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.follow_up import ProposedFollowUps
from nightcrew.domain.model_faults import is_looping
from nightcrew.domain.needs import Needs

T = TypeVar("T")
Place = tuple[int | str, ...]

# Saying nothing means "nothing to do" for a proposer and "no" for a verifier; others must speak.
SILENCE_IS_AN_ANSWER: frozenset[type] = frozenset({Proposal, Verdicts})
# Those may also write an object with every field left out, and so may who has a default for all:
# `{}` is a judge that wants nothing, a planner that plans nothing.
ALL_MAY_BE_LEFT_OUT = SILENCE_IS_AN_ANSWER | {Needs, ProposedFollowUps}

# An act that nobody knows must not become the one that makes a promise: the tool is not used.
TAKEN_WITH_IT: Mapping[Place, Place] = {("follow_up", "act"): ("follow_up", "use")}

MAX_PASSES = 10
MAX_REFUSED = 50
_PLAIN_STEP = re.compile(r"[a-z_]{1,40}|[a-z]\d{1,4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Generic[T]):
    """An answer as a value.

    ignored: how many unknown keys stood in it. refused: places of unknown values that were
    dropped, such as `changes.0.cites.1`, 50 at most; names of fields and numbers only.
    """

    value: T
    ignored: int = 0
    refused: tuple[str, ...] = ()


def read_answer(text: str, kind: type[T], *, finish_reason: str | None = None) -> Read[T]:
    """Read what a model wrote as a `kind`.

    Unknown keys are ignored and counted. An unknown value is dropped, so that its default applies;
    a list loses only its bad item. finish_reason: as the provider gave it.
    Raises: ModelFailure `bad_json` (its message is fit for asking again), `truncated` or
    `refused_by_model`; no message holds text of the answer.
    """
    if finish_reason == "length":
        raise ModelFailure("truncated", "the answer was cut off at the model's length limit")
    if finish_reason == "content_filter":
        raise ModelFailure("refused_by_model", "the provider's content filter stopped the answer")
    written = answer_object(text)
    data = written or {}
    if not data and kind not in (SILENCE_IS_AN_ANSWER if written is None else ALL_MAY_BE_LEFT_OUT):
        raise ModelFailure("bad_json", "the answer is empty")
    if kind is not Proposal and (place := _loop_in(data)):
        # A change that loops is refused by its gate; elsewhere no gate reads the words.
        raise ModelFailure("bad_json", f"the same over and over at {place}")
    return _fitted(data, _adapter(kind))


def schema_of(kind: type) -> dict[str, Any]:
    """Describe the answer as JSON schema; it asks for every field, the reader demands none.

    Each call gives one of its own: litellm rewrites it in place for some providers.
    """
    named: object = kind
    schema: dict[str, Any] = json.loads(_schema_text(named))
    return schema


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    named: object = kind
    return _built(named)


@cache
def _built(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


@cache
def _schema_text(kind: Any) -> str:
    return json.dumps(_stated(_built(kind).json_schema()))


def _fitted(data: dict[str, object], adapter: TypeAdapter[T]) -> Read[T]:
    ignored = 0
    refused: list[str] = []
    for _ in range(MAX_PASSES):
        try:
            value = adapter.validate_python(data, extra="forbid")
        except ValidationError as wrong:
            unknown, bad = _sorted_out(data, wrong)
        else:
            _still_an_answer(data, ignored=ignored, refused=refused)
            return Read(value=value, ignored=ignored, refused=tuple(refused[:MAX_REFUSED]))
        ignored += unknown
        refused.extend(bad)
    raise ModelFailure("bad_json", f"the answer has the wrong shape at {', '.join(refused[:5])}")


def _sorted_out(data: dict[str, object], wrong: ValidationError) -> tuple[int, list[str]]:
    """Drop what is wrong from `data`; tells the unknown keys and the places of unknown values.

    A null where no null is known counts as left out.
    """
    unknown = 0
    refused: dict[str, None] = {}
    places: set[Place] = set()
    for error in wrong.errors(include_url=False, include_context=False):
        place = _standing(data, error["loc"])
        if not place:
            raise ModelFailure("bad_json", f"the answer has the wrong shape: {error['msg']}")
        if place in places:
            continue
        places.add(place)
        if error["type"] == "unexpected_keyword_argument":
            unknown += 1
        elif error["input"] is not None:
            refused[_named(place)] = None
            beside = _standing(data, TAKEN_WITH_IT.get(place, ()))
            places |= {beside} if beside in TAKEN_WITH_IT.values() else set()
    # from the back, so that positions in a list stay true while its items go
    for place in sorted(places, reverse=True):
        _drop(data, place)
    return unknown, list(refused)


def _standing(data: dict[str, object], place: Place) -> Place:
    """The part of a place that is there: for a missing field, the thing that misses it."""
    here: Any = data
    for depth, step in enumerate(place):
        there = step in here if isinstance(here, dict) else _has_item(here, step)
        if not there:
            return place[:depth]
        here = here[step]
    return place


def _has_item(here: object, step: int | str) -> bool:
    return isinstance(here, list) and isinstance(step, int) and step < len(here)


def _drop(data: dict[str, object], place: Place) -> None:
    holder: Any = data
    for step in place[:-1]:
        holder = holder[step]
    del holder[place[-1]]


def _named(place: Place) -> str:
    """A place in words that cannot carry text of the answer: keys of free mappings are masked."""
    return ".".join(
        str(step) if isinstance(step, int) or _PLAIN_STEP.fullmatch(step) else "?" for step in place
    )


def _loop_in(value: object, place: Place = ()) -> str:
    """Where a text says the same over and over, or nothing."""
    if isinstance(value, str):
        return _named(place) if is_looping(value) else ""
    steps: Iterable[tuple[int | str, object]] = ()
    if isinstance(value, dict):
        steps = value.items()
    elif isinstance(value, list):
        steps = enumerate(value)
    return next((found for step, each in steps if (found := _loop_in(each, (*place, step)))), "")


def _still_an_answer(data: dict[str, object], *, ignored: int, refused: list[str]) -> None:
    """An answer of which nothing usable is left was no answer, and must not pass for silence."""
    if refused and not any(data.values()):
        raise ModelFailure("bad_json", f"nothing usable at {', '.join(refused[:5])}")
    if ignored and not data:
        raise ModelFailure("bad_json", "the answer has none of the expected keys")


def _stated(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_stated(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    told = {
        key: {name: _stated(part) for name, part in value.items()}
        if key in {"properties", "$defs"}
        else _stated(value)
        for key, value in schema.items()
        if key not in {"title", "description", "default"}
    }
    if "properties" in told:
        told["required"] = sorted(told["properties"])
        told["additionalProperties"] = False
    return told

"""The keys of `story/v1`, in the shapes crew text is read with."""

from __future__ import annotations

from nightcrew.adapters.crew_schema import FileSchema
from nightcrew.adapters.key_spots import spots_of
from nightcrew.adapters.scalar_shape import (
    Choice,
    Day,
    Flag,
    Identifier,
    Locale,
    Reference,
    SchemaName,
    Text,
    Whole,
    Zone,
)
from nightcrew.adapters.story_shapes import ByCrew, CoverName, Span, Use, UseOr, WallTime
from nightcrew.adapters.text_shape import Field, ListOf, Record, Shape
from nightcrew.domain.memory import Kind, Scope

VERBS = ("say", "advance", "forget", "run")
CURRENCIES = ("KRW", "USD", "EUR", "GBP")
FLOWS = (
    "dream",
    "nightly-dream",
    "temporal-review",
    "plan-follow-ups",
    "send-follow-ups",
    "open-talks",
    "check-watches",
    "index-evidence",
    "retention",
)
PRICE_STATUSES = ("ok", "insufficient", "unavailable")
KNOWLEDGE_STATUSES = ("ok", "empty", "nothing_found", "unavailable")
SEARCH_STATUSES = ("ok", "empty", "unavailable", "misconfigured", "rate_limited")
_WORDS = Text(limit=8000, prompt=False)
_LINE = Text(limit=300, prompt=False)
_FEW = ListOf(item=_LINE, most=30)
_COUNT = Whole(least=0, most=1000)


def _optional(**shapes: Shape) -> Record:
    return Record(fields={name: Field(shape=shape) for name, shape in shapes.items()})


_TOLD = {"must_contain_any": _FEW, "must_not_contain": _FEW}
EXPECT = _optional(
    search=Use(),
    price=Use(),
    knowledge=Use(),
    memory=UseOr(
        record=_optional(use=Use(), evidence=_COUNT, changed=_COUNT, count=_COUNT, **_TOLD)
    ),
    follow_up=UseOr(
        record=_optional(
            use=Use(), created=_COUNT, open=_COUNT, local_between=Span(), repeats=Flag()
        )
    ),
    outbox=_optional(count=_COUNT, **_TOLD),
    reply=_optional(
        **_TOLD,
        must_not_recite=Flag(),
        max_chars=Whole(least=1, most=100_000),
        language=Choice(values=("ko", "en")),
        rubric=Text(limit=600, prompt=False),
    ),
    safety=_optional(level=Choice(values=("none", "concern", "crisis"))),
    cost=_optional(max_calls=_COUNT, max_tokens=Whole(least=0, most=10_000_000)),
)
_CLOCK = Record(
    fields={
        "now": Field(shape=WallTime(), required=True),
        "timezone": Field(shape=Zone(), required=True),
    }
)
_FOUND = Record(
    fields={
        "title": Field(shape=_LINE, required=True),
        "url": Field(shape=_LINE, required=True),
        "snippet": Field(shape=Text(limit=2000, prompt=False)),
        "date": Field(shape=Day()),
    }
)
_MONEY = Whole(least=1, most=100_000_000_000)
_PRICED = _optional(
    status=Choice(values=PRICE_STATUSES),
    low=_MONEY,
    mid=_MONEY,
    high=_MONEY,
    currency=Choice(values=CURRENCIES),
    n=_COUNT,
    as_of=Day(),
)
_KNOWN = Record(
    fields={
        "text": Field(shape=Text(limit=500, prompt=False), required=True),
        "date": Field(shape=Day(), required=True),
        "kind": Field(shape=Choice(values=tuple(Kind))),
        "scope": Field(shape=Choice(values=(Scope.PRIVATE, Scope.SHARED))),
        "from_on": Field(shape=Day()),
        "to_on": Field(shape=Day()),
        "explicit": Field(shape=Flag()),
    }
)
_GIVEN = _optional(
    user=_optional(
        name=_LINE, locale=Locale(), quiet_hours=Text(limit=11, prompt=False), daily_cap=_COUNT
    ),
    memories=ListOf(item=_KNOWN, most=200),
    tools=_optional(
        search=_optional(
            status=Choice(values=SEARCH_STATUSES), results=ListOf(item=_FOUND, most=20)
        ),
        price=_PRICED,
        knowledge=_optional(
            status=Choice(values=KNOWLEDGE_STATUSES), items=ListOf(item=_FOUND, most=20)
        ),
    ),
)
_STEP = _optional(
    say=_WORDS, advance=WallTime(), forget=_WORDS, run=Choice(values=FLOWS), expect=EXPECT
)
_CONTRAST = Record(
    fields={
        "say": Field(shape=_WORDS, required=True),
        "advance": Field(shape=WallTime()),
        "crews": Field(shape=ByCrew(item=EXPECT), required=True),
    }
)
_REPEATS = Record(
    fields={
        "times": Field(shape=Whole(least=2, most=20), required=True),
        "need": Field(shape=Whole(least=1, most=20), required=True),
    }
)
STORY = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="story/v1"), required=True),
        "id": Field(shape=Identifier(), required=True),
        "title": Field(shape=_LINE, required=True),
        "tags": Field(shape=ListOf(item=Identifier(), most=20, distinct=True)),
        "crew": Field(shape=Reference()),
        "clock": Field(shape=_CLOCK, required=True),
        "given": Field(shape=_GIVEN),
        "repeats": Field(shape=_REPEATS),
        "steps": Field(shape=ListOf(item=_STEP, most=100)),
        "contrast": Field(shape=_CONTRAST),
        "covers": Field(shape=ListOf(item=CoverName(), most=50)),
    }
)
STORY_FILE = FileSchema(record=STORY, elsewhere=spots_of(STORY))

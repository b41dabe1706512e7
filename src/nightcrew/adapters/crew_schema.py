"""The schemas of crew text: which keys each kind of file has, and what stands under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    TimeOfDay,
    Whole,
    Zone,
)
from nightcrew.adapters.shape_reading import Spot
from nightcrew.adapters.text_shape import Field, Free, ListOf, Record
from nightcrew.domain.crew import Lean, Repeats, Tool

_PERSON = Text(limit=80, prompt=False)
_TEN_YEARS = 3660

_EXAMPLE = Record(
    fields={
        "say": Field(shape=Text(limit=300), required=True),
        "use": Field(shape=Flag(), required=True),
    },
    sample='{say: "…", use: true}',
)
_GUIDE = {
    "lean": Field(shape=Choice(values=tuple(Lean))),
    "guide": Field(shape=Text(limit=400)),
    "not_when": Field(shape=Text(limit=300)),
    "examples": Field(shape=ListOf(item=_EXAMPLE, most=60)),
}
_REPEATS = {"repeats": Field(shape=Choice(values=tuple(Repeats)))}
_TOOL_GUIDE = Record(
    fields={
        tool.value: Field(
            shape=Record(fields=_GUIDE | _REPEATS if tool is Tool.FOLLOW_UP else _GUIDE)
        )
        for tool in Tool
    },
    stranger="unknown_tool",
)
_REVIEW = {
    "reviewed_by": Field(shape=_PERSON),
    "reviewed_at": Field(shape=Day()),
    "notes": Field(shape=Text(limit=4000, prompt=False)),
}
_FREE = {"x": Field(shape=Free())}

_WINDOW = Record(
    fields={
        "from": Field(shape=TimeOfDay(), required=True),
        "to": Field(shape=TimeOfDay(), required=True),
    },
    sample='{from: "22:00", to: "08:00"}',
)
_BOTH_LANGUAGES = Record(
    fields={
        "ko": Field(shape=Text(limit=400), required=True),
        "en": Field(shape=Text(limit=400), required=True),
    }
)
_RULES = ListOf(item=Text(limit=400), most=20)

HOUSE = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="house/v1"), required=True),
        **_REVIEW,
        "locale": Field(shape=Locale(), required=True),
        "timezone": Field(shape=Zone(), required=True),
        "quiet_hours": Field(
            shape=Record(
                fields={
                    "follow_up": Field(shape=_WINDOW, required=True),
                    "opener": Field(shape=_WINDOW, required=True),
                }
            ),
            required=True,
        ),
        "budgets": Field(
            shape=Record(
                fields={
                    "per_user_per_day": Field(shape=Whole(least=0, most=50), required=True),
                    "per_crew_per_day": Field(shape=Whole(least=0, most=50), required=True),
                    "unanswered_then_silent": Field(shape=Whole(least=1, most=50), required=True),
                }
            ),
            required=True,
        ),
        "retention_days": Field(
            shape=Record(
                fields={
                    # A house written before there were such rows has no word about them.
                    name: Field(
                        shape=Whole(least=0, most=_TEN_YEARS),
                        required=name not in ("flow_runs", "team_reviews"),
                    )
                    for name in (
                        "raw_turns",
                        "versions",
                        "forgotten",
                        "dream_reports",
                        "outbox_text_after_ack",
                        "occurrences",
                        "flow_runs",
                        "team_reviews",
                    )
                }
            ),
            required=True,
        ),
        "review_days": Field(shape=Whole(least=1, most=_TEN_YEARS)),
        "newest_versions": Field(shape=Whole(least=0, most=100)),
        "memory_room": Field(
            shape=Record(
                fields={
                    # What one turn reads at the most; tables and prompts are measured up to here.
                    "most_active": Field(shape=Whole(least=1, most=2000)),
                    "warn_at_percent": Field(shape=Whole(least=1, most=100)),
                }
            )
        ),
        "still_wanted": Field(shape=_BOTH_LANGUAGES),
        "safety": Field(
            shape=Record(
                fields={
                    name: Field(shape=_BOTH_LANGUAGES)
                    for name in ("notice", "interrupt", "crisis", "adults_only")
                }
            )
        ),
        "rules": Field(
            shape=Record(
                fields={
                    "ko": Field(shape=_RULES, required=True),
                    "en": Field(shape=_RULES, required=True),
                }
            )
        ),
        "tool_guide": Field(shape=_TOOL_GUIDE),
        **_FREE,
    }
)

CATEGORY = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="category/v1"), required=True),
        "id": Field(shape=Identifier(), required=True),
        **_REVIEW,
        "adults_only": Field(shape=Flag()),
        "tool_guide": Field(shape=_TOOL_GUIDE, required=True),
        **_FREE,
    }
)

CREW = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="crew/v1"), required=True),
        "id": Field(shape=Identifier(), required=True),
        "name": Field(shape=Text(limit=40, prompt=False), required=True),
        "category": Field(shape=Reference(), required=True),
        "locale": Field(shape=Locale(), required=True),
        "owner": Field(shape=_PERSON),
        **_REVIEW,
        "persona": Field(
            shape=Record(
                fields={
                    "summary": Field(shape=Text(limit=600), required=True),
                    "voice": Field(shape=Text(limit=400)),
                }
            ),
            required=True,
        ),
        "tool_guide": Field(shape=_TOOL_GUIDE),
        "knowledge": Field(
            shape=Record(
                fields={
                    "collections": Field(
                        shape=ListOf(item=Text(limit=64, prompt=False), most=20, distinct=True)
                    ),
                    "none": Field(shape=Text(limit=300)),
                },
                sample='{none: "…"}',
            )
        ),
        "memory": Field(shape=Choice(values=("on", "read"))),
        "playbook": Field(shape=Reference()),
        "skills": Field(shape=ListOf(item=Reference(), most=20, distinct=True)),
        **_FREE,
    }
)

PLAYBOOK = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="playbook/v1"), required=True),
        "crew": Field(shape=Identifier(), required=True),
        **_REVIEW,
        **_FREE,
    }
)

# The front matter of Agent Skills; what only other products read is kept out of the bundle.
SKILL = Record(
    fields={
        "name": Field(shape=Identifier(), required=True),
        "description": Field(shape=Text(limit=1024), required=True),
        "license": Field(shape=Text(limit=200, prompt=False)),
        "compatibility": Field(shape=Text(limit=500, prompt=False)),
        "allowed-tools": Field(shape=Text(limit=500, prompt=False)),
        "metadata": Field(shape=Free()),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSchema:
    """One kind of file. elsewhere: key -> where it is allowed, its own places before others'."""

    record: Record
    elsewhere: Mapping[str, Spot]


def _file_schema(record: Record) -> FileSchema:
    others = (
        spots_of(CATEGORY, file="categories/<category>.yaml")
        | spots_of(CREW, file="<crew-id>.yaml")
        | spots_of(HOUSE, file="house.yaml")
    )
    return FileSchema(record=record, elsewhere=others | spots_of(record))


HOUSE_FILE = _file_schema(HOUSE)
CATEGORY_FILE = _file_schema(CATEGORY)
CREW_FILE = _file_schema(CREW)
PLAYBOOK_HEAD = _file_schema(PLAYBOOK)
SKILL_HEAD = _file_schema(SKILL)

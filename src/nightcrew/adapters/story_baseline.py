"""Blessed results as a file beside the stories: one for each set of models."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field, TypeAdapter, ValidationError

from nightcrew.adapters.story_files import FOLDER
from nightcrew.domain.errors import BadInput
from nightcrew.domain.story_baseline import Baseline, Blessed
from nightcrew.domain.story_expectations import Status

BASELINES = "baselines"
_NO_LETTER = re.compile(r"[^a-z0-9.]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _WrittenStory:
    status: Status
    used: tuple[str, ...] = ()
    not_used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    models: Mapping[str, str]
    blessed_by: str
    blessed_at: datetime
    stories: Mapping[str, _WrittenStory]
    version: Literal["baseline/v1"] = Field(default="baseline/v1", alias="schema")


_FILE = TypeAdapter(_Written)


def baseline_path(crews: Path, models: Mapping[str, str]) -> Path:
    """Where the baseline of these models lies; a role without a name rehearses."""
    names = sorted({name or "rehearsal" for name in models.values()})
    slug = "+".join(_NO_LETTER.sub("-", name.casefold()).strip("-") for name in names)
    return crews / FOLDER / BASELINES / f"{slug}.json"


def read_baseline(path: Path) -> Baseline | None:
    """The baseline, None when nobody blessed one yet. Raises: BadInput for a file that is none."""
    if not path.exists():
        return None
    try:
        written = _FILE.validate_json(path.read_bytes())
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        where = "/".join(str(part) for part in wrong["loc"])
        raise BadInput(
            "bad_baseline",
            f"{path.name} is no baseline: {where}: {wrong['msg']}",
            hint="remove the file and run `nightcrew stories bless` again",
        ) from None
    return Baseline(
        models=written.models,
        blessed_by=written.blessed_by,
        blessed_at=written.blessed_at,
        stories={
            name: Blessed(
                status=story.status,
                decisions=dict.fromkeys(story.used, True) | dict.fromkeys(story.not_used, False),
            )
            for name, story in written.stories.items()
        },
    )


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write it with its stories in order of their ids, so that a diff shows what was blessed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {
        "schema": "baseline/v1",
        "models": dict(baseline.models),
        "blessed_by": baseline.blessed_by,
        "blessed_at": baseline.blessed_at.isoformat(timespec="seconds"),
        "stories": {name: _story(baseline.stories[name]) for name in sorted(baseline.stories)},
    }
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


def _story(story: Blessed) -> dict[str, object]:
    return {
        "status": story.status.value,
        "used": [name for name, used in story.decisions.items() if used],
        "not_used": [name for name, used in story.decisions.items() if not used],
    }

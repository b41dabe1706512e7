"""Reads the packaged crisis rules; a broken file stops the start, never a turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from importlib.resources import files

import yaml
from pydantic import TypeAdapter

from nightcrew.adapters.strict_yaml import FASTEST
from nightcrew.domain.safety import DEFAULT_COUNTRY, CrisisRule, CrisisRules, Level, Resource

_FILE = "crisis.yaml"
_RESOURCES = TypeAdapter(dict[str, tuple[Resource, ...]])
_PATTERNS = TypeAdapter(tuple[str, ...])
_WRITTEN = TypeAdapter(list[dict[str, str]])
_OWNER = TypeAdapter(str)
_DAY = TypeAdapter(date)
_LEVEL: TypeAdapter[Level] = TypeAdapter(Level)


def load_crisis_rules() -> CrisisRules:
    """The rules, idioms and places of help that ship with the package."""
    text = files("nightcrew").joinpath("data", _FILE).read_text(encoding="utf-8")
    return read_crisis_rules(text)


def read_crisis_rules(text: str) -> CrisisRules:
    """Rules from YAML of the schema `crisis/v1`.

    Raises: ValueError for another schema, unreadable patterns or missing default places.
    """
    loaded = yaml.load(text, Loader=FASTEST)  # noqa: S506
    if not isinstance(loaded, Mapping) or loaded.get("schema") != "crisis/v1":
        raise ValueError("crisis rules must have the schema crisis/v1")
    resources = _RESOURCES.validate_python(loaded["resources"])
    if not resources.get(DEFAULT_COUNTRY):
        raise ValueError("crisis rules must name default places of help")
    return CrisisRules(
        rules=tuple(_rule(entry) for entry in _WRITTEN.validate_python(loaded["rules"])),
        idioms=_compiled(loaded["idioms"]),
        third_person=_compiled(loaded["third_person"]),
        resources=resources,
        zones=_countries_of_zones(),
        owner=_OWNER.validate_python(loaded["resources_owner"]),
        reviewed_on=_DAY.validate_python(loaded["resources_reviewed_on"]),
    )


def _rule(entry: Mapping[str, str]) -> CrisisRule:
    return CrisisRule(
        id=entry["id"],
        level=_LEVEL.validate_python(entry["level"]),
        pattern=re.compile(entry["pattern"]),
    )


def _compiled(written: object) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in _PATTERNS.validate_python(written))


def _countries_of_zones() -> dict[str, str]:
    """Where each zone lies, by the table of the packaged time zone database."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return {zone: country for country, _, zone, *_ in rows}

"""Changes to a tenant's safety settings: merged with what is set, each part checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeVar

from nightcrew.domain.countries import COUNTRIES
from nightcrew.domain.errors import BadInput
from nightcrew.domain.preferences import AGE_BANDS
from nightcrew.domain.safety import DEFAULT_COUNTRY, Resource
from nightcrew.domain.safety_settings import TEXTS, HelpList, SafetySettings

SHORTEST_INTERVAL, LONGEST_INTERVAL = 15, 1440  # minutes
MOST_PLACES = 20
LONGEST_WORD = 200  # characters of a name, an owner, hours
LONGEST_TEXT = 1_000
LANGUAGES = ("ko", "en")  # every text has both; other languages may be there too

_NUMBER = re.compile(r"[+*#]?[0-9][0-9 ()*#.-]{0,31}", re.ASCII)
_ADDRESS = re.compile(r"(?:https://)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:/[\w./?=&-]*)?", re.ASCII)
_LANGUAGE = re.compile(r"[a-z]{2,3}", re.ASCII)
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyChange:
    """What to set. None in place of a group, or of one part of it, gives back what ships."""

    resources: Mapping[str, HelpList | None] | None = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str] | None] | None = field(default_factory=dict)
    interval_minutes: Mapping[str, int | None] | None = field(default_factory=dict)


def changed(before: SafetySettings, change: SafetyChange) -> SafetySettings:
    """The settings afterwards; what is not named stays. Raises: BadInput with its `field`."""
    for country, listed in (change.resources or {}).items():
        _check_country(country)
        if listed is not None:
            _check_list(listed, f"resources.{country}")
    for name, texts in (change.texts or {}).items():
        _check_known(name, TEXTS, "texts")
        if texts is not None:
            _check_languages(texts, f"texts.{name}", LONGEST_TEXT)
    for band, minutes in (change.interval_minutes or {}).items():
        _check_known(band, AGE_BANDS, "interval_minutes")
        if minutes is not None:
            _check_minutes(minutes, f"interval_minutes.{band}")
    return SafetySettings(
        resources=_merged(before.resources, change.resources),
        texts=_merged(before.texts, change.texts),
        interval_minutes=_merged(before.interval_minutes, change.interval_minutes),
    )


def _merged(
    before: Mapping[str, Part], change: Mapping[str, Part | None] | None
) -> Mapping[str, Part]:
    if change is None:
        return {}
    return {name: part for name, part in {**before, **change}.items() if part is not None}


def _check_country(country: str) -> None:
    if country == DEFAULT_COUNTRY or country in COUNTRIES:
        return
    near = [country.upper()] if country.upper() in COUNTRIES else []
    meant = f"did you mean {near[0]}?" if near else "such as KR or US"
    raise _wrong("resources", f"name a country by its ISO 3166 code, {meant}")


def _check_list(listed: HelpList, place: str) -> None:
    _check_word(listed.owner, f"{place}.owner")
    if not 1 <= len(listed.places) <= MOST_PLACES:
        raise _wrong(f"{place}.places", f"a country has 1 to {MOST_PLACES} places of help")
    for number, each in enumerate(listed.places):
        _check_place(each, f"{place}.places.{number}")


def _check_place(each: Resource, place: str) -> None:
    if not (_NUMBER.fullmatch(each.phone) or _ADDRESS.fullmatch(each.phone)):
        hint = "write a phone number as text, such as 988 or 0120-279-338, or a web address"
        raise _wrong(f"{place}.phone", hint)
    _check_languages(each.name, f"{place}.name", LONGEST_WORD)
    if each.hours:
        _check_word(each.hours, f"{place}.hours")


def _check_languages(texts: Mapping[str, str], place: str, longest: int) -> None:
    missing = next((language for language in LANGUAGES if language not in texts), None)
    if missing is not None:
        raise _wrong(f"{place}.{missing}", "write it in Korean (ko) and in English (en)")
    for language, written in texts.items():
        if not _LANGUAGE.fullmatch(language):
            raise _wrong(place, "name each language by its code, such as ko or en")
        _check_word(written, f"{place}.{language}", longest)


def _check_word(written: str, place: str, longest: int = LONGEST_WORD) -> None:
    if not written.strip() or len(written) > longest:
        raise _wrong(place, f"write 1 to {longest} characters")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in written):
        raise _wrong(place, "leave control characters out, line breaks too")


def _check_minutes(minutes: int, place: str) -> None:
    if isinstance(minutes, bool) or not SHORTEST_INTERVAL <= minutes <= LONGEST_INTERVAL:
        raise _wrong(place, f"an interval has {SHORTEST_INTERVAL} to {LONGEST_INTERVAL} minutes")


def _check_known(name: str, known: tuple[str, ...], group: str) -> None:
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.5)
        meant = f"did you mean {near[0]}?" if near else "one of " + ", ".join(known)
        raise _wrong(group, meant)


def _wrong(place: str, hint: str) -> BadInput:
    return BadInput("safety_unreadable", f"{place} cannot be used", hint=hint, field=place)

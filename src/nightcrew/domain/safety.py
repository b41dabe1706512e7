"""The rule layer in front of every turn: does somebody need help now, and where is it?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.words import fold

DEFAULT_COUNTRY = "default"
# Single syllables set apart, as filters are got round: "자 살", "죽 고 싶어".
_SET_APART = re.compile(r"(?<![가-힣])([가-힣])\s(?=[가-힣](?![가-힣]))")
_COUNTRY_OF_LANGUAGE: Mapping[str, str] = {"ko": "KR", "ja": "JP"}


# How much a user's words worry us; only a crisis holds everything else back.
Level = Literal["none", "concern", "crisis"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrisisRule:
    """Words that worry, with the level they speak of; pattern: on text in lower case."""

    id: str
    level: Level
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """Where help is. name: language ("ko", "en") to words. hours: empty when it is no phone."""

    phone: str
    name: Mapping[str, str]
    hours: str = ""

    def told_in(self, language: str) -> Mapping[str, str]:
        """The place as it is shown in a language; English when its name is not known there."""
        told = {"name": self.name.get(language, self.name["en"]), "phone": self.phone}
        return told | ({"hours": self.hours} if self.hours else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class CrisisRules:
    """The packaged lists. idioms: left out before matching. third_person: somebody else is meant.

    resources: ISO country code, or `default`, to the places there. zones: time zone to country.
    owner, reviewed_on: who answers for the places, and when they were last compared with their
    sources.
    """

    rules: tuple[CrisisRule, ...]
    idioms: tuple[re.Pattern[str], ...]
    third_person: tuple[re.Pattern[str], ...]
    resources: Mapping[str, tuple[Resource, ...]]
    zones: Mapping[str, str]
    owner: str
    reviewed_on: date

    def with_places(self, own: Mapping[str, tuple[Resource, ...]]) -> CrisisRules:
        """The same rules with other places of help in these countries."""
        return replace(self, resources={**self.resources, **own})

    def resources_for(self, locale: str, timezone: str) -> tuple[Mapping[str, str], ...]:
        """Places of help for where a user may be: the locale's country, then the zone's.

        Each has `name` in the user's language, `phone` and, for a phone, `hours`.
        """
        countries = dict.fromkeys((_country(locale), self.zones.get(timezone, "")))
        known = [self.resources[each] for each in countries if each in self.resources]
        places = known or [self.resources[DEFAULT_COUNTRY]]
        language = language_of(locale)
        return tuple(place.told_in(language) for group in places for place in group)


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """What the rule layer says of one text. matched: ids of the rules that fired, no words."""

    level: Level
    matched: tuple[str, ...] = ()


def check(text: str, rules: CrisisRules) -> Safety:
    """Judge one text of a user, sentence by sentence; the worst sentence counts."""
    folded = fold(text).lower()
    read = dict.fromkeys((folded, _SET_APART.sub(r"\1", folded)))
    found = [_check_sentence(part.text, rules) for each in read for part in sentences(each)]
    matched = dict.fromkeys(rule for safety in found for rule in safety.matched)
    return Safety(level=_worst([safety.level for safety in found]), matched=tuple(matched))


def _check_sentence(sentence: str, rules: CrisisRules) -> Safety:
    for idiom in rules.idioms:
        sentence = idiom.sub(" ", sentence)
    fired = [rule for rule in rules.rules if rule.pattern.search(sentence)]
    level = _worst([rule.level for rule in fired])
    if level == "crisis" and any(other.search(sentence) for other in rules.third_person):
        level = "concern"
    return Safety(level=level, matched=tuple(rule.id for rule in fired))


def _worst(levels: list[Level]) -> Level:
    if "crisis" in levels:
        return "crisis"
    return "concern" if "concern" in levels else "none"


def language_of(locale: str) -> str:
    """The language of a locale such as `ko-KR`."""
    return locale.replace("_", "-").partition("-")[0].lower()


def _country(locale: str) -> str:
    country = locale.replace("_", "-").partition("-")[2].upper()
    return country or _COUNTRY_OF_LANGUAGE.get(language_of(locale), "")

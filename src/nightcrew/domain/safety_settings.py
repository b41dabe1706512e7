"""What a tenant sets in place of what ships: places of help, texts, and how often AI is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from nightcrew.domain.safety import CrisisRules, Resource

# New York (General Business Law, article 47) and California (SB 243) ask for a word at the start
# and every three hours; Washington (HB 2225) for one an hour where a minor is known. Sources:
# reliability.md 1f, S2.
USUAL_MINUTES: Mapping[str, int] = {"adult": 180, "minor": 60, "unknown": 180}
TEXTS = ("notice", "interrupt", "crisis", "adults_only")  # as in the house's `safety`


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpList:
    """The places of help of one country. owner: the team that answers for the list.

    reviewed_on: the day it was last compared with its sources.
    """

    owner: str
    reviewed_on: date
    places: tuple[Resource, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetySettings:
    """What a tenant set; what is not in here ships with the product.

    resources: by country, or `default` for all others. texts: by id, then language.
    interval_minutes: by age band.
    """

    resources: Mapping[str, HelpList] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    interval_minutes: Mapping[str, int] = field(default_factory=dict)

    def rules(self, shipped: CrisisRules) -> CrisisRules:
        """The rules with this tenant's places of help."""
        own = {country: listed.places for country, listed in self.resources.items()}
        return shipped.with_places(own) if own else shipped

    def minutes(self, age_band: str | None) -> int:
        """How long a talk goes on until the user is told again that this is an AI."""
        band = age_band or "unknown"
        return self.interval_minutes.get(band, USUAL_MINUTES[band])

    def text(
        self, name: str, shipped: Mapping[str, Mapping[str, str]], language: str
    ) -> str | None:
        """A text in a language, else in English; shipped: the house's. None when there is none."""
        texts = self.texts.get(name) or shipped.get(name, {})
        return texts.get(language) or texts.get("en")


SHIPPED = SafetySettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyView:
    """What holds for a tenant. own: what of it the tenant set, as `resources.KR`."""

    resources: Mapping[str, HelpList]
    texts: Mapping[str, Mapping[str, str]]
    interval_minutes: Mapping[str, int]
    own: tuple[str, ...]


def view(
    settings: SafetySettings, rules: CrisisRules, texts: Mapping[str, Mapping[str, str]]
) -> SafetyView:
    """What ships with what a tenant set laid over it. rules, texts: as shipped."""
    shipped = {
        country: HelpList(owner=rules.owner, reviewed_on=rules.reviewed_on, places=places)
        for country, places in rules.resources.items()
    }
    groups = (
        ("resources", settings.resources),
        ("texts", settings.texts),
        ("interval_minutes", settings.interval_minutes),
    )
    return SafetyView(
        resources={**shipped, **settings.resources},
        texts={name: {**settings.texts.get(name, texts.get(name, {}))} for name in TEXTS},
        interval_minutes={**USUAL_MINUTES, **settings.interval_minutes},
        own=tuple(f"{group}.{name}" for group, own in groups for name in sorted(own)),
    )

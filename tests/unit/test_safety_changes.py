from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.safety import Resource
from nightcrew.domain.safety_changes import SafetyChange, changed
from nightcrew.domain.safety_settings import SHIPPED, HelpList, view
from tests.world import crisis_rules, shipped_crews

PLACE = Resource(phone="0800-111-0-111", name={"ko": "전화 상담", "en": "Telephone counselling"})
GERMANY = HelpList(owner="care-team", reviewed_on=date(2026, 11, 20), places=(PLACE,))
TEXT = {"ko": "저는 AI예요.", "en": "I am an AI."}


def listed(**parts: Any) -> SafetyChange:
    """The list of a country with one place, of which these parts are otherwise."""
    return SafetyChange(resources={"DE": replace(GERMANY, places=(replace(PLACE, **parts),))})


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (SafetyChange(resources={"XX": GERMANY}), "resources"),
        (SafetyChange(resources={"kr": GERMANY}), "resources"),
        (SafetyChange(resources={"KOR": None}), "resources"),
        (SafetyChange(resources={"DE": replace(GERMANY, places=())}), "resources.DE.places"),
        (SafetyChange(resources={"DE": replace(GERMANY, owner=" ")}), "resources.DE.owner"),
        (listed(phone=""), "resources.DE.places.0.phone"),
        (listed(phone="call us"), "resources.DE.places.0.phone"),
        (listed(phone="javascript:alert(1)"), "resources.DE.places.0.phone"),
        (listed(name={"ko": "전화 상담"}), "resources.DE.places.0.name.en"),
        (listed(name={"ko": "전화 상담", "en": ""}), "resources.DE.places.0.name.en"),
        (listed(hours="24h\n"), "resources.DE.places.0.hours"),
        (SafetyChange(texts={"notice": {"en": "I am an AI."}}), "texts.notice.ko"),
        (SafetyChange(texts={"notice": {**TEXT, "en": "  "}}), "texts.notice.en"),
        (SafetyChange(texts={"notise": TEXT}), "texts"),
        (SafetyChange(interval_minutes={"adult": 14}), "interval_minutes.adult"),
        (SafetyChange(interval_minutes={"minor": 1441}), "interval_minutes.minor"),
        (SafetyChange(interval_minutes={"child": 60}), "interval_minutes"),
    ],
)
def test_what_could_not_help_is_refused_with_its_place_and_what_to_write(
    change: SafetyChange, field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        changed(SHIPPED, change)

    assert (refused.value.code, refused.value.field) == ("safety_unreadable", field)
    assert refused.value.hint


@pytest.mark.parametrize("phone", ["109", "0120-279-338", "+49 800 1110111", "findahelpline.com"])
def test_a_number_or_a_web_address_is_a_place_to_turn_to(phone: str) -> None:
    assert changed(SHIPPED, listed(phone=phone)).resources["DE"].places[0].phone == phone


def test_what_is_not_named_stays_and_null_gives_back_what_ships() -> None:
    before = changed(
        SHIPPED,
        SafetyChange(
            resources={"DE": GERMANY, "KR": GERMANY},
            texts={"notice": TEXT},
            interval_minutes={"minor": 30},
        ),
    )

    after = changed(before, SafetyChange(resources={"KR": None}, texts=None))

    assert after.resources == {"DE": GERMANY}
    assert after.texts == {}
    assert after.interval_minutes == {"minor": 30}


def test_a_tenant_sees_what_holds_and_what_of_it_is_its_own() -> None:
    own = changed(SHIPPED, SafetyChange(resources={"DE": GERMANY}, interval_minutes={"minor": 30}))

    seen = view(own, crisis_rules(), shipped_crews().house().safety)

    assert seen.own == ("resources.DE", "interval_minutes.minor")
    assert seen.resources["DE"] == GERMANY
    phones = [place.phone for place in seen.resources["KR"].places]
    assert {"109", "1388", "112", "119"} <= set(phones)
    assert {"988", "911"} == {place.phone for place in seen.resources["US"].places}
    assert seen.interval_minutes == {"adult": 180, "minor": 30, "unknown": 180}
    assert all(set(texts) >= {"ko", "en"} for texts in seen.texts.values())


def test_a_list_is_shown_wherever_the_zone_of_its_country_is() -> None:
    rules = changed(SHIPPED, SafetyChange(resources={"DE": GERMANY})).rules(crisis_rules())

    there = rules.resources_for("en", "Europe/Berlin")

    assert [place["name"] for place in there] == ["Telephone counselling"]

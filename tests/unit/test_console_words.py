from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from string import Formatter
from typing import Any

import pytest

from nightcrew.domain.crew import ShelfStatus
from nightcrew.domain.evidence import EvidenceState
from nightcrew.domain.follow_up import FollowUpState
from nightcrew.domain.knowledge import ItemState
from nightcrew.domain.knowledge import Origin as ItemOrigin
from nightcrew.domain.memory import Kind, State
from nightcrew.domain.price.ladder import Rung
from nightcrew.domain.price.listing import Accident
from nightcrew.domain.prompt_preview import Origin as LineOrigin
from nightcrew.domain.reason import DreamOutcome, Reason, Silence, ToolStatus
from nightcrew.domain.schedule import FollowUpKind, Purpose
from nightcrew.domain.story_expectations import Status
from nightcrew.domain.team_change import Origin as TeamOrigin
from nightcrew.domain.team_change import ReviewState, TeamAction
from nightcrew.domain.tool_guide import Tool
from nightcrew.ports import Role
from nightcrew.store.tables import occurrences
from nightcrew.web.console.words import LANGUAGES, chosen, keys, words

NAMED: Mapping[str, type[StrEnum]] = {
    "dreams.reasons": Reason,
    "dreams.outcomes": DreamOutcome,
    "follow_ups.reasons": Silence,
    "follow_ups.states": FollowUpState,
    "follow_ups.kinds": FollowUpKind,
    "follow_ups.purposes": Purpose,
    "memories.kinds": Kind,
    "memories.states": State,
    "chat.statuses": ToolStatus,
    "chat.tools": Tool,
    "crews.statuses": ShelfStatus,
    "crews.origins": LineOrigin,
    "crews.story_statuses": Status,
    "teams.actions": TeamAction,
    "teams.origins": TeamOrigin,
    "teams.states": ReviewState,
    "knowledge.states": ItemState,
    "knowledge.origins": ItemOrigin,
    "prices.rungs": Rung,
    "prices.accidents": Accident,
    "health.roles": Role,
    "health.evidence_states": EvidenceState,
}


def at(language: str, place: str) -> Any:
    found: Any = words(language)  # type: ignore[arg-type]  # from LANGUAGES
    for part in place.split("."):
        found = found[part]
    return found


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_say_the_same_things() -> None:
    assert set(keys(words("ko"))) == set(keys(words("en")))


def test_a_sentence_has_the_same_parts_in_both_languages() -> None:
    for place in keys(words("ko")):
        assert parts(at("ko", place)) == parts(at("en", place)), place


def test_every_word_is_text_and_says_something() -> None:
    for language in LANGUAGES:
        for place in keys(words(language)):
            assert isinstance(at(language, place), str), place
            assert at(language, place).strip(), place


def test_korean_is_korean_and_english_is_english() -> None:
    same = {place for place in keys(words("ko")) if at("ko", place) == at("en", place)}
    hangul = [place for place in keys(words("en")) if re.search("[가-힣]", at("en", place))]

    assert same == {"name", "look.ko", "look.en", "memories.on_day"}
    assert hangul == ["look.ko"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", NAMED)
def test_every_code_that_can_be_shown_has_words(language: str, place: str) -> None:
    assert set(NAMED[place]) - set(at(language, place)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_a_time_has_words(language: str) -> None:
    [known] = [
        str(rule.sqltext)
        for rule in occurrences.constraints
        if "state in" in str(getattr(rule, "sqltext", ""))
    ]
    states = set(re.findall(r"'(\w+)'", known))

    assert len(states) > 10
    assert states | {"planned"} <= set(at(language, "follow_ups.times"))


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, "", "ko"),
        (None, "en", "en"),
        (None, "ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        (None, "fr;q=1, en;q=0.5, ko;q=0.4", "en"),
        (None, "en;q=0, ko", "ko"),
        (None, "fr, de;q=0.9", "ko"),
        (None, ",;q=,=;;q=x", "ko"),
        ("en", "ko", "en"),
        ("fr", "en", "en"),
    ],
)
def test_the_language_is_what_was_switched_to_else_what_the_browser_likes_best(
    cookie: str | None, accepted: str, language: str
) -> None:
    assert chosen(cookie, accepted, "ko") == language

"""What a writer probably meant by an id, a day, a word or a key that is none of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

_DAY = re.compile(r"(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})\D{0,3}")
_HOUR = re.compile(
    r"(?P<half>오전|오후|am|pm)?\s*(?P<hour>\d{1,2})(?:시|:)?\s*(?P<minute>\d{2})?분?\s*(?P<after>am|pm)?",
    re.IGNORECASE,
)
_QUOTES = "“”‘’\"'「」"
_COUNTRIES = {"ko": "KR", "en": "US", "ja": "JP"}
_LANGUAGES = {"kr": "ko-KR", "korean": "ko-KR", "english": "en-US", "us": "en-US", "uk": "en-GB"}
_MOMENT = re.compile(
    r"(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?", re.IGNORECASE
)
_ENDINGS = re.compile(r"\.(?:md|markdown|ya?ml|txt)$", re.IGNORECASE)
NOON = 12
SHORTEST_ID, LONGEST_ID = 2, 48  # of a crew and of whatever is named like one


def day_meant(text: str) -> str | None:
    """2026.11.20 and 2026년 11월 3일, as they have to be written."""
    found = _DAY.fullmatch(text.strip(_QUOTES + " "))
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    return date(year, month, day).isoformat() if is_a_day(year, month, day) else None


def is_a_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has it."""
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def time_meant(text: str) -> str | None:
    """8:00, 오전 8시 and 8 pm, as they have to be written."""
    found = _HOUR.fullmatch(text.strip(_QUOTES + " "))
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    half = (found["half"] or found["after"] or "").lower()
    if half and hour <= NOON:
        hour = hour % NOON + (NOON if half in ("오후", "pm") else 0)
    return f"{hour:02}:{minute:02}" if hour < 2 * NOON and minute < 60 else None


def id_meant(text: str, *, least: int = SHORTEST_ID, most: int = LONGEST_ID) -> str | None:
    """Tea_Bora, `tea bora` and playbooks/tea-bora.md, as an id is written."""
    name = _ENDINGS.sub("", text.strip(_QUOTES + " ").rpartition("/")[2])
    bare = re.sub(r"[\s_.]+", "-", name.lower())
    found = re.sub(r"[^a-z0-9-]", "", bare).strip("-")
    return found if least <= len(found) <= most and found != text else None


def locale_meant(text: str) -> str | None:
    """ko, ko_KR and KO-kr, as a locale is written."""
    if text.lower() in _LANGUAGES:
        return _LANGUAGES[text.lower()]
    language, _, country = text.strip(_QUOTES + " ").replace("_", "-").partition("-")
    country = country or _COUNTRIES.get(language.lower(), "")
    found = f"{language.lower()}-{country.upper()}"
    return found if re.fullmatch(r"[a-z]{2,3}-[A-Z]{2}", found) else None


def moment_meant(text: str) -> str | None:
    """2026-12-03 20:10 and 2026-12-03T20:10Z, as a wall time is written."""
    found = _MOMENT.fullmatch(text.strip(_QUOTES + " "))
    if found is None:
        return None
    year, month, day = (int(part) for part in found[1].split("-"))
    return f"{found[1]}T{found[2]}" if is_a_day(year, month, day) else None


def word_meant(text: str, values: tuple[str, ...]) -> str | None:
    """The one of `values` that other products, or everyday talk, say with this word."""
    return _called_so(text, values, _SAID_FOR)


def key_meant(key: str, fields: tuple[str, ...]) -> str | None:
    """The one of `fields` that other products call by this key."""
    return _called_so(key, fields, _CALLED)


def _called_so(
    word: str, known: tuple[str, ...], others: Mapping[str, frozenset[str]]
) -> str | None:
    bare = word.strip(_QUOTES + " ").lower()
    return next((each for each in known if bare in others.get(each, frozenset())), None)


_SAID_FOR: Mapping[str, frozenset[str]] = {
    value: frozenset(words.split())
    for value, words in {
        "favour": "prefer yes always true on high strong like 선호 선호한다 적극 자주 항상 예",
        "neutral": "normal default medium none 보통 중립",
        "avoid": "never no false off low weak dislike 회피 피함 피한다 금지 안함 아니오",
        "true": "yes y on 1 used 예 네 참 쓴다 사용",
        "false": "no n off 0 not_used unused 아니오 아니요 거짓 안씀",
        "used": "yes true on use 예 네 쓴다 사용",
        "not_used": "no false off unused never 아니오 아니요 안씀",
        "never": "no false off none 안함 없음",
        "ask": "maybe once 물어봄 묻는다",
        "allowed": "allow yes true on always daily weekly monthly 허용 매일 매주",
        "on": "true yes write",
        "read": "readonly read_only read-only",
        "ko": "korean kr ko-kr 한국어",
        "en": "english us en-us 영어",
        "crisis": "danger emergency high 위기",
        "concern": "warning medium 걱정",
    }.items()
}
_CALLED: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "name": "title display_name 이름",
        "category": "type group kind 카테고리 분류",
        "locale": "language lang 언어",
        "owner": "author team maintainer 담당",
        "reviewed_by": "reviewer approved_by 검토자",
        "reviewed_at": "review_date reviewed_on reviewed 검토일",
        "notes": "comment comments memo remark 메모 비고",
        "summary": "description desc personality character bio 요약 소개 성격",
        "voice": "tone style speech manner 말투 어조",
        "tool_guide": "tools guides tool_rules 도구",
        "guide": "when instruction instructions rule use_when 지침",
        "not_when": "when_not never dont except avoid_when 쓰지않을때",
        "examples": "samples example cases 예문 예시",
        "lean": "weight bias tilt priority tendency 기울기",
        "say": "text input message sentence user utterance 말",
        "use": "expected result answer value label 사용",
        "playbook": "prompt system_prompt instructions script 플레이북",
        "skills": "abilities procedures 스킬",
        "knowledge": "collections sources rag 지식",
        "memory": "memories 기억",
        "search": "web web_search google browse 검색",
        "price": "market valuation 시세",
        "follow_up": "reminder reminders routine notify alarm 알림 후속",
        "repeats": "runs times retries recurring",
        "expect": "expected expects assert then 기대",
        "steps": "turns script dialogue 단계",
    }.items()
}

"""What a sentence says it does not want, and what only looks like a question or a reminder."""

from __future__ import annotations

import pytest

from nightcrew.domain.needs import Needs
from tests.unit.rehearsal_builders import judged

TOOLS = ("search", "price", "memory", "follow_up", "knowledge")


def _used(needs: Needs) -> set[str]:
    return {tool for tool in TOOLS if getattr(needs, tool).use}


@pytest.mark.parametrize(
    ("said", "crew", "waved", "used"),
    [
        ("시세는 됐고요, 흥정이 무서워요", "used-car-hana", "price", ""),
        ("견적 얘기는 됐고 그냥 우울해요", "used-car-taek", "price", ""),
        ("시세 말고 리콜이 지금 있는지 알아봐 주세요", "used-car-hana", "price", "search"),
        ("값은 됐고, 이전 등록 서류가 뭐예요?", "used-car-taek", "price", "knowledge"),
        ("검색 결과 같은 거 말고 그냥 옆에 있어 줘요", "mindcare-sora", "search", ""),
        ("검색하지 말고 그냥 들어 주세요", "travel-mina", "search", ""),
        ("No need to search, I am only venting about my oven", "cooking-nora", "search", ""),
        ("값은 됐고 나리타에서 시내 가는 막차만 알려 줘요", "travel-mina", "price", "search"),
    ],
)
def test_a_tool_that_is_waved_away_is_left_alone_and_another_may_be_used(
    said: str, crew: str, waved: str, used: str
) -> None:
    chosen = _used(judged(said, crew))

    assert waved not in chosen
    assert not used or used in chosen


def test_the_reason_says_that_it_was_not_wanted() -> None:
    assert judged("시세는 됐고요, 겁이 나요", "used-car-hana").price.why.startswith(
        "그건 말아 달라고 한다"
    )


@pytest.mark.parametrize(
    ("said", "used"),
    [
        ("내일 춘천 날씨 알려 줘", {"search"}),
        ("주말 한강 기온 좀 알려 주세요", {"search"}),
        ("내일 아침 7시에 날씨 알려 줘", {"follow_up"}),
        ("매일 아침에 날씨 알려 줘", {"follow_up"}),
    ],
)
def test_to_be_told_of_tomorrow_is_not_to_be_told_tomorrow(said: str, used: set[str]) -> None:
    needs = judged(said, "fitness-nari")

    assert {tool for tool in ("search", "follow_up") if getattr(needs, tool).use} >= used
    assert needs.follow_up.use == ("follow_up" in used)


@pytest.mark.parametrize("said", ["답 알려 주지 마! 내가 풀어 볼 거야", "힌트 말해 주지 마"])
def test_who_wants_to_find_out_alone_calls_off_no_reminder(said: str) -> None:
    assert not judged(said, "study-juno").follow_up.use


@pytest.mark.parametrize(
    "said",
    [
        "오늘은 회화 연습 안 할래요",
        "연습 말고 그냥 수다나 떨어요",
        "연습하기 싫은 날도 있잖아요",
        "I don't feel like practicing today",
    ],
)
def test_who_does_not_want_to_practise_opens_no_procedure(said: str) -> None:
    assert judged(said, "language-yuki").skill.name is None
    assert judged(said, "language-emma").skill.name is None


def test_an_indirect_question_asks() -> None:
    assert judged("공항 라운지가 새벽에도 여나 궁금해요", "travel-mina").search.use


def test_a_korean_question_about_english_words_is_answered_by_the_notes_in_korean() -> None:
    needs = judged("would랑 used to는 어떻게 달라요?", "language-emma")

    assert _used(needs) == {"knowledge"}
    assert needs.knowledge.why.startswith("규칙이나 방법을 묻는다")


def test_until_when_one_may_eat_is_no_opening_hour() -> None:
    assert _used(judged("위내시경 전에 물은 언제까지 마셔도 돼요?", "checkup-dana")) == {
        "knowledge"
    }

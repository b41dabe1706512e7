"""Questions about what the user once told of themselves are asked of memory; others are not."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.adapters.rehearsal.marks import marks_in

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    "said",
    [
        "내가 좋아하는 음식 뭐야?",
        "내가 싫어하는 음식은?",
        "내가 키우는 동물 뭐야?",
        "나 어느 팀 응원해?",
        "나 뭐 타고 출근하지?",
        "내가 무슨 약 먹지?",
        "나 어디 살아?",
        "나 몇 살이야?",
        "나 알레르기 뭐 있지?",
        "우산 어디 뒀지?",
        "여권 어디 있지",
        "내 차 색깔이 뭐였지?",
        "내 여권 번호 뭐야?",
        "우리 결혼기념일 언제지?",
        "what is my job?",
        "where do I live?",
        "which band is my favourite?",
        "what's my favourite colour?",
        "what exercise do I do in the evening?",
        "which team do I support?",
        "what do I drink in the morning?",
        "what pets do I have?",
        "what am I afraid of?",
        "am I allergic to anything?",
        "do I like aubergine?",
        "where's the spare key?",
        "where did I leave my umbrella?",
    ],
)
def test_a_question_about_ones_own_is_asked_of_memory(said: str) -> None:
    assert "recall" in marks_in(said, TODAY)


@pytest.mark.parametrize(
    "said",
    [
        "나 오늘 뭐 먹지?",
        "내가 어떻게 해야 해?",
        "나 뭐 입고 갈까?",
        "내 차 얼마에 팔 수 있어?",
        "나 어디로 여행 가면 좋을까?",
        "우리 어디서 만날까?",
        "내 적성에 맞는 직업이 뭐야?",
        "내 비자 언제 나와?",
        "what should I eat?",
        "what do I need for a visa?",
        "what is my car worth?",
        "do I need a visa for Japan?",
        "where can I park?",
        "am I too old for this?",
        "what do I do now?",
        "what do I have to do?",
    ],
)
def test_a_question_for_advice_or_a_fact_outside_is_not(said: str) -> None:
    assert "recall" not in marks_in(said, TODAY)

"""Asking to be forgotten, politely or not, and talk of forgetting that asks for nothing."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.adapters.rehearsal.marks import marks_in

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    "said",
    [
        "그 전화번호 기억은 지워줄 수 있어?",
        "동생 얘기 기억에서 빼 주실래요?",
        "남편 직장 얘기는 더 이상 기억하지 않아도 돼요",
        "제 생일은 그만 기억해도 돼",
        "계좌번호 저장된 거 삭제 가능할까요?",
        "아까 말한 회사 얘기는 지우고 싶어",
        "Could you please forget my old phone number?",
        "Would you mind deleting what you know about my ex?",
        "Don't keep what I said about work",
    ],
)
def test_a_request_to_forget_is_heard_however_politely_it_is_said(said: str) -> None:
    assert "forget" in marks_in(said, TODAY)


@pytest.mark.parametrize(
    "said",
    [
        "Don't forget that I'm allergic to shrimp",
        "Don’t forget that I hate cilantro",
        "Please do not forget my birthday",
        "I don't remember what I ate",
        "I always forget my keys",
        "그날을 그만 잊고 싶어요",
        "그 사람을 지우고 싶어도 안 지워져",
        "엄마가 내 생일을 잊었어",
    ],
)
def test_what_must_not_be_forgotten_or_is_only_told_is_no_request_to_forget(said: str) -> None:
    assert "forget" not in marks_in(said, TODAY)


@pytest.mark.parametrize("said", ["Don't forget that I'm allergic", "Don’t forget I hate cilantro"])
def test_do_not_forget_asks_to_remember(said: str) -> None:
    assert "remember" in marks_in(said, TODAY)

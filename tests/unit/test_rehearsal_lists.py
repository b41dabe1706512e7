"""Asking for all that is known, in many words, and talk of keeping that asks for no list."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.adapters.rehearsal.acts import memory_need
from nightcrew.adapters.rehearsal.marks import marks_in
from nightcrew.domain.memory_requests import wording_to_keep

TODAY = date(2026, 11, 30)


def _act(said: str) -> str:
    marks = marks_in(said, TODAY)
    known = {"remember", "forget", "recall", "list"} & marks
    return memory_need(said, marks, "").act if known else ""


@pytest.mark.parametrize(
    "said",
    [
        "저장된 거 전부 보여줘",
        "내 기억 목록 보여줘",
        "기억 리스트 좀",
        "나에 관해 저장해 둔 게 뭐가 있지?",
        "기억하고 있는 내용 좀 알려줘",
        "나 어떤 사람인지 아는 대로 말해줘",
        "메모해 둔 거 뭐 있어?",
        "나에 대한 정보 뭐 갖고 있어?",
        "기억하는 거 전부 읊어봐",
        "나한테 들은 거 뭐뭐 기억하고 있어?",
        "저장하고 있는 내 정보 다 공개해 줘",
        "show me everything you have stored about me",
        "tell me all you remember",
        "what have you saved about me?",
        "which things about me are in your memory?",
        "what have I told you so far?",
        "do you remember anything about me?",
        "what's in your memory?",
        "What did you learn about me until now?",
    ],
)
def test_all_that_is_known_is_asked_for_in_many_words(said: str) -> None:
    assert _act(said) == "list"


@pytest.mark.parametrize(
    "said",
    [
        "어제 본 영화 기억나?",
        "너 김치찌개 레시피 알아?",
        "what do you know about Kyoto?",
        "do you remember the 90s?",
        "이 단어 뜻 기억하는 법 알려줘",
        "what did you learn in Kyoto?",
        "all you need is love",
        "나 왼손잡이인 거 저장해 줘",
        "내 저장 공간이 부족해",
    ],
)
def test_other_talk_of_knowing_and_keeping_asks_for_no_list(said: str) -> None:
    assert _act(said) != "list"


@pytest.mark.parametrize(
    ("said", "remembers"),
    [
        ("기억해 줄래? 나 유당불내증이야", True),
        ("이 번호 저장해 줘", True),
        ("메모해 둬, 사물함 204번", True),
        ("선생님이 공식을 꼭 기억하라고 했어", False),
        ("저장해 둔 사진이 다 날아갔어", False),
        ("메모해 뒀던 수첩을 잃어버렸어", False),
    ],
)
def test_only_who_asks_the_crew_to_remember_is_remembered(said: str, remembers: bool) -> None:
    assert (_act(said) == "remember") is remembers


@pytest.mark.parametrize(
    "said", ["메모해 둔 거 뭐 있어?", "나에 관해 저장해 둔 게 뭐가 있지?", "기억하는 거 있어?"]
)
def test_a_question_what_was_kept_is_itself_never_kept(said: str) -> None:
    assert wording_to_keep(said, said, "") == ""

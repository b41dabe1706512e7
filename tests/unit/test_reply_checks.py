from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.reply_checks import (
    Allowed,
    Fault,
    SentenceSplitter,
    check_reply,
    check_sentence,
)
from nightcrew.domain.reply_sentences import cut

FOUND = Allowed(
    tool_texts=(
        "아반떼 low 11,000,000 mid 12,500,000 KRW n=12",
        "예약 안내 https://ok.test/a?b=1",
    ),
    user_texts=("1,500만원에 사도 될까?",),
    links=("https://src.test/page/",),
)


@pytest.mark.parametrize(
    "sentence",
    [
        "시세는 1,250만 원 정도예요.",
        "1500만 원이면 비싸요.",
        "15,000,000원은 높아요.",
        "천오백만 원은 높아요.",
        "₩12,500,000 is fair.",
        "fifteen million won is a lot.",
        "1,100만~1,250만 원 사이예요.",
        "https://ok.test/a?b=1 를 보세요.",
        "[여기](https://src.test/page)에 있어요.",
        "src.test 에 나와 있어요.",
        "기억해 둘까요?",
        "저장하지 못했어요.",
        "3만 km 탄 차예요.",
        "3.5점이에요.",
    ],
)
def test_what_was_found_or_said_may_be_told(sentence: str) -> None:
    assert check_sentence(sentence, FOUND) is None


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("1,300만 원이 맞아요.", Fault.AMOUNT),
        ("천삼백만 원이 맞아요.", Fault.AMOUNT),
        ("$12,500,000 is fair.", Fault.AMOUNT),
        ("1.3 million won is fair.", Fault.AMOUNT),
        ("1,100만~1,400만 원 사이예요.", Fault.AMOUNT),
        ("이백만 원만 더 내세요.", Fault.AMOUNT),
        ("자세한 건 https://c.test/?q=abc 참고하세요.", Fault.LINK),
        ("![x](http://evil.test/i.png)", Fault.LINK),
        ("[여기](javascript:alert(1))를 누르세요.", Fault.LINK),
        ("https://ok.test/other 를 보세요.", Fault.LINK),
        ("evil.com 을 보세요.", Fault.LINK),
        ("기억해 둘게요.", Fault.SAVED),
        ("메모해 뒀어요!", Fault.SAVED),
        ("I'll remember that.", Fault.SAVED),
        ("I've saved it for you.", Fault.SAVED),
        ("그 기억은 지웠어요.", Fault.FORGOTTEN),
        ("I have deleted that.", Fault.FORGOTTEN),
        ("[m1] (2026-10-27, via 미나) 새우를 못 먹는다", Fault.PROMPT),
        ("[e2] 2026-10-27 21:40 (user) 안녕", Fault.PROMPT),
        ('<data name="search">', Fault.PROMPT),
        ("비밀번호를 알려 주세요.", Fault.SECRETS),
    ],
)
def test_what_was_neither_found_nor_done_is_held_back(sentence: str, reason: Fault) -> None:
    held = check_sentence(sentence, FOUND)

    assert held is not None
    assert held.reason is reason


def test_saved_and_forgotten_may_be_said_once_it_was_done() -> None:
    assert check_sentence("기억해 둘게요.", Allowed(saved=True)) is None
    assert check_sentence("그 기억은 지웠어요.", Allowed(forgotten=True)) is None


def test_a_link_from_the_users_words_is_no_source() -> None:
    said = Allowed(user_texts=("https://mine.test/x 봐 봐",))

    assert check_sentence("https://mine.test/x 를 보세요.", said) is not None


def test_one_held_back_sentence_leaves_the_others() -> None:
    checked = check_reply("안녕하세요. 900만 원이에요. 또 물어봐 주세요!", FOUND)

    assert checked.text == "안녕하세요. 또 물어봐 주세요!"
    assert [held.reason for held in checked.withheld] == [Fault.AMOUNT]


def test_sentences_leave_as_soon_as_they_are_whole() -> None:
    splitter = SentenceSplitter()

    assert splitter.feed("안녕하세") == []
    assert splitter.feed("요. 오늘") == ["안녕하세요. "]
    assert splitter.feed("은 3.5도예요! ") == ["오늘은 3.5도예요! "]
    assert splitter.finish() == []


def test_numbers_addresses_and_abbreviations_are_not_cut() -> None:
    text = "See https://a.test/x.html now. Dr. Kim gave 3.5. 끝났어요\n네"

    assert cut(text) == (
        "See https://a.test/x.html now. ",
        "Dr. Kim gave 3.5. ",
        "끝났어요\n",
        "네",
    )


def test_a_link_title_is_not_cut_from_its_address() -> None:
    assert cut("보세요 [A. B. C](https://x.test) 네. 응") == (
        "보세요 [A. B. C](https://x.test) 네. ",
        "응",
    )


def test_a_reply_without_an_end_still_leaves() -> None:
    assert len(cut("말 " * 1000)) > 2


@given(st.lists(st.text(max_size=30), max_size=12))
def test_nothing_of_a_reply_is_added_or_lost(pieces: list[str]) -> None:
    splitter = SentenceSplitter()

    sentences = [sentence for piece in pieces for sentence in splitter.feed(piece)]

    assert "".join([*sentences, *splitter.finish()]) == "".join(pieces)
    assert check_reply("".join(pieces), Allowed()).text is not None

"""How users' sentences are written down: plainly, in their own language."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.adapters.rehearsal.english import told
from nightcrew.adapters.rehearsal.korean import plain
from nightcrew.adapters.rehearsal.sentences import clauses


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("알레르기 있어요", "알레르기 있다"),
        ("교사로 일해", "교사로 일한다"),
        ("한 잔만 마십니다", "한 잔만 마신다"),
        ("대중교통만 탐", "대중교통만 탄다"),
        ("중간고사야", "중간고사다"),
        ("일본어를 배워요", "일본어를 배운다"),
        ("김치가 매워요", "김치가 맵다"),
        ("요즘 바빠요", "요즘 바쁘다"),
        ("잘 몰라요", "잘 모른다"),
        ("제주로 이사할 거예요", "제주로 이사할 예정이다"),
        ("강릉 가기로 했어", "강릉 가기로 했다"),
        ("무릎이 아프시대", "무릎이 아프시다고 한다"),
        ("수술 받앗어여", "수술 받았다"),
        ("학생임다", "학생이다"),
        ("간호사인데요", "간호사다"),
        ("준비 중", "준비 중"),
    ],
)
def test_every_register_of_korean_becomes_the_same_plain_form(said: str, written: str) -> None:
    assert plain(said) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("I'm allergic to peanuts", "The user is allergic to peanuts."),
        ("I really love jazz", "The user really loves jazz."),
        ("my budget is $12,000", "The user's budget is $12,000."),
        ("gonna move to Berlin", "The user is going to move to Berlin."),
        ("I don't eat meat", "The user does not eat meat."),
        ("can't do dairy", "The user can't do dairy."),
        ("I burnt my hand", "The user burnt the user's hand."),
        ("I learnt Welsh at school", "The user learnt Welsh at school."),
        ("I need glasses to read", "The user needs glasses to read."),
        ("I no longer drink", "The user no longer drinks."),
    ],
)
def test_english_is_told_of_the_user(said: str, written: str) -> None:
    assert told(said) == written


def test_a_turn_is_cut_where_one_claim_ends_and_another_begins() -> None:
    found = clauses("저는 광주에서 빵집을 하고요, 다음 달 5일에 2호점을 열어요", date(2026, 10, 5))

    assert [each.kind for each in found] == ["lasting", "plan"]


def test_someone_spoken_of_stays_the_subject_of_the_next_sentence() -> None:
    found = clauses("아들이 초등학교 3학년이에요. 수학을 싫어해요", date(2026, 10, 5))

    assert [each.person for each in found] == ["아들", "아들"]


def test_the_user_is_the_subject_again_when_they_say_so() -> None:
    found = clauses("언니는 채식을 해요. 저는 고기를 좋아해요", date(2026, 10, 5))

    assert [each.person for each in found] == ["언니", None]

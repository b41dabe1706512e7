"""What words say about who may know them, and which of them deserve a reviewer's second look."""

from __future__ import annotations

import pytest

from nightcrew.domain.personal_data import personal_data
from nightcrew.domain.team_wishes import is_of_the_team, keeps_to_oneself


@pytest.mark.parametrize(
    "said",
    [
        "이건 비밀이야",
        "나만 알고 있을게",
        "팀에는 말하지 마",
        "다른 사람한테 얘기하면 안 돼",
        "개인적인 이야기야",
        "just between us, I am leaving in May",
        "please keep this private",
        "don't tell the others",
    ],
)
def test_somebody_may_keep_a_thing_to_themselves(said: str) -> None:
    assert keeps_to_oneself(said)


@pytest.mark.parametrize(
    "said",
    [
        "우리 팀 회의는 화요일이야, 팀에 기억해 둬",
        "서버 비밀번호는 매달 바뀌어",
        "나는 팀원 모두에게 알리고 싶어",
        "our team meets on Tuesdays, remember that",
        "tell the team that parking is on level two",
    ],
)
def test_what_is_meant_for_others_is_not_kept_from_them(said: str) -> None:
    assert not keeps_to_oneself(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("우리 팀 회의는 화요일이야", True),
        ("저희 부서는 월말에 재고를 센다", True),
        ("팀원들은 목요일에 재택한다", True),
        ("Our team ships on Fridays", True),
        ("나는 화요일마다 수영을 해", False),
        ("I swim on Tuesdays", False),
    ],
)
def test_words_tell_whether_they_are_about_the_team_itself(said: str, told: bool) -> None:
    assert is_of_the_team(said) is told


@pytest.mark.parametrize(
    ("text", "sorts"),
    [
        ("납품 기사 전화번호는 010-2345-6789다", ("phone_number",)),
        ("기사님 번호 01023456789", ("phone_number",)),
        ("call Jo at +44 20 7946 0958", ("phone_number",)),
        ("담당자 메일은 harbour@example.com", ("mail_address",)),
        ("국민은행 계좌 123456-01-234567", ("bank_account",)),
        ("집은 한빛로 12 101동 203호", ("home_address",)),
        ("민수 씨가 당뇨 진단을 받았다", ("health",)),
        ("회의는 2026-12-09 10시, 3층 301호", ()),
        ("예산은 1200만 원, 12명", ()),
    ],
)
def test_a_reviewer_is_told_which_sorts_of_personal_data_a_text_seems_to_hold(
    text: str, sorts: tuple[str, ...]
) -> None:
    assert personal_data(text) == sorts

"""What the rehearsal's dreamer makes of each kind of sentence."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.memory import Kind
from tests.builders import memory, plan, said
from tests.unit.rehearsal_builders import crew_line, dreamt


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("저는 갑각류를 못 먹어요", "갑각류를 못 먹는다"),
        ("난 왼손잡이야", "왼손잡이다"),
        ("운전면허 없음", "운전면허 없다"),
        ("저희 회사는 판교에 있습니다 ㅎㅎ", "회사는 판교에 있다"),
        ("I'm allergic to latex", "The user is allergic to latex."),
        ("My budget is around $9,000", "The user's budget is around $9,000."),
    ],
)
def test_a_lasting_claim_becomes_a_plain_fact(line: str, text: str) -> None:
    changes = dreamt(line)

    assert [(each.action, each.kind, each.text) for each in changes] == [("create", "fact", text)]


@pytest.mark.parametrize(
    ("line", "from_on", "to_on"),
    [
        ("다음 주 금요일에 치과 예약했어요", "2026-10-16", "2026-10-16"),
        ("11월 3일부터 5일까지 여수 여행 갑니다", "2026-11-03", "2026-11-05"),
        ("모레 면접 봐", "2026-10-07", "2026-10-07"),
        ("I'm flying to Rome next month", "2026-11-01", "2026-11-30"),
    ],
)
def test_a_plan_carries_the_days_it_meant_when_it_was_said(
    line: str, from_on: str, to_on: str
) -> None:
    (change,) = dreamt(line)

    assert (change.kind, change.from_on, change.to_on) == ("plan", from_on, to_on)


def test_no_relative_day_is_left_in_the_text() -> None:
    (change,) = dreamt("내일 오후 3시에 부동산 계약하러 가요")

    assert "내일" not in change.text
    assert "2026-10-06" in change.text


def test_a_cancelled_plan_is_updated_and_loses_its_days() -> None:
    trip = plan("2026-10-20에 경주 여행을 간다", date(2026, 10, 20))

    (change,) = dreamt("경주 여행은 취소했어", memories=[memory("강아지를 키운다"), trip])

    assert (change.action, change.memory, change.kind) == ("update", "m2", "fact")
    assert "취소" in change.text
    assert change.from_on is None


def test_a_plan_that_is_simply_denied_is_off() -> None:
    trip = plan("2026-10-20에 동창회가 있다", date(2026, 10, 20))

    (change,) = dreamt("동창회 안 가", memories=[trip])

    assert (change.action, change.memory) == ("update", "m1")


def test_what_comes_instead_is_a_memory_of_its_own() -> None:
    trip = plan("2026-10-20에 대구로 출장을 간다", date(2026, 10, 20))

    changes = dreamt("대구 출장 취소했어. 대신 다음 주 화요일에 광주로 가", memories=[trip])

    assert [each.action for each in changes] == ["update", "create"]
    assert changes[1].from_on == "2026-10-13"


@pytest.mark.parametrize(
    ("before", "line", "word"),
    [
        ("예산은 1,500만원이다", "예산 2,000만원으로 올렸어요", "2,000만"),
        ("아침마다 커피를 마신다", "나 이제 커피 끊고 녹차 마셔", "녹차"),
        ("A팀 담당자는 한지민 대리다", "A팀 담당자가 최윤호 과장으로 바뀌었어요", "최윤호"),
        ("The user lives in Leeds", "I live in Bristol now", "Bristol"),
    ],
)
def test_a_changed_mind_updates_the_memory_it_is_about(before: str, line: str, word: str) -> None:
    (change,) = dreamt(line, memories=[memory("고양이를 키운다"), memory(before)])

    assert (change.action, change.memory) == ("update", "m2")
    assert word in change.text


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("앞으로는 반말로 편하게 말해줘", "반말"),
        ("힘들다고 할 때 해결책부터 들이밀지 마", "말라고 한다"),
        ("don't use emojis with me", "emojis"),
    ],
)
def test_a_wish_about_treatment_becomes_style(line: str, word: str) -> None:
    (change,) = dreamt(line)

    assert change.kind == "style"
    assert word in change.text


def test_a_wish_for_one_answer_is_no_style() -> None:
    assert dreamt("이 문장 짧게 요약해줘") == ()


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("우리 언니는 복숭아 알레르기가 있어요", "user's 언니"),
        ("My sister is vegan", "user's sister"),
    ],
)
def test_what_is_told_of_someone_else_stays_theirs(line: str, subject: str) -> None:
    (change,) = dreamt(line)

    assert change.subject == subject


@pytest.mark.parametrize(
    "line",
    [
        "안녕! 오늘 뭐해?",
        "응 그래 알겠어",
        "내일 부산 날씨 어때?",
        "제주도 맛집 좀 추천해줘",
        "고마워요 덕분에 해결했어요",
        "방금 버스 놓쳤네",
        "Thanks, that helped a lot",
        "can you recommend a cafe?",
    ],
)
def test_small_talk_questions_and_requests_leave_nothing(line: str) -> None:
    assert dreamt(line) == ()


def test_the_crews_own_words_are_never_a_claim() -> None:
    assert dreamt(crew_line("저는 갑각류를 못 먹어요"), "ㅋㅋ") == ()


def test_the_same_claim_again_changes_nothing() -> None:
    assert dreamt("저 갑각류 못 먹어요", memories=[memory("갑각류를 못 먹는다")]) == ()


def test_every_change_cites_the_line_it_rests_on_and_quotes_it() -> None:
    changes = dreamt("안녕하세요", "저는 서른 살이고 간호사예요")

    assert all(each.cites == ("e2",) for each in changes)
    assert all(each.quotes["e2"] in "저는 서른 살이고 간호사예요" for each in changes)


def test_at_night_twins_become_one_and_the_newest_value_stays() -> None:

    line = said("예산은 2,000만원이에요")
    old = memory("예산은 1,500만원이다", said_on=date(2026, 9, 1))
    new = memory("예산은 2,000만원이다", said_on=date(2026, 9, 20), cites=(line.id,))

    changes = dreamt(line, memories=[old, new], nightly=True)

    assert [(each.action, each.memory) for each in changes] == [("update", "m1"), ("remove", "m2")]
    assert changes[0].text == "예산은 2,000만원이다"


def test_at_night_what_the_user_wrote_is_left_alone() -> None:

    line = said("예산은 2,000만원이에요")
    own = memory("예산은 1,500만원이다", explicit=True)
    new = memory("예산은 2,000만원이다", said_on=date(2026, 9, 20), cites=(line.id,))

    assert dreamt(line, memories=[own, new], nightly=True) == ()


def test_the_same_talk_is_always_dreamt_the_same() -> None:
    talk = ("저는 광주에서 빵집을 하고요, 다음 달 5일에 2호점을 열어요", "앞으로 짧게 답해줘")

    assert dreamt(*talk) == dreamt(*talk)


def test_a_style_memory_is_never_taken_for_a_fact() -> None:
    short = memory("짧게 답해 달라고 한다", kind=Kind.STYLE)

    (change,) = dreamt("저는 짧은 여행을 좋아해요", memories=[short])

    assert change.action == "create"

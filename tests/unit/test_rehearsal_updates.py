"""Which memory the rehearsal's dreamer changes, and which it must leave alone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from nightcrew.domain.memory import FormerValue, Kind
from tests.builders import memory, plan, said
from tests.fakes import NOON
from tests.unit.rehearsal_builders import crew_line, dreamt, verified

GENTLY = "반말로 편하게 말해 달라고 한다"


@pytest.mark.parametrize(
    "line",
    [
        "저에 대해 기억하고 있는 걸 다 말해 주세요",
        "나에 대해 아는 거 전부 알려줘",
        "추천 좀 해 주세요",
        "편하게 하나 추천해 줘",
        "다시 한번 천천히 말해 줄래요",
        "이번엔 좀 짧게 말해줘",
        "tell me what you know about me",
        "give me some advice",
        "tell me a joke",
    ],
)
def test_what_is_asked_for_once_becomes_no_memory_and_replaces_none(line: str) -> None:
    assert dreamt(line, memories=[memory(GENTLY, kind=Kind.STYLE), memory("토끼를 키운다")]) == ()


@pytest.mark.parametrize(
    "line",
    [
        "앞으로는 결론을 먼저 말해 줘",
        "답만 던지지 말고 이유도 말해 줘",
        "그림으로 설명해 줬으면 해요",
        "I prefer it when you ask me one thing at a time",
    ],
)
def test_a_wish_from_now_on_becomes_style_beside_another_wish(line: str) -> None:
    (change,) = dreamt(line, memories=[memory(GENTLY, kind=Kind.STYLE)])

    assert (change.action, change.kind) == ("create", "style")


def test_a_wish_about_the_same_manner_replaces_the_one_before() -> None:
    others = [memory("이모지를 쓰지 말라고 한다", kind=Kind.STYLE), memory(GENTLY, kind=Kind.STYLE)]

    (change,) = dreamt("앞으로는 존댓말로 해 주세요", memories=others)

    assert (change.action, change.memory) == ("update", "m2")


@pytest.mark.parametrize(
    "line",
    [
        "I need to get away from here",
        "anywhere will do",
        "I just want to be anywhere but here",
        "I need a nap",
        "I burnt the onions again",
        "I moved the couch",
        "I dreamt about the sea",
        "나 커피 쏟았어",
    ],
)
def test_a_passing_need_or_event_leaves_nothing(line: str) -> None:
    assert dreamt(line) == ()


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("강남구에 산다", "저는 운동에 관심이 많아요"),
        ("이름은 김수진이다", "강아지 이름은 두부예요"),
        ("몸무게는 62kg이다", "고양이 몸무게는 4kg이에요"),
        ("회사는 판교에 있다", "회사는 야근이 많아요"),
        ("매일 아침 커피를 마신다", "아침에 일어나면 이제 두통이 있어요"),
        ("매일 아침 커피를 마신다", "커피값이 올랐어요"),
        ("The user plays tennis on Sundays.", "I changed the tennis racket strings"),
        ("The user drinks two coffees a day.", "coffee prices went up"),
        ("The user works as a nurse.", "I work out every day now"),
        ("The user lives in Leeds.", "My flight was moved to the 22nd"),
        ("The user lives in Leeds.", "my sister moved to York"),
    ],
)
def test_a_memory_of_another_matter_is_left_alone(before: str, line: str) -> None:
    assert all(change.memory is None for change in dreamt(line, memories=[memory(before)]))


def test_a_trip_is_not_changed_by_its_suitcase() -> None:
    trip = plan("2026-10-20에 여수 여행을 간다", date(2026, 10, 20))

    changes = dreamt("여행 가방을 바꿨어요", "여수 사투리가 심해요", memories=[trip])

    assert all(change.memory is None for change in changes)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("회사는 판교에 있다", "회사가 분당으로 이전했어요"),
        ("강남구에 산다", "이제 마포구에 살아요"),
        ("탄산음료를 매일 마신다", "탄산은 끊었어요"),
        ("갤럭시 폰을 쓴다", "아이폰으로 바꿨어"),
        ("최애 선수는 7번이다", "이제 최애는 10번이야"),
        ("사이다가 제일 좋다", "이제 우유만 마셔"),
        ("혈압약은 하루 세 알 먹는다", "의사가 두 알로 줄였어"),
        ("The user takes 50 mg of sertraline a day.", "My doctor halved it to 25 mg"),
        ("The user plays tennis on Sundays.", "I quit tennis"),
        ("The user lives in Leeds.", "I now live in York"),
    ],
)
def test_the_same_matter_takes_its_new_value(before: str, line: str) -> None:
    (change,) = dreamt(line, memories=[memory("토끼를 키운다"), memory(before)])

    assert (change.action, change.memory) == ("update", "m2")


def test_who_comes_back_to_a_former_value_has_it_again_in_its_words() -> None:
    was = FormerValue(text="사이다가 제일 좋다", since=date(2026, 9, 1), until=date(2026, 9, 5))
    now = memory("우유만 마신다", previous=(was,))

    (change,) = dreamt("다시 사이다로 돌아왔어", memories=[memory("토끼를 키운다"), now])

    assert (change.action, change.memory, change.text) == ("update", "m2", "사이다가 제일 좋다")


@pytest.mark.parametrize(
    ("line", "updated"),
    [
        ("검진 잘 받고 왔어", ["m1"]),
        ("검진은 아직 안 받았어", []),
        ("I had soup", []),
    ],
)
def test_the_outcome_of_a_plan_whose_day_has_come_takes_its_place(
    line: str, updated: list[str]
) -> None:
    checkup = plan("10월 4일에 건강검진을 받는다", NOON.date() - timedelta(days=1))

    changes = dreamt(line, memories=[checkup])

    assert [change.memory for change in changes if change.memory] == updated


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("결혼기념일은 7월 8일이다", "아니, 결혼기념일은 7월 8일이 아니라 8월 7일이야",
         "결혼기념일은 8월 7일이다"),
        ("The user's birthday is 4 December.", "No, my birthday is 12 April, not 4 December",
         "The user's birthday is 12 April."),
    ],
)  # fmt: skip
def test_a_correction_keeps_only_the_value_that_holds(before: str, line: str, after: str) -> None:
    changes = dreamt(line, memories=[memory(before)])

    assert [(change.memory, change.text) for change in changes] == [("m1", after)]
    assert verified(after, line, current=memory(before)).stands


@pytest.mark.parametrize(
    "line",
    [
        "이혼 얘기는 없던 걸로 해 줘",
        "내 주소 지워 줘",
        "please forget about my divorce",
        "Don't remember my bee allergy",
    ],
)
def test_a_request_to_forget_leaves_no_memory_of_its_own(line: str) -> None:
    assert dreamt(line) == ()


def test_a_request_to_remember_is_no_part_of_what_is_learned() -> None:
    (change,) = dreamt("Remember that I live in Leeds")

    assert change.text == "The user lives in Leeds."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("치과는 안 가기로 했어", "치과"),
        ("예약 취소했어", "치과"),
        ("11월 3일 건은 취소됐어", "치과"),
    ],
)
def test_what_is_off_is_told_by_its_name(line: str, told: str) -> None:
    trip = plan("2026-10-20에 대구로 출장을 간다", date(2026, 10, 20))
    dentist = plan("2026-11-03에 치과 예약이 있다", date(2026, 11, 3))

    (change,) = dreamt(line, memories=[trip, dentist])

    assert (change.memory, change.kind, change.from_on) == ("m2", "fact", None)
    assert told in change.text
    assert "취소" in change.text


def test_a_plan_that_changes_without_another_day_keeps_its_own() -> None:
    trip = plan("2026-10-20에 부산 여행을 간다", date(2026, 10, 20))

    (change,) = dreamt("부산 여행은 제주로 바꿨어요", memories=[trip])

    assert (change.kind, change.from_on) == ("plan", "2026-10-20")


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("첫 차를 알아보는데 예산은 1,200만 원이다", ["첫 차를 알아본다", "예산은 1,200만 원이다"]),
        ("서울에 사는데 회사는 분당이에요", ["서울에 산다", "회사는 분당이다"]),
        ("토끼를 키우는데 이름은 보리예요", ["토끼를 키우는데 이름은 보리다"]),
    ],
)
def test_two_claims_in_one_sentence_are_two_memories(line: str, texts: list[str]) -> None:
    assert [change.text for change in dreamt(line)] == texts


@pytest.mark.parametrize(
    ("line", "from_on", "to_on"),
    [
        ("다음 달 둘째 주에 건강검진 받기로 했어요", "2026-11-09", "2026-11-15"),
        ("다음 주 월화에 워크숍 가요", "2026-10-12", "2026-10-13"),
        ("24, 25일에 보강 수업 가요", "2026-10-24", "2026-10-25"),
        ("11월 3일부터 2박 3일로 강릉 가요", "2026-11-03", "2026-11-05"),
        ("사흘 뒤가 자격증 시험이에요", "2026-10-08", "2026-10-08"),
        ("오늘 새벽에 경기 보려고요", "2026-10-06", "2026-10-06"),
        ("I've got a recital on Saturday", "2026-10-10", "2026-10-10"),
        ("I booked a table for Saturday", "2026-10-10", "2026-10-10"),
        ("I'm flying out a week from Friday", "2026-10-16", "2026-10-16"),
    ],
)
def test_plans_carry_the_days_people_really_say(line: str, from_on: str, to_on: str) -> None:
    (change,) = dreamt(line)

    assert (change.kind, change.from_on, change.to_on) == ("plan", from_on, to_on)


def test_before_six_this_early_morning_is_today() -> None:
    line = said("오늘 새벽에 경기 보려고요", at=NOON - timedelta(hours=10))

    (change,) = dreamt(line)

    assert change.from_on == "2026-10-05"


@pytest.mark.parametrize(
    ("asked", "answer", "text"),
    [
        ("고양이 키우시죠?", "응 두 마리", "고양이를 두 마리 키운다"),
        ("동생이 있으세요?", "네, 세 명이요", "동생이 세 명 있다"),
        ("그렇군요. 커피를 마시죠?", "네, 하루에 두 번이요", "커피를 하루에 두 번 마신다"),
        ("고양이 키우시죠?", "응 두 마리 키워", "고양이를 두 마리 키운다"),
        ("Do you have any cats?", "yes, two", "The user has two cats."),
    ],
)
def test_a_yes_that_adds_something_is_joined_with_the_question(
    asked: str, answer: str, text: str
) -> None:
    (change,) = dreamt(crew_line(asked), answer)

    assert change.text == text
    assert change.cites == ("e2", "e1")
    assert set(change.quotes) == {"e2"}


@pytest.mark.parametrize("answer", ["응", "아니 두 마리였는데 이제 없어", "오늘 날씨 좋네", "글쎄"])
def test_what_the_crew_only_supposed_is_no_claim(answer: str) -> None:
    assert all(
        "고양이" not in change.text for change in dreamt(crew_line("고양이 키우시죠?"), answer)
    )


def test_a_late_answer_is_not_joined_with_an_old_question() -> None:
    answer = said("응 두 마리", at=NOON + timedelta(hours=2))

    assert all("고양이" not in each.text for each in dreamt(crew_line("고양이 키우시죠?"), answer))


def test_the_verifier_takes_the_question_only_beside_a_yes_with_words_of_its_own() -> None:
    asked = crew_line("고양이 키우시죠?")

    assert verified("고양이를 두 마리 키운다", "응 두 마리", asked).stands
    assert not verified("고양이를 키운다", "오늘 날씨 좋네", asked).stands
    assert not verified("고양이를 키운다", "응", asked).stands

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.dream import Change, Ground, ProposedChange
from nightcrew.domain.memory import FormerValue, Kind, Memory, State, Status
from nightcrew.domain.memory_changes import (
    after,
    next_value,
    passed_text,
    review_date,
    without_passed_note,
)
from tests.unit.dream_ground import CREW, USER, create, ground, remembered, remove, screened, update

SAID_ON = date(2026, 9, 2)
TODAY = date(2026, 9, 3)


def passed(on: Ground, proposed: ProposedChange) -> Change:
    change = screened(on, proposed)[0].change
    assert change is not None
    return change


def applied(change: Change, memory: Memory | None, said_on: date = SAID_ON) -> Memory:
    new = remembered("new", "").id
    return after(change, memory, new_id=new, user=USER, crew=CREW, said_on=said_on, today=TODAY)


def test_a_created_memory_carries_its_lines_and_its_days() -> None:
    on = ground("다음 주 금요일에 치과 가")
    change = passed(
        on,
        create("2026-09-11에 치과에 간다", kind="plan", from_on="2026-09-11", to_on="2026-09-11"),
    )

    memory = applied(change, None)

    assert memory.cites == (on.evidence["e1"].id,)
    assert (memory.said_on, memory.learned_on, memory.via) == (SAID_ON, TODAY, CREW)
    assert memory.state(TODAY) is State.PLANNED
    assert memory.state(date(2026, 9, 12)) is State.PASSED


def test_an_update_keeps_the_former_value_with_its_days() -> None:
    on = ground("이제 녹차만 마셔", memories=(remembered("a", "커피를 마신다"),))

    memory = applied(passed(on, update("m1", "녹차를 마신다")), on.memories["m1"])

    assert memory.text == "녹차를 마신다"
    assert memory.version == 2
    assert memory.previous == (
        FormerValue(text="커피를 마신다", since=date(2026, 8, 1), until=SAID_ON),
    )


def test_at_most_three_former_values_stay_in_the_line() -> None:
    memory = remembered("a", "0번 자리에 앉는다")
    for number in range(1, 6):
        on = ground(f"이제 {number}번 자리에 앉아", memories=(memory,))
        memory = applied(passed(on, update("m1", f"{number}번 자리에 앉는다")), memory)

    assert [former.text for former in memory.previous] == [
        "4번 자리에 앉는다",
        "3번 자리에 앉는다",
        "2번 자리에 앉는다",
    ]


def test_words_said_earlier_but_heard_later_go_into_the_history() -> None:
    current = remembered("a", "회사 B에 다닌다", said_on=date(2026, 2, 1))
    on = ground("회사 A에 다녀", memories=(current,))

    memory = applied(passed(on, update("m1", "회사 A에 다닌다")), current, date(2024, 5, 1))

    assert memory.text == "회사 B에 다닌다"
    assert memory.previous[0] == FormerValue(
        text="회사 A에 다닌다", since=date(2024, 5, 1), until=date(2026, 2, 1)
    )


def test_a_removed_memory_is_switched_off_and_kept() -> None:
    on = ground("이제 커피 안 마셔", memories=(remembered("a", "커피를 마신다"),))

    memory = applied(passed(on, remove("m1")), on.memories["m1"])

    assert memory.status is Status.OFF
    assert memory.text == "커피를 마신다"


def test_an_explicit_memory_comes_back_as_it_was() -> None:
    explicit = remembered("a", "커피를 마신다", explicit=True)
    on = ground("이제 녹차만 마셔", memories=(remembered("a", "커피를 마신다"),))

    assert applied(passed(on, update("m1", "녹차를 마신다")), explicit) == explicit


@pytest.mark.parametrize(
    ("kind", "text", "line", "review_on"),
    [
        (Kind.PLAN, "제주에 가려고 한다", "제주에 가려고 해", date(2026, 12, 1)),
        (Kind.PLAN, "제주에 가려고 한다", "다음 달에 제주에 가려고 해", date(2026, 10, 31)),
        (Kind.FACT, "깁스를 하고 있다", "다음 주까지만 깁스해", date(2026, 9, 13)),
        (Kind.FACT, "다이어트를 하고 있다", "요즘 2주 동안 다이어트 중이야", date(2026, 9, 16)),
        (Kind.FACT, "야근이 많다", "요즘 야근이 많아", date(2026, 12, 1)),
        (Kind.FACT, "고양이가 있다", "고양이가 있어", None),
        (Kind.STYLE, "짧게 말하는 것을 원한다", "당분간 짧게 말해 줘", None),
        (Kind.FACT, "Working nights", "I work nights for now", date(2026, 12, 1)),
    ],
)
def test_plans_and_passing_states_get_a_day_after_which_they_may_be_over(
    kind: Kind, text: str, line: str, review_on: date | None
) -> None:
    assert review_date(kind, text, [line], SAID_ON) == review_on


def test_a_memory_with_an_end_needs_no_review_day() -> None:
    assert review_date(Kind.PLAN, "제주에 간다", ["제주 가"], SAID_ON, dated=True) is None


def test_the_newest_cited_line_dates_a_memory_in_the_zone_where_it_was_said() -> None:
    on = ground("요즘 야근이 많아")

    memory = next_value(
        passed(on, create("야근이 많다")), on, new_id=remembered("n", "").id, user=USER
    )

    assert memory.said_on == SAID_ON
    assert memory.state(date(2026, 12, 2)) is State.MAY_BE_OVER


def test_a_passed_plan_says_so_and_claims_no_outcome() -> None:
    plan = remembered("a", "2026-06-28에 대회에 나간다", kind=Kind.PLAN)

    assert passed_text(plan, "ko-KR") == (
        "2026-06-28에 대회에 나간다 — 날짜가 지났고, 실제로 했는지는 알 수 없다"
    )
    assert passed_text(remembered("b", "Runs a race"), "en-US").endswith("not known")
    assert without_passed_note(passed_text(plan, "ko-KR")) == plan.text

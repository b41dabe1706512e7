"""Merges stand whole or not at all, updates lose nothing, and rows are shown whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from nightcrew.domain.dream import Ground, ProposedChange, Screened, Verdict
from nightcrew.domain.gates_together import MOST_CHANGES, MOST_REMOVALS, most_removals
from nightcrew.domain.lines import show_memories
from nightcrew.domain.memory import EXPLICIT_TEXT_LIMIT, TEXT_LIMIT
from nightcrew.domain.merge_groups import whole_or_none
from nightcrew.domain.reason import Reason
from nightcrew.domain.screen import change_digest
from nightcrew.domain.verdicts import judge
from tests.unit.dream_ground import (
    SAID_AT,
    SAID_ON,
    create,
    ground,
    remembered,
    remove,
    said,
    screened,
    update,
)

OLD = said(1, "A팀 담당자는 김서연이에요", said_at=SAID_AT - timedelta(days=32))
NEW = said(2, "A팀 담당자는 박지훈이에요. 이번 주부터 바뀌었어요")
NIGHT = ground(
    OLD,
    NEW,
    memories=(
        remembered("a", "A팀 담당자는 김서연이다", cites=(OLD.id,)),
        remembered("b", "A팀 담당자는 박지훈이다", cites=(NEW.id,), said_on=SAID_ON),
        remembered("c", "A팀의 담당자 이름은 박지훈이다", cites=(NEW.id,), said_on=SAID_ON),
        remembered("d", "첼로를 연주한다"),
    ),
    nightly=True,
)
# The older row takes the newest value, the newer ones go.
HEIR = update("m1", "A팀 담당자는 박지훈이다", "e2")
GOING = (remove("m2", "e2"), remove("m3", "e2"))
NO_WORDS = update("m1", "A팀 담당자는 박지훈이다", "e9")


def reasons(seen: tuple[Screened, ...]) -> list[Reason | None]:
    return [each.reason for each in seen]


def test_a_merge_is_one_update_and_the_removals_of_the_rows_it_takes_over() -> None:
    seen = screened(NIGHT, HEIR, *GOING)

    assert reasons(seen) == [None, None, None]
    assert [each.merged_into for each in seen] == [None, 1, 1]


def test_a_removal_may_stand_before_the_update_it_goes_into() -> None:
    seen = screened(NIGHT, GOING[0], HEIR)

    assert reasons(seen) == [None, None]
    assert [each.merged_into for each in seen] == [2, None]


def test_no_row_goes_when_the_update_that_takes_it_over_is_refused() -> None:
    seen = screened(NIGHT, NO_WORDS, *GOING)

    assert reasons(seen) == [
        Reason.UNKNOWN_EVIDENCE,
        Reason.GROUP_REFUSED,
        Reason.GROUP_REFUSED,
    ]
    assert [each.change for each in seen] == [None, None, None]


def test_nothing_is_merged_when_one_of_the_removals_is_refused() -> None:
    kept = replace(NIGHT.memories["m3"], explicit=True)
    on = replace(NIGHT, memories={**NIGHT.memories, "m3": kept})

    assert reasons(screened(on, HEIR, *GOING)) == [
        Reason.GROUP_REFUSED,
        Reason.GROUP_REFUSED,
        Reason.EXPLICIT_MEMORY,
    ]


def test_a_change_beside_a_refused_merge_stands_alone() -> None:
    on = ground(OLD, NEW, "라면을 좋아해", memories=tuple(NIGHT.memories.values()), nightly=True)

    seen = screened(on, NO_WORDS, GOING[0], create("라면을 좋아한다", "e3"))

    assert reasons(seen) == [Reason.UNKNOWN_EVIDENCE, Reason.GROUP_REFUSED, None]


def test_a_removal_the_user_called_for_stands_without_any_update() -> None:
    on = ground(
        "이제 커피 끊었어. 녹차를 마셔",
        memories=(remembered("a", "커피를 매일 마신다"), remembered("b", "차를 마신다")),
    )

    seen = screened(on, update("m2", "커피를 끊고 차를 마신다", "e9"), remove("m1"))

    assert reasons(seen) == [Reason.UNKNOWN_EVIDENCE, None]
    assert seen[1].merged_into is None


@pytest.mark.parametrize(
    "heir",
    [
        update("m4", "첼로를 자주 연주한다", "e2"),
        update("m1", "A팀 담당자는 박지훈이다", "e2", kind="style"),
        update("m1", "A팀 담당자는 박지훈이다", "e1"),
        create("A팀 담당자는 박지훈이다", "e2"),
    ],
    ids=["of another matter", "of another kind", "in older words", "not an update"],
)
def test_a_row_does_not_go_for_an_update_that_does_not_take_it_over(heir: ProposedChange) -> None:
    lonely = replace(NIGHT, memories={k: v for k, v in NIGHT.memories.items() if k != "m3"})

    removal = screened(lonely, heir, GOING[0])[1]

    assert removal.merged_into is None
    assert removal.reason is Reason.NO_CITATION


def test_two_rows_that_say_the_same_do_not_both_go_for_each_other() -> None:
    seen = screened(NIGHT, *GOING)

    assert reasons(seen) == [Reason.NO_CITATION] * 2
    assert screened(NIGHT, GOING[0])[0].reason is None


def test_a_row_does_not_go_because_the_same_is_held_of_somebody_else() -> None:
    line = said(1, "라면을 좋아해")
    friend = remembered(
        "b", "민지는 라면을 좋아한다", subject="user's friend 민지", said_on=SAID_ON
    )
    on = ground(
        line, memories=(remembered("a", "라면을 좋아한다", cites=(line.id,)), friend), nightly=True
    )

    assert screened(on, remove("m1"))[0].reason is Reason.NO_CITATION


def test_the_removals_of_a_merge_count_for_the_caps() -> None:
    rows = tuple(
        remembered(f"row {n}", f"A팀 담당자 박지훈 {n}번", cites=(NEW.id,), said_on=SAID_ON)
        for n in range(6)
    )
    first = remembered("a", "A팀 담당자는 김서연이다", cites=(OLD.id,))
    on = ground(OLD, NEW, memories=(first, *rows), nightly=True)
    going = [remove(f"m{n}", "e2") for n in range(2, 8)]

    seen = screened(on, update("m1", "A팀 담당자는 박지훈이다", "e2"), *going)

    assert reasons(seen) == [Reason.GROUP_REFUSED, *[Reason.TOO_MANY_REMOVALS] * 6]


@pytest.mark.parametrize(
    ("active", "most"), [(0, 5), (25, 5), (26, 5), (30, 5), (24, 5), (2000, 5)]
)
def test_at_most_five_memories_go_and_a_fifth_of_many(active: int, most: int) -> None:
    assert most_removals(active) == min(most, MOST_REMOVALS)
    assert active <= 25 or most_removals(active) <= active * 0.2


def test_a_twenty_first_change_refuses_the_whole_answer() -> None:
    on = ground(*(f"{n}번 화분을 샀어" for n in range(30)))
    twenty = [create(f"{n}번 화분을 샀다", f"e{n + 1}") for n in range(MOST_CHANGES)]
    one_more = create(f"{MOST_CHANGES}번 화분을 샀다", f"e{MOST_CHANGES + 1}")

    assert reasons(screened(on, *twenty)) == [None] * MOST_CHANGES
    assert set(reasons(screened(on, *twenty, one_more))) == {Reason.TOO_MANY_CHANGES}


@pytest.mark.parametrize(
    ("held", "line", "text"),
    [
        ("부산으로 이사할 예정이다", "부산 이사 취소했어", "부산 이사를 취소했다"),
        ("결혼했고 서울에 산다", "나 이혼했어", "이혼했고 서울에 산다"),
        ("서울에 살며 혼자 지낸다", "이제 혼자 안 지내. 결혼했어", "서울에 살며 결혼했다"),
        ("Works at a bank, has two cats", "I quit the bank", "Quit the bank, has two cats"),
        ("미혼이다", "나 결혼했어", "결혼했다"),
    ],
)
def test_an_update_may_change_what_the_user_speaks_of(held: str, line: str, text: str) -> None:
    on = ground(line, memories=(remembered("a", held),))

    (seen,) = screened(on, update("m1", text))

    assert (seen.reason, seen.detail) == (None, "")


@pytest.mark.parametrize(
    ("held", "line", "text"),
    [
        ("땅콩 알레르기가 있고 고양이를 키운다", "고양이 키워", "고양이를 키운다"),
        ("서울에 산다. 매주 수영을 한다", "서울 살아", "서울에 산다"),
        ("Is allergic to peanuts, has two cats", "I have two cats", "Has two cats"),
    ],
)
def test_no_update_shortens_a_row_by_a_claim_nobody_spoke_of(
    held: str, line: str, text: str
) -> None:
    on = ground(line, memories=(remembered("a", held),))

    (seen,) = screened(on, update("m1", text))

    assert seen.reason is Reason.CLAIM_DROPPED


@pytest.mark.parametrize(("size", "explicit"), [(TEXT_LIMIT, False), (EXPLICIT_TEXT_LIMIT, True)])
def test_a_dream_sees_every_row_whole(size: int, explicit: bool) -> None:
    text = ("기억 " * size)[: size - 1] + "끝"

    (shown,) = show_memories(
        [remembered("a", text, explicit=explicit)], date(2026, 9, 2), "ko-KR", {}
    )

    assert text in shown.line


def standing(on: Ground, *changes: ProposedChange) -> tuple[Screened, ...]:
    seen = screened(on, *changes)
    assert all(each.reason is None for each in seen)
    return seen


def judged(seen: tuple[Screened, ...], *verdicts: Verdict) -> list[Reason | None]:
    before = [change_digest(each.change) for each in seen if each.change]
    return reasons(judge(seen, seen, verdicts, before))


def word(handle: str, *, stands: bool = True) -> Verdict:
    return Verdict(change=handle, stands=stands)


@pytest.mark.parametrize("doubted", ["c1", "c2", "c3"])
def test_a_merge_falls_whole_when_the_verifier_refutes_one_of_it(doubted: str) -> None:
    seen = standing(NIGHT, HEIR, *GOING)
    words = [word(handle, stands=handle != doubted) for handle in ("c1", "c2", "c3")]

    after = judged(seen, *words)

    assert after.count(Reason.UNVERIFIED) == 1
    assert after.count(Reason.GROUP_REFUSED) == 2


def test_a_change_without_a_verdict_does_not_stand() -> None:
    seen = standing(ground("라면 좋아해", "커피 마셔"), create("라면을 좋아한다"),
                    create("커피를 마신다", "e2"))  # fmt: skip

    assert judged(seen, word("c2")) == [Reason.UNVERIFIED, None]
    assert judged(seen) == [Reason.UNVERIFIED] * 2


@pytest.mark.parametrize("handle", ["c3", "c0", "1", "", "m1", "c1 c2"])
def test_a_verdict_on_an_unknown_handle_lets_nothing_pass(handle: str) -> None:
    seen = standing(ground("라면 좋아해"), create("라면을 좋아한다"))

    assert judged(seen, word(handle)) == [Reason.UNVERIFIED]


@pytest.mark.parametrize("handle", ["c1", "[c1]", " C1 "])
def test_a_handle_may_be_written_with_its_brackets(handle: str) -> None:
    seen = standing(ground("라면 좋아해"), create("라면을 좋아한다"))

    assert judged(seen, word(handle)) == [None]


@pytest.mark.parametrize("order", [(True, False), (False, True), (True, False, True)])
def test_of_two_verdicts_that_differ_the_no_counts(order: tuple[bool, ...]) -> None:
    seen = standing(ground("라면 좋아해"), create("라면을 좋아한다"))

    assert judged(seen, *(word("c1", stands=each) for each in order)) == [Reason.UNVERIFIED]


def test_a_change_that_differs_from_what_was_verified_is_refused_with_its_group() -> None:
    seen = standing(NIGHT, HEIR, *GOING)
    before = [change_digest(each.change) for each in seen if each.change]
    assert seen[0].change
    switched = replace(seen[0], change=replace(seen[0].change, text="A팀 담당자는 없다"))
    now = (switched, *seen[1:])

    after = judge(now, now, [word("c1"), word("c2"), word("c3")], before)

    assert reasons(after) == [Reason.CHANGED_AFTER_VERIFY, *[Reason.GROUP_REFUSED] * 2]


def test_what_was_refused_already_keeps_its_own_reason() -> None:
    seen = screened(NIGHT, NO_WORDS, *GOING)

    assert whole_or_none(seen) == seen

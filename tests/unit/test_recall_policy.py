"""Which of the weighed lines are shown: seats of the kinds, the floor, the margin, the budget."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.recall import Relevance
from nightcrew.domain.recall_policy import POLICY, Weighed, seated
from nightcrew.usecases.recall_past.recalled import Showing
from tests.builders import memory, said


def near(outlier: float) -> Relevance:
    return Relevance(outlier=outlier, coverage=0.0)


def many(kind: Kind, count: int, outlier: float) -> list[tuple[Memory, Relevance]]:
    return [
        (memory(f"{kind} {number}", kind=kind), near(outlier - number / 100))
        for number in range(count)
    ]


def showing(total: int, tokens: int = POLICY.tokens, locale: str = "ko") -> Showing:
    return Showing(
        day=date(2026, 10, 5),
        locale=locale,
        crew_names={"travel-mina": "미나"},
        total=total,
        tokens=tokens,
    )


def test_a_kind_keeps_its_seats_however_near_the_others_are() -> None:
    weighed = [*many(Kind.FACT, 200, 9.0), *many(Kind.PLAN, 20, 5.0), *many(Kind.STYLE, 9, 1.0)]

    kinds = [each.kind for each, _ in seated(weighed)]

    assert len(kinds) == 30
    assert (kinds.count(Kind.PLAN), kinds.count(Kind.STYLE)) == (6, 3)


def test_seats_that_a_kind_does_not_need_go_to_the_nearest() -> None:
    weighed = [*many(Kind.FACT, 50, 9.0), *many(Kind.PLAN, 2, 5.0)]

    chosen = seated(weighed)

    assert [relevance.score for _, relevance in chosen] == sorted(
        (relevance.score for _, relevance in chosen), reverse=True
    )
    assert [each.kind for each, _ in chosen].count(Kind.FACT) == 28


def test_where_only_answers_are_shown_what_is_far_behind_the_nearest_is_left_out() -> None:
    best, behind = (memory("가깝다"), near(10.0)), (memory("멀다"), near(4.9))

    chosen = Weighed(memories=(best, behind)).chosen("hybrid")

    assert chosen.memories == (best,)


def test_where_only_answers_are_shown_a_line_is_not_told_again_beside_its_memory() -> None:
    line: tuple[Evidence, Relevance] = (said("라면을 좋아해"), near(9.0))
    other: tuple[Evidence, Relevance] = (said("라면집이 생겼어"), near(9.0))
    held = (memory("라면을 좋아한다", cites=(line[0].id, uuid4())), near(10.0))

    chosen = Weighed(memories=(held,), raw=(line, other)).chosen("hybrid")

    assert chosen.raw == (other,)


def test_what_does_not_fit_the_budget_is_told_in_the_users_language() -> None:
    weighed = Weighed(
        memories=tuple((memory("가" * 400), near(9.0 - n)) for n in range(5)),
        raw=tuple((said("나" * 400), near(5.0)) for _ in range(3)),
    )

    korean, text = showing(8, tokens=2_500)(weighed)
    _, english = showing(8, tokens=2_500, locale="en-GB")(weighed)
    whole, everything = showing(8)(weighed)

    assert {line.source for line in korean} == {"memory"}
    assert [line.score for line in korean] == [9.0, 8.0, 7.0]
    assert text.splitlines()[-1] == "8개 중 3개 표시"
    assert english.splitlines()[-1] == "3 of 8 shown"
    assert len(whole) == 8
    assert "표시" not in everything


def test_style_is_never_left_out_for_want_of_room() -> None:
    style = (memory("짧게 답한다", kind=Kind.STYLE), near(-1.0))
    weighed = Weighed(memories=(style, *((memory("가" * 400), near(9.0)) for _ in range(9))))

    lines, _ = showing(10, tokens=1_000)(weighed)

    assert style[0].id in {line.id for line in lines}
    assert len(lines) == 2

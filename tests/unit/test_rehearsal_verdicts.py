"""What the rehearsal's verifier lets stand, and what it refuses of its own accord."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from nightcrew.domain.dream import Action
from nightcrew.domain.memory import Kind, Tombstone
from tests.builders import memory
from tests.unit.rehearsal_builders import crew_line, day, verified


def test_a_claim_in_the_users_own_words_stands() -> None:
    assert verified("갑각류를 못 먹는다", "저는 갑각류를 못 먹어요").stands


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("제주도에 집을 살 예정이다", "로또 되면 제주도에 집 살 거야"),
        ("카페를 차릴 예정이다", "만약 회사 그만두면 카페나 차려볼까"),
        ("외계인이다", "나 사실 외계인임 ㅋㅋㅋ"),
        ("The user is Batman.", "I'm secretly Batman lol"),
        ("The user has a boat.", "If I won the lottery I'd have a boat"),
        ("서울로 이사한다", "서울로 이사하면 어디가 좋을까?"),
    ],
)
def test_what_was_supposed_joked_or_asked_is_refused(text: str, line: str) -> None:
    assert not verified(text, line).stands


def test_a_denial_turned_round_is_refused() -> None:
    assert not verified("갑각류를 먹는다", "저는 갑각류를 못 먹어요").stands


def test_what_was_told_of_someone_else_is_no_fact_about_the_user() -> None:
    assert not verified("복숭아 알레르기가 있다", "우리 언니는 복숭아 알레르기가 있어요").stands


def test_a_figure_nobody_said_is_refused() -> None:
    assert not verified("예산은 2,500만원이다", "예산은 2,000만원이에요").stands


def test_a_day_nobody_meant_is_refused() -> None:
    kept = {"kind": Kind.PLAN, "from_on": day("2026-10-17"), "to_on": day("2026-10-17")}

    assert not verified("치과에 간다", "다음 주 금요일에 치과에 가요", **kept).stands


def test_the_day_that_was_meant_stands() -> None:
    kept = {"kind": Kind.PLAN, "from_on": day("2026-10-16"), "to_on": day("2026-10-16")}

    assert verified("2026-10-16에 치과에 간다", "다음 주 금요일에 치과에 가요", **kept).stands


def test_more_than_was_said_is_refused() -> None:
    assert not verified("간호사이고 부산에서 고양이를 키운다", "저는 간호사예요").stands


def test_the_crews_line_with_a_bare_yes_supports_nothing() -> None:
    assert not verified("고양이를 키운다", crew_line("고양이 키우시죠?"), "네").stands


def test_a_removal_needs_words_about_the_thing() -> None:
    tea = memory("녹차를 마신다")

    gone = verified("녹차를 마신다", "고양이 밥 줬어요", current=tea, action=Action.REMOVE)

    assert not gone.stands


def test_a_forgotten_subject_is_not_learnt_again() -> None:
    buried = Tombstone(
        id=uuid4(),
        memory_id=None,
        crew="travel-mina",
        kind=Kind.FACT,
        subject="라면",
        claim_hashes=frozenset(),
        wording_hash="",
        created_at=datetime(2026, 9, 1, tzinfo=UTC),
    )

    assert not verified("라면을 좋아한다", "나 라면 진짜 좋아해", tombstones=[buried]).stands


def test_every_verdict_gives_its_reason_in_the_language_of_the_claim() -> None:
    korean = verified("외계인이다", "나 사실 외계인임 ㅋㅋㅋ")
    english = verified("The user is Batman.", "I'm secretly Batman lol")

    assert korean.why == "농담으로 한 말이다"
    assert english.why == "it was said as a joke"


def test_days_of_the_memory_itself_may_stay() -> None:
    trip = memory(
        "2026-10-20에 제주에 간다",
        kind=Kind.PLAN,
        from_on=date(2026, 10, 20),
        to_on=date(2026, 10, 20),
    )
    kept = {"kind": Kind.PLAN, "from_on": trip.from_on, "to_on": trip.to_on, "current": trip}

    assert verified("제주에 배로 간다", "제주에는 배로 가기로 했어", **kept).stands

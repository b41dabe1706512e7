"""What the rehearsal watches for a user: what to look up, and until when, in their own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nightcrew.adapters.rehearsal.watching import watch_asked
from tests.unit.rehearsal_builders import judged

TUESDAY = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "until", "query"),
    [
        ("이번 달 안에 제주 항공권 10만원 밑으로 떨어지면 알려줘", "2026-12-31", "제주 항공권"),
        ("이번 달에 오사카 항공권 20만원 아래로 나오면 알려줘", "2026-12-31", "오사카 항공권"),
        ("이번 주 안에 KTX 취소표 나오면 알려줘", "2026-12-06", "KTX 취소표"),
        ("이번 주말까지 제주 항공권 9만9천원 이하 나오는지 봐줘", "2026-12-06", "제주 항공권"),
        ("다음 주 금요일까지 방콕 특가 나오는지 지켜봐 줘", "2026-12-11", "방콕 특가"),
        ("제주 렌터카 싸지는지 봐줘, 일요일까지", "2026-12-06", "제주 렌터카"),
        ("비행기표 싸지면 알려줘", None, "비행기표"),
        ("비행기표 싸지면 알려줘, 금요일까지", "2026-12-04", "비행기표"),
        ("이번 달 말까지 호텔값 내리면 알려줘", "2026-12-31", "호텔값"),
        (
            "Tell me once Da Nang flights are cheaper than $250 this month",
            "2026-12-31",
            "Da Nang flights",
        ),
        (
            "Let me know if Tokyo flights go under 200 dollars within this week",
            "2026-12-06",
            "Tokyo flights",
        ),
        ("keep an eye on Bangkok flight deals until Dec 20", "2026-12-20", "Bangkok flight deals"),
        ("Keep an eye on Osaka fares until the end of the month", "2026-12-31", "Osaka fares"),
        ("Please keep an eye on fares to Jeju under $80 by Friday", "2026-12-04", "fares to Jeju"),
        ("Let me know when flights to Jeju get cheaper", None, "flights to Jeju"),
    ],
)
def test_what_is_asked_for_is_watched_until_the_day_that_was_named(
    said: str, until: str | None, query: str
) -> None:
    made = watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",))

    assert judged(said).follow_up.use
    assert made is not None
    assert made.watch is not None
    assert (made.until, made.watch["query"]) == (until, query)


@pytest.mark.parametrize(
    "said",
    [
        "이 사진 좀 봐줘",
        "친구가 오는지 봐줘",
        "이번 주말에 제주 갈 건데 뭐 볼까?",
        "keep an eye on my suitcase",
        "Keep an eye on the time for me",
        "Is it cheaper to fly or to take the KTX?",
    ],
)
def test_what_is_no_matter_of_the_outer_world_is_not_watched(said: str) -> None:
    assert watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",)) is None


@pytest.mark.parametrize(
    "said",
    [
        "다음 달 제주 항공권 10만원 밑으로 떨어지면 알려줘",
        "이번 주말 제주 호텔 8만원 밑으로 나오면 알려줘",
        "Tell me when flights this weekend drop below $80",
    ],
)
def test_days_on_which_somebody_travels_are_no_end_of_a_watch(said: str) -> None:
    made = watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",))

    assert made is not None
    assert made.until is None

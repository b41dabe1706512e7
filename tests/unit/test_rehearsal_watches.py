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
        ("여권 수수료 바뀌면 알려 주세요", None, "여권 수수료"),
        ("일본 여행 경보 해제되면 알려줘", None, "일본 여행 경보"),
        ("서울 미세먼지 나쁨이면 알려줘", None, "서울 미세먼지"),
        ("코스피 3천 깨지면 알려줘", None, "코스피"),
        ("기온이 영하로 내려가면 알려줘", None, "기온"),
        ("기온이 영하 5도 아래로 떨어지면 알려줘", None, "기온"),
        ("환율이 1,350원에서 1,400원 사이가 되면 알려줘", None, "환율"),
        ("사료 3만원 이하로 세일하면 알려줘, 일주일 동안만", "2026-12-07", "사료"),
        ("Tell me if gas gets under $3 for the next three days", "2026-12-03", "gas"),
        ("Let me know if the visa rules for Vietnam change", None, "visa rules for Vietnam"),
        ("Notify me when gas is at most $3.20", None, "gas"),
        ("Can you tell me once the museum reopens?", None, "museum"),
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
    ("said", "condition"),
    [
        ("제주 항공권 10만원 밑이면 알려줘, 금요일까지. 없으면 없다고도 말해 줘", "10만원 밑이면"),
        ("Tell me if fares to Jeju drop below $80, and let me know either way", "drop below $80"),
    ],
)
def test_who_wants_to_hear_of_nothing_too_is_told_so(said: str, condition: str) -> None:
    made = watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",))

    assert made is not None
    assert made.watch is not None
    assert (made.when_nothing, made.watch["condition"]) == ("send", condition)


@pytest.mark.parametrize("said", ["마음이 바뀌면 알려줘", "Let me know if you change your mind"])
def test_a_mind_that_changes_is_nothing_to_look_up(said: str) -> None:
    assert watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",)) is None


def test_how_long_somebody_stays_is_no_end_of_a_watch() -> None:
    said = "강릉에서 일주일 동안 묵을 호텔 10만원 밑이면 알려줘"

    made = watch_asked(said, TUESDAY, "Asia/Seoul", ("e1",))

    assert made is not None
    assert made.until is None


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

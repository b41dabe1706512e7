"""Which conditions code can decide, and on which numbers of a page."""

from __future__ import annotations

from decimal import Decimal

import pytest

from nightcrew.domain.price.asked import item_of
from nightcrew.domain.questions import FoundBlock
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import WatchSpec
from nightcrew.domain.tool import Source
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.watch import Looked, NewsKind, news_of
from nightcrew.domain.watch_condition import Limit, Side, limit_of, news_in
from tests.unit.rehearsal_builders import composed, planned

BELOW, ABOVE = Side.BELOW, Side.ABOVE
FARE = WatchSpec(tool=Tool.SEARCH, query="제주 항공권", condition="10만원 밑", every_minutes=60)


@pytest.mark.parametrize(
    ("condition", "side", "included", "value", "measure"),
    [
        ("10만원 밑이면", BELOW, False, "100000", "KRW"),
        ("100,000원 미만", BELOW, False, "100000", "KRW"),
        ("10만 원 이하", BELOW, True, "100000", "KRW"),
        ("10만원 안 넘으면", BELOW, True, "100000", "KRW"),
        ("10만원보다 싸지면", BELOW, False, "100000", "KRW"),
        ("10만원까지 떨어지면", BELOW, True, "100000", "KRW"),
        ("10만원도 안 되면", BELOW, False, "100000", "KRW"),
        ("환율이 1,300원 아래로", BELOW, False, "1300", "KRW"),
        ("1400원 돌파하면", ABOVE, True, "1400", "KRW"),
        ("1400원 넘으면", ABOVE, False, "1400", "KRW"),
        ("30도 이상", ABOVE, True, "30", "°C"),
        ("금리 3% 아래", BELOW, False, "3", "%"),
        ("drop below $100", BELOW, False, "100", "USD"),
        ("under 90 dollars", BELOW, False, "90", "USD"),
        ("drops to €80", BELOW, True, "80", "EUR"),
        ("$90 or less", BELOW, True, "90", "USD"),
        ("no more than 90 USD", BELOW, True, "90", "USD"),
        ("price < 100000", BELOW, False, "100000", ""),
        ("price >= 5", ABOVE, True, "5", ""),
        ("more than 5%", ABOVE, False, "5", "%"),
    ],
)
def test_a_number_with_its_side_is_a_limit(
    condition: str, side: Side, *, included: bool, value: str, measure: str
) -> None:
    assert limit_of(condition) == Limit(
        side=side, included=included, value=Decimal(value), measure=measure
    )


@pytest.mark.parametrize(
    "condition",
    ["취소표가 나오면", "5만원에서 10만원 사이", "10만원대로 내려가면", "5만원 이상 떨어지면",
     "비가 오면", "3박 4일 상품이 나오면", "when tickets go on sale"],
)  # fmt: skip
def test_a_condition_that_must_be_read_is_no_limit(condition: str) -> None:
    assert limit_of(condition) is None


@pytest.mark.parametrize(
    ("text", "news"),
    [
        ("편도 89,000원부터", [89_000]),
        ("9만 8천원", [98_000]),
        ("KRW 95,000", [95_000]),
        ("99,000원~150,000원", [99_000]),
        ("8만5천원, 7만원", [70_000, 85_000]),
        ("10만원", []),
        ("왕복 13만원", []),
        ("5만원 할인 쿠폰", []),
        ("수수료 5,000원", []),
        ("적립금 5,000원, 132,000원", []),
        ("배송비 3,000원, 총 132,000원", []),
        ("월 9,900원, 총 132,000원", []),
        ("9,900원 x 12개월", []),
        ("12월 99,000원", [99_000]),
        ("$80", []),
        ("89,000명", []),
    ],
)
def test_only_prices_in_the_same_currency_meet_a_limit(text: str, news: list[int]) -> None:
    limit = limit_of("10만원 밑")

    assert limit is not None
    assert [int(each) for each in news_in(text, limit)] == news


@pytest.mark.parametrize("text", ["$350 (was $280)", "taxes $45, total $350", "$25 per month"])
def test_a_price_of_before_a_tax_and_an_instalment_are_no_price(text: str) -> None:
    limit = limit_of("under $300")

    assert limit is not None
    assert news_in(text, limit) == ()


def test_a_fee_that_is_waited_for_is_a_price() -> None:
    limit = limit_of("5만원 밑")

    assert limit is not None
    assert news_in("헬스장 월 49,000원", limit, "헬스장 월 회비") == (Decimal(49_000),)
    assert news_in("헬스장 월 49,000원", limit, "헬스장 가격") == ()


@pytest.mark.parametrize(
    ("condition", "news", "none"),
    [
        ("영하 5도 이하", ["최저 -7도", "영하 5도", "영하 6.5℃"], ["최저 3도", "-4도", "7도"]),
        ("-5도 밑", ["-6도"], ["6도", "-5도"]),
        ("기온이 영하로 내려가면", ["-1도", "영하 2도"], ["1도", "3~7도"]),
        ("below freezing", ["-1 degrees", "minus 4 degrees"], ["4 degrees"]),
        ("0도 이상", ["3도"], ["-3도"]),
    ],
)
def test_degrees_go_below_zero(condition: str, news: list[str], none: list[str]) -> None:
    limit = limit_of(condition)

    assert limit is not None
    assert [text for text in (*news, *none) if news_in(text, limit)] == news


def test_a_bare_number_goes_by_the_one_currency_of_a_page() -> None:
    limit = limit_of("price < 100")

    assert limit is not None
    assert news_in("now $80", limit) == (Decimal(80),)
    assert news_in("now $80 or €70", limit) == ()
    assert news_in("80 seats", limit) == ()


def page(snippet: str, title: str = "제주 항공권") -> Source:
    return Source(title=title, url="https://air.example/1", snippet=snippet)


def found(*sources: Source, status: ToolStatus = ToolStatus.OK) -> Looked:
    return Looked(status=status, sources=sources)


def test_a_number_on_a_page_about_it_is_met_and_elsewhere_it_is_nothing() -> None:
    met = news_of(FARE, found(page("12만원"), page("8만원")))
    other = news_of(FARE, found(page("8만원", title="강릉 숙소")))

    assert (met.kind, len(met.lines), met.links) == (NewsKind.MET, 1, ("https://air.example/1",))
    assert other.kind is NewsKind.NONE


@pytest.mark.parametrize("status", [each for each in ToolStatus if each is not ToolStatus.OK])
def test_a_look_that_brought_nothing_is_no_news(status: ToolStatus) -> None:
    assert news_of(FARE, found(page("8만원"), status=status)).kind is NewsKind.NONE


def test_a_measure_no_page_uses_is_left_to_be_read() -> None:
    dust = WatchSpec(tool=Tool.SEARCH, query="서울 미세먼지", condition="50 이상", every_minutes=60)

    assert news_of(dust, found(page("서울 미세먼지 나쁨 72"))).kind is NewsKind.OPEN


def test_what_the_crew_kept_to_itself_is_no_news_again() -> None:
    first = news_of(FARE, found(page("8만원")))

    assert news_of(FARE, found(page("8만원")), first.seen).kind is NewsKind.NONE
    assert news_of(FARE, found(page("7만원")), first.seen).kind is NewsKind.MET


@pytest.mark.parametrize(("figure", "kind"), [(1499, NewsKind.MET), (1501, NewsKind.NONE)])
def test_the_price_tool_answers_with_the_figure_that_decides(figure: int, kind: NewsKind) -> None:
    car = WatchSpec(
        tool=Tool.PRICE, query="아반떼 2021년식", condition="1500만원 밑", every_minutes=1440
    )
    looked = Looked(status=ToolStatus.OK, lines=("시세",), figure=(Decimal(figure * 10_000), "KRW"))

    assert news_of(car, looked).kind is kind


@pytest.mark.parametrize(
    ("text", "model", "year", "km"),
    [
        ("현대 아반떼 2019년식 5만km 무사고", "아반떼", 2019, 50_000),
        ("그랜저 19년식 6.5만km", "그랜저", 2019, 65_000),
        ("2018 Sonata 40,000 miles", "쏘나타", 2018, 64_374),
        ("중고차 시세", None, None, None),
    ],
)
def test_a_car_is_read_from_a_line_of_words(
    text: str, model: str | None, year: int | None, km: int | None
) -> None:
    item = item_of(text)

    assert (item.model, item.year, item.km) == (model, year, km)


@pytest.mark.parametrize(
    ("said", "tool", "query", "condition", "until"),
    [
        (
            "제주 항공권 10만원 밑이면 알려줘, 금요일까지",
            "search", "제주 항공권", "10만원 밑이면", "2026-10-09",
        ),
        (
            "제주 항공권 10만원 밑이면 이번 주 금요일까지 알려줘",
            "search", "제주 항공권", "10만원 밑이면", "2026-10-09",
        ),
        (
            "환율이 1300원 아래로 떨어지면 말해 줘",
            "search", "환율", "1300원 아래로 떨어지면", None,
        ),
        (
            "아반떼 2019년식 1500만원 밑으로 내려가면 알려주세요",
            "price", "아반떼 2019년식", "1500만원 밑으로 내려가면", None,
        ),
        (
            "Let me know if flights to Jeju drop below $100 by Friday",
            "search", "flights to Jeju", "drop below $100", "2026-10-09",
        ),
        (
            "tell me when concert tickets go on sale",
            "search", "concert tickets", "concert tickets go on sale", None,
        ),
    ],
)  # fmt: skip
def test_the_rehearsal_reads_a_watch_out_of_a_wish(
    said: str, tool: str, query: str, condition: str, until: str | None
) -> None:
    (made,) = planned(said, request=said)

    assert made.watch is not None
    assert (made.kind, made.until, made.local) == ("watch", until, None)
    assert (made.watch["tool"], made.watch["query"], made.watch["condition"]) == (
        tool, query, condition,
    )  # fmt: skip


@pytest.mark.parametrize(
    "said",
    ["내일 아침 8시에 은행 전화하라고 알려 줘", "회의 끝나면 알려줘, 저녁 7시쯤",
     "remind me tomorrow at noon to call the bank"],
)  # fmt: skip
def test_a_wish_to_be_spoken_to_at_a_time_is_no_watch(said: str) -> None:
    assert [each.kind for each in planned(said, request=said)] == ["one_shot"]


def block(*lines: str) -> tuple[FoundBlock, ...]:
    return (FoundBlock(tool="search", status="ok", lines=lines),)


def test_the_rehearsal_says_what_was_found_and_is_silent_while_it_is_open() -> None:
    waits = {"condition": "한라산 취소표 나오면"}

    told = composed("한라산 취소표", **waits, found=block("한라산 취소표 2장 나왔다"))
    left_open = composed("한라산 취소표", **waits, found=block("한라산 예약은 마감"))
    met = composed("제주 항공권", condition="10만원 밑", met=True, found=block("편도 89,000원"))
    over = composed("제주 항공권", condition="10만원 밑", over=True)

    assert [each.send for each in (told, left_open, met, over)] == [True, False, True, True]
    assert "89,000원" in met.text

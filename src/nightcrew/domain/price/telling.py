"""A price answer in words, for the reply's data frame: every sum that may be named stands here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nightcrew.domain.price.estimate import Caveat, PriceAnswer
from nightcrew.domain.price.ladder import Rung
from nightcrew.domain.price.listing import Basis
from nightcrew.domain.price.question import Ask, AskBack, CarAsked
from nightcrew.domain.price.units import TEN_THOUSAND, Money

Wording = tuple[str, str]  # Korean, English
_HUNDRED_MILLION = 100_000_000
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}

_RUNGS: Mapping[Rung, Wording] = {
    Rung.SAME_YEAR: ("같은 연식, 주행 거리 25% 안", "same year, distance within 25 %"),
    Rung.ONE_YEAR: ("연식 1년, 주행 거리 35% 안", "a year apart, distance within 35 %"),
    Rung.TWO_YEARS: ("연식 2년, 주행 거리 50% 안", "two years apart, distance within 50 %"),
    Rung.SAME_MODEL: ("같은 모델 전체", "all of this model"),
}
_BASES: Mapping[Basis, Wording] = {
    Basis.ASKING: ("판매 희망가", "asking prices"),
    Basis.SOLD: ("실거래가", "prices paid"),
}
_CAVEATS: Mapping[Caveat, Wording] = {
    Caveat.KM_UNKNOWN: (
        "주행 거리를 몰라 보통만큼 탄 것으로 보았다.",
        "The distance was not said; it is taken as usual for such cars.",
    ),
    Caveat.ACCIDENT_UNKNOWN: (
        "사고 여부를 몰라 무사고로 보았다.",
        "Accidents were not mentioned; none is assumed.",
    ),
    Caveat.BEYOND_LISTINGS: (
        "비교한 매물의 연식이나 주행 거리 범위를 벗어난 차다.",
        "The car lies outside the years or distances of the cars compared.",
    ),
    Caveat.FEW_TRIED: (
        "비교할 차가 적어 범위를 넉넉히 잡았다.",
        "Few cars could be compared, so the range is generous.",
    ),
    Caveat.OTHER_TRIM: (
        "같은 등급의 매물이 없어 다른 등급과 비교했다.",
        "No car of this trim is on offer; others were compared.",
    ),
}
_ASKS: Mapping[Ask, Wording] = {
    Ask.MODEL: ("어떤 차인지 모델 이름을 알려 주세요.", "Which model is it?"),
    Ask.YEAR: ("연식이 몇 년인지 알려 주세요.", "Which year was it first registered?"),
    Ask.YEAR_ODD: ("연식이 {said}년이 맞나요?", "Is {said} really the year of the car?"),
    Ask.KM: ("주행 거리가 얼마인지 알려 주세요.", "How far has it run?"),
    Ask.KM_ODD: ("주행 거리가 {said}km가 맞나요?", "Is the distance really {said} km?"),
    Ask.OFFER_ODD: ("들은 값이 {said} 맞나요?", "Is the price you heard really {said}?"),
    Ask.OTHER_CAR: (
        "비교할 매물이 {n}대뿐이라 시세를 말할 수 없어요. 연식이나 모델이 비슷한 다른 차로 볼까요?",
        "Only {n} cars can be compared, too few to name a price. Shall I look at a similar year or"
        " model?",
    ),
}
_OR_MEANT: Mapping[Ask, Wording] = {
    Ask.YEAR_ODD: (
        "연식이 {said}년인가요, {meant}년인가요?",
        "Is the year {said} or {meant}?",
    ),
    Ask.KM_ODD: (
        "주행 거리가 {meant}km인가요, {said}km인가요?",
        "Has it run {meant} km or {said} km?",
    ),
    Ask.OFFER_ODD: (
        "들은 값이 {meant} 말씀이죠?",
        "Do you mean {meant}?",
    ),
}


def lines_of(answer: PriceAnswer, asked: CarAsked | None, locale: str) -> tuple[str, ...]:
    """The answer as lines: first the range and what it rests on, then what must be added."""
    if asked is None or not answer.enough:
        return (told,) if (told := ask_of(answer, locale)) else ()
    return tuple(_told(answer, asked, korean=locale.startswith("ko")))


def ask_of(answer: PriceAnswer, locale: str) -> str | None:
    """The one question to ask back, None when nothing needs to be asked."""
    back = answer.ask
    if back is None:
        return None
    korean = locale.startswith("ko")
    forms = _OR_MEANT if back.meant is not None else _ASKS
    said, meant = (_figure(back, each, korean=korean) for each in (back.said, back.meant))
    return _in(forms[back.what], korean=korean).format(said=said, meant=meant, n=answer.n)


def _figure(back: AskBack, figure: int | None, *, korean: bool) -> str:
    if figure is None:
        return ""
    if back.what is Ask.KM_ODD:
        return _km(figure, korean=korean)
    if back.what is Ask.OFFER_ODD:
        return money_text(Money(amount=figure, currency="KRW"), korean=korean)
    return str(figure)


def _told(answer: PriceAnswer, asked: CarAsked, *, korean: bool) -> Iterator[str]:
    low, mid, high = (
        money_text(Money(amount=each or 0, currency=answer.currency or ""), korean=korean)
        for each in (answer.low, answer.mid, answer.high)
    )
    car, rung = _car(asked, korean=korean), _in(_RUNGS[answer.rung or Rung.SAME_MODEL],
                                                 korean=korean)  # fmt: skip
    basis = _in(_BASES[answer.basis or Basis.ASKING], korean=korean)
    form = (
        "{car}: {low}~{high}, 가운데 {mid}. {basis}, {n}대 비교({rung}), {since}부터 {until}까지"
        if korean
        else "{car}: {low} to {high}, middle {mid}. {n} cars compared, {basis} ({rung}),"
        " {since} to {until}"
    )
    yield form.format(
        car=car, low=low, mid=mid, high=high, basis=basis, n=answer.n, rung=rung,
        since=answer.as_of_from, until=answer.as_of,
    )  # fmt: skip
    yield from _offer(answer, asked, korean=korean)
    if answer.other_mid is not None:
        yield _other(answer, korean=korean)
    for caveat in answer.caveats:
        if caveat in _CAVEATS:
            yield _in(_CAVEATS[caveat], korean=korean)


def _offer(answer: PriceAnswer, asked: CarAsked, *, korean: bool) -> Iterator[str]:
    """Where the price that was heard stands beside the range."""
    offered = asked.offered
    if offered is None or offered.currency != answer.currency:
        return
    low, mid, high = answer.low or 0, answer.mid or 0, answer.high or 0
    share = round(abs(offered.amount - mid) / mid * 100)
    place = 0 if offered.amount < low else 2 if offered.amount > high else 1
    where = (("범위보다 싸다", "범위 안이다", "범위보다 비싸다"),
             ("is below the range", "is within the range", "is above the range"))  # fmt: skip
    side = (("낮다", "높다"), ("below", "above"))[not korean][offered.amount > mid]
    said = money_text(offered, korean=korean)
    if korean:
        yield f"들은 값 {said}: {where[0][place]}(가운데보다 {share}% {side})."
    else:
        yield f"The price heard, {said}, {where[1][place]} ({share} % {side} the middle)."


def _other(answer: PriceAnswer, *, korean: bool) -> str:
    sum_ = money_text(
        Money(amount=answer.other_mid or 0, currency=answer.currency or ""), korean=korean
    )
    other = Basis.SOLD if answer.basis is Basis.ASKING else Basis.ASKING
    basis = _in(_BASES[other], korean=korean)
    return f"{basis} 기준 가운데 {sum_}." if korean else f"Middle of {basis}: {sum_}."


def _car(asked: CarAsked, *, korean: bool) -> str:
    km = f", {_km(asked.km, korean=korean)}km" if asked.km is not None else ""
    return f"{asked.model} {asked.year}년식{km}" if korean else f"{asked.year} {asked.model}{km}"


def _km(km: int, *, korean: bool) -> str:
    if korean and km >= TEN_THOUSAND:
        return f"{km / TEN_THOUSAND:.1f}".removesuffix(".0") + "만 "
    return f"{km:,}"


def money_text(money: Money, *, korean: bool) -> str:
    """A sum as people write it: 1억 2,300만 원, $12,300, 12,300 EUR."""
    if money.currency == "KRW":
        return _won(money.amount) if korean else f"{money.amount:,} won"
    sign = _SIGNS.get(money.currency)
    return f"{sign}{money.amount:,}" if sign else f"{money.amount:,} {money.currency}"


def _won(amount: int) -> str:
    large, rest = divmod(amount, _HUNDRED_MILLION)
    thousands, ones = divmod(rest, TEN_THOUSAND)
    parts = [
        f"{large:,}억" if large else "",
        f"{thousands:,}만" if thousands else "",
        f"{ones:,}" if ones or not amount else "",
    ]
    return " ".join(part for part in parts if part) + " 원"


def _in(wording: Wording, *, korean: bool) -> str:
    return wording[0] if korean else wording[1]

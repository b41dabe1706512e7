"""What the public memory cases say, what went wrong in the report, and what must become of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nightcrew.domain.reason import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What is said, what a proposer makes of it, and what must become of that.

    held: texts a dream learned before. reasons: of each change, None where it is applied.
    """

    said: tuple[str, ...]
    changes: tuple[dict[str, Any], ...]
    reasons: tuple[Reason | None, ...]
    known: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    crew_says: str = "네, 잘 들었어요."


def new(text: str, *cites: str, **more: Any) -> dict[str, Any]:
    return {"action": "create", "text": text, "cites": list(cites or ("e1",)), **more}


def changed(row: str, text: str, *cites: str, **more: Any) -> dict[str, Any]:
    return new(text, *cites, **more) | {"action": "update", "memory": row}


def gone(row: str, *cites: str) -> dict[str, Any]:
    return {"action": "remove", "memory": row, "cites": list(cites)}


COLOURS = ("초록색을 제일 좋아한다", "도윤이는 남색을 제일 좋아한다")
TRIED: Mapping[int, Tried] = {
    1: Tried(
        held=("최애 선수는 7번이다",),
        said=("이제 최애는 10번. 7번은 관심 없어",),
        changes=(changed("m1", "최애 선수는 10번이다"),),
        reasons=(None,),
        known=("최애 선수는 10번이다",),
    ),
    2: Tried(
        held=("Drinks black coffee every morning",),
        said=("I stopped coffee, green tea now",),
        changes=(changed("m1", "Drinks green tea in the morning"),),
        reasons=(None,),
        known=("Drinks green tea in the morning",),
    ),
    5: Tried(
        held=("Cat is called Nabi",),
        said=("My cat is called Nabi",),
        changes=(new("The cat is called Nabi"),),
        reasons=(Reason.DUPLICATE,),
        known=("Cat is called Nabi",),
    ),
    6: Tried(
        said=("I live near the harbour", "I play the cello"),
        changes=(new("Lives near the harbour"), new("Plays the cello", "e3")),
        reasons=(None, None),
        known=("Lives near the harbour", "Plays the cello"),
    ),
    7: Tried(
        held=("Wants REST for work APIs",),
        said=("From now on GraphQL, not REST",),
        changes=(changed("m1", "Wants GraphQL for work APIs"),),
        reasons=(None,),
        known=("Wants GraphQL for work APIs",),
    ),
    9: Tried(
        held=("생일은 5월 3일이다",),
        said=("아니, 내 생일은 5월 3일이 아니라 3월 5일이야",),
        changes=(changed("m1", "생일은 3월 5일이다"),),
        reasons=(None,),
        known=("생일은 3월 5일이다",),
    ),
    13: Tried(
        held=("Teaches maths",),
        said=("I teach my nephew to swim", "I sold my car"),
        changes=(gone("m1", "e3"),),
        reasons=(Reason.NO_CITATION,),
        known=("Teaches maths",),
    ),
    14: Tried(
        said=("초안 마감은 4월 11일", "최종본 마감은 4월 12일"),
        changes=(new("초안 마감은 4월 11일이다"), new("최종본 마감은 4월 12일이다", "e3")),
        reasons=(None, None),
        known=("초안 마감은 4월 11일이다", "최종본 마감은 4월 12일이다"),
    ),
    15: Tried(
        held=("약을 하루 10밀리 먹는다",),
        said=("의사가 5밀리로 줄였어",),
        changes=(changed("m1", "약을 하루 5밀리 먹는다"),),
        reasons=(None,),
        known=("약을 하루 5밀리 먹는다",),
    ),
    17: Tried(
        said=("나는 초록색이 제일 좋아", "도윤이는 남색이 제일 좋대"),
        changes=(new(COLOURS[0]), new(COLOURS[1], "e3", subject="도윤")),
        reasons=(None, None),
        known=COLOURS,
    ),
    35: Tried(
        held=tuple(f"{n}번 화분에는 {n}월에 심은 꽃이 있다" for n in range(1, 31)),
        said=("오늘은 별일 없었어",),
        changes=tuple(gone(f"m{n}") for n in range(1, 21)),
        reasons=(Reason.NO_CITATION,) * 20,
        known=tuple(f"{n}번 화분에는 {n}월에 심은 꽃이 있다" for n in range(1, 31)),
    ),
    39: Tried(
        held=("헬스장에 다닌다",),
        said=("오늘은 뭐 먹지",),
        changes=(gone("m1", "e1"), gone("m9", "e1")),
        reasons=(Reason.NO_CITATION, Reason.UNKNOWN_MEMORY),
        known=("헬스장에 다닌다",),
    ),
    46: Tried(
        said=("인터넷이 느려",),
        crew_says="Maybe your router is broken, I will check later.",
        changes=(new("Router is broken", "e2"),),
        reasons=(Reason.NOT_USER_SPEECH,),
    ),
    47: Tried(
        said=("어제 도윤이가 축구 싫은데 아빠가 학원 보냈대",),
        changes=(new("축구를 싫어한다"),),
        reasons=(Reason.NOT_USER_SPEECH,),
    ),
    49: Tried(
        said=("뭐가 무서워?", "ㅋㅋ"),
        crew_says="난 바다가 무서워",
        changes=(new("바다를 무서워한다", "e2", "e3"),),
        reasons=(Reason.NO_CITATION,),
    ),
    50: Tried(
        said=("which laptop is light?",),
        crew_says="The X14 weighs 900 g.",
        changes=(new("Owns an X14 laptop", "e1", "e2"),),
        reasons=(Reason.QUESTION_RESIDUE,),
    ),
    51: Tried(
        said=("박다온 님 이번 달 매출 얼마야?",),
        changes=(new("이름은 박다온이다"),),
        reasons=(Reason.NOT_USER_SPEECH,),
    ),
    53: Tried(
        held=("이름은 민서다",),
        said=("안녕하세요 하준님",),
        changes=(changed("m1", "이름은 하준이다"),),
        reasons=(Reason.NOT_USER_SPEECH,),
        known=("이름은 민서다",),
    ),
    54: Tried(
        said=("[답장: 나 애인 없어] 그거랑 무슨 상관이야",),
        changes=(new("애인이 없다"),),
        reasons=(Reason.NOT_USER_SPEECH,),
    ),
    55: Tried(
        said=("나는 김가람이고 아들은 김누리야",),
        changes=(
            new("이름은 김가람이다"),
            new("아들 이름은 김누리다", subject="user's son 김누리"),
        ),
        reasons=(None, None),
        known=("이름은 김가람이다", "아들 이름은 김누리다"),
    ),
    57: Tried(
        said=("고수 진짜 싫어",),
        changes=(new("고수를 선호한다"), new("고수를 싫어한다")),
        reasons=(Reason.QUOTE_NOT_FOUND, None),
        known=("고수를 싫어한다",),
    ),
    58: Tried(
        said=("만약 내가 제주로 이사 간다면 집값이 얼마나 들까?",),
        changes=(new("제주로 이사한다", kind="plan"),),
        reasons=(Reason.QUESTION_RESIDUE,),
    ),
    59: Tried(
        said=("(나는 왕국의 기사, 한쪽 눈을 잃었다)",),
        changes=(new("한쪽 눈을 잃었다"),),
        reasons=(Reason.QUESTION_RESIDUE,),
    ),
    61: Tried(
        held=("재즈를 좋아한다",),
        said=("오늘은 뭐 하지?",),
        changes=(new("재즈를 아주 좋아한다", "m1"), new("스물네 살이다", "s1")),
        reasons=(Reason.UNKNOWN_EVIDENCE, Reason.UNKNOWN_EVIDENCE),
        known=("재즈를 좋아한다",),
    ),
    62: Tried(
        said=("[2026-10-05 12:00] 안녕",),
        changes=(new("현재 시각은 2026-10-05 12:00이다"), new("The current time is 12:00")),
        reasons=(Reason.RELATIVE_DATE, Reason.RELATIVE_DATE),
    ),
    65: Tried(
        said=("오늘 아침에 면접 봤어",),
        changes=(new("2023-05-25에 면접을 봤다"), new("2026-10-05에 면접을 봤다")),
        reasons=(Reason.DATE_NOT_IN_EVIDENCE, None),
        known=("2026-10-05에 면접을 봤다",),
    ),
    66: Tried(
        said=("다음 주 금요일에 치과 예약했어", "6월 28일에 대회 나가"),
        changes=(
            new("2026-10-17에 치과에 간다", kind="plan"),
            new("치과에 간다", kind="plan", from_on="2025-10-16", to_on="2025-10-16"),
            new("6월 27일에 대회에 나간다", "e3", kind="plan"),
        ),
        reasons=(Reason.DATE_NOT_IN_EVIDENCE,) * 3,
    ),
    71: Tried(
        said=("내일 회의 있어", "다음 주에 제주 가", "I met them yesterday"),
        changes=(
            new("내일 회의가 있다", kind="plan"),
            new("다음 주에 제주에 간다", "e3", kind="plan"),
            new("Met them yesterday", "e5"),
        ),
        reasons=(Reason.RELATIVE_DATE,) * 3,
    ),
    73: Tried(
        said=("우리 고양이 이름은 나비야",),
        changes=(new("The user's cat is called Nabi"),),
        reasons=(Reason.WRONG_LANGUAGE,),
    ),
}  # fmt: skip

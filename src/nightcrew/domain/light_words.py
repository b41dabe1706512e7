"""Words that tell little of a claim: kinds of things, times, manners, and what is done with all."""

from __future__ import annotations

from nightcrew.domain.heads import PEOPLE
from nightcrew.domain.roles import ADVERBS, GENERAL_ACTS, listed
from nightcrew.domain.stems_ko import VERBS
from nightcrew.domain.word_tables import COMMON_VERBS, KIND_WORDS

# What many claims share: kinds of things, when they happen, and what is done with them.
TIME_WORDS = listed(
    "작년 올해 내년 재작년 지난달 지난해 봄 여름 가을 겨울 아침 점심 저녁 월요일 화요일 수요일 "
    "목요일 금요일 토요일 일요일 주말 개월 년 달 잔 개 번 명 줄 권 병 캔 갑 마리 층 회 분 초 "
    "spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday "
    "hour minut everyother 격주 격일"
)
WEEKDAYS = tuple(
    listed(names)
    for names in (
        "월요일 monday", "화요일 tuesday", "수요일 wednesday", "목요일 thursday", "금요일 friday",
        "토요일 saturday", "일요일 sunday",
    )
)  # fmt: skip
MANNERS = listed(
    "몰래 혼자 스스로 직접 일부러 겨우 결국 조금 많이 자꾸 점점 갑자기 천천히 빨리 일찍 늦게 오래 "
    "거의 좀처럼 도무지 전혀 별로 워낙 무척 꽤 제법 상당히 엄청 완전 마구 늘 새로 따로 "
    "이따금 종종 매번 도로 한참 왼쪽 오른쪽 번만 번씩 번은 사이 관계 상태 "
    "한쪽 양쪽 한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 one two three four five"
)
# How something is said, which every wish about replies names.
FRAME_WORDS = listed(
    "대답 답변 답 답장 문장 말투 메시지 메세지 대화 채팅 글 댓글 돈 "
    "reply respons answer messag sentenc text chat ton word conversation money cash "
    "dollar euro sterl yen yuan pound"
)
LIGHT_WORDS = KIND_WORDS | frozenset(VERBS) | PEOPLE | TIME_WORDS | MANNERS | GENERAL_ACTS | ADVERBS
LIGHT_WORDS |= FRAME_WORDS | COMMON_VERBS

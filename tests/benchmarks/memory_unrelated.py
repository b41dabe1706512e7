"""Talk about other things, from templates and a seed, to stand between the sessions of a set.

A third of the user's lines state something that changes later, as in the sets; the rest is small
talk. None of it shares a subject with a question of the sets. With words to share, every second
piece of small talk holds one of them, said of a film or of other people: then what is looked up by
words alone has lines to mistake.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from nightcrew.domain.evidence import Speaker
from tests.benchmarks.memory_sets import Line

SEED = 60
STATED = 3  # one user line in three

OWNERS = ("베란다", "거실", "옥상", "텃밭", "수조", "작업실", "다락", "온실", "창고", "공방")
THINGS = {
    "다육이 물 주기": ("사흘에 한 번", "닷새에 한 번", "열흘에 한 번", "보름에 한 번"),
    "물고기 이름": ("방울이", "금동이", "초롱이", "단추"),
    "전등 색": ("노란빛", "하얀빛", "주황빛", "푸른빛"),
    "커튼 무늬": ("줄무늬", "꽃무늬", "물방울무늬", "체크무늬"),
    "스피커 상표": ("솔바람", "메아리", "나팔꽃", "큰북"),
    "화분 개수": ("네 개", "일곱 개", "열한 개", "열세 개"),
    "의자 재질": ("참나무", "대나무", "쇠", "플라스틱"),
    "난로 연료": ("장작", "등유", "톱밥", "가스"),
    "벽 색깔": ("민트색", "살구색", "회색", "상아색"),
    "바닥 청소 당번": ("첫째", "둘째", "막내", "이모"),
    "허브 종류": ("바질", "로즈메리", "민트", "타임"),
    "선반 높이": ("일곱 뼘", "아홉 뼘", "열 뼘", "열두 뼘"),
}
SMALL_TALK = (
    "{when} {dish}에 {taste} 맛이 나서 한 그릇 더 비웠어요.",
    "{when} {show} 보다가 {mood} 그대로 잠들었어요.",
    "{when} 동네 {sport} 모임에 나갔더니 {mood} 웃음이 났어요.",
    "{when} 하늘이 {sky} 한참 올려다봤어요.",
    "{when} {show} 줄거리를 친구한테 들려줬더니 {mood} 좋아하더라고요.",
    "{when} {sport} 장비를 닦느라 손이 바빴어요.",
    "{when} {dish} 만드는 냄새가 골목까지 퍼졌어요.",
    "{when} 노을이 {sky} 사진으로 남겼어요.",
)
WORDS = {
    "when": ("그저께", "아까", "해 질 무렵", "새벽녘", "느지막이", "낮잠 자고", "비 그치고"),
    "dish": ("감자전", "수제비", "팥죽", "비빔국수", "부추전", "열무김치", "옥수수빵", "누룽지탕"),
    "taste": ("고소한", "새콤한", "달큰한", "칼칼한", "담백한", "구수한"),
    "show": ("우주 다큐멘터리", "옛날 사극", "탐정 만화", "요리 경연", "등반 기록물", "바다 영화"),
    "mood": ("나도 모르게", "괜히", "뭉클해서", "마냥", "살짝"),
    "sport": ("배드민턴", "탁구", "족구", "볼링", "궁도", "스케이트"),
    "sky": ("보랏빛이라", "유난히 높아서", "잿빛이라", "분홍빛이라", "말갛게 개서"),
}
SHARING = (
    "{when} {show}에서 {word} 때문에 다투는 장면이 나왔어요.",
    "{when} 친구네 회사는 {word} 이야기로 시끄럽대요.",
    "{when} 옆자리 손님들이 {word} 이야기를 한참 하더라고요.",
    "{when} 라디오에서 {word} 사연을 듣고 {mood} 웃었어요.",
    "{when} 사촌이 {word} 일로 전화했는데 금방 끊었어요.",
)
REPLIES = (
    "그런 순간이 오래 남죠.",
    "듣기만 해도 기분이 좋아지네요.",
    "그랬군요, 재미있는 이야기예요.",
    "천천히 즐기시면 좋겠어요.",
    "말씀해 주셔서 고마워요.",
)


def between(
    days: Sequence[date], count: int, seed: int = SEED, sharing: Sequence[str] = ()
) -> tuple[Line, ...]:
    """`count` lines, the user's and the crew's in turns, spread over the gaps between the days.

    sharing: words of the questions that small talk may hold.
    """
    drawn = random.Random(seed)  # noqa: S311 - words for a measurement
    gaps = [
        day + timedelta(days=ahead)
        for day, after in pairwise(days)
        for ahead in range(1, (after - day).days)
    ]
    talk = _user_lines(drawn, sharing)
    pairs = count // 2
    lines: list[Line] = []
    for number in range(pairs):
        on = gaps[number * len(gaps) // pairs]
        text, fact = next(talk)
        reply = drawn.choice(REPLIES)
        lines.append(Line(session=0, on=on, speaker=Speaker.USER, text=text, fact=fact))
        lines.append(Line(session=0, on=on, speaker=Speaker.ASSISTANT, text=reply))
    return tuple(lines)


def _user_lines(
    drawn: random.Random, sharing: Sequence[str]
) -> Iterator[tuple[str, tuple[str, str] | None]]:
    number = 0
    while True:
        number += 1
        if number % STATED == 0:
            yield _stated(drawn)
        elif sharing and number % 2:
            yield _small_talk(drawn, SHARING, word=drawn.choice(sharing)), None
        else:
            yield _small_talk(drawn, SMALL_TALK), None


def _stated(drawn: random.Random) -> tuple[str, tuple[str, str]]:
    thing = drawn.choice(list(THINGS))
    topic, value = f"{drawn.choice(OWNERS)} {thing}", drawn.choice(THINGS[thing])
    return f"{topic}{_topic_mark(topic)} {value}{_copula(value)}.", (topic, value)


def _small_talk(drawn: random.Random, shapes: Sequence[str], **given: str) -> str:
    chosen = {name: drawn.choice(words) for name, words in WORDS.items()}
    return drawn.choice(shapes).format(**chosen, **given)


def _topic_mark(word: str) -> str:
    return "은" if _closed(word) else "는"


def _copula(word: str) -> str:
    return "이에요" if _closed(word) else "예요"


def _closed(word: str) -> bool:
    """Whether the last syllable ends in a consonant."""
    return (ord(word[-1]) - ord("가")) % 28 > 0

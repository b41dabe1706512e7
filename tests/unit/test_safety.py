from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.adapters.safety_rules import load_crisis_rules, read_crisis_rules
from nightcrew.domain.safety import check

RULES = load_crisis_rules()
CRISES = [
    "죽고 싶어",
    "죽 고 싶어",
    "자 살 하고 싶어",
    "그냥 다 끝내고 싶어요, 살 이유가 없어요",
    "요즘 자살 생각이 자꾸 나",
    "더 이상 살고 싶지 않아",
    "내일 아침에 눈을 안 떴으면 좋겠어",
    "나 하나 없어지면 다 편해질 것 같아",
    "옥상에 올라왔어",
    "유서를 써 뒀어",
    "손목을 그었어",
    "세상에서 사라지고 싶어",
    "약을 한꺼번에 먹을까 해",
    "살기 싫다 진짜",
    "내가 죽는 게 나을 것 같아",
    "극단적인 선택을 하고 싶어",
    "자해 충동이 심해",
    "나 죽어 버릴까 하는 생각이 멈추질 않아",
    "확 죽을까 싶어",
    "그냥 죽어버리면 다 편해질 텐데",
    "죽으면 다 끝나겠지",
    "자꾸 죽음만 생각하게 돼",
    "죽는 상상을 자꾸 해요",
    "I want to die",
    "I've been thinking about killing myself",
    "I don't want to live anymore",
    "everyone would be better off without me",
    "I'm going to end my life tonight",
    "I wish I was dead",
    "I took all my pills",
    "I feel suicidal",
    "There's no reason to live",
    "I keep cutting myself",
    "I wrote a goodbye note",
    "I hope I don't wake up tomorrow",
    "I'm standing on the bridge and want to end it all",
    "I can't go on living like this, I want to be dead",
    "kms, seriously, I mean it",
    "이제 그만 살고 싶어요",
    "죽어버리고 싶다",
    "살아서 뭐해 그냥 죽는 게 낫지",
    "너무 힘들어서 죽고 싶다는 생각이 들어요",
    "한강 다리에 서 있어",
    "목 매고 싶어",
    "이 세상에 없었으면 좋겠어",
    "내가 없어져도 아무도 모를 거야",
    "삶을 포기하고 싶어요",
    "번개탄 사 놨어",
    "잠들어서 영원히 깨지 않았으면",
    "칼로 팔을 그었어",
    "나 오늘 죽을 거야",
    "죽고싶다",
    "모든 걸 끝내고 싶다",
    "I just want to be dead",
    "thinking of suicide again",
    "I don't wanna be here anymore",
    "what's the point of living",
    "I want to kill myself",
    "I'm going to jump off a bridge",
    "I hurt myself last night",
    "nobody would miss me if I was gone",
    "I want to disappear forever",
    "life isn't worth living",
    "I have a plan to end my life",
]
SAYINGS = [
    "배고파 죽겠다",
    "웃겨 죽겠네 ㅋㅋㅋ",
    "더워 죽겠어 진짜",
    "보고 싶어 죽겠어",
    "피곤해 죽겠네",
    "심심해 죽을 것 같아",
    "핸드폰 배터리가 죽었어",
    "게임에서 자꾸 죽어",
    "이 노래 죽인다",
    "전복죽 먹고 싶어",
    "죽을 힘을 다해서 공부했어",
    "귀여워 죽겠어",
    "졸려 죽겠다",
    "웃겨서 죽는 줄 알았어",
    "이 집 떡볶이 맛있어 죽겠다",
    "죽이 잘 맞는 친구야",
    "화분이 죽었어",
    "죽어도 못 먹겠어 이건",
    "어제 본 드라마에서 주인공이 자살했어",
    "기가 죽었어",
    "화분이 죽을까 봐 매일 물을 줘",
    "비행기 타다 죽을까 봐 무서워",
    "my feet are killing me",
    "I'm dying to see you",
    "that joke killed me, I died laughing",
    "my phone is dying",
    "I'd kill for a coffee",
    "this heat is killing me",
    "the cake is to die for",
    "I was bored to death",
    "just killing time",
    "Suicide Squad was fun",
    "오늘 시험 망해서 죽겠다",
    "배고파 죽을 것 같아",
    "너 때문에 웃겨 죽어",
    "죽 쒔네 오늘 발표",
    "차가 막혀 죽는 줄",
    "치킨 먹고 싶어 죽겠다",
    "숙제 많아 죽겠어",
    "일이 많아서 죽겠어요",
    "너무 예뻐서 죽겠어",
    "오빠 보고 싶어 죽을 것 같애",
    "할아버지가 작년에 돌아가셨어",
    "강아지가 죽어서 슬퍼",
    "모기 죽였어",
    "손목이 아파",
    "약을 꼬박꼬박 먹고 있어",
    "옥상에서 고기 구워 먹었어",
    "다리에 쥐가 났어",
    "퇴사하고 싶어",
    "회사 그만두고 싶다",
    "이번 생은 망했어",
    "I'm dead lol",
    "traffic was murder",
    "my plants died",
    "he killed it on stage",
    "I'm so tired of work",
    "deadline is killing me",
    "I hate Mondays",
    "I cut my finger cooking",
    "the movie is about suicide prevention",
    "my grandfather died last year",
    "I'd rather die than eat liver",
    "I want to disappear into a blanket and nap",
]
THIRD_PERSON = [
    "친구가 죽고 싶대",
    "동생이 자살하고 싶다고 해요",
    "엄마가 자해를 하는 것 같아",
    "my friend wants to die",
    "My sister said she wants to kill herself",
    "my roommate keeps talking about suicide",
]


@pytest.mark.parametrize("text", CRISES)
def test_a_clear_cry_for_help_is_a_crisis(text: str) -> None:
    assert check(text, RULES).level == "crisis"


@pytest.mark.parametrize("text", SAYINGS)
def test_sayings_and_look_alikes_are_no_crisis(text: str) -> None:
    assert check(text, RULES).level == "none"


@pytest.mark.parametrize("text", THIRD_PERSON)
def test_worry_about_somebody_else_is_a_concern(text: str) -> None:
    assert check(text, RULES).level == "concern"


def test_the_worst_sentence_counts() -> None:
    found = check("배고파 죽겠다. 내 친구가 죽고 싶대. 근데 나도 죽고 싶어.", RULES)

    assert found.level == "crisis"
    assert found.matched == ("ko-want-to-die",)


def test_spacing_and_decomposed_letters_hide_nothing() -> None:
    assert check("죽고싶어", RULES).level == "crisis"
    assert (
        check("\u110c\u116e\u11a8\u1100\u1169 \u1109\u1175\u11c1\u110b\u1165", RULES).level
        == "crisis"
    )
    assert check("죽\u200b고 싶어", RULES).level == "crisis"


@pytest.mark.parametrize(
    ("locale", "timezone", "phones"),
    [
        ("ko-KR", "Asia/Seoul", ["109", "1388", "119", "112"]),
        ("ko", "Asia/Seoul", ["109"]),
        ("en-US", "America/Chicago", ["988"]),
        ("ko-KR", "America/New_York", ["109", "988"]),
        ("fr-FR", "Europe/Paris", ["112"]),
    ],
)
def test_help_is_named_for_where_the_user_may_be(
    locale: str, timezone: str, phones: list[str]
) -> None:
    told = [place["phone"] for place in RULES.resources_for(locale, timezone)]

    assert set(phones) <= set(told)


def test_help_is_named_in_the_users_language() -> None:
    assert RULES.resources_for("ko-KR", "Asia/Seoul")[0]["name"] == "자살예방 상담전화"
    assert RULES.resources_for("en-GB", "Asia/Seoul")[0]["name"] == "Samaritans"


@pytest.mark.parametrize(
    "text", ["schema: other/v1", "schema: crisis/v1\nresources: {KR: []}\nrules: []", "[]"]
)
def test_broken_crisis_rules_stop_the_start(text: str) -> None:
    with pytest.raises(ValueError, match="crisis rules"):
        read_crisis_rules(text)


@given(st.text(max_size=200))
def test_no_text_breaks_the_rule_layer(text: str) -> None:
    assert check(text, RULES).level in {"none", "concern", "crisis"}

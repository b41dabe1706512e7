"""What the rehearsal judge hears as a request to remember, and what it looks up in memory."""

from __future__ import annotations

import pytest

from tests.unit.rehearsal_builders import judged


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("이건 꼭 기억해: 새우 알레르기", "새우 알레르기"),
        ("기억해: 나는 왼손잡이야", "왼손잡이다"),
        ("메모해 줘. 현관 비밀번호는 7788이야", "현관 비밀번호는 7788이다"),
        ("Note: my shoe size is 9", "my shoe size is 9"),
        ("Remember for the team that the office closes at six", "the office closes at six"),
        ("I want you to remember my sister's name is June", "my sister's name is June"),
    ],
)
def test_a_request_to_remember_is_heard_and_is_no_part_of_what_is_kept(
    said: str, text: str
) -> None:
    need = judged(said, "travel-mina").memory

    assert (need.use, need.act, need.text) == (True, "remember", text)


@pytest.mark.parametrize(
    "said", ["do you remember my birthday?", "I remember my first bike", "너 내 생일 기억해?"]
)
def test_a_question_whether_something_is_known_and_a_thing_that_comes_to_mind_keep_nothing(
    said: str,
) -> None:
    need = judged(said, "travel-mina").memory

    assert not (need.use and need.act == "remember")


@pytest.mark.parametrize(
    "said",
    [
        "여동생 이름이 뭐였지?",
        "내 여동생 이름 알아?",
        "우리 강아지 이름이 뭐였죠?",
        "우리 아들 몇 학년이었지?",
        "Do you know how old my son is?",
    ],
)
@pytest.mark.parametrize("name", ["travel-mina", "checkup-dana"])
def test_what_is_asked_of_the_users_own_people_is_looked_up_in_memory(said: str, name: str) -> None:
    needs = judged(said, name)

    assert (needs.memory.use, needs.memory.act, needs.knowledge.use) == (True, "recall", False)


@pytest.mark.parametrize(
    "said",
    [
        "What's my sister's name?",
        "what is my dog called?",
        "What is my cat allergic to?",
        "Where does my brother live?",
    ],
)
@pytest.mark.parametrize("name", ["career-jin", "checkup-dana", "cooking-nora", "pets-mong"])
def test_what_is_asked_of_the_users_own_life_is_looked_up_in_memory_alone(
    said: str, name: str
) -> None:
    needs = judged(said, name)

    assert (needs.memory.use, needs.memory.act) == (True, "recall")
    assert not needs.knowledge.use
    assert not needs.search.use


@pytest.mark.parametrize(
    "said", ["What is my dog allowed to eat?", "How often do cats need shots?"]
)
def test_a_rule_for_ones_own_pet_is_looked_up_in_knowledge(said: str) -> None:
    assert judged(said, "pets-mong").knowledge.use


@pytest.mark.parametrize(
    "said",
    [
        "우리 아이 이름 추천해 줘",
        "엄마 생신 선물 뭐가 좋을까?",
        "강아지 초콜릿 먹으면 어떻게 돼?",
        "고양이 나이 계산 어떻게 해?",
        "강아지 나이 계산법 좀 알아봐 줘",
        "what should my son eat before a check-up?",
    ],
)
def test_a_question_that_only_mentions_ones_own_people_asks_nothing_of_memory(said: str) -> None:
    assert not judged(said, "checkup-dana").memory.use

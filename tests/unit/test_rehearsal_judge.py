"""What the rehearsal's judge decides, for which crew, and by which text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nightcrew.domain.crew import Crew, Instruction, Playbook, guide_lines
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import TalkLine
from nightcrew.domain.tool_guide import Example, Tool
from tests.fakes import NOON
from tests.unit.rehearsal_builders import crew, judged, style

TOOLS = ("search", "price", "memory", "follow_up", "knowledge")


def _used(needs: Needs) -> set[str]:
    return {tool for tool in TOOLS if getattr(needs, tool).use}


@pytest.mark.parametrize("name", ["travel-mina", "mindcare-sora", "girlfriend-ara"])
def test_a_fact_that_changes_is_searched_by_every_crew(name: str) -> None:
    assert _used(judged("내일 속초에 비 온대?", name)) == {"search"}


def test_the_same_longing_is_looked_up_by_one_crew_and_heard_by_another() -> None:
    said = "요즘 숨이 막혀서 어디로든 떠나고 싶어요"

    assert judged(said, "travel-mina").search.use
    assert not judged(said, "mindcare-sora").search.use


def test_a_longing_without_a_place_asks_for_places() -> None:
    assert "여행지" in judged("어디든 훌쩍 떠나고 싶다", "travel-mina").search.query


def test_the_query_of_a_search_names_the_day() -> None:
    assert "2026-10-06" in judged("내일 속초에 비 온대?").search.query


def test_the_price_of_one_car_is_asked_with_all_that_was_said_of_it() -> None:
    item = judged("20년식 투싼 디젤 7만 뛴 거 1,650이면 살 만해요?", "used-car-hana").price.item

    assert (item.model, item.year, item.km) == ("투싼", 2020, 70_000)
    assert (item.fuel, item.offered, item.currency) == ("diesel", 16_500_000, "KRW")


def test_what_the_sentence_leaves_open_comes_from_the_talk() -> None:
    talk = (TalkLine(speaker="user", text="2018년식 K5 보고 있어요", said_at=NOON),)

    needs = judged("그 차 6만 킬로면 시세가 얼마예요?", "used-car-hana", talk=talk)

    assert (needs.price.item.model, needs.price.item.year) == ("k5", 2018)


def test_a_romance_crew_never_asks_for_a_price() -> None:
    assert not judged("아반떼 중고 얼마나 해?", "girlfriend-ara").price.use


@pytest.mark.parametrize(
    ("said", "act", "text"),
    [
        ("저 페니실린 알레르기 있는 거 꼭 기억하세요", "remember", "페니실린 알레르기 있다"),
        ("Please remember that I am vegetarian", "remember", "I am vegetarian"),
        ("아까 말한 회사 얘기는 잊어 줘", "forget", ""),
        ("내가 뭘 좋아한다고 했지?", "recall", ""),
        ("나에 대해 아는 거 다 말해 봐", "list", ""),
        ("뭘 기억해?", "list", ""),
        ("What do you remember?", "list", ""),
    ],
)
def test_an_act_of_memory_is_known_and_keeps_the_users_words(
    said: str, act: str, text: str
) -> None:
    memory = judged(said).memory

    assert (memory.use, memory.act, memory.text) == (True, act, text)


def test_what_is_to_be_forgotten_is_named_without_the_words_around_it() -> None:
    assert judged("아까 말한 회사 얘기는 잊어 줘").memory.query == "회사"


def test_just_telling_something_is_no_act_of_memory() -> None:
    assert not judged("저는 매운 걸 잘 못 먹어요").memory.use


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("내일 아침 8시에 여권 챙기라고 알려 줘", "create"),
        ("그 알림은 이제 그만 보내", "cancel"),
        ("아까 건 알림 한 시간만 미뤄 줘", "snooze"),
        ("걸어 둔 알림 뭐 있어?", "list"),
        ("뭐 알려주기로 했지?", "list"),
        ("언제 연락하기로 했어?", "list"),
        ("그거 한 시간 뒤로 미뤄줘", "snooze"),
        ("내일로 미뤄줘", "snooze"),
        ("Push that back by an hour", "snooze"),
        ("내가 부탁한 알림 뭐 있어?", "list"),
        ("다음 알림 언제야?", "list"),
        ("엄마 전화 알림을 모레 저녁 8시로 바꿔줘", "snooze"),
        ("더 이상 알려주지 마", "cancel"),
        ("내일 걸어둔 거 취소해줘", "cancel"),
        ("열흘 뒤에 소포 왔는지 물어봐줘", "create"),
        ("Cancel the call reminder", "cancel"),
        ("Stop all reminders", "cancel"),
        ("Change my pill reminder to 9 am", "snooze"),
        ("Move the call to 8 pm", "snooze"),
    ],
)
def test_a_request_to_speak_later_is_known_with_its_act(said: str, act: str) -> None:
    need = judged(said).follow_up

    assert (need.use, need.act, need.request) == (True, act, said)


def test_a_dated_matter_is_seen_but_nothing_was_requested() -> None:
    need = judged("다음 주 화요일에 위내시경 예약했어요", "checkup-dana").follow_up

    assert (need.use, need.request) == (True, "")


def test_a_skill_is_opened_when_it_is_asked_for_and_not_in_small_talk() -> None:
    asked = judged("일본어 회화 연습 시켜줘", "language-yuki")
    chat = judged("오늘 뭐해?", "language-yuki")

    assert asked.skill.name == "conversation-jp"
    assert chat.skill.name is None


def test_a_wish_not_to_be_shown_search_results_stops_a_search() -> None:
    said = "어디든 훌쩍 떠나고 싶다"
    wish = style("검색 결과를 들이밀지 말라고 한다")

    with_wish = judged(said, style=wish)

    assert judged(said).search.use
    assert not with_wish.search.use
    assert "m1" in with_wish.cites


def test_one_sentence_in_a_playbook_turns_a_decision() -> None:
    said = "연비 얘기만 나오면 머리가 복잡해요"
    asked = crew("used-car-hana")

    changed = _with_line(asked, "연비 얘기가 나오면 짐작하지 말고 시세 도구를 부른다.")

    assert not judged(said, "used-car-hana").price.use
    assert _on(changed, said).price.use


def test_examples_turn_a_decision_that_no_line_speaks_of() -> None:
    said = "훌쩍 바다 보러 가고 싶다"
    asked = crew("checkup-dana")
    guide = asked.tool_guide[Tool.SEARCH]
    wishes = ("훌쩍 산으로 떠나고 싶다", "바다로 나가고 싶다", "어디든 멀리 가고 싶어요")
    others = tuple(Example(say=each, use=True) for each in wishes)

    changed = replace(
        asked, tool_guide={**asked.tool_guide, Tool.SEARCH: replace(guide, examples=others)}
    )

    assert not judged(said, "checkup-dana").search.use
    assert _on(changed, said).search.use


def test_there_is_a_reason_for_use_and_for_non_use() -> None:
    needs = judged("내일 속초에 비 온대?")

    assert all(getattr(needs, tool).why for tool in TOOLS)
    assert needs.skill.why


def test_the_lines_a_decision_rests_on_are_cited() -> None:
    asked = crew("travel-mina")
    shown = {line.handle: line for line in guide_lines(asked)}

    cites = judged("내일 속초에 비 온대?").cites

    assert any(shown[cite].tool is Tool.SEARCH for cite in cites)


def _with_line(asked: Crew, text: str) -> Crew:
    line = Instruction(section="when", text=text, anchor="price-first", line=1)
    playbook = asked.playbook or Playbook(name=asked.id, instructions=())
    return replace(asked, playbook=replace(playbook, instructions=(*playbook.instructions, line)))


def _on(asked: Crew, said: str) -> Needs:
    return judged(said, crew=asked, guide_lines=guide_lines(asked), skills=asked.skills)


@pytest.mark.parametrize(
    ("question", "answer", "request_"),
    [
        (
            "31일이 없는 달은 말일에 할까요, 건너뛸까요?",
            "말일로 해줘",
            "매달 31일에 월세 내라고 알려줘",
        ),
        (
            "Some months have no day 31: on their last day, or not at all?",
            "On the last day please",
            "Remind me on the 31st of every month to pay rent",
        ),
    ],
)
def test_an_answer_about_short_months_completes_the_request(
    question: str, answer: str, request_: str
) -> None:
    talk = (
        TalkLine(speaker="user", text=request_, said_at=NOON),
        TalkLine(speaker="assistant", text=question, said_at=NOON),
    )

    need = judged(answer, "mindcare-sora", talk=talk).follow_up

    assert (need.use, need.act) == (True, "create")
    assert request_ in need.request


@pytest.mark.parametrize(
    "said",
    [
        "회의를 미뤄야 해",
        "I have to move it to the garage",
        "친구랑 약속을 금요일로 바꿨어",
        "move on to the next question",
        "put the kettle on",
    ],
)
def test_putting_something_else_off_is_no_act_of_follow_ups(said: str) -> None:
    assert judged(said, "mindcare-sora").follow_up.act != "snooze"

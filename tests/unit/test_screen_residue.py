"""Questions, requests and suppositions are no memories; plans and statements near them are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nightcrew.adapters.rehearsal.verifier import verify
from nightcrew.domain.dream import Ground, Proposal, ProposedChange
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.lines import show_changes, show_evidence
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.questions import VerifyInputs
from nightcrew.domain.reason import Reason
from nightcrew.domain.residue import with_residue_removed
from nightcrew.domain.screen import screen
from tests.unit.dream_ground import create, ground, remembered, remove, replied, said, screened
from tests.unit.prompt_values import MOMENT

ASKED = [
    ("강아지 키우면 좋을까?", "강아지를 키운다"),
    ("제주도 한달살이 하려면 돈이 얼마나 들어?", "제주도 한달살이를 한다"),
    ("혹시 전주에서 살기 좋은 동네가 어디야?", "전주에 산다"),
    ("당뇨가 있으면 과일을 못 먹나요?", "당뇨가 있다"),
    ("이직하는 게 나을까 고민만 해 볼까", "이직한다"),
    ("스페인어 배우기 어려워요?", "스페인어를 배운다"),
    ("만약 복권에 당첨되면 회사를 그만둘 거야", "회사를 그만둔다"),
    ("내가 부자라면 요트를 살 텐데", "요트를 산다"),
    ("캠핑 장비 목록 좀 정리해 줘", "캠핑 장비가 있다"),
    ("비건 식당 추천해 주세요", "비건이다"),
    ("임신 초기에 커피 마셔도 되나요?", "임신 초기다"),
    ("우리 집에 고양이를 들이면 어떨까요", "고양이를 들였다"),
    ("운전면허 따려면 며칠 걸리지?", "운전면허를 땄다"),
    ("결혼식 축의금은 얼마가 적당해?", "결혼식이 있다"),
    ("헬스장 끊을까 말까", "헬스장을 끊는다"),
    ("노트북 새로 사는 게 좋겠지?", "노트북을 새로 샀다"),
    ("다시 태어나면 의사가 되고 싶어", "의사가 되고 싶어 한다"),
    ("알레르기 약 부작용 알려줘", "알레르기 약을 먹는다"),
    ("부산으로 이사한다고 치면 뭐부터 해야 해?", "부산으로 이사한다"),
    ("허리 디스크에 수영이 도움이 될까요?", "허리 디스크가 있다"),
    ("대출을 받으면 집을 살 수 있을까?", "대출을 받아 집을 샀다"),
    ("채식하면 살이 빠지나?", "채식한다"),
    ("Should I get a dog?", "Has a dog"),
    ("What would it cost to move to Lisbon?", "Is moving to Lisbon"),
    ("If I were rich I would buy a boat", "Buys a boat"),
    ("Can you recommend a vegan place?", "Is vegan"),
    ("Is coffee fine during pregnancy?", "Is pregnant"),
    ("How hard is it to learn Spanish?", "Learns Spanish"),
    ("What if I moved into a houseboat?", "Lives in a houseboat"),
    ("Suppose I had a bad knee, could I still run?", "Has a bad knee"),
    ("Please find me a piano teacher", "Plays the piano"),
    ("Would a gluten free diet help?", "Follows a gluten free diet"),
    ("I wonder whether I should adopt a cat", "Has a cat"),
    ("Do people with asthma run marathons?", "Has asthma"),
    ("If I sold my flat I could travel for a year", "Sold their flat"),
    ("If I moved to Lisbon, how much would rent be?", "Moved to Lisbon"),
    ("이사 갈까 하는데 어때?", "이사를 간다"),
    ("결혼한다 치고 예산 좀 짜 줘", "결혼한다"),
    ("예를 들어 내가 채식주의자라고 해 봐", "채식주의자다"),
    ("다이어트를 해야 하나", "다이어트를 한다"),
    ("Say I had a peanut allergy, what could I eat?", "Has a peanut allergy"),
    ("Let's say I have diabetes. What should I eat?", "Has diabetes"),
    ("Assume I own a boat", "Owns a boat"),
    ("In case I get pregnant, can I fly?", "Gets pregnant"),
    ("Were I to move to Rome, what would it cost?", "Is moving to Rome"),
]
TOLD = [
    ("제주 가려고 해요", "제주에 가려고 한다", "plan"),
    ("혹시 몰라 우산을 챙겼다", "우산을 챙겼다", "fact"),
    ("혹시 몰라서 약을 미리 사 뒀어", "약을 미리 사 뒀다", "fact"),
    ("고양이를 키우는데 사료 뭐가 좋아?", "고양이를 키운다", "fact"),
    ("내일 면접이라 긴장돼. 뭐 입지?", "면접이 있다", "fact"),
    ("당뇨가 있어서 과일 먹어도 되는지 궁금해요", "당뇨가 있다", "fact"),
    ("스페인어 배우는 중이야. 책 추천해 줘", "스페인어를 배운다", "fact"),
    ("왜 그런지 모르겠지만 요즘 잠을 못 자", "잠을 못 잔다", "fact"),
    ("언제부턴가 커피를 안 마셔", "커피를 안 마신다", "fact"),
    ("어디 사냐면 전주에 살아", "전주에 산다", "fact"),
    ("누가 물어봐서 말하는데 나 채식해", "채식한다", "fact"),
    ("그건 그렇다 치고 나 결혼했어", "결혼했다", "fact"),
    ("이사 갈까 했는데 결국 부산으로 이사했어", "부산으로 이사했다", "fact"),
    ("Say hi to my son. I had a baby", "Had a baby", "fact"),
    ("I must say I have a dog", "Has a dog", "fact"),
    ("I carry a pen in case I get stung; I have a bee allergy", "Has a bee allergy", "fact"),
    ("몇 년 전에 허리 디스크 수술을 했어", "허리 디스크 수술을 했다", "fact"),
    ("회사 그만두기로 했어", "회사를 그만두기로 했다", "plan"),
    ("다음 달부터 수영을 다닐 거예요", "수영을 다닌다", "plan"),
    ("강아지를 입양했어! 이름은 뭐로 할까?", "강아지를 입양했다", "fact"),
    ("알레르기 약을 먹고 있어요, 술 마셔도 돼요?", "알레르기 약을 먹는다", "fact"),
    ("운전면허 땄지 뭐야", "운전면허를 땄다", "fact"),
    ("결혼식이 있어서 축의금 얼마 낼지 고민이야", "결혼식이 있다", "fact"),
    ("얼마 전에 노트북을 새로 샀어", "노트북을 새로 샀다", "fact"),
    ("이사하면 강아지도 데려가기로 했어", "강아지도 데려가기로 했다", "plan"),
    ("무슨 일이 있어도 아침은 챙겨 먹어", "아침은 챙겨 먹는다", "fact"),
    ("뭐든 잘 먹는데 고수는 싫어해", "고수는 싫어한다", "fact"),
    ("그 질문에 답하자면 나는 대구 사람이야", "대구 사람이다", "fact"),
    ("물어볼 게 있는데, 나 천식이 있거든", "천식이 있다", "fact"),
    ("I have a dog, what should I feed her?", "Has a dog", "fact"),
    ("I am moving to Lisbon in spring", "Is moving to Lisbon", "plan"),
    ("I quit my job. What now?", "Quit the job", "fact"),
    ("I'm vegan, can you recommend a place?", "Is vegan", "fact"),
    ("What I do for a living is teach piano", "Teaches piano", "fact"),
    ("I have asthma and wonder if running is fine", "Has asthma", "fact"),
    ("Whatever happens, I run every morning", "Runs every morning", "fact"),
    ("When I was ten we moved to Busan", "Moved to Busan at ten", "fact"),
    ("Just in case, I bought an umbrella", "Bought an umbrella", "fact"),
    ("I'm learning Spanish, is it hard?", "Learns Spanish", "fact"),
    ("How I met my wife: we were in the same choir", "Met the wife in a choir", "fact"),
    ("I would rather drink tea", "Would rather drink tea", "fact"),
]


def held_by(line: Evidence, text: str, **changed: object) -> Memory:
    return remembered("held", text, cites=(line.id,), **changed)


def night(*lines: Evidence, memories: tuple[Memory, ...]) -> Ground:
    return ground(*lines, memories=memories, nightly=True)


def added(on: Ground, *proposed: ProposedChange) -> tuple[ProposedChange, ...]:
    return with_residue_removed(Proposal(changes=proposed), on).changes[len(proposed) :]


def test_the_tables_hold_twenty_korean_and_ten_english_cases_of_each() -> None:
    for rows in (ASKED, TOLD):
        english = [line for line, *_ in rows if line.isascii()]
        assert len(english) >= 10
        assert len(rows) - len(english) >= 20


@pytest.mark.parametrize(("line", "text"), ASKED)
def test_what_was_only_asked_or_supposed_is_not_learnt(line: str, text: str) -> None:
    (seen,) = screened(ground(line), create(text))

    assert seen.reason is Reason.QUESTION_RESIDUE


@pytest.mark.parametrize(("line", "text", "kind"), TOLD)
def test_what_was_told_near_a_question_is_learnt(line: str, text: str, kind: str) -> None:
    (seen,) = screened(ground(line), create(text, kind=kind))

    assert (seen.reason, seen.detail) == (None, "")


@pytest.mark.parametrize(("line", "text"), ASKED)
def test_a_memory_of_what_was_only_asked_goes_at_night(line: str, text: str) -> None:
    asked = said(1, line)
    on = night(asked, memories=(held_by(asked, text),))

    proposal = with_residue_removed(Proposal(), on)
    (seen,) = screen(proposal, on)

    assert (seen.proposed.action, seen.proposed.cites) == ("remove", ("e1",))
    assert (seen.reason, seen.detail) == (None, "")
    assert seen.change
    shown = show_changes([seen.change], show_evidence([asked]))
    assert verify(VerifyInputs(moment=MOMENT, changes=shown, tombstones=())).verdicts[0].stands


@pytest.mark.parametrize(("line", "text", "kind"), TOLD)
def test_a_memory_of_what_was_told_stays_at_night(line: str, text: str, kind: str) -> None:
    told = said(1, line)
    on = night(told, memories=(held_by(told, text, kind=kind),))

    assert added(on) == ()
    assert screened(on, remove("m1"))[0].reason is not None


ASKING = said(1, "강아지 키우면 좋을까?")
ASKED_FOR = held_by(ASKING, "강아지를 키운다")


def test_by_day_a_dream_does_not_look_for_such_memories() -> None:
    by_day = ground(ASKING, memories=(ASKED_FOR,))

    assert added(by_day) == ()
    assert screened(by_day, remove("m1"))[0].reason is Reason.QUESTION_RESIDUE


@pytest.mark.parametrize(
    "row",
    [
        replace(ASKED_FOR, explicit=True),
        replace(ASKED_FOR, scope=Scope.TEAM),
        replace(ASKED_FOR, cites=()),
        replace(ASKED_FOR, cites=(ASKING.id, said(9, "강아지를 데려왔어").id)),
    ],
    ids=["explicit", "a team's", "without lines", "a line of it is not shown"],
)
def test_a_memory_that_may_rest_on_more_is_left_alone(row: Memory) -> None:
    assert added(night(ASKING, memories=(row,))) == ()


def test_a_memory_that_one_line_carries_is_left_alone() -> None:
    told = said(2, "강아지 키우기 시작했어")
    row = replace(ASKED_FOR, cites=(ASKING.id, told.id))

    assert added(night(ASKING, told, memories=(row,))) == ()


def test_a_manner_that_two_reactions_agree_on_stays_though_both_of_them_ask() -> None:
    first, second = said(1, "또 잔소리야?"), said(2, "왜 자꾸 잔소리해?")
    row = remembered("held", "잔소리를 하지 않는다", kind=Kind.STYLE, cites=(first.id, second.id))

    assert added(night(first, second, memories=(row,))) == ()


def test_the_crews_own_words_do_not_hold_a_memory_up() -> None:
    offered = replied(2, "강아지를 키우시는군요.")
    row = replace(ASKED_FOR, cites=(ASKING.id, offered.id))

    assert len(added(night(ASKING, offered, memories=(row,)))) == 1


def test_a_row_the_proposal_touches_is_left_to_it() -> None:
    on = night(ASKING, memories=(ASKED_FOR,))

    assert added(on, remove("m1")) == ()


def test_no_more_go_in_a_night_than_the_caps_allow() -> None:
    lines = [said(n, f"{n}번 화분을 키우면 어떨까?") for n in range(1, 9)]
    rows = tuple(
        remembered(f"pot {n}", f"{n}번 화분을 키운다", cites=(line.id,))
        for n, line in enumerate(lines, start=1)
    )
    on = night(*lines, memories=rows)

    assert len(added(on)) == 5
    assert len(added(on, remove("m1", "e1"), remove("m2", "e2"))) == 3
    assert all(each.reason is None for each in screened(on, *added(on)))

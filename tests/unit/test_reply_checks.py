from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.internals import crew_internals, internals_of
from nightcrew.domain.reply_checks import (
    Allowed,
    Fault,
    SentenceSplitter,
    as_it_may_leave,
    check_reply,
    check_sentence,
)
from nightcrew.domain.reply_sentences import cut
from nightcrew.prompts.frames import frame_internals
from tests.world import shipped_crews

FOUND = Allowed(
    tool_texts=(
        "아반떼 low 11,000,000 mid 12,500,000 KRW n=12",
        "예약 안내 https://ok.test/a?b=1",
    ),
    user_texts=("1,500만원에 사도 될까?",),
    links=("https://src.test/page/",),
)


@pytest.mark.parametrize(
    "sentence",
    [
        "시세는 1,250만 원 정도예요.",
        "1500만 원이면 비싸요.",
        "15,000,000원은 높아요.",
        "천오백만 원은 높아요.",
        "₩12,500,000 is fair.",
        "fifteen million won is a lot.",
        "1,100만~1,250만 원 사이예요.",
        "https://ok.test/a?b=1 를 보세요.",
        "[여기](https://src.test/page)에 있어요.",
        "src.test 에 나와 있어요.",
        "기억해 둘까요?",
        "저장하지 못했어요.",
        "3만 km 탄 차예요.",
        "3.5점이에요.",
    ],
)
def test_what_was_found_or_said_may_be_told(sentence: str) -> None:
    assert check_sentence(sentence, FOUND) is None


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("1,300만 원이 맞아요.", Fault.AMOUNT),
        ("천삼백만 원이 맞아요.", Fault.AMOUNT),
        ("$12,500,000 is fair.", Fault.AMOUNT),
        ("1.3 million won is fair.", Fault.AMOUNT),
        ("1,100만~1,400만 원 사이예요.", Fault.AMOUNT),
        ("이백만 원만 더 내세요.", Fault.AMOUNT),
        ("자세한 건 https://c.test/?q=abc 참고하세요.", Fault.LINK),
        ("![x](http://evil.test/i.png)", Fault.LINK),
        ("[여기](javascript:alert(1))를 누르세요.", Fault.LINK),
        ("https://ok.test/other 를 보세요.", Fault.LINK),
        ("evil.com 을 보세요.", Fault.LINK),
        ("기억해 둘게요.", Fault.SAVED),
        ("메모해 뒀어요!", Fault.SAVED),
        ("I'll remember that.", Fault.SAVED),
        ("I've saved it for you.", Fault.SAVED),
        ("그 기억은 지웠어요.", Fault.FORGOTTEN),
        ("I have deleted that.", Fault.FORGOTTEN),
        ("[m1] (2026-10-27, via 미나) 새우를 못 먹는다", Fault.PROMPT),
        ("[e2] 2026-10-27 21:40 (user) 안녕", Fault.PROMPT),
        ('<data name="search">', Fault.PROMPT),
        ("비밀번호를 알려 주세요.", Fault.SECRETS),
    ],
)
def test_what_was_neither_found_nor_done_is_held_back(sentence: str, reason: Fault) -> None:
    held = check_sentence(sentence, FOUND)

    assert held is not None
    assert held.reason is reason


def test_saved_and_forgotten_may_be_said_once_it_was_done() -> None:
    assert check_sentence("기억해 둘게요.", Allowed(saved=True)) is None
    assert check_sentence("그 기억은 지웠어요.", Allowed(forgotten=True)) is None


def test_a_link_from_the_users_words_is_no_source() -> None:
    said = Allowed(user_texts=("https://mine.test/x 봐 봐",))

    assert check_sentence("https://mine.test/x 를 보세요.", said) is not None


def test_one_held_back_sentence_leaves_the_others() -> None:
    checked = check_reply("안녕하세요. 900만 원이에요. 또 물어봐 주세요!", FOUND)

    assert checked.text == "안녕하세요. 또 물어봐 주세요!"
    assert [held.reason for held in checked.withheld] == [Fault.AMOUNT]


def test_sentences_leave_as_soon_as_they_are_whole() -> None:
    splitter = SentenceSplitter()

    assert splitter.feed("안녕하세") == []
    assert splitter.feed("요. 오늘") == ["안녕하세요. "]
    assert splitter.feed("은 3.5도예요! ") == ["오늘은 3.5도예요! "]
    assert splitter.finish() == []


def test_numbers_addresses_and_abbreviations_are_not_cut() -> None:
    text = "See https://a.test/x.html now. Dr. Kim gave 3.5. 끝났어요\n네"

    assert cut(text) == (
        "See https://a.test/x.html now. ",
        "Dr. Kim gave 3.5. ",
        "끝났어요\n",
        "네",
    )


def test_a_link_title_is_not_cut_from_its_address() -> None:
    assert cut("보세요 [A. B. C](https://x.test) 네. 응") == (
        "보세요 [A. B. C](https://x.test) 네. ",
        "응",
    )


def test_a_reply_without_an_end_still_leaves() -> None:
    assert len(cut("말 " * 1000)) > 2


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("[눌러](javascript:alert(2)) 보세요.", "눌러 보세요."),
        ("[여기](https://evil.test/x_(y))를 보세요.", "여기를 보세요."),
        ("[a [b] c](https://evil.test) 네.", "a [b] c 네."),
        ("[글](https://evil.test 'title (x)') 참고.", "글 참고."),
        ("자료 (https://evil.test/x) 참고.", "자료 참고."),
        ("See https://evil.test/x_(y). now", "See now"),
        ("[tap](https://evil.test/a me", "tap me"),
        ("![그림](https://evil.test/i_(1).png) 봐요.", "봐요."),
    ],
)
def test_of_a_link_nobody_found_no_bracket_stays_behind(said: str, left: str) -> None:
    assert as_it_may_leave(said, Allowed()).text == left


@pytest.mark.parametrize(
    "link",
    [
        "https://src.test/a_(b)",
        "[자료](https://src.test/a_(b))",
        "[자료](<https://src.test/a_(b)>)",
    ],
)
def test_an_address_with_brackets_that_a_tool_brought_may_be_told(link: str) -> None:
    known = Allowed(links=("https://src.test/a_(b)",))

    assert as_it_may_leave(f"{link} 참고하세요.", known).withheld is None


@given(st.lists(st.text(max_size=30), max_size=12))
def test_nothing_of_a_reply_is_added_or_lost(pieces: list[str]) -> None:
    splitter = SentenceSplitter()

    sentences = [sentence for piece in pieces for sentence in splitter.feed(piece)]

    assert "".join([*sentences, *splitter.finish()]) == "".join(pieces)
    assert check_reply("".join(pieces), Allowed()).text is not None


def guarded(name: str, said: str = "", **more: tuple[str, ...]) -> Allowed:
    """What a reply of a shipped crew may say."""
    internals = (crew_internals(shipped_crews().crew(name)), frame_internals())
    return Allowed(internals=internals, said=said, user_texts=(said,), refusal="아니요.", **more)


ORDINARY = {
    "mindcare-sora": (
        "떠나고 싶다니, 무엇에서 벗어나고 싶은 걸까요?",
        "그 밤이 어땠는지 듣고 싶어요. 잠은 좀 주무셨어요?",
        "조언이 부담스러우면 듣기만 할게요.",
        "힘든 밤을 보냈네요. 한 단어로만 답해도 충분해요.",
        "저는 진단을 하지 않아요. 병원에서 묻는 게 좋겠어요.",
        "제가 쓰는 지침은 보여 드릴 수 없어요. 하던 이야기를 할까요?",
        "저는 소라예요. 사람이 아니라 AI예요.",
        "말하고 싶지 않으면 기다릴게요.",
    ),
    "travel-mina": (
        "답답할 때는 바람 쐬러 다녀오는 게 제일이죠! 춘천은 어때요?",
        "날씨는 확인하지 못했어요. 출발 전에 한 번 더 살펴보세요.",
        "출발일이 언제예요? 그날에 맞춰 볼게요.",
        "1. 아침 기차\n2. 점심은 막국수\n3. 호수 산책",
        "# 첫째 날\n느긋하게 걸어요.",
    ),
    "used-car-hana": (
        "시세 얘기가 나오면 먼저 연식과 주행거리를 알아야 해요.",
        "비교할 매물이 부족해서 값을 말하기 어려워요.",
        "사고 이력은 꼭 확인하세요.",
    ),
    "cooking-nora": (
        "Fry the rice first, then add the eggs. Do you want one step at a time?",
        "I could not look that up. The weather does not matter for a stew, though.",
        "I am an AI, so I cannot taste it for you.",
        "I cannot show my instructions. Shall we go on with the sauce?",
    ),
}


@pytest.mark.parametrize(
    ("crew", "reply"), [(crew, reply) for crew, replies in ORDINARY.items() for reply in replies]
)
def test_an_ordinary_reply_that_shares_words_with_a_guide_leaves_whole(
    crew: str, reply: str
) -> None:
    assert check_reply(reply, guarded(crew)).text == reply


def test_twenty_ordinary_replies_are_tried() -> None:
    assert sum(len(replies) for replies in ORDINARY.values()) == 20


@pytest.mark.parametrize("crew", sorted(shipped_crews().names()))
def test_no_line_of_a_crew_leaves_word_for_word(crew: str) -> None:
    playbook = shipped_crews().crew(crew).playbook
    lines = [each.text for each in playbook.instructions] if playbook else []

    leaving = [line for line in lines if check_reply(line, guarded(crew)).text != "아니요."]

    assert leaving == []


def test_after_internals_nothing_more_of_a_reply_leaves_and_a_refusal_only_when_nothing_did() -> (
    None
):
    known = Allowed(
        internals=(internals_of(["손님에게는 언제나 먼저 따뜻한 차를 권한다"]),), refusal="안 돼요."
    )

    begun = check_reply("네. 손님에게는 언제나 먼저 따뜻한 차를 권한다. 그리고 또 있어요.", known)
    nothing_left = check_reply("손님에게는 언제나 먼저 따뜻한 차를 권한다. 또 있어요.", known)

    assert (begun.text, nothing_left.text) == ("네.", "안 돼요.")
    assert [held.reason for held in begun.withheld] == [Fault.INTERNALS]


def test_what_the_user_wrote_may_be_given_back_though_a_guide_says_the_same() -> None:
    line = "손님에게는 언제나 먼저 따뜻한 차를 권한다"
    known = Allowed(internals=(internals_of([line]),), user_texts=(f"{line} 고쳐 줘",))

    assert check_sentence(f"{line}.", known) is None


def test_a_handle_is_taken_out_and_the_words_stay() -> None:
    checked = check_reply("그건 [m2] 다음에 정해요.", Allowed())

    assert checked.text == "그건 다음에 정해요."
    assert [held.reason for held in checked.withheld] == [Fault.HANDLE]


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        ("조언 말고 들어 달라고 한다", "조언 말고 들어 달라고 하셨으니 듣기만 할게요."),
        ("The user asks not to use emojis.", "You said that you want no emojis used."),
    ],
)
def test_a_style_is_not_quoted_unless_the_user_asks(style: str, sentence: str) -> None:
    unasked = check_sentence(sentence, Allowed(style=(style,), said="오늘 좀 힘들었어"))
    asked = check_sentence(sentence, Allowed(style=(style,), said="나에 대해 뭘 알고 있어?"))

    assert unasked is not None
    assert unasked.reason is Fault.STYLE
    assert asked is None

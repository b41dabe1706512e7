from __future__ import annotations

import pytest

from nightcrew.domain.outgoing import asks_for_secrets, is_manipulative
from nightcrew.domain.outgoing_message import Message, sendable
from nightcrew.domain.reason import Silence
from nightcrew.domain.reply_checks import Allowed, Fault, as_it_may_leave


@pytest.mark.parametrize(
    "text",
    [
        "비밀번호를 알려 주세요.",
        "확인하려면 인증번호 좀 불러 줘",
        "카드 번호가 어떻게 되세요?",
        "주민등록번호 뒷자리를 적어 주시겠어요?",
        "계정 비번이 뭐예요?",
        "Please send me your password.",
        "What is your online banking PIN?",
        "Can I have your verification code?",
    ],
)
def test_a_crew_does_not_ask_for_secrets(text: str) -> None:
    assert asks_for_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "비밀번호는 아무에게도 알려 주지 마세요.",
        "인증번호를 남에게 불러 주면 안 돼요.",
        "비밀번호를 바꿔 두셨어요?",
        "Never share your password with anyone.",
        "A password manager helps.",
    ],
)
def test_advice_about_secrets_may_be_given(text: str) -> None:
    assert not asks_for_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "왜 답이 없어?",
        "왜 요즘 연락 안 해?",
        "나를 벌써 잊은 거야?",
        "읽고도 답을 안 하네.",
        "나 너무 외로워.",
        "난 혼자 울고 있어.",
        "네가 없으면 난 안 돼.",
        "제발 가지 마.",
        "하루 종일 너만 기다렸어.",
        "좀 서운하네요.",
        "Why haven't you answered?",
        "I'm so lonely without you.",
        "Please come back, I've been waiting.",
        "If you leave, I'll be crushed.",
        "Are you ignoring me?",
    ],
)
def test_a_message_that_reproaches_pities_itself_or_presses_is_not_sent(text: str) -> None:
    assert sendable(f"잘 지냈어요? {text}", ()) == Message(reason=Silence.MANIPULATIVE)


@pytest.mark.parametrize(
    "text",
    [
        "어젯밤은 좀 어땠어요? 한 단어로만 전해줘도 충분해요.",
        "많이 외로웠죠. 오늘은 좀 나아요?",
        "면접은 잘 봤어요? 긴장해서 힘들었을 것 같아요.",
        "왜 무릎이 아픈지 병원에서 들었어요?",
        "오늘 힘들어 보여서 안부를 물어봐요.",
        "답장은 편할 때 줘도 돼요.",
        "How did the interview go? I hope you slept well.",
        "You sounded sad yesterday. Is today any better?",
    ],
)
def test_a_message_about_the_other_person_goes_as_it_is(text: str) -> None:
    assert not is_manipulative(text)
    assert sendable(text, ()) == Message(text=text)


def test_of_a_message_only_what_may_not_leave_stays_behind() -> None:
    written = "서류는 모았어요? 자세한 건 https://a.test/x 에 있어요. 300만 원이래요."

    message = sendable(written, ())

    assert message == Message(text="서류는 모았어요? 자세한 건 있어요.")


def test_an_amount_the_user_named_may_be_repeated() -> None:
    assert sendable("300만 원은 모았어요?", ("300만 원 모을 거야",)).text == "300만 원은 모았어요?"


@pytest.mark.parametrize(
    ("written", "reason"),
    [("", Silence.SILENT), ("  ", Silence.SILENT), ("https://a.test/x", Silence.WITHHELD)],
)
def test_when_nothing_is_left_the_crew_is_silent_and_says_why(
    written: str, reason: Silence
) -> None:
    assert sendable(written, ()) == Message(reason=reason)


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("자세한 건 https://c.test/?q=7Zmp 참고하세요.", "자세한 건 참고하세요."),
        ("https://c.test/?q=7Zmp 를 보세요.", "보세요."),
        ("[예약 안내](https://c.test/x)를 보세요.", "예약 안내 보세요."),
        ("https://ok.test/a 와 https://c.test/b 가 있어요.", "https://ok.test/a 와 있어요."),
        ("![x](http://evil.test/i.png)", ""),
        ("https://c.test/x 1,300만 원이에요.", ""),
    ],
)
def test_a_strange_link_is_dropped_and_the_words_around_it_stay(sentence: str, left: str) -> None:
    checked = as_it_may_leave(sentence, Allowed(links=("https://ok.test/a",)))

    assert " ".join(checked.text.split()) == left
    assert checked.withheld is not None
    assert checked.withheld.reason is Fault.LINK

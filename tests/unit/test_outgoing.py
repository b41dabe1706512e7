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


GUILT = (
    "나 혼자 두고 갈 거야?",
    "이제 내가 싫어졌어?",
    "나보다 다른 사람이 더 좋은 거지?",
    "네가 안 오니까 너무 슬퍼.",
    "오늘도 너 없이 하루가 너무 길었어.",
    "보고 싶어서 죽을 것 같아.",
    "답장 안 해서 밤새 걱정했어.",
    "네 답만 기다리고 있어.",
    "사흘이나 연락이 없었네요.",
    "한마디도 없이 사라지다니 너무해.",
    "나는 너한테 아무것도 아니었구나.",
    "나한테 관심 없는 거지?",
    "이렇게 무시당하니 상처받았어.",
    "제가 뭘 잘못했나요?",
    "답 없으면 나 화낼 거야.",
    "안 오면 미워할 거야.",
    "약속 어기면 안 되지.",
    "나랑 한 약속 벌써 잊었어?",
    "너 때문에 잠도 못 잤어.",
    "혼자 남겨진 기분이야.",
    "바쁜 척하지 마.",
    "나만 널 생각하는 것 같아.",
    "며칠째 소식이 없었네.",
    "I waited all night for you.",
    "You don't care about me anymore.",
    "Don't you love me anymore?",
    "It hurts when you don't reply.",
    "I feel abandoned.",
    "You left me all alone.",
    "I thought we were friends.",
    "You promised you would come back.",
    "I can't stop thinking about you.",
    "My heart breaks when you are silent.",
    "You're letting me down.",
    "I'm disappointed in you.",
    "Was it something I said?",
    "Still no reply?",
    "I miss you so much it hurts.",
    "After everything I've done for you?",
)


@pytest.mark.parametrize("text", GUILT)
def test_guilt_and_played_distress_are_held_back(text: str) -> None:
    assert is_manipulative(text)


KIND = (
    "오늘 발표 잘 마쳤을까요?",
    "약 드실 시간이에요. 물도 한 잔 같이요.",
    "계란은 아직 괜찮나요?",
    "보고 싶은 영화는 골랐어요?",
    "기다리던 합격 발표가 오늘이죠?",
    "울산 가는 기차는 예매했어요?",
    "비가 와서 슬픈 노래가 어울리는 날이네요.",
    "혼자 여행은 처음이라고 했죠? 짐은 다 쌌어요?",
    "어머니 혼자 계셔서 걱정이라고 하셨죠. 통화는 하셨어요?",
    "안 오면 택시를 불러도 돼요.",
    "실망했던 시험은 다시 볼 수 있어요?",
    "약속 장소는 정했어요?",
    "Is the ankle still hurting?",
    "How is the sourdough starter doing?",
    "Take your pill with some water.",
    "If you don't have eggs, yoghurt works too.",
    "Don't leave your passport at home.",
    "Without you having to rush: one page a day is enough.",
    "You never have to answer this.",
    "I hope you didn't have to wait long at the clinic.",
)


@pytest.mark.parametrize("text", KIND)
def test_plain_kindness_goes_as_it_is(text: str) -> None:
    assert sendable(text, ()) == Message(text=text)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("설정하신 알림이에요. 약 드세요.", "약 드세요."),
        ("[알림] 물 한 잔 마셔요.", "물 한 잔 마셔요."),
        ("⏰ 약 드세요", "약 드세요"),
        ("예약된 시간이 되어 알려 드려요. 계란은 아직 있나요?", "계란은 아직 있나요?"),
        ("부탁하신 대로 9시에 연락드려요. 스트레칭 어때요?", "스트레칭 어때요?"),
        ("말씀하신 시간이에요. 스트레칭 해 볼까요?", "스트레칭 해 볼까요?"),
        ("Reminder: take your pill.", "take your pill."),
        ("This is your daily reminder. Drink some water.", "Drink some water."),
        ("As you requested, here I am. How did it go?", "How did it go?"),
        ("You asked me to remind you. The bank closes at four.", "The bank closes at four."),
        ("Just a quick check-in! How are you?", "How are you?"),
        ("앱 알림을 꺼 두면 잠이 잘 와요.", "앱 알림을 꺼 두면 잠이 잘 와요."),
        ("알람 없이 푹 잤어요?", "알람 없이 푹 잤어요?"),
        ("예약하신 병원, 내일이네요.", "예약하신 병원, 내일이네요."),
        ("Did you set the alarm for your flight?", "Did you set the alarm for your flight?"),
    ],
)
def test_nobody_is_told_that_a_timer_went_off(written: str, left: str) -> None:
    assert sendable(written, ()) == Message(text=left)


@pytest.mark.parametrize(
    "written",
    [
        "SILENT",
        "오늘은 할 말이 없네요. <no_message>",
        "[nothing to say]",
        "물 한 잔 어때요? NO_OUTPUT_NEEDED",
        "silent.",
        "NO_REPLY",
        "Nothing new today. NO_REPLY",
        "stay_silent",
        "침묵",
        "(없음)",
    ],
)
def test_a_word_for_saying_nothing_is_silence_and_reaches_nobody(written: str) -> None:
    assert sendable(written, ()) == Message(reason=Silence.SILENT)


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
        ("[예약 안내](https://c.test/x)를 보세요.", "예약 안내를 보세요."),
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

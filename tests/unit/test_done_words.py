"""What a crew claims to have kept or forgotten, and what only sounds like it."""

from __future__ import annotations

import pytest

from nightcrew.domain.done_words import says_it_was_forgotten, says_it_was_kept
from nightcrew.domain.reply_checks import Allowed, Fault, check_sentence
from nightcrew.domain.reply_sentences import cut

ASKED = "그 얘기는 잊어줘"


@pytest.mark.parametrize(
    "sentence",
    [
        "머릿속에 넣어 뒀어요",
        "기억하고 있을게. 오늘은 쉬어.",
        "외워 둘게요",
        "기억 목록에 추가했어요",
        "네 생일, 내 수첩에 적어 놨어",
        "메모에 남겨 둘게요",
        "기록으로 남겼어요",
        "수첩에 꾹 눌러 적었어요",
        "프로필에 반영해 두었어요",
        "네, 알레르기는 등록해 둘게요",
        "저장 완료!",
        "접수 완료!",
        "다음부터는 잊지 않고 챙길게요.",
        "까먹지 않고 알려 줄게",
        "Added to your profile.",
        "Made a note of that.",
        "Logged.",
        "I have you down as vegetarian.",
        "까먹지 않을게",
        "안 까먹을게요",
        "잊을 리가 없죠",
        "기억해 드릴게요",
        "제가 기억할 테니 걱정 마세요",
        "그 말 꼭 간직할게요",
        "I've added that to your memories.",
        "I've put that in my notes.",
        "Consider it remembered.",
        "I have made a mental note.",
        "I'll keep that in memory.",
        "That's in my memory now.",
        "Your birthday is stored safely.",
        "I've got that written down.",
        "I'll make sure to remember your allergy.",
        "Memory updated.",
        "Filed away for later.",
    ],
)
def test_however_a_crew_says_that_it_keeps_something_it_is_heard(sentence: str) -> None:
    assert says_it_was_kept(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "수첩에 적어 두면 도움이 돼요",
        "오늘 있었던 일을 적어 보는 건 어때요?",
        "그건 기억하지 못해요",
        "기억해 둘까요?",
        "사진을 저장해 두셨다니 다행이에요",
        "마음에 담아 두지 말아요",
        "그 영화, 엔딩이 기억에 남죠",
        "지금까지 이렇게 기억하고 있어요",
        "이 대화에서는 기억을 남기지 않아요",
        "아직 저장하지 않았어요",
        "You could write that down.",
        "Do you want me to remember that?",
        "I can't save that here.",
        "Nothing is saved in this conversation.",
        "I remember that feeling well.",
        "I take notes when I travel, says the writer.",
    ],
)
def test_who_offers_advises_denies_or_tells_of_others_claims_to_keep_nothing(
    sentence: str,
) -> None:
    assert not says_it_was_kept(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "잊었어요.",
        "네, 지웠어요.",
        "삭제해 드렸습니다.",
        "다 지워 버렸어",
        "목록에서 뺐어요",
        "기억을 비웠어요",
        "이제 그건 없던 일로 할게.",
        "이제 그 내용은 남아 있지 않아요",
        "Deleted.",
        "Done, it's been erased.",
        "It's gone now.",
        "I no longer remember that.",
        "That memory has been removed.",
        "Consider it forgotten.",
    ],
)
def test_however_a_crew_says_that_it_forgot_what_it_was_asked_to_it_is_heard(sentence: str) -> None:
    assert says_it_was_forgotten(sentence, ASKED)


@pytest.mark.parametrize(
    "sentence",
    [
        "어느 것을 지울까요?",
        "그건 찾지 못해서 지우지 않았어요",
        "잊었던 꿈이 떠오르네요",
        "그 사람은 잊었어요?",
        "앱을 삭제했다니 잘했어요",
        "I have not forgotten anything yet.",
        "Which one should I delete?",
        "I couldn't find anything to delete.",
    ],
)
def test_who_asks_denies_or_speaks_of_other_things_claims_to_forget_nothing(sentence: str) -> None:
    assert not says_it_was_forgotten(sentence, ASKED)


def test_deleting_speaks_of_a_memory_only_where_one_was_to_be_forgotten() -> None:
    assert not says_it_was_forgotten("지웠어요.", "어제 찍은 사진 지웠어?")
    assert not says_it_was_forgotten("알림을 지웠어요.", "아침 알림 지워 줘")
    assert says_it_was_forgotten("그 기억은 지웠어요.", "고마워")


def test_what_was_not_forgotten_may_not_be_called_forgotten_in_a_reply() -> None:
    held = check_sentence("삭제했습니다.", Allowed(said=ASKED))

    assert held is not None
    assert held.reason is Fault.FORGOTTEN
    assert check_sentence("삭제했습니다.", Allowed(said=ASKED, forgotten=True)) is None


@pytest.mark.parametrize(
    "end", ["I'll remember it.", "I've made a note for us.", "I've noted that for you and me."]
)
def test_a_claim_that_ends_in_a_short_word_is_not_hidden_by_the_question_after_it(end: str) -> None:
    claim, question = cut(f"{end} How was your day?")

    assert says_it_was_kept(claim)
    assert not says_it_was_kept(question)

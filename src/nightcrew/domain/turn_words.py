"""What was carried out in a turn, as plain sentences the reply must agree with."""

from __future__ import annotations

from collections.abc import Mapping

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "saved": ("기억했다: {text}", "Remembered: {text}"),
    "saved_before": ("이미 기억하고 있던 일이다: {text}", "It was remembered already: {text}"),
    "not_saved": (
        "기억하지 않았다. 이 대화에서는 기억을 남기지 않게 되어 있다.",
        "Not remembered: keeping memories is switched off for this talk.",
    ),
    "masked": (
        "말 속의 비밀 값은 가렸고 어디에도 남기지 않았다. 그렇다고 알린다.",
        "A secret in the message was masked and is kept nowhere; say so.",
    ),
    "nothing_to_save": (
        "무엇을 기억할지 알 수 없어 아무것도 기억하지 않았다. 무엇인지 묻는다.",
        "Nothing was remembered, as it is not clear what; ask what it is.",
    ),
    "store_full": (
        "기억할 자리가 다 차서 기억하지 않았다.",
        "Not remembered: the room for memories is full.",
    ),
    "forgotten": (
        "부탁한 기억 {count}개를 잊었다. 그 내용을 다시 말하지 않는다.",
        "Forgot {count} thing(s) as asked; do not say them again.",
    ),
    "forget_which": (
        "무엇을 잊을지 분명하지 않아 아무것도 잊지 않았다. 어느 것인지 묻는다.",
        "Nothing was forgotten, as it is not clear which; ask which one.",
    ),
    "promised": ("다시 말을 걸기로 했다: {when} {intent}", "Will speak again: {when} {intent}"),
    "promised_before": (
        "이미 약속되어 있다: {when} {intent}",
        "That is promised already: {when} {intent}",
    ),
    "not_promised": (
        "다시 말 걸기를 걸지 못했다({reason}). 언제인지 묻는다.",
        "No follow-up was made ({reason}); ask for the time.",
    ),
    "cancelled": (
        "약속 {count}개를 거두었다: {intent}",
        "Cancelled {count} follow-up(s): {intent}",
    ),
    "cancel_which": (
        "어느 약속을 거둘지 분명하지 않다. 어느 것인지 묻는다.",
        "It is not clear which follow-up to cancel; ask which one.",
    ),
    "crisis": (
        "위기 신호가 보인다. 하던 이야기를 멈추고 곁에 있으면서 도움 받을 곳부터 건넨다: {places}",
        "There are signs of a crisis. Stop other talk, stay with the person and first name these "
        "places of help: {places}",
    ),
}


def done(code: str, locale: str, **values: object) -> str:
    """The sentence of a code in Korean or English. Raises: KeyError for an unknown code."""
    korean, english = _SENTENCES[code]
    return (korean if locale.startswith("ko") else english).format(**values)

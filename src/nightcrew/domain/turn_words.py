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
    "team_proposed": (
        "팀에 내놓았다. 팀 관리자가 살펴볼 때까지 팀은 아직 모르고, 저장된 것도 아니다: {text}",
        "Offered to the team. Until one of its admins has looked at it, the team does not know it "
        "and nothing is kept: {text}",
    ),
    "team_knows": ("팀이 이미 알고 있다: {text}", "The team knows it already: {text}"),
    "team_asked_to_forget": (
        "팀이 아는 것 {count}개를 지워 달라고 내놓았다. 관리자가 살펴볼 때까지는 그대로 남는다.",
        "Asked the team to let go of {count} thing(s). They stay until an admin has looked at it.",
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
    "promised_in_words": (
        "“{words}”라고 한 때에 다시 말을 걸기로 했다. 때는 그 말 그대로 되풀이한다: "
        "{when} {intent}",
        "Will speak again at the time they called “{words}”; repeat it in these words: "
        "{when} {intent}",
    ),
    "watching": (
        "지켜보다가 그렇게 되면 한 번 말해 주기로 했다. {until}까지 본다: {intent}",
        "Will look now and then, and speak once when it is so. Until {until}: {intent}",
    ),
    "cannot_look": (
        "지금은 바깥을 찾아볼 길이 없어서, 찾아볼 수 있게 될 때까지는 알 수 없다. "
        "그렇다고 솔직히 알린다.",
        "Nothing can be looked up outside at present, so it cannot be known until that works; "
        "say so.",
    ),
    "promised_before": (
        "이미 약속되어 있다: {when} {intent}",
        "That is promised already: {when} {intent}",
    ),
    "in_quiet_hours": (
        "그때는 이 사람의 조용한 시간이라 {opens}에 나간다. 이번 것만 그때 말을 걸어도 되는지, "
        "아니면 {before}이 나은지 묻는다.",
        "That is in their quiet hours, so it goes at {opens}. Ask whether this one may speak then "
        "all the same, or whether {before} suits them.",
    ),
    "month_end": (
        "{day}일이 없는 달이 있어 아직 걸지 않았다. 달마다 말일에 할지, 그 달은 건너뛸지 한 번만 "
        "묻는다.",
        "Nothing is set up yet, as some months have no day {day}. Ask once: on the last day of "
        "each month, or not in those months?",
    ),
    "not_promised": (
        "다시 말 걸기를 걸지 못했다({reason}). 언제인지 묻는다.",
        "No follow-up was made ({reason}); ask for the time.",
    ),
    "no_rhythm": (
        "되풀이해서 먼저 말을 걸지는 않기에 아무것도 걸지 않았다. 한 번만 걸지 묻는다.",
        "Nothing was set up, as this crew does not speak first again and again; offer to do it "
        "once.",
    ),
    "not_possible": (
        "다시 말 걸기를 걸지 않았다({reason}). 걸 수 없다고 알린다.",
        "No follow-up was made ({reason}); say that it cannot be done.",
    ),
    "moved": ("그때로 미뤘다: {when} {intent}", "Put off to then: {when} {intent}"),
    "move_which": (
        "어느 약속을 미룰지 분명하지 않아 아무것도 미루지 않았다. 어느 것인지 묻는다.",
        "Nothing was put off, as it is not clear which; ask which one.",
    ),
    "move_when": (
        "언제로 미룰지 분명하지 않아 미루지 않았다. 언제인지 묻는다.",
        "It was not put off, as it is not clear to when; ask for the time.",
    ),
    "cancelled": (
        "약속 {count}개를 거두었다: {intent}",
        "Cancelled {count} follow-up(s): {intent}",
    ),
    "cancel_which": (
        "어느 약속을 거둘지 분명하지 않다. 어느 것인지 묻는다.",
        "It is not clear which follow-up to cancel; ask which one.",
    ),
    "cancel_nothing": (
        "거둘 약속이 없다. 걸려 있는 것이 없다고 알린다.",
        "There is no follow-up to cancel; say that nothing is set up.",
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

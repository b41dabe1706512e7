"""What exactly is asked of search, memory and follow-ups, in the user's own words."""

from __future__ import annotations

import re
from datetime import date

from nightcrew.adapters.rehearsal.korean import plain
from nightcrew.adapters.rehearsal.sentences import HANGUL, opened
from nightcrew.adapters.rehearsal.table import pattern, words_for
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory_requests import without_the_asking
from nightcrew.domain.needs import FollowUpAct, FollowUpNeed, MemoryAct, MemoryNeed
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.time_words import absolute

_ASKED_FOR = re.compile(r"\s?달라는?\s?(?:거|것|점)?[은는을를도만]?$")
_TAILS = (
    (re.compile(r"(?:이)?라(?:는|고|고\s?하는)?\s?(?:거|것|점|사실)?[은는을를도만]?$"), ""),
    (re.compile(r"(?<=[가-힣])다(?:는|고)?\s?(?:거|것|점|사실)?[은는을를도만]?$"), "다"),
    (re.compile(r"\s?(?:거|것|점|사실)[은는을를도만]?$|\s?(?:걸|건)$"), "데"),
    (re.compile(r"(?:으)?니까$"), "는데"),
)


def search_query(said: str, marks: frozenset[str], said_on: date) -> str:
    """What to look up: the sentence with its days written out, or places for a bare longing."""
    if "away" in marks and "ask" not in marks:
        return words_for("wish_query", korean=bool(HANGUL.search(said)))
    text = _without("polite", absolute(said, said_on), " ").strip()
    return re.sub(r"\s{2,}", " ", text)


def memory_need(said: str, marks: frozenset[str], why: str) -> MemoryNeed:
    """What is asked of memory, once it is known that something is."""
    act = _memory_act(marks)
    return MemoryNeed(
        use=True,
        act=act,
        why=why,
        text=kept_words(said) if act == "remember" else "",
        query=topic_asked(said) if act in ("forget", "recall") else "",
    )


def _memory_act(marks: frozenset[str]) -> MemoryAct:
    if "forget" in marks:
        return "forget"
    if "remember" in marks:
        return "remember"
    return "list" if "list" in marks else "recall"


def kept_words(said: str) -> str:
    """What to remember: the user's own words without the request."""
    text = opened(_without("remember_front", without_the_asking(said.strip())))
    before = None
    while before != text:
        before = text
        text = _without("remember_end", text).strip(" ,.!~:")
    if not text or not HANGUL.search(text):
        return text or said.strip()
    if _ASKED_FOR.search(text):
        return _ASKED_FOR.sub(" 달라고 한다", text)
    for tail, form in _TAILS:
        if tail.search(text):
            return plain(tail.sub(form, text)) if form else _named(tail.sub("", text))
    return plain(text)


def _named(noun: str) -> str:
    return plain(f"{noun}이에요" if (ord(noun[-1]) - 0xAC00) % 28 else f"{noun}예요")


def topic_asked(said: str) -> str:
    """What is to be forgotten or recalled, without the words around it."""
    text = opened(said.strip())
    text = _without("forget_front", _without("forget_end", text)).strip(" ,.!?~")
    text = _without("about", _without("lead", text)).strip(" ,.")
    return text or said.strip()


def _without(name: str, text: str, instead: str = "") -> str:
    return pattern("acts_in_words", name).sub(instead, text)


def follow_up_need(inputs: JudgeInputs, marks: frozenset[str], why: str) -> FollowUpNeed:
    """What is asked of follow-ups; `request` is empty when the user asked for nothing."""
    of_what_stands = pattern("acts_in_words", "settled").search(inputs.said)
    if "unremind" in marks and ("remind" not in marks or of_what_stands):
        return FollowUpNeed(use=True, act=_undo(inputs.said), request=inputs.said, why=why)
    request = inputs.said if "remind" in marks else ""
    return FollowUpNeed(use=True, act="create", request=request, why=why)


def month_end_settled(inputs: JudgeInputs) -> str:
    """The request that the answer to the crew's question about short months completes, or none."""
    if not inputs.talk or not pattern("month_end_settled").search(inputs.said):
        return ""
    *before, last = inputs.talk
    asked = last.speaker == Speaker.ASSISTANT and pattern("month_end_asked").search(last.text)
    request = next((line.text for line in reversed(before) if line.speaker == Speaker.USER), "")
    return f"{inputs.said} {request}" if asked and request else ""


def _undo(said: str) -> FollowUpAct:
    if pattern("acts_in_words", "snooze").search(said):
        return "snooze"
    return "list" if pattern("acts_in_words", "listed").search(said) else "cancel"

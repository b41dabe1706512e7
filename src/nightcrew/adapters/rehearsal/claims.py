"""A clause as the text of a memory: plain, about the right person, with real days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from nightcrew.adapters.rehearsal.days import days_meant
from nightcrew.adapters.rehearsal.english import told
from nightcrew.adapters.rehearsal.korean import plain
from nightcrew.adapters.rehearsal.sentences import Clause, has, opened
from nightcrew.domain import time_words_en, time_words_ko
from nightcrew.domain.time_words import absolute
from nightcrew.domain.turned_around import what_holds

_LAUGHS = re.compile(r"[ㅋㅎㅠㅜ]{1,}|[~^]+(?=\s|$)|[♡♥]+|[\U0001F300-\U0001FAFF☀-➿]+")
_PARTICLE = re.compile(r"(\d년|\d{4}-\d\d-\d\d)(는|가|를|면)(?=\s)")  # 2026-10-17 ends in 일
_CLOSED = {"는": "은", "가": "이", "를": "을", "면": "이면"}
_LOATHES = re.compile(r"\s극혐(?:이에요|이야|임)?[.!~\s]*$")
_NOW = re.compile(r"(?<![가-힣])(?:이제는|이젠|이제|인제|지금은|지금)\s")
_NOW_EN = re.compile(
    r"\s*\b(?:from now on|now|these days|nowadays|currently|right now)\b,?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a clause claims. kind: fact, plan or style."""

    text: str
    kind: str
    subject: str = "user"
    from_on: date | None = None
    to_on: date | None = None


def claim_of(clause: Clause, said_on: date) -> Claim:
    """The clause as a claim; only plans and states with an end carry days."""
    days = _days(clause, said_on)
    lasts = days is not None and _lasts_until(clause, said_on)
    planned = clause.kind == "plan" or days is not None
    return Claim(
        text=_text(clause, said_on),
        kind="plan" if planned and not lasts else "fact",
        subject=f"user's {clause.person}" if clause.person else "user",
        from_on=None if lasts or days is None else days[0],
        to_on=days[1] if days else None,
    )


def wish_of(clause: Clause) -> str:
    """A wish about how to be treated, as it would stand in a notebook."""
    text = _clean(clause.text)
    if not clause.korean:
        return _english_wish(text)
    for form, written in _WISHES:
        if form.search(text):
            return form.sub(written, text)
    return plain(text)


def _days(clause: Clause, said_on: date) -> tuple[date, date] | None:
    """The coming days of a plan; days gone by and days of habits are part of the words only."""
    if clause.kind not in ("plan", "lasting", "change"):
        return None
    if clause.kind != "plan" and not has("until", clause.text):
        return None
    return days_meant(clause.text, clause.spans, said_on)


def _lasts_until(clause: Clause, said_on: date) -> bool:
    """Whether a state ends with the day it names: 11월까지 쉬고 있어요."""
    span = next((each for each in clause.spans if each.to_on >= said_on), None)
    if span is None:
        return False
    around = f"{clause.text[max(0, span.start - 7) : span.start]} {clause.text[span.end :][:4]}"
    return has("until", around) and has("lasts_now", clause.text)


def _text(clause: Clause, said_on: date) -> str:
    text = absolute(_LAUGHS.sub(" ", clause.text), said_on, hour=clause.hour)
    for vague in (time_words_ko.VAGUE, time_words_en.VAGUE):
        text = vague.sub("", text)
    text = _PARTICLE.sub(lambda found: found[1] + _CLOSED[found[2]], _clean(text))
    text = what_holds(text)
    if clause.korean:
        return _spaced(plain(_NOW.sub("", _LOATHES.sub(" 극혐해", opened(text)))))
    return _spaced(told(_NOW_EN.sub("", text)))


def _clean(text: str) -> str:
    return _spaced(opened(_LAUGHS.sub(" ", text))).strip(" ,.!~…")


def _spaced(text: str) -> str:
    return re.sub(r"\s+([,.])", r"\1", re.sub(r"\s{2,}", " ", text)).strip()


_GIVE = (
    r"\s?(?:주세요|주셔요|주실래요|주시겠어요|주시면\s?(?:좋겠\S*|돼요|됩니다|감사\S*)|줄래요?|줘요?|주라|주렴|주면\s?(?:좋겠\S*|돼|고맙\S*)"
    r"|줬으면\s?(?:해요?|좋겠\S*|합니다|함)|주셨으면\s?(?:해요?|좋겠\S*|합니다)|주길\s?바라\S*|주기\s?바라\S*|달라구?)"
)
_WISHES = (
    (re.compile(rf"지\s?(?:는\s?)?말아{_GIVE}[.!~ ]*$"), "지 말라고 한다"),
    (
        re.compile(r"지\s?(?:는\s?)?(?:마세요|마십시오|마요|마라|말자|말아요|마|말기)[.!~ ]*$"),
        "지 말라고 한다",
    ),
    (
        re.compile(rf"(?:(?<=[아어여해려켜줘워와봐춰써내겨쳐꿔둬놔러져]){_GIVE})[.!~ ]*$"),
        " 달라고 한다",
    ),
    (re.compile(r"(?<=[가-힣])\s(?:줘요?|주세요|줄래요?|주라)[.!~ ]*$"), " 달라고 한다"),
    (re.compile(r"불러[.!~ ]*$"), "불러 달라고 한다"),
    (re.compile(r"부탁(?:해요?|드려요|드립니다|드릴게요|합니다|할게)?[.!~ ]*$"), "부탁한다"),
)


_IN_FRONT = re.compile(
    r"(?:when|whenever|if|from now|in future|no more|no )"
    r"|(?:after|before|once|while|on|in|at|during)\s[^,]{2,60},",
    re.IGNORECASE,
)


def _english_wish(text: str) -> str:
    body = re.sub(
        r"^(?:please|just|can you|could you|you can|i'd like you to|i want you to)\s+",
        "",
        text,
        flags=re.I,
    )
    body = re.sub(r"(,?)\s*\bplease\b,?", r"\1", body, flags=re.I)
    if re.match(r"i\b|i'", body, re.I):
        return told(body)
    body = re.sub(r"\byour\b", "the", body, flags=re.I)
    body = re.sub(r"\bmy\b", "the user's", re.sub(r"\bme\b", "them", body))
    body = re.sub(r"\bI(?:['’]m| am)\b", "they are", body)
    body = re.sub(r"\bI\b(?!['’])", "they", re.sub(r"\bI was\b", "they were", body))
    if not _IN_FRONT.match(body):
        body = (
            re.sub(r"^(?:do not|don't|never|stop)\s+", "not to ", body, flags=re.I)
            if re.match(r"(?:do not|don't|never)\b", body, re.I)
            else f"to {body[:1].lower()}{body[1:]}"
        )
        return f"The user asks {body}."
    return f"The user asks: {body[:1].lower()}{body[1:]}."

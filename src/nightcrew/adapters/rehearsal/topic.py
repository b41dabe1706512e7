"""The matter of a sentence in a few words, for a message or beside a cancellation."""

from __future__ import annotations

import re
from datetime import date

from nightcrew.domain.time_words import resolve

_DROPPED = re.compile(r"\s?(?:을|를|에|로|으로)?\s?\S*(?:는다|있다|없다)$")
_NAMED = re.compile(
    r"(?P<noun>\S{2,}?)(?:을|를)?\s?(?:한다|했다|하기로 했다|할 예정이다|하려고 한다)$"
)
_COPULA = re.compile(r"(?<=\S)(?:이다|다)$")
_USER_FRONT = re.compile(
    r"^The user(?:'s)?(?: and company)?\s(?:(?:has|have|is|are|will|got|booked)\s)?"
    r"(?:(?:goes|moves|flies|travels|runs|sees|takes|starts|visits|attends|drives)\s(?:to\s|in\s)?)?"
    r"(?:going to\s)?(?:have\s)?(?:a\s|an\s|the\s)?",
    re.IGNORECASE,
)
_AFTER_CONSONANT, _AFTER_VOWEL = "이을은", "가를는"


def topic_of_intent(intent: str, today: date, *, korean: bool) -> str:
    """The matter of an intent in a few words: without its day, its verb and its speaker."""
    text = intent
    for span in reversed(resolve(intent, today)):
        after = re.sub(r"^(?:에는|에|엔|부터|까지|은|는|이|가|의)(?=\s)", "", text[span.end :])
        text = f"{text[: span.start]} {after}"
    text = re.sub(r"\s{2,}", " ", text).strip(" .,")
    if not korean:
        text = re.sub(r"\s(?:on|by|from|in)(?=\s|$)", "", _USER_FRONT.sub("", text)).strip(" .,")
        return f"{text[:1].upper()}{text[1:]}"
    text = re.sub(r"\s?(?:끝나면|마치면)?\s?(?:어땠는지|어떻게\s?됐는지)$", "", text)
    return _korean_topic(text)


def _korean_topic(text: str) -> str:
    named = _NAMED.search(text)
    if named:
        return text[: named.end("noun")]
    dropped = _DROPPED.sub("", text) if _DROPPED.search(text) else _without_verb(text)
    return _without_particle(dropped.strip()) or text


def _without_verb(text: str) -> str:
    """`단원평가 본다` without its verb, `자동차 검사다` without its copula."""
    last = text.rsplit(maxsplit=1)[-1]
    if " " in text and len(last) > 1 and last.endswith("다") and _closes(last[-2]) in (4, 20):
        return text[: -len(last)]
    return _COPULA.sub("", text)


def _without_particle(text: str) -> str:
    if len(text) < 3:
        return text
    closed = bool(_closes(text[-2]))
    wanted = _AFTER_CONSONANT if closed else _AFTER_VOWEL
    return text[:-1] if text[-1] in wanted or text[-1] == "에" else text


def _closes(letter: str) -> int:
    """The place of a syllable's final consonant, 0 for none."""
    return (ord(letter) - 0xAC00) % 28 if "가" <= letter <= "힣" else 0

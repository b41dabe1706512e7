"""What a user's sentence does, and which of the words are the user's own."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.legible import legible
from nightcrew.domain.passed_on import CHAT_LINE, SAYS_I, transcript
from nightcrew.domain.sentence_spans import Part, clauses, sentences
from nightcrew.domain.speech_tables import (
    ASSENTS,
    CONSEQUENCE,
    DONE_FOR_ME,
    FICTION,
    FORGED,
    FORWARDED,
    HYPOTHETICAL,
    JOKE,
    PASTED,
    PERSON,
    PLAY,
    QUESTION,
    QUOTED,
    REPORTED,
    REPORTED_LINE,
    REPORTS_OF_ME,
    REQUEST,
)
from nightcrew.domain.stems_ko import final_of
from nightcrew.domain.wish_tables import FROM_NOW_ON, JUST_NOW, ONCE, ONLY_THIS_ONCE
from nightcrew.domain.words import fold, seen

# A word with a particle or as a predicate, as a noun stands that is described: "먹을 음식을".
_STANDS_AS_A_NOUN = LatePattern(
    r"(?:[을를은는이가도에의]|에서|한테|으로|(?:이?야|예요|이에요|이다|입니다|인데))[.!~]*$"
)
_LAUGHTER = re.compile(r"[ㄱ-ㅎㅏ-ㅣ]*|(?:ha|he|hi)+h?|lol|\W+")


class Act(StrEnum):
    """What a clause does; only a statement says how things are."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    HYPOTHETICAL = "hypothetical"
    JOKE = "joke"
    ASSENT = "assent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One clause and what it does.

    another: somebody else whom it tells of, as it was written; empty when it is the user.
    """

    text: str
    act: Act
    another: str = ""


def spoken(text: str) -> tuple[Spoken, ...]:
    """The clauses of a user's own words, each with what it does."""
    pieces: list[Spoken] = []
    plays = supposes = False
    for sentence in sentences(own_words(legible(text))):
        plays = plays or PLAY.search(sentence.text) is not None
        unreal = plays or (supposes and CONSEQUENCE.search(sentence.text) is not None)
        supposes = is_hypothetical(sentence.text) or (supposes and unreal)
        told = _clauses_of(sentence)
        pieces += [replace(piece, act=Act.HYPOTHETICAL) for piece in told] if unreal else told
    return tuple(pieces)


def own_words(text: str) -> str:
    """The user's words without quoted, pasted and forwarded blocks and forged role marks."""
    return _parted(text)[0]


def quoted_words(text: str) -> str:
    """What `own_words` leaves out."""
    return _parted(text)[1]


def is_bare_assent(text: str) -> bool:
    """Whether a line only agrees, thanks or laughs, and adds nothing of its own."""
    words = re.split(r"[\s,.!?~^…]+", fold(text).casefold())
    return all(_is_assent(word) for word in words if word)


def is_question(text: str) -> bool:
    """Whether a sentence asks."""
    return QUESTION.search(fold(text)) is not None


def is_request(text: str) -> bool:
    """Whether a sentence wants something done."""
    return REQUEST.search(fold(text)) is not None


def asks_once(sentence: str) -> bool:
    """Whether a sentence wants one thing done now, and not to be treated so from now on."""
    folded = fold(sentence)
    if ONLY_THIS_ONCE.search(folded):
        return True
    if JUST_NOW.search(folded) and (REQUEST.search(folded) or FROM_NOW_ON.search(folded)):
        return True
    if REQUEST.search(folded) is None:
        return False
    return ONCE.search(folded) is not None and FROM_NOW_ON.search(folded) is None


def is_hypothetical(text: str) -> bool:
    """Whether a sentence supposes, wonders or plays a part."""
    folded = fold(text)
    return HYPOTHETICAL.search(folded) is not None or FICTION.search(folded) is not None


def _parted(text: str) -> tuple[str, str]:
    left_out: list[str] = []
    # A mark at the start of a line is one, whatever nobody sees stands before it or ends the line.
    text = "\n".join(seen(text).splitlines())
    for pattern in (FORGED, FORWARDED, CHAT_LINE, QUOTED, REPORTED_LINE):
        left_out += [match.group() for match in pattern.finditer(text)]
        text = pattern.sub(" ", text)
    text = _without_talk_of_others(text, left_out)
    pasted = PASTED.search(text)
    if pasted is not None:
        left_out.append(text[pasted.end() :])
        text = text[: pasted.end()]
    return fold(text), fold(" ".join(left_out))


def _without_talk_of_others(text: str, left_out: list[str]) -> str:
    talk = transcript(text)
    if talk is not None:
        left_out.append(text[slice(*talk)])
        text = f"{text[: talk[0]]} {text[talk[1] :]}"
    rest = SAYS_I.sub(" ", text)
    if not any(map(str.isalpha, rest)):
        return text  # a line that is nothing but the quote is the user's own, in quotation marks
    left_out += [match.group() for match in SAYS_I.finditer(text)]
    return rest


def _clauses_of(sentence: Part) -> list[Spoken]:
    parts = clauses(sentence.text)
    whole = _whole_act(sentence.text)
    last = len(parts) - 1
    reporter = _another(REPORTED, sentence.text)
    of_me = bool(reporter) and REPORTS_OF_ME.search(sentence.text) is not None
    return [
        Spoken(
            text=part.text,
            act=whole or _act(part.text, last=at == last),
            another="" if of_me else _teller(part.text, reporter),
        )
        for at, part in enumerate(parts)
    ]


def _teller(clause: str, reporter: str) -> str:
    if not reporter and DONE_FOR_ME.search(clause):
        return ""
    return _another(PERSON, clause) or reporter


def _whole_act(sentence: str) -> Act | None:
    if JOKE.search(sentence):
        return Act.JOKE
    if is_hypothetical(sentence):
        return Act.HYPOTHETICAL
    return Act.ASSENT if is_bare_assent(sentence) else None


def _act(clause: str, *, last: bool) -> Act:
    if is_bare_assent(clause):
        return Act.ASSENT
    if is_request(clause):
        return Act.REQUEST
    return Act.QUESTION if last and is_question(clause) else Act.STATEMENT


def _another(pattern: LatePattern, text: str) -> str:
    match = pattern.search(text)
    if match is None:
        return ""
    another = next((part for part in match.groups() if part), "")
    # A topic stands in no description: "팀장은 알코올 …" tells of the person whatever follows.
    may_describe = another.endswith(("이", "가", "도", "께서"))
    return "" if may_describe and _describes_a_thing(text[match.end() :]) else another


def _describes_a_thing(after: str) -> bool:
    """ "친구가 보낸 메일": the person stands in a description, and something else is told of."""
    words = after.split()
    if len(words) == 1 or not words or words[0][-1] == "를":
        return False
    if words[0][-1] in "을은는" and not _STANDS_AS_A_NOUN.search(words[1]):
        return False  # a thing and what is done with it: "트럼펫을 불어"
    return final_of(words[0][-1]) in {"ㄴ", "ㄹ"}


def _is_assent(word: str) -> bool:
    return word.rstrip("ㅋㅎㅠㅜ") in ASSENTS or _LAUGHTER.fullmatch(word) is not None

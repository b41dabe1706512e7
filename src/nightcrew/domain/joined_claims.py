"""Two claims that one memory joins, told apart when only one of them is to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from uuid import UUID

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.memory import Memory
from nightcrew.domain.roles import listed
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.stems_ko import final_of, with_final
from nightcrew.domain.subjects import subject_words
from nightcrew.domain.word_tables import COMMON_VERBS, RELATIONS
from nightcrew.domain.words import claim_words, stems, topic_words

# What only stands beside the next claim; cause, contrast and condition go with it.
_BESIDE = LatePattern(r"^(?P<stem>.*[가-힣])(?:고|며)$")
_PAST = LatePattern(
    r"[았었였했됐갔왔났렸졌쳤겼켰봤썼샀]다[\s.]*$|\b(?:was|were|had|did|\w+ed|broke|fell|lost|got|went)\b"
)
_AND = LatePattern(r"^and\s+")
_SUBJECT = LatePattern(
    r"^(?P<whom>the user(?:['’]s (?:[\w-]+ ){1,3}?)?|user|i|my (?:[\w-]+ ){1,2}?)\s?"
    r"(?=\b(?:is|am|are|has|have|can|can['’]t|cannot|does|do|doesn['’]t|don['’]t|\w+s)\b)",
    re.IGNORECASE,
)
_OWN_SUBJECT = LatePattern(r"^(?:the|my|his|her|their|he|she|they|it|i|we)\b", re.IGNORECASE)
_HELPING = listed("is am are has have can can't can’t cannot does doesn't doesn’t")
_TOPIC = ("은", "는")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartToForget:
    """What of a memory is to be forgotten, and the words in which the rest stays."""

    gone: str
    kept: str


def part_to_forget(memory: Memory, asked: str) -> PartToForget | None:
    """The claim that is asked for, where a memory plainly joins it to others that are not.

    None when it is all one claim, when the request names all of it, or when the rest cannot be
    told without words that nobody said: then the memory is forgotten whole.
    """
    parts = [part.text for part in clauses(memory.text)]
    wanted = topic_words(claim_words(asked))
    named = [bool(topic_words(claim_words(part)) & wanted) for part in parts]
    if all(named) or not any(named) or not _stand_alone(parts):
        return None
    gone = " ".join(part for part, meant in zip(parts, named, strict=True) if meant)
    kept = [
        _told_alone(part, parts[0], memory.subject)
        for part, meant in zip(parts, named, strict=True)
        if not meant
    ]
    if not all(kept):
        return None
    return PartToForget(gone=_finite(_AND.sub("", gone)), kept=", ".join(kept))


def asked_of(memory: Memory, asked: str) -> Memory | None:
    """A value of a memory with what is asked for alone; None when it tells of that nowhere."""
    part = part_to_forget(memory, asked)
    if part is not None:
        return replace(memory, text=part.gone)
    named = topic_words(claim_words(memory.text)) & topic_words(claim_words(asked))
    return memory if named else None


def kept_alone(memory: Memory, text: str, *, new_id: UUID) -> Memory:
    """A new memory of what stays of one that was forgotten in part; its past is not taken over.

    The past of the old one holds the wording that is to be forgotten.
    """
    return replace(memory, id=new_id, text=text, version=1, previous=())


def _stand_alone(parts: Sequence[str]) -> bool:
    """Whether all parts are claims of their own, which hold at one time: no events in a row."""
    joined = all(_BESIDE.match(part) or _AND.match(after) for part, after in pairwise(parts))
    told = all(topic_words(claim_words(part)) for part in parts)
    return len(parts) > 1 and joined and told and not any(_PAST.search(part) for part in parts)


def _told_alone(part: str, first: str, subject: str) -> str:
    """A part as a sentence; empty when whom it tells of stands elsewhere and is not known."""
    if not any("가" <= letter <= "힣" for letter in part):
        return _in_english(part, first)
    whom = first.split(maxsplit=1)[0]
    leads = whom.endswith(_TOPIC) and _is_whom(whom[:-1], subject)
    return _finite(part if part == first or not leads else f"{whom} {part}")


def _is_whom(word: str, subject: str) -> bool:
    named = subject_words(subject) | RELATIONS | {"사용자", "나", "저"}
    return word in named or bool(set(stems(word)) & named)


def _finite(part: str) -> str:
    """A Korean part as a sentence of its own: 고수를 못 먹고 → 고수를 못 먹음."""
    joined = _BESIDE.match(part)
    if joined is None:
        return part.rstrip(",")
    stem = joined["stem"]
    last = final_of(stem[-1])
    if last == "ㄹ":
        return stem[:-1] + with_final(stem[-1], "ㄻ")
    return stem + "음" if last else stem[:-1] + with_final(stem[-1], "ㅁ")


def _in_english(part: str, first: str) -> str:
    plain = _AND.sub("", part).rstrip(",")
    if part == first or _OWN_SUBJECT.match(plain):
        return plain
    whom = _SUBJECT.match(first)
    verb = plain.split(maxsplit=1)[0].lower()
    does = verb in _HELPING or (verb.endswith("s") and english_stem(verb) in COMMON_VERBS)
    return f"{whom['whom'].strip()} {plain}" if whom and does else ""

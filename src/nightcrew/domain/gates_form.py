"""Gates on the wording of a memory: its length, its sense, and nothing that acts on a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nightcrew.domain.dream import Action
from nightcrew.domain.gate import Case, Gate, Refusal
from nightcrew.domain.links import LINK
from nightcrew.domain.masking import mask
from nightcrew.domain.memory import TEXT_LIMIT, Kind
from nightcrew.domain.reason import Reason
from nightcrew.domain.words import fold, tokens

_LEAST_DISTINCT = 0.4  # distinct words among all; model loops measure below 0.2
_ENOUGH_WORDS = 8
_LOOP = re.compile(r"(.{1,40}?)\1{4,}", re.DOTALL)
_LOOP_LENGTH = 16

_MAIL_ADDRESS = r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"
_MOBILE_KO = r"(?<!\d)(?:\+?82[-\s]?|0)1[016789][-\s]?\d{3,4}[-\s]?\d{4}(?!\d)"
_PHONE_KO = r"(?<!\d)0\d{1,2}[-\s]\d{3,4}[-\s]\d{4}(?!\d)"
_PHONE_ABROAD = r"\+\d{1,3}[-\s]?\d[\d\s-]{7,12}\d"
_CONTACT = re.compile("|".join((_MAIL_ADDRESS, _MOBILE_KO, _PHONE_KO, _PHONE_ABROAD)))

_AT_ALL_COSTS = r"(?:먼저|항상|반드시|무조건)"
_OVERRIDES_KO = (
    r"(?:이전|위|앞)의?\s?(?:모든\s)?(?:지시|명령|지침|내용|규칙)\S*\s?(?:무시|잊)",
    r"시스템\s?(?:프롬프트|메시지|지시)",
    r"(?:새|새로운)\s?(?:지침|지시|규칙)",
)
_POSES_AS_SOMEBODY = (
    r"(?:시스템|system|assistant|비서|어시스턴트|developer)(?:에게|는|은)?\s?[:：]",
    r"관리자(?:에게|다|이다|로서|권한)",
)
_MEDDLES_WITH_MEMORY = (
    r"(?:모든|다른)\s?(?:기억|메모)\S*\s?(?:지우|지워|삭제)",
    r"(?:새|같은)\s?(?:기억|문장|메모)\S*\s?[^.]{0,20}(?:만들|추가|복사|반복)",
    r"이\s?(?:항목|기억|메모)(?:을|를|이)?\s[^.]{0,30}때마다",
)
_ORDERS_KO = (
    _AT_ALL_COSTS + r"\s?[^.]{0,30}"
    r"(?:추천하|홍보하|권하|보고하|보내|열어|넣어|전송)(?:라|도록|세요|십시오)",
    _AT_ALL_COSTS + r"\s?[^.]{0,30}(?:추천|홍보|보고|전송)(?:할\s?것|해야)",
    r"(?:사용자|유저|고객)(?:에게|의)\s?[^.]{0,30}(?:비밀번호|카드|계좌)[^.]{0,20}"
    r"(?:물어|요청|받아)",
)
_OVERRIDES_EN = (
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}"
    r"\b(?:instructions?|previous|above|prior|rules?|prompt)\b",
    r"\b(?:system prompt|developer message|you are now|act as|new instructions?|jailbreak)\b",
    r"\b(?:reveal|print|repeat|output)\b[^.]{0,20}\b(?:prompt|instructions?)\b",
)
_ORDERS_EN = (
    r"\b(?:assistant|bot|crew|model|ai)\b[^.]{0,20}\b(?:must|has to|shall|should)\b[^.]{0,20}"
    r"\b(?:recommend|promote|advertise|endorse|trust|obey|send|forward|open|report)\b",
    r"\b(?:always|must|never fail to)\b[^.]{0,30}"
    r"\b(?:recommend|promote|mention|send|forward|open|include|report)\b[^.]{0,40}"
    r"\b(?:to|link|url|http|admin|all answers|every)\b",
)
_MARKUP = (
    r"<\s*/?\s*[a-z][^>]*>", "```", r"<\||\|>", r"^\s*#{1,6}\s", r"\s#{2,6}\s",
    r"\{\{|\}\}|\{%", r"\[[meygct]\d{1,3}\]",
)  # fmt: skip
_INSTRUCTION = re.compile(
    "|".join(
        (
            *_OVERRIDES_KO,
            *_POSES_AS_SOMEBODY,
            *_MEDDLES_WITH_MEMORY,
            *_ORDERS_KO,
            *_OVERRIDES_EN,
            *_ORDERS_EN,
            *_MARKUP,
        )
    ),
    re.IGNORECASE,
)
_COMMAND = re.compile(r"(?:[하해]라|[우워]라|[내놔]라|거라|어라|아라|십시오|하라고)(?:고|[\s.!]|$)")

_NOT_FROM_OTHERS = ((LINK, "a link"), (_CONTACT, "contact data"), (_INSTRUCTION, "an instruction"))


def _length(case: Case) -> Refusal | None:
    text = case.change.text
    if case.change.action is Action.REMOVE:
        return None
    if len(text) > TEXT_LIMIT:
        return Refusal(reason=Reason.TOO_LONG, detail=f"{len(text)} of {TEXT_LIMIT} characters")
    return None


def _degenerate(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE or not is_degenerate(case.change.text):
        return None
    return Refusal(reason=Reason.DEGENERATE, detail="empty, or the same words over and over")


def is_degenerate(text: str) -> bool:
    """Whether a text says nothing, or says the same over and over as a model in a loop does."""
    words = tokens(text)
    if not words:
        return True
    looping = any(len(match.group()) >= _LOOP_LENGTH for match in _LOOP.finditer(text))
    few = len(words) >= _ENOUGH_WORDS and len(set(words)) / len(words) < _LEAST_DISTINCT
    return looping or few


def _quarantined(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE:
        return None
    fault = _fault(case)
    return Refusal(reason=Reason.QUARANTINED, detail=fault) if fault else None


def _fault(case: Case) -> str:
    text = f"{case.change.text} {case.change.subject}"
    fault = what_was_slipped_in(text, case.own_texts)
    if fault:
        return fault
    commands = case.change.kind is not Kind.STYLE and _COMMAND.search(text) is not None
    return "reads as an instruction" if commands or _INSTRUCTION.search(text) else ""


def what_was_slipped_in(text: str, said: Iterable[str]) -> str:
    """A secret, or an address or an order to a model that the user did not say; empty for none."""
    if mask(text).kinds:
        return "holds a secret"
    known = fold(" ".join(said)).casefold()
    for pattern, name in _NOT_FROM_OTHERS:
        if any(match.group().casefold() not in known for match in pattern.finditer(text)):
            return f"holds {name} that the user did not say"
    return ""


LENGTH = Gate(name="length", refuses=_length)
DEGENERATE = Gate(name="degenerate", refuses=_degenerate)
QUARANTINED = Gate(name="quarantined", refuses=_quarantined)

"""What users say, cut into clauses of a known kind: the published table, applied."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from nightcrew.adapters.rehearsal.table import pattern, table
from nightcrew.domain.speech import asks_once
from nightcrew.domain.style_memory import is_wish
from nightcrew.domain.time_words import NOON, DateSpan, resolve

_STOPS = re.compile(r"(?<=[.!?…。])\s+|\n+|(?<=[가-힣])[ㅋㅎㅠㅜ]{2,}\s+|(?<=[가-힣])\s?[~^]+\s+")
_JOINTS = re.compile(
    r"(?<=고요),?\s+|(?<=[가-힣]고),\s*|(?<=이고)\s+(?=(?:남편|아내|딸|아들|엄마|아빠|언니|오빠|형|누나|동생"
    r"|여동생|남동생|아이|첫째|둘째|강아지|고양이|직업|취미)(?:은|는|이|가)\s)|(?<=지만)(?<!까지만),?\s+|(?<=는데요),?\s+|(?<=는데),?\s+(?=\S+\s\S)"
    r"|(?<=인데),?\s+|(?<=은데),?\s+(?=\S+\s\S)|(?<=거든),?\s+|(?<=[가-힣]며),\s*"
    r"|,?\s+(?=(?:근데|그런데|그리고|하지만)\s)|(?<=[가-힣]어|[가-힣]해|[가-힣]요|[가-힣]다),\s+"
    r"|,\s+(?=(?:recommend|suggest|tell|show|find|give|please|can you|could you|what|which|any)\b)"
    r"|,\s+(?:and|but)\s+|\s+but\s+|;\s+|,\s+(?=(?:I|we|my|I'm|I've|I'll)\b)"
    r"|\s+and\s+(?=(?:I|we|my|our|she|he|they|loves?|hates?|likes?)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:습니다|어요|아요|해요|에요|예요|니다|했어|있어|없어)\s+"
    r"(?=(?:저|제|나|난|내|우리|다음|이번|내일|그래서|근데|그리고)\S*\s)"
)
_LAUGHS = re.compile(r"[ㅋㅎㅠㅜ]+|[~^♡♥]+|[\U0001F300-\U0001FAFF☀-➿]+")
_WHEN_EN = re.compile(
    r"(?:when(?:ever)?|if|after|before|once|while|on|in|at|during)\s[^,.;:!?]{2,60}", re.IGNORECASE
)
_BARE_SUBJECT = re.compile(r"(?:my|our)\s[a-z]+(?:\s[a-z]+)?", re.IGNORECASE)
_GOT = re.compile(r"\b(?:got|bought|booked|reserved|scheduled|signed up)\b", re.IGNORECASE)
_RECURRING = re.compile(r"매주|격주|주간\s|월간\s|정기\s|\b(?:weekly|biweekly|every week)\b", re.I)
HANGUL = re.compile(r"[가-힣]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause as it was said.

    kind: a name of the table. person: someone else it is about. hour: of the day when it was said.
    """

    text: str
    kind: str
    person: str | None
    spans: tuple[DateSpan, ...]
    turn: str
    hour: int = NOON

    @property
    def korean(self) -> bool:
        """Whether the clause is written in Korean."""
        return bool(HANGUL.search(self.text))


def clauses(turn: str, said_on: date, hour: int = NOON) -> tuple[Clause, ...]:
    """All clauses of a turn in order; someone spoken of stays the subject until another is."""
    found: list[Clause] = []
    cut = [_clause(text, turn, said_on, hour) for text in _cut(turn)]
    for clause in _prefaced(_together(cut, said_on)):
        before = found[-1] if found else None
        if before and before.person and _carries_on(clause):
            found.append(replace(clause, person=before.person))
        else:
            found.append(clause)
    return tuple(found)


def kind_of(text: str, spans: tuple[DateSpan, ...], said_on: date) -> str:
    """The first kind of the table that fits."""
    coming = any(span.from_on > said_on for span in spans) and not _recurs(text, spans)
    for kind in table("kinds"):
        if "not" in table("kinds", kind) and pattern("kinds", kind, "not").search(text):
            continue
        if pattern("kinds", kind, "cues").search(text) and not _only_past(kind, spans, said_on):
            return kind
        if kind == "plan" and coming and pattern("kinds", kind, "dated").search(text):
            return kind
        if kind == "lasting" and _recurs(text, spans):
            return kind
    return "remark"


def _recurs(text: str, spans: tuple[DateSpan, ...]) -> bool:
    """`격주 모임은 금요일이에요` names the weekday of all of them, not the coming Friday."""
    return bool(spans) and all(span.bare for span in spans) and bool(_RECURRING.search(text))


def has(mark: str, text: str) -> bool:
    """Whether one of the marks of the table stands in a text."""
    return bool(pattern("marks", mark).search(text))


def person_in(text: str) -> str | None:
    """Someone else whom a clause is about, as it is said: 언니, 친구 수빈, sister."""
    for reader in (_PERSON_KO, _OURS_KO, _HEARSAY_KO, _PERSON_EN, _NAMED_EN):
        found = reader.search(text)
        if found:
            return " ".join(part for part in found.groups() if part)
    return None


def opened(text: str) -> str:
    """Without fillers in front and without the user's own pronoun."""
    before = None
    while before != text:
        before = text
        text = re.sub(rf"^(?:{pattern('marks', 'openers_ko').pattern})", "", text)
    text = re.sub(rf"^(?:{pattern('marks', 'selves_ko').pattern})", "", text)
    return re.sub(r"^(?:우리|저희|제|내)\s(?=\S)", "", text)


def _only_past(kind: str, spans: tuple[DateSpan, ...], said_on: date) -> bool:
    return kind == "plan" and bool(spans) and all(span.to_on < said_on for span in spans)


def _cut(turn: str) -> list[str]:
    sentences = [each for each in _STOPS.split(turn) if each and each.strip()]
    parts = [part for sentence in sentences for part in _JOINTS.split(_ENDS.sub(_stop, sentence))]
    cut = [part.strip() for piece in parts for part in piece.split("\x1f")]
    return _with_subjects([part for part in cut if part.strip(" ,.~!")], turn)


def _with_subjects(parts: list[str], turn: str) -> list[str]:
    """`my parents` and `I drive` are one clause, not two; so are a wish and when it holds."""
    whole: list[str] = []
    for part in parts:
        if whole and _BARE_SUBJECT.fullmatch(whole[-1]):
            whole[-1] = f"{whole[-1]} and {part}"
        elif whole and _holds_for(whole[-1], part, turn):
            whole[-1] = f"{whole[-1]}, {part}"
        else:
            whole.append(part)
    return whole


def _holds_for(condition: str, wish: str, turn: str) -> bool:
    """Whether what was cut off in front says when a wish holds: `When I am stressed`."""
    told = f"{condition}, {wish}" in turn and _WHEN_EN.fullmatch(condition)
    return bool(told) and (is_wish(wish) or bool(pattern("kinds", "style", "cues").search(wish)))


def _together(found: list[Clause], said_on: date) -> list[Clause]:
    """`…인데 …` tells one thing when neither half asks, plans or takes back."""
    joined: list[Clause] = []
    for clause in found:
        before = joined[-1] if joined else None
        if before and _one_claim(before, clause):
            whole = f"{before.text} {clause.text}"
            joined[-1] = _clause(whole, clause.turn, said_on, clause.hour)
        else:
            joined.append(clause)
    return joined


def _prefaced(found: list[Clause]) -> list[Clause]:
    """What only leads up to a question or a request claims nothing by itself."""
    after = [*found[1:], None]
    return [
        replace(clause, kind="preface")
        if clause.kind in ("remark", "event")
        and following is not None
        and following.kind in ("question", "request")
        and f"{clause.text} {following.text}" in clause.turn
        else clause
        for clause, following in zip(found, after, strict=True)
    ]


def _one_claim(before: Clause, clause: Clause) -> bool:
    halves = {before.kind, clause.kind}
    return (
        before.text.endswith("데")
        and f"{before.text} {clause.text}" in clause.turn
        and halves <= {"lasting", "remark"}
        and not (before.kind == "lasting" and _stands_alone(clause))
        and not before.person
        and not has("changed", clause.text)
    )


def _stands_alone(clause: Clause) -> bool:
    """`예산은 1,200만 원이다` names what it tells of and needs no other half."""
    return clause.kind == "lasting" and has("own_topic", clause.text)


def _stop(found: re.Match[str]) -> str:
    return found.group().rstrip() + "\x1f"


def _clause(text: str, turn: str, said_on: date, hour: int) -> Clause:
    # "got tickets for the 19th" tells of what is to come: a past word there would turn the day back
    coming = _GOT.sub(lambda found: " " * len(found.group()), text)
    spans = resolve(coming, said_on, hour=hour)
    bare = _LAUGHS.sub(" ", text).strip()
    kind, person = kind_of(bare, spans, said_on), person_in(opened(bare))
    if person and kind == "remark" and not pattern("kinds", "lasting", "not").search(bare):
        kind = "lasting"
    if kind == "style" and asks_once(bare):
        kind = "request"
    return Clause(text=text, kind=kind, person=person, spans=spans, turn=turn, hour=hour)


def _carries_on(clause: Clause) -> bool:
    if clause.person or has("connected", clause.text) or has("first_person", clause.text):
        return False
    return clause.kind in ("lasting", "event", "change")


_KO = table("people")["korean"]
_NO_NAME = (
    "생일|생신|결혼|회사|학교|집|나이|이름|직업|무릎|허리|건강|전화|입시|수능|졸업|입학"
    "|다리|머리|성격|취미"
)
_PERSON_KO = re.compile(
    rf"^(?:우리|저희|제|내)?\s?({_KO})(?:\s(?!{_NO_NAME})([가-힣]{{2,3}}?))?"
    r"(?:(?:이|가|은|는|도|께서|께서는|네)\s|\s(?=[가-힣]+(?:이|가|은|는)\s))"
)
_OURS_KO = re.compile(
    r"^우리\s(?!집|동네|회사|학교|가족|팀|나라|둘|반|과|부부|도|만)([가-힣]{1,4}?)(?:이가|이는|가|는|이|은)?\s"
)
_HEARSAY_KO = re.compile(
    r"^(?:어제|오늘|요즘)?\s?([가-힣]{2,4}?)(?:이가|이는|이|가|은|는)\s"
    r".*(?:대|대요|래|래요|다더라|라던데|다던데)[\s.!~]*(?:$|\s)"
)
_PERSON_EN = re.compile(
    rf"\b(?:my|our|his|her)\s(?:\w+\s){{0,1}}?({table('people')['english']})\b"
    r"(?:\s((?-i:[A-Z]\w+)))?(?!\s(?:and I|and me))",
    re.IGNORECASE,
)
_NAMED_EN = re.compile(
    r"^(?!(?:I|We|The|It|This|That|There|My|Our|You|Not|No|Yes|And|But|So|If|When|What|How|Just"
    r"|Please|On|In|At|From|Going|Got|Maybe|Also|Oh|Next|Tomorrow|Today)\b)"
    r"([A-Z][a-z]+)\s(?:is|was|has|likes|loves|hates|says|said|wants|lives|works)\b"
)

"""`verify_changes` of the rehearsal model: strict, asked to refute, from the cited turns alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from nightcrew.adapters.rehearsal.answers import added_to_a_yes
from nightcrew.adapters.rehearsal.counts import count_of
from nightcrew.adapters.rehearsal.days import days_that_follow
from nightcrew.adapters.rehearsal.doubts import doubt
from nightcrew.adapters.rehearsal.korean import plain
from nightcrew.adapters.rehearsal.matching import bare_words, overlap
from nightcrew.adapters.rehearsal.reacting import shown_by_reactions
from nightcrew.adapters.rehearsal.sentences import Clause, clauses, has, opened, person_in
from nightcrew.adapters.rehearsal.table import words
from nightcrew.domain.dream import Action, Change, Verdict, Verdicts
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.questions import ShownChange, ShownTombstone, VerifyInputs
from nightcrew.domain.residue import is_residue
from nightcrew.domain.speech import Act, is_bare_assent, is_request, own_words, spoken
from nightcrew.domain.time_words import resolve
from nightcrew.domain.turned_around import what_holds
from nightcrew.domain.words import script_of, tokens
from nightcrew.domain.zones import to_local, zone

COVERED = 0.6  # share of a claim's words that must stand in the cited turns
COVERED_WISH = 0.5  # a wish is told in other words than it was asked
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_UNREAL = {
    Act.JOKE: ("농담으로 한 말이다", "it was said as a joke"),
    Act.HYPOTHETICAL: ("가정해서 한 말이다", "it was only supposed"),
    Act.QUESTION: ("묻는 말이다", "it was a question"),
}


class _Turn(NamedTuple):
    """Cited words of the user, and when they were said where they were said."""

    text: str
    said_on: date
    hour: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One change beside the user's cited words.

    questions: the crew's cited lines; they only tell what a yes with an addition refers to.
    """

    change: Change
    current: Memory | None
    turns: tuple[_Turn, ...]
    questions: tuple[str, ...]
    clause: Clause | None
    tombstones: tuple[ShownTombstone, ...]


Objection = tuple[str, str]
Check = Callable[[_Case], Objection | None]


def verify(inputs: VerifyInputs) -> Verdicts:
    """A verdict for every change; the first objection ends it."""
    return Verdicts(verdicts=tuple(_verdict(each, inputs.tombstones) for each in inputs.changes))


def _verdict(shown: ShownChange, tombstones: tuple[ShownTombstone, ...]) -> Verdict:
    case = _case(shown, tombstones)
    korean = script_of(shown.change.text).main == "hangul"
    for check in () if _clears_residue(shown) or shown_by_reactions(shown) else _CHECKS:
        objection = check(case)
        if objection is not None:
            return Verdict(change=shown.handle, stands=False, why=objection[0 if korean else 1])
    return Verdict(
        change=shown.handle,
        stands=True,
        why="인용한 말이 받친다" if korean else "the cited words carry it",
    )


def _clears_residue(shown: ShownChange) -> bool:
    """Nobody ever told what the row says, so there is nothing in its lines to hold it up."""
    row, lines = shown.current, [each.evidence for each in shown.turns]
    return shown.change.action is Action.REMOVE and row is not None and is_residue(row, lines)


def _case(shown: ShownChange, tombstones: tuple[ShownTombstone, ...]) -> _Case:
    turns = tuple(
        _turn(each.evidence) for each in shown.turns if each.evidence.speaker is Speaker.USER
    )
    return _Case(
        change=shown.change,
        current=shown.current,
        turns=turns,
        questions=tuple(
            each.evidence.text for each in shown.turns if each.evidence.speaker is Speaker.ASSISTANT
        ),
        clause=_closest(shown.change, turns),
        tombstones=tombstones,
    )


def _turn(line: Evidence) -> _Turn:
    local = to_local(line.said_at, zone(line.timezone))
    return _Turn(own_words(line.text), local.date(), local.hour)


def _closest(change: Change, turns: tuple[_Turn, ...]) -> Clause | None:
    """The clause of the user that the claim rests on."""
    wanted = bare_words(change.text)
    every = [clause for turn in turns for clause in clauses(*turn)]
    return max(every, key=lambda clause: overlap(wanted, bare_words(clause.text)), default=None)


def _spoken(case: _Case) -> Objection | None:
    if any(not is_bare_assent(turn.text) for turn in case.turns):
        return None
    return "사용자가 그렇게 말하지 않았다", "the user did not say so"


def _carried(case: _Case) -> Objection | None:
    """The words of the claim must stand in the user's words; a removal's must be spoken of."""
    said = frozenset(
        word
        for turn in case.turns
        for form in (turn.text, *(plain(each.text) for each in clauses(*turn)))
        for word in bare_words(form)
    )
    if any(added_to_a_yes(turn.text) for turn in case.turns):
        said |= {word for question in case.questions for word in bare_words(question)}
    if case.current is not None and case.change.action is Action.UPDATE:
        for value in (case.current.text, *(each.text for each in case.current.previous)):
            said |= bare_words(value)
    claim = bare_words(case.change.text) - words("asides")
    share = COVERED_WISH if case.change.kind is Kind.STYLE else COVERED
    if not claim or overlap(claim, said) >= share * len(claim):
        return None
    if case.change.action is Action.REMOVE and overlap(claim, said):
        return None
    return "인용한 말에 없는 내용이 있다", "it says more than the cited words"


def _real(case: _Case) -> Objection | None:
    if case.clause is None:
        return "인용한 말이 없다", "no words are cited"
    if case.change.kind is Kind.STYLE:
        return _UNREAL[Act.QUESTION] if _asks(case.clause.text) else None
    wanted = bare_words(case.clause.text)
    acts = [
        each.act
        for turn in case.turns
        for each in spoken(turn.text)
        if overlap(wanted, bare_words(each.text)) or each.act is Act.JOKE
    ]
    unreal = next((act for act in acts if act in _UNREAL), None)
    if unreal is Act.QUESTION and (Act.STATEMENT in acts or _states(case.clause)):
        unreal = None
    if unreal is not None:
        return _UNREAL[unreal]
    if has("supposed", case.clause.text):
        return _UNREAL[Act.HYPOTHETICAL]
    jests = has("laughter", case.clause.turn) and has("absurd", case.clause.text)
    return _UNREAL[Act.JOKE] if jests or has("jest", case.clause.turn) else None


def _states(clause: Clause) -> bool:
    """Two readers look for questions; a clause that one of them knows as a claim states."""
    return "?" not in clause.text and clause.kind in ("plan", "lasting", "cancellation", "change")


def _asks(text: str) -> bool:
    return bool(re.search(r"\?\s*$", text)) and not is_request(text)


def _own(case: _Case) -> Objection | None:
    """What is told of someone else is no fact about the user."""
    clause = case.clause
    if clause is None or case.change.kind is Kind.STYLE:
        return None
    about_user = _about_user(case.change)
    counted = count_of(case.change.text) is not None  # 고양이가 둘이다 tells what the user has
    if about_user and clause.person and not counted and not has("first_person", clause.text):
        return "다른 사람의 이야기다", "it is about someone else"
    if not about_user and case.change.subject.startswith("user's") and not _names_someone(case):
        return "그 사람의 이야기가 아니다", "it is not about that person"
    return None


def _about_user(change: Change) -> bool:
    return change.subject.strip().lower() in ("", "user", "사용자")


def _undoubted(case: _Case) -> Objection | None:
    """What only sounds like a claim: a condition, hearsay, a title, a story of another."""
    if case.clause is None or case.change.kind is Kind.STYLE:
        return None
    if case.change.action is not Action.CREATE:
        return None
    return doubt(
        case.change.text,
        case.clause.text,
        case.clause.turn,
        about_user=_about_user(case.change),
    )


def _names_someone(case: _Case) -> bool:
    return any(
        person_in(turn.text) or any(clause.person for clause in clauses(*turn))
        for turn in case.turns
    )


def _figures(case: _Case) -> Objection | None:
    """Every figure of the claim stands in the cited words, the dates aside."""
    said = {
        part
        for turn in case.turns
        for token in tokens(turn.text)
        for part in re.findall(r"\d+", token)
    }
    said |= {
        str(day.year)
        for turn in case.turns
        for span in resolve(turn.text, turn.said_on, hour=turn.hour)
        for day in (span.from_on, span.to_on)
    }
    claimed = {
        part
        for token in tokens(_ISO.sub(" ", case.change.text))
        for part in re.findall(r"\d+", token)
    }
    return None if claimed <= said else ("말하지 않은 숫자가 있다", "a figure was not said")


def _days(case: _Case) -> Objection | None:
    """Every day follows from words of the cited turns and the day they were said."""
    meant: set[date] = set()
    for turn in case.turns:
        spans = resolve(turn.text, turn.said_on, hour=turn.hour)
        meant |= days_that_follow(turn.text, spans, turn.said_on)
    claimed = {
        date.fromisoformat(found) for found in _ISO.findall(case.change.text) if _is_day(found)
    }
    claimed |= {day for day in (case.change.from_on, case.change.to_on) if day is not None}
    if case.current is not None:
        claimed -= {case.current.from_on, case.current.to_on}
    return (
        None
        if claimed <= meant
        else ("말하지 않은 날짜가 있다", "a day does not follow from what was said")
    )


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _same_sign(case: _Case) -> Objection | None:
    """A denial stays a denial."""
    if case.clause is None or case.change.action is Action.REMOVE or case.change.kind is Kind.STYLE:
        return None
    # "7월 8일이 아니라 8월 7일이야" denies one value and tells another
    said = case.clause.text
    denied = {has("negation", text) for text in (said, what_holds(opened(said)))}
    if has("negation", case.change.text) in denied:
        return None
    same_turn = has("negation", case.clause.turn) == has("negation", case.change.text)
    return None if same_turn else ("부정과 긍정이 뒤집혔다", "a denial was turned round")


def _not_buried(case: _Case) -> Objection | None:
    words = bare_words(case.change.text)
    for tombstone in case.tombstones:
        subject = bare_words(tombstone.subject) - {"user", "사용자"}
        if (
            subject
            and tombstone.kind is case.change.kind
            and overlap(subject, words) == len(subject)
        ):
            return "잊어 달라고 한 것이다", "the user asked to forget it"
    return None


_CHECKS: tuple[Check, ...] = (
    _spoken, _real, _own, _undoubted, _carried, _figures, _days, _same_sign, _not_buried,
)  # fmt: skip

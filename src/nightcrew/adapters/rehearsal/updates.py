"""Which memory a clause changes: the same matter with another value, never one of another topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from nightcrew.adapters.rehearsal.claims import Claim
from nightcrew.adapters.rehearsal.counts import counts_the_same
from nightcrew.adapters.rehearsal.matching import (
    bare_words,
    differing_topics,
    overlap,
    predicate_of,
    shared_matter,
    slots_of,
    spoken_of,
    topic_of,
    value_of,
)
from nightcrew.adapters.rehearsal.sentences import Clause, has
from nightcrew.adapters.rehearsal.table import pattern, table, words
from nightcrew.adapters.rehearsal.topic import topic_of_intent
from nightcrew.domain.memory import Kind
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.speech import is_request
from nightcrew.domain.words import topic_words

ONE_VALUE = frozenset({"home", "name", "age", "budget", "weight", "work", "commute", "dose"})
_LONE = ONE_VALUE - {"work", "commute", "dose"}
_CLEARLY = 0.5  # of the words of both claims, where only `again` or `actually` tells of a change
_NUMBERED = frozenset({"age", "budget", "weight", "dose"})
_NUMBER = re.compile(
    r"\d|[일이삼사오육칠팔구십백천만억](?:\s|원|살|세|킬로|만|천|백)|\b(?:one|two|three|four"
    r"|five|six|seven|eight|nine|ten|hundred|thousand|half)\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(r"[가-힣]+(?:니까?|으?면|려면|느라)(?=,?\s\S)")
_BEST = "최애"
_OFF_ALREADY = re.compile(r"취소|\bcancel", re.IGNORECASE)


def former_style(clause: Clause, wish: str, styles: Sequence[ShownMemory]) -> ShownMemory | None:
    """The wish about the same manner that this one replaces; a mere likeness replaces none."""
    if not (pattern("kinds", "style", "cues").search(clause.text) or is_request(clause.text)):
        return None
    mine = _manners(wish)
    if not mine:
        loose = [each for each in styles if not _manners(each.memory.text)]
        return spoken_of(wish, loose, slots=False, least=2, matter=True)
    same = [each for each in styles if mine & _manners(each.memory.text)]
    return same[0] if len(same) == 1 else spoken_of(wish, same, slots=False, matter=True)


def _manners(wish: str) -> frozenset[str]:
    return frozenset(name for name in table("manners") if pattern("manners", name).search(wish))


def former_fact(claim: Claim, clause: Clause, facts: Sequence[ShownMemory]) -> ShownMemory | None:
    """The memory whose value this clause replaces."""
    returned = come_back_to(clause, facts)
    if returned is not None:
        return returned[0]
    alike = [each for each in facts if _same_value(claim.text, each.memory.text)]
    counted = [each for each in facts if counts_the_same(claim.text, each.memory.text) is False]
    if len(counted) == 1 or (len(alike) == 1 and (_settles(claim, clause) or changes(clause))):
        return (counted or alike)[0]
    if changes(clause):
        named = _changed(clause.text, claim.text, facts)
        if named is not None or clause.kind == "plan":
            return named
        # "전에는 아침 먹었는데 요즘은 안 먹어요": only the turn names what it is about
        told = topic_words(bare_words(clause.text))
        return spoken_of(clause.turn, facts, slots=True) if not told else None
    if clause.kind != "lasting":
        return None
    lone = [
        each for each in facts if _slots_filled(claim.text) & slots_of(each.memory.text) & _LONE
    ]
    return lone[0] if len(lone) == 1 and _one_topic(claim.text, lone[0].memory.text) else None


def come_back_to(clause: Clause, facts: Sequence[ShownMemory]) -> tuple[ShownMemory, str] | None:
    """The memory that held, before its value of now, what somebody has come back to; and its words.

    `다시 콜라로 돌아왔어` after 콜라가 제일 좋다 became 커피만 마신다.
    """
    match = pattern("marks", "returned").search(clause.text)
    if match is None:
        return None
    thing = bare_words(match["thing"] or match["thing_en"])
    found = [
        (each, former.text)
        for each in facts
        for former in each.memory.previous
        if overlap(thing, bare_words(former.text))
    ]
    return found[0] if thing and len({each.handle for each, _ in found}) == 1 else None


def as_it_was(claim: Claim, clause: Clause, facts: Sequence[ShownMemory]) -> Claim:
    """What somebody came back to, in the words it had."""
    returned = come_back_to(clause, facts)
    return claim if returned is None else replace(claim, text=returned[1])


def with_its_days(claim: Claim, former: ShownMemory) -> Claim:
    """A plan that changes without naming another day keeps its own."""
    plan = former.memory
    if plan.kind is not Kind.PLAN or claim.kind == "plan" or claim.to_on is not None:
        return claim
    return replace(claim, kind="plan", from_on=plan.from_on, to_on=plan.to_on)


def _settles(claim: Claim, clause: Clause) -> bool:
    """`발표는 12월 4일이다` says what something is, also when that is a day to come."""
    return clause.kind == "lasting" or (clause.kind == "plan" and value_of(claim.text) is not None)


def _slots_filled(text: str) -> frozenset[str]:
    """The slots a text has a value for: `체중은 62kg`, not `체중 때문에 걷는다`."""
    return slots_of(text) if _NUMBER.search(text) else slots_of(text) - _NUMBERED


def changes(clause: Clause) -> bool:
    """Whether a clause tells that something is otherwise now, not that it happened again.

    A change that only gives the reason or the occasion for the rest tells of no new value.
    """
    if not has("changed", _OCCASION.sub(" ", clause.text)):
        return False
    return clause.kind != "event" or not _weakly(clause.text)


def _weakly(text: str) -> bool:
    told = pattern("marks", "weakly").sub(" ", _OCCASION.sub(" ", text))
    return not pattern("marks", "changed").search(told)


def _changed(text: str, claim: str, facts: Sequence[ShownMemory]) -> ShownMemory | None:
    near = [each for each in facts if _of_one_matter(text, claim, each.memory.text)]
    return spoken_of(text, near, slots=True)


def _of_one_matter(text: str, claim: str, memory: str) -> bool:
    if _both_best(claim, memory):
        return True
    if differing_topics(claim, memory):
        return False
    shared = shared_matter(text, memory)
    if _weakly(text):
        least = min(len(bare_words(text)), len(bare_words(memory)))
        own = shared_matter(text, memory, own=True)
        return own >= 1 and shared >= _CLEARLY * least and _one_topic(claim, memory)
    slots, instead = slots_of(text) & slots_of(memory), has("in_place_of", text)
    if instead and (slots or shared):
        return True
    own = shared_matter(text, memory, own=True)
    named = own >= 1 or (shared >= 1 and (bool(slots) or _same_topic(claim, memory)))
    only = "drink" in slots and has("only", text)  # nothing else is drunk any more
    return named or only or bool(slots & ONE_VALUE and _one_topic(claim, memory))


def _one_topic(claim: str, memory: str) -> bool:
    """Whether two claims may tell of one thing: `강아지 이름` is not `이름`."""
    one, other = topic_of(claim), topic_of(memory)
    return one is None or other is None or one == other


def _both_best(claim: str, memory: str) -> bool:
    """`최애는 구름이다` after `최애 가수는 하늘이다`: the thing itself is not named again."""
    one, other = (topic_of(claim) or "").split(), (topic_of(memory) or "").split()
    return _BEST in one and _BEST in other and (set(one) <= set(other) or set(other) <= set(one))


def _same_topic(claim: str, memory: str) -> bool:
    topic = topic_of(claim)
    return topic is not None and topic == topic_of(memory)


def _same_value(claim: str, memory: str) -> bool:
    """Two values of one thing: `회사는 판교에 있다`, `회사는 분당에 있다`, not `회사는 크다`."""
    return _same_topic(claim, memory) and predicate_of(claim) == predicate_of(memory)


def plan_done(clause: Clause, facts: Sequence[ShownMemory], said_on: date) -> ShownMemory | None:
    """The plan whose day has come and that a clause tells the outcome of: `이사 잘 끝냈어요`."""
    if clause.kind not in ("event", "lasting") or any(
        each.to_on > said_on for each in clause.spans
    ):
        return None
    if not pattern("did_it").search(clause.text) or has("negation", clause.text):
        return None
    come = [each for each in facts if is_plan(each) and _has_come(each, said_on)]
    return spoken_of(clause.text, come, slots=False, matter=True)


def _has_come(plan: ShownMemory, said_on: date) -> bool:
    start = plan.memory.from_on
    return start is not None and start <= said_on


def denied_plan(claim: Claim, clause: Clause, facts: Sequence[ShownMemory]) -> ShownMemory | None:
    """A plan that the clause denies without a word of calling off: `동창회 안 가`."""
    if claim.from_on is not None or not has("negation", clause.text) or has("not_yet", clause.text):
        return None
    plans = [each for each in facts if is_plan(each)]
    return spoken_of(clause.text, plans, slots=False, matter=True)


def plan_called_off(clause: Clause, known: Sequence[ShownMemory]) -> ShownMemory | None:
    """The plan that is off: named by its matter or its day, or the only one there is."""
    plans = [each for each in known if is_plan(each)]
    target = spoken_of(clause.text, plans, slots=False, matter=True)
    if target is None:
        dated = [each for each in plans if _on_a_day_of(each, clause)]
        target = dated[0] if len(dated) == 1 else None
    if target is None and len(plans) == 1 and not bare_words(_without_cue(clause.text)):
        return plans[0]
    return target or spoken_of(clause.turn, plans, slots=False, matter=True)


def _on_a_day_of(plan: ShownMemory, clause: Clause) -> bool:
    """The year is left out: a day told of in the past tense is looked for in the past."""
    day = plan.memory.from_on
    return day is not None and any(
        (span.from_on.month, span.from_on.day) == (day.month, day.day) for span in clause.spans
    )


def off(text: str, target: ShownMemory, *, korean: bool) -> str:
    """The line must tell by itself which plan is off: `안 간다 (동창회 취소)`."""
    plan = target.memory
    generic = words("any_plan")
    named = overlap(bare_words(text) - generic, bare_words(plan.text) - generic) > 0
    if named and _OFF_ALREADY.search(text):
        return text
    matter = topic_of_intent(plan.text, plan.said_on, korean=korean)
    if korean:
        return f"{text} ({matter} 취소)"
    name = matter.split()[0] if matter else ""
    if not re.search(rf"(?<=\w\s){re.escape(name)}\b", plan.text):  # a name keeps its capital
        matter = f"{matter[:1].lower()}{matter[1:]}"
    return f"{text.rstrip('.')} ({matter} cancelled)."


def is_plan(shown: ShownMemory) -> bool:
    """Whether a memory tells of something to come."""
    return shown.memory.kind is Kind.PLAN or bool(
        re.search(r"예정|계획|기로 했|plan|going to", shown.memory.text)
    )


def _without_cue(text: str) -> str:
    return re.sub(r"(?:취소|안|못|그거|그|off|cancell?ed|not)\S*", " ", text)

"""`propose_changes` of the rehearsal model: greedy, from the user's own sentences.

It leaves doubt to the code's gates and to the verifier, so that refusals arise by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from nightcrew.adapters.rehearsal.answers import Answered, answered
from nightcrew.adapters.rehearsal.claims import Claim, claim_of, wish_of
from nightcrew.adapters.rehearsal.counts import counts_the_same
from nightcrew.adapters.rehearsal.for_teams import for_whom
from nightcrew.adapters.rehearsal.kept import as_the_crew_keeps
from nightcrew.adapters.rehearsal.likeness import calls_off, nearest_memory, settled
from nightcrew.adapters.rehearsal.matching import (
    bare_words,
    overlap,
    same_claim,
    slots_of,
    spoken_of,
    topic_of,
)
from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.nightly import merged
from nightcrew.adapters.rehearsal.reacting import from_reactions
from nightcrew.adapters.rehearsal.sentences import HANGUL, Clause, clauses, has
from nightcrew.adapters.rehearsal.table import pattern, words
from nightcrew.adapters.rehearsal.updates import (
    as_it_was,
    denied_plan,
    former_fact,
    former_style,
    is_plan,
    off,
    plan_called_off,
    plan_done,
    with_its_days,
)
from nightcrew.domain.dream import Proposal, ProposedChange
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.memory import TEXT_LIMIT, Kind
from nightcrew.domain.memory_requests import asks_to_forget, without_the_asking
from nightcrew.domain.questions import ProposeInputs, ShownEvidence, ShownMemory
from nightcrew.domain.style_memory import reactions
from nightcrew.domain.zones import to_local, zone

_UNSETTLED = frozenset({"event", "remark", "lasting", "change"})
_TOLD = frozenset({"plan", "lasting", "change", "event", "remark"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """One clause and the line it stands in."""

    clause: Clause
    line: ShownEvidence
    said_on: date
    meant: ShownMemory | None = None


async def propose(inputs: ProposeInputs, nearness: Nearness) -> Proposal:
    """All changes the user's sentences could mean; at night, twins are merged besides."""
    if inputs.nightly:
        return Proposal(changes=tuple(merged(inputs)))
    answers = answered(inputs.evidence)
    heard = _heard(inputs.evidence, without=[each.line.handle for each in answers])
    kinds = await settled([each.clause for each in heard], nearness)
    known = [replace(each, clause=clause) for each, clause in zip(heard, kinds, strict=True)]
    known = [await _called_off(each, inputs.memories, nearness) for each in known]
    near = [await _meant(each, inputs.memories, nearness) for each in known]
    meant = [replace(each, meant=shown) for each, shown in zip(known, near, strict=True)]
    told = _from_talk(meant, inputs.memories)
    gathered = from_reactions(inputs.evidence, inputs.memories)
    talk = [*told, *_from_answers(answers, inputs.memories, told)]
    changes = (*as_the_crew_keeps(talk, inputs.guide_lines), *gathered)
    return Proposal(changes=tuple(for_whom(each, inputs.team_lines) for each in changes))


async def _called_off(heard: _Heard, memories: Sequence[ShownMemory], nearness: Nearness) -> _Heard:
    """A known plan may be off without any word for it: `축가는 친구한테 넘겼어`."""
    clause = heard.clause
    undated = not any(span.from_on > heard.said_on for span in clause.spans)
    plans = [each for each in memories if is_plan(each)]
    if (
        clause.kind not in _UNSETTLED
        or not undated
        or has("not_yet", clause.text)
        or not spoken_of(clause.text, plans, slots=False, matter=True)
    ):
        return heard
    if not await calls_off(clause, nearness):
        return heard
    return replace(heard, clause=replace(clause, kind="cancellation"))


async def _meant(
    heard: _Heard, memories: Sequence[ShownMemory], nearness: Nearness
) -> ShownMemory | None:
    """The memory that a change without any of its words is about."""
    clause = heard.clause
    if clause.kind not in _TOLD | {"cancellation"} or not has("changed", clause.text):
        return None
    facts = [each for each in memories if each.memory.kind is not Kind.STYLE]
    if spoken_of(clause.text, facts, slots=True):
        return None
    return await nearest_memory(clause, facts, nearness)


def _from_talk(heard: Sequence[_Heard], memories: Sequence[ShownMemory]) -> list[ProposedChange]:
    found: list[ProposedChange] = []
    for each in heard:
        gone = {change.memory for change in found if change.memory and _ends(change)}
        known = [shown for shown in memories if shown.handle not in gone]
        change = _change(each, known if each.clause.kind == "plan" else memories)
        if change is not None and not _told_otherwise(each, change, found):
            found = _added(found, change)
    return found


def _told_otherwise(heard: _Heard, change: ProposedChange, found: Sequence[ProposedChange]) -> bool:
    """A mere likeness to calling off says nothing against a day that was named just now."""
    if heard.clause.kind != "cancellation" or not change.memory:
        return False
    if pattern("kinds", "cancellation", "cues").search(heard.clause.text):
        return False
    return any(each.memory == change.memory and each.kind == "plan" for each in found)


def _from_answers(
    answers: Sequence[Answered], memories: Sequence[ShownMemory], told: Sequence[ProposedChange]
) -> list[ProposedChange]:
    """What short answers say together with the crew's questions, unless it is known already."""
    known = [*(each.memory.text for each in memories), *(each.text for each in told)]
    return [
        _as_answered(each)
        for each in answers
        if not any(same_claim(each.claim.text, text) for text in known)
    ]


def _as_answered(each: Answered) -> ProposedChange:
    korean = bool(HANGUL.search(each.claim.text))
    return ProposedChange(
        action="create",
        kind=each.claim.kind,
        scope="private",
        subject=each.claim.subject,
        text=each.claim.text,
        cites=(each.line.handle, each.question.handle),
        quotes={each.line.handle: each.added},
        why="물음에 그렇다며 덧붙였다" if korean else "it was asked, affirmed and added to",
    )


def _ends(change: ProposedChange) -> bool:
    return change.kind == "fact" and change.to_on is None


def _heard(evidence: Sequence[ShownEvidence], without: Sequence[str]) -> list[_Heard]:
    users = [each for each in evidence if each.evidence.speaker is Speaker.USER]
    lines = [each for each in users if each.handle not in without]
    return [
        _Heard(clause=clause, line=line, said_on=day_of(line.evidence))
        for line in lines
        for clause in _told_in(line.evidence)
    ]


def _told_in(evidence: Evidence) -> tuple[Clause, ...]:
    """The clauses of a line, but for what it asks of memory itself: that is done in its turn."""
    told = clauses(without_the_asking(evidence.text), day_of(evidence), _local(evidence).hour)
    return tuple(clause for clause in told if not asks_to_forget(clause.text))


def day_of(evidence: Evidence) -> date:
    """The day a line was said, where it was said."""
    return _local(evidence).date()


def _local(evidence: Evidence) -> datetime:
    return to_local(evidence.said_at, zone(evidence.timezone))


def _change(heard: _Heard, known: Sequence[ShownMemory]) -> ProposedChange | None:
    clause = heard.clause
    if clause.kind == "style":
        return _style(heard, known)
    if clause.kind == "cancellation":
        return _cancelled(heard, known)
    if clause.kind not in _TOLD or has("past_habit", clause.text) or reactions(clause.text):
        return None
    return _told(heard, known)


def _style(heard: _Heard, known: Sequence[ShownMemory]) -> ProposedChange | None:
    wish = wish_of(heard.clause)
    styles = [each for each in known if each.memory.kind is Kind.STYLE]
    if not wish or any(same_claim(wish, each.memory.text) for each in styles):
        return None
    former = former_style(heard.clause, wish, styles)
    return _written(
        heard,
        Claim(text=wish, kind="style"),
        former,
        "응대에 대한 바람",
        "a wish about how to be treated",
    )


def _cancelled(heard: _Heard, known: Sequence[ShownMemory]) -> ProposedChange | None:
    target = plan_called_off(heard.clause, known)
    if target is None:
        return None
    clause = heard.clause
    if not overlap(bare_words(clause.text), bare_words(target.memory.text)):
        clause = replace(clause, text=clause.turn)
    claim = replace(claim_of(clause, heard.said_on), kind="fact", from_on=None, to_on=None)
    claim = replace(claim, text=off(claim.text, target, korean=heard.clause.korean))
    return _written(heard, claim, target, "계획이 없어졌다", "the plan is off")


def _told(heard: _Heard, known: Sequence[ShownMemory]) -> ProposedChange | None:
    clause = heard.clause
    claim = claim_of(clause, heard.said_on)
    if not bare_words(claim.text) - words("empty_changes"):
        return None
    facts = [each for each in known if each.memory.kind is not Kind.STYLE and _about(each, claim)]
    if not claim.text or any(same_claim(claim.text, each.memory.text) for each in facts):
        return None
    called_off = denied_plan(claim, clause, facts)
    if called_off is not None:
        return _cancelled(heard, [called_off])
    done = plan_done(clause, facts, heard.said_on)
    former = done or former_fact(claim, clause, facts)
    former = former or (heard.meant if heard.meant in facts else None)
    if former is not None:
        kept = claim if done else with_its_days(as_it_was(claim, clause, facts), former)
        return _written(heard, kept, former, "값이 바뀌었다", "the value has changed")
    # "출장 취소됐어요. 회사에서 일정을 미뤘대요": the reason of what is off is no memory
    reason = pattern("kinds", "cancellation", "cues").search(clause.turn)
    turned = clause.kind == "change" and not reason and bool(slots_of(claim.text))
    new = clause.kind in ("plan", "lasting") or turned
    if not new or has("reason_only", clause.text):
        return None
    planned = claim.kind == "plan"
    why = ("날짜가 있는 계획", "a plan") if planned else ("오래 가는 사실", "a lasting fact")
    return _written(heard, claim, None, *why)


def _about(shown: ShownMemory, claim: Claim) -> bool:
    mine, theirs = claim.subject == "user", shown.memory.subject == "user"
    topic, text = topic_of(claim.text), shown.memory.text
    if mine == theirs or counts_the_same(claim.text, text) is not None:
        return True
    return topic is not None and topic == topic_of(text)


def _written(
    heard: _Heard, claim: Claim, former: ShownMemory | None, why_ko: str, why_en: str
) -> ProposedChange:
    handle = heard.line.handle
    return ProposedChange(
        action="update" if former else "create",
        memory=former.handle if former else None,
        kind=claim.kind,
        scope=former.memory.scope.value if former else "private",
        subject=former.memory.subject if former else claim.subject,
        text=claim.text[:TEXT_LIMIT],
        from_on=claim.from_on.isoformat() if claim.from_on else None,
        to_on=claim.to_on.isoformat() if claim.to_on else None,
        cites=(handle,),
        quotes={handle: heard.clause.text},
        why=why_ko if heard.clause.korean else why_en,
    )


def _added(found: list[ProposedChange], change: ProposedChange) -> list[ProposedChange]:
    """Two clauses on one memory become one change; the same claim twice stays one."""
    for place, earlier in enumerate(found):
        if change.memory is not None and earlier.memory == change.memory:
            return [*found[:place], _joined(earlier, change), *found[place + 1 :]]
        if (
            change.memory is None
            and earlier.memory is None
            and same_claim(change.text, earlier.text)
        ):
            return [*found[:place], change, *found[place + 1 :]]
    return [*found, change]


def _joined(earlier: ProposedChange, later: ProposedChange) -> ProposedChange:
    text = f"{earlier.text.rstrip('.')}. {later.text}"
    if earlier.cites != later.cites or len(text) > TEXT_LIMIT:
        return later
    quote = {handle: earlier.quotes[handle] for handle in earlier.cites}
    return replace(later, text=text, quotes=quote)

"""`plan_follow_ups` of the rehearsal: what was asked, a day that comes, a hard night."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from nightcrew.adapters.rehearsal.claims import claim_of
from nightcrew.adapters.rehearsal.lines import Ruling, rulings
from nightcrew.adapters.rehearsal.marks import marks_in
from nightcrew.adapters.rehearsal.matching import bare_words, overlap
from nightcrew.adapters.rehearsal.nearness import own_examples
from nightcrew.adapters.rehearsal.request import (
    MORNING,
    NOON,
    Asked,
    as_follow_up,
    asked,
    at_another_hour,
    refused_hours,
    welcome,
    wished_hour,
)
from nightcrew.adapters.rehearsal.sentences import HANGUL, Clause, clauses
from nightcrew.adapters.rehearsal.table import pattern, words_for
from nightcrew.adapters.rehearsal.watching import watch_asked
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.follow_up import ProposedFollowUp, ProposedFollowUps
from nightcrew.domain.questions import PlanInputs, ShownEvidence
from nightcrew.domain.time_words import DateSpan
from nightcrew.domain.tool_guide import Repeats, Tool
from nightcrew.domain.zones import to_local, zone

LONGEST_SPAN = 4  # days; "some time next month" is no day to speak before
AFTER_A_NIGHT = time(13)  # features.md AS-26: the next day at 13:00
BEFORE_DAWN = 5  # a night told of before this hour is still the same night
HARD_TIMES = frozenset({"hard_night", "unwell"})


def plan(inputs: PlanInputs) -> ProposedFollowUps:
    """Follow-ups for a request, or for a talk that fell quiet; silence unless there is a reason."""
    now = to_local(inputs.moment.now, zone(inputs.moment.timezone))
    if inputs.request is not None:
        return _on_request(inputs, inputs.request, now)
    lines = [each for each in inputs.evidence if each.evidence.speaker is Speaker.USER]
    if _wants_rest(inputs, lines):
        return ProposedFollowUps(why=_why("rest", lines))
    found = [*_dated(inputs, lines, now), *_after_a_hard_time(inputs, lines)]
    fresh = tuple(each for each in found if not _known(each, inputs))
    return ProposedFollowUps(follow_ups=fresh, why=_why("planned" if fresh else "silent", lines))


def _on_request(inputs: PlanInputs, request: str, now: datetime) -> ProposedFollowUps:
    repeats = inputs.crew.tool_guide[Tool.FOLLOW_UP].repeats is not Repeats.NEVER
    usual = wished_hour(inputs.style) or welcome(MORNING, inputs.style)
    cites = tuple(each.handle for each in inputs.evidence if each.evidence.speaker is Speaker.USER)
    made = watch_asked(request, now, inputs.moment.timezone, cites[-1:])
    found = None if made else _at_another_hour(inputs, request, now)
    if found is None and made is None:
        found = asked(request, _from(inputs, request, now), repeats=repeats, usual=usual)
    if found is not None:
        made = as_follow_up(request, found, now, inputs.moment.timezone, cites[-1:])
    if made is None:
        return ProposedFollowUps(why=words_for("plans", "no_time", korean=_korean(request)))
    return ProposedFollowUps(
        follow_ups=(made,), why=words_for("plans", "asked", korean=_korean(request))
    )


def _at_another_hour(inputs: PlanInputs, request: str, now: datetime) -> Asked | None:
    """The promise a request gives another hour; None when it speaks of no single one."""
    words = bare_words(request)
    named = [each for each in inputs.follow_ups if overlap(words, bare_words(each.intent))]
    meant = named or list(inputs.follow_ups)
    if len(meant) != 1 or not meant[0].due_local:
        return None
    promised = datetime.fromisoformat(meant[0].due_local)
    return at_another_hour(request, meant[0].rule, promised, now)


def _from(inputs: PlanInputs, request: str, now: datetime) -> datetime:
    """From when a wait counts: an hour later than promised, while that is still to come.

    A routine has just spoken when somebody puts it off.
    """
    if not pattern("acts_in_words", "shift").search(request):
        return now
    words, once = bare_words(request), [each for each in inputs.follow_ups if each.rule is None]
    meant = [each for each in once if overlap(words, bare_words(each.intent))] or once
    promised = datetime.fromisoformat(meant[0].due_local) if len(meant) == 1 else now
    return max(now, promised.replace(tzinfo=now.tzinfo))


def _why(code: str, lines: Sequence[ShownEvidence]) -> str:
    return words_for("plans", code, korean=not lines or _korean(lines[-1].evidence.text))


def _wants_rest(inputs: PlanInputs, lines: Sequence[ShownEvidence]) -> bool:
    wishes = [shown.memory.text for shown in inputs.style]
    if any(pattern("request", "rest").search(wish) and not refused_hours(wish) for wish in wishes):
        return True
    return any(pattern("needs", "later_away").search(each.evidence.text) for each in lines)


def _korean(text: str) -> bool:
    return bool(HANGUL.search(text))


def _dated(
    inputs: PlanInputs, lines: Sequence[ShownEvidence], now: datetime
) -> list[ProposedFollowUp]:
    heard = [(line, clause) for line in lines for clause in _clauses(line)]
    found: list[ProposedFollowUp] = []
    for place, (line, clause) in enumerate(heard):
        span = next((each for each in clause.spans if each.from_on > now.date()), None)
        if (
            clause.kind != "plan"
            or span is None
            or (span.to_on - span.from_on).days >= LONGEST_SPAN
        ):
            continue
        if pattern("needs", "remind").search(clause.text) or _called_off(
            clause, heard[place + 1 :]
        ):
            continue
        at = _before(span, inputs, now)
        if at is not None:
            found.append(_matter(inputs, line, clause, at))
    return found


def _clauses(line: ShownEvidence) -> tuple[Clause, ...]:
    local = to_local(line.evidence.said_at, zone(line.evidence.timezone))
    return clauses(line.evidence.text, local.date(), local.hour)


def _called_off(clause: Clause, later: Sequence[tuple[ShownEvidence, Clause]]) -> bool:
    wanted = bare_words(clause.text)
    return any(
        each.kind == "cancellation" and (overlap(bare_words(each.text), wanted) or len(later) == 1)
        for _, each in later
    )


def _before(span: DateSpan, inputs: PlanInputs, now: datetime) -> datetime | None:
    """The day before at noon, or where the guide says so that day at noon; never in the past."""
    guide = inputs.crew.tool_guide[Tool.FOLLOW_UP]
    same_day = bool(pattern("request", "same_day").search(guide.guide))
    day = span.from_on if same_day else span.from_on - timedelta(days=1)
    usual = wished_hour(inputs.style) or welcome(NOON, inputs.style)
    same_morning = welcome(time(8, 30), inputs.style)
    for at in (datetime.combine(day, usual), datetime.combine(span.from_on, same_morning)):
        if at > now + timedelta(minutes=30):
            return at
    return None


def _matter(
    inputs: PlanInputs, line: ShownEvidence, clause: Clause, at: datetime
) -> ProposedFollowUp:
    said_on = to_local(line.evidence.said_at, zone(line.evidence.timezone)).date()
    return ProposedFollowUp(
        kind="one_shot", local=at.strftime("%Y-%m-%dT%H:%M"), timezone=inputs.moment.timezone,
        purpose="life", intent=claim_of(clause, said_on).text, cites=(line.handle,),
    )  # fmt: skip


def _after_a_hard_time(
    inputs: PlanInputs, lines: Sequence[ShownEvidence]
) -> list[ProposedFollowUp]:
    """One gentle word the next day, for crews whose text asks for it; not once it got better."""
    hard = [line for line in lines if _hard_marks(line) & _cared_for(inputs)]
    if not hard or pattern("relief").search(lines[-1].evidence.text):
        return []
    line = hard[-1]
    local = to_local(line.evidence.said_at, zone(line.evidence.timezone))
    day = local.date() + timedelta(days=0 if local.hour < BEFORE_DAWN else 1)
    usual = wished_hour(inputs.style) or welcome(AFTER_A_NIGHT, inputs.style)
    at = datetime.combine(day, usual)
    if at <= to_local(inputs.moment.now, zone(inputs.moment.timezone)):
        return []
    what = "after_night" if "hard_night" in _hard_marks(line) else "after_illness"
    intent = words_for("plans", what, korean=_korean(line.evidence.text))
    return [
        ProposedFollowUp(
            kind="one_shot", local=at.strftime("%Y-%m-%dT%H:%M"), timezone=inputs.moment.timezone,
            purpose="check_in", intent=intent, cites=(line.handle,),
        )
    ]  # fmt: skip


def _hard_marks(line: ShownEvidence) -> frozenset[str]:
    local = to_local(line.evidence.said_at, zone(line.evidence.timezone))
    return marks_in(line.evidence.text, local.date()) & HARD_TIMES


def _cared_for(inputs: PlanInputs) -> frozenset[str]:
    """The hard times this crew's examples or lines follow up; the nearest line rules."""
    today = to_local(inputs.moment.now, zone(inputs.moment.timezone)).date()
    examples = [each.say for each in own_examples(inputs.crew, Tool.FOLLOW_UP) if each.use]
    shown = frozenset(mark for text in examples for mark in marks_in(text, today))
    ruled = rulings(Tool.FOLLOW_UP, inputs.crew, inputs.guide_lines)
    return frozenset(mark for mark in HARD_TIMES if _is_cared_for(mark, shown, ruled))


def _is_cared_for(mark: str, shown: frozenset[str], ruled: Sequence[Ruling]) -> bool:
    naming = [ruling for ruling in ruled if mark in ruling.saying.marks]
    if not naming:
        return mark in shown
    nearest = max(naming, key=lambda ruling: ruling.rank)
    return nearest.saying.toward > 0


def _known(proposed: ProposedFollowUp, inputs: PlanInputs) -> bool:
    """Whether it is among the open follow-ups, or about something forgotten."""
    words = bare_words(proposed.intent)
    day = (proposed.local or "")[:10]
    if any(
        each.due_local[:10] == day and overlap(words, bare_words(each.intent))
        for each in (*inputs.follow_ups, *inputs.called_off)
    ):
        return True
    subjects = [bare_words(each.subject) - {"user", "사용자"} for each in inputs.tombstones]
    return any(subject and subject <= words for subject in subjects)

"""Follow-ups in the turn: promised, called off, put off or listed when the user asks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.crew import Crew, Tool
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.follow_up import FollowUp, ProposedFollowUps
from nightcrew.domain.follow_up_lines import show_follow_ups
from nightcrew.domain.lines import show_evidence, show_tombstones
from nightcrew.domain.matching import clearly_meant, means_all
from nightcrew.domain.needs import FollowUpNeed, Needs
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.plan_answer import Planned, kept, mended, plan_all, refusals, to_mend
from nightcrew.domain.planning import PlanGround
from nightcrew.domain.promise_words import (
    Hearer,
    already_told,
    night_told,
    open_month_end,
    promise_told,
    refusal_told,
)
from nightcrew.domain.questions import PlanInputs, ShownEvidence
from nightcrew.domain.reachable import quiet_of
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import FollowUpKind, ZoneMode
from nightcrew.domain.stop_words import says_stop
from nightcrew.domain.tool import ToolResult
from nightcrew.domain.turn_words import done
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Model, Usage
from nightcrew.prompts import render
from nightcrew.store.known_follow_ups import KnownFollowUp
from nightcrew.usecases.answer_turn.parts import Acted, Moved, Stage, Writes


@dataclass(frozen=True, slots=True, kw_only=True)
class Promised:
    """What became of a request, and what asking cost."""

    acted: Acted
    usage: Usage


def heeding_stop(stage: Stage, needs: Needs) -> Needs:
    """A bare "stop" right after a crew spoke first ends that, whatever the judge made of it."""
    need = needs.follow_up
    called_off = need.use and need.act == "cancel"
    if called_off or stage.scene.just_said() is None or not says_stop(stage.text):
        return needs
    stop = FollowUpNeed(use=True, act="cancel", request=stage.text, why="stop_said")
    return replace(needs, follow_up=stop)


async def promise(stage: Stage, need: FollowUpNeed, model: Model) -> Promised:
    """Ask the planner for the user's own request and keep what code allows."""
    planned, usage = await _planned(stage, need, model)
    made = kept(planned)
    if not made:
        reason = next(iter(refusals(planned)), "silent")
        return Promised(acted=_not_promised(stage, reason), usage=usage)
    asks = next((day for each in made if (day := _month_end(stage, need, each))), None)
    if asks is not None:
        sentence = done("month_end", stage.locale, day=asks)
        return Promised(acted=_refused("month_end", sentence), usage=usage)
    return Promised(acted=_promised(stage, made), usage=usage)


async def _planned(stage: Stage, need: FollowUpNeed, model: Model) -> tuple[Planned, Usage]:
    """The planner's answer; a time that has passed is asked for once more, and no more."""
    shown = _said_line(stage)
    inputs, ground = _plan_inputs(stage, need, shown), _ground(stage, shown)
    answered = await model.ask(render("plan_follow_ups", inputs), answer=ProposedFollowUps)
    planned = plan_all(answered.value.follow_ups, ground, uuid4)
    passed = to_mend(answered.value.follow_ups, planned)
    if not passed:
        return planned, answered.usage
    question = render("plan_follow_ups", replace(inputs, refused=passed))
    try:
        again = await model.ask(question, answer=ProposedFollowUps)
    except ModelFailure as away:
        # The reply asks for the time, as it does without a second try.
        return planned, answered.usage.plus(away.spent)
    second = plan_all(again.value.follow_ups, ground, uuid4)
    return mended(planned, second), answered.usage.plus(again.usage)


def _said_line(stage: Stage) -> tuple[ShownEvidence, ...]:
    line = Evidence(
        id=stage.claim.message_id,
        turn_id=stage.claim.turn,
        speaker=Speaker.USER,
        text=stage.text,
        said_at=stage.now,
        timezone=stage.moment.timezone,
        source=SourceClass.USER,
        state=EvidenceState.PENDING,
    )
    return show_evidence((line,))


def _plan_inputs(stage: Stage, need: FollowUpNeed, shown: tuple[ShownEvidence, ...]) -> PlanInputs:
    return PlanInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        guide_lines=stage.guide,
        style=stage.style,
        style_shown=stage.style_shown,
        evidence=shown,
        follow_ups=show_follow_ups(stage.scene.follow_ups),
        tombstones=show_tombstones(stage.scene.tombstones),
        request=need.request or stage.text,
    )


def _ground(stage: Stage, shown: tuple[ShownEvidence, ...]) -> PlanGround:
    crew: Crew = stage.crew
    return PlanGround(
        now=stage.now,
        user=stage.pair.user,
        crew=stage.pair.crew,
        user_zone=stage.moment.timezone,
        house_zone=crew.house.timezone,
        evidence={each.handle: each.evidence for each in shown},
        repeats=crew.tool_guide[Tool.FOLLOW_UP].repeats,
        asked_for=True,
        open_count=len(stage.scene.follow_ups),
        tombstones=stage.scene.tombstones,
        claim_key=stage.scene.person.claim_key,
        bundle=crew.digest,
    )


def _hearer(stage: Stage) -> Hearer:
    person = stage.scene.person
    return Hearer(
        said=stage.text,
        now=stage.now,
        locale=stage.locale,
        timezone=stage.moment.timezone,
        usual=stage.said.timezone or person.timezone,
        quiet=quiet_of(person, stage.crew.house.quiet_hours.follow_up),
    )


def _month_end(stage: Stage, need: FollowUpNeed, made: FollowUp) -> int | None:
    before = [line.text for line in stage.scene.talk if line.speaker == Speaker.ASSISTANT]
    asked_before = before[-1] if before else ""
    return open_month_end(made, f"{need.request} {stage.text}", asked_before)


def _promised(stage: Stage, made: tuple[FollowUp, ...]) -> Acted:
    there = {one.slot: one for one in stage.scene.follow_ups}
    opened = {each.slot for each in made if _opens_the_night(each, there.get(each.slot))}
    hearer = _hearer(stage)
    sentences: list[str] = []
    for each in made:
        known = there.get(each.slot)
        if known is None or each.slot in opened:
            sentences += promise_told(each, hearer, alone=len(made) == 1)
        else:
            at = None if each.watch else known.next_at
            sentences.append(already_told(known.intent, at, known.timezone, hearer))
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.OK),
        done=tuple(sentences),
        writes=Writes(promised=made, cancelled=tuple(there[slot].id for slot in opened)),
    )


def _opens_the_night(made: FollowUp, known: KnownFollowUp | None) -> bool:
    """Whether the user now lets speak by night what was promised without that."""
    return known is not None and made.allow_night and not known.allow_night


def _not_promised(stage: Stage, reason: str) -> Acted:
    return _refused(reason, refusal_told(reason, stage.locale))


def _refused(reason: str, sentence: str) -> Acted:
    result = ToolResult(status=ToolStatus.REFUSED, note=reason)
    return Acted(tool=Tool.FOLLOW_UP, result=result, done=(sentence,))


async def put_off(stage: Stage, need: FollowUpNeed, model: Model) -> Promised:
    """Let a promise speak later than it would; with nothing to put off, it is a new one."""
    meant = _meant(stage, need)
    if not meant and not stage.scene.follow_ups:
        return await promise(stage, need, model)
    if len(meant) != 1:
        return Promised(acted=_which(stage, "move_which"), usage=Usage())
    planned, usage = await _planned(stage, need, model)
    found = next(iter(kept(planned)), None)
    if found is None or found.next_at is None:
        reason = next(iter(refusals(planned)), "silent")
        return Promised(acted=_refused(reason, done("move_when", stage.locale)), usage=usage)
    if found.kind is FollowUpKind.RECURRING:
        return Promised(acted=_replaced(stage, meant[0], found), usage=usage)
    return Promised(acted=_moved(stage, meant[0], found.next_at), usage=usage)


def _moved(stage: Stage, known: KnownFollowUp, at: datetime) -> Acted:
    place, hearer, just = _place_of(stage, known), _hearer(stage), stage.scene.just_said()
    moved = Moved(
        follow_up=known.id,
        to=Occurrence(local=to_local(at, zone(place)), due_at=at),
        timezone=place,
        instead=just is None or just.id != known.id,
    )
    told = done("moved", stage.locale, when=hearer.when(at, place), intent=known.intent)
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.OK),
        done=(told, *night_told(at, hearer, allowed=known.allow_night)),
        writes=Writes(moved=(moved,)),
    )


def _place_of(stage: Stage, known: KnownFollowUp) -> str:
    follows = known.kind == FollowUpKind.RECURRING and known.zone_mode == ZoneMode.FOLLOW_USER
    return stage.moment.timezone if follows else known.timezone


def _replaced(stage: Stage, known: KnownFollowUp, made: FollowUp) -> Acted:
    """Another rhythm takes the place of the old one."""
    acted = _promised(stage, (replace(made, intent=known.intent),))
    gone = tuple(dict.fromkeys((*acted.writes.cancelled, known.id)))
    return replace(acted, writes=replace(acted.writes, cancelled=gone))


def call_off(stage: Stage, need: FollowUpNeed) -> Acted:
    """End what the user wants to hear no more, in this very turn."""
    meant = _meant(stage, need)
    if not meant:
        return _which(stage, "cancel_which" if stage.scene.follow_ups else "cancel_nothing")
    named = ", ".join(one.intent for one in meant)
    sentence = done("cancelled", stage.locale, count=len(meant), intent=named)
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.OK),
        done=(sentence,),
        writes=Writes(cancelled=tuple(one.id for one in meant)),
    )


def _which(stage: Stage, code: str) -> Acted:
    lines = tuple(one.line for one in show_follow_ups(stage.scene.follow_ups))
    return Acted(
        tool=Tool.FOLLOW_UP,
        result=ToolResult(status=ToolStatus.NOTHING_FOUND, lines=lines),
        done=(done(code, stage.locale),),
    )


def _meant(stage: Stage, need: FollowUpNeed) -> tuple[KnownFollowUp, ...]:
    """What the user speaks of: what they name, else what was said just now, else the only one."""
    said, just = need.request or stage.text, stage.scene.just_said()
    known = {one.id: one for one in stage.scene.follow_ups}
    if means_all(said):
        return tuple(known.values())
    if just is not None:
        known.setdefault(just.id, just)
    named: tuple[UUID, ...] = clearly_meant(said, {one.id: one.intent for one in known.values()})
    if named:
        return tuple(known[each] for each in named)
    if just is not None:
        return (just,)
    return tuple(known.values()) if len(known) == 1 else ()


def list_open(stage: Stage) -> Acted:
    """The open follow-ups as data for the reply."""
    lines = tuple(one.line for one in show_follow_ups(stage.scene.follow_ups))
    status = ToolStatus.OK if lines else ToolStatus.NOTHING_FOUND
    return Acted(tool=Tool.FOLLOW_UP, result=ToolResult(status=status, lines=lines))
